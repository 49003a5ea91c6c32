"""Another program's change is noticed, and only while somebody listens."""

from __future__ import annotations

import pytest

from attnviz.session import file_watch
from attnviz.session.file_watch import FileWatch


@pytest.fixture
def watch(tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(file_watch, "SETTLED", 10)
    path = tmp_path / "mine.attnviz"
    path.write_text("one")
    watcher = FileWatch()
    watcher.look_at(path)
    yield watcher
    watcher.stop()


def test_a_change_is_told_once(watch, qtbot):
    told = []
    watch.changed.connect(told.append)
    path = watch.path
    path.write_text("another")
    qtbot.waitUntil(lambda: told == [path], timeout=5000)


def test_after_the_end_no_change_is_told(watch, qtbot):
    """The window that would ask is gone, though the file system's own word may still be on its way."""
    told = []
    watch.changed.connect(told.append)
    path = watch.path
    path.write_text("on its way")
    watch.stop()
    path.write_text("later")
    qtbot.wait(200)
    assert told == []
