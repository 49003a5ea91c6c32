"""Two ways to take e^x give the same numbers, and the quicker one is taken."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from time import sleep

import numpy as np
import pytest

from attnviz.core import exponential
from attnviz.core.exponential import BINARY, LOWEST, NATURAL, Exponential, quicker


@pytest.mark.parametrize("way", [NATURAL, BINARY], ids=lambda way: way.power.__name__)
def test_a_way_is_e_to_the_x(way):
    x = np.linspace(LOWEST, 43, 100_001)
    found = way.power((x * way.unit).astype(np.float32))
    # An exponent keeps 24 bits: of the largest, its last one is worth two millionths of the power.
    np.testing.assert_allclose(found, np.exp(x), rtol=4e-6)
    np.testing.assert_allclose(way.logarithm(found), x * way.unit, atol=1e-5)


@pytest.mark.parametrize("way", [NATURAL, BINARY], ids=lambda way: way.power.__name__)
def test_what_is_cut_off_is_nothing(way):
    """Alone or among many: NumPy takes numbers one by one there, and here many at a time."""
    for size in (1, 3, 64, 4096):
        cut = np.maximum(np.full(size, -1e4, dtype=np.float32), way.lowest)
        assert (way.power(cut) - way.least == 0).all()


@pytest.mark.parametrize("slow", [0, 1])
def test_the_quicker_way_is_taken(slow, monkeypatch):
    """One of them is held up by half a millisecond a time."""

    def held_up(power):
        def late(x, out=None):
            if out is not None:
                sleep(5e-4)
            return power(x, out=out)

        return late

    ways = [NATURAL, BINARY]
    ways[slow] = Exponential(ways[slow].unit, held_up(ways[slow].power), ways[slow].logarithm)
    for name, way in zip(("NATURAL", "BINARY"), ways, strict=True):
        monkeypatch.setattr(exponential, name, way)
    assert exponential._tried.__wrapped__() is ways[1 - slow]


def test_hands_that_ask_at_the_same_time_get_the_same_way(monkeypatch):
    """Or a block would have its exponents in one unit and its powers taken in the other."""
    answers = iter([NATURAL, BINARY] * 8)

    def undecided():
        sleep(0.01)
        return next(answers)

    monkeypatch.setattr(exponential, "_tried", lru_cache(maxsize=1)(undecided))
    with ThreadPoolExecutor(max_workers=8) as hands:
        assert set(hands.map(lambda _: quicker(), range(32))) == {NATURAL}


def test_one_way_serves_the_whole_process():
    assert quicker() is quicker()
    assert quicker() in (NATURAL, BINARY)
