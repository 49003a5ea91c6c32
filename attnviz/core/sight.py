"""Masks by rule instead of by cell: which columns a block of rows can see, and the few cells to hide inside them.

`masks.combine` says the same cell by cell, and is what this is tested against. A block needs only its span of
columns: everything outside is 0 without being computed, which is half the work of a causal mask.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Bools, Floats
from attnviz.core.masks import combine


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The masks of `masks.combine` that are rules; `padding` counts the last keys. Compares by value."""

    n_q: int
    n_k: int
    causal: bool = False
    window: int | None = None
    padding: int = 0

    @property
    def whole(self) -> bool:
        """Whether every query sees every key."""
        return not self.causal and self.window is None and self.padding == 0

    def visible(self) -> Bools:
        """The mask cell by cell, read-only (n_q, n_k); all True takes no memory."""
        if self.whole:
            one = np.ones((1, 1), dtype=np.bool_)
            one.setflags(write=False)
            return np.broadcast_to(one, (self.n_q, self.n_k))
        padding = np.arange(self.n_k) >= self.n_k - self.padding if self.padding else None
        visible = combine(self.n_q, self.n_k, causal=self.causal, window=self.window, padding=padding)
        visible.setflags(write=False)
        return visible

    def counts(self) -> NDArray[np.intp]:
        """How many keys every query sees, (n_q,): the sums of `visible`, without it."""
        rows = np.arange(self.n_q)
        if not (self.causal or self.window is not None):
            return np.full(self.n_q, max(0, self.n_k - self.padding))
        last = np.minimum(rows + self.n_k - self.n_q + 1, self.n_k - self.padding)
        first = 0 if self.window is None else np.maximum(rows + self.n_k - self.n_q - self.window + 1, 0)
        return np.maximum(last - first, 0)

    def span(self, rows: slice) -> tuple[int, int]:
        """The columns first … last + 1 outside which none of these rows sees anything; (0, 0) when they see nothing."""
        last = self._last_key(rows.stop - 1) + 1
        first = max(self._first_key(rows.start), 0)
        last = min(last, self.n_k - self.padding)
        return (first, last) if first < last else (0, 0)

    def hide(self, x: Floats, rows: slice, value: float) -> None:
        """Write `value` into the hidden cells of x, which is the block of these rows inside their span."""
        first, last = self.span(rows)
        i = np.arange(rows.start, rows.stop)[:, np.newaxis]
        if self.causal or self.window is not None:
            start = max(self._last_key(rows.start) + 1, first)  # up to here all rows see
            if start < last:
                corner = x[:, start - first :]
                np.copyto(corner, value, where=np.arange(start, last) > i + self.n_k - self.n_q)
        if self.window is not None:
            stop = min(max(self._first_key(rows.stop - 1), first), last)  # from here on all rows see
            if first < stop:
                corner = x[:, : stop - first]
                np.copyto(corner, value, where=np.arange(first, stop) <= i + self.n_k - self.n_q - self.window)

    def _last_key(self, row: int) -> int:
        return row + self.n_k - self.n_q if self.causal or self.window is not None else self.n_k - 1

    def _first_key(self, row: int) -> int:
        return 0 if self.window is None else row + self.n_k - self.n_q - self.window + 1
