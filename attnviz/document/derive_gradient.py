"""Document and Trace → GradientTrace: the way back, computed by the core."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.core import heads
from attnviz.core.attention import weighted_values
from attnviz.core.gradient import HeadGradients, attend_backward
from attnviz.core.jacobian import passed_share
from attnviz.core.losses import Loss
from attnviz.core.projection_gradient import LayerGradients, layer_backward
from attnviz.document.derive import derive
from attnviz.document.document import Document, ProjectionSource, SentenceSource
from attnviz.document.gradient_trace import Array, GradientTrace
from attnviz.document.imported_source import ImportedSource
from attnviz.document.trace import Trace
from attnviz.document.upstream import loss_of
from attnviz.errors import InputError
from attnviz.i18n import translate

__all__ = ["GradientTrace", "derive_gradient", "result_of", "result_shape"]


def derive_gradient(document: Document, trace: Trace) -> GradientTrace:
    """∂L of every step of `document`, whose trace, of all heads or of one, is `trace`; L is its upstream's.

    Raises InputError when a gradient passes the largest number the machine can hold.
    """
    trace = whole(document, trace)
    result = result_of(trace)
    loss = loss_of(document.upstream, (result.shape[0], result.shape[1]))
    with np.errstate(over="ignore", invalid="ignore"):
        dR, value = loss.gradient(result), float(loss.value(result))
    layer = _layer(document, trace, dR)
    gradients = _plain(document, trace, dR) if layer is None else layer.heads
    found = _gathered(trace, loss, value, result, dR, gradients, layer)
    if not all(np.isfinite(array).all() for array in found.arrays().values()):
        raise InputError(
            translate(
                "gradient",
                "With these numbers a gradient passes the largest number the machine can hold (1.8·10³⁰⁸): use "
                "smaller ones.",
            )
        )
    return found


def whole(document: Document, trace: Trace) -> Trace:
    """The trace of all heads, with the vectors that a sentence draws: values always, q and k where scores need them."""
    source = document.source
    if isinstance(source, ImportedSource):
        raise no_values()
    if isinstance(source, ProjectionSource):
        return derive(document) if trace.scores.ndim == 2 else trace
    if isinstance(source, SentenceSource) and trace.V is None:
        dtype = trace.weights.dtype

        def drawn(role: str) -> Array:
            return heads.component_vectors(role, source.tokens, source.seed, source.d_k).astype(dtype, copy=False)

        V, of_content = drawn("v"), source.head in ("content", "mixed")
        Q, K = (drawn("q"), drawn("k")) if of_content else (None, None)
        return replace(trace, Q=Q, K=K, V=V, output=weighted_values(trace.weights, V))
    return trace


def result_of(trace: Trace) -> Array:
    """R (n_q, d_out), what the loss is of: Y where there is a W_O, else the heads' outputs side by side."""
    if trace.chain is not None:
        return trace.chain.concat if trace.chain.Y is None else trace.chain.Y
    assert trace.output is not None  # `whole` has seen to it
    return trace.output


def result_shape(document: Document) -> tuple[int, int]:
    """The shape of R, known without computing anything. Raises InputError where there are no values to mix."""
    source = document.source
    if isinstance(source, ImportedSource):
        raise no_values()
    if isinstance(source, ProjectionSource):
        return source.n_q, source.n_heads * source.d_v if source.W_O is None else int(source.W_O.shape[1])
    return source.n_q, source.d_k if isinstance(source, SentenceSource) else int(source.V.shape[1])


def no_values() -> InputError:
    """Why imported attention has no way back."""
    return InputError(
        translate(
            "gradient",
            "Imported attention brings no values, so there is no output to go back from: that takes Q, K and V, "
            "embeddings or a sentence.",
        )
    )


def content_share(document: Document) -> float:
    """How much of the scores is Q Kᵀ: all of it, or content's share in a sentence's mixture."""
    source = document.source
    return source.mix[0] if isinstance(source, SentenceSource) and source.head == "mixed" else 1.0


def _plain(document: Document, trace: Trace, dO: Array) -> HeadGradients:
    assert trace.V is not None
    return attend_backward(
        trace.Q,
        trace.K,
        trace.V,
        trace.weights,
        trace.visible,
        dO,
        d_k=trace.d_k,
        divide=document.options.divide,
        temperature=document.options.temperature,
        content=content_share(document),
    )


def _layer(document: Document, trace: Trace, dR: Array) -> LayerGradients | None:
    source, chain = document.source, trace.chain
    if chain is None or not isinstance(source, ProjectionSource):
        return None
    assert trace.Q is not None
    assert trace.K is not None
    assert trace.V is not None
    assert trace.output is not None
    return layer_backward(
        X=chain.X,
        u=chain.u,
        normalised=chain.normalised,
        eps=source.eps,
        W_Q=chain.W_Q,
        W_K=chain.W_K,
        W_V=chain.W_V,
        W_O=chain.W_O,
        Q=trace.Q,
        K=trace.K,
        V=trace.V,
        gate=chain.gate,
        A=trace.weights,
        O=trace.output,
        concat=chain.concat,
        visible=trace.visible,
        dR=dR,
        d_k=trace.d_k,
        divide=document.options.divide,
        temperature=document.options.temperature,
    )


def _gathered(
    trace: Trace,
    loss: Loss,
    value: float,
    result: Array,
    dR: Array,
    gradients: HeadGradients,
    layer: LayerGradients | None,
) -> GradientTrace:
    with np.errstate(over="ignore", invalid="ignore"):
        passed = passed_share(gradients.dA, gradients.dscaled)
        row_sum = float(np.abs(gradients.dS.sum(axis=-1)).max())
    return GradientTrace(
        trace=trace,
        loss=loss,
        value=value,
        result=result,
        dR=dR,
        dO=gradients.dO,
        dV=gradients.dV,
        dA=gradients.dA,
        dscaled=gradients.dscaled,
        dS=gradients.dS,
        dQ=gradients.dQ,
        dK=gradients.dK,
        layer=layer,
        passed=passed,
        row_sum=row_sum,
    )
