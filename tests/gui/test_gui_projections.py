"""Embeddings and projections in the window: layer controls, every W edited, heads shown, old document back by undo."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import settle
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from attnviz.document.derive import derive
from attnviz.document.document import ProjectionSource
from attnviz.export.chain import chain_layout
from tests.gui.conftest import click


@pytest.fixture
def layer(start):
    """Embeddings and projections with two heads, for the bank's words."""
    app = start("bank")
    app.window.actions_.new_embeddings.trigger()
    assert app.session.undo_stack.count() == 1
    return app


def source(app) -> ProjectionSource:
    return app.session.document.source


def message(app) -> str:
    return app.window.statusBar().currentMessage()


def enter(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def press(button: QWidget) -> None:
    click(button, button.rect().center())


# new from embeddings ------------------------------------------------------------------------------------------


def test_new_embeddings_for_the_words_by_hand(start) -> None:
    app = start("bank")
    before = app.session.document
    app.window.actions_.new_embeddings.trigger()
    assert source(app).tokens == ("sentei", "banco", "praça")
    assert source(app).X.shape == (3, 4)
    assert source(app).n_heads == 2
    assert app.view.tab == "steps"
    assert app.view.query == 1
    assert app.window.controls.layer.isVisible()
    assert not app.window.controls.heads.isVisible()
    app.window.actions_.undo.trigger()
    assert app.session.document is before
    assert not app.window.controls.layer.isVisible()
    assert app.window.controls.heads.isVisible()
    app.window.grab()


def test_new_embeddings_for_a_sentence(start) -> None:
    app = start("sentence")
    before = app.session.document
    app.window.actions_.new_embeddings.trigger()
    assert source(app).tokens == before.source.tokens
    assert app.window.steps.isVisible()
    app.session.undo_stack.undo()
    assert app.session.document is before


def test_new_embeddings_for_a_long_sentence_take_its_beginning(start) -> None:
    app = start("sentence")
    app.acts.set_text("word " * 300)
    app.look(query=299)
    app.window.actions_.new_embeddings.trigger()
    assert len(source(app).tokens) == 64
    assert app.scene.query == 63
    app.window.grab()


def test_the_same_words_have_the_same_embedding(start) -> None:
    app = start("sentence")
    app.acts.set_text("bank river bank")
    app.window.actions_.new_embeddings.trigger()
    X = source(app).X
    assert X[0].tolist() == X[2].tolist() != X[1].tolist()


# layer controls -----------------------------------------------------------------------------------------------

CONTROLS = {
    "n_heads": (lambda c: enter(c.n_heads, "4"), lambda s: (s.n_heads, s.n_kv_heads, s.W_Q.shape[1]) == (4, 2, 8)),
    "fewer heads": (lambda c: enter(c.n_heads, "1"), lambda s: (s.n_heads, s.n_kv_heads) == (1, 1)),
    "odd heads": (lambda c: enter(c.n_heads, "3"), lambda s: (s.n_heads, s.n_kv_heads) == (3, 3)),
    "n_kv_heads": (lambda c: enter(c.n_kv_heads, "1"), lambda s: (s.n_heads, s.n_kv_heads, s.d_k) == (2, 1, 2)),
    "normalise": (lambda c: press(c.normalise), lambda s: s.normalise),
    "gated": (lambda c: press(c.gated), lambda s: s.gated and s.W_Q.shape == (4, 8)),
    "W_O": (lambda c: press(c.output), lambda s: s.W_O.tolist() == np.eye(4).tolist()),
    "random": (lambda c: press(c.random), lambda s: s.n_heads == 2),
}


@pytest.mark.parametrize("control", CONTROLS)
def test_every_control_of_the_layer_changes_it_and_undo_returns(layer, control) -> None:
    before = layer.session.document
    act, changed = CONTROLS[control]
    controls = layer.window.controls.layer
    act(controls)
    after = layer.session.document
    assert after is not before
    assert changed(after.source)
    assert layer.scene.document is after
    assert layer.session.undo_stack.count() == 2
    layer.window.actions_.undo.trigger()
    assert layer.session.document is before
    assert (controls.n_heads.text(), controls.n_kv_heads.text()) == ("2", "2")
    assert not any(switch.isChecked() for switch in (controls.normalise, controls.gated, controls.output))


def test_switches_go_back_off(layer) -> None:
    controls, before = layer.window.controls.layer, source(layer)
    for switch in (controls.normalise, controls.gated, controls.output):
        press(switch)
        assert switch.isChecked()
        press(switch)
        assert not switch.isChecked()
    for name in ("X", "W_Q", "W_K", "W_V"):
        np.testing.assert_array_equal(getattr(source(layer), name), getattr(before, name))
    assert source(layer).W_O is None
    assert not source(layer).gated
    assert not source(layer).normalise


def test_epsilon_is_there_with_the_layer_norm(layer) -> None:
    controls = layer.window.controls.layer
    assert not controls.eps.isVisible()
    press(controls.normalise)
    assert controls.eps.isVisible()
    enter(controls.eps, "0,5")
    assert source(layer).eps == 0.5
    u = layer.scene.trace.chain.u
    np.testing.assert_allclose(u.var(axis=1), source(layer).X.var(axis=1) / (source(layer).X.var(axis=1) + 0.5))
    layer.session.undo_stack.undo()
    settle(layer)
    assert source(layer).eps == 0
    assert controls.eps.text() == "0.000"


def test_each_click_draws_other_projections(layer) -> None:
    button = layer.window.controls.layer.random
    drawn = []
    for _ in range(3):
        press(button)
        drawn.append(source(layer).W_K.tolist())
    assert drawn[0] != drawn[1] != drawn[2] != drawn[0]
    assert layer.session.undo_stack.count() == 4


@pytest.mark.parametrize(
    ("name", "texts", "stays"),
    [
        ("n_heads", ["0"], "2"),
        ("n_heads", ["65"], "2"),
        ("n_heads", ["1.5"], "2"),
        ("n_heads", ["two"], "2"),
        ("n_kv_heads", ["0"], "2"),
        ("n_kv_heads", ["3"], "2"),
        ("eps", ["-1"], "0.000"),
        ("eps", ["nan"], "0.000"),
        ("eps", ["1e999"], "0.000"),
    ],
)
def test_a_wrong_number_is_refused_with_a_sentence_and_the_field_returns(layer, name, texts, stays) -> None:
    controls = layer.window.controls.layer
    layer.acts.set_layer("normalise", True)
    before = layer.session.document
    field = getattr(controls, name)
    for text in texts:
        enter(field, text)
    assert layer.session.document is before
    assert message(layer).endswith(".")
    layer.window.steps.editor.setFocus()
    assert field.text() == stays


def test_five_query_heads_cannot_share_two(layer) -> None:
    controls = layer.window.controls.layer
    enter(controls.n_heads, "5")
    assert (source(layer).n_heads, source(layer).n_kv_heads) == (5, 5)
    before = layer.session.document
    enter(controls.n_kv_heads, "2")
    assert layer.session.document is before
    assert "5 query heads cannot share 2" in message(layer)
    assert controls.n_kv_heads.text() == "5"


def test_who_shares_which_keys_is_said(layer) -> None:
    controls = layer.window.controls.layer
    assert "of its own" in controls.sharing.text()
    enter(controls.n_heads, "4")
    assert "1–2 → 1, 3–4 → 2" in controls.sharing.text()
    layer.look(first_head=0)
    assert "0–1 → 0, 2–3 → 1" in controls.sharing.text()


def test_d_k_of_every_head(layer) -> None:
    enter(layer.window.controls.d_k.field, "3")
    assert (source(layer).W_Q.shape, source(layer).W_K.shape, source(layer).W_V.shape) == ((4, 6), (4, 6), (4, 4))


# the head shown -----------------------------------------------------------------------------------------------


def shown(app, name: str) -> np.ndarray:
    settle(app)
    return app.window.steps.editor.figure.cells(name).values


def test_another_head_is_shown(layer) -> None:
    whole = derive(layer.session.document)
    for head, text in ((1, "2"), (0, "1")):
        enter(layer.window.controls.layer.head, text)
        for name in ("Q", "K", "V", "scores", "scaled", "weights", "output"):
            np.testing.assert_array_equal(shown(layer, name), getattr(whole, name)[head])
        marked = {
            tile.name: tile.marked_columns for tile in chain_layout(layer.scene.document, layer.scene.trace).tiles()
        }
        assert marked["W_Q"] == marked["W_K"] == marked["W_V"] == (2 * head, 2)
    assert layer.session.undo_stack.count() == 1


def test_heads_counted_from_zero(layer) -> None:
    layer.look(first_head=0)
    head = layer.window.controls.layer.head
    assert head.text() == "0"
    enter(head, "1")
    assert layer.scene.trace.head == 1


def test_a_head_that_is_not_there_is_not_shown(layer) -> None:
    head = layer.window.controls.layer.head
    enter(head, "9")
    assert layer.scene.trace.head == 0
    assert layer.window.statusBar().currentMessage()
    layer.window.steps.editor.setFocus()  # what was refused goes away with the caret
    assert head.text() == "1"
    enter(layer.window.controls.layer.n_heads, "1")
    assert layer.scene.trace.head == 0
    assert head.text() == "1"


def test_the_matrix_tab_shows_the_head(layer) -> None:
    whole = derive(layer.session.document)
    QTest.keyClick(layer.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    heatmap = layer.window.matrix.heatmap
    for head, text in ((0, "1"), (1, "2")):
        enter(layer.window.controls.layer.head, text)
        np.testing.assert_array_equal(heatmap.figure.cells("weights").values, whole.weights[head])
        layer.window.grab()
    click(heatmap, heatmap.cell_center("weights", 2, 0))
    assert layer.view.query == 2
    QTest.keyClick(layer.window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    np.testing.assert_array_equal(shown(layer, "weights"), whole.weights[1])


def test_saved_numbers_are_those_of_all_heads(layer, tmp_path) -> None:
    layer.look(head=1)
    layer.acts.save_numbers(tmp_path / "a.npz")
    whole = derive(layer.session.document).arrays()
    with np.load(tmp_path / "a.npz") as saved:
        assert set(saved) == set(whole)
        for name, values in whole.items():
            np.testing.assert_array_equal(saved[name], values)


@pytest.mark.parametrize(("name", "value"), [("n_heads", 4), ("n_kv_heads", 1), ("eps", 0.1), ("gated", True)])
def test_a_wish_for_a_layer_that_another_lesson_has_taken_the_place_of_is_nobody_s(layer, name, value) -> None:
    """A field in which somebody was typing tells it as it goes, and its layer has gone by then."""
    layer.open_lesson("sentence")
    settle(layer)
    before = layer.session.document
    layer.window.controls.layer_requested.emit(name, value)
    assert layer.session.document is before
    assert layer.scene.document is before
