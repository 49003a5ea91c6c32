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
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

# More than two would take cores from painting, and a matrix that does not fit the cache is bound by memory.
HANDS = min(2, os.cpu_count() or 1)
# Of one float32 block, to stay in the cache that cores share through all steps. Smaller ones, which would stay in a
# core's own, gain less by that than the interpreter takes for more of them, and for passing its lock from hand to hand.
BLOCK_BYTES = 2 * 1024 * 1024
# Numbers that NumPy copies at a time where it thinks it must. If two rows or more fit, it copies rows that are
# multiplied by one number each, or read from a band, together: that takes three times as long as going row by row.
BUFFER = 512


class _Kept(threading.local):
    def __init__(self) -> None:
        self.buffers: dict[tuple[str, DTypeLike], NDArray[Any]] = {}


_kept = _Kept()


def block_rows(n_rows: int, n_k: int) -> int:
    """How many of n_rows rows of n_k float32 cells make a block: BLAS has many rows, and each hand as many blocks."""
    most = min(max(BLOCK_BYTES // (4 * n_k), 16), 512)
    turns = max(-(-n_rows // (most * HANDS)), 1)
    return max(-(-n_rows // (turns * HANDS)), 16)


@contextmanager
def row_by_row() -> Iterator[None]:
    """In this thread NumPy does not copy rows of more than BUFFER numbers together before it works on them."""
    before = np.setbufsize(BUFFER)
    try:
        yield
    finally:
        np.setbufsize(before)


def each_block(n_rows: int, rows: int, work: Callable[[slice], None]) -> None:
    """Call `work(slice)` for every block of `rows` rows, in any order, from several threads; return when all is done.

    Each thread takes the next block when it has finished one, so a hand that is held up delays one block only.
    The first exception is raised here, after the others have stopped.
    """
    blocks = (n_rows + rows - 1) // rows
    numbers = count()

    def hand() -> None:
        with row_by_row():
            for block in _taken(numbers, blocks):
                work(slice(block * rows, min((block + 1) * rows, n_rows)))

    offered = [hand]

    def help_out() -> None:
        for offer in offered:
            offer()

    helpers = [_pool().submit(help_out) for _ in range(min(HANDS, blocks) - 1)]
    try:
        hand()
    finally:
        offered.clear()  # or a helper that has not begun would hold the matrices until it does
        for _ in range(blocks):  # after an error nothing is left to take
            next(numbers)
        # One that others have kept from beginning finds nothing to do any more: nobody waits for it.
        errors = [helper.exception() for helper in helpers if not helper.cancel()]
    for error in errors:
        if error is not None:
            raise error


def scratch(name: str, rows: int, columns: int, dtype: DTypeLike = np.float32) -> NDArray[Any]:
    """A buffer (rows, columns) of this thread's own, with whatever it held before: nothing is allocated twice.

    The next call with the same name and type may return the same memory.
    """
    size, key = rows * columns, (name, dtype)
    buffers: dict[tuple[str, DTypeLike], NDArray[Any]] = _kept.buffers
    if key not in buffers or buffers[key].size < size:
        buffers[key] = np.empty(size, dtype=dtype)
    return buffers[key][:size].reshape(rows, columns)


def let_go() -> None:
    """Forget the scratch memory of all threads, some megabytes each once they have worked on a large matrix.

    What is being worked with lives for as long as somebody does.
    """
    global _kept
    _kept = _Kept()


def _taken(numbers: Iterator[int], blocks: int) -> Iterator[int]:
    """Block numbers that no other thread has taken; `next` on a counter is one step of the interpreter."""
    while (block := next(numbers)) < blocks:
        yield block


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=HANDS, thread_name_prefix="blocks")
