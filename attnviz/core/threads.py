"""Two hands on one matrix: blocks of rows, shared between this thread and helpers.

NumPy lets go of the interpreter inside every operation on a block, so threads really run side by side. A block
stays in the processor's cache through all steps that are done to it. BLAS should have one thread of its own
(`attnviz.cli.calm_blas`).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import count

import numpy as np

from attnviz.core.arrays import Floats

# More than two would take cores from painting, and a matrix that does not fit the cache is bound by memory.
HANDS = min(2, os.cpu_count() or 1)
# Of one float32 block. Smaller ones would stay in the second-level cache, but the hands pass the interpreter's lock to
# each other at every operation on one: at 1 MB two hands take a third longer, at 128 kB as long as one hand alone.
BLOCK_BYTES = 3 * 1024 * 1024

_kept = threading.local()


def block_rows(n_rows: int, n_k: int) -> int:
    """How many of n_rows rows of n_k float32 cells make a block: each hand has one, and BLAS many rows."""
    return min(max(BLOCK_BYTES // (4 * n_k), 16), 512, max((n_rows + HANDS - 1) // HANDS, 16))


def each_block(n_rows: int, rows: int, work: Callable[[slice], None]) -> None:
    """Call `work(slice)` for every block of `rows` rows, in any order, from several threads; return when all is done.

    Each thread takes the next block when it has finished one, so a hand that is held up delays one block only.
    The first exception is raised here, after the others have stopped.
    """
    blocks = (n_rows + rows - 1) // rows
    if HANDS == 1 or blocks == 1:
        for block in range(blocks):
            work(slice(block * rows, min((block + 1) * rows, n_rows)))
        return
    numbers = count()

    def hand() -> None:
        for block in _taken(numbers, blocks):
            work(slice(block * rows, min((block + 1) * rows, n_rows)))

    helpers = [_pool().submit(hand) for _ in range(HANDS - 1)]
    try:
        hand()
    finally:
        for _ in range(blocks):  # after an error nothing is left to take
            next(numbers)
        errors = [helper.exception() for helper in helpers]
    for error in errors:
        if error is not None:
            raise error


def scratch(name: str, rows: int, columns: int) -> Floats:
    """A float32 buffer (rows, columns) of this thread's own, with whatever it held before: nothing is allocated twice.

    The next call with the same name may return the same memory.
    """
    size = rows * columns
    buffers: dict[str, Floats] = _kept.__dict__
    if name not in buffers or buffers[name].size < size:
        buffers[name] = np.empty(size, dtype=np.float32)
    return buffers[name][:size].reshape(rows, columns)


def _taken(numbers: Iterator[int], blocks: int) -> Iterator[int]:
    """Block numbers that no other thread has taken; `next` on a counter is one step of the interpreter."""
    while (block := next(numbers)) < blocks:
        yield block


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=HANDS, thread_name_prefix="blocks")
