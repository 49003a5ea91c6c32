"""Document → Trace: the only bridge to the compute core."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from attnviz.core import heads
from attnviz.core.attention import Attention, attend_checked, attend_scores
from attnviz.core.attention import attend as core_attend
from attnviz.core.masks import combine
from attnviz.core.measures import measure
from attnviz.document.derive_imported import cells_read, imported_trace
from attnviz.document.document import Document, MatrixSource, Options, ProjectionSource, SentenceSource, Source
from attnviz.document.imported_source import ImportedSource
from attnviz.document.large_matrices import matrix_trace
from attnviz.document.large_sentences import sentence_trace
from attnviz.document.projection_checks import attend_source
from attnviz.document.trace import Array, Chain, Later, Trace

# Above this many score cells float32 halves memory and time, and no cell shows a number any more.
FLOAT32_CELLS = 512 * 512
KEPT_CELLS = 128 * 128  # up to which the parts of a mixture are kept: half a megabyte


def derive(
    document: Document,
    *,
    previous: tuple[Document, Trace] | None = None,
    outputs: bool = False,
    exact: bool = False,
    hasty: bool = False,
) -> Trace:
    """Every step of `document`.

    `previous`: a document and its trace, of which all is taken over that did not change: the whole trace where
    source and options are the same objects, the scores where the source is, and whatever `large` knows how to
    carry on from. `exact` computes anew what such changes have let rounding into. `hasty`: for a picture of a large
    matrix that the next one will replace; what it does not show is left to be computed when asked for. `outputs`: also
    give a sentence random value vectors g("v", token) of d_k components and their mixture, which no view needs but
    a table of numbers may, and everything the plain way.
    """
    start = time.perf_counter()
    source, options = document.source, document.options
    before = previous[0] if previous is not None else None
    known = previous[1] if previous is not None else None
    same = before is not None and before.source is source
    unchanged = same and before is not None and before.options == options
    if unchanged and known is not None and not outputs and not exact and (hasty or not known.hasty):
        return known
    trace = None
    if not outputs and cells(document) > FLOAT32_CELLS:
        trace = _large(source, options, before, known, exact, hasty)
    if trace is None:
        trace = _plain(source, options, known if same else None, outputs)
    trace.took(time.perf_counter() - start)
    return trace


def _large(
    source: Source, options: Options, before: Document | None, known: Trace | None, exact: bool, hasty: bool
) -> Trace | None:
    """The fast way; None where there is none."""
    if isinstance(source, SentenceSource):
        return sentence_trace(source, options, known, exact, hasty)
    if isinstance(source, MatrixSource):
        earlier = before.source if before is not None and isinstance(before.source, MatrixSource) else None
        return matrix_trace(source, options, earlier, known, hasty)
    return None


def _plain(source: Source, options: Options, known: Trace | None, outputs: bool) -> Trace:
    """The readable way, for every size and every number."""
    if isinstance(source, MatrixSource):
        return _from_matrices(source, options)
    if isinstance(source, ProjectionSource):
        return _from_projections(source, options)
    if isinstance(source, ImportedSource):
        return imported_trace(source, options)
    return _from_sentence(source, options, known, outputs)


def cells(document: Document) -> int:
    """How many scores the document has: what decides whether computing it may happen in the GUI thread."""
    source = document.source
    if isinstance(source, ImportedSource):
        return cells_read(source)
    heads = source.n_heads if isinstance(source, ProjectionSource) else 1
    return heads * source.n_q * source.n_k


def _padding(options: Options, n_k: int) -> NDArray[np.bool_] | None:
    """True for the last `options.padding` keys."""
    if options.padding <= 0:
        return None
    return np.arange(n_k) >= n_k - options.padding


def _from_matrices(source: MatrixSource, options: Options) -> Trace:
    steps = core_attend(
        source.Q,
        source.K,
        source.V,
        divide=options.divide,
        temperature=options.temperature,
        causal=options.causal,
        window=options.window,
        padding=_padding(options, source.n_k),
    )
    return _trace(steps, source.tokens_q, source.tokens_k, source.d_k, source.Q, source.K)


def _from_projections(source: ProjectionSource, options: Options) -> Trace:
    p = attend_source(
        source,
        divide=options.divide,
        temperature=options.temperature,
        causal=options.causal,
        window=options.window,
        padding=_padding(options, source.n_k),
    )
    chain = Chain(
        X=p.X,
        u=p.u,
        normalised=p.normalised,
        constant=p.constant_rows,
        W_Q=p.W_Q,
        W_K=p.W_K,
        W_V=p.W_V,
        gate=p.gate,
        gated=p.gated_O,
        concat=p.concat,
        W_O=p.W_O,
        Y=p.Y,
    )
    trace = _trace(p.attention, source.tokens, source.tokens, source.d_k, p.Q, p.K)
    return replace(trace, chain=chain, n_heads=source.n_heads, n_kv_heads=source.n_kv_heads)


def _from_sentence(source: SentenceSource, options: Options, known: Trace | None, outputs: bool) -> Trace:
    n = source.n_q
    Q = K = V = None
    if source.head == "content" or outputs:
        Q = heads.component_vectors("q", source.tokens, source.seed, source.d_k)
        K = heads.component_vectors("k", source.tokens, source.seed, source.d_k)
    if outputs:
        V = heads.component_vectors("v", source.tokens, source.seed, source.d_k)
    padding = _padding(options, n)
    if known is not None and V is None:
        steps = attend_checked(
            S=known.scores,
            visible=combine(n, n, causal=options.causal, window=options.window, padding=padding),
            d_k=source.d_k,
            divide=options.divide,
            temperature=options.temperature,
        )
    else:
        steps = attend_scores(
            sentence_scores(source) if known is None else known.scores,
            V,
            d_k=source.d_k,
            divide=options.divide,
            temperature=options.temperature,
            causal=options.causal,
            window=options.window,
            padding=padding,
        )
    has_vectors = source.head in ("content", "mixed")
    return _trace(
        steps,
        source.tokens,
        source.tokens,
        source.d_k,
        Q if has_vectors else None,
        K if has_vectors else None,
    )


def sentence_scores(source: SentenceSource) -> Array:
    """Raw scores (n, n) of the sentence under its head."""
    if source.head != "mixed":
        return _scores_under(source.head, source)
    content, previous, distance = (_scores_under(head, source) for head in ("content", "previous", "distance"))
    scores = heads.mixed_scores(content, previous, distance, mix=source.mix)
    scores.setflags(write=False)
    return scores


def _scores_under(head: str, source: SentenceSource) -> Array:
    strength = {"previous": source.previous, "distance": source.decay}.get(head, 0.0)
    seed = source.seed if head == "content" else 0
    size = source.n_q * source.n_k
    scores_of = _kept_scores if size <= KEPT_CELLS else _scores_of
    dtype = np.float32 if size > FLOAT32_CELLS else np.float64
    return scores_of(head, source.tokens, seed, source.d_k, strength, dtype)


def _scores_of(
    head: str, tokens: tuple[str, ...], seed: int, d_k: int, strength: float, dtype: heads.FloatType
) -> Array:
    """Raw scores under one of the three heads that are not mixtures; read-only."""
    if head == "content":
        scores = heads.content_scores(tokens, seed=seed, d_k=d_k, dtype=dtype)
    elif head == "previous":
        scores = heads.previous_scores(len(tokens), d_k=d_k, strength=strength, dtype=dtype)
    else:
        scores = heads.distance_scores(len(tokens), d_k=d_k, decay=strength, dtype=dtype)
    scores.setflags(write=False)
    return scores


# While a share, λ or c of a mixture is dragged, two of its three parts stay the same.
_kept_scores = lru_cache(maxsize=3)(_scores_of)


def _trace(
    steps: Attention,
    tokens_q: tuple[str, ...],
    tokens_k: tuple[str, ...],
    d_k: int,
    Q: Array | None,
    K: Array | None,
) -> Trace:
    scores, weights = steps.scores, steps.weights
    return Trace(
        tokens_q=tokens_q,
        tokens_k=tokens_k,
        d_k=d_k,
        Q=Q,
        K=K,
        V=steps.V,
        later_scores=Later.known(scores),
        later_scaled=Later.known(steps.scaled),
        masked=not bool(steps.visible.all()),
        visible=steps.visible,
        weights=weights,
        output=steps.output,
        later_measures=Later(lambda: measure(scores, weights, steps.visible.sum(axis=-1))),
    )
