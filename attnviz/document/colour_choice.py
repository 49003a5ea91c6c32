"""How a person wants numbers turned into colours: part of what is looked at, never of the numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

MapChoice = Literal["violet", "viridis", "cividis", "grey"]  # for numbers of one sign, such as weights
SignedMapChoice = Literal["blue-orange", "purple-green"]  # for scores: zero is the paper, in the middle
Curve = Literal["linear", "sqrt", "log", "row", "quantile"]
Signed = Literal["scores", "scaled", "gradient"]  # the Matrix view's quantities beside weights

MAPS: tuple[MapChoice, ...] = get_args(MapChoice)
SIGNED_MAPS: tuple[SignedMapChoice, ...] = get_args(SignedMapChoice)
CURVES: tuple[Curve, ...] = get_args(Curve)
SIGNED: tuple[Signed, ...] = get_args(Signed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """A range set by hand for one quantity. It says nothing of another's numbers, which lie elsewhere."""

    of: Signed
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourChoice:
    """What was chosen for the Matrix view. The scale itself is made from it and the numbers, when they are drawn.

    Without `automatic`, `low` and `high` the range of weights is 0 to 1 whatever the data, and that of signed
    matrices reaches as far as their largest number. `low` and `high` fix an end by hand; they go before `automatic`.
    A key is left out of a range that is read: to leave one out is to ask for that.
    They are those of the weights; other quantities have their own in `others`.
    """

    map: MapChoice = "violet"
    signed_map: SignedMapChoice = "blue-orange"
    curve: Curve = "linear"
    low: float | None = None
    high: float | None = None
    automatic: bool = False  # the range is read from the numbers that may be looked at
    leave_out: int | None = None  # a key (column) left out where a range is read: an attention sink would fill it
    others: tuple[Ends, ...] = ()  # of each quantity at most one, in the order of SIGNED

    def of(self, quantity: str) -> ColourChoice:
        """The choice for one quantity of the Matrix view: its own ends are `low` and `high`."""
        if quantity not in SIGNED:
            return self
        own = next((ends for ends in self.others if ends.of == quantity), None)
        return replace(self, low=own.low if own else None, high=own.high if own else None)

    def with_ends(self, quantity: str, low: float | None, high: float | None) -> ColourChoice:
        """The choice with other ends for this quantity, None for those that the scale says."""
        if quantity not in SIGNED:
            return replace(self, low=low, high=high)
        kept = {ends.of: ends for ends in self.others if ends.of != quantity}
        if low is not None or high is not None:
            kept |= {name: Ends(of=name, low=low, high=high) for name in SIGNED if name == quantity}
        return replace(self, others=tuple(kept[name] for name in SIGNED if name in kept))
