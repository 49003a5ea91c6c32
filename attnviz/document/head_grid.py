"""Every head of a source as a thumbnail, with what it does: what the Heads tab shows. Filled bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import quiet
from attnviz.core.patterns import Patterns, patterns, probe
from attnviz.core.stack import AttentionStack, stack_of_arrays
from attnviz.document.derive import derive
from attnviz.document.derive_imported import weights_of
from attnviz.document.document import Document, ProjectionSource
from attnviz.document.heads_look import HeadsLook
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError

SIDES = ((1024, 48), (8192, 24), (65_536, 8))  # up to so many heads, thumbnails have at most so many rows and columns

LARGEST = float(np.finfo(np.float32).max)  # what is beyond is drawn as this

Thumbs = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HeadGrid:
    """Heads in order of layer and head, both 0-based; those after the first `done` are still to come."""

    n_layers: int
    n_heads: int
    places: tuple[tuple[int, int], ...]
    n_k: int  # keys of a head, which a thumbnail may show fewer of
    # (heads, rows, columns), the largest weight of each block, NaN and infinities kept; 0 where still to come
    thumbs: Thumbs
    found: tuple[Patterns, ...]  # of the first `done`
    sampled: bool  # whether patterns are those of a sample of rows
    problem: str = ""  # why there is no more to come

    @property
    def done(self) -> int:
        return len(self.found)

    @property
    def complete(self) -> bool:
        return self.done == len(self.places)

    def index(self, layer: int, head: int) -> int | None:
        """Where a head is among `places`."""
        try:
            return self.places.index((layer, head))
        except ValueError:
            return None


def stack_of_document(document: Document) -> AttentionStack:
    """The weights of every head of a document that has several. Raises InputError where they cannot be had."""
    source = document.source
    if isinstance(source, ImportedSource):
        return weights_of(source, document.options)
    assert isinstance(source, ProjectionSource)
    weights = derive(document).weights
    return stack_of_arrays([weights if weights.ndim == 3 else weights[np.newaxis]])


def grids(document: Document, due: Iterator[bool], so_far: HeadGrid | None = None) -> Iterator[HeadGrid]:
    """The grid as it fills: a new one whenever `due` says so, and the whole at the end. `so_far` is gone on from."""
    stack = stack_of_document(document)
    source = document.source
    assert isinstance(source, (ImportedSource, ProjectionSource))
    tokens_q = source.tokens_q if isinstance(source, ImportedSource) else source.tokens
    tokens_k = source.tokens_k if isinstance(source, ImportedSource) else source.tokens
    places = tuple(stack.places())
    side = next((size for most, size in SIDES if len(places) <= most), SIDES[-1][1])
    where = probe(tokens_q, tokens_k)
    found: list[Patterns] = [] if so_far is None else list(so_far.found)
    thumbs: Thumbs | None = None if so_far is None else so_far.thumbs.copy()
    problem = ""

    def grid() -> HeadGrid:
        assert thumbs is not None
        shown = thumbs.copy()
        shown.setflags(write=False)
        return HeadGrid(
            n_layers=stack.n_layers,
            n_heads=stack.n_heads,
            places=places,
            n_k=stack.n_k,
            thumbs=shown,
            found=tuple(found),
            sampled=not where.complete,
            problem=problem,
        )

    for index, (layer, head) in enumerate(places[len(found) :], start=len(found)):
        try:
            small = quiet(stack.reduced(layer, head, side, side))
            if thumbs is None:
                thumbs = np.zeros((len(places), *small.shape), dtype=np.float32)
            thumbs[index] = np.where(np.isinf(small), small, np.clip(small, -LARGEST, LARGEST))
            found.append(patterns(partial(stack.rows, layer, head), where))
        except InputError as error:
            problem = str(error)
            break
        if index + 1 < len(places) and next(due):
            yield grid()
    if thumbs is None:
        raise InputError(problem)
    yield grid()


def value_of(found: Patterns, pattern: str) -> float | None:
    """How much of a pattern a head shows."""
    value: float | None = getattr(found, pattern)
    return value


def ordered(grid: HeadGrid, look: HeadsLook) -> tuple[int, ...]:
    """Indices of the heads that are shown, in order: by place, or those first that show a pattern most.

    Of the sorted ones those are left out that show it less than `least`, or for which nothing can be told (yet).
    """
    if look.order == "place":
        return tuple(range(len(grid.places)))
    values = [(value_of(found, look.order), index) for index, found in enumerate(grid.found)]
    kept = [(value, index) for value, index in values if value is not None and value >= look.least]
    return tuple(index for value, index in sorted(kept, key=lambda pair: (-pair[0], pair[1])))
