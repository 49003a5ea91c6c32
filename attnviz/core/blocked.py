"""The softmax of `softmax.py` for large float32 matrices, block by block. The formula is there; here is only speed.

What pays, each measured alone:
- all steps of a block of rows follow one another while it is in the cache;
- e^x as 2^(x log2 e) where that is quicker (see `exponential.py`), with log2 e multiplied into the factor that scales
  the scores anyway;
- no row's largest score is subtracted while e^x can neither overflow nor vanish: softmax does not depend on it;
- exponents are cut off before e^x becomes a number too small to be a normal float;
- sums by products with a vector of ones, which BLAS does three times as fast as a sum along rows; by np.dot, because
  `@` does not let go of the interpreter for such a product, and the other hand waits;
- the numbers for the measures are gathered from the block before it leaves the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, sqrt

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.exponential import LOG2_E, LOWEST, quicker
from attnviz.core.measures import SATURATED, Counts, Measures
from attnviz.core.patience import go_on
from attnviz.core.reduce import BlockMaxima
from attnviz.core.sight import Sight
from attnviz.core.threads import block_rows, each_block, scratch

SAFE = 20.0  # exponents below it, and sums above e^-SAFE, need no largest score subtracted
UNMEASURED = 34.0  # the same where no weight is squared for a measure; of the sums, where none is cut off besides

# Writes raw scores times a factor into out, for rows and columns first … last.
Fill = Callable[[slice, slice, float, Floats], None]


@dataclass(frozen=True, slots=True, eq=False)
class RowSums:
    """What every row leaves behind for the measures, all (n_q,) float32."""

    entropy: Floats  # bits
    jacobian: Floats
    largest: Floats  # weight
    total: Floats  # Σ of the row's exponents, factor times the scores; 0 where `soften` knew the bounds
    squares: Floats  # Σ of their squares
    high: Floats  # the largest exponent of the block the row is in; 0 where `soften` knew the bounds
    low: Floats  # the smallest


def soften(
    fill: Fill,
    A: Floats | None,
    sight: Sight,
    *,
    factor: float,
    prepare: Callable[[slice], None] | None = None,
    V: Floats | None = None,
    O: Floats | None = None,  # noqa: E741
    rows: int | None = None,
    sums: bool = True,
    bounds: tuple[float, float] | None = None,
    maxima: BlockMaxima | None = None,
) -> RowSums | None:
    """Weights of every row, written into A (n_q, n_k) float32; with V (n_k, d_v) also A V, into O (n_q, d_v).

    Without A the weights leave nothing behind but their sums and `maxima`: they never leave the cache.

    `fill` gives raw scores times a number, `factor` is 1 / (√d_k · τ). `prepare(rows)` is called before anything
    is asked of a block. `bounds`: the smallest and largest raw score where they are known; the sums over raw scores
    are then not made again. `sums`: whether to make any. `maxima` is given every block of weights. Scores must be
    finite: raises FloatingPointError otherwise, and A is then worthless.
    """
    n_q, n_k = sight.n_q, sight.n_k
    step = rows or block_rows(n_q, n_k)
    if maxima is not None:
        step = maxima.fitting(step)
    ones = np.ones((n_k, 1), dtype=np.float32)
    found = RowSums(*np.zeros((7, n_q), dtype=np.float32)) if sums else None
    known = None if bounds is None else (bounds[0] * factor, bounds[1] * factor)

    def work(block: slice) -> None:
        if prepare is not None:
            prepare(block)
        else:
            go_on()
        first, last = sight.span(block)
        weights = scratch("weights", block.stop - block.start, n_k) if A is None else A[block]
        a = weights[:, first:last]
        if last - first < n_k:
            weights[:, :first] = 0
            weights[:, last:] = 0
        if last > first:
            columns = slice(first, last)
            # Exponents are kept for the measures alone; without them a weight takes its exponent's place.
            x = a if found is None else scratch("x", block.stop - block.start, last - first)
            total = _exponentials(fill, sight, block, columns, factor, x, a, found, ones[first:last], known)
            np.multiply(a, np.float32(1) / total, out=a)
            if found is not None:
                _gather(found, block, x, a, total)
        if O is not None and V is not None:
            np.matmul(a, V[first:last], out=O[block])
        if maxima is not None:
            maxima.take(block, weights)

    with np.errstate(over="ignore", invalid="ignore"):
        each_block(n_q, step, work)
    if maxima is not None:
        maxima.finish()
    return found


def _exponentials(
    fill: Fill,
    sight: Sight,
    block: slice,
    columns: slice,
    factor: float,
    x: Floats,
    a: Floats,
    found: RowSums | None,
    ones: Floats,
    bounds: tuple[float, float] | None,
) -> Floats:
    """e^x into a, and the sum of every row (rows, 1); x keeps the exponents, less a row's largest where needed.

    The exponents are in units of `quicker`.
    """
    unit = quicker().unit
    fill(block, columns, factor * unit, x)
    low, peak = bounds or (float(x.min()) / unit, float(x.max()) / unit)
    if found is not None and bounds is None:
        found.high[block], found.low[block] = peak, low
        if sight.whole:
            np.divide(np.dot(x, ones)[:, 0], unit, out=found.total[block])
            np.divide(np.vecdot(x, x), unit * unit, out=found.squares[block])
    if not (abs(peak) < np.inf and abs(low) < np.inf):
        raise FloatingPointError("a score is not finite")
    clip = low < LOWEST
    safe = UNMEASURED if found is None else SAFE
    if peak < safe:
        total = powers(sight, block, x, a, ones, clip=clip)
        if float(total.min()) > exp(-SAFE if clip else -safe):  # what is cut off must be nothing beside it
            return total
        fill(block, columns, factor * unit, x)
    sight.hide(x, block, -np.inf)
    peaks = x.max(axis=1, keepdims=True)
    peaks[np.isneginf(peaks)] = 0  # of a row that sees nothing
    np.subtract(x, peaks, out=x)
    total = powers(sight, block, x, a, ones, clip=True)
    total[total == 0] = 1
    return total


def powers(sight: Sight, block: slice, x: Floats, a: Floats, ones: Floats, *, clip: bool) -> Floats:
    """e^x into a, 0 in hidden cells, and where `clip` also below e^LOWEST; returns the sum of every row.

    x in units of `quicker`.
    """
    way = quicker()
    if clip:
        np.maximum(x, way.lowest, out=x)
    sight.hide(x, block, float(way.lowest))
    way.power(x, out=a)
    if clip:
        np.subtract(a, way.least, out=a)
    else:
        sight.hide(a, block, 0)
    total: Floats = np.dot(a, ones)
    return total


def _gather(found: RowSums, block: slice, x: Floats, a: Floats, total: Floats) -> None:
    """Entropy, size of the Jacobian (see `measures.jacobian_norms`) and largest weight of the block's rows."""
    largest = a.max(axis=1)
    # H = -Σ a ln a, and ln a = x - ln Σe^x; in a hidden cell a is 0 and x finite.
    way = quicker()
    entropy = way.logarithm(total[:, 0]) - np.vecdot(a, x)
    found.entropy[block] = np.where(largest > 0, np.maximum(entropy, 0) * np.float32(LOG2_E / way.unit), 0)
    second = np.vecdot(a, a)
    np.multiply(a, a, out=x)
    third = np.vecdot(x, a)
    found.jacobian[block] = np.sqrt(np.maximum(second - 2 * third + second * second, 0))
    found.largest[block] = largest


def mean(A: Floats, V: Floats, O: Floats) -> None:  # noqa: E741
    """A V into O, all float32: `attention.weighted_values` on several threads."""

    def work(rows: slice) -> None:
        np.matmul(A[rows], V, out=O[rows])

    each_block(len(A), block_rows(*A.shape), work)


def forward(
    Q: Floats,
    K: Floats,
    V: Floats,
    A: Floats,
    O: Floats,  # noqa: E741
    *,
    sight: Sight | None = None,
    factor: float | None = None,
    rows: int | None = None,
) -> None:
    """`attention.attend` of one head, written into A (n_q, n_k) and O (n_q, d_v); all of them float32.

    `factor` is 1 / (√d_k · τ), with τ = 1 where it is not given. The scores are not kept. `rows` of a block.
    """
    n_q, n_k = A.shape
    keys = np.ascontiguousarray(K.T)  # a block at a time BLAS would turn it round as often as there are blocks
    scaled = np.empty_like(Q)
    factor = 1 / sqrt(Q.shape[1]) if factor is None else factor
    np.multiply(Q, np.float32(factor * quicker().unit), out=scaled)

    def fill(block: slice, columns: slice, _scale: float, out: Floats) -> None:
        np.matmul(scaled[block], keys[:, columns], out=out)

    soften(
        fill,
        A,
        sight or Sight(n_q=n_q, n_k=n_k),
        factor=factor,
        V=V,
        O=O,
        rows=rows,
        sums=False,
        bounds=_harmless(Q, K, factor),
    )


def _harmless(Q: Floats, K: Floats, factor: float) -> tuple[float, float] | None:
    most = largest_product(Q, K)
    return (-most, most) if harmless((-most, most), factor) else None


def largest_product(Q: Floats, K: Floats) -> float:
    """No |q·k| is larger: it is at most ‖q‖ ‖k‖ (Cauchy-Schwarz). Costs a look at the vectors, and none at scores."""
    return largest_of(squares(Q), squares(K))


def squares(vectors: Floats) -> Floats:
    """‖v‖² of every row, (n,)."""
    with np.errstate(over="ignore", invalid="ignore"):
        found: Floats = np.vecdot(vectors, vectors)
    return found


def largest_of(queries: Floats, keys: Floats) -> float:
    """`largest_product` of rows whose `squares` these are."""
    return float(np.sqrt(queries.max(initial=0.0)) * np.sqrt(keys.max(initial=0.0)))


def harmless(bounds: tuple[float, float], factor: float) -> bool:
    """Whether e^x neither overflows nor vanishes for any score inside these bounds: none must be looked at first."""
    return bounds[1] * factor < SAFE and bounds[0] * factor > -SAFE


def measures_of(found: RowSums, score_std: float, keys: Counts) -> Measures:
    """The measures of `measures.measure`, from what the pass gathered; `keys` as there."""
    filled = found.largest > 0
    choosing = filled & (keys > 1)
    entropy, jacobian = found.entropy[filled].astype(np.float64), found.jacobian[choosing].astype(np.float64)
    for array in (found.entropy, found.jacobian):
        array.setflags(write=False)
    return Measures(
        score_std=score_std,
        saturated=int((choosing & (found.largest > np.float32(SATURATED))).sum()),
        choosing=int(choosing.sum()),
        n_rows=int(filled.sum()),
        mean_entropy=float(entropy.mean()) if entropy.size else 0.0,
        mean_effective=float(np.exp2(entropy).mean()) if entropy.size else 0.0,
        mean_jacobian=float(jacobian.mean()) if jacobian.size else 0.0,
        entropy=found.entropy,
        jacobian=found.jacobian,
    )
