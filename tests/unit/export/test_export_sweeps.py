"""Sweeps and motions: read back, refused where they cannot be, from their beginning to their end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.errors import InputError
from attnviz.export.film import Film
from attnviz.export.fonts import text_width
from attnviz.export.sweep import EASINGS, Motion, Sweep, parameters, parse_sweep, sweep_text, usual
from tests.unit.export.drawn import BANK, FOURTEEN
from tests.unit.export.films import film, motion, scene_of

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("text", ["d_k=1..128", "temperature=0.1..10", "mix=1,0,0..0,0,1", "step=6..1", "head=1..2"])
def test_a_sweep_is_read_back(text):
    assert sweep_text(parse_sweep(text)) == text


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_any_sweep_is_read_back(start, stop):
    sweep = Sweep(parameter="decay", start=(start,), stop=(stop,))
    assert parse_sweep(sweep_text(sweep)) == sweep


@pytest.mark.parametrize(
    "text", ["", "d_k", "d_k=", "d_k=3", "d_k=1..", "d_k=a..b", "d_k=1..nan", "mix=1..2", "d_k=1,2..3,4", "dk=1..2"]
)
def test_what_is_no_sweep_is_refused(text):
    with pytest.raises(InputError):
        parse_sweep(text)


@given(st.sampled_from(EASINGS), st.floats(0.1, 100), st.floats(0.1, 100), st.integers(2, 40), st.booleans())
def test_a_motion_begins_and_ends_where_it_should(easing, start, stop, count, back):
    sweep = Sweep(parameter="temperature", start=(start,), stop=(stop,))
    moving = Motion(sweep=sweep, easing=easing, seconds=count / 10, fps=10, back=back)
    values = [moving.value(frame)[0] for frame in range(moving.count)]
    assert values[0] == pytest.approx(start)
    assert values[-1] == pytest.approx(start if back else stop)
    low, high = sorted((start, stop))
    assert all(low * (1 - 1e-12) <= value <= high * (1 + 1e-12) for value in values)
    if not back:
        assert values == sorted(values, reverse=stop < start)


def test_whole_parameters_stay_whole():
    moving = motion("d_k=1..9", easing="smooth")
    assert {value for frame in range(moving.count) for value in moving.value(frame)} <= set(map(float, range(1, 10)))


@pytest.mark.parametrize(
    ("document", "tab", "text"),
    [
        (BANK, "matrix", "decay=0..1"),
        (BANK, "matrix", "step=1..3"),
        (BANK, "steps", "step=1..9"),
        (BANK, "steps", "head=1..2"),
        (FOURTEEN, "matrix", "d_k=0..5"),
        (FOURTEEN, "matrix", "d_k=1..513"),
        (FOURTEEN, "matrix", "temperature=0..1"),
        (FOURTEEN, "matrix", "mix=1,1,1..0,0,1"),
        (FOURTEEN, "matrix", "training=0..5"),
    ],
)
def test_what_cannot_be_swept_is_refused(document, tab, text):
    with pytest.raises(InputError):
        film(document, text, tab)


@pytest.mark.parametrize("options", [{"fps": 0}, {"fps": 61}, {"seconds": 0.01}, {"seconds": 301.0}])
def test_impossible_times_are_refused(options):
    with pytest.raises(InputError):
        film(FOURTEEN, "d_k=1..5", **options)


def test_equal_ratios_need_numbers_above_zero():
    with pytest.raises(InputError, match="above 0"):
        film(FOURTEEN, "decay=0..1", easing="geometric")


@pytest.mark.parametrize("tab", ["steps", "matrix", "training"])
@pytest.mark.parametrize("document", [BANK, FOURTEEN], ids=["bank", "fourteen"])
def test_what_is_offered_can_be_shown(document, tab):
    scene = scene_of(document, tab)
    for parameter in parameters(scene):
        made = Film(scene, Motion(sweep=usual(parameter, scene), seconds=0.3, fps=10), text_width)
        assert made.figure(0).items
