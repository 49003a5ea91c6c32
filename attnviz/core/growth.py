"""What grows with n: score matrices with its square, the cache of keys and values and the projections with n itself.

Counted as a plain implementation does it: every score is made, masked or not, and kept at once. Whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.core.ledger import attention_rows, layer_rows, outside_rows, recurrent_rows
from attnviz.core.model_shape import LayerKind, ModelShape


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """Numbers (multiply them by the bytes of one) and multiply-adds for n tokens."""

    scores_head: int  # of one head
    scores_layer: int  # of all heads of a layer with a whole n × n matrix
    scores: int  # of all layers that have scores
    cache_token: int  # keys and values of one token, in all layers that keep every token
    cache: int  # keys and values of n tokens, in all layers
    state: int  # of the recurrent layers, whatever n is
    projections: int  # multiply-adds of every matrix that a token passes through
    attention: int  # multiply-adds of Q Kᵀ and of A V

    @property
    def work(self) -> int:
        """All multiply-adds."""
        return self.projections + self.attention


def growth(shape: ModelShape, n: int, batch: int = 1) -> Growth:
    """What `n` tokens cost, in `batch` sequences at once."""
    full, sliding, linear = shape.count("full"), shape.count("sliding"), shape.count("linear")
    seen = min(n, shape.window or n)
    head = batch * n * n
    cells = batch * n * (full * n + sliding * seen)
    pair = shape.n_kv_heads * (shape.head_dim + shape.v_dim)
    return Growth(
        scores_head=head,
        scores_layer=head * shape.n_heads,
        scores=cells * shape.n_heads,
        cache_token=full * pair,
        cache=batch * pair * (full * n + sliding * seen),
        state=batch * linear * state_numbers(shape),
        projections=projection_work(shape, n, batch),
        attention=cells * shape.n_heads * (shape.head_dim + shape.v_dim) + _recurrent_work(shape, n, batch) * linear,
    )


def state_numbers(shape: ModelShape) -> int:
    """What one recurrent layer remembers: a key_dim × value_dim matrix a head, and the convolution's last inputs."""
    r = shape.recurrence
    if r is None:
        return 0
    return r.value_heads * r.key_dim * r.value_dim + (r.kernel - 1) * (2 * r.keys + r.values)


def projection_work(shape: ModelShape, n: int, batch: int) -> int:
    """Multiply-adds of x W for every W that a token passes through; the last one too, where tokens are predicted."""
    layers: tuple[LayerKind, ...] = ("full", "sliding", "linear")
    work = sum(shape.count(kind) * sum(row.work(n, batch) for row in layer_rows(shape, kind)) for kind in layers)
    work += sum(row.work(n, batch) for row in outside_rows(shape))
    predicts = shape.causal and shape.tied and shape.vocab
    return work + (batch * n * shape.hidden * shape.vocab if predicts and shape.vocab else 0)


def attention_work(shape: ModelShape, n: int, batch: int = 1) -> tuple[int, int]:
    """Multiply-adds of Q Kᵀ, n² · n_heads · head_dim, and of A V, n² · n_heads · v_dim, in one layer."""
    cells = batch * n * n * shape.n_heads
    return cells * shape.head_dim, cells * shape.v_dim


def layer_work(shape: ModelShape, n: int, batch: int = 1) -> int:
    """Multiply-adds of the attention of one layer, its matrices included."""
    return sum(row.work(n, batch) for row in attention_rows(shape)) + sum(attention_work(shape, n, batch))


def _recurrent_work(shape: ModelShape, n: int, batch: int) -> int:
    """Of one layer: each token reads its state, writes to it, and reads it for its query."""
    r = shape.recurrence
    if r is None or not recurrent_rows(shape):
        return 0
    return batch * n * 3 * r.value_heads * r.key_dim * r.value_dim
