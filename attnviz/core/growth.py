"""What grows with n: score matrices with its square, the cache of keys and values and the matrices with n itself.

Counted as a plain implementation does it: every score is made, masked or not, and kept at once. Whole numbers, and all
of them for the whole batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attnviz.core.ledger import Row, attention_rows, mlp_rows, outside_rows, recurrent_rows
from attnviz.core.model_shape import ModelShape

# matrices: x W_Q, x W_K, x W_V and the last one; scores, window: Q Kᵀ and A V; recurrent: the matrices of a layer
# without scores; state: reading and writing it; pooler, head: what follows the last layer.
Step = Literal["matrices", "scores", "window", "recurrent", "state", "mlp", "pooler", "head"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Multiply-adds of one kind of step."""

    step: Step
    layer: int  # in one layer
    layers: int  # how many layers have it; 1 for what stands outside them

    @property
    def all(self) -> int:
        """In all layers."""
        return self.layer * self.layers


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """Numbers (multiply them by the bytes of one) and multiply-adds for n tokens in each sequence of a batch."""

    scores_head: int  # of one head
    scores_layer: int  # of all heads of a layer with a whole n × n matrix
    scores: int  # of all layers that have scores
    cache_token: int  # keys and values of one token a sequence, in all layers that keep every token
    cache: int  # keys and values of n tokens, in all layers
    state: int  # of the recurrent layers, whatever n is
    parts: tuple[Part, ...]

    @property
    def work(self) -> int:
        """The multiply-adds of all parts: those of what is known of the model, and no others."""
        return sum(part.all for part in self.parts)


def growth(shape: ModelShape, n: int, batch: int = 1) -> Growth:
    """What `n` tokens cost, in `batch` sequences at once."""
    full, sliding, linear = shape.count("full"), shape.count("sliding"), shape.count("linear")
    seen = min(n, shape.window or n)
    head = batch * n * n
    pair = shape.n_kv_heads * (shape.head_dim + shape.v_dim)
    return Growth(
        scores_head=head,
        scores_layer=head * shape.n_heads,
        scores=batch * n * (full * n + sliding * seen) * shape.n_heads,
        cache_token=batch * full * pair,
        cache=batch * pair * (full * n + sliding * seen),
        state=batch * linear * state_numbers(shape),
        parts=work_parts(shape, n, batch),
    )


def state_numbers(shape: ModelShape) -> int:
    """What one recurrent layer remembers: a key_dim × value_dim matrix a head, and the convolution's last inputs."""
    r = shape.recurrence
    if r is None:
        return 0
    return r.value_heads * r.key_dim * r.value_dim + (r.kernel - 1) * (2 * r.keys + r.values)


def work_parts(shape: ModelShape, n: int, batch: int = 1) -> tuple[Part, ...]:
    """Multiply-adds step by step, without steps that a model has not or whose sizes are not known."""
    full, sliding, linear = shape.count("full"), shape.count("sliding"), shape.count("linear")

    def work(rows: tuple[Row, ...]) -> int:
        return sum(row.work(n, batch) for row in rows)

    outside = outside_rows(shape)
    once = tuple(row for row in outside if row.once)
    parts = (
        Part(step="matrices", layer=work(attention_rows(shape)), layers=full + sliding),
        Part(step="scores", layer=sum(attention_work(shape, n, batch)), layers=full),
        Part(step="window", layer=sum(attention_work(shape, n, batch, shape.window)), layers=sliding),
        Part(step="recurrent", layer=work(recurrent_rows(shape)), layers=linear),
        Part(step="state", layer=_state_work(shape, n, batch), layers=linear),
        Part(step="mlp", layer=work(mlp_rows(shape)), layers=shape.n_layers),
        Part(step="pooler", layer=work(once), layers=1),
        Part(step="head", layer=work(outside) - work(once) + _tied_head_work(shape, n, batch), layers=1),
    )
    return tuple(part for part in parts if part.all)


def attention_work(shape: ModelShape, n: int, batch: int = 1, window: int | None = None) -> tuple[int, int]:
    """Multiply-adds of Q Kᵀ, n² · n_heads · head_dim, and of A V, n² · n_heads · v_dim, in one layer.

    Where only the last `window` keys are seen, n · window stands for n².
    """
    cells = batch * n * min(n, window or n) * shape.n_heads
    return cells * shape.head_dim, cells * shape.v_dim


def scores_exceed_cache(shape: ModelShape) -> int | None:
    """The least n whose scores take more numbers than its keys and values; None where no layer has scores.

    To every key that a layer keeps belong n_heads · n scores and n_kv_heads · (head_dim + v_dim) numbers of K and V.
    """
    if shape.count("linear") == shape.n_layers:
        return None
    return shape.n_kv_heads * (shape.head_dim + shape.v_dim) // shape.n_heads + 1


def _tied_head_work(shape: ModelShape, n: int, batch: int) -> int:
    """Of the token table used a second time, as the last matrix, where tokens are predicted."""
    return batch * n * shape.hidden * (shape.vocab or 0) if shape.causal and shape.tied else 0


def _state_work(shape: ModelShape, n: int, batch: int) -> int:
    """Of one layer: each token reads its state, writes to it, and reads it for its query."""
    r = shape.recurrence
    return 0 if r is None else batch * n * 3 * r.value_heads * r.key_dim * r.value_dim
