"""∂L/∂S in the Matrix view: rows that are 0 throughout are told with their reason, and the heading is of that row."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.upstream import PRESETS
from attnviz.document.upstream_edits import with_upstream, with_values
from attnviz.document.view_state import ViewState
from attnviz.export.bar_ticks import ticks, written
from attnviz.export.figure import ColourBar
from attnviz.export.fonts import text_width
from attnviz.export.gradient_rows import largest_of_row, rows_without
from attnviz.export.matrix_figure import own_figure
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat
from tests.unit.export.way_back import LAYER, SEED_ZERO, texts

pytestmark = pytest.mark.usefixtures("qapp")

SENTENCE = edits.sentence_document("the fat cat sat on the mat .")
MASKS = {"none": {}, "causal": {"causal": True}, "padded": {"padding": 2, "window": 1}}
EVERYWHERE = "0 everywhere"


def scene_of(document, query=0, head=0, **look):
    back = derive_gradient(document, derive(document)).for_head(head)
    view = ViewState(tab="matrix", quantity="gradient", query=query, **look)
    return Scene(document=document, trace=back.trace, view=view, form=NumberFormat(), gradient=back)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("document", [SENTENCE, SEED_ZERO, LAYER], ids=["sentence", "matrices", "layer"])
def test_what_is_said_of_empty_rows_is_true(document, mask, transposed):
    document = edits.with_options(document, **MASKS[mask])
    for preset, row in product(PRESETS, (0, 1, -1)):
        scene = scene_of(with_upstream(document, preset=preset, row=row), transposed=transposed)
        alive, said = scene.gradient.dS.any(axis=1), rows_without(scene)
        shown = texts(own_figure(scene, text_width))
        assert (said == "") == bool(alive.all()), (preset, row, said)
        assert said.startswith(EVERYWHERE) == (not alive.any()), (preset, row, said)
        assert not said or said in shown
        if said.startswith("Only the query"):
            assert [scene.trace.tokens_q[i] for i in np.flatnonzero(alive)] == [said.split("“")[1].split("”")[0]]
        assert not any("looks at" in text for text in shown), "the numbers are those of ∂L/∂S, not of A"


def test_the_one_row_that_a_cell_of_the_output_asks_is_named():
    assert rows_without(scene_of(SENTENCE)) == "Only the query “.” has a gradient: L depends on its output alone"
    assert rows_without(scene_of(with_upstream(SENTENCE, preset="ones"))) == ""


def test_where_nothing_is_left_it_is_said_why():
    padded = edits.with_options(SENTENCE, **MASKS["padded"])
    assert "which may look at no key" in rows_without(scene_of(padded))
    causal = with_upstream(edits.with_options(SENTENCE, causal=True), row=0)
    assert "which may look at one key only" in rows_without(scene_of(causal))
    other = with_upstream(LAYER, preset="cell", column=0)
    assert rows_without(scene_of(other, head=1)) == "0 everywhere: L does not depend on this head"
    assert rows_without(scene_of(with_values(SEED_ZERO, np.zeros((3, 4))))) == EVERYWHERE


def test_the_heading_names_the_largest_of_the_followed_row():
    scene = scene_of(with_upstream(SENTENCE, preset="random"), query=2)
    row = scene.gradient.dS[2]
    key = int(np.abs(row).argmax())
    assert largest_of_row(scene) == (
        "largest of “cat”:",
        f" {scene.trace.tokens_k[key]} {written(float(row[key]), scene.form)}",
    )
    assert largest_of_row(scene_of(SENTENCE, query=2)) == ("of “cat” every number is 0", "")


@pytest.mark.parametrize("curve", ["linear", "sqrt", "log", "quantile"])
def test_a_bar_of_zeros_has_no_number_but_zero(curve):
    padded = edits.with_options(SENTENCE, **MASKS["padded"])
    scene = scene_of(padded, fitting_curve=False)
    scene = replace(scene, view=replace(scene.view, colour=replace(scene.view.colour, curve=curve)))
    figure = own_figure(scene, text_width)
    bar = next(item for item in figure.items if isinstance(item, ColourBar))
    assert [(tick.place, tick.text) for tick in ticks(bar.scale, scene.form, bar.width, text_width)] == [(0.5, "0")]
    assert "every number is 0" in " ".join(texts(figure))
    assert {"−1", "1"}.isdisjoint(texts(figure))
    colour = replace(scene.view.colour, curve="linear").with_ends("gradient", None, 2.0)
    by_hand = replace(scene.view, colour=colour)
    assert "2" in texts(own_figure(replace(scene, view=by_hand), text_width)), "an end by hand is a number"
