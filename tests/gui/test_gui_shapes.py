"""The Shapes tab in the real window: a model chosen, guessed, changed, looked at from all sides, dropped and saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.cli import main
from attnviz.document import model_presets
from attnviz.document.shapes_look import PICTURES
from attnviz.export.figure import Text
from attnviz.ui import file_dialogs
from tests.gui.conftest import drag, handle
from tests.gui.export_hand import saved

CONFIGS = Path(__file__).parents[1] / "data" / "configs"


@pytest.fixture
def shapes(start):
    """The tab on the layer of “o gato subiu no”, reached by its shortcut."""
    application = start("gato")
    QTest.keyClick(application.window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    assert application.view.tab == "shapes"
    return application


def view_of(application):
    return application.window.view("shapes")


def choose(application, model: str) -> None:
    """With the keyboard: down in the chooser until the model is reached."""
    box = view_of(application).panel.models
    box.setFocus()
    distance = box.findData(model) - box.currentIndex()
    for _ in range(abs(distance)):
        QTest.keyClick(box, Qt.Key.Key_Down if distance > 0 else Qt.Key.Key_Up)
        settle(application)
    assert box.currentData() == model


def settle(application) -> None:
    """Until the window shows the document there is: many changes within one frame are drawn once."""
    for _ in range(200):
        if application.scene.document is application.session.document:
            return
        QTest.qWait(10)
    raise AssertionError("the window never showed the document")


def click(button) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def switch(widget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(12, widget.height() // 2))


def drawn(application) -> str:
    return "\n".join(item.text for item in view_of(application).area.canvas.figure.items if isinstance(item, Text))


def type_number(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.qWait(20)


def drop(window, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    here, action = QPoint(300, 300), Qt.DropAction.CopyAction
    QApplication.sendEvent(window, QDragEnterEvent(here, action, data, buttons, modifiers))
    QApplication.sendEvent(window, QDropEvent(QPointF(here), action, data, buttons, modifiers))
    QTest.qWait(20)


def test_the_question_comes_first_and_the_answer_shows_the_matrices(shapes):
    view = view_of(shapes)
    assert view.asking
    assert "Is W_Q square?" in view.card.question.text()
    click(view.card.answers["square"])
    assert not view.asking
    assert view.verdict.text() == "Right. W_Q is 4 → 4: 2 heads × 2."
    assert "W_Q" in drawn(shapes)
    choose(shapes, "qwen3.8-27b")
    assert view.asking, "another model is asked about anew"
    assert not view.verdict.isVisible()
    click(view.card.answers["square"])
    assert view.verdict.text().startswith("Not this time. q_proj is 5,120 → 12,288: 24 heads × (256 query + 256 gate)")
    assert "62,914,560 parameters" in drawn(shapes)


def test_the_question_can_be_skipped_for_good_and_wished_for_again(shapes):
    view = view_of(shapes)
    click(view.card.skip)
    assert not view.asking
    choose(shapes, "gpt2")
    assert not view.asking
    view.panel.ensureWidgetVisible(view.panel.ask)
    switch(view.panel.ask)
    assert view.asking


def test_a_model_is_an_undoable_choice(shapes):
    shapes.acts.shapes.look("ask", False)
    choose(shapes, "qwen3-4b")
    assert shapes.session.document.shape == model_presets.load("qwen3-4b")
    shapes.session.undo_stack.undo()
    settle(shapes)
    assert view_of(shapes).panel.models.currentData() != "qwen3-4b"
    shapes.session.undo_stack.redo()
    assert view_of(shapes).panel.models.currentText() == "Qwen3-4B"
    assert shapes.window.controls.isHidden()


def test_a_number_typed_takes_others_along_and_undo_brings_all_back(shapes):
    shapes.acts.shapes.look("ask", False)
    choose(shapes, "gpt2")
    panel = view_of(shapes).panel
    type_number(panel.fields["hidden"], "1536")
    assert panel.fields["head_dim"].text() == "128"
    assert "The size of a head follows: 64 → 128." in panel.followed()
    assert "1,536 → 4,608" in drawn(shapes)
    assert panel.models.currentText() == "GPT-2 small, changed"
    shapes.session.undo_stack.undo()
    assert panel.fields["hidden"].text() == "768"
    assert panel.models.currentText() == "GPT-2 small"
    type_number(panel.fields["n_kv_heads"], "5")
    assert "cannot share 5 kv-heads evenly" in shapes.window.statusBar().currentMessage()
    assert panel.fields["n_kv_heads"].text() == "12"


def test_the_gate_is_switched_on_and_drawn(shapes):
    shapes.acts.shapes.look("ask", False)
    panel = view_of(shapes).panel
    panel.ensureWidgetVisible(panel.switches["gated"])
    switch(panel.switches["gated"])
    assert shapes.session.document.shape.gated
    assert "4 → 8" in drawn(shapes)
    assert "W_Q: 4 × 4 → 4 × 8." in panel.followed()


def test_n_batch_and_dtype_are_ways_of_looking(shapes):
    shapes.acts.shapes.look("ask", False)
    choose(shapes, "gpt2")
    clean = shapes.session.undo_stack.index()
    panel = view_of(shapes).panel
    click(view_of(shapes).pictures["ledger"])
    assert "Memory at n = 1,024" in drawn(shapes)
    slider = panel.n.slider
    drag(slider, handle(slider), slider.width())
    assert shapes.view.shapes.n == 1_048_576
    assert "Work at n = 1,048,576" in drawn(shapes)
    assert panel.n.field.text() == "1,048,576"
    type_number(panel.n.field, "2,048")
    assert panel.n.field.text() == "2,048"
    assert "Memory at n = 2,048" in drawn(shapes)
    click(panel.dtypes["fp32"])
    assert "474.7 MiB" in drawn(shapes)  # 124,439,808 numbers of four bytes
    type_number(panel.batch.field, "4")
    assert "n = 2,048, for a batch of 4" in drawn(shapes)
    assert shapes.window.summary.text() == "GPT-2 small · n = 2,048, for a batch of 4 · fp32"
    assert shapes.session.undo_stack.index() == clean


def test_a_whole_number_that_is_none_is_refused_with_a_whole_number_for_example(shapes):
    panel = view_of(shapes).panel
    for text, better in (("abc", "write one such as 12."), ("1.024", "write 1,024."), ("2.5", "write one such as 12.")):
        type_number(panel.n.field, text)
        assert shapes.window.statusBar().currentMessage() == f"“{text}” is not a whole number; {better}"
    type_number(panel.n.field, "9,999,999")
    assert "from 1 to 1,048,576" in shapes.window.statusBar().currentMessage()


def test_a_layer_without_a_vocabulary_has_no_embeddings_to_tie(shapes):
    panel = view_of(shapes).panel
    assert panel.switches["tied"].isHidden()
    choose(shapes, "gpt2")
    assert not panel.switches["tied"].isHidden()
    assert shapes.window.summary.text() == "GPT-2 small · n = 1,024 · bf16"


def test_kv_heads_that_had_to_go_come_back(shapes):
    shapes.acts.shapes.look("ask", False)
    choose(shapes, "llama-3-8b")
    panel = view_of(shapes).panel
    type_number(panel.fields["n_heads"], "30")
    assert panel.fields["n_kv_heads"].text() == "2"
    assert "8 key-value heads do not divide 30 query heads; they return where they do." in panel.followed()
    type_number(panel.fields["n_heads"], "40")
    assert panel.fields["n_kv_heads"].text() == "8"


@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
def test_the_axis_of_n_is_in_sight(start, size):
    application = start("gato", size=size)
    application.look(tab="shapes")
    application.acts.shapes.choose("gpt2")
    application.acts.shapes.look("picture", "growth")
    settle(application)
    QTest.qWait(20)
    area = view_of(application).area
    axis = next(item for item in area.canvas.figure.items if isinstance(item, Text) and item.text == "tokens n")
    assert axis.y * area.canvas.scale < area.viewport().height()
    application.window.resize(size[0], size[1] + 150)
    QTest.qWait(20)
    lower = next(item for item in area.canvas.figure.items if isinstance(item, Text) and item.text == "tokens n")
    assert lower.y >= axis.y


def test_every_picture_is_one_click_away(shapes):
    shapes.acts.shapes.look("ask", False)
    choose(shapes, "qwen3.5-9b")
    seen = set()
    for name in PICTURES:
        click(view_of(shapes).pictures[name])
        assert view_of(shapes).pictures[name].isChecked()
        seen.add(view_of(shapes).area.canvas.figure.title)
    assert len(seen) == len(PICTURES)


def test_a_config_dropped_on_the_window_becomes_the_model(start, tmp_path, monkeypatch):
    problems: list[str] = []
    monkeypatch.setattr(file_dialogs, "show_problem", lambda _parent, sentence: problems.append(sentence))
    application = start("bank")
    source = application.session.document.source
    drop(application.window, CONFIGS / "llama-3-8b.json")
    assert application.view.tab == "shapes"
    assert application.session.document.shape.n_kv_heads == 8
    assert application.session.document.source is source, "the document keeps its own numbers"
    view = view_of(application)
    assert view.panel.models.currentText() == "llama-3-8b"
    assert view.asking
    broken = tmp_path / "config.json"
    broken.write_text('{"model_type": "llama", "hidden_size": -4}', encoding="utf-8")
    drop(application.window, broken)
    assert "num_hidden_layers" in problems[0]
    assert application.session.document.shape.n_kv_heads == 8


def test_what_had_to_be_assumed_is_said(start, tmp_path):
    application = start("bank")
    path = tmp_path / "config.json"
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 8}
    path.write_text(json.dumps({"model_type": "newcomer", **sizes}), encoding="utf-8")
    drop(application.window, path)
    assert "“newcomer” is no family known here" in application.window.statusBar().currentMessage()


def test_a_config_opens_from_the_command_line_too(start):
    application = start(str(CONFIGS / "qwen3-0.6b.json"))
    assert application.view.tab == "shapes"
    assert application.session.document.shape.hidden == 1024


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_the_picture_is_saved(shapes, tmp_path, ending):
    shapes.acts.shapes.look("ask", False)
    click(view_of(shapes).pictures["stack"])
    path = tmp_path / f"stack.{ending}"
    shapes.acts.export(path)
    saved(shapes)
    data = path.read_bytes()
    assert data.startswith({"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}[ending])
    if ending == "svg":
        assert "the stack of layers" in data.decode("utf-8")


def test_portuguese_writes_its_numbers_its_own_way(start):
    application = start("gato", language="pt_BR")
    application.look(tab="shapes")
    application.acts.shapes.look("ask", False)
    application.acts.shapes.choose("qwen3.8-27b")
    settle(application)
    assert "62.914.560" in drawn(application)
    panel = view_of(application).panel
    type_number(panel.n.field, "2.048")
    assert application.view.shapes.n == 2048
    assert panel.n.field.text() == "2.048"


def test_a_title_with_signs_becomes_a_plain_file_name(start):
    application = start("gato")
    assert application.acts.suggestion(".svg").name == "O gato subiu no.svg"


@pytest.mark.parametrize("lesson", ["shapes", "state"])
def test_the_lessons_experiments_apply_one_after_another(start, lesson):
    application = start(lesson)
    assert application.view.tab == "shapes"
    for index in range(len(application.lesson.experiments)):
        application.acts.apply_experiment(index)
        settle(application)
    assert application.view.tab == ("shapes" if lesson == "shapes" else "steps")


def test_the_lesson_on_a_state_follows_its_slider(start):
    application = start("state")
    assert "11 steps" in drawn(application)
    type_number(view_of(application).panel.n.field, "500")
    assert "499 steps" in drawn(application)


def test_a_narrow_window_still_shows_the_whole_picture(start):
    application = start("gato", size=(960, 600))
    application.look(tab="shapes")
    application.acts.shapes.look("ask", False)
    area = view_of(application).area
    for name in PICTURES:
        application.acts.shapes.look("picture", name)
        assert area.canvas.width() <= area.viewport().width()
        assert area.canvas.figure.width * area.canvas.scale <= area.viewport().width() + 1
        assert area.canvas.scale > 0.75


def test_the_command_line_draws_a_picture(tmp_path):
    path = tmp_path / "stack.svg"
    command = ["export", "gato", "--view", "shapes", "--set", "model=qwen3.8-27b", "--picture", "stack"]
    assert main([*command, "--tokens", "8192", "--to", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert "Only 16 of 64 layers have an n × n matrix" in text
    assert "At n = 8,192" in text
