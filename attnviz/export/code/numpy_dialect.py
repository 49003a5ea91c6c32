"""Attention's operations in NumPy."""

from __future__ import annotations

from attnviz.export.code.dialect import constant_divisor, offset


class NumpyDialect:
    """Matrices are arrays at the top level of the script; `softmax` and others are functions defined there."""

    array = "np.array"
    linear = False

    def product(self, x: str, W: str) -> str:
        return f"{x} @ {W}"

    def kept(self, name: str) -> str:
        return name

    def transposed(self, x: str, *, stacked: bool) -> str:
        return f"{x}.swapaxes(-1, -2)" if stacked else f"{x}.T"

    def root(self, x: str) -> str:
        return f"np.sqrt({x})"

    def softmax(self, x: str, *, empty_rows: bool) -> str:
        return f"softmax({x})"  # the function itself knows of empty rows

    def sigmoid(self, x: str) -> str:
        return f"sigmoid({x})"

    def hidden(self, x: str) -> str:
        return f"np.where(visible, {x}, -np.inf)"

    def everything(self, n_q: str, n_k: str) -> str:
        return f"np.ones(({n_q}, {n_k}), dtype=bool)"

    def band(self, n_q: str, n_k: str, *, window: bool) -> str:
        ahead = offset(n_q, n_k)
        size = f"{n_q}, {n_k}, {ahead}" if ahead else n_q
        lower = f"np.tri({size}, dtype=bool)"
        if not window:
            return lower
        return f"np.triu({lower}, {ahead + ' + ' if ahead else ''}1 - window)"

    def split_heads(self, x: str, count: str) -> str:
        return f"split_heads({x}, {count})"

    def repeated(self, x: str) -> str:
        return f"np.repeat({x}, n_heads // n_kv_heads, axis=0)"

    def side_by_side(self, x: str) -> str:
        return f"np.concatenate({x}, axis=-1)"

    def layer_norm(self, eps: float, *, constant_rows: bool) -> tuple[tuple[str, str], ...]:
        lines = [
            ("centred", "X - X.mean(axis=-1, keepdims=True)"),
            ("variance", "(centred**2).mean(axis=-1, keepdims=True)"),
        ]
        if not constant_rows:
            return (*lines, ("u", f"centred / np.sqrt({constant_divisor(eps)})"))
        return (
            *lines,
            ("constant", "X.max(axis=-1, keepdims=True) == X.min(axis=-1, keepdims=True)"),
            ("u", f"np.where(constant, 0, centred) / np.sqrt(np.where(constant, 1, {constant_divisor(eps)}))"),
        )

    def positions(self, n: str) -> str:
        return f"np.arange({n})"
