"""What is odd about imported attention, and what may be done about it; sentences are made elsewhere.

Concluded from a sample (see `sampling`), so that a file of many gigabytes is judged at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.core import remedies
from attnviz.core.remedies import Crop, Remedy
from attnviz.core.sampling import Sample, take_sample
from attnviz.core.stack import AttentionStack

Kind = Literal[
    "scores",  # not weights: some are negative, or above 1, and rows sum to anything
    "negative",  # rows sum to 1 although some weights are negative
    "negative-rows",  # `count` rows have a negative number, the lowest in the row `place`; the others are weights
    "dropout",  # kept weights are 1/(1-p) times too large: `amount` is p, `high` the largest sum there is
    "percent",  # rows sum to 100
    "bytes",  # whole numbers up to 255
    "scaled",  # every row sums to `amount`
    "odd-rows",  # `count` rows sum to something else, the farthest of them to `amount`; the others to 1
    "sums",  # rows sum to anything between `low` and `high`
    "transposed",  # columns sum to 1, not rows
    "rounded",  # numbers of `amount` decimals, or parts of `of` where that is not 0: rows sum to 1 only about
    "all-zero",  # every number is 0
    "empty-rows",  # `count` rows sum to 0, the others to 1
    "nan-rows",  # `count` rows are NaN throughout: no key was allowed
    "nan-cells",  # `count` NaN beside numbers in a row
    "infinite",  # `count` numbers are infinite
    "future",  # mass above the diagonal of a model that is otherwise causal: `amount`, a share
    "padding",  # `count` keys at the start or the end that no query looks at
    "batch",  # the first axis looks like samples of a batch, not like layers or heads
    "not-returned",  # `count` layers are missing
]

SUM_TOLERANCE = {"float16": 2e-3, "bfloat16": 1e-2}  # of a row's sum; elsewhere:
EXACT_TOLERANCE = 1e-4
LARGEST_DROPOUT = 0.6
LEAST_SPREAD = 0.5  # of the standard deviation that dropout gives the sums of rows
LARGEST_SCALE = 1e5  # what all rows may sum to and still be weights times something
SLIGHT = 0.05  # share of mass above the diagonal up to which a model is taken to be meant as causal
NOTICED = 1e-6
FEW = 0.25  # share of rows that may be wrong among others that are weights


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is odd. `of` is what `count` counts among; `factor` belongs to the remedy "rescale"."""

    kind: Kind
    remedy: Remedy | None = None
    amount: float = 0.0
    low: float = 0.0
    high: float = 0.0
    count: int = 0
    of: int = 0
    factor: float = 1.0
    crop: Crop | None = None
    place: tuple[int, int, int] | None = None  # layer, head and query that are meant, all 0-based


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis:
    """Findings, the weightiest first, and how much of the stack was looked at."""

    findings: tuple[Finding, ...]
    heads: int  # looked at
    of: int  # there are
    complete: bool  # every number was looked at

    def get(self, kind: Kind) -> Finding | None:
        """The finding of this kind, if there is one."""
        return next((finding for finding in self.findings if finding.kind == kind), None)


def diagnose(stack: AttentionStack, *, causal: bool | None = None) -> Diagnosis:
    """Look at a sample of the stack. `causal` is what is known of the model; None: to be judged by the numbers."""
    sample = take_sample(stack)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # numbers may be of any size, or none
        findings = _concluded(stack, sample, causal)
    missing = sum(layer is None for layer in stack.layers)
    if missing:
        findings.append(Finding("not-returned", count=missing, of=stack.n_layers))
    return Diagnosis(tuple(findings), len(sample.heads), sample.of, sample.complete)


def _concluded(stack: AttentionStack, sample: Sample, causal: bool | None) -> list[Finding]:
    tolerance = SUM_TOLERANCE.get(stack.some.precision, EXACT_TOLERANCE)
    findings = list(_values(stack, sample, tolerance))
    findings += _cells(sample, masked=any(finding.kind == "scores" for finding in findings))
    kinds = {finding.kind for finding in findings}
    if not kinds & {"scores", "all-zero", "transposed"}:
        findings += _future(stack, sample, causal)
        if "rounded" not in kinds:  # otherwise a 0 may be a small weight
            findings += _unreached(stack, sample)
    return findings


def remedied(stack: AttentionStack, finding: Finding) -> AttentionStack:
    """The stack with the finding's remedy; the same stack where there is none.

    After "transpose" the labels of queries and keys change places; "crop" leaves those of `finding.crop`.
    """
    if finding.remedy == "rescale":
        return remedies.rescaled(stack, finding.factor)
    if finding.remedy == "crop" and finding.crop is not None:
        return remedies.cropped(stack, finding.crop)
    simple = {
        "softmax": remedies.softmaxed,
        "transpose": remedies.transposed,
        "normalise": remedies.normalised,
        "mask-future": remedies.without_future,
        "clear": remedies.finite_only,
        "first-batch": remedies.first_of_batch,
    }
    return simple[finding.remedy](stack) if finding.remedy in simple else stack


def _values(stack: AttentionStack, sample: Sample, tolerance: float) -> Iterator[Finding]:
    """At most one finding on what the numbers are: weights, or something else."""
    nans = sample.joined("nans")
    rows = nans < stack.n_k  # a row of NaN alone says nothing
    sums, low, high = (sample.joined(name)[rows] for name in ("sums", "lowest", "highest"))
    if not len(sums):
        return
    # A row with a NaN or an infinite cell gives no sum to judge: that cell is a finding by itself.
    judged = np.isfinite(sums) & (nans[rows] == 0)
    one = bool(judged.any()) and bool((np.abs(sums[judged] - 1) <= tolerance).all())
    infinite = sum(head.minus_infinite for head in sample.heads)
    if infinite and one and low[judged].min() >= 0:
        return  # weights, with a number that is none: scores of masked keys would stand beside other scores
    if not infinite and (few := _few_below_zero(sample, tolerance, stack.n_k)) is not None:
        yield few
        return
    if infinite or low.min() < 0:
        negative = one and not infinite
        yield Finding("negative" if negative else "scores", None if negative else "softmax", low=float(low.min()),
                      high=float(high.max()))  # fmt: skip
        return
    if judged.any():
        numbers = float(low[judged].min()), float(high[judged].max())
        yield from _positive(stack, sample, sums[judged], numbers, tolerance)


def _few_below_zero(sample: Sample, tolerance: float, n_k: int) -> Finding | None:
    """Rows with a negative number, fewer than those that are weights, where there are no others."""
    sums, low, nans = (sample.joined(name) for name in ("sums", "lowest", "nans"))
    below = low < 0
    parts = _parts(sample)
    close = max(tolerance, 0.5 / parts * n_k) if parts else tolerance
    weights = ~below & (nans == 0) & (np.abs(sums - 1) <= close)
    others = ~below & ~weights & (nans == 0) & (sums != 0)
    if not below.any() or others.any() or below.sum() >= weights.sum():
        return None
    lowest = int(low.argmin())
    layer, head = (np.repeat([getattr(h, name) for h in sample.heads], [len(h.rows) for h in sample.heads])
                   for name in ("layer", "head"))  # fmt: skip
    place = int(layer[lowest]), int(head[lowest]), int(sample.joined("rows")[lowest])
    return Finding("negative-rows", count=int(below.sum()), of=len(low), low=float(low[lowest]), place=place)


def _positive(
    stack: AttentionStack, sample: Sample, sums: np.ndarray, numbers: tuple[float, float], tolerance: float
) -> Iterator[Finding]:
    """What rows of numbers that are not negative sum to; `numbers` are the least and the largest in them."""
    some = sums[sums > 0]
    if not len(some):
        yield Finding("all-zero", count=len(sums), of=len(sums))
        return
    if bool((np.abs(some - 1) <= tolerance).all()):
        if len(some) < len(sums):
            yield Finding("empty-rows", count=len(sums) - len(some), of=len(sums))
        return
    high = numbers[1]
    low, most, usual = float(some.min()), float(some.max()), float(np.median(some))
    if high <= 1 and (rounded := _rounded(sample, some, tolerance, stack.n_k)) is not None:
        yield rounded
    elif _whole_bytes(stack, high):
        yield Finding("bytes", "rescale", factor=1 / 255, high=high)
    elif most - low <= max(tolerance * 10, 0.01) * usual:
        yield _constant((low, usual, most), numbers, tolerance)
    elif sample.whole_heads and _columns_sum_to_one(sample, tolerance):
        yield Finding("transposed", "transpose")
    elif (dropped := _dropout(sample, some, tolerance)) is not None:
        yield Finding("dropout", "rescale", amount=dropped, factor=1 - dropped, low=float(sums.min()), high=most)
    else:
        yield _uneven(sums, numbers, tolerance)


def _uneven(sums: np.ndarray, numbers: tuple[float, float], tolerance: float) -> Finding:
    """Rows that sum to different things: a few of them among others that are weights, or all of them."""
    some = sums[sums > 0]
    odd = some[np.abs(some - 1) > tolerance]
    if len(odd) <= FEW * len(some):
        farthest = float(odd[np.abs(odd - 1).argmax()])
        return Finding("odd-rows", "normalise", amount=farthest, count=len(odd), of=len(sums))
    if numbers[1] > 1 + tolerance:
        return Finding("scores", "softmax", low=numbers[0], high=numbers[1])
    return Finding("sums", "normalise", low=float(sums.min()), high=float(some.max()))


def _whole_bytes(stack: AttentionStack, high: float) -> bool:
    return stack.stored in ("uint8", "int16", "uint16", "int32", "int64") and 1 < high <= 255


def _parts(sample: Sample) -> float:
    """What all numbers are whole parts of, as rounding leaves them; 0 where there is no such thing."""
    return 10.0**sample.step if sample.step > 1 else 255.0 if sample.bytes else 0.0


def _rounded(sample: Sample, sums: np.ndarray, tolerance: float, n_k: int) -> Finding | None:
    """Rows as far from 1 as rounding may take them: each number is half a step off at most."""
    parts = _parts(sample)
    if not parts or bool((np.abs(sums - 1) > max(0.5 / parts * n_k, tolerance)).any()):
        return None
    low, high = float(sums.min()), float(sums.max())
    decimals = sample.step if sample.step > 1 else 0
    return Finding("rounded", "normalise", amount=decimals, low=low, high=high, of=0 if decimals else 255)


def _constant(sums: tuple[float, float, float], numbers: tuple[float, float], tolerance: float) -> Finding:
    """Every row sums to the same, though not to 1: `sums` are the least, the usual and the largest sum."""
    low, usual, high = sums
    if abs(usual - 100) <= 1:
        return Finding("percent", "rescale", factor=0.01)
    if 1 < usual <= 1 / (1 - LARGEST_DROPOUT) and high - low <= 2 * tolerance * usual:
        return Finding("dropout", "rescale", amount=round(1 - 1 / usual, 4), factor=1 / usual, low=low, high=high)
    if usual > LARGEST_SCALE:
        return Finding("scores", "softmax", low=numbers[0], high=numbers[1])
    return Finding("scaled", "normalise", amount=usual, low=low, high=high)


def _columns_sum_to_one(sample: Sample, tolerance: float) -> bool:
    columns = sample.joined("columns")
    return bool((np.abs(columns - 1) <= tolerance).all())


def _dropout(sample: Sample, sums: np.ndarray, tolerance: float) -> float | None:
    """The probability p with which weights were dropped and the others divided by 1 - p, where it looks so.

    Rows from which nothing was dropped sum to 1/(1-p) exactly, and short rows of a causal model often lose nothing;
    among long rows the share of zeros is p. The mean sum stays 1, and no sum is above 1/(1-p). Zeros alone prove
    nothing: the sums must also vary as they do when each weight a is kept as a/(1-p) with probability 1-p, with a
    variance of p/(1-p) Σa², which is p times the mean of Σ of the squares that are left.
    """
    most, mean = float(sums.max()), float(sums.mean())
    if most <= 1 + tolerance or most > 1 / (1 - LARGEST_DROPOUT) or abs(mean - 1) > 0.2:
        return None
    zeros = float(sample.joined("zeros").sum() / max(1, sample.joined("places").sum()))
    if not 0 < zeros <= LARGEST_DROPOUT:
        return None
    whole = sums >= most * (1 - tolerance)
    if int(whole.sum()) >= 3:
        return round(1 - 1 / most, 4)
    if most > (1 + tolerance) / (1 - zeros):
        return None
    expected = np.sqrt(zeros * float(sample.joined("squares").mean()))
    return round(zeros, 4) if float(sums.std()) >= LEAST_SPREAD * expected else None


def _cells(sample: Sample, *, masked: bool) -> Iterator[Finding]:
    """Numbers that are none; with `masked` the -∞ among them are scores of keys that may not be looked at."""
    nans, width = sample.joined("nans"), len(sample.heads[0].columns)
    empty = int((nans == width).sum())
    if empty:
        yield Finding("nan-rows", "clear", count=empty, of=len(nans))
    beside = int(nans[nans < width].sum())
    if beside:
        yield Finding("nan-cells", "clear", count=beside, of=len(nans) * width)
    infinite = sum(head.infinite + (0 if masked else head.minus_infinite) for head in sample.heads)
    if infinite:
        yield Finding("infinite", "clear", count=infinite, of=len(nans) * width)


def _future(stack: AttentionStack, sample: Sample, causal: bool | None) -> Iterator[Finding]:
    """Mass above the diagonal where a model seems to be meant as causal."""
    shares = []
    for head in sample.heads:
        with np.errstate(over="ignore", invalid="ignore"):
            total = float(head.sums.sum())
            share = float(head.above.sum()) / total if total > 0 else 0.0
        shares.append(share if np.isfinite(share) else 0.0)
    worst, clean = max(shares), sum(share <= NOTICED for share in shares)
    if worst <= NOTICED or stack.n_q == 1:
        return
    meant = causal if causal is not None else 2 * clean >= len(shares) or worst <= SLIGHT
    if meant:
        leaking = len(shares) - clean
        yield Finding("future", "mask-future", amount=worst, count=leaking, of=len(shares))


def _unreached(stack: AttentionStack, sample: Sample) -> Iterator[Finding]:
    """Keys at either end that no query looks at: padding, or the unequal lengths of a batch."""
    if stack.n_q < 2 or not sample.whole_heads:
        return
    ends = [_ends(head.reached) for head in sample.heads]
    if len(set(ends)) == 1:
        start, end = ends[0]
        if start < end and end - start < stack.n_k:
            rows = (start, end) if stack.n_q == stack.n_k else (0, stack.n_q)
            crop = Crop(rows=rows, keys=(start, end))
            yield Finding("padding", "crop", count=stack.n_k - (end - start), of=stack.n_k, crop=crop)
        return
    if stack.n_layers == 1:
        # Samples read as heads: all but the longest leave out several keys at an end.
        unreached = sorted(stack.n_k - (end - start) for start, end in ends)
        if unreached[0] == 0 and len(set(ends)) > 1 and min(filter(None, unreached)) > 1:
            yield Finding("batch", "first-batch", count=stack.n_heads, of=stack.n_heads)
        return
    by_layer: dict[int, set[tuple[int, int]]] = {head.layer: set() for head in sample.heads}
    for head, found in zip(sample.heads, ends, strict=True):
        by_layer[head.layer].add(found)
    # One head that leaves the last key alone is no batch: within each sample all heads must agree.
    if stack.n_heads > 1 and all(len(found) == 1 for found in by_layer.values()):
        yield Finding("batch", "first-batch", count=stack.n_layers, of=stack.n_layers)


def _ends(reached: np.ndarray) -> tuple[int, int]:
    """The first key that is reached, and the one after the last; (0, 0) where none is."""
    found = np.flatnonzero(reached)
    return (int(found[0]), int(found[-1]) + 1) if len(found) else (0, 0)
