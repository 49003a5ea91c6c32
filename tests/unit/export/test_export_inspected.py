"""What stands below the matrix in the window stands there in a file too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.saturation import saturation
from attnviz.document.view_state import ViewState
from attnviz.export import inspected
from attnviz.export.fitted import fitted
from attnviz.export.fonts import text_width
from attnviz.export.saturation_figure import reading
from attnviz.export.scene import Scene
from attnviz.export.views import view_figure
from attnviz.i18n import number_format
from tests.unit.export.comparing import words
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")


def scene_of(document, inspector, **look):
    view = ViewState(tab="matrix", inspector=inspector, **look)
    return Scene(document=document, trace=derive(document), view=view, form=number_format("en"))


def drawn(scene, room):
    return view_figure(scene, text_width) if room is None else fitted(scene, *room, text_width)


@pytest.mark.parametrize("drawing", ["heatmap", "lines", "arcs"])
@pytest.mark.parametrize("room", [None, (1280.0, 720.0), (640.0, 360.0), (500.0, 900.0)], ids=str)
def test_the_curves_that_the_window_shows_stand_below_the_matrix(room, drawing):
    document = words(9)
    scene = scene_of(document, "saturation", drawing=drawing)
    figure, bare = drawn(scene, room), drawn(replace(scene, view=replace(scene.view, inspector="none")), room)
    assert_inside(figure)
    if drawing == "heatmap":
        assert_apart(figure)
    said = {item.text for item in texts(figure)} - {item.text for item in texts(bare)}
    assert {"largest weight, divided", "‖J‖, not divided"} <= said
    told = reading(saturation(document), "weights", document.source.d_k, scene.form)
    assert told in " ".join(item.text for item in sorted(texts(figure), key=lambda item: (item.y, item.x)))
    assert told in figure.description


def test_of_queries_without_a_choice_the_file_says_what_the_window_says():
    scene = scene_of(edits.with_options(words(5), causal=True, window=1), "saturation")
    figure = view_figure(scene, text_width)
    assert_inside(figure)
    assert "No query may look at two keys" in figure.description


def test_a_page_that_is_laid_out_several_times_has_its_curves_computed_once(monkeypatch):
    asked = []
    monkeypatch.setattr(inspected, "saturation", lambda *of: asked.append(of) or saturation(*of))
    document = words(11)
    scene = scene_of(document, "saturation")
    for room in (None, (900.0, 600.0), (800.0, 600.0)):
        drawn(scene, room)
    assert len(asked) == 1
    drawn(scene_of(edits.with_options(document, temperature=2.0), "saturation"), None)
    assert len(asked) == 2
