"""Whether embeddings and projections fit each other, and stay within what the machine can hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnviz.core.projections import Projected, attend_projected
from attnviz.document.document import ProjectionSource
from attnviz.errors import InputError
from attnviz.i18n import translate


def attend_source(source: ProjectionSource, **options: Any) -> Projected:  # noqa: ANN401
    """Every step of a source; `options` are those of core's attend_projected that say how scores are treated."""
    return attend_projected(
        source.X,
        source.W_Q,
        source.W_K,
        source.W_V,
        n_heads=source.n_heads,
        n_kv_heads=source.n_kv_heads,
        gated=source.gated,
        W_O=source.W_O,
        normalise=source.normalise,
        eps=source.eps,
        **options,
    )


def checked(source: ProjectionSource) -> ProjectionSource:
    """The source itself; raises when its matrices do not fit, or numbers pass what the machine can hold.

    Masks and temperature choose among mixtures of the values: none of them may be too large for W_O.
    """
    attended = attend_source(source)
    largest = np.repeat(np.abs(attended.V).max(axis=1), source.n_heads // source.n_kv_heads, axis=0).ravel()
    with np.errstate(over="ignore"):
        most = 0.0 if source.W_O is None else largest @ np.abs(source.W_O)
    if not (np.isfinite(attended.attention.scores).all() and np.isfinite(most).all()):
        raise InputError(
            translate(
                "document",
                "With these numbers a score or an output passes the largest number the machine can hold "
                "(1.8·10³⁰⁸): use smaller ones.",
            )
        )
    return source
