"""Long work in the window: it says how far it is, Escape ends it, and much memory is asked about before it is taken."""

from __future__ import annotations

import json
import threading

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from attnviz.acts import imports
from attnviz.core import merged
from attnviz.document import head_grid
from attnviz.io import attention_memory, json_tree
from attnviz.session import importer as importing

N = 512


class Gate:
    """Calls wait here until they are let through; `calls` counts those that came."""

    def __init__(self):
        self.open = threading.Event()
        self.calls = 0

    def wait(self):
        self.calls += 1
        assert self.open.wait(20)


@pytest.fixture
def gate():
    gate = Gate()
    yield gate
    gate.open.set()


@pytest.fixture
def large(start, tmp_path, qtbot):
    """A file of heads each too large for the window's own thread, on its first head."""
    path = tmp_path / "large.npy"
    weights = np.zeros((3, 4, N, N), dtype=np.float32)
    weights[..., 0] = 1
    np.save(path, weights)
    app = start("bank")
    app.filing.open_files([path])
    qtbot.waitUntil(lambda: app.scene.grid is not None and app.scene.grid.complete, timeout=20_000)
    app.look(tab="matrix")
    return app


def slowly(monkeypatch, gate):
    """Means tell at once how far they are, and then wait for the gate."""
    tell = merged.tell

    def telling(share):
        tell(share)
        gate.wait()
        tell(share)

    monkeypatch.setattr(merged, "tell", telling)
    monkeypatch.setattr("attnviz.session.tracer.SAY_BUSY", 0)
    monkeypatch.setattr("attnviz.session.tracer.PACE", 0)


def test_escape_ends_a_mean_and_the_head_stays(large, monkeypatch, gate, qtbot):
    slowly(monkeypatch, gate)
    before = large.scene.trace
    large.window.controls.place.average_requested.emit("all")
    progress = large.window.progress
    qtbot.waitUntil(progress.isVisible)
    assert "0 %" in progress.said.text()
    QTest.keyClick(large.window, Qt.Key.Key_Escape)
    gate.open.set()
    qtbot.waitUntil(lambda: large.view.average == "none")
    assert not progress.isVisible()
    assert large.scene.trace is before
    assert gate.calls == 1
    assert large.window.controls.place.average.currentData() == "none"
    monkeypatch.undo()
    large.look(average="all")  # the same again, undisturbed
    qtbot.waitUntil(lambda: large.scene.trace.place.average == "all", timeout=20_000)
    np.testing.assert_allclose(large.scene.trace.weights[:, 0], 1)


def test_looking_at_something_else_ends_it_too(large, monkeypatch, gate, qtbot):
    slowly(monkeypatch, gate)
    large.look(average="all")
    qtbot.waitUntil(lambda: gate.calls == 1)
    large.look(average="none", head=2)
    gate.open.set()
    qtbot.waitUntil(lambda: large.scene.trace.place.head == 2)
    assert gate.calls == 1


def test_the_button_ends_thumbnails_and_coming_back_goes_on(start, tmp_path, monkeypatch, gate, qtbot):
    path = tmp_path / "large.npy"
    weights = np.zeros((6, 8, 128, 128), dtype=np.float32)
    weights[..., 0] = 1
    np.save(path, weights)
    patterns, read = head_grid.patterns, []

    def some_then_wait(rows, where):
        read.append(rows)
        if len(read) == 10:
            gate.wait()
        return patterns(rows, where)

    monkeypatch.setattr(head_grid, "patterns", some_then_wait)
    monkeypatch.setattr("attnviz.session.head_grids.FIRST", 0)
    monkeypatch.setattr("attnviz.session.head_grids.PACE", 0)
    app = start("bank")
    app.filing.open_files([path])
    qtbot.waitUntil(lambda: app.scene.grid is not None and app.scene.grid.done == 9)
    assert app.window.progress.isVisible()
    app.window.progress.cancel.click()
    gate.open.set()
    assert not app.window.progress.isVisible()
    assert app.scene.grid.done == 9
    assert "Stopped" in app.scene.grid.problem
    app.look(tab="matrix")
    app.look(tab="heads")
    qtbot.waitUntil(lambda: app.scene.grid.complete, timeout=20_000)
    assert app.scene.grid.problem == ""
    assert len(read) <= 6 * 8 + 1  # what was read already was not read again
    assert not app.window.progress.isVisible()


def test_a_file_of_text_is_read_no_further(bank, tmp_path, monkeypatch, gate, qtbot):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(np.full((4, 4, 80, 80), 1 / 80).tolist()))
    tell = json_tree.tell

    def telling(share):
        tell(share)
        gate.wait()
        tell(share)

    monkeypatch.setattr(json_tree, "tell", telling)
    monkeypatch.setattr(importing, "PACE", 0)
    monkeypatch.setattr(importing, "AT_ONCE", 0)
    before = bank.session.document
    bank.filing.open_files([path])
    qtbot.waitUntil(bank.window.progress.isVisible)
    assert "reading the file" in bank.window.progress.said.text()
    QTest.keyClick(bank.window, Qt.Key.Key_Escape)
    gate.open.set()
    qtbot.wait(100)
    assert gate.calls == 1
    assert bank.session.document is before
    assert not bank.window.progress.isVisible()


def answer(monkeypatch, button: str) -> list[str]:
    """Every question is answered with this button; what was asked."""
    asked: list[str] = []

    def exec_(box: QMessageBox) -> int:
        asked.append(f"{box.text()} {box.informativeText()}")
        next(found for found in box.buttons() if found.text().replace("&", "") == button).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", exec_)
    return asked


@pytest.fixture
def little_memory(monkeypatch):
    monkeypatch.setattr(attention_memory, "free_bytes", lambda: 3_000_000_000)
    monkeypatch.setattr(attention_memory, "memory_needed", lambda stack, average="none": 1_260_000_000)


def test_much_memory_is_asked_about_before_it_is_taken(bank, tmp_path, monkeypatch, little_memory, qtbot):
    np.save(tmp_path / "large.npy", np.full((2, 2, 8, 8), 0.125, dtype=np.float32))
    before = bank.session.document
    asked = answer(monkeypatch, "Cancel")
    bank.filing.open_files([tmp_path / "large.npy"])
    assert bank.session.document is before
    assert asked == ["Showing “large.npy” takes about 1.3 GB of memory. 3.0 GB are free."]
    asked = answer(monkeypatch, "Show it")
    bank.filing.open_files([tmp_path / "large.npy"])
    assert bank.session.document.source.n_heads == 2
    bank.look(tab="matrix", head=1)
    assert len(asked) == 1  # agreed to once for all heads of a file
    asked = answer(monkeypatch, "Cancel")
    bank.window.controls.place.average_requested.emit("all")
    assert len(asked) == 1
    assert bank.view.average == "none"
    QApplication.processEvents()


def test_little_is_not_asked_about(bank, tmp_path, monkeypatch):
    monkeypatch.setattr(attention_memory, "free_bytes", lambda: 3_000_000_000)
    asked = answer(monkeypatch, "Cancel")
    np.save(tmp_path / "a.npy", np.full((2, 2, 8, 8), 0.125, dtype=np.float32))
    bank.filing.open_files([tmp_path / "a.npy"])
    assert bank.session.document.source.n_heads == 2
    assert asked == []
    assert imports.much(bank.session.document.source.stack) is None
