"""What to say of a file that holds neither the matrices of a head nor attention: how both would have to be named."""

from __future__ import annotations

from pathlib import Path

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention import read_attention
from attnviz.io.attention_find import TOLD_NAMES, NoAttention
from attnviz.io.matrices import NoMatrices
from attnviz.io.wording import listed, shown_name


def neither(path: Path, error: NoMatrices) -> InputError:
    """The sentence for a file in which Q or K is missing: one that has some of Q, K and V is told what is missing."""
    if {"Q", "K", "V"} & set(error.names):
        return error
    broken = _broken(path)
    if error.names and broken is not None:
        return broken
    found = listed(error.names) if error.names else translate("opening", "nothing")
    return InputError(
        translate(
            "opening",
            "{file} holds {found}. The matrices of a head are read under the names Q, K and, if wanted, V; attention "
            "under {names}.",
        ).format(file=shown_name(path), found=found, names=", ".join(TOLD_NAMES))
    )


def _broken(path: Path) -> InputError | None:
    """What is wrong with a file that was meant as attention; None where it is whole, or nothing in it is attention."""
    try:
        read_attention([path])
    except InputError as problem:
        return None if isinstance(problem, NoAttention) else problem
    return None
