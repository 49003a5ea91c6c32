"""Libraries that a plain installation does not have: read when first needed, and asked for by name when missing."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Literal

from attnviz.errors import InputError
from attnviz.i18n import translate

Extra = Literal["slides", "animation", "video"]


def needed(module: str, extra: Extra, what: str) -> Any:  # noqa: ANN401  # a module, whatever it holds
    """The module, read now. Raises InputError with the line that installs it; `what` is what it is for, as “.pptx”.

    Nothing can be installed into the program that needs no Python: there the sentence names the one that does.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if getattr(sys, "frozen", False):
            raise InputError(
                translate(
                    "export",
                    "{what} is not in this program, which was built without the library for it. "
                    'attnviz for Python writes it: pip install "attnviz[{extra}]"',
                ).format(what=what, extra=extra)
            ) from error
        raise InputError(
            translate(
                "export", 'For {what} a library is missing. This installs it: pip install "attnviz[{extra}]"'
            ).format(what=what, extra=extra)
        ) from error
