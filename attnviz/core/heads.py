"""Four heads that need no training: their raw scores S, before any scaling.

    content         q_i · k_j, with vectors that depend on the word alone
    previous token  √d_k · c   where j = i - 1, else 0
    distance decay  -√d_k · λ · |i - j|
    mixed           a weighted mean of the three matrices of scores (not of their weights)

√d_k in the two positional heads gives them the growth that a dot product of unit-variance components has:
switching off the division by √d_k then saturates every head alike.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats, as_floats, shape_text
from attnviz.core.checks import non_negative, positive_count
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate

MAX_D_K = 512
MOST_TOGETHER = 128  # tokens up to which the vectors of a whole sentence are kept
MOST_WORDS = 1024  # whose vectors are kept one by one, 4 KB each; who asks for more at once keeps them himself

FloatType: TypeAlias = type[np.float32] | type[np.float64]


def component_vectors(
    role: str, tokens: Sequence[str], seed: int, d: int, dtype: FloatType = np.float64
) -> NDArray[np.floating[Any]]:
    """g(role, token) for every token: independent standard normal components, (n, d), drawn in float64; read-only.

    The same word gets the same vector wherever it stands; raising d appends components and keeps the
    earlier ones. `role` is "q", "k" or "v". Raises InputError for d outside 1 … MAX_D_K or no tokens.
    """
    d = _checked_d_k(d)
    positive_count("n", len(tokens))
    vectors: NDArray[np.floating[Any]]
    if len(tokens) <= MOST_TOGETHER:
        vectors = _together(int(seed), role, tuple(tokens))[:, :d].astype(dtype, copy=False)
    else:
        vectors = _stacked(int(seed), role, tokens, d, dtype)
    vectors.setflags(write=False)
    return vectors


# While a hand drags d_k or the mixture, the words stay: to look each of them up again would take as long as all that
# follows. Four roles and seeds of the longest of such sentences are 2 MB.
@lru_cache(maxsize=4)
def _together(seed: int, role: str, tokens: tuple[str, ...]) -> NDArray[np.float64]:
    """All components of all tokens, (n, MAX_D_K), read-only."""
    stacked = _stacked(seed, role, tokens, MAX_D_K, np.float64).astype(np.float64, copy=False)
    stacked.setflags(write=False)
    return stacked


def _stacked(seed: int, role: str, tokens: Sequence[str], d: int, dtype: FloatType) -> NDArray[np.floating[Any]]:
    row_of = {token: row for row, token in enumerate(dict.fromkeys(tokens))}
    draw = _components if len(row_of) <= MOST_WORDS // 2 else _drawn
    distinct = np.empty((len(row_of), d), dtype=dtype)
    for token, row in row_of.items():
        distinct[row] = draw(seed, role, token)[:d]
    if len(row_of) == len(tokens):
        return distinct
    return distinct[[row_of[token] for token in tokens]]


def _drawn(seed: int, role: str, token: str) -> NDArray[np.float64]:
    """All MAX_D_K components of one word, read-only. JSON keeps (seed, role, token) apart beyond doubt."""
    digest = sha256(json.dumps([seed, role, token]).encode("ascii")).digest()
    generator = np.random.Generator(np.random.PCG64(int.from_bytes(digest, "big")))
    components = generator.standard_normal(MAX_D_K)
    components.setflags(write=False)
    return components


_components = lru_cache(maxsize=MOST_WORDS)(_drawn)


def content_scores(tokens: Sequence[str], *, seed: int, d_k: int, dtype: FloatType = np.float64) -> Floats:
    """S_ij = q_i · k_j with q_i = g("q", t_i), k_j = g("k", t_j), the first d_k components.  (n, n)

    Equal words have equal rows and equal columns. The standard deviation of the entries grows as √d_k.
    """
    Q = component_vectors("q", tokens, seed, d_k, dtype)  # (n, d_k)
    K = component_vectors("k", tokens, seed, d_k, dtype)  # (n, d_k)
    scores: Floats = Q @ K.T  # drawn here: nothing that `dot_scores` checks can be amiss
    return scores


def previous_scores(n: int, *, d_k: int, strength: float = 4.0, dtype: FloatType = np.float64) -> Floats:
    """S_ij = √d_k · strength where j = i - 1, else 0.  (n, n); strength >= 0.

    The first token has no previous one: its row is flat.
    """
    S = np.zeros((positive_count("n", n), n), dtype=dtype)
    i = np.arange(1, n)
    S[i, i - 1] = sqrt(_checked_d_k(d_k)) * non_negative(translate("core", "The strength"), strength)
    return S


def distance_scores(n: int, *, d_k: int, decay: float = 0.35, dtype: FloatType = np.float64) -> Floats:
    """S_ij = -√d_k · decay · |i - j|.  (n, n); decay >= 0, per token of distance."""
    slope = sqrt(_checked_d_k(d_k)) * non_negative(translate("core", "The decay"), decay)
    offsets = np.abs(np.arange(1 - positive_count("n", n), n))  # |j - i| for j - i = 1-n … n-1
    by_offset = (0.0 - slope * offsets).astype(dtype)  # 0.0 - …, so that the diagonal is 0 and not -0
    # Row i needs the n numbers that start at offset -i: slide a window over them, last row first.
    return np.lib.stride_tricks.sliding_window_view(by_offset, n)[::-1].copy()


def mixed_scores(
    content: Floats,
    previous: Floats,
    distance: Floats,
    mix: tuple[float, float, float] = (0.5, 0.3, 0.2),
) -> Floats:
    """w_c · content + w_p · previous + w_d · distance.  All (n, n); `mix` is (w_c, w_p, w_d).

    Raises InputError for a negative weight or a sum other than 1 (by more than 1e-6), ShapeError for sizes
    that differ.
    """
    content, previous, distance = (as_floats("S", scores) for scores in (content, previous, distance))
    if not content.shape == previous.shape == distance.shape:
        raise ShapeError(
            translate(
                "core",
                "The scores to mix are {content}, {previous} and {distance}; all three need the same shape.",
            ).format(content=shape_text(content), previous=shape_text(previous), distance=shape_text(distance))
        )
    w_c, w_p, w_d = checked_mix(mix)
    mixed: Floats = w_c * content + w_p * previous + w_d * distance
    return mixed


def checked_mix(mix: Sequence[float]) -> tuple[float, float, float]:
    """The three weights of the mixture: each at least 0, their sum 1 within 1e-6."""
    if len(mix) != 3:
        raise InputError(
            translate("core", "The mixture needs three weights; {found} were given.").format(found=len(mix))
        )
    name = translate("core", "Each weight of the mixture")
    w_c, w_p, w_d = (non_negative(name, weight) for weight in mix)
    if abs(w_c + w_p + w_d - 1) > 1e-6:
        raise InputError(
            translate("core", "The weights of the mixture must add up to 1; they add up to {found}.").format(
                found=f"{w_c + w_p + w_d:.6g}"
            )
        )
    return w_c, w_p, w_d


def _checked_d_k(d_k: int) -> int:
    d_k = positive_count("d_k", d_k)
    if d_k > MAX_D_K:
        raise InputError(translate("core", "d_k goes from 1 to {most}; it is {found}.").format(most=MAX_D_K, found=d_k))
    return d_k
