"""Blocks shared between hands: each is done once, errors come back, and nobody waits for a hand that never began."""

from __future__ import annotations

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.threads import each_block


@given(st.integers(1, 200), st.integers(1, 64))
def test_every_row_is_done_once(n_rows, rows):
    done = []
    each_block(n_rows, rows, lambda part: done.extend(range(part.start, part.stop)))
    assert sorted(done) == list(range(n_rows))


@pytest.mark.parametrize("at", [0, 3, 9])
def test_an_error_in_a_block_is_raised_here(at):
    def work(part: slice) -> None:
        if part.start == at:
            raise FloatingPointError("this block")

    with pytest.raises(FloatingPointError, match="this block"):
        each_block(10, 1, work)


def test_who_needs_little_does_not_wait_for_others_to_end():
    """As a window that paints while a worker computes: all helpers are taken, and it does its blocks alone."""
    go_on = threading.Event()
    busy = threading.Semaphore(0)

    def long(_part: slice) -> None:
        busy.release()
        go_on.wait(20)

    others = [threading.Thread(target=each_block, args=(4, 1, long)) for _ in range(3)]
    for other in others:
        other.start()
    for _ in range(len(others) + 1):  # each thread itself, and a helper at least
        assert busy.acquire(timeout=10)
    time.sleep(0.05)
    done: list[int] = []
    alone = threading.Thread(target=each_block, args=(4, 1, lambda part: done.append(part.start)))
    alone.start()
    alone.join(10)
    ended = not alone.is_alive()
    go_on.set()
    for thread in (*others, alone):
        thread.join()
    assert ended
    assert sorted(done) == [0, 1, 2, 3]
