"""Document → Saturation: which scores the curves against d_k are drawn of.

A sentence has as many components for every word as one asks for, so its curve is computed for each d_k as setting
d_k would. Matrices have the columns they have: there the scores are drawn as if they grew from today's with √d_k, as
those of independent components do; the picture says so, and its mark cannot be dragged.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import numpy as np
from numpy.typing import NDArray

from attnviz.core import heads
from attnviz.core.arrays import Floats
from attnviz.core.masks import combine
from attnviz.core.saturation import (
    SINGLE_CELLS,
    Saturation,
    d_k_points,
    growing_scores,
    grown_scores,
    sampled_rows,
)
from attnviz.core.saturation import saturation as core_saturation
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.document import Document, ProjectionSource, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.i18n import translate

# Up to here the way back is cheap enough to be followed for the curve; a longer sentence has no gradient in it.
GRADIENT_CELLS = 1024 * 1024


def curve_key(document: Document, head: int, gradient: bool) -> Hashable:
    """Equal for documents with the same curve. Today's d_k is no part of a sentence's: dragging it computes nothing."""
    source, options = document.source, document.options
    same = (options.temperature, options.causal, options.window, options.padding)
    if gradient:
        return (source, document.upstream, options, head)
    if isinstance(source, SentenceSource):
        return (source.tokens, source.head, source.decay, source.previous, source.mix, source.seed, *same)
    return (source, head, *same)


def has_gradient(document: Document) -> bool:
    """Whether `saturation` can follow a gradient: the document must not be too large."""
    source = document.source
    if isinstance(source, ImportedSource):
        return False
    heads_ = source.n_heads if isinstance(source, ProjectionSource) else 1
    return heads_ * source.n_q * source.n_k <= GRADIENT_CELLS


def saturation(document: Document, head: int = 0, *, gradient: bool = False) -> Saturation:
    """The curves of one head; `gradient`: also what is left of today's ∂A behind the softmax, where it can be had."""
    source, options = document.source, document.options
    if isinstance(source, ImportedSource) and not derive(document).scored:
        raise InputError(
            translate("saturation", "These are imported weights without scores: there is nothing to let grow with dₖ.")
        )
    rows = sampled_rows(source.n_q, source.n_k)
    padding = np.arange(source.n_k) >= source.n_k - options.padding if options.padding else None
    visible = combine(
        source.n_q, source.n_k, causal=options.causal, window=options.window, padding=padding
    )[rows]  # fmt: skip
    if not (visible.sum(axis=-1) > 1).any():  # no row has a mean
        raise InputError(
            translate("saturation", "No query may look at two keys: without a choice there is nothing to saturate.")
        )
    if isinstance(source, SentenceSource):
        # Its curve without a gradient is kept while today's d_k is dragged, so that this is no point of it.
        scores = _sentence_scores(source, rows, _points(source.d_k) if gradient else d_k_points())
    else:
        today = derive(document).for_head(head).scores[rows]
        scores = grown_scores(today, source.d_k, _points(source.d_k))
    return core_saturation(
        scores,
        temperature=options.temperature,
        visible=None if visible.all() else visible,
        dA=_gradient(document, head, rows) if gradient and has_gradient(document) else None,
        n_q=source.n_q,
    )


def _points(today: int) -> tuple[int, ...]:
    """The points of the curve with today's d_k among them, so that what is read there was computed there."""
    return tuple(sorted({*d_k_points(), today})) if today <= heads.MAX_D_K else d_k_points()


def _gradient(document: Document, head: int, rows: NDArray[np.intp]) -> Floats:
    dA = derive_gradient(document, derive(document)).dA
    return (dA if dA.ndim == 2 else dA[head])[rows]


def _sentence_scores(
    source: SentenceSource, rows: NDArray[np.intp], points: tuple[int, ...]
) -> Iterator[tuple[int, Floats]]:
    """Raw scores of some rows, for every one of `points`."""
    dtype: heads.FloatType = np.float32 if source.n_q * source.n_k > SINGLE_CELLS else np.float64
    content, previous, distance = _shares(source)
    Q: Floats | None = None
    K: Floats | None = None
    if content:
        K = heads.component_vectors("k", source.tokens, source.seed, heads.MAX_D_K).astype(dtype, copy=False)
        asking = [source.tokens[i] for i in rows.tolist()]
        Q = heads.component_vectors("q", asking, source.seed, heads.MAX_D_K).astype(dtype, copy=False)
    placed = None
    if previous or distance or Q is None:
        offsets = np.arange(source.n_k) - rows[:, np.newaxis]  # (rows, n_k), j - i
        near = previous * source.previous * (offsets == -1)
        placed = (near - distance * source.decay * np.abs(offsets)).astype(dtype)
    return growing_scores(Q, K, points, content=content, placed=placed)


def _shares(source: SentenceSource) -> tuple[float, float, float]:
    """How much of the scores is content, previous token and distance."""
    if source.head == "mixed":
        return source.mix
    return (
        float(source.head == "content"),
        float(source.head == "previous"),
        float(source.head == "distance"),
    )
