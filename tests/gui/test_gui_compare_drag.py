"""A hand on a slider while two large matrices are compared: every picture has both, and they belong together."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
import pytest
from conftest import _move, handle
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from attnviz.document import difference as module
from attnviz.document import large
from attnviz.document.comparison import Comparison, compared_document
from attnviz.document.derive import derive
from attnviz.document.unwritten import unwritten
from attnviz.session import tracer

TOKENS = 700  # too many to be traced within a frame
COMPARISONS = [
    Comparison(kind="divide"),
    Comparison(kind="causal"),
    Comparison(kind="head", head=1),
    Comparison(kind="sentence", text=" ".join(f"v{i % 40}" for i in range(TOKENS))),
    Comparison(kind="sentence", text=" ".join(f"v{i % 40}" for i in range(TOKENS + 50))),
]


@pytest.fixture
def compared(start, qtbot):
    """compared(comparison) is a window on two large matrices that are there."""

    def open_(comparison):
        app = start("sentence")
        app.acts.set_text(" ".join(f"w{i % 50}" for i in range(TOKENS)))
        qtbot.waitUntil(lambda: app.scene.trace.n_k == TOKENS, timeout=10_000)
        app.look(tab="matrix", drawing="compare", compare=comparison)
        wait_for_other(app, qtbot)
        return app

    return open_


def wait_for_other(app, qtbot):
    def settled() -> bool:
        at_rest = app.scene.document is app.session.document and not app.scene.trace.hasty
        return at_rest and app.scene.other is not None and not app.scene.other.hasty

    qtbot.waitUntil(settled, timeout=10_000)


def drag_slowly(slider, right, steps=25):
    begin = handle(slider)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=begin)
    for step in range(1, steps + 1):
        _move(slider, begin + QPoint(right * step // steps, 0), Qt.KeyboardModifier.NoModifier)
        QTest.qWait(12)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=begin + QPoint(right, 0))


def drag_for_pictures(app, qtbot, pictures, most=2):
    """Drag to and fro until there are some: on a busy machine one drag may be over before its second picture."""
    for right in (60, -60, 60, -60, 60):
        drag_slowly(app.window.controls.temperature.slider, right)
        wait_for_other(app, qtbot)
        if pictures() > most:
            break


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda comparison: comparison.kind)
def test_every_picture_of_a_drag_has_both_matrices_of_the_same_document(compared, qtbot, comparison):
    app = compared(comparison)
    canvas, shown = app.window.matrix.compare.canvas, []
    display = canvas.display
    same_shape = app.scene.other.n_k == TOKENS

    def noted(scene):
        display(scene)
        shown.append((scene, canvas.figure))

    canvas.display = noted
    drag_for_pictures(app, qtbot, lambda: len({id(scene.document) for scene, _ in shown}))
    documents = {id(scene.document): scene for scene, _ in shown}
    assert len(documents) > 2, "it is a drag of several pictures"
    for scene, figure in shown:
        assert scene.other is not None
        assert (figure.cells("difference") is not None) == same_shape
    for scene in list(documents.values())[:: max(len(documents) // 4, 1)]:
        expected = derive(compared_document(scene.document, comparison))
        np.testing.assert_allclose(scene.other.weights[40], expected.weights[40], atol=1e-5)
    scene, figure = shown[-1]
    if same_shape:
        one, two = np.asarray(scene.trace.weights), np.asarray(scene.other.weights)
        np.testing.assert_array_equal(figure.cells("difference").values[3:9], one[3:9] - two[3:9])


def test_the_other_side_is_whole_at_rest_even_where_this_one_always_is(compared, qtbot, monkeypatch):
    """Weights that depend on the distance alone have their measures in a drag, too; the sharp ones beside have not."""
    monkeypatch.setattr(large, "MEASURED", 0)
    monkeypatch.setattr(tracer, "HASTE", 0)
    app = compared(COMPARISONS[0])
    app.acts.set_head("previous")
    wait_for_other(app, qtbot)
    shown, display = [], app.window.matrix.compare.canvas.display
    app.window.matrix.compare.canvas.display = lambda scene: (shown.append(scene), display(scene))
    drag_slowly(app.window.controls.temperature.slider, 20)
    assert any(scene.trace.measured and not scene.other.measured for scene in shown if scene.other is not None)
    wait_for_other(app, qtbot)
    assert app.scene.other.measured


@pytest.mark.parametrize("kind", ["divide", "pinned"])
def test_differences_are_looked_at_once_a_picture_and_never_written_down(compared, qtbot, monkeypatch, kind):
    app = compared(COMPARISONS[0])
    if kind == "pinned":
        app.before.pin()
        app.look(compare=Comparison(kind="pinned"))
    looks, pictures = [], []
    blocks = module.Blocks

    def counted(*how, **more):
        looks.append(threading.get_ident())
        return blocks(*how, **more)

    monkeypatch.setattr(module, "Blocks", counted)
    canvas = app.window.matrix.compare.canvas
    display = canvas.display
    canvas.display = lambda scene: (pictures.append(scene.trace), display(scene))
    drag_for_pictures(app, qtbot, lambda: len({id(trace) for trace in pictures}), most=4)
    QTest.qWait(50)  # the last picture is painted
    made = len({id(trace) for trace in pictures})
    assert made > 4
    assert len(looks) <= made + 2, "each difference once"
    if kind == "divide":
        # On a busy machine a second one is on its way before the first has been painted, and said what it wants.
        assert looks.count(threading.get_ident()) <= 2, "not while the window waits"
    assert unwritten(canvas.figure.cells("difference").values)._whole is None
    looks.clear()
    app.look(query=12)
    QTest.qWait(50)
    assert looks == [], "another row is no other difference"
    app.tracer.beside.make(app.session.document, app.scene.trace, exact=False, hasty=False)
    assert looks == [], "nor has a document that is asked for again another"


def test_the_bars_below_say_whose_row_they_show(sentence):
    sentence.look(tab="matrix", drawing="compare", inspector="row", compare=Comparison(kind="divide"), query=8)
    title = sentence.window.matrix.inspector.title
    assert title.text() == "Row of “it” · divided by √dₖ · sum 1.00"
    sentence.acts.set_option("divide", False)
    assert title.text() == "Row of “it” · not divided · sum 1.00"
    sentence.look(drawing="heatmap")
    assert title.text() == "Row of “it” · sum 1.00"


def held(app):
    """Weak references to the other weights of a comparison, the products they were made of, and the difference."""
    other = app.scene.other
    return [weakref.ref(found) for found in (other.weights, other.kept.kept.C, app.scene.difference)]


@pytest.mark.parametrize("way", ["heatmap", "lines", "tab", "pinned", "before it is there"])
def test_nothing_is_held_of_a_comparison_that_was_left(compared, qtbot, way):
    """Two matrices as large as the document's own would stay for as long as the window does."""
    app = compared(COMPARISONS[0])
    app.acts.set_number("temperature", 1.5, "a")
    if way == "before it is there":
        app.look(drawing="heatmap")
        app.look(drawing="compare", compare=COMPARISONS[1])
        other = []
    else:
        wait_for_other(app, qtbot)
        other = held(app)
    if way == "pinned":
        app.before.pin()
        app.look(compare=Comparison(kind="pinned"))
        other = other[:2]
    elif way == "tab":
        app.look(tab="steps")
    else:
        app.look(drawing="lines" if way == "lines" else "heatmap")
    comparer = app.tracer.beside
    qtbot.waitUntil(lambda: comparer._tracer._running is None and app.scene.document is app.session.document)
    QTest.qWait(20)
    assert comparer._tracer.last is None
    assert comparer._asked is None
    if way == "tab":  # the page in the back shows what it showed until it comes to the front
        app.look(tab="matrix", drawing="heatmap")
    gc.collect()
    assert [reference() is not None for reference in other] == [False] * len(other)
    app.look(tab="matrix", drawing="compare", compare=COMPARISONS[0])
    wait_for_other(app, qtbot)


@pytest.mark.parametrize("one", ["heatmap", "lines"])
def test_a_page_in_the_back_holds_no_matrix_of_before(compared, qtbot, one):
    app = compared(COMPARISONS[0])
    app.look(drawing=one)
    QTest.qWait(20)
    weights = weakref.ref(app.scene.trace.weights)
    app.look(drawing="lines" if one == "heatmap" else "heatmap")
    app.before.over()
    app.acts.set_number("temperature", 1.5, "a")
    qtbot.waitUntil(lambda: app.scene.document is app.session.document and not app.scene.trace.hasty)
    app.before.over()
    qtbot.waitUntil(lambda: (gc.collect(), weights() is None)[1])
