"""The chain step by step: player, keys, tiles still to come, numbers compared, a key followed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attnviz.export.figure import Cells
from tests.gui.conftest import click, drag, handle

STEPS = 6  # of the bank: vectors, scores, scale, mask, softmax, mix


@pytest.fixture
def player(bank):
    return bank.window.steps.player


@pytest.fixture
def editor(bank):
    return bank.window.steps.editor


@pytest.fixture
def layer(start):
    """Embeddings and projections with two heads, for the bank's words."""
    app = start("bank")
    app.window.actions_.new_embeddings.trigger()
    return app


def press(button) -> None:
    click(button, button.rect().center())


def type_number(editor, matrix: str, row: int, column: int, text: str) -> None:
    click(editor, editor.cell_center(matrix, row, column))
    QTest.keyClicks(editor, text[0])
    QTest.keyClicks(editor._line, text[1:])
    QTest.keyClick(editor._line, Qt.Key.Key_Return)


def drawn(editor) -> set[str]:
    return {item.name for item in editor.figure.items if isinstance(item, Cells)}


# player -------------------------------------------------------------------------------------------------------


def test_at_first_the_whole_chain_is_shown(bank, player, editor) -> None:
    assert bank.view.step is None
    assert drawn(editor) == {"Q", "K", "V", "scores", "scaled", "weights", "output"}
    assert player.caption.text().startswith("6 of 6 · O = AV")
    assert player.back.isEnabled()
    assert not player.forward.isEnabled()


def test_the_buttons_go_where_they_say(bank, player) -> None:
    def shown():
        return bank.view.step, player.bar.value()

    press(player.first)
    assert shown() == (0, 0)
    assert not player.first.isEnabled()
    assert not player.back.isEnabled()
    press(player.forward)
    press(player.forward)
    assert shown() == (2, 2)
    assert player.caption.text().startswith("3 of 6 · S / √dₖ")
    press(player.back)
    assert shown() == (1, 1)
    press(player.last)
    assert shown() == (None, STEPS - 1)
    assert not player.last.isEnabled()
    assert bank.session.undo_stack.count() == 0


def test_keys_on_the_bar(bank, player) -> None:
    bar = player.bar
    bar.setFocus()
    found = []
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Left):
        QTest.keyClick(bar, key)
        found.append(bank.view.step)
    assert found == [0, 1, 2, 1, None, 4]
    QTest.keyClick(bar, Qt.Key.Key_Space)
    assert player.playing
    QTest.keyClick(bar, Qt.Key.Key_Space)
    assert not player.playing
    assert bank.view.step == 4


def test_the_bar_is_dragged_through_the_steps(bank, player) -> None:
    press(player.first)
    seen = []
    player.step_requested.connect(seen.append)
    drag(player.bar, handle(player.bar), player.bar.width())
    assert seen == [1, 2, 3, 4, None]
    assert bank.view.step is None
    assert bank.session.undo_stack.count() == 0


@pytest.mark.parametrize("motion", [True, False])
def test_play_runs_from_the_start_to_the_end_and_pauses(bank, player, editor, qtbot, motion) -> None:
    bank.look(motion=motion)
    player._timer.setInterval(1)
    seen, flowed = [], []
    player.step_requested.connect(lambda step: (seen.append(step), flowed.append(editor.flow.running)))
    press(player.play)
    assert player.playing
    qtbot.waitUntil(lambda: not player.playing)
    assert seen == [0, 1, 2, 3, 4, None]
    assert any(flowed) == motion
    assert player.play.text() == "▶"
    assert bank.view.step is None
    assert bank.session.undo_stack.count() == 0
    qtbot.waitUntil(lambda: not editor.flow.running)


def test_play_goes_on_from_the_step_there_is(bank, player, qtbot) -> None:
    bank.look(step=3)
    player._timer.setInterval(1)
    seen = []
    player.step_requested.connect(seen.append)
    press(player.play)
    qtbot.waitUntil(lambda: not player.playing)
    assert seen == [4, None]


@pytest.mark.parametrize("act", ["play", "back", "first", "bar"])
def test_whoever_takes_over_stops_the_play(bank, player, act) -> None:
    bank.look(step=2)
    press(player.play)
    assert player.playing
    if act == "bar":
        player.bar.setFocus()
        QTest.keyClick(player.bar, Qt.Key.Key_Left)
    else:
        press(getattr(player, act))
    assert not player.playing
    assert bank.view.step == {"play": 2, "back": 1, "first": 0, "bar": 1}[act]


def test_an_edit_while_playing_changes_the_picture_not_the_step(bank, player, editor) -> None:
    bank.look(step=1)
    press(player.play)
    type_number(editor, "Q", 0, 0, "7")
    assert player.playing
    assert bank.view.step == 1
    assert editor.figure.cells("scores").values[0, 0] == 7


def test_a_chain_that_becomes_shorter_while_playing_ends_there(layer, qtbot) -> None:
    player = layer.window.steps.player
    layer.acts.set_layer("W_O", True)
    layer.look(step=7)
    player._timer.setInterval(1)
    press(player.play)
    layer.acts.set_layer("n_heads", 1)
    layer.acts.set_layer("W_O", False)
    qtbot.waitUntil(lambda: not player.playing)
    assert layer.view.step == 7
    assert not player.forward.isEnabled()


def test_another_language_while_playing(bank, player) -> None:
    press(player.play)
    bank.window.actions_.languages["pt_BR"].trigger()
    assert not player.playing
    assert bank.view.step == 0
    assert bank.window.steps.player.caption.text().startswith("1 de 6 · Q, K, V")


# still to come ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", range(STEPS))
def test_each_step_adds_its_tile(bank, editor, step) -> None:
    bank.look(step=step)
    reached = [{"Q", "K", "V"}, {"scores"}, {"scaled"}, set(), {"weights"}, {"output"}]
    assert drawn(editor) == set.union(*reached[: step + 1])
    bank.window.grab()


def test_tiles_still_to_come_cannot_be_touched(layer) -> None:
    editor, before = layer.window.steps.editor, layer.session.document
    places = {name: editor.cell_center(name, 0, 0) for name in ("W_Q", "W_K", "weights")}
    label = editor.label_rect("W_V", "row", 1).center().toPoint()
    layer.look(step=0)
    assert drawn(editor) == {"X"}
    for place in places.values():
        click(editor, place)
        assert editor.cursor_cell is None
        QTest.keyClicks(editor, "7")
        QTest.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=place)
        drag(editor, place, 40)
        editor.hover(place.toPointF())
        assert layer.window.reading.text() == ""
    QTest.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=label)
    assert not editor._line.isVisible()
    assert layer.session.document is before
    assert editor.editable_names() == ["X"]


def test_the_cursor_leaves_a_tile_that_is_to_come_again(layer) -> None:
    editor = layer.window.steps.editor
    click(editor, editor.cell_center("W_V", 1, 1))
    assert editor.cursor_cell == ("W_V", 1, 1)
    layer.look(step=0)
    assert editor.cursor_cell is None
    editor.grab()


def test_the_step_survives_edits_and_undo(bank, editor) -> None:
    bank.look(step=1)
    type_number(editor, "K", 0, 0, "5")
    assert bank.view.step == 1
    assert drawn(editor) == {"Q", "K", "V", "scores"}
    bank.session.undo_stack.undo()
    assert bank.view.step == 1
    assert bank.session.undo_stack.count() == 1


def test_at_the_end_a_new_step_is_shown_too(layer) -> None:
    player, editor = layer.window.steps.player, layer.window.steps.editor
    press(player.first)
    press(player.last)
    layer.acts.set_layer("W_O", True)
    assert {"W_O", "Y"} <= drawn(editor)
    assert not player.forward.isEnabled()


def test_a_step_that_is_no_more_is_the_last_one(layer) -> None:
    layer.look(step=8)
    layer.open_lesson("bank")
    assert layer.view.step is None
    layer.look(step=8)
    assert drawn(layer.window.steps.editor) == {"Q", "K", "V", "scores", "scaled", "weights", "output"}
    assert layer.window.steps.player.caption.text().startswith("6 of 6")
