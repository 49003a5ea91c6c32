"""Attention's operations in PyTorch, inside a module's forward."""

from __future__ import annotations

from attnviz.export.code.dialect import offset


class TorchDialect:
    """Matrices are the module's own: parameters, or with `linear` layers that hold the transpose."""

    array = "torch.tensor"

    def __init__(self, *, linear: bool) -> None:
        self.linear = linear

    def product(self, x: str, W: str) -> str:
        return f"self.{W}({x})" if self.linear else f"{x} @ self.{W}"

    def kept(self, name: str) -> str:
        return f"self.{name}"

    def transposed(self, x: str, *, stacked: bool) -> str:
        return f"{x}.transpose(-2, -1)" if stacked else f"{x}.T"

    def root(self, x: str) -> str:
        return f"{x}**0.5"

    def softmax(self, x: str, *, empty_rows: bool) -> str:
        return f"torch.softmax({x}, dim=-1){'.nan_to_num()' if empty_rows else ''}"

    def sigmoid(self, x: str) -> str:
        return f"torch.sigmoid({x})"

    def hidden(self, x: str) -> str:
        return f"{x}.masked_fill(~visible, -torch.inf)"

    def everything(self, n_q: str, n_k: str) -> str:
        return f"torch.ones({n_q}, {n_k}, dtype=torch.bool)"

    def band(self, n_q: str, n_k: str, *, window: bool) -> str:
        ahead = offset(n_q, n_k)
        lower = f"{self.everything(n_q, n_k)}.tril({ahead})"
        if not window:
            return lower
        return f"{lower}.triu({ahead + ' + ' if ahead else ''}1 - window)"

    def split_heads(self, x: str, count: str) -> str:
        return f"split_heads({x}, {count})"

    def repeated(self, x: str) -> str:
        return f"{x}.repeat_interleave(n_heads // n_kv_heads, dim=0)"

    def side_by_side(self, x: str) -> str:
        return f"torch.cat({x}.unbind(), dim=-1)"

    def layer_norm(self, eps: float, *, constant_rows: bool) -> tuple[tuple[str, str], ...]:
        normed = f"nn.functional.layer_norm(X, X.shape[-1:], eps={eps!r})"
        if not constant_rows:
            return (("u", normed),)
        return (
            ("constant", "X.amax(dim=-1, keepdim=True) == X.amin(dim=-1, keepdim=True)"),
            ("u", f"torch.where(constant, 0.0, {normed})"),
        )

    def positions(self, n: str) -> str:
        return f"torch.arange({n})"
