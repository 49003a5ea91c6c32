"""Whether plain arithmetic gives this document's numbers, without the care that the compute core takes."""

from __future__ import annotations

from math import sqrt

import numpy as np

from attnviz.document.document import Document, MatrixSource, Options, ProjectionSource
from attnviz.document.trace import Array, Trace
from attnviz.errors import InputError
from attnviz.i18n import translate

LARGEST = 1e300  # a sum of products below it is finite in whatever order it is added up
SPREAD = (1e-150, 1e150)  # of a row that is normalised: its square neither vanishes nor overflows
ALIKE = 1e-6  # a row whose numbers differ by less loses too many digits when its mean is taken away


def require_within_reach(document: Document, trace: Trace) -> None:
    """Raise InputError when the script would overflow, or round too much, where attnviz does not."""
    source = document.source
    if isinstance(source, MatrixSource):
        fits = _scores_fit(source.Q, source.K, source.d_k, document.options) and _largest(source.V) < LARGEST
    elif isinstance(source, ProjectionSource):
        assert trace.chain is not None
        fits = _projections_fit(source, trace.chain.u, document.options)
        fits = fits and (not source.normalise or _rows_fit(source.X))
    else:
        fits = True  # its settings are bounded
    if not fits:
        raise InputError(
            translate(
                "code",
                "This document has numbers so large, so small or so much alike that a short script would round "
                "them away; attnviz computes them with more care than a script can show.",
            )
        )


def _largest(array: Array) -> float:
    return float(np.abs(array).max())


def _scores_fit(Q: Array, K: Array, d_k: int, options: Options) -> bool:
    with np.errstate(over="ignore"):
        bound = np.float64(_largest(Q)) * _largest(K) * d_k
        divisor = (sqrt(d_k) if options.divide else 1.0) * options.temperature
        return bool(bound < LARGEST and bound / divisor < LARGEST)


def _projections_fit(source: ProjectionSource, u: Array, options: Options) -> bool:
    """Bounds of Q and K from above, for all heads."""
    with np.errstate(over="ignore"):
        q, k, v = (np.atleast_2d(_bound(u, W)) for W in (source.W_Q, source.W_K, source.W_V))
        out = 0.0 if source.W_O is None else float(v.max()) * _largest(source.W_O) * source.W_O.shape[0]
        largest = max(float(q.max()), float(k.max()), float(v.max()), out)
    return largest < LARGEST and _scores_fit(q, k, source.d_k, options)


def _bound(u: Array, W: Array) -> Array:
    """No entry of u W, nor any sum on its way, is larger."""
    bound: Array = np.asarray(np.float64(_largest(u)) * _largest(W) * W.shape[0])
    return bound


def _rows_fit(X: Array) -> bool:
    """Whether rows that differ within differ enough, and not too much."""
    largest, smallest = X.max(axis=-1), X.min(axis=-1)
    spread = (largest - smallest)[largest > smallest]
    size = np.abs(X).max(axis=-1)[largest > smallest]
    return bool(((spread > SPREAD[0]) & (spread < SPREAD[1]) & (spread > ALIKE * size)).all())
