"""Traces of long sentences in float32: their scores are a product of vectors, offsets of j - i alone, or both."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np

from attnviz.core import heads
from attnviz.core.arrays import Floats
from attnviz.core.band import Apart, band
from attnviz.core.blocked import Fill
from attnviz.core.columns import product_fill
from attnviz.document.document import MAX_D_K, Options, SentenceSource
from attnviz.document.kept import Kept, Vectors, product
from attnviz.document.large import Look, factor_of, fits, large_of, read_only, rough, sight_of, weighed, written
from attnviz.document.trace import Later, Trace


def sentence_trace(
    source: SentenceSource, options: Options, known: Trace | None, exact: bool, hasty: bool = False
) -> Trace | None:
    """The trace of a long sentence; None where float32 has no room for its scores. `hasty`: see `weighed`."""
    n, d_k = source.n_q, source.d_k
    share, offsets = _parts(source)
    factor = factor_of(options, d_k)
    most = 0.0 if offsets is None else float(np.abs(offsets).max())
    # No component of `heads` exceeds 10: a standard normal does once in 10^23.
    if not fits(most + 100.0 * d_k, factor):
        return None
    before = large_of(known)
    kept = before.kept if before is not None else Kept()
    has_vectors = source.head in ("content", "mixed")
    with kept.working():
        Q = K = prepare = None
        if has_vectors:
            Q, K = _components(kept, source)
            prepare = kept.follow((source.tokens, source.seed), Q, K, exact=exact)
        products = kept.fill() if has_vectors else None
        content = share * kept.largest if hasty and has_vectors else 0.0
        return weighed(
            known,
            kept,
            Look(
                sight=sight_of(options, n, n),
                factor=factor,
                options=options,
                d_k=d_k,
                tokens=(source.tokens, source.tokens),
                # Only there the scores are Q Kᵀ: of a mixture these are no more than a part.
                sides=(Q, K, None) if source.head == "content" else (None, None, None),
                follows=has_vectors,
                row_of=lambda query: _row(Q, K, share, offsets, query, n),
            ),
            fill=_fill(products, share, offsets, n),
            prepare=prepare,
            of=(source.tokens, source.seed, source.head, d_k, source.decay, source.previous, source.mix),
            later_scores=_later_scores(Q, K, share, offsets, n),
            offsets=None if has_vectors else offsets,
            rough=rough(content, offsets, factor) if hasty else None,
            hasty=hasty,
            apart=_apart(products, content, share, offsets, n) if hasty else None,
        )


def _parts(source: SentenceSource) -> tuple[float, Floats | None]:
    """S_ij = share · q_i·k_j + offsets[j - i + n - 1]: the two positional heads of `heads` depend on j - i alone."""
    n, root = source.n_q, sqrt(source.d_k)
    content, previous, distance = {
        "content": (1.0, 0.0, 0.0),
        "previous": (0.0, 1.0, 0.0),
        "distance": (0.0, 0.0, 1.0),
        "mixed": source.mix,
    }[source.head]
    if source.head == "content":
        return content, None
    offsets = 0.0 - distance * root * source.decay * np.abs(np.arange(1.0 - n, n))
    offsets[n - 2] += previous * root * source.previous  # j - i = -1
    return content, offsets


def _band(offsets: Floats, rows: slice, columns: slice, n: int, factor: float) -> Floats:
    """offsets[j - i + n - 1] · factor for a block: every row reads the same numbers, one place further on."""
    return band(read_only((offsets * factor).astype(np.float32)), rows, columns, n)


def _fill(products: Fill | None, share: float, offsets: Floats | None, n: int) -> Fill:
    """Scores from Q Kᵀ, if it counts, and from offsets."""

    @lru_cache(maxsize=1)
    def scaled(factor: float) -> Floats:
        assert offsets is not None
        return _band(offsets, slice(0, n), slice(0, n), n, factor)

    def fill(rows: slice, columns: slice, factor: float, out: Floats) -> None:
        if products is None:
            np.copyto(out, scaled(factor)[rows, columns])
            return
        products(rows, columns, share * factor, out)
        if offsets is not None:
            np.add(out, scaled(factor)[rows, columns], out=out)

    return fill


def _apart(products: Fill | None, content: float, share: float, offsets: Floats | None, n: int) -> Apart | None:
    return None if products is None or offsets is None else Apart(_fill(products, share, None, n), offsets, content)


def _later_scores(Q: Floats | None, K: Floats | None, share: float, offsets: Floats | None, n: int) -> Later[Floats]:
    """All scores, when they are asked for; those of the positional heads are a view that takes no memory."""
    if Q is None or K is None:
        assert offsets is not None
        return Later.known(_band(offsets, slice(0, n), slice(0, n), n, 1.0))
    queries, keys = Q, K

    def make() -> Floats:
        C = product(queries, keys)
        if offsets is None:
            return read_only(C)
        return read_only(written(_fill(product_fill(C), share, offsets, n), Kept(), n, n))

    return Later(make)


def _row(Q: Floats | None, K: Floats | None, share: float, offsets: Floats | None, query: int, n: int) -> Floats:
    row = np.zeros(n, dtype=np.float32) if Q is None or K is None else np.float32(share) * (K @ Q[query])
    return row if offsets is None else row + _band(offsets, slice(query, query + 1), slice(0, n), n, 1.0)[0]


def _components(kept: Kept, source: SentenceSource) -> tuple[Floats, Floats]:
    """Q and K, (n, d_k) float32: the first columns of all components, which are drawn once for each word."""
    subject, d_k = (source.tokens, source.seed), source.d_k
    if kept.vectors is None or kept.vectors[0] != subject:
        before, kept.vectors = kept.vectors, None
        q, k = (_drawn(role, source, before) for role in "qk")
        kept.vectors = (subject, read_only(q), read_only(k))
    return kept.vectors[1][:, :d_k], kept.vectors[2][:, :d_k]


def _drawn(role: str, source: SentenceSource, before: Vectors | None) -> Floats:
    """All components of every token; those of words that the sentence before had are its own."""
    tokens, seed = source.tokens, source.seed
    known: dict[str, Floats] = {}
    if before is not None and before[0][1] == seed:
        known = dict(zip(before[0][0], before[1] if role == "q" else before[2], strict=True))
    new = [token for token in dict.fromkeys(tokens) if token not in known]
    if new:
        drawn = heads.component_vectors(role, new, seed, MAX_D_K, np.float32)
        known |= zip(new, drawn, strict=True)
    found = np.empty((len(tokens), MAX_D_K), dtype=np.float32)
    for row, token in enumerate(tokens):
        found[row] = known[token]
    return found
