"""A real exception in a real slot: the work is kept, one dialog says so, and the window goes on."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest
from PySide6.QtCore import QRunnable, Qt, QThreadPool
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from attnviz.acts.filing import recovery_folder
from attnviz.io.document_file import load_document
from attnviz.ui import report
from attnviz.ui.report_dialog import ReportDialog


@pytest.fixture
def hooked(bank, qtbot, capsys):
    """The program with its hooks, as `start.run` sets them; pytest-qt's own are given back."""
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    reporter = report.install()
    reporter.keep, reporter.say = bank.filing.keep_now, bank.say
    yield bank
    report.uninstall()
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    for dialog in dialogs():
        dialog.close()


def dialogs() -> list[ReportDialog]:
    return [
        widget for widget in QApplication.topLevelWidgets() if isinstance(widget, ReportDialog) and widget.isVisible()
    ]


def shown(qtbot) -> ReportDialog:
    qtbot.waitUntil(lambda: len(dialogs()) == 1)
    return dialogs()[0]


def break_(app, monkeypatch, sentence: str = "the roof fell in") -> None:
    """From now on Ctrl+D fails in the middle of its slot."""

    def broken(*_):
        raise RuntimeError(sentence)

    monkeypatch.setattr(type(app.acts), "set_option", broken)


def press_ctrl_d(app) -> None:
    QTest.keyClick(app.window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)


def log() -> str:
    return report.log_file().read_text(encoding="utf-8")


def test_the_document_is_kept_and_the_dialog_says_so(hooked, qtbot, monkeypatch) -> None:
    hooked.acts.edit_cell("Q", 1, 1, 7.5, "type:1")
    break_(hooked, monkeypatch)
    press_ctrl_d(hooked)
    dialog = shown(qtbot)
    assert "a copy of it as it is now has been kept" in dialog.work.text()
    (folder,) = [path for path in recovery_folder().iterdir() if (path / "unsaved.attnviz").exists()]
    kept, _ = load_document(folder / "unsaved.attnviz")
    assert kept.source.Q[1, 1] == 7.5
    assert str(report.log_file()) in dialog.where.text()
    assert "the roof fell in" in log()
    assert "Traceback" in log()


def test_the_program_goes_on(hooked, qtbot, monkeypatch) -> None:
    break_(hooked, monkeypatch)
    press_ctrl_d(hooked)
    dialog = shown(qtbot)
    QTest.keyClick(dialog.go_on, Qt.Key.Key_Return)
    assert dialogs() == []
    hooked.acts.edit_cell("Q", 0, 0, 3.0, "type:1")
    assert hooked.session.document.source.Q[0, 0] == 3
    hooked.session.undo_stack.undo()
    assert np.allclose(hooked.scene.trace.weights.sum(axis=-1), 1)


def test_what_is_saved_needs_no_copy(hooked, qtbot, monkeypatch) -> None:
    break_(hooked, monkeypatch)
    press_ctrl_d(hooked)
    assert "nothing in it is unsaved" in shown(qtbot).work.text()


def test_where_no_copy_can_be_kept_it_is_said(hooked, qtbot, monkeypatch) -> None:
    hooked.acts.edit_cell("Q", 1, 1, 7.5, "type:1")
    recovery_folder().parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(hooked.filing.recovery, "_root", report.log_file() / "not a folder")
    break_(hooked, monkeypatch)
    press_ctrl_d(hooked)
    assert "please save it now" in shown(qtbot).work.text()


def test_the_details_are_read_and_copied(hooked, qtbot, monkeypatch) -> None:
    break_(hooked, monkeypatch)
    press_ctrl_d(hooked)
    dialog = shown(qtbot)
    assert not dialog.details.isVisible()
    QTest.keyClick(dialog.show_details, Qt.Key.Key_Space)
    assert dialog.details.isVisible()
    assert "the roof fell in" in dialog.details.toPlainText()
    QTest.keyClick(dialog.copy, Qt.Key.Key_Space)
    assert "RuntimeError: the roof fell in" in QApplication.clipboard().text()


def test_what_repeats_is_one_dialog_and_a_few_lines_of_log(hooked, qtbot, monkeypatch) -> None:
    before = len(log())
    break_(hooked, monkeypatch)
    press_ctrl_d(hooked)
    first = shown(qtbot)
    for _ in range(60):
        hooked.window.actions_.divide.trigger()
    qtbot.wait(20)
    assert dialogs() == [first]
    first.close()
    hooked.window.actions_.divide.trigger()
    qtbot.wait(20)
    assert dialogs() == []
    assert log()[before:].count("Traceback") == 1
    assert "10 times" in log()[before:]


def test_another_fault_is_added_to_the_dialog_that_is_open(hooked, qtbot, monkeypatch) -> None:
    break_(hooked, monkeypatch)
    press_ctrl_d(hooked)
    dialog = shown(qtbot)
    monkeypatch.setattr(hooked, "look", lambda **_: [][1])
    hooked.window.actions_.numbers.trigger()
    qtbot.waitUntil(lambda: dialog.more.isVisible())
    assert "1" in dialog.more.text()
    assert dialogs() == [dialog]
    assert "IndexError" in dialog.details.toPlainText()
    dialog.close()


def test_a_fault_under_a_modal_dialog_is_told_too(hooked, qtbot, monkeypatch) -> None:
    hooked.help.show_preferences()
    preferences = QApplication.activeModalWidget()
    monkeypatch.setattr(type(hooked.appearance), "set_theme", lambda *_: [][1])
    QTest.keyClick(preferences.lists["theme"], Qt.Key.Key_Down)
    dialog = shown(qtbot)
    assert dialog.parent() is preferences
    dialog.close()
    assert QApplication.activeModalWidget() is preferences
    preferences.close()


def test_a_fault_in_a_worker_is_told_in_the_window(hooked, qtbot) -> None:
    class Faulty(QRunnable):
        def run(self) -> None:
            raise OSError("no such wheel")

    QThreadPool.globalInstance().start(Faulty())
    dialog = shown(qtbot)
    assert "no such wheel" in dialog.details.toPlainText()
    dialog.close()
    thread = threading.Thread(target=lambda: [][2], daemon=True)
    thread.start()
    thread.join()
    assert "IndexError" in shown(qtbot).details.toPlainText()


def test_a_fault_while_painting_does_not_open_a_cascade(hooked, qtbot, monkeypatch) -> None:
    editor = hooked.window.steps.editor

    def broken(*_):
        raise ValueError("no paint left")

    monkeypatch.setattr(type(editor), "paint_above", broken)
    for _ in range(20):
        editor.update()
        qtbot.wait(5)
    assert len(dialogs()) == 1
    monkeypatch.undo()
    dialogs()[0].close()


def test_in_portuguese(start, qtbot, monkeypatch, request) -> None:
    app = start("bank", "pt_BR")
    reporter = report.Reporter()
    reporter.keep = app.filing.keep_now
    try:
        raise RuntimeError("caiu o teto")
    except RuntimeError as error:
        reporter.take(type(error), error, error.__traceback__)
    dialog = shown(qtbot)
    assert dialog.work.text() == report.sentence_about("saved")
    dialog.close()


def test_ctrl_c_in_the_terminal_asks_before_it_ends(hooked, monkeypatch) -> None:
    asked = []
    hooked.window.may_close = lambda: bool(asked.append(1))
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert asked == [1]
    assert hooked.window.isVisible()
    hooked.window.may_close = lambda: True


def test_every_dialog_of_it_is_a_dialog(hooked, qtbot, monkeypatch) -> None:
    break_(hooked, monkeypatch)
    press_ctrl_d(hooked)
    dialog = shown(qtbot)
    assert isinstance(dialog, QDialog)
    for button in (dialog.go_on, dialog.copy, dialog.show_details):
        assert button.toolTip()
    assert dialog.details.accessibleName()
    assert "Something went wrong" in dialog.accessibleDescription()


def test_a_log_that_cannot_be_written_stops_nothing(monkeypatch, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(report, "log_file", lambda: tmp_path / "file" / "attnviz.log")
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    try:
        report.install()
        assert report.CrashWatch().sentence() == ""
    finally:
        report.uninstall()
        sys.excepthook, threading.excepthook, sys.unraisablehook = hooks


def test_a_large_log_is_begun_anew(monkeypatch, tmp_path) -> None:
    path = tmp_path / "attnviz.log"
    path.write_text("x" * (report.LARGEST_LOG + 1))
    monkeypatch.setattr(report, "log_file", lambda: path)
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    try:
        report.install()
        assert path.stat().st_size == 0
        assert (tmp_path / "attnviz.old.log").stat().st_size > report.LARGEST_LOG
    finally:
        report.uninstall()
        sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
