"""Two hands on one matrix: blocks of rows, shared between this thread and helpers.

NumPy lets go of the interpreter inside every operation on a block, so threads really run side by side. A block
is small enough to stay in one core's cache through all steps that are done to it; that, and not the second
core, is most of the gain. BLAS should have one thread of its own (`attnviz.cli.calm_blas`).
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
BLOCK_BYTES = 1024 * 1024  # of one float32 block: with what it is read from it stays in the second-level cache
PANEL_BYTES = 2 * 1024 * 1024  # of a block that comes from a product: BLAS wants more rows than the softmax

_kept = threading.local()


def block_rows(n_k: int, block_bytes: int = BLOCK_BYTES) -> int:
    """How many rows of n_k float32 cells make a block."""
    return min(max(block_bytes // (4 * n_k), 16), 256)


def product_rows(n_rows: int) -> int:
    """How many rows make a block that two products are made of: BLAS is fastest with many, and each hand wants one."""
    return min(max((n_rows + HANDS - 1) // HANDS, 16), 512)


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
