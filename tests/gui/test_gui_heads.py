"""The Heads tab driven by hand: thumbnails, hover, click, keys, sorting, comparing; and heads of projections."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.core.softmax import softmax
from tests.gui.conftest import click

LAYERS, HEADS, N = 3, 4, 8


@pytest.fixture
def A():
    """One head is a previous-token head, (layer 2, head 3) counted from 1; all are causal."""
    weights = softmax(np.random.default_rng(7).normal(size=(LAYERS, HEADS, N, N)), np.tri(N, dtype=bool))
    weights[1, 2] = np.eye(N, k=-1)
    weights[1, 2, 0, 0] = 1
    return weights.astype(np.float32)


@pytest.fixture
def heads(start, tmp_path, A, qtbot):
    path = tmp_path / "model.npz"
    np.savez(path, attentions=A, tokens=np.array(list("abcdefgh")))
    app = start(str(path))
    qtbot.waitUntil(lambda: app.scene.grid is not None and app.scene.grid.complete)
    return app


def view(app):
    return app.window.view("heads")


def middle(app, layer, head) -> QPoint:
    return view(app).canvas.head_rect(layer, head).center().toPoint()


def hover(widget, place: QPoint) -> None:
    QApplication.sendEvent(
        widget,
        QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(place),
            QPointF(widget.mapToGlobal(place)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
        ),
    )


def test_a_file_of_many_heads_opens_on_the_grid(heads):
    assert heads.view.tab == "heads"
    assert len(heads.scene.grid.places) == LAYERS * HEADS
    assert view(heads).isVisible()


def test_ctrl_3_opens_it(heads):
    heads.look(tab="matrix")
    QTest.keyClick(heads.window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert heads.view.tab == "heads"


def test_hover_names_the_head_with_what_it_does(heads):
    hover(view(heads).canvas, middle(heads, 1, 2))
    said = heads.window.reading.text()
    assert said.startswith("layer 2 · head 3 · previous token 1.00")
    heads.appearance.set_notation(first_head=0)
    hover(view(heads).canvas, middle(heads, 0, 0))
    hover(view(heads).canvas, middle(heads, 1, 2))
    assert heads.window.reading.text().startswith("layer 1 · head 2 · ")


def test_a_click_opens_the_head_in_the_matrix_tab(heads, A):
    click(view(heads).canvas, middle(heads, 2, 1))
    assert heads.view.tab == "matrix"
    np.testing.assert_allclose(heads.scene.trace.weights, A[2, 1], atol=1e-7)
    assert (heads.scene.trace.place.layer, heads.scene.trace.head) == (2, 1)


def test_arrows_walk_and_enter_opens(heads, A):
    canvas = view(heads).canvas
    canvas.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(canvas, key)
    assert (heads.view.heads.layer, heads.view.heads.head) == (1, 1)
    assert heads.window.reading.text().startswith("layer 2 · head 2")
    QTest.keyClick(canvas, Qt.Key.Key_Up)
    QTest.keyClick(canvas, Qt.Key.Key_Up)
    assert heads.view.heads.layer == 0
    QTest.keyClick(canvas, Qt.Key.Key_End)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert heads.view.tab == "matrix"
    np.testing.assert_allclose(heads.scene.trace.weights, A[2, 3], atol=1e-7)


def test_shift_and_a_click_compare_with_the_framed_head(heads, A):
    heads.look(layer=1, head=0)
    canvas = view(heads).canvas
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, middle(heads, 0, 3))
    assert (heads.view.tab, heads.view.drawing) == ("matrix", "compare")
    np.testing.assert_allclose(heads.scene.trace.weights, A[1, 0], atol=1e-7)
    np.testing.assert_allclose(heads.scene.other.weights, A[0, 3], atol=1e-7)


def test_sorting_puts_the_head_first_that_does_it_most(heads):
    bar = view(heads).bar
    bar.order.setCurrentIndex(bar.order.findData("previous"))
    bar.order.activated.emit(bar.order.currentIndex())
    picture = view(heads).canvas.picture
    first = next(index for index, slot in picture.slots.items() if slot == 0)
    assert heads.scene.grid.places[first] == (1, 2)
    bar.least.setFocus()
    bar.least.selectAll()
    QTest.keyClicks(bar.least, "0.9")
    QTest.keyClick(bar.least, Qt.Key.Key_Return)
    assert list(view(heads).canvas.picture.slots) == [first]
    assert view(heads).canvas.head_rect(0, 0).isEmpty()


def test_the_canvas_tells_about_itself(heads):
    canvas = view(heads).canvas
    assert canvas.accessibleName()
    assert "3 layers by 4 heads" in canvas.accessibleDescription()


def test_a_projection_layer_has_its_heads_there_too(start, qtbot):
    app = start("gato")
    app.look(tab="heads")
    qtbot.waitUntil(lambda: app.scene.grid is not None and app.scene.grid.complete)
    assert len(app.scene.grid.places) == app.session.document.source.n_heads > 1
    click(view(app).canvas, middle(app, 0, 1))
    assert app.scene.trace.head == 1
    np.testing.assert_allclose(app.scene.trace.weights, app.trace.weights[1])


def test_an_edit_of_the_layer_draws_the_grid_anew(start, qtbot):
    app = start("gato")
    app.look(tab="heads")
    qtbot.waitUntil(lambda: app.scene.grid is not None)
    before = app.scene.grid.thumbs
    app.acts.set_option("causal", not app.session.document.options.causal)
    qtbot.waitUntil(lambda: app.scene.grid is not None and not np.array_equal(app.scene.grid.thumbs, before))


def test_one_head_has_no_grid_and_the_tab_says_so(sentence):
    sentence.look(tab="heads")
    assert "one head" in sentence.window.views.currentWidget().sentence.text()


def test_a_large_file_fills_the_grid_in_the_background(start, tmp_path, qtbot):
    path = tmp_path / "large.npy"
    weights = np.zeros((6, 8, 256, 256), dtype=np.float32)
    weights[..., 0] = 1
    np.save(path, weights)
    app = start("bank")
    app.filing.open_files([path])
    assert app.session.document.source.n_heads == 8  # open already, before anything has been read
    qtbot.waitUntil(lambda: app.scene.grid is not None)
    qtbot.waitUntil(lambda: app.scene.grid.complete, timeout=30_000)
    assert all(found.first == 1 for found in app.scene.grid.found)


@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
def test_every_thumbnail_lies_inside_the_canvas(heads, size, qtbot):
    heads.window.resize(*size)
    qtbot.wait(50)
    canvas = view(heads).canvas
    for place in heads.scene.grid.places:
        assert canvas.rect().contains(canvas.head_rect(*place).toRect())
