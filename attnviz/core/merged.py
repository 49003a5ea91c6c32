"""Many heads as one matrix: means over heads, over layers, over all, and attention rollout."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.patience import part_of, tell
from attnviz.core.stack import AttentionStack
from attnviz.errors import InputError
from attnviz.i18n import translate

MOST_ROLLED_OUT = 2048  # tokens: the product of two matrices takes n³ steps, and there is one a layer

Cells = NDArray[np.float64]


def mean_over_heads(stack: AttentionStack, layer: int) -> Floats:
    """The mean of a layer's heads, (n_q, n_k). Cells that are not finite are left out; NaN where all of them are."""
    return _mean(stack, [(layer, head) for head in range(stack.heads_of(layer))])


def mean_over_layers(stack: AttentionStack, head: int) -> Floats:
    """The mean of the heads with this number in all layers that have one, (n_q, n_k)."""
    return _mean(stack, [(layer, head) for layer in range(stack.n_layers) if head < stack.heads_of(layer)])


def mean_of_all(stack: AttentionStack) -> Floats:
    """The mean of every head there is, (n_q, n_k)."""
    return _mean(stack, list(stack.places()))


def rollout(stack: AttentionStack, layer: int) -> Floats:
    """How much of each input token is in each position after layers 0 … `layer`, (n, n); rows sum to 1.

    R = Â_layer … Â_1 Â_0 with Â = ½ (mean over heads) + ½ I, every row divided by its sum: the half identity stands
    for the residual connection (Abnar and Zuidema 2020, "Quantifying Attention Flow in Transformers",
    arXiv 2005.00928, section 3). Layers whose attention was not returned are passed over.

    Raises InputError where queries and keys are not the same tokens, or too many.
    """
    if stack.n_q != stack.n_k:
        raise InputError(
            translate(
                "core", "Rollout follows tokens from layer to layer: it needs as many queries ({n_q}) as keys ({n_k})."
            ).format(n_q=stack.n_q, n_k=stack.n_k)
        )
    if stack.n_q > MOST_ROLLED_OUT:
        raise InputError(
            translate("core", "Rollout multiplies whole matrices: it is worked out for at most {most} tokens.").format(
                most=MOST_ROLLED_OUT
            )
        )
    n = stack.n_q
    R: Cells = np.eye(n)
    for index in range(layer + 1):
        if stack.heads_of(index) == 0:
            continue
        with part_of(index, layer + 1):
            mean = mean_over_heads(stack, index)
        A = np.nan_to_num(mean.astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0) / 2
        A[np.diag_indices(n)] += 0.5
        totals = A.sum(axis=1, keepdims=True)
        totals[totals == 0] = 1
        R = (A / totals) @ R
    R.setflags(write=False)
    return R


def _mean(stack: AttentionStack, places: Sequence[tuple[int, int]]) -> Floats:
    total: Cells = np.zeros((stack.n_q, stack.n_k))
    lost: NDArray[np.int64] | None = None  # how many matrices had no number there
    for index, (layer, head) in enumerate(places):
        for first, band in stack.bands(layer, head):
            tell((index + first / stack.n_q) / len(places))
            part = slice(first, first + len(band))
            finite = np.isfinite(band)
            if finite.all():
                total[part] += band
                continue
            if lost is None:
                lost = np.zeros(total.shape, dtype=np.int64)
            lost[part] += ~finite
            total[part] += np.where(finite, band, 0)
    if not places:
        raise InputError(translate("core", "There is no attention here: the model did not return it."))
    counts = np.float64(len(places)) if lost is None else len(places) - lost
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.divide(total, counts, out=total)
    found = mean.astype(stack.dtype)
    found.setflags(write=False)
    return found
