"""A query that a mask leaves one key, or none, has no choice: wherever saturated ones are counted it is no part."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.stack import stack_of_arrays
from attnviz.document import edits
from attnviz.document.comparison import Comparison
from attnviz.document.derive import derive
from attnviz.document.imported_edits import imported_document
from attnviz.document.imported_source import Reading
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.saturation import saturation
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.compare_figure import compare_figure
from attnviz.export.fonts import text_width
from attnviz.export.health import facts, health_of, sentence
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat
from tests.unit.export.room import texts

pytestmark = pytest.mark.usefixtures("qapp")  # letters are measured

FORM = NumberFormat()
TEXT = "the fat cat sat on the mat because it"
MASKS = {
    "none": {},
    "causal": {"causal": True},
    "window of one": {"window": 1},
    "window": {"window": 3, "padding": 3},
    "padding": {"padding": 8},
}


def imported(document):
    """The same weights as a file has them: of their mask nothing is known."""
    stack = stack_of_arrays([derive(document).for_head(0).weights[None]])
    tokens = tuple(TEXT.split())
    return imported_document(Reading(stack=stack, tokens_q=tokens, tokens_k=tokens), name="numbers")


def scene_of(document, **view):
    view = ViewState(tab="matrix", **view)
    return Scene(document=document, trace=derive(document).for_head(0), view=view, form=FORM)


@pytest.mark.parametrize("divide", [True, False])
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
def test_every_count_is_of_the_queries_that_can_choose(mask, divide):
    document = edits.with_options(edits.sentence_document(TEXT), divide=divide, **mask)
    found = scene_of(document)
    trace, told = found.trace, health_of(found.trace)
    choosing = trace.visible.sum(axis=1) > 1
    k, n = int((trace.weights.max(axis=1) > 0.99)[choosing].sum()), int(choosing.sum())
    assert (told.saturated, told.choosing) == (trace.measures.saturated, trace.measures.choosing) == (k, n)
    strip = [text for text in facts(told, trace, FORM, False) if "saturated" in text]
    assert strip == ([f"saturated {k} of {n}"] if n else [])
    assert sentence(told, trace, FORM).startswith("Every query may look at one key alone") == (n == 0)
    said = re.search(r"saturated: (\d+) of (\d+)", sentence(told, trace, FORM), re.IGNORECASE)
    assert said is None or said.groups() == (str(k), str(n))
    written = [item.text for item in texts(matrix_figure(found, width=1200, height=760, measure=text_width))]
    assert written[written.index("saturated rows") + 1] == (f"{k} of {n}" if n else "–")
    beside = compare_figure(
        replace(found, view=replace(found.view, drawing="compare", compare=Comparison())),
        width=1400,
        height=700,
        measure=text_width,
    )
    notes = " ".join(item.text for item in texts(beside))
    assert (f"saturated rows {k} of {n}" in notes) == (n > 0)
    if not n:
        with pytest.raises(InputError, match="without a choice"):
            saturation(document)
        return
    curve = saturation(document)
    assert curve.choosing == n
    today = (curve.divided if divide else curve.plain).largest[curve.d_k.tolist().index(64)]
    assert today == pytest.approx(trace.weights.max(axis=1)[choosing].mean())


@pytest.mark.parametrize("causal", [True, False])
def test_of_imported_weights_the_first_of_a_causal_mask_is_known(causal):
    document = imported(edits.with_options(edits.sentence_document(TEXT), causal=causal))
    found = scene_of(document)
    told = health_of(found.trace)
    assert (told.saturated, told.choosing) == (0, 9 - causal)
    assert (found.trace.measures.saturated, found.trace.measures.choosing) == (0, 9 - causal)
    assert sentence(told, found.trace, FORM) == "Nothing is odd"


def test_where_nobody_can_choose_nothing_is_said_of_a_choice():
    document = matrix_document(np.ones((3, 2)), np.ones((1, 2)), np.ones((1, 2)))
    found = scene_of(document)
    written = [item.text for item in texts(matrix_figure(found, width=1200, height=760, measure=text_width))]
    for caption in ("saturated rows", "gradient that passes"):
        assert written[written.index(caption) + 1] == "–"
    assert "saturated" not in " ".join(facts(health_of(found.trace), found.trace, FORM, False))
