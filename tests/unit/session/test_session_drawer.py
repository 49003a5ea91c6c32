"""The export dialog's figures, laid out in a worker: the newest wish is answered, older ones are given up."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document
from attnviz.document.figure_look import FigureLook, with_preset
from attnviz.document.view_state import ViewState
from attnviz.export.fonts import text_width
from attnviz.export.formats import drawn_of
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from attnviz.session import drawer as module
from attnviz.session.drawer import Drawer

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def drawer():
    made = Drawer()
    yield made
    made.stop()


@pytest.fixture
def scene():
    document = sentence_document("one two three four")
    view = ViewState(tab="steps")
    return Scene(document=document, trace=derive(document), view=view, form=number_format("en"))


@pytest.mark.parametrize("preset", ["own", "slide", "column"])
def test_what_is_told_last_is_what_the_file_will_be(qtbot, drawer, scene, preset):
    look = with_preset(FigureLook(), preset)
    told = []
    drawer.drawn.connect(told.append)
    with qtbot.waitSignal(drawer.finished, timeout=20_000):
        drawer.draw(scene, look)
    exported = drawn_of(scene, look, text_width, kept=False)
    assert told[-1].look == look
    assert told[-1].scale == exported.scale
    assert [str(item) for item in told[-1].figure.items] == [str(item) for item in exported.figure.items]


def test_only_the_newest_wish_is_told(qtbot, drawer, scene, monkeypatch):
    going, gate = threading.Event(), threading.Event()
    real = module.previews

    def slow(wanted, look, measure):
        if look.title == "first":
            going.set()
            assert gate.wait(20)
        yield from real(wanted, look, measure)

    monkeypatch.setattr(module, "previews", slow)
    told = []
    drawer.drawn.connect(told.append)
    drawer.draw(scene, FigureLook(title="first"))
    assert going.wait(20)
    for title in ("second", "third"):
        drawer.draw(scene, replace(FigureLook(), title=title))  # at once, though the first is still being made
    with qtbot.waitSignal(drawer.finished, timeout=20_000):
        gate.set()
    assert {drawn.look.title for drawn in told} == {"third"}


def test_nothing_is_told_after_it_was_cancelled(qtbot, drawer, scene):
    told = []
    drawer.drawn.connect(told.append)
    drawer.draw(scene, FigureLook())
    drawer.cancel()
    drawer.stop()
    qtbot.wait(1)
    assert told == []


def test_an_error_in_the_worker_is_raised_here(qtbot, drawer, scene, monkeypatch):
    def failing(*_):
        raise RuntimeError("broken")
        yield

    monkeypatch.setattr(module, "previews", failing)
    with qtbot.captureExceptions() as caught, qtbot.waitSignal(drawer.finished, timeout=20_000):
        drawer.draw(scene, FigureLook())
        qtbot.waitUntil(lambda: bool(caught), timeout=20_000)
    assert "broken" in str(caught[0][1])


def test_its_thread_ends_when_no_more_is_wished_for(qtbot, drawer, scene):
    """Qt keeps a thread's typefaces, some megabytes for a text of many scripts, as long as the thread."""
    for _ in range(3):
        with qtbot.waitSignal(drawer.finished, timeout=20_000):
            drawer.draw(scene, FigureLook())
        assert len(threads_of_drawers()) == 1
        drawer.cancel()
        qtbot.waitUntil(lambda: not threads_of_drawers(), timeout=20_000)


def test_a_wish_after_the_thread_was_sent_away_is_told(qtbot, drawer, scene):
    """At once, while the thread may still be at its last layout."""
    told = []
    drawer.drawn.connect(told.append)
    drawer.draw(scene, FigureLook(title="first"))
    drawer.cancel()
    with qtbot.waitSignal(drawer.finished, timeout=20_000):
        drawer.draw(scene, FigureLook(title="second"))
    assert {drawn.look.title for drawn in told} == {"second"}


def test_stopping_waits_for_a_thread_that_was_sent_away(drawer, scene):
    drawer.draw(scene, FigureLook())
    drawer.cancel()
    drawer.stop()
    assert not threads_of_drawers()


def threads_of_drawers():
    return [thread for thread in threading.enumerate() if thread.name.startswith("drawer")]
