"""Whether the cells that were drawn have room for their numbers; where not, the window says so wherever it can."""

from __future__ import annotations

from attnviz.export.figure import Cells
from attnviz.i18n import translate

EXPECTED = 8.0  # a cell's side from which on its number is missed: of tiny ones nobody expects any


def cramped(wanted: bool, *drawn: Cells) -> bool:
    """Whether numbers are wanted in matrices none of which has one, though their cells are not tiny.

    It is asked of what was drawn, with its zoom: what a layout foresees may come out otherwise.
    """
    if not wanted or any(cells.numbers is not None for cells in drawn):
        return False
    return any(min(cells.cell_width, cells.cell_height) >= EXPECTED for cells in drawn)


def come_closer(*, by_key: bool = False) -> str:
    """What is said below such cells; a window has a button for it, a presentation only the key."""
    if by_key:
        return translate("figure", "cells too small for numbers: press + to come closer")
    return translate("figure", "cells too small for numbers: come closer (+)")
