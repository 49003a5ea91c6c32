"""The numbers of a model from which the size of everything in it follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LayerKind = Literal["full", "sliding", "linear"]
Norm = Literal["none", "rms", "layer"]  # rms has a scale, layer has a scale and a shift


@dataclass(frozen=True, slots=True, kw_only=True)
class Experts:
    """An MLP of which each token passes through a few copies only; all of them are stored."""

    count: int
    chosen: int  # per token
    intermediate: int  # of one expert
    shared: int = 0  # intermediate size of the expert that every token passes through
    shared_gate: bool = False  # hidden → 1, how much of the shared expert is added


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """A layer without an n × n matrix: a Gated DeltaNet, whose heads keep a state of key_dim × value_dim numbers."""

    key_heads: int
    value_heads: int
    key_dim: int
    value_dim: int
    kernel: int = 4  # of the short convolution before it

    @property
    def keys(self) -> int:
        """Width of all keys."""
        return self.key_heads * self.key_dim

    @property
    def values(self) -> int:
        """Width of all values."""
        return self.value_heads * self.value_dim


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelShape:
    """A transformer by its numbers.

    `head_dim` comes from the configuration and need not be hidden / n_heads. With the output gate fused in, q_proj is
    n_heads · (head_dim + v_dim) wide, and each head's columns are its query's followed by its gate's.
    """

    name: str
    family: str = ""  # model_type of a config.json; "" is a layer of this program's own documents
    hidden: int
    n_layers: int = 1
    n_heads: int
    n_kv_heads: int
    kv_wish: int | None = None  # kv-heads there would be if they divided the query heads
    head_dim: int
    head_dim_given: bool = True  # by the configuration; else its family makes it hidden / n_heads
    v_head_dim: int | None = None  # where values are of another size than queries and keys
    projections: bool = True  # False where Q, K and V are given as they are
    gated: bool = False
    qkv_bias: bool = False
    o_bias: bool = False
    o_proj: bool = True
    qk_norm: bool = False  # a scale of head_dim numbers for queries and one for keys
    pattern: tuple[LayerKind, ...] = ("full",)  # kinds of the layers, repeated from the first
    window: int | None = None  # keys that a sliding layer sees
    recurrence: Recurrence | None = None  # of the linear layers
    causal: bool = True
    intermediate: int | None = None  # of the MLP; None where it is not known or not there
    mlp_gated: bool = False  # gate, up and down, instead of up and down
    mlp_bias: bool = False
    experts: Experts | None = None
    norm: Norm = "rms"
    norms: int = 2  # in a layer, besides those of queries and keys
    embedding_norm: bool = False
    final_norm: bool = True
    vocab: int | None = None
    tied: bool = True  # the last matrix is the token embedding
    positions: int = 0  # rows of a learned table of positions
    segments: int = 0  # rows of a learned table of sentence numbers
    pooler: bool = False
    context: int | None = None  # the longest n it was made for
    source: str = ""  # where the numbers come from

    @property
    def v_dim(self) -> int:
        """Columns of one head's values."""
        return self.head_dim if self.v_head_dim is None else self.v_head_dim

    @property
    def layer_kinds(self) -> tuple[LayerKind, ...]:
        """The kind of every layer."""
        return tuple(self.pattern[i % len(self.pattern)] for i in range(self.n_layers))

    def count(self, kind: LayerKind) -> int:
        """How many layers are of a kind."""
        whole, rest = divmod(self.n_layers, len(self.pattern))
        return whole * self.pattern.count(kind) + self.pattern[:rest].count(kind)

    @property
    def share(self) -> int:
        """Query heads that read one kv-head."""
        return self.n_heads // self.n_kv_heads
