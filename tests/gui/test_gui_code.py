"""The Code tab: a script in the window that runs outside of it and comes to the window's numbers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from attnviz.document import edits, lessons
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.settings import apply_setting
from attnviz.document.view_state import ViewState
from attnviz.export.palette import PALETTES
from attnviz.session.opening import Opened
from tests.gui.conftest import click
from tests.gui.export_hand import saved
from tests.unit.export.scripts import agrees, run


@pytest.fixture
def code(bank):
    """The program with the Code tab in front."""
    QTest.keyClick(bank.window, Qt.Key.Key_7, Qt.KeyboardModifier.ControlModifier)
    assert bank.view.tab == "code"
    return bank


def view_of(app):
    return app.window.view("code")


def shown(app) -> str:
    return view_of(app).editor.toPlainText()


def press(button) -> None:
    click(button, button.rect().center())


def test_the_copied_script_runs_and_comes_to_the_windows_numbers(code):
    press(view_of(code).copy)
    text = QApplication.clipboard().text()
    assert text == shown(code)
    steps, printed = run(text)
    agrees(code.session.document, code.trace, steps)
    assert "0.446 0.446 0.108" in printed
    assert "copied" in code.window.statusBar().currentMessage()


@pytest.mark.parametrize(
    ("script", "says"), [("torch-parameter", "nn.Parameter(Q)"), ("torch-linear", "nn.Linear("), ("numpy", "np.array")]
)
def test_a_click_chooses_how_it_is_written(code, script, says):
    press(view_of(code).button(script))
    assert says in shown(code)
    assert code.view.code == script
    assert view_of(code).button(script).isChecked()
    assert code.session.undo_stack.count() == 0


def test_the_script_follows_the_document(code):
    before = shown(code)
    code.acts.edit_cell("V", 2, 1, 0.75, "drag")
    assert "[1.0, 0.75],  # praça" in shown(code)
    press(code.window.controls.causal)
    assert "np.tri" in shown(code)
    agrees(code.session.document, code.trace, run(shown(code))[0])
    code.session.undo_stack.setIndex(0)
    assert shown(code) == before


def test_letters_follow_the_notation(code):
    code.window.actions_.letters["OmegaAC"].trigger()
    assert "context = weights @ V" in shown(code)
    assert "# Ω:" in shown(code)


def test_text_is_written_anew_only_when_it_changes(code, monkeypatch):
    written = []
    monkeypatch.setattr(view_of(code).editor, "display", written.append)
    code.look(query=1)
    code.look(head=0)
    code.refresh()
    assert not written
    code.look(tab="steps")
    code.acts.edit_cell("Q", 0, 0, 5.0, "typed")
    assert not written  # nobody looks
    code.look(tab="code")
    assert len(written) == 1


def test_the_reader_keeps_the_place(code):
    bar = view_of(code).editor.verticalScrollBar()
    bar.setValue(bar.maximum())
    place = bar.value()
    assert place > 0
    code.acts.edit_cell("Q", 0, 0, 5.0, "drag")
    assert bar.value() == place


def test_the_text_cannot_be_typed_over(code):
    before = shown(code)
    view_of(code).editor.setFocus()
    QTest.keyClicks(view_of(code).editor, "import os")
    assert shown(code) == before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_matrices_wear_their_colours(start, theme):
    app = start("bank", theme=theme)
    app.look(tab="code")
    palette = PALETTES[theme]
    found = {}
    block = view_of(app).editor.document().begin()
    while block.isValid():
        for piece in block.layout().formats():
            text = block.text()[piece.start : piece.start + piece.length]
            found[text] = piece.format.foreground().color()
        block = block.next()
    for text, role in {"Q": "Q", "K": "K", "weights": "weights", "output": "output", "import": "ink"}.items():
        assert found[text] == QColor(palette.colour(role)), text


def test_colours_stand_where_the_words_are_after_an_emoji(start):
    app = start("bank")
    document = matrix_document([[1.0]], [[1.0]], [[1.0]], tokens_q=("🐱",), name="🐱 for 🐱")
    app.open(Opened(document=document, view=ViewState(tab="code")), "x")
    editor = view_of(app).editor
    block = next(b for b in iter_blocks(editor.document()) if "🐱" in b.text() and b.text().startswith("    [1.0]"))
    (piece,) = block.layout().formats()
    units = block.text().encode("utf-16-le")
    assert units[2 * piece.start : 2 * (piece.start + piece.length)].decode("utf-16-le") == "# 🐱"


def iter_blocks(document):
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def test_the_typeface_has_one_width(code):
    metrics = QFontMetricsF(view_of(code).editor.font())
    widths = {metrics.horizontalAdvance(character * 40) for character in "il.W@0"}
    assert max(widths) - min(widths) < 1


def test_saving_writes_the_script(code, monkeypatch, tmp_path):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(tmp_path / "bank"), "Python (*.py)"))
    press(view_of(code).save)
    assert (tmp_path / "bank.py").read_text(encoding="utf-8") == shown(code)
    assert "bank.py" in code.window.statusBar().currentMessage()


def test_many_numbers_are_saved_beside_the_script(start, monkeypatch, tmp_path):
    app = start("bank")
    random = np.random.default_rng(0)
    document = matrix_document(*(random.standard_normal((64, 16)) for _ in range(3)))
    app.open(Opened(document=document, view=ViewState(tab="code")), "x")
    view = view_of(app)
    assert "np.load" in shown(app)
    assert view.note.isVisible()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(tmp_path / "large.py"), ""))
    press(view.save)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["large.npz", "large.py"]
    monkeypatch.chdir(tmp_path)
    steps, _ = run((tmp_path / "large.py").read_text(encoding="utf-8"))
    agrees(app.session.document, app.trace, steps)


def test_a_folder_that_is_not_there_is_said(code, monkeypatch, tmp_path):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(tmp_path / "no" / "a.py"), ""))
    press(view_of(code).save)
    assert "no folder" in code.window.statusBar().currentMessage()


def test_numbers_beyond_plain_arithmetic_are_explained(start, tmp_path):
    app = start("bank")
    document = matrix_document([[1e155]], [[1e150]], [[1.0]])
    app.open(Opened(document=document, view=ViewState(tab="code")), "x")
    view = view_of(app)
    assert shown(app) == ""
    assert "more care" in view.note.text()
    assert not view.copy.isEnabled()
    app.acts.export(tmp_path / "a.svg")
    assert "more care" in " ".join((tmp_path / "a.svg").read_text(encoding="utf-8").split("\n"))
    app.open(Opened(document=lessons.load("bank", "en").document, view=ViewState(tab="code")), "x")
    assert view.copy.isEnabled()
    assert not view.note.isVisible()


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_script_is_exported_as_a_figure(code, tmp_path, ending):
    code.acts.export(tmp_path / f"code.{ending}")
    saved(code)
    data = (tmp_path / f"code.{ending}").read_bytes()
    if ending == "svg":
        assert "weights" in data.decode()
        assert "monospace" in data.decode()
    elif ending == "png":
        image = QImage.fromData(data)
        assert not image.isNull()
        assert image.height() > image.width()
    else:
        assert data.startswith(b"%PDF")


def test_a_sentences_script_in_portuguese(start):
    app = start("bank", language="pt_BR")
    document = apply_setting(lessons.load("sentence", "pt_BR").document, "causal", "on")
    app.open(Opened(document=edits.with_head(document, "content"), view=ViewState(tab="code")), "x")
    assert '"o gato gordo sentou no tapete' in shown(app)
    steps, _ = run(shown(app))
    np.testing.assert_allclose(steps["A"], app.trace.weights, atol=1e-9)
