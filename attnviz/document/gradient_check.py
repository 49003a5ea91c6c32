"""The computed gradients held against central differences: every parameter of the document moved, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attnviz.core.attention import per_head
from attnviz.core.finite_differences import TOLERANCE, Agreement, central_differences, compare, sample
from attnviz.core.layer_norm import constant_rows
from attnviz.core.loss_forward import Forward, Parameters
from attnviz.core.losses import CrossEntropy
from attnviz.core.projection_gradient import deviations
from attnviz.core.projections import merge_heads
from attnviz.document.derive import cells
from attnviz.document.derive_gradient import content_share, result_shape
from attnviz.document.document import Document, MatrixSource, ProjectionSource, SentenceSource
from attnviz.document.gradient_trace import Array, GradientTrace

# Numbers that a check may compute, by an estimate: about a second on one core. A larger document is sampled.
MOST_WORK = 120_000_000
AT_ONCE = 1_000_000  # of them in one call: small enough for the cache, large enough to be worth a call
MOST_CELLS = 2**22  # scores of all heads together, 32 MB an array
LEAST = 4  # parameters, however large the document
SINGLE_TOLERANCE = 1e-3  # where weights are float32


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Check:
    """What the comparison found."""

    agreement: Agreement
    parameters: int  # how many there are; the agreement says how many were moved
    skipped: int  # those where LayerNorm jumps, in constant rows with eps = 0: they have no derivative
    steps: tuple[float, float]  # the smallest and the largest h
    row_sum: float  # the largest |sum of a row of ∂S|

    @property
    def sampled(self) -> bool:
        """Whether only a random part of the parameters was moved."""
        return self.agreement.moved < self.parameters - self.skipped


def check_gradient(
    document: Document,
    gradient: GradientTrace,
    *,
    most_work: int = MOST_WORK,
    before_each: Callable[[], None] = lambda: None,
) -> Check:
    """Compare `gradient`, of all heads, with central differences of the loss, computed anew in float64.

    All parameters are moved while that takes at most `most_work` numbers, else a random sample of each matrix.
    `before_each` is called before every batch; it raises to end a check that nobody wants any more.
    """
    forward = forward_of(document, gradient)
    parameters = parameters_of(document, gradient)
    steps = forward.steps(parameters)
    work = work_of_one(document)
    places = sample({name: array.size for name, array in parameters.items()}, max(most_work // (2 * work), LEAST))
    skipped = _without_jumps(document, parameters, places)

    def loss(moved: Parameters) -> Array:
        before_each()
        return forward.value(moved)

    slopes = central_differences(loss, parameters, steps, places, batch=max(1, AT_ONCE // (2 * work)))
    single = gradient.trace.weights.dtype == np.float32
    agreement = compare(
        gradient.parameters(),
        slopes,
        places,
        _noise(forward, parameters, gradient, steps),
        SINGLE_TOLERANCE if single else TOLERANCE,
    )
    return Check(
        agreement=agreement,
        parameters=sum(array.size for array in parameters.values()),
        skipped=skipped,
        steps=(min(float(h.min()) for h in steps.values()), max(float(h.max()) for h in steps.values())),
        row_sum=gradient.row_sum,
    )


def checkable(document: Document) -> bool:
    """Whether one loss fits into memory several times over: a check computes two at once."""
    return cells(document) <= MOST_CELLS


def work_of_one(document: Document) -> int:
    """About how many numbers one forward pass computes, the products counted by their sums."""
    source = document.source
    if not isinstance(source, ProjectionSource):
        d_v = result_shape(document)[1]
        return source.n_q * source.n_k * (4 + (source.d_k + d_v) // 8) + source.n_k * (source.d_k + d_v)
    scores = source.n_heads * source.n_q * source.n_k * (4 + (source.d_k + source.d_v) // 8)
    weights = sum(W.size for W in (source.W_Q, source.W_K, source.W_V, source.W_O) if W is not None)
    return scores + source.n_q * (weights // 8 + source.d_model) + weights


def work_of_check(document: Document, most_work: int = MOST_WORK) -> int:
    """About how many numbers the whole check computes: whether it may happen between two frames."""
    source = document.source
    if isinstance(source, ProjectionSource):
        matrices = [source.X, source.W_Q, source.W_K, source.W_V, source.W_O]
        count = sum(matrix.size for matrix in matrices if matrix is not None)
    elif isinstance(source, MatrixSource):
        count = source.Q.size + source.K.size + source.V.size
    else:
        vectors = source.n_q * source.d_k
        drawn = isinstance(source, SentenceSource) and source.head in ("content", "mixed")
        count = 3 * vectors if drawn else vectors + source.n_q * source.n_k
    work = work_of_one(document)
    return max(min(2 * work * count, most_work), 2 * work * LEAST)


def forward_of(document: Document, gradient: GradientTrace) -> Forward:
    """The loss as a function of the parameters."""
    source, options, trace = document.source, document.options, gradient.trace
    share = content_share(document)
    other: Array | None = None
    if share != 1 and trace.Q is not None and trace.K is not None:
        other = trace.scores - share * (trace.Q @ trace.K.T)
    return Forward(
        loss=gradient.loss,
        visible=trace.visible,
        d_k=trace.d_k,
        divide=options.divide,
        temperature=options.temperature,
        content=share,
        other_scores=other,
        n_heads=trace.n_heads,
        n_kv_heads=trace.n_kv_heads,
        gated=isinstance(source, ProjectionSource) and source.gated,
        normalise=isinstance(source, ProjectionSource) and source.normalise,
        eps=source.eps if isinstance(source, ProjectionSource) else 0.0,
    )


def parameters_of(document: Document, gradient: GradientTrace) -> Parameters:
    """What is moved: the matrices that a person typed, or those a sentence draws, in float64."""
    source, trace = document.source, gradient.trace
    found: dict[str, Array | None]
    if isinstance(source, ProjectionSource):
        found = {"X": source.X, "W_Q": source.W_Q, "W_K": source.W_K, "W_V": source.W_V, "W_O": source.W_O}
    elif trace.Q is None or trace.K is None:
        found = {"S": trace.scores, "V": trace.V}
    else:
        found = {"Q": trace.Q, "K": trace.K, "V": trace.V}
    return {name: array.astype(np.float64) for name, array in found.items() if array is not None}


def _without_jumps(document: Document, parameters: Parameters, places: dict[str, np.ndarray]) -> int:
    """Leave out the entries of X that have no derivative, and count them."""
    source = document.source
    if not isinstance(source, ProjectionSource) or not source.normalise or source.eps > 0:
        return 0
    flat = np.repeat(constant_rows(parameters["X"]), source.d_model)
    places["X"] = places["X"][~flat[places["X"]]]
    return int(flat.sum())


def _noise(forward: Forward, parameters: Parameters, gradient: GradientTrace, steps: Parameters) -> Parameters:
    """What rounding may make of a slope: that of the loss, larger where scores are large, over h."""
    trace = gradient.trace
    with np.errstate(over="ignore", invalid="ignore"):
        size = float((np.abs(gradient.dR) * _magnitude(gradient)).sum()) + abs(gradient.value)
        if isinstance(forward.loss, CrossEntropy):
            size += 1  # the sum that it is the logarithm of is at least 1, however small the loss
        scores = float(np.abs(trace.scaled[..., trace.visible]).max(initial=0.0))
        rounding = 4 * float(np.finfo(np.float64).eps) * size * (1 + scores)
        noise = {name: rounding / h for name, h in steps.items()}
    if "X" in noise and forward.normalise:
        # LayerNorm takes the mean away: what is left of a row of small spread has lost as many digits.
        X = parameters["X"]
        spread = deviations(X, forward.eps)
        lost = np.divide(np.abs(X).max(axis=-1), spread, where=spread > 0, out=np.zeros_like(spread))
        noise = {name: part * (1 + float(lost.max())) for name, part in noise.items()}
    return noise


def _magnitude(gradient: GradientTrace) -> Array:
    """R (n_q, d_out) with every product counted by its size: what rounding errors are a share of."""
    trace = gradient.trace
    assert trace.V is not None
    mixed = np.asarray(trace.weights @ per_head(np.abs(trace.V), trace.weights))  # (n_heads, n_q, d_v)
    if trace.chain is None:
        return mixed
    concat = merge_heads(mixed)
    return concat if trace.chain.W_O is None else np.asarray(concat @ np.abs(trace.chain.W_O))
