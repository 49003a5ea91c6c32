"""The matrices of a layer by hand: what follows, what grows with what, and the window around them."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import settle
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QSlider, QWidget

from tests.gui.conftest import click, drag
from tests.gui.test_gui_projections import message, shown, source


@pytest.fixture
def layer(start):
    """Embeddings and projections with two heads, for the bank's words."""
    app = start("bank")
    app.window.actions_.new_embeddings.trigger()
    assert app.session.undo_stack.count() == 1
    return app


def type_number(editor, matrix: str, row: int, column: int, text: str) -> None:
    click(editor, editor.cell_center(matrix, row, column))
    QTest.keyClicks(editor, text[0])
    QTest.keyClicks(editor._line, text[1:])
    QTest.keyClick(editor._line, Qt.Key.Key_Return)


# editing ------------------------------------------------------------------------------------------------------

FOLLOWS = {
    "X": {"X", "u", "Q", "K", "V", "scores", "weights", "output", "concat", "Y"},
    "W_Q": {"W_Q", "Q", "scores", "weights", "output", "concat", "Y"},
    "W_K": {"W_K", "K", "scores", "weights", "output", "concat", "Y"},
    "W_V": {"W_V", "V", "output", "concat", "Y"},
    "W_O": {"W_O", "Y"},
}
STEPS = sorted(FOLLOWS["X"] | set(FOLLOWS))


def steps_of(app) -> dict[str, np.ndarray]:
    settle(app)
    trace = app.scene.trace
    return {name: getattr(trace, name, None) if hasattr(trace, name) else getattr(trace.chain, name) for name in STEPS}


@pytest.fixture
def mixed(layer):
    """With W_O, and no zero that would hide a change."""
    layer.acts.set_layer("W_O", True)
    for name in ("X", "W_Q", "W_K", "W_V", "W_O"):
        values = getattr(source(layer), name)
        fill = np.linspace(-1, 1, values.size).reshape(values.shape).round(1) + 0.3
        text = "\n".join("\t".join(str(round(number, 1)) for number in row) for row in fill)
        layer.acts.paste(name, 0, 0, text)
    assert not message(layer)
    return layer


@pytest.mark.parametrize("gesture", ["typed", "scrubbed", "pasted"])
@pytest.mark.parametrize("matrix", FOLLOWS)
def test_a_number_changes_what_follows_and_nothing_else(mixed, matrix, gesture) -> None:
    editor, before, count = mixed.window.steps.editor, steps_of(mixed), mixed.session.undo_stack.count()
    was, document = float(before[matrix][1, 0]), mixed.session.document
    if gesture == "typed":
        type_number(editor, matrix, 1, 0, "2,5")
    elif gesture == "scrubbed":
        drag(editor, editor.cell_center(matrix, 1, 0), 60)
    else:
        click(editor, editor.cell_center(matrix, 1, 0))
        QApplication.clipboard().setText("2.5")
        QTest.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    after = steps_of(mixed)
    assert after[matrix][1, 0] == pytest.approx(was + 1 if gesture == "scrubbed" else 2.5)
    changed = {name for name in STEPS if not np.array_equal(before[name], after[name])}
    assert changed == FOLLOWS[matrix]
    assert mixed.session.undo_stack.count() == count + 1
    mixed.session.undo_stack.undo()
    assert mixed.session.document is document


@pytest.mark.parametrize(
    ("matrix", "row", "column"),
    [
        ("X", ("X", (4, 4), (2, 4)), ("X", (3, 5), (3, 3))),
        ("W_Q", ("W_Q", (5, 4), (3, 4)), ("W_Q", (4, 6), (4, 2))),
        ("W_K", ("X", (3, 5), (3, 3)), ("W_Q", (4, 6), (4, 2))),
        ("W_V", ("W_K", (5, 4), (3, 4)), ("W_V", (4, 6), (4, 2))),
        ("W_O", ("W_V", (4, 6), (4, 2)), ("W_O", (4, 5), (4, 3))),
    ],
)
def test_rows_and_columns_come_and_go_with_their_partners(mixed, matrix, row, column) -> None:
    acts, editor, before = mixed.window.actions_, mixed.window.steps.editor, mixed.session.document
    for (name, more, less), add, remove in (
        (row, acts.add_row, acts.remove_row),
        (column, acts.add_column, acts.remove_column),
    ):
        for act, shape in ((add, more), (remove, less)):
            click(editor, editor.cell_center(matrix, 0, 0))
            act.trigger()
            assert not message(mixed)
            assert getattr(source(mixed), name).shape == shape
            mixed.window.grab()
            mixed.session.undo_stack.undo()
            assert mixed.session.document is before


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # of the offscreen platform
@pytest.mark.parametrize("matrix", FOLLOWS)
def test_the_context_menu_of_every_matrix(mixed, matrix, qtbot) -> None:
    editor, before = mixed.window.steps.editor, mixed.session.document
    place = editor.cell_center(matrix, 1, 1)
    for index in range(5, 9):  # add and remove a row, add and remove a column
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, editor.mapToGlobal(place))
        QApplication.sendEvent(editor, event)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        actions = [action for action in menu.actions() if not action.isSeparator()]
        actions[index - 2].trigger()
        menu.close()
        assert mixed.session.document is not before, actions[index - 2].text()
        mixed.session.undo_stack.undo()
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)


def test_the_last_ones_stay(layer) -> None:
    layer.acts.set_layer("n_heads", 1)
    for act, name in (
        (layer.acts.remove_column, "W_Q"),
        (layer.acts.remove_column, "W_V"),
        (layer.acts.remove_row, "X"),
    ):
        while True:
            before = layer.session.document
            act(name, 0)
            if layer.session.document is before:
                break
        assert "stays" in message(layer)
    assert (source(layer).d_k, source(layer).d_v, source(layer).n_q) == (1, 1, 1)
    layer.window.grab()


@pytest.mark.parametrize("name", ["lago", "<b>bold</b>", "שלום", "👩‍👩‍👧", "", "W" * 120])
def test_names_are_changed_where_they_stand(layer, name) -> None:
    editor = layer.window.steps.editor
    for matrix, axis, index, read in (
        ("X", "row", 2, lambda: source(layer).tokens[2]),
        ("X", "column", 1, lambda: source(layer).dimension_names[1]),
        ("W_K", "row", 0, lambda: source(layer).dimension_names[0]),
        ("V", "column", 1, lambda: source(layer).value_names[1]),
    ):
        place = editor.label_rect(matrix, axis, index).center().toPoint()
        QTest.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=place)
        assert editor._line.isVisible(), (matrix, axis)
        editor._line.setText(name)
        QTest.keyClick(editor._line, Qt.Key.Key_Return)
        assert read() == name
    layer.window.grab()


def test_the_gate_is_edited_in_W_Q(layer) -> None:
    layer.acts.set_layer("gated", True)
    editor = layer.window.steps.editor
    assert set(shown(layer, "gate").ravel().tolist()) == {0.5}
    before = shown(layer, "Q").copy()
    for row in range(4):
        type_number(editor, "W_Q", row, 2, str(row + 1))  # the first column of the first head's gate
    np.testing.assert_array_equal(shown(layer, "Q"), before)
    logits = source(layer).X @ np.array([1, 2, 3, 4])
    np.testing.assert_allclose(shown(layer, "gate")[:, 0], 1 / (1 + np.exp(-logits)))
    np.testing.assert_allclose(shown(layer, "gated"), shown(layer, "output") * shown(layer, "gate"))


def test_a_number_past_all_scores_is_refused(layer) -> None:
    editor, before = layer.window.steps.editor, layer.session.document
    type_number(editor, "W_Q", 0, 0, "1e308")
    if layer.session.document is not before:  # that alone can still be multiplied
        type_number(editor, "W_K", 0, 0, "1e308")
    assert message(layer)
    assert np.isfinite(layer.scene.trace.scores).all()


# the window around it -----------------------------------------------------------------------------------------


@pytest.fixture
def everything(layer):
    for name, value in (("normalise", True), ("n_heads", 4), ("n_kv_heads", 2), ("gated", True), ("W_O", True)):
        layer.acts.set_layer(name, value)
    return layer


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_the_whole_layer_paints(everything, language, theme) -> None:
    app = everything
    app.window.actions_.themes[theme].trigger()
    app.window.actions_.languages[language].trigger()
    app.acts.set_option("causal", True)
    app.before.pin()
    app.acts.edit_cell("X", 0, 0, 2.5, "test")
    for head in range(4):
        app.look(head=head, key=head % 3)
        app.window.grab()
    for step in range(10):
        app.look(step=step, key=None)
        app.window.grab()
    app.look(tab="matrix")
    app.window.grab()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_every_control_has_a_name_and_a_tooltip(everything, language) -> None:
    everything.window.actions_.languages[language].trigger()
    window = everything.window
    nameless = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisibleTo(window) or widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
            continue
        if isinstance(widget, (QAbstractButton, QLineEdit, QSlider)):
            name = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
            if not name or not widget.toolTip():
                nameless.append((type(widget).__name__, name))
    assert not nameless


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_nothing_in_the_layer_controls_is_cut_off(everything, language) -> None:
    everything.window.actions_.languages[language].trigger()
    panel = everything.window.controls
    assert panel.widget().width() <= panel.viewport().width()
    for widget in panel.layer.findChildren(QWidget):
        if widget.isVisible() and widget.parentWidget() is panel.layer:
            assert widget.mapTo(panel.viewport(), QPoint(widget.width() - 1, 0)).x() < panel.viewport().width()
            assert widget.width() >= widget.minimumSizeHint().width(), widget.toolTip()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_the_chain_in_bands_scrolls_only_downwards(layer, size, qtbot) -> None:
    layer.acts.set_layer("W_O", True)
    layer.window.resize(*size)
    area = layer.window.steps._editor_area
    qtbot.waitUntil(lambda: not area.horizontalScrollBar().isVisible())
    assert area.verticalScrollBar().isVisible()


def test_the_shown_step_is_brought_into_sight(layer) -> None:
    layer.acts.set_layer("W_O", True)
    area, editor = layer.window.steps._editor_area, layer.window.steps.editor
    for step, tile in ((8, "Y"), (0, "X"), (5, "weights"), (None, "Y")):
        layer.look(step=step)
        corner = editor.cell_rect(tile, 0, 0).center().toPoint()
        assert area.viewport().rect().contains(editor.mapTo(area.viewport(), corner)), tile
