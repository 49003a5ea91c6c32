"""A part of a matrix in blocks, where another part was seen before: only what came in sight is looked at.

Blocks lie where they lie in the whole matrix: while they keep their size, those that both parts have are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Part = tuple[slice, slice]  # rows and columns of a matrix, as far as whole blocks of it go
Found = tuple[NDArray[Any], NDArray[Any] | None]  # a number for each block, and another; None where all those are 0
Find = Callable[[Part], Found]


class LastSeen:
    """What was found last in the blocks of down × across cells of one matrix, whose numbers never change.

    From any thread. What is given out may be given out again, and is not to be written to.
    """

    __slots__ = ("_across", "_down", "_last")

    def __init__(self, down: int, across: int) -> None:
        self._down, self._across = down, across
        self._last: tuple[Part, Found] | None = None

    def found(self, part: Part, find: Find) -> Found:
        """What `find(part)` gives. It is called for what was not in the part that was asked for last."""
        last = self._last  # read once: another thread may make a picture of the same numbers
        if last is not None and last[0] == part:
            return last[1]
        common = None if last is None else _common(last[0], part)
        if last is None or common is None:
            found = find(part)
        else:
            pieces = [(common, self._cut(last[1], last[0], common))]
            pieces += [(strip, find(strip)) for strip in _around(common, part)]
            found = self._joined(part, pieces)
        self._last = part, found
        return found

    def _place(self, piece: Part, part: Part) -> Part:
        """Where a piece lies in a part, counted in blocks."""
        rows, columns = (
            slice((one.start - whole.start) // step, -(-(one.stop - whole.start) // step))
            for one, whole, step in zip(piece, part, (self._down, self._across), strict=True)
        )
        return rows, columns

    def _cut(self, found: Found, part: Part, piece: Part) -> Found:
        place = self._place(piece, part)
        return found[0][place], None if found[1] is None else found[1][place]

    def _joined(self, part: Part, pieces: list[tuple[Part, Found]]) -> Found:
        rows, columns = self._place(part, part)
        shape = rows.stop, columns.stop
        first = np.empty(shape, dtype=pieces[0][1][0].dtype)
        second: NDArray[Any] | None = None
        for piece, found in pieces:
            place = self._place(piece, part)
            first[place] = found[0]
            if found[1] is not None and found[1].any():
                second = np.zeros(shape, dtype=found[1].dtype) if second is None else second
                second[place] = found[1]
        return first, second


def _common(one: Part, other: Part) -> Part | None:
    """What two parts share; None where that is nothing."""
    rows, columns = (slice(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(one, other, strict=True))
    return (rows, columns) if rows.start < rows.stop and columns.start < columns.stop else None


def _around(hole: Part, part: Part) -> Iterator[Part]:
    """What is left of a part around a hole in it, in up to four pieces."""
    rows, columns = part
    for piece in (
        (slice(rows.start, hole[0].start), columns),
        (slice(hole[0].stop, rows.stop), columns),
        (hole[0], slice(columns.start, hole[1].start)),
        (hole[0], slice(hole[1].stop, columns.stop)),
    ):
        if all(along.start < along.stop for along in piece):
            yield piece
