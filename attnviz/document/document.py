"""What the person made: a source of scores and the options that apply to it. Frozen, saved, undoable."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core.model_shape import ModelShape
from attnviz.core.training.plan import TrainingPlan
from attnviz.document.imported_source import ImportedSource
from attnviz.document.upstream import Upstream

Floats = NDArray[np.float64]
Head = Literal["content", "previous", "distance", "mixed"]
HEADS: tuple[Head, ...] = get_args(Head)
MatrixName = Literal["Q", "K", "V", "X", "W_Q", "W_K", "W_V", "W_O"]

MAX_TOKENS = 4096
MAX_D_K = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What every source with scores obeys. Scalars only, so options compare by value."""

    divide: bool = True  # by √d_k
    temperature: float = 1.0
    causal: bool = False
    window: int | None = None  # a query sees this many keys, its own position the last
    padding: int = 0  # this many last keys are padding and may not be looked at


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MatrixSource:
    """Q (n_q, d_k), K (n_k, d_k) and V (n_k, d_v) by hand.

    `shared` says that queries and keys are the same tokens: they are then renamed, added and removed together.
    """

    tokens_q: tuple[str, ...]
    tokens_k: tuple[str, ...]
    Q: Floats
    K: Floats
    V: Floats
    value_names: tuple[str, ...] = ()  # one a column of V, or none
    shared: bool = True

    @property
    def d_k(self) -> int:
        return int(self.Q.shape[1])

    @property
    def n_q(self) -> int:
        return len(self.tokens_q)

    @property
    def n_k(self) -> int:
        return len(self.tokens_k)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SentenceSource:
    """A sentence's tokens and one of the four score functions."""

    text: str
    tokens: tuple[str, ...]
    head: Head = "mixed"
    d_k: int = 64
    decay: float = 0.35
    previous: float = 4.0
    mix: tuple[float, float, float] = (0.5, 0.3, 0.2)  # content, previous, distance; they sum to 1
    seed: int = 0

    @property
    def n_q(self) -> int:
        return len(self.tokens)

    @property
    def n_k(self) -> int:
        return len(self.tokens)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ProjectionSource:
    """Embeddings X (n, d_model) and the matrices that make Q, K and V of them.

    W_Q (d_model, n_heads · d_k), or (d_model, n_heads · (d_k + d_v)) with the output gate fused in: each head's
    columns are then its query's, followed by its gate's. W_K (d_model, n_kv_heads · d_k), W_V (d_model, n_kv_heads ·
    d_v), W_O (n_heads · d_v, d_out) or None. Edits keep all of them fitting.
    """

    tokens: tuple[str, ...]
    X: Floats
    W_Q: Floats
    W_K: Floats
    W_V: Floats
    W_O: Floats | None = None
    n_heads: int = 1
    n_kv_heads: int = 1
    gated: bool = False
    normalise: bool = False  # LayerNorm, without scale and shift, before the projections
    eps: float = 0.0  # of the LayerNorm
    dimension_names: tuple[str, ...] = ()  # one a column of X, or none
    value_names: tuple[str, ...] = ()  # one a column of each head's V, or none

    @property
    def n_q(self) -> int:
        return len(self.tokens)

    @property
    def n_k(self) -> int:
        return len(self.tokens)

    @property
    def d_model(self) -> int:
        return int(self.X.shape[1])

    @property
    def d_k(self) -> int:
        return int(self.W_K.shape[1]) // self.n_kv_heads

    @property
    def d_v(self) -> int:
        return int(self.W_V.shape[1]) // self.n_kv_heads


Source = MatrixSource | SentenceSource | ProjectionSource | ImportedSource


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, weakref_slot=True)
class Document:
    """A source, its options, and the name it is shown under."""

    source: Source
    options: Options = field(default_factory=Options)
    name: str = ""
    lesson: str | None = None  # id of the lesson it began as, whose experiments still apply
    upstream: Upstream = field(default_factory=Upstream)  # where the way back begins
    training: TrainingPlan = field(default_factory=TrainingPlan)
    shape: ModelShape | None = None  # the model whose shapes are shown; None = the source's own layer


def frozen(values: ArrayLike) -> Floats:
    """A read-only float64 copy, owned by whoever keeps it."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def resized(matrix: Floats, columns: int) -> Floats:
    """The first `columns` columns, zeros where there were none."""
    changed = np.zeros((matrix.shape[0], columns))
    kept = min(columns, matrix.shape[1])
    changed[:, :kept] = matrix[:, :kept]
    return frozen(changed)


def editable(source: Source) -> tuple[MatrixName, ...]:
    """The matrices of a source that a person types."""
    if isinstance(source, MatrixSource):
        return ("Q", "K", "V")
    if isinstance(source, ProjectionSource):
        names: tuple[MatrixName, ...] = ("X", "W_Q", "W_K", "W_V")
        return names if source.W_O is None else (*names, "W_O")
    return ()
