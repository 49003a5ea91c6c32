"""What a person who only hears the program is told of lines, arcs, comparisons, saturation and faults."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from attnviz.document.comparison import Comparison
from attnviz.document.links_look import LinksLook
from attnviz.export.saturation_figure import nearest_point
from attnviz.session.streak import SAME_ACT
from attnviz.ui import report
from attnviz.ui.report_dialog import ReportDialog
from tests.gui.conftest import settle

Key = Qt.Key

pytestmark = pytest.mark.usefixtures("reader")

NO_LINES = {
    ("en", "lines"): ("no lines.", "Lines from"),
    ("en", "arcs"): ("no arcs.", "Arcs from"),
    ("pt_BR", "lines"): ("não tem linhas.", "Linhas de"),
    ("pt_BR", "arcs"): ("não tem arcos.", "Arcos de"),
}


@pytest.mark.parametrize(("language", "drawing"), NO_LINES)
def test_a_query_without_lines_is_told_too(start, heard, language, drawing):
    app = start("bank", language)
    app.look(tab="matrix", drawing=drawing, links=LinksLook(threshold=0.6), query=1)  # only “banco” has one above
    settle(app)
    canvas = app.window.matrix.links.canvas
    canvas.setFocus()
    canvas.be_read()
    ending, lead = NO_LINES[language, drawing]
    assert ending.split()[-1].rstrip(".")[:5] in canvas.accessibleName().lower()
    assert lead in canvas.accessibleDescription()
    assert "praça 0" in canvas.accessibleDescription()
    for key, token in (
        (Key.Key_Down, "praça"),
        (Key.Key_Right, "praça"),
        (Key.Key_Up, "banco"),
        (Key.Key_Up, "sentei"),
    ):
        heard.clear()
        QTest.keyClick(canvas, key)
        assert heard, f"silent at {token}"
        assert token in heard[-1]
        assert heard[-1].endswith(ending) == (token != "banco")
        settle(app)


def compared(app, **comparison):
    app.look(tab="matrix", drawing="compare", compare=Comparison(**comparison))
    settle(app)
    return app.window.matrix.compare


@pytest.mark.parametrize("text", ["", "a short one"])
def test_cells_are_told_where_there_is_no_difference(sentence, heard, text):
    canvas = compared(sentence, kind="sentence", text=text).canvas
    assert canvas.figure.cells("difference") is None
    canvas.setFocus()
    for key in (Key.Key_Right, Key.Key_Left, Key.Key_Home, Key.Key_End, Key.Key_Up):
        heard.clear()
        QTest.keyClick(canvas, key)
        assert heard, f"silent after {key}"
        assert "weight" in heard[-1]
    assert canvas.figure.description.endswith("not the same." if text else "Type the other sentence above.")


@pytest.mark.parametrize(("language", "against"), [("en", "against"), ("pt_BR", "contra")])
def test_what_is_compared_is_told_when_it_is_another(start, heard, language, against):
    app = start("sentence", language)
    strip = compared(app, kind="sentence").strip
    strip.text.setFocus()
    QTest.keyClicks(strip.text, "banco do rio")
    heard.clear()
    QTest.keyClick(strip.text, Key.Key_Return)
    settle(app)
    assert [said for said in heard if f" {against} “banco do rio”" in said]


def saturation(app):
    app.look(tab="matrix", inspector="saturation")
    settle(app)
    return app.window.matrix.inspector.saturation


@pytest.mark.parametrize("rest", [0, SAME_ACT + 50], ids=["at once", "after a rest"])
def test_keys_tell_the_new_d_k_and_not_the_nearest_computed_one(sentence, heard, qtbot, rest):
    panel = saturation(sentence)
    qtbot.waitUntil(lambda: panel.curve is not None)
    sentence.acts.set_number("d_k", 64, "")
    settle(sentence)
    panel.setFocus()
    for key, d_k in ((Key.Key_Right, 65), (Key.Key_Right, 66), (Key.Key_PageUp, 132), (Key.Key_Left, 131)):
        heard.clear()
        QTest.keyClick(panel, key)
        assert heard[0].startswith(f"dₖ = {d_k}")
        assert heard[0].count("not") == 2  # both numbers of each curve
    settle(sentence)
    qtbot.wait(rest)
    for turn, d_k in ((sentence.window.actions_.undo, 64), (sentence.window.actions_.redo, 131)):
        heard.clear()
        turn.trigger()
        settle(sentence)
        if d_k == 64 or rest:
            assert any(said.startswith(f"dₖ = {d_k}") for said in heard)


def test_what_the_keys_asked_for_is_not_told_of_when_it_is_no_more(sentence, qtbot):
    panel = saturation(sentence)
    qtbot.waitUntil(lambda: panel.curve is not None)
    sentence.acts.set_number("d_k", 221, "")
    settle(sentence)
    panel.setFocus()
    QTest.keyClick(panel, Key.Key_Right)
    settle(sentence)
    row = nearest_point(panel.curve, 222)
    assert panel.curve.d_k[row] != 222

    def told():
        return panel.grids()[0].say(row, 0)

    assert told().startswith("dₖ = 222")
    sentence.window.matrix.setFocus()
    sentence.acts.set_number("d_k", 300, "")
    settle(sentence)
    assert told().startswith(f"dₖ = {panel.curve.d_k[row]:.0f}")


def test_back_to_today_is_told(bank, heard, qtbot):
    panel = saturation(bank)
    qtbot.waitUntil(lambda: panel.curve is not None)
    panel.setFocus()
    QTest.keyClick(panel, Key.Key_End)
    assert heard[-1].startswith("dₖ = 512")
    heard.clear()
    QTest.keyClick(panel, Key.Key_Escape)
    assert [said.partition(":")[0] for said in heard] == ["dₖ = 2"]


def test_each_act_that_fails_again_is_told(qtbot, monkeypatch):
    """The third time as the second; but what fails with every picture is not said with each."""
    now = [100.0]
    monkeypatch.setattr(report.time, "monotonic", lambda: now[0])
    reporter, said = report.Reporter(), []
    reporter.say = said.append
    error = RuntimeError("the roof fell in")
    told = []
    for wait in (5.0, 5.0, 5.0, 5.0, 0.02, 0.02, 0.02):
        now[0] += wait
        before = len(said)
        reporter.take(RuntimeError, error, None)
        qtbot.wait(1)
        if reporter._dialog is not None and reporter._dialog.isVisible():
            reporter._dialog.close()
        told.append(len(said) - before)
    assert told == [0, 1, 1, 1, 0, 0, 0]


def test_another_fault_is_told_while_the_first_is_read(bank, heard, tmp_path):
    dialog = ReportDialog("", tmp_path / "log", bank.window)
    dialog.add("one")
    dialog.add("one")
    assert not heard
    dialog.add("two")
    assert heard == [dialog.more.text()]
    dialog.close()
    dialog.deleteLater()


def test_the_dialog_to_open_begins_where_the_last_document_is(bank, monkeypatch, tmp_path):
    """Who hears the program has no picture of folders: to find the way anew after each start takes long."""
    begun = []

    def asked(_parent, _title, folder, _filter):
        begun.append(folder)
        return [], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", asked)
    gone, there = tmp_path / "gone", tmp_path / "there"
    there.mkdir()
    bank.window.actions_.open.trigger()
    bank.settings.used(there / "one.attnviz")
    bank.settings.used(gone / "two.attnviz")
    bank.settings.used(tmp_path / ("a" * 300) / "three.attnviz")  # no name that a folder can have: it does not answer
    bank.window.actions_.open.trigger()
    assert begun == ["", str(there)]
