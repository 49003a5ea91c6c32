"""What is compared: the weights of two sides and their difference, and what is said of each."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.document.trace import Trace
from attnviz.export.cells import Array, ColourScale, Mark
from attnviz.export.colour_bar import marks_in
from attnviz.export.compare_words import side_names
from attnviz.export.matrix_frame import label
from attnviz.export.matrix_margins import NONE
from attnviz.export.matrix_quantity import Shown, weights_choice
from attnviz.export.scales import LARGEST, is_signed, scale_for
from attnviz.export.scene import Scene
from attnviz.export.shares import are_shares
from attnviz.export.tiles import cell_text
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
    marks: frozenset[Mark] = frozenset()  # of numbers that are none, to be explained

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


def sides_of(scene: Scene) -> list[Side]:
    """The document's weights, `scene.other`'s, and the first minus the second where both have the same shape."""
    titles = titles_of(scene)
    traces = [trace for trace in (scene.trace, scene.other) if trace is not None]
    # Imported numbers may be below zero: then both have colours for that, so that the same colour is the same number.
    signed = any(not trace.scored and is_signed(trace.weights) for trace in traces)
    sides = [_weights("weights", titles[0], scene, signed)]
    if scene.other is not None:
        sides.append(_weights("other", titles[1], replace(scene, trace=scene.other), signed))
        if len(titles) > 2:
            sides.append(_difference(scene, scene.other, titles[2]))
    return sides


def _same_shape(scene: Scene) -> bool:
    return scene.other is not None and scene.other.weights.shape == scene.trace.weights.shape


def _weights(name: str, title: str, scene: Scene, signed: bool) -> Side:
    trace = scene.trace
    values, visible = trace.written_weights
    scale = scale_for(values, visible, weights_choice(scene), signed=signed, reduced=None if signed else trace.reduced)
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
            signed=signed,
        ),
        notes=_measures(trace, scene.form),
        marks=_strange(marks_in(values, visible, scale)) if trace.drawn is not None else frozenset(),
    )


def _strange(marks: frozenset[Mark]) -> frozenset[Mark]:
    return frozenset(mark for mark in marks if mark >= Mark.MINUS_INFINITE)


def _difference(scene: Scene, other: Trace, title: str) -> Side:
    """Signed, its ends at the largest difference there is. What is no number on either side has no difference."""
    trace, form = scene.trace, scene.form
    with np.errstate(over="ignore", invalid="ignore"):
        difference: Array = trace.written_weights[0] - other.written_weights[0]
    largest = float(np.abs(difference).max())
    odd = 0
    known = difference
    if not np.isfinite(largest):
        finite = np.isfinite(difference)
        odd, known = int((~finite).sum()), np.where(finite, difference, 0)
        largest = float(np.abs(known).max())
    end = min(largest, LARGEST) or 1.0
    scale = ColourScale(map=scene.view.colour.signed_map, low=-end, high=end, automatic=True)
    matrix = Shown(
        quantity="scores",  # its numbers are written as scores are: signed
        title="",
        role="scores",
        caption=translate("compare", "difference"),
        values=difference,
        visible=None,
        scale=scale,
        signed=True,
    )
    return Side(
        name="difference",
        title=title,
        role="scores",
        trace=trace,
        matrix=matrix,
        notes=_difference_notes(trace, known, odd, form),
        marks=_strange(marks_in(difference, None, scale)) if odd else frozenset(),
    )


def _difference_notes(trace: Trace, known: Array, odd: int, form: NumberFormat) -> tuple[str, ...]:
    """Where the difference is largest, and how many cells have none (they are 0 in `known`)."""
    none = (translate("compare", "cells without a difference: {k}").format(k=odd),) if odd else ()
    if odd == known.size:
        return none
    i, j = (int(k) for k in np.unravel_index(int(np.abs(known).argmax()), known.shape))
    if known[i, j] == 0:
        return (
            *none,
            translate("compare", "the others are the same") if odd else translate("compare", "both are the same"),
        )
    number = cell_text(float(known[i, j]), 2, form)
    said = translate("compare", "largest: “{query}” to “{key}” {number}").format(
        query=label(trace.tokens_q[i]),
        key=label(trace.tokens_k[j]),
        number=f"+{number}" if known[i, j] > 0 else number,
    )
    return (said, *none)


def _measures(trace: Trace, form: NumberFormat) -> tuple[str, ...]:
    """What weights measure; numbers that are none have no measures, nor do queries that look nowhere."""
    if not trace.measured:
        return ("…",)
    if not are_shares(trace):
        return ()
    m = trace.measures
    if not m.n_rows:
        return (translate("compare", "entropy {bits} bits").format(bits=NONE),)
    return (
        translate("compare", "entropy {bits} bits").format(bits=form.fixed(m.mean_entropy, 2)),
        translate("compare", "saturated rows {k} of {n}").format(k=m.saturated, n=m.n_rows),
    )
