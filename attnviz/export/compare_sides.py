"""What is compared: the weights of two sides and their difference, and what is said of each."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from attnviz.core.arrays import Bools
from attnviz.document.difference import Difference
from attnviz.document.reduced import Reduced
from attnviz.document.trace import Trace
from attnviz.document.zoom import kept, whole
from attnviz.export.cells import ColourScale, Mark
from attnviz.export.colour_bar import marks_in
from attnviz.export.compare_words import side_names
from attnviz.export.kept import Kept, same
from attnviz.export.matrix_frame import Axes, against, axes_of, span
from attnviz.export.matrix_margins import NONE
from attnviz.export.matrix_quantity import Shown, drawn_traces, weights_scale
from attnviz.export.scales import signed_end
from attnviz.export.scene import Scene
from attnviz.export.shares import are_shares
from attnviz.export.words import share_text
from attnviz.i18n import NumberFormat, translate


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Side:
    """One of the plots."""

    name: str  # of its cells: "weights", "other" or "difference"
    title: str
    role: str
    trace: Trace
    matrix: Shown
    notes: tuple[str, ...]  # the weightiest first; those that have no room are left out
    brief: str = ""  # what is noted where none of them has room
    marks: frozenset[Mark] = frozenset()  # of numbers that are none, to be explained
    blocks: Reduced | Difference | None = None  # the numbers in blocks, where somebody has made them already

    @property
    def said(self) -> str:
        """The title and what is noted, as a sentence."""
        return f"{self.title}: {' · '.join(self.notes)}." if self.notes else f"{self.title}."


def titles_of(scene: Scene) -> list[str]:
    """What stands above each plot that there is."""
    one, two = side_names(scene)
    if scene.other is None:
        return [one]
    return [one, two, *([translate("compare", "the first minus the second")] if _same_shape(scene) else [])]


def axes_of_sides(scene: Scene) -> list[Axes]:
    """What stands around each plot that there is; around a difference the tokens of both sides."""
    traces = [trace for trace in (scene.trace, scene.other) if trace is not None]
    axes = [axes_of(trace, scene.query, scene.key, scene.notation) for trace in traces]
    if not _same_shape(scene):
        return axes
    one, two = axes
    left = two.left if two.left != one.left else ()
    above = two.above if two.above != one.above else ()
    return [one, two, replace(one, left_beside=left, above_beside=above)]


def sides_of(scene: Scene) -> list[Side]:
    """The document's weights, `scene.other`'s, and the first minus the second where both have the same shape."""
    titles = titles_of(scene)
    traces = drawn_traces(scene)
    scale = weights_scale(scene)
    names = ("weights", "other")
    sides = [_weights(*of, scene, scale) for of in zip(names, titles, traces, strict=False)]
    if scene.other is not None and len(titles) > 2:
        sides.append(_difference(scene, scene.other, titles[2]))
    return sides


def _same_shape(scene: Scene) -> bool:
    return scene.other is not None and scene.other.weights.shape == scene.trace.weights.shape


def _weights(name: str, title: str, trace: Trace, scene: Scene, scale: ColourScale) -> Side:
    values, visible = trace.written_weights
    if scale.left_out is not None and scale.left_out >= trace.n_k:  # it has no such key
        scale = replace(scale, left_out=None)
    return Side(
        name=name,
        title=title,
        role="weights",
        trace=trace,
        matrix=Shown(
            quantity="weights",
            title="A",
            role="weights",
            caption=translate("figure", "weight"),
            values=values,
            visible=visible,
            scale=scale,
            signed=scale.signed,
        ),
        notes=_measures(trace, scene.form, scene.view.transposed),
        marks=_strange(marks_in(values, visible, scale)) if trace.drawn is not None else frozenset(),
        blocks=trace.reduced if values is trace.weights else None,
    )


def _strange(marks: frozenset[Mark]) -> frozenset[Mark]:
    return frozenset(mark for mark in marks if mark >= Mark.MINUS_INFINITE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What a difference looks like: kept, so that following another query does not look at all of it again."""

    largest: float  # size of the numbers
    place: tuple[int, int]  # where that is
    number: float  # what stands there
    odd: int  # cells without a number
    marks: frozenset[Mark]  # of these
    none: bool  # whether there is no other cell


_found: Kept[_Found] = Kept(most=4)


def _look(difference: Difference) -> _Found:
    place, number = difference.furthest()
    if math.isfinite(number):
        number = float(difference.told(place))
        return _Found(largest=abs(number), place=place, number=number, odd=0, marks=frozenset(), none=False)
    values = difference.values
    finite = np.isfinite(values)
    strange = values[~finite]
    marks = marks_in(strange[np.newaxis], None, ColourScale(map="blue-orange", low=-1.0, high=1.0))
    known = np.where(finite, values, 0)
    i, j = (int(k) for k in np.unravel_index(int(np.abs(known).argmax()), known.shape))
    number, odd = float(known[i, j]), strange.size
    return _Found(largest=abs(number), place=(i, j), number=number, odd=odd, marks=marks, none=odd == values.size)


def _difference(scene: Scene, other: Trace, title: str) -> Side:
    """Signed, its ends at the largest difference there is. What is no number on either side has no difference."""
    one, two = scene.trace.written_weights[0], other.written_weights[0]
    difference = scene.difference or Difference(scene.trace, other)
    found = _found.get((same(one), same(two)), (one, two), lambda: _look(difference))
    end = signed_end(found.largest)
    return Side(
        name="difference",
        title=title,
        role="scores",
        trace=scene.trace,
        matrix=Shown(
            quantity="scores",  # its numbers are written as scores are: signed
            title="",
            role="scores",
            caption=translate("compare", "difference"),
            values=difference.values,
            visible=_looked_at(scene.trace, other),
            scale=ColourScale(map=scene.view.colour.signed_map, low=-end, high=end, automatic=True),
            signed=True,
        ),
        notes=_difference_notes(scene, other, found),
        brief=_largest(scene, found),
        marks=found.marks,
        blocks=difference,
    )


def _looked_at(one: Trace, two: Trace) -> Bools | None:
    """Where either side may look: what is masked on both is no difference of 0. None where that is everywhere."""
    if not (one.scored and two.scored and one.masked and two.masked):
        return None
    if same(one.visible) == same(two.visible):
        return one.visible
    masks = one.visible, two.visible
    return _either.get((same(masks[0]), same(masks[1])), masks, lambda: _read_only(masks[0] | masks[1]))


_either: Kept[Bools] = Kept(most=4)


def _read_only(mask: Bools) -> Bools:
    mask.setflags(write=False)  # what was drawn of it is kept
    return mask


def _difference_notes(scene: Scene, other: Trace, found: _Found) -> tuple[str, ...]:
    """Where the difference is largest, and how many cells have none."""
    odd = (translate("compare", "cells without a difference: {k}").format(k=found.odd),) if found.odd else ()
    if found.none:
        return odd
    if found.number == 0:
        return (
            *odd,
            translate("compare", "the others are the same") if odd else translate("compare", "both are the same"),
        )
    trace = scene.trace
    said = translate("compare", "largest: “{query}” to “{key}” {number}").format(
        query=against(trace.tokens_q[found.place[0]], other.tokens_q[found.place[0]]),
        key=against(trace.tokens_k[found.place[1]], other.tokens_k[found.place[1]]),
        number=_signed(found.number, scene.form),
    )
    return (_placed(said, scene, found), *odd)


def _largest(scene: Scene, found: _Found) -> str:
    """Of how large it is at most, without where."""
    if not found.number:
        return ""
    said = translate("compare", "largest: {number}").format(number=_signed(found.number, scene.form))
    return _placed(said, scene, found)


def _placed(said: str, scene: Scene, found: _Found) -> str:
    """What is said of the largest difference, and whether its cell is out of sight."""
    n_q, n_k = scene.trace.n_q, scene.trace.n_k
    window = kept(scene.view.zoom, n_q, n_k) or whole(n_q, n_k)
    seen = zip(found.place, (span(*window[:2]), span(*window[2:])), strict=True)
    if all(cells.start <= at < cells.stop for at, cells in seen):
        return said
    return translate("compare", "{sentence} (not in view)").format(sentence=said)


def _signed(number: float, form: NumberFormat) -> str:
    text = share_text(number, form)
    return f"+{text}" if number > 0 else text


def _measures(trace: Trace, form: NumberFormat, turned: bool) -> tuple[str, ...]:
    """What weights measure; numbers that are none have no measures, nor do queries that look nowhere. `turned`: queries
    are columns."""
    if not trace.measured:
        return ("…",)
    if not are_shares(trace):
        return ()
    m = trace.measures
    if not m.n_rows:
        return (translate("compare", "entropy {bits} bits").format(bits=NONE),)
    entropy = translate("compare", "entropy {bits} bits").format(bits=form.fixed(m.mean_entropy, 2))
    if not m.choosing:
        return (entropy,)
    saturated = translate("compare", "saturated rows {k} of {n}")
    if turned:
        saturated = translate("compare", "saturated columns {k} of {n}")
    return entropy, saturated.format(k=m.saturated, n=m.choosing)
