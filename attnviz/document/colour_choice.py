"""How a person wants numbers turned into colours: part of what is looked at, never of the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

MapChoice = Literal["violet", "viridis", "cividis", "grey"]  # for numbers of one sign, such as weights
SignedMapChoice = Literal["blue-orange", "purple-green"]  # for scores: zero is the paper, in the middle
Curve = Literal["linear", "sqrt", "log", "row", "quantile"]

MAPS: tuple[MapChoice, ...] = get_args(MapChoice)
SIGNED_MAPS: tuple[SignedMapChoice, ...] = get_args(SignedMapChoice)
CURVES: tuple[Curve, ...] = get_args(Curve)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourChoice:
    """What was chosen for the Matrix view. The scale itself is made from it and the numbers, when they are drawn.

    Without `automatic`, `low` and `high` the range of weights is 0 to 1 whatever the data, and that of signed
    matrices reaches as far as their largest number. `low` and `high` fix an end by hand; they go before `automatic`.
    """

    map: MapChoice = "violet"
    signed_map: SignedMapChoice = "blue-orange"
    curve: Curve = "linear"
    low: float | None = None
    high: float | None = None
    automatic: bool = False  # the range is read from the numbers that may be looked at
    leave_out: int | None = None  # a key (column) left out where a range is read: an attention sink would fill it
