"""Films frame by frame: what moves, and that nothing else does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.document.colour_choice import ColourChoice
from attnviz.document.derive import derive
from attnviz.document.edits import with_d_k, with_mix, with_options
from attnviz.document.training_plan import TrainingPlan
from attnviz.document.training_runs import finished
from attnviz.export.figure import Cells, Text
from attnviz.export.film import Film, frames
from attnviz.export.fonts import text_width
from attnviz.session.opening import open_source
from tests.unit.export.drawn import BANK, FOURTEEN, words
from tests.unit.export.films import film, motion, scene_of

pytestmark = pytest.mark.usefixtures("qapp")


def said(figure):
    """The words above the picture."""
    return next(item.text for item in figure.items if isinstance(item, Text))


@pytest.mark.parametrize(
    ("document", "tab", "text"),
    [
        (FOURTEEN, "matrix", "d_k=1..128"),
        (FOURTEEN, "matrix", "temperature=0.01..100"),
        (BANK, "steps", "step=1..6"),
        (BANK, "matrix", "temperature=0.01..1000"),
    ],
)
def test_every_frame_has_one_size_and_the_matrix_one_place(document, tab, text):
    made = list(frames(scene_of(document, tab), motion(text, seconds=2), text_width))
    assert len(made) == 20
    assert len({(figure.width, figure.height) for figure in made}) == 1
    cells = [figure.cells("weights" if tab == "matrix" else "Q") for figure in made]
    assert len({(c.x, c.y, c.cell_width, c.cell_height) for c in cells}) == 1


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("d_k=2..64", lambda at: with_d_k(FOURTEEN, round(2 + 62 * at))),
        ("temperature=0.5..4", lambda at: with_options(FOURTEEN, temperature=0.5 + 3.5 * at)),
        ("mix=1,0,0..0,0,1", lambda at: with_mix(FOURTEEN, (1 - at, 0.0, at))),
    ],
)
def test_a_frame_shows_the_numbers_of_its_value(text, change):
    made = film(FOURTEEN, text, easing="linear")
    for frame in (0, 4, 9):
        shown = made.figure(frame).cells("weights").values
        np.testing.assert_array_equal(shown, derive(change(frame / 9)).weights)


def test_the_value_is_said_in_the_documents_language():
    scene = scene_of(FOURTEEN, language="pt_BR")
    made = Film(scene, motion("temperature=0.5..2", easing="linear"), text_width)
    assert said(made.figure(0)) == "τ = 0,50"
    assert said(made.figure(9)) == "τ = 2,00"
    assert said(film(FOURTEEN, "d_k=1..128").figure(9)) == "dₖ = 128"
    assert said(film(BANK, "step=1..6", "steps").figure(0)) == "step 1 of 6"


def test_the_knob_goes_there_and_back():
    made = film(FOURTEEN, "d_k=1..64", back=True)
    knobs = [max(item.x for item in made.figure(k).items if getattr(item, "fill", "") == "accent") for k in range(10)]
    assert knobs[:5] == sorted(knobs[:5])
    assert knobs[5:] == sorted(knobs[5:], reverse=True)
    assert knobs[0] == pytest.approx(knobs[-1])


def test_a_colour_means_the_same_in_every_frame():
    made = Film(scene_of(FOURTEEN, quantity="scores"), motion("d_k=1..128"), text_width)
    ends = {(made.figure(k).cells("weights").scale.low, made.figure(k).cells("weights").scale.high) for k in range(10)}
    assert len(ends) == 1
    assert next(iter(ends))[1] >= np.abs(derive(with_d_k(FOURTEEN, 128)).scores).max() * 0.999


def test_a_range_of_the_weights_leaves_the_colours_of_scores_one_scale():
    scene = scene_of(FOURTEEN, quantity="scores", colour=ColourChoice(high=0.3))
    made = Film(scene, motion("d_k=1..128"), text_width)
    ends = {made.figure(k).cells("weights").scale.high for k in range(10)}
    assert len(ends) == 1
    assert next(iter(ends)) >= np.abs(derive(with_d_k(FOURTEEN, 128)).scores).max() * 0.999


def test_equal_values_stand_as_one_picture():
    made = film(BANK, "step=1..3", "steps", easing="linear", seconds=3)
    counts = [count for _, count in made.frames()]
    assert len(counts) == 3
    assert sum(counts) == len(made) == 30


def test_large_documents_are_drawn_too():
    made = film(words(300), "decay=0..1", seconds=0.4)
    assert {figure.width for figure in map(made.figure, range(4))} == {made.width}


def test_training_is_swept_over_its_history():
    made = film(BANK, "training=0..20", "training", seconds=0.3)
    assert said(made.figure(0)) == "training step 0"
    assert said(made.figure(2)) == "training step 20"
    first, last = (next(i for i in made.figure(k).items if isinstance(i, Cells)).values for k in (0, 2))
    assert not np.array_equal(first, last)


def test_the_strip_says_the_step_that_is_shown_where_not_every_one_is_kept():
    runs = finished(TrainingPlan(n=4, vocabulary=4, d_k=2, steps=400))
    kept = {state.step for state in runs.histories[0].states}
    assert 151 not in kept
    scene = replace(scene_of(BANK, "training"), training=runs)
    made = Film(scene, motion("training=151..400", seconds=0.3), text_width)
    words = [item.text for item in made.figure(0).items if isinstance(item, Text)]
    assert words[0] == f"training step {runs.kept(151)}"
    assert str(runs.kept(151)) in words  # beside the line in the curves


def test_two_runs_on_a_wide_screen_stand_beside_their_curves():
    document = replace(BANK, training=TrainingPlan(n=4, vocabulary=4, d_k=2, steps=4, compare=True))
    wide, own = (
        Film(scene_of(document, "training"), motion("training=0..4", seconds=0.3), text_width, shape=shape)
        for shape in ((1920, 1080), None)
    )
    assert wide.width / wide.height > 1.6 > 1.1 > own.width / own.height


# chains --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [None, (1920, 1080), (640, 640)])
@pytest.mark.parametrize("tab", ["steps", "gradient"])
def test_the_tiles_of_a_chain_stand_still_while_their_numbers_change(tab, shape):
    scene = scene_of(BANK, tab, query=2)
    made = Film(scene, motion("temperature=0.1..10", easing="geometric"), text_width, shape=shape)
    places = set()
    for frame in range(len(made)):
        cells = [item for item in made.figure(frame).items if isinstance(item, Cells)]
        places.add(tuple((item.name, item.x, item.y, item.cell_width, item.cell_height) for item in cells))
    assert len(places) == 1


@pytest.mark.parametrize("tab", ["steps", "gradient"])
def test_a_chain_is_walked_in_the_shape_of_the_pictures(tab):
    document = open_source("gato", "en").document
    scene = scene_of(document, tab, query=4)
    walk = Film(scene, motion("step=1..9"), text_width, shape=(1600, 900))
    assert 1.2 < walk.width / walk.height < 2.4
    first, last = (
        {item.name: (item.x, item.y) for item in walk.figure(frame).items if isinstance(item, Cells)}
        for frame in (0, len(walk) - 1)
    )
    assert 0 < len(first) < len(last)
    assert all(last[name] == place for name, place in first.items())
