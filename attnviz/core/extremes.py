"""What a picture of scores needs, from one look at each: blocks as their score of largest size, and ends of rows.

Scores that are multiplied by one positive number keep their order: a picture of scaled scores is that of the raw ones,
multiplied. So while a temperature moves nothing is looked at again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.blocked import Fill
from attnviz.core.cell_sample import CellSample
from attnviz.core.reduce import furthest
from attnviz.core.sight import Sight
from attnviz.core.threads import block_rows, each_block, scratch


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is asked of the scores. Cells that `sight` hides count as 0."""

    sight: Sight
    blocks: tuple[int, int]  # rows and columns of each
    left_out: int | None = None  # the key that does not count in the ends of rows
    sample: bool = False
    window: slice | None = None  # rows that are wanted as they are, hidden cells too


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Extremes:
    """What was found."""

    look: Look
    values: Floats  # (⌈n_q / rows⌉, ⌈n_k / columns⌉), of every block the score of largest size
    sizes: Floats  # (n_q,), the largest size in every row
    sample: CellSample | None
    window: Floats | None  # (rows, n_k)


def find_extremes(fill: Fill, look: Look, prepare: Callable[[slice], None] | None = None) -> Extremes:
    """Look at every score once. `prepare` is called with every block of rows before anything is asked of it."""
    sight, (rows, columns) = look.sight, look.blocks
    n_q, n_k = sight.n_q, sight.n_k
    found = Extremes(
        look=look,
        values=np.empty((-(-n_q // rows), -(-n_k // columns)), dtype=np.float32),
        sizes=np.empty(n_q, dtype=np.float32),
        sample=CellSample((n_q, n_k)) if look.sample else None,
        window=None if look.window is None else np.empty((look.window.stop - look.window.start, n_k), np.float32),
    )

    def work(block: slice) -> None:
        if prepare is not None:
            prepare(block)
        x = scratch("weights", block.stop - block.start, n_k)
        fill(block, slice(0, n_k), 1.0, x)
        if found.sample is not None:
            found.sample.take(block, x)
        if found.window is not None and look.window is not None:
            _copy_part(x, block, found.window, look.window)
        first, last = sight.span(block)
        x[:, :first], x[:, last:] = 0, 0
        sight.hide(x[:, first:last], block, 0)
        furthest(x, rows, columns, found.values[block.start // rows : -(-block.stop // rows)])
        if look.left_out is not None:
            x[:, look.left_out] = 0
        np.maximum(x.max(axis=1), -x.min(axis=1), out=found.sizes[block])

    each_block(n_q, max(block_rows(n_q, n_k) // rows, 1) * rows, work)
    return found


def _copy_part(x: Floats, block: slice, out: Floats, rows: slice) -> None:
    """What of a block of rows is among the rows of `out`."""
    first, last = max(block.start, rows.start), min(block.stop, rows.stop)
    if first < last:
        out[first - rows.start : last - rows.start] = x[first - block.start : last - block.start]
