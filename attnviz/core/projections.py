"""From embeddings to attention and out of it: the matrices W around the heads.

    u = LayerNorm(X), or X itself
    Q = u W_Q    K = u W_K    V = u W_V      cut into heads, side by side
    O_h = softmax(Q_h K_gᵀ / √d_k) V_g       g = h // (n_heads / n_kv_heads)
    gated = O ⊙ σ(gate)                      where W_Q brings a gate
    Y = [O_1 | O_2 | …] W_O

Vaswani et al. 2017, arXiv 1706.03762, section 3.2.2; shared keys and values: Ainslie et al. 2023, arXiv
2305.13245; the gate: Qiu et al. 2025, arXiv 2505.06708. All W stand on the right, (inputs, outputs):
torch.nn.Linear keeps them transposed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import checks
from attnviz.core.arrays import Bools, Floats, as_floats, frozen, frozen_floats, require_finite, shape_text
from attnviz.core.attention import Attention, attend
from attnviz.core.layer_norm import constant_rows, layer_norm
from attnviz.core.masks import combine
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """The sizes of one layer of heads. Numbers only, so two of them compare equal when all sizes do."""

    n_heads: int
    n_kv_heads: int  # divides n_heads
    d_k: int  # components of a query and of a key
    d_v: int  # components of a value, of a gate and of a head's output
    gated: bool  # W_Q brings a gate beside every query


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Projected:
    """Every matrix from the embeddings to the output of the layer, read-only."""

    heads: Heads
    X: Floats  # (n, d_model)
    u: Floats  # (n, d_model), what the projections read: LayerNorm(X), or X itself
    normalised: bool
    constant_rows: Bools  # (n,), rows that LayerNorm made zeros; none of them without LayerNorm
    W_Q: Floats  # (d_model, n_heads · d_k), with a gate (d_model, n_heads · (d_k + d_v))
    W_K: Floats  # (d_model, n_kv_heads · d_k)
    W_V: Floats  # (d_model, n_kv_heads · d_v)
    W_O: Floats | None  # (n_heads · d_v, d_model)
    Q: Floats  # (n_heads, n, d_k)
    K: Floats  # (n_kv_heads, n, d_k)
    V: Floats  # (n_kv_heads, n, d_v)
    gate: Floats | None  # (n_heads, n, d_v), before σ
    attention: Attention  # of the three above: scores, weights and the rest, (n_heads, n, n)
    O: Floats  # (n_heads, n, d_v), before the gate  # noqa: E741
    gated_O: Floats | None  # (n_heads, n, d_v), O ⊙ σ(gate); None without a gate
    concat: Floats  # (n, n_heads · d_v), the heads side by side, after the gate if there is one
    Y: Floats | None  # (n, d_model); None without W_O

    def __post_init__(self) -> None:
        steps = (self.X, self.u, self.constant_rows, self.W_Q, self.W_K, self.W_V, self.W_O)
        for array in (*steps, self.Q, self.K, self.V, self.gate, self.O, self.gated_O, self.concat, self.Y):
            if array is not None:
                array.setflags(write=False)


def attend_projected(
    X: ArrayLike,
    W_Q: ArrayLike,
    W_K: ArrayLike,
    W_V: ArrayLike,
    *,
    n_heads: int = 1,
    n_kv_heads: int | None = None,
    gated: bool = False,
    W_O: ArrayLike | None = None,
    normalise: bool = False,
    eps: float = 0.0,
    divide: bool = True,
    temperature: float = 1.0,
    causal: bool = False,
    window: int | None = None,
    padding: ArrayLike | None = None,
    visible: ArrayLike | None = None,
) -> Projected:
    """Self-attention from embeddings, with every step kept.

    X (n, d_model); W_Q (d_model, n_heads · d_k), W_K (d_model, n_kv_heads · d_k), W_V (d_model,
    n_kv_heads · d_v), W_O (n_heads · d_v, d_model). `n_kv_heads` None means n_heads. With `gated`, W_Q is
    (d_model, n_heads · (d_k + d_v)) (see `split_gated`). `normalise` and `eps` are LayerNorm's; what
    follows is `attend`'s. All is computed in the widest float type that any matrix brings.

    Raises ShapeError or InputError, naming the matrices, when they do not fit or are not finite numbers.
    """
    X, W_Q, W_K, W_V, W_O = _in_one_type(X, W_Q, W_K, W_V, W_O)
    heads = fitting_heads(X, W_Q, W_K, W_V, W_O, n_heads=n_heads, n_kv_heads=n_kv_heads, gated=gated)
    n_heads, n_kv_heads = heads.n_heads, heads.n_kv_heads

    u, of = (frozen(layer_norm(X, eps)), "u") if normalise else (X, "X")  # (n, d_model)
    queries = project(u, W_Q, "W_Q", of=of)  # (n, n_heads · d_k), with a gate (n, n_heads · (d_k + d_v))
    Q, gate = split_gated(queries, n_heads, heads.d_k, heads.d_v) if gated else (split_heads(queries, n_heads), None)
    K = split_heads(project(u, W_K, "W_K", of=of), n_kv_heads)  # (n_kv_heads, n, d_k)
    V = split_heads(project(u, W_V, "W_V", of=of), n_kv_heads)  # (n_kv_heads, n, d_v)
    Q, K, V = frozen(Q), frozen(K), frozen(V)  # so that `attend` keeps these very arrays
    allowed = combine(len(X), len(X), causal=causal, window=window, padding=padding, visible=visible)
    attention = attend(Q, K, V, divide=divide, temperature=temperature, visible=allowed)
    O = attention.output  # (n_heads, n, d_v)  # noqa: E741
    assert O is not None  # V was given
    gated_O = None if gate is None else apply_gate(O, gate)  # (n_heads, n, d_v)
    concat = merge_heads(O if gated_O is None else gated_O)  # (n, n_heads · d_v)
    Y = None if W_O is None else project(concat, W_O, "W_O", of="[O_1 | O_2 | …]")  # (n, d_model)
    return Projected(
        heads=heads,
        X=X,
        u=u,
        normalised=normalise,
        constant_rows=constant_rows(X) if normalise else np.zeros(len(X), dtype=np.bool_),
        W_Q=W_Q,
        W_K=W_K,
        W_V=W_V,
        W_O=W_O,
        Q=Q,
        K=K,
        V=V,
        gate=None if gate is None else frozen(gate),
        attention=attention,
        O=O,
        gated_O=gated_O,
        concat=concat,
        Y=Y,
    )


def project(X: ArrayLike, W: ArrayLike, name: str = "W", *, of: str = "X") -> Floats:
    """X W: every row of X times the matrix.  X (n, d_in), W (d_in, d_out) → (n, d_out).

    `name` and `of` are what messages call W and X. Raises InputError when the product exceeds the largest
    float: these matrices are typed, and infinite queries have no meaning.
    """
    X, W = as_floats(of, X), as_floats(name, W)
    _require_matrix(of, X)
    _require_matrix(name, W)
    _require_a_row_per_column(of, X, name, W)
    with np.errstate(over="ignore", invalid="ignore"):
        product: Floats = X @ W
    if not np.isfinite(product).all():
        raise InputError(
            translate(
                "core", "The product of {left} and {right} holds numbers too large to compute with; make them smaller."
            ).format(left=of, right=name)
        )
    return product


def split_heads(M: Floats, n_heads: int) -> Floats:
    """Cut the columns into heads: head h gets columns h·d … (h+1)·d - 1.  (n, n_heads · d) → (n_heads, n, d)"""
    d = _columns_per_head("M", M, "n_heads", n_heads)
    return M.reshape(len(M), n_heads, d).swapaxes(0, 1)


def split_gated(M: Floats, n_heads: int, d_k: int, d_v: int) -> tuple[Floats, Floats]:
    """Cut what a W_Q with gate gives into queries and gates.

    M (n, n_heads · (d_k + d_v)) → Q (n_heads, n, d_k), gate (n_heads, n, d_v).
    Head by head, [query_0 | gate_0 | query_1 | gate_1 | …], never all queries and then all gates; so do
    Qwen3-Next and its successors (modeling_qwen3_next.py in transformers).
    """
    if M.shape[1] != n_heads * (d_k + d_v):
        raise ShapeError(
            translate(
                "core",
                "A matrix of {found} cannot be cut into {n_heads} queries of {d_k} and gates of {d_v}: "
                "that takes {expected} columns.",
            ).format(found=shape_text(M), n_heads=n_heads, d_k=d_k, d_v=d_v, expected=n_heads * (d_k + d_v))
        )
    both = split_heads(M, n_heads)  # (n_heads, n, d_k + d_v)
    return both[..., :d_k], both[..., d_k:]


def merge_heads(O: Floats) -> Floats:  # noqa: E741
    """The heads side by side, `split_heads` undone.  (n_heads, n, d_v) → (n, n_heads · d_v)"""
    n_heads, n, d_v = O.shape
    return O.swapaxes(0, 1).reshape(n, n_heads * d_v)


def kv_head(h: int, n_heads: int, n_kv_heads: int) -> int:
    """The kv-head that query head h reads, 0-based: with 4 heads and 2 kv-heads 0, 0, 1, 1."""
    return h // (n_heads // n_kv_heads)


def sigmoid(x: ArrayLike) -> Floats:
    """σ(x) = 1 / (1 + e^-x), in 0 … 1, entry by entry and for any size of x."""
    x = as_floats("x", x)
    e = np.exp(-np.abs(x))  # in 0 … 1: never too large
    # For x < 0, numerator and denominator are both multiplied by e^x.
    return np.asarray(np.where(x >= 0, x.dtype.type(1), e) / (1 + e))


def apply_gate(O: ArrayLike, gate: ArrayLike) -> Floats:  # noqa: E741
    """O ⊙ σ(gate): every component of a head's output passes by its own share.  All (n_heads, n, d_v)."""
    O, gate = as_floats("O", O), as_floats("gate", gate)  # noqa: E741
    if O.shape != gate.shape:
        raise ShapeError(
            translate("core", "O is {o_shape} and the gate is {gate_shape}: both need the same shape.").format(
                o_shape=shape_text(O), gate_shape=shape_text(gate)
            )
        )
    require_finite("O", O)
    return O * sigmoid(gate)


def fitting_heads(
    X: Floats,
    W_Q: Floats,
    W_K: Floats,
    W_V: Floats,
    W_O: Floats | None = None,
    *,
    n_heads: int = 1,
    n_kv_heads: int | None = None,
    gated: bool = False,
) -> Heads:
    """The sizes that follow from the shapes; ShapeError with a sentence for the first pair that does not fit."""
    n_heads = checks.positive_count("n_heads", n_heads)
    n_kv_heads = n_heads if n_kv_heads is None else checks.positive_count("n_kv_heads", n_kv_heads)
    if n_heads % n_kv_heads:
        raise ShapeError(
            translate(
                "core",
                "{n_heads} query heads cannot share {n_kv_heads} heads of K and V evenly: "
                "n_heads must be a multiple of n_kv_heads.",
            ).format(n_heads=n_heads, n_kv_heads=n_kv_heads)
        )
    for role, W in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)):
        _require_a_row_per_column("X", X, role, W)
    d_k = _columns_per_head("W_K", W_K, "n_kv_heads", n_kv_heads)
    d_v = _columns_per_head("W_V", W_V, "n_kv_heads", n_kv_heads)
    heads = Heads(n_heads=n_heads, n_kv_heads=n_kv_heads, d_k=d_k, d_v=d_v, gated=gated)
    if gated:
        _require_gated_queries(W_Q, W_K, W_V, heads)
    else:
        _require_queries(W_Q, W_K, heads)
    if W_O is not None:
        _require_output(W_O, W_V, heads)
    return heads


def _columns_per_head(role: str, W: Floats, count_name: str, count: int) -> int:
    if W.shape[1] % count:
        raise ShapeError(
            translate(
                "core",
                "{role} is {found} and {count_name} is {count}: the {columns} columns cannot be shared out evenly; "
                "their number must be a multiple of {count}.",
            ).format(role=role, found=shape_text(W), count_name=count_name, count=count, columns=W.shape[1])
        )
    return int(W.shape[1]) // count


def _require_queries(W_Q: Floats, W_K: Floats, heads: Heads) -> None:
    """W_Q is (d_model, n_heads · d_k), with the d_k of W_K."""
    d = _columns_per_head("W_Q", W_Q, "n_heads", heads.n_heads)
    if d != heads.d_k:
        raise ShapeError(
            translate(
                "core",
                "W_Q is {q_shape} and W_K is {k_shape}: for each head that gives a query {q_size} components and "
                "a key {k_size}; both need the same number (d_k).",
            ).format(q_shape=shape_text(W_Q), k_shape=shape_text(W_K), q_size=d, k_size=heads.d_k)
        )


def _require_gated_queries(W_Q: Floats, W_K: Floats, W_V: Floats, heads: Heads) -> None:
    """W_Q is (d_model, n_heads · (d_k + d_v)), with the d_k of W_K and the d_v of W_V."""
    expected = heads.n_heads * (heads.d_k + heads.d_v)
    if W_Q.shape[1] != expected:
        shapes = {"q_shape": shape_text(W_Q), "k_shape": shape_text(W_K), "v_shape": shape_text(W_V)}
        raise ShapeError(
            translate(
                "core",
                "W_Q is {q_shape}, W_K is {k_shape} and W_V is {v_shape}: with a gate, the columns of W_Q must be "
                "n_heads · (d_k + d_v) = {sum}.",
            ).format(**shapes, sum=f"{heads.n_heads} · ({heads.d_k} + {heads.d_v}) = {expected}")
        )


def _require_output(W_O: Floats, W_V: Floats, heads: Heads) -> None:
    """W_O is (n_heads · d_v, d_model), with the d_v of W_V."""
    expected = heads.n_heads * heads.d_v
    if W_O.shape[0] != expected:
        product = f"{heads.n_heads} · {heads.d_v} = {expected}"
        raise ShapeError(
            translate(
                "core",
                "W_O is {o_shape} and W_V is {v_shape}: W_O needs one row for each column of the heads side by side, "
                "n_heads · d_v = {product}.",
            ).format(o_shape=shape_text(W_O), v_shape=shape_text(W_V), product=product)
        )


def _require_a_row_per_column(of: str, X: Floats, name: str, W: Floats) -> None:
    if X.shape[1] != W.shape[0]:
        raise ShapeError(
            translate(
                "core", "{left} is {l_shape} and {right} is {r_shape}: {right} needs one row for each column of {left}."
            ).format(left=of, l_shape=shape_text(X), right=name, r_shape=shape_text(W))
        )


def _require_matrix(role: str, array: Floats) -> None:
    if array.ndim != 2:
        raise ShapeError(
            translate("core", "{role} must be one matrix, of rows and columns; its shape is {found}.").format(
                role=role, found=shape_text(array)
            )
        )
    checks.require_matrix(role, array)


def _in_one_type(
    X: ArrayLike, W_Q: ArrayLike, W_K: ArrayLike, W_V: ArrayLike, W_O: ArrayLike | None
) -> tuple[Floats, Floats, Floats, Floats, Floats | None]:
    """All five as finite read-only matrices of the widest float type among them."""
    given = {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O}
    floats = {role: as_floats(role, value) for role, value in given.items() if value is not None}
    dtype = np.result_type(*floats.values())
    for role, array in floats.items():
        _require_matrix(role, array)
        require_finite(role, array)
        floats[role] = frozen_floats(role, array, dtype)
    return floats["X"], floats["W_Q"], floats["W_K"], floats["W_V"], floats.get("W_O")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixProduct:
    """One kind of matrix product, (rows × inner) times (inner × columns), done `times` over."""

    name: str
    rows: int
    inner: int
    columns: int
    times: int  # 1, or once per head

    @property
    def multiply_adds(self) -> int:
        """Every one of rows · columns entries is a sum of `inner` products."""
        return self.times * self.rows * self.inner * self.columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What one layer of attention has to multiply."""

    products: tuple[MatrixProduct, ...]
    transpositions: int  # K_gᵀ, one per query head

    @property
    def matrix_products(self) -> int:
        return sum(product.times for product in self.products)

    @property
    def multiply_adds(self) -> int:
        return sum(product.multiply_adds for product in self.products)


def count_of_work(
    *, n: int, d_model: int, n_heads: int, n_kv_heads: int, d_k: int, d_v: int, with_output: bool, gated: bool = False
) -> Work:
    """The matrix products from X to the output: 3 + 2 · n_heads, and one more with W_O.

    For a single head without W_O these are five products (X W_Q, X W_K, X W_V, Q Kᵀ, A V) and one
    transposition (Kᵀ). A gate widens X W_Q; multiplying by it is no matrix product. Shared keys make X W_K
    and X W_V narrower, while Q Kᵀ and A V stay one per query head.
    """
    d_q = d_k + d_v if gated else d_k
    products = [
        MatrixProduct(name="X W_Q", rows=n, inner=d_model, columns=n_heads * d_q, times=1),
        MatrixProduct(name="X W_K", rows=n, inner=d_model, columns=n_kv_heads * d_k, times=1),
        MatrixProduct(name="X W_V", rows=n, inner=d_model, columns=n_kv_heads * d_v, times=1),
        MatrixProduct(name="Q Kᵀ", rows=n, inner=d_k, columns=n, times=n_heads),
        MatrixProduct(name="A V", rows=n, inner=n, columns=d_v, times=n_heads),
    ]
    if with_output:
        products.append(MatrixProduct(name="O W_O", rows=n, inner=n_heads * d_v, columns=d_model, times=1))
    return Work(products=tuple(products), transpositions=n_heads)
