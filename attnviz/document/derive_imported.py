"""Imported attention → Trace: one matrix of it, or several taken together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.core import merged
from attnviz.core.arrays import Bools, Floats, quiet
from attnviz.core.attention import attend_scores
from attnviz.core.masks import combine
from attnviz.core.measures import Measures, apparent_keys, measure
from attnviz.core.scored import visible_scores, weighted
from attnviz.core.stack import AttentionStack
from attnviz.document.document import Options
from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place
from attnviz.document.trace import Array, Later, Trace

NUMBERED_CELLS = 512 * 512  # up to here in float64, as every other trace
MODERATE = 1e15  # above it float32 could not square its weights


def picked(source: ImportedSource, place: Place) -> ImportedSource:
    """The source with one matrix picked for tracing; what does not exist becomes the nearest that does."""
    layer = max(0, min(place.layer, source.n_layers - 1))
    if source.stack.heads_of(layer) == 0:
        there = [index for index in range(source.n_layers) if source.stack.heads_of(index)]
        layer = min(there, key=lambda index: abs(index - layer))
    most = source.n_heads if place.average == "layers" else source.stack.heads_of(layer)
    head = max(0, min(place.head, most - 1))
    return replace(source, place=Place(layer=layer, head=head, average=place.average))


def weights_of(source: ImportedSource, options: Options) -> AttentionStack:
    """The source's attention as weights: as it is, or scores put through the softmax under the options."""
    if source.holds == "weights":
        return source.stack
    return weighted(
        source.stack,
        d_k=source.d_k,
        divide=options.divide,
        temperature=options.temperature,
        see=lambda first, last: _allowed(source, options, first, last),
    )


def imported_trace(source: ImportedSource, options: Options) -> Trace:
    """The trace of the matrix at the source's place. Raises InputError where it cannot be read."""
    place = source.place or picked(source, Place()).place
    assert place is not None
    if source.holds == "scores" and place.average == "none":
        return _of_scores(source, options, place)
    stack = weights_of(source, options)
    if place.average == "none":
        A = stack.head(place.layer, place.head)
    elif place.average == "heads":
        A = merged.mean_over_heads(stack, place.layer)
    elif place.average == "layers":
        A = merged.mean_over_layers(stack, place.head)
    elif place.average == "all":
        A = merged.mean_of_all(stack)
    else:
        A = merged.rollout(stack, place.layer)
    return _of_weights(source, place, A)


def cells_read(source: ImportedSource) -> int:
    """How many numbers have to be read for the matrix at the source's place."""
    place, stack = source.place or Place(), source.stack
    matrices = {
        "none": 1,
        "heads": stack.heads_of(place.layer),
        "layers": stack.n_layers,
        "all": stack.n_matrices,
        "rollout": (place.layer + 1) * stack.n_heads * (2 + stack.n_q // 64),
    }[place.average]
    return matrices * stack.n_q * stack.n_k


def _of_weights(source: ImportedSource, place: Place, A: Floats) -> Trace:
    finite = np.isfinite(A)
    finite.setflags(write=False)  # as all of these: what was found out about an array is kept if nobody can write to it
    clean = bool(finite.all())
    drawn: Array | None = None
    allowed: Bools | None = None
    if not clean:
        nothing = np.isnan(A).all(axis=1, keepdims=True)  # what a softmax over no key gives: hatched, as a mask
        if not bool((finite | nothing).all()):  # a number that is none has a mark of its own
            drawn, seen = quiet(np.where(nothing, 0, A)), ~nothing
            for array in (drawn, seen):
                array.setflags(write=False)
            allowed = np.broadcast_to(seen, A.shape)
        A = np.where(finite, A, 0)  # no part of any sum
    large = A.size > NUMBERED_CELLS and float(np.abs(A).max()) < MODERATE
    weights: Array = A.astype(np.float32 if large else np.float64, copy=False)
    weights.setflags(write=False)
    # What is left of a row with a number that is none is no attention: as a row of zeros it counts in no measure.
    sound = weights if drawn is None else np.where(finite.all(axis=1, keepdims=True), weights, 0)
    measures = Later(lambda: _measured(sound))
    if A.size > NUMBERED_CELLS:
        measures.compute()  # here, and not where it is painted
    return _trace(
        source,
        place,
        weights,
        later_scores=Later(_nothing),
        later_scaled=Later(_nothing),
        masked=not clean,
        visible=np.broadcast_to(np.True_, A.shape) if clean else finite,
        later_measures=measures,
        scored=False,
        drawn=drawn,
        allowed=allowed,
    )


def _measured(weights: Array) -> Measures:
    with np.errstate(over="ignore", invalid="ignore"):  # numbers that are no weights may be of any size
        return measure(weights, weights, apparent_keys(weights))


def _of_scores(source: ImportedSource, options: Options, place: Place) -> Trace:
    S = source.stack.head(place.layer, place.head)
    seen = visible_scores(S)
    if seen is not None:
        S = np.where(seen, S, 0)
    if S.size <= NUMBERED_CELLS:
        S = S.astype(np.float64)
    allowed = _allowed(source, options, 0, source.n_q)
    if seen is not None:
        allowed = seen if allowed is None else allowed & seen
    steps = attend_scores(
        S, None, d_k=source.d_k, divide=options.divide, temperature=options.temperature, visible=allowed
    )
    measures = Later(lambda: measure(steps.scores, steps.weights, steps.visible.sum(axis=-1)))
    if S.size > NUMBERED_CELLS:
        measures.compute()
    return _trace(
        source,
        place,
        steps.weights,
        later_scores=Later.known(steps.scores),
        later_scaled=Later.known(steps.scaled),
        masked=allowed is not None and not bool(allowed.all()),
        visible=steps.visible,
        later_measures=measures,
        scored=True,
    )


def _allowed(source: ImportedSource, options: Options, first: int, last: int) -> Bools | None:
    """Which keys the masks of the options leave to some rows; None for all."""
    if not options.causal and options.window is None and not options.padding:
        return None
    n_k = source.n_k
    padding = np.arange(n_k) >= n_k - options.padding if options.padding else None
    allowed: Bools = combine(source.n_q, n_k, causal=options.causal, window=options.window, padding=padding)
    return allowed[first:last]


def _nothing() -> Array:
    raise AssertionError("imported weights have no scores: ask `trace.scored` first")


def _trace(
    source: ImportedSource,
    place: Place,
    weights: Array,
    *,
    later_scores: Later[Array],
    later_scaled: Later[Array],
    masked: bool,
    visible: Bools,
    later_measures: Later[Measures],
    scored: bool,
    drawn: Array | None = None,
    allowed: Bools | None = None,
) -> Trace:
    return Trace(
        tokens_q=source.tokens_q,
        tokens_k=source.tokens_k,
        d_k=source.d_k,
        Q=None,
        K=None,
        V=None,
        later_scores=later_scores,
        later_scaled=later_scaled,
        masked=masked,
        visible=visible,
        weights=weights,
        output=None,
        later_measures=later_measures,
        n_heads=source.n_heads,
        n_kv_heads=source.n_heads,
        head=place.head,
        place=place,
        scored=scored,
        drawn=drawn,
        allowed=allowed,
    )
