"""e^x of large float32 blocks, by whichever of NumPy's two ways is the quicker one in this process.

2^(x log2 e) takes three fifths of the time of e^x where NumPy does it many numbers at a time, and several times as long
where it does not. On some processors it takes twice as long in one process of four besides, by the addresses that the
system has put NumPy's code at: so nothing but a trial tells.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import log2
from threading import Lock
from time import perf_counter

import numpy as np

LOG2_E = log2(np.e)  # bits in a unit of the natural logarithm
# The processor takes up to 300 times as long over a number below 2^-126, and the measures square weights. So
# weights below e^LOWEST, 10^-19, of a row's largest are 0: a float32 sum does not feel a millionth of that.
LOWEST = -43.5
TRIAL = 1 << 14  # numbers: they stay in the cache, and take some microseconds
TRIALS = 5  # of each way in turn; the shortest counts, whatever held up the others


@dataclass(frozen=True, slots=True, eq=False)
class Exponential:
    """A way to take e^x, of exponents that are x times its `unit`."""

    unit: float
    power: np.ufunc
    logarithm: np.ufunc  # of sums of such powers, in the same unit
    lowest: np.float32 = field(init=False)  # where exponents are cut off
    least: np.float32 = field(init=False)  # what is cut off becomes this, and 0 when it is taken off

    def __post_init__(self) -> None:
        lowest = np.full(1, LOWEST * self.unit, dtype=np.float32)
        object.__setattr__(self, "lowest", lowest[0])
        object.__setattr__(self, "least", self.power(lowest)[0])


NATURAL = Exponential(1.0, np.exp, np.log)
BINARY = Exponential(LOG2_E, np.exp2, np.log2)


_deciding = Lock()


def quicker() -> Exponential:
    """The quicker way here. Tried once, in a third of a millisecond, and the same for whoever asks at the same time."""
    with _deciding:
        return _tried()


@lru_cache(maxsize=1)
def _tried() -> Exponential:
    exponents = np.linspace(-8, 8, TRIAL, dtype=np.float32)
    out = np.empty_like(exponents)
    seconds = dict.fromkeys((NATURAL, BINARY), float("inf"))
    for _ in range(TRIALS):
        for way in seconds:
            start = perf_counter()
            way.power(exponents, out=out)
            seconds[way] = min(seconds[way], perf_counter() - start)
    return min(seconds, key=seconds.__getitem__)
