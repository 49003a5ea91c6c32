"""The same operations as NumPy and as PyTorch writes them. Expressions in, expressions out."""

from __future__ import annotations

from typing import Protocol


class Dialect(Protocol):
    """What the steps of attention are written in. `x` and the like are expressions of the script."""

    array: str  # what makes an array of nested lists
    linear: bool  # whether a projection is a layer rather than a matrix

    def product(self, x: str, W: str) -> str:
        """X W, with the matrix where this script keeps it."""

    def kept(self, name: str) -> str:
        """A matrix or number that the script was given, where this script keeps it."""

    def transposed(self, x: str, *, stacked: bool) -> str:
        """The last two axes exchanged."""

    def root(self, x: str) -> str: ...

    def softmax(self, x: str, *, empty_rows: bool) -> str:
        """Rows to shares of 1; `empty_rows`: some hold −∞ alone and become zeros."""

    def sigmoid(self, x: str) -> str: ...

    def hidden(self, x: str) -> str:
        """x, and −∞ where `visible` is False."""

    def everything(self, n_q: str, n_k: str) -> str:
        """A mask that hides nothing."""

    def band(self, n_q: str, n_k: str, *, window: bool) -> str:
        """The causal mask, aligned at the bottom right; with `window` only the last `window` keys of it."""

    def split_heads(self, x: str, count: str) -> str: ...

    def repeated(self, x: str) -> str:
        """Keys or values once for each query head that reads them."""

    def side_by_side(self, x: str) -> str: ...

    def layer_norm(self, eps: float, *, constant_rows: bool) -> tuple[tuple[str, str], ...]:
        """Statements that make u of X, each as (name, expression)."""

    def positions(self, n: str) -> str: ...


def offset(n_q: str, n_k: str) -> str:
    """How far the queries' positions are ahead of their row numbers; empty where there are as many keys."""
    return "" if n_q == n_k else f"{n_k} - {n_q}"


def constant_divisor(eps: float) -> str:
    """What LayerNorm divides by, after the variance is known."""
    return f"variance + {eps!r}" if eps else "variance"
