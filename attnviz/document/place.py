"""Which matrix of many layers and heads is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

# none: one head; heads: the mean over the heads of a layer; layers: the mean over the layers of a head; all: the mean
# of everything; rollout: what of each input token has come through all layers up to one.
Average = Literal["none", "heads", "layers", "all", "rollout"]
AVERAGES: tuple[Average, ...] = get_args(Average)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A layer and a head, both 0-based, or a mean that takes one of them or both together."""

    layer: int = 0
    head: int = 0
    average: Average = "none"
