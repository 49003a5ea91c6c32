"""A stack of scores read as weights: divided, masked and put through the softmax row by row, when a head is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attnviz.core.arrays import Bools, Floats
from attnviz.core.attention import scale_scores
from attnviz.core.layers import Layer, decoded, float_type
from attnviz.core.softmax import softmax
from attnviz.core.stack import AttentionStack

See = Callable[[int, int], Bools | None]  # (first row, last row) → which keys these rows may look at, (rows, n_k)


def visible_scores(S: Floats) -> Bools | None:
    """Which scores there are: NaN and −∞ stand for keys that may not be looked at. None where all are there."""
    seen: Bools = ~np.isnan(S) & ~np.isneginf(S)
    return None if seen.all() else seen


def weighted(stack: AttentionStack, *, d_k: int, divide: bool, temperature: float, see: See) -> AttentionStack:
    """The stack whose heads are softmax(S / (√d_k · τ)) over the keys that `see` allows and that have a score."""
    return AttentionStack(
        tuple(
            None if layer is None else _Weighted(layer, d_k=d_k, divide=divide, temperature=temperature, see=see)
            for layer in stack.layers
        )
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class _Settings:
    d_k: int
    divide: bool
    temperature: float
    see: See


class _Weighted(Layer):
    def __init__(self, inner: Layer, *, d_k: int, divide: bool, temperature: float, see: See) -> None:
        self.n_heads, self.n_q, self.n_k = inner.n_heads, inner.n_q, inner.n_k
        self.stored = float_type(inner.stored).name
        self.at_once = inner.at_once
        self._inner = inner
        self._settings = _Settings(d_k=d_k, divide=divide, temperature=temperature, see=see)

    def raw(self, head: int, first: int, last: int) -> Floats:
        S = decoded(self._inner.raw(head, first, last), self._inner.stored)
        settings = self._settings
        seen = visible_scores(S)
        allowed = settings.see(first, last)
        if seen is not None and allowed is not None:
            allowed = allowed & seen
        elif seen is not None:
            allowed = seen
        plain = S if seen is None else np.where(seen, S, 0)
        with np.errstate(over="ignore", invalid="ignore"):
            scaled = scale_scores(plain, d_k=settings.d_k, divide=settings.divide, temperature=settings.temperature)
            return softmax(scaled, allowed)
