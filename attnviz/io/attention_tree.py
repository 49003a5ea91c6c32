"""What every file of attention is read into: a tree of tensors, texts, lists and named members."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from attnviz.core.stack import not_returned
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.stored import Tensor

MAX_SIDE = 16_384  # queries or keys
MAX_LAYERS = 1024
MAX_HEADS = 1024  # of one layer
MAX_MATRICES = 65_536
MAX_NODES = 200_000  # of a tree
MAX_TOKENS = 65_536


@dataclass(frozen=True, slots=True)
class Texts:
    """A row of texts."""

    items: tuple[str, ...]


Node: TypeAlias = "Tensor | Texts | list[Node] | dict[str, Node] | str | float | bool | None"


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """What a file holds."""

    path: Path
    name: str  # as it stands in sentences
    tree: Node
    remarks: tuple[str, ...] = ()  # whole sentences about how it was read


def number_type(dtype: np.dtype[np.generic], name: str) -> None:
    """Raise InputError where `dtype` is not one of real numbers."""
    if dtype.kind == "b":
        raise mask_instead(name)
    if dtype.kind not in "iuf":
        raise InputError(
            translate("io", "{name} holds {found} instead of real numbers.").format(
                name=name, found=str(dtype.name)[:40]
            )
        )


def mask_instead(name: str) -> InputError:
    """What to say of true and false."""
    return InputError(
        translate("io", "{name} holds true and false, as a mask does, instead of numbers between 0 and 1.").format(
            name=name
        )
    )


def texts_instead(name: str) -> InputError:
    """What to say of texts."""
    return InputError(translate("io", "{name} holds texts where numbers are expected.").format(name=name))


def nothing_inside(name: str) -> InputError:
    """What to say where attention should be and is not, the commonest mistake in exporting it."""
    return InputError(translate("io", "{where}: {problem}").format(where=name, problem=not_returned()))


def shape_text(shape: tuple[int, ...]) -> str:
    """A shape as a person writes it."""
    return " × ".join(map(str, shape)) if len(shape) < 12 else f"{len(shape)} axes"
