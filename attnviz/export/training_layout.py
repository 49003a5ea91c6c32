"""How the picture of training shares the height of a window or a page: A with its answers is whole first."""

from __future__ import annotations

from dataclasses import dataclass

PLOT, LOW_PLOT = 180.0, 150.0  # heights: one above the other, side by side
LEAST_PLOT, MOST_PLOT = 88.0, 260.0
BETWEEN = 16.0  # two plots, one above the other
BELOW_PLOTS = 20.0
FOLD = 30.0  # of what is below the fold, seen above it: the heading, so that one knows to scroll


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """Heights in points: of the words above A, A's side at its best and at its least, and of the learned weights."""

    above: float
    side: float
    least: float
    tiles: float


@dataclass(frozen=True, slots=True)
class Shares:
    plot: float
    side: float


def beside(needs: Needs, room: float | None) -> Shares:
    """One run: its two curves one above the other, A beside them."""
    if room is None or max(2 * PLOT + BETWEEN, needs.above + needs.side) + needs.tiles <= room:
        return Shares(PLOT, needs.side)
    fold = FOLD if room > needs.above + needs.least + FOLD else 0.0
    side = min(max(room - needs.above - fold, needs.least), needs.side)
    return Shares(min(max((room - fold - BETWEEN) / 2, LEAST_PLOT), MOST_PLOT), side)


def abreast(needs: Needs, room: float | None) -> Shares:
    """Two runs on a wide page, all of it to be seen: the curves one above the other, A of each beside them."""
    side = needs.side if room is None else min(max(room - needs.above - needs.tiles, needs.least), needs.side)
    return Shares(min(max((needs.above + side - BETWEEN) / 2, LEAST_PLOT), PLOT), side)


def below(needs: Needs, room: float | None) -> Shares:
    """Two runs: both curves in a row, A of each below them."""
    fixed = BELOW_PLOTS + needs.above
    if room is None or fixed + LOW_PLOT + needs.side + needs.tiles <= room:
        return Shares(LOW_PLOT, needs.side)
    spare = room - fixed - needs.side - FOLD
    if spare >= LOW_PLOT:
        return Shares(min(spare, MOST_PLOT), needs.side)
    rest = room - fixed
    plot = min(max(0.35 * rest, LEAST_PLOT), LOW_PLOT)
    side = min(max(rest - plot, needs.least), needs.side)
    return Shares(min(max(rest - side, LEAST_PLOT), LOW_PLOT), side)
