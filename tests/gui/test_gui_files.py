"""Saving and opening as a person does it: nothing is lost, nothing is asked twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from attnviz.document import edits
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.io.document_file import document_bytes, load_document, save_document
from attnviz.session import recovery
from attnviz.session.recovery import KEPT, Recovery
from attnviz.ui import dialogs, file_dialogs


@pytest.fixture
def asked(monkeypatch):
    """What the person is asked, and the answers they give: {"unsaved": "cancel", …}."""

    class Asked(dict):
        names: list[str] = []

    answers = Asked(unsaved="cancel", left=True, reload=True, recover=True)
    answers.names = []

    def answering(name):
        def answer(*_args, **_options):
            answers.names.append(name)
            return answers[name]

        return answer

    monkeypatch.setattr(file_dialogs, "ask_unsaved", answering("unsaved"))
    monkeypatch.setattr(file_dialogs, "ask_left_unsaved", answering("left"))
    monkeypatch.setattr(file_dialogs, "ask_reload", answering("reload"))
    monkeypatch.setattr(file_dialogs, "ask_recover", answering("recover"))
    monkeypatch.setattr(file_dialogs, "show_problem", lambda _parent, sentence: answers.names.append(sentence))
    return answers


@pytest.fixture
def into(monkeypatch, tmp_path):
    """Where Save as… saves."""
    path = tmp_path / "mine.attnviz"
    monkeypatch.setattr(dialogs, "ask_document_path", lambda *_: path)
    return path


def press(application, keys, modifier=Qt.KeyboardModifier.ControlModifier):
    QTest.keyClick(application.window, keys, modifier)


def change(application, value=7.0):
    application.acts.edit_cell("Q", 0, 0, value, f"gesture {value}")


def test_ctrl_s_asks_for_a_file_once_and_the_file_opens_as_it_was_left(bank, into, start):
    change(bank)
    assert bank.window.windowTitle() == "The bank, by hand — edited — attnviz"
    bank.look(query=2, tab="matrix")
    press(bank, Qt.Key.Key_S)
    assert bank.window.windowTitle() == "mine.attnviz — attnviz"
    assert bank.settings.recent == [into]
    change(bank, 8.0)
    assert bank.window.windowTitle() == "mine.attnviz — edited — attnviz"
    press(bank, Qt.Key.Key_S)
    again = start(str(into))
    assert again.session.document.source.Q[0, 0] == 8.0
    assert (again.view.tab, again.view.query) == ("matrix", 2)
    assert not again.session.dirty
    assert again.lesson.id == "bank", "its experiments are still there"


def test_undo_past_the_saved_state_is_a_change_again(bank, into):
    change(bank)
    bank.filing.save()
    press(bank, Qt.Key.Key_Z)
    assert bank.session.dirty
    assert bank.session.path == into
    press(bank, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert not bank.session.dirty


def test_a_lesson_does_not_overwrite_the_file_that_was_open(bank, into):
    change(bank)
    bank.filing.save()
    held = into.read_bytes()
    bank.open_lesson("one-query")
    assert bank.session.path is None
    press(bank, Qt.Key.Key_Z)
    assert bank.session.path == into
    assert into.read_bytes() == held


@pytest.mark.parametrize(("answer", "closed", "written"), [("cancel", 0, 0), ("discard", 1, 0), ("save", 1, 1)])
def test_closing_asks_about_changes(bank, asked, into, answer, closed, written):
    change(bank)
    asked["unsaved"] = answer
    assert bank.window.close() == bool(closed)
    assert asked.names == ["unsaved"]
    assert into.exists() == bool(written)


def test_closing_without_changes_asks_nothing(bank, asked):
    assert bank.window.close()
    assert asked.names == []


def test_closing_tells_of_a_document_that_was_left_unsaved(sentence, asked):
    sentence.acts.set_text("my own words")
    sentence.open(_made(), "New")
    sentence.acts.set_text("and others")
    sentence.open_lesson("bank")
    asked["left"] = False
    assert not sentence.window.close()
    assert asked.names == ["left"]
    asked["left"] = True
    assert sentence.window.close()


def _made():
    from attnviz.session.opening import Opened

    return Opened(document=edits.sentence_document("new"), view=ViewState(tab="matrix"), made=True)


def test_a_save_that_fails_says_so_and_loses_nothing(bank, asked, monkeypatch, tmp_path):
    change(bank)
    monkeypatch.setattr(dialogs, "ask_document_path", lambda *_: tmp_path / "nowhere" / "x.attnviz")
    asked["unsaved"] = "save"
    assert not bank.window.close()
    assert "there is no folder" in asked.names[-1]
    assert bank.session.dirty
    assert bank.session.document.source.Q[0, 0] == 7.0


def drop(window, *paths: Path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    here = window.rect().center()
    actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(here, actions, data, buttons, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(here), actions, data, buttons, keys))


def test_a_file_dropped_on_the_window_is_opened_and_listed(bank, tmp_path):
    path = tmp_path / "dropped.attnviz"
    save_document(path, edits.sentence_document("olá mundo"), ViewState(tab="matrix"))
    drop(bank.window, path)
    assert bank.session.document.source.text == "olá mundo"
    assert bank.window.windowTitle() == "dropped.attnviz — attnviz"
    menu = bank.window.actions_.recent
    menu.aboutToShow.emit()
    first = menu.actions()[0]
    assert first.text() == "&1 dropped.attnviz"
    bank.open_lesson("bank")
    first.trigger()
    assert bank.session.path == path
    menu.actions()[-1].trigger()
    assert bank.settings.recent == []


def test_a_broken_file_is_refused_with_a_sentence_and_the_document_stays(bank, asked, tmp_path):
    path = tmp_path / "broken.attnviz"
    path.write_bytes(b"PK\x03\x04 not a zip")
    document = bank.session.document
    drop(bank.window, path)
    assert "broken.attnviz" in asked.names[-1]
    assert bank.session.document is document


def test_a_change_by_another_program_is_noticed(bank, asked, into, qtbot):
    change(bank)
    bank.filing.save()
    qtbot.wait(400)
    assert asked.names == [], "our own saving is no news"
    other = edits.sentence_document("from elsewhere")
    into.write_bytes(document_bytes(other, ViewState(tab="matrix")))
    qtbot.waitUntil(lambda: asked.names == ["reload"], timeout=5000)
    qtbot.waitUntil(lambda: bank.window.windowTitle() == "mine.attnviz — attnviz")
    assert bank.session.document.source.text == "from elsewhere"
    press(bank, Qt.Key.Key_Z)
    assert bank.session.document.source.Q[0, 0] == 7.0, "loading it could be undone"


def test_a_file_that_vanished_can_be_saved_again(bank, asked, into, qtbot):
    change(bank)
    bank.filing.save()
    into.unlink()
    qtbot.waitUntil(lambda: "no longer there" in bank.window.statusBar().currentMessage(), timeout=5000)
    press(bank, Qt.Key.Key_S)
    assert load_document(into)[0].source.Q[0, 0] == 7.0


def test_what_was_not_saved_is_offered_at_the_next_start(bank, asked, monkeypatch, qtbot):
    monkeypatch.setattr(recovery, "DELAY", 10)
    root = bank.filing.recovery._root
    crashed = Recovery(root)
    crashed.keep(edits.sentence_document("nearly lost"), ViewState(tab="matrix"), Path("/gone/doc.attnviz"))
    qtbot.waitUntil(lambda: len(list(root.rglob(KEPT))) == 1)
    crashed._lock.unlock()  # its owner is gone
    bank.filing.offer_recovered()
    assert asked.names == ["recover"]
    assert bank.session.document.source.text == "nearly lost"
    assert bank.session.path == Path("/gone/doc.attnviz")
    assert bank.session.dirty
    bank.filing.offer_recovered()
    assert asked.names == ["recover"], "offered once"


def test_edits_reach_the_recovery_folder_and_saving_empties_it(bank, into, qtbot):
    root = bank.filing.recovery._root
    change(bank)
    qtbot.waitUntil(lambda: len(list(root.rglob(KEPT))) == 1, timeout=5000)
    (about,) = root.rglob("about.json")
    assert json.loads(about.read_text()) == {"path": None}
    bank.filing.save()
    assert list(root.rglob(KEPT)) == []


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_the_questions_can_be_answered_by_keyboard(start, qtbot, language):
    application = start("bank", language)
    change(application)
    from PySide6.QtCore import QTimer

    seen = []

    def answer():
        box = application.window.findChild(QMessageBox)
        seen.append(box.text())
        QTest.keyClick(box, Qt.Key.Key_Escape)

    QTimer.singleShot(50, answer)
    assert not application.window.close(), "Escape keeps the window"
    assert application.name in seen[0]


def test_work_that_cannot_be_kept_is_said_and_goes_on(bank, monkeypatch, qtbot):
    def full(path, *_):
        raise InputError("the disk is full.")

    monkeypatch.setattr(recovery, "save_document", full)
    change(bank)
    qtbot.waitUntil(lambda: "the disk is full" in bank.window.statusBar().currentMessage(), timeout=5000)
    assert bank.session.dirty
    assert bank.session.document.source.Q[0, 0] == 7.0


def test_two_windows_on_one_file_hear_of_each_other(start, asked, into, qtbot):
    """Both keep their own unsaved work apart, and each is told when the other one saves."""
    first = start("bank")
    change(first)
    first.filing.save()
    second = start(str(into))
    asked["reload"] = False
    change(first, 8.0)
    change(second, 9.0)
    root = first.filing.recovery._root
    qtbot.waitUntil(lambda: len(list(root.rglob(KEPT))) == 2, timeout=6000)
    assert first.filing.recovery.abandoned() == second.filing.recovery.abandoned() == []
    second.filing.save()
    qtbot.waitUntil(lambda: asked.names == ["reload"], timeout=5000)
    assert first.session.document.source.Q[0, 0] == 8.0
    assert len(list(root.rglob(KEPT))) == 1
    first.filing.save()
    qtbot.waitUntil(lambda: asked.names == ["reload", "reload"], timeout=5000)
    assert second.session.document.source.Q[0, 0] == 9.0
    assert load_document(into)[0].source.Q[0, 0] == 8.0


@pytest.mark.parametrize("chosen", ["", "a"])
@pytest.mark.parametrize("ask", ["ask_document_path", "ask_numbers_path", "ask_script_path"])
def test_the_keys_come_back_from_a_dialog_that_asked_another_question(bank, ask, chosen, qtbot, tmp_path, monkeypatch):
    """Whether to replace a file: both windows go at once, and some window managers then leave the keys to nobody."""
    other = QWidget()
    qtbot.addWidget(other)

    def answer(*_args):
        other.show()
        other.activateWindow()
        qtbot.waitUntil(lambda: not bank.window.isActiveWindow())
        return (str(tmp_path / chosen) if chosen else "", "")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    getattr(dialogs, ask)(bank.window, tmp_path / "b")
    qtbot.waitUntil(bank.window.isActiveWindow)
