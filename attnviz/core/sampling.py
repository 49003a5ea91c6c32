"""A sample of a stack in numbers: sums, extremes and where the mass lies, from which `diagnosis` concludes.

A head of at most SAMPLE_CELLS is read whole; of larger ones BANDS bands of rows. At most SAMPLE_CELLS cells are read
in all, spread over heads at even distances, though always the first and the last head.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.patience import part_of, tell
from attnviz.core.stack import AttentionStack

SAMPLE_CELLS = 1 << 24
MOST_HEADS = 64
BANDS = 16

Numbers: TypeAlias = NDArray[np.float64]


@dataclass(slots=True, eq=False)
class HeadSample:
    """What was seen of one head; arrays are of the rows looked at, or of all keys (n_k,)."""

    layer: int
    head: int
    rows: NDArray[np.int64]  # which rows
    sums: Numbers  # of each row, NaN left out; may be infinite
    squares: Numbers  # of each row, Σ of the squares; may be infinite
    lowest: Numbers
    highest: Numbers
    nans: NDArray[np.int64]  # cells of each row that are NaN
    above: Numbers  # of each row, the mass beyond its own place
    zeros: NDArray[np.int64]  # cells of each row that are exactly 0, up to its own place
    places: NDArray[np.int64]  # how many cells those are
    infinite: int  # cells that are +∞
    minus_infinite: int
    columns: Numbers  # Σ over the rows looked at
    reached: NDArray[np.bool_]  # keys to which anything but 0 goes, rows of NaN alone left out


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Some heads of a stack, or all of it."""

    heads: tuple[HeadSample, ...]
    of: int  # heads there are
    whole_heads: bool  # whether every row of them was read
    step: int  # 10^-step is what all numbers are multiples of, 2 to 6; 0 if there is no such step
    bytes: bool  # all numbers are multiples of 1/255, as whole bytes divided by 255 are

    @property
    def complete(self) -> bool:
        """Whether every number of the stack was looked at."""
        return self.whole_heads and len(self.heads) == self.of

    def joined(self, name: str) -> Numbers:
        """One of the rows' arrays, of all heads in a row."""
        return np.concatenate([getattr(head, name) for head in self.heads])


def take_sample(stack: AttentionStack) -> Sample:
    """The sample of a stack that the head of this file describes."""
    places = list(stack.places())
    cells = stack.n_q * stack.n_k
    whole = cells <= SAMPLE_CELLS
    count = max(2, min(MOST_HEADS, SAMPLE_CELLS // cells)) if whole else 2
    if count < len(places):
        chosen = np.unique(np.linspace(0, len(places) - 1, count).round().astype(int))
        places_read = [places[index] for index in chosen]
    else:
        places_read = places
    rounding = _Rounding()
    heads = []
    for index, (layer, head) in enumerate(places_read):
        with part_of(index, len(places_read)):
            heads.append(_read(stack, layer, head, whole, rounding))
    return Sample(tuple(heads), len(places), whole, rounding.step, rounding.bytes)


class _Rounding:
    """Whether all numbers seen are multiples of 10^-2 … 10^-6, and of the coarsest of these; or of 1/255."""

    def __init__(self) -> None:
        self.step = 2
        self.bytes = True

    @property
    def wanted(self) -> bool:
        return bool(self.step or self.bytes)

    def look(self, values: Numbers) -> None:
        values = values[np.isfinite(values)]
        self.bytes = self.bytes and _are_whole(values, 255.0)
        while 0 < self.step <= 6:
            if _are_whole(values, 10.0**self.step):
                return
            self.step = self.step + 1 if self.step < 6 else 0


def _are_whole(values: Numbers, parts: float) -> bool:
    """Whether each is a multiple of 1/parts, as nearly as float32 can say."""
    with np.errstate(over="ignore", invalid="ignore"):
        scaled = values * parts
        return bool((np.abs(scaled - np.rint(scaled)) <= 2e-7 * np.abs(scaled) + 1e-9).all())


def _read(stack: AttentionStack, layer: int, head: int, whole: bool, rounding: _Rounding) -> HeadSample:
    parts = []
    for first, rows in _bands(stack, layer, head, whole):
        tell(first / stack.n_q)
        with np.errstate(invalid="ignore"):  # a NaN that signals
            values = rows.astype(np.float64)
        nan = np.isnan(values)
        values[nan] = 0
        parts.append(_band(values, nan, first, stack.n_q, layer, head))
        if rounding.wanted:
            # A few thousand of the numbers tell.
            rounding.look(values.ravel()[:: max(1, values.size // 4096)])
    by_row = ("rows", "sums", "squares", "lowest", "highest", "nans", "above", "zeros", "places")
    return HeadSample(
        layer=layer,
        head=head,
        infinite=sum(part.infinite for part in parts),
        minus_infinite=sum(part.minus_infinite for part in parts),
        columns=np.sum([part.columns for part in parts], axis=0),
        reached=np.any([part.reached for part in parts], axis=0),
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in by_row},
    )


def _bands(stack: AttentionStack, layer: int, head: int, whole: bool) -> Iterator[tuple[int, Floats]]:
    if whole:
        yield from stack.bands(layer, head)
        return
    height = max(1, SAMPLE_CELLS // (2 * BANDS * stack.n_k))
    for first in np.linspace(0, max(0, stack.n_q - height), min(BANDS, stack.n_q)).astype(int):
        yield int(first), stack.rows(layer, head, int(first), min(int(first) + height, stack.n_q))


def _band(values: Numbers, nan: NDArray[np.bool_], first: int, n_q: int, layer: int, head: int) -> HeadSample:
    """Some rows in numbers: `values` (rows, n_k) float64 with 0 where `nan` holds; `first` is the first row's index."""
    n_k = values.shape[1]
    index = np.arange(first, first + len(values))
    high, low = values == np.inf, values == -np.inf
    places = np.clip(index + 1 + n_k - n_q, 0, n_k)
    later = np.arange(n_k) >= places[:, None]  # beyond the diagonal that ends at the bottom right
    with np.errstate(over="ignore", invalid="ignore"):
        return HeadSample(
            layer=layer,
            head=head,
            rows=index,
            sums=values.sum(axis=1),
            squares=np.einsum("ij,ij->i", values, values),
            lowest=values.min(axis=1),
            highest=values.max(axis=1),
            nans=nan.sum(axis=1),
            above=np.where(later, values, 0).sum(axis=1),
            zeros=((values == 0) & ~nan & ~later).sum(axis=1),
            places=places,
            infinite=int(high.sum()),
            minus_infinite=int(low.sum()),
            columns=values.sum(axis=0),
            reached=(values != 0).any(axis=0) | nan[~nan.all(axis=1)].any(axis=0),
        )
