"""What was not saved survives the program: kept soon, offered once, gone when it is settled."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from attnviz.document.edits import sentence_document
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.session import recovery
from attnviz.session.recovery import KEPT, Recovery

DOCUMENT = sentence_document("um banco na praça")
LATER = sentence_document("um banco na praça, mais tarde")


@pytest.fixture
def kept(tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(recovery, "DELAY", 20)
    keeper = Recovery(tmp_path)
    yield keeper
    keeper.close()


def files(root):
    return list(root.rglob(KEPT))


def test_a_change_is_kept_and_forgotten_when_it_is_saved(kept, tmp_path, qtbot):
    kept.keep(DOCUMENT, ViewState(), None)
    qtbot.waitUntil(lambda: len(files(tmp_path)) == 1)
    kept.forget()
    assert files(tmp_path) == []


def test_changes_that_never_stop_are_kept_all_the_same(kept, tmp_path, qtbot):
    for _ in range(20):
        kept.keep(DOCUMENT, ViewState(), None)
        qtbot.wait(5)
    assert files(tmp_path)


def test_a_running_programs_document_is_not_offered_to_another(kept, tmp_path, qtbot):
    kept.keep(DOCUMENT, ViewState(), None)
    qtbot.waitUntil(lambda: len(files(tmp_path)) == 1)
    other = Recovery(tmp_path)
    assert other.abandoned() == []
    other.close()
    assert files(tmp_path)


CHILD = """
    import sys
    from pathlib import Path
    from PySide6.QtCore import QCoreApplication
    from attnviz.document.edits import sentence_document
    from attnviz.document.view_state import ViewState
    from attnviz.session import recovery
    recovery.DELAY = 10
    app = QCoreApplication([])
    keeper = recovery.Recovery(Path(sys.argv[1]))
    keeper.keep(sentence_document("um banco"), ViewState(tab="matrix", query=1), Path("/somewhere/my.attnviz"))
    app.exec()
"""


def killed(root):
    """A program that kept a document and was ended by force."""
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(CHILD), str(root)])
    until = time.monotonic() + 20
    while not files(root) and time.monotonic() < until:
        time.sleep(0.02)
    assert files(root)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()


def test_what_a_killed_program_left_is_offered_once(kept, tmp_path):
    killed(tmp_path)
    (found,) = kept.abandoned()
    assert found.document.source.text == "um banco"
    assert (found.view.tab, found.view.query) == ("matrix", 1)
    assert found.path.name == "my.attnviz"
    other = Recovery(tmp_path)
    assert other.abandoned() == [], "the first one has not answered yet"
    kept.settle(found)
    assert kept.abandoned() == other.abandoned() == []
    assert files(tmp_path) == []


def test_what_cannot_be_read_stays_where_it_is(kept, tmp_path, caplog):
    killed(tmp_path)
    (file,) = files(tmp_path)
    file.write_bytes(b"PK broken")
    assert kept.abandoned() == []
    assert "cannot be recovered" in caplog.text
    assert file.read_bytes() == b"PK broken"


def test_a_failure_is_told_once_until_it_is_over(kept, qtbot, monkeypatch):
    told = []
    kept.failed.connect(told.append)
    save = recovery.save_document

    def full(path, *_):
        raise InputError(f"{path.name}: the disk is full")

    monkeypatch.setattr(recovery, "save_document", full)
    for _ in range(3):
        kept.keep(DOCUMENT, ViewState(), None)
        qtbot.wait(60)
    assert told == [f"{KEPT}: the disk is full"]
    monkeypatch.setattr(recovery, "save_document", save)
    kept.keep(LATER, ViewState(), None)
    qtbot.wait(60)
    monkeypatch.setattr(recovery, "save_document", full)
    kept.keep(DOCUMENT, ViewState(), None)
    qtbot.waitUntil(lambda: len(told) == 2)


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(recovery, "DELAY", 20)
    (tmp_path / "recovery").write_text("a file where the folder should be")
    keeper = Recovery(tmp_path / "recovery")
    told = []
    keeper.failed.connect(told.append)
    keeper.keep(DOCUMENT, ViewState(), None)
    qtbot.waitUntil(lambda: len(told) == 1)
    assert "“recovery” cannot be written" in told[0]
    keeper.close()


@pytest.mark.qt_log_ignore("Could not remove our own lock file", extend=True)
def test_a_folder_that_went_away_is_made_anew(kept, tmp_path, qtbot):
    kept.keep(DOCUMENT, ViewState(), None)
    qtbot.waitUntil(lambda: len(files(tmp_path)) == 1)
    shutil.rmtree(files(tmp_path)[0].parent)
    kept.keep(LATER, ViewState(), None)
    qtbot.waitUntil(lambda: len(files(tmp_path)) == 1)
