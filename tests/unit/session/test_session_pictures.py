"""Pictures made in a worker: the newest that waits, what nobody waits for any more, errors, and the end."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtTest import QTest

from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document
from attnviz.document.view_state import ViewState
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from attnviz.session import pictures as module
from attnviz.session.pictures import Pictures


@pytest.fixture
def scenes():
    document = sentence_document("a b c")
    scene = Scene(document=document, trace=derive(document), view=ViewState(), form=number_format("en"))
    return [replace(scene) for _ in range(4)]


@pytest.fixture
def pictures(qapp):
    pictures = Pictures()
    pictures.told = []
    pictures.ready.connect(pictures.told.append)
    yield pictures
    pictures.stop()


class Job:
    """Waits until it may end; `thread` is where it ran."""

    def __init__(self) -> None:
        self.open, self.began, self.thread = threading.Event(), threading.Event(), None

    def __call__(self) -> None:
        self.thread = threading.current_thread()
        self.began.set()
        assert self.open.wait(20)


def test_work_runs_elsewhere_and_of_what_waits_the_newest_is_made(qtbot, pictures, scenes):
    jobs = [Job() for _ in scenes]
    for scene, job in zip(scenes, jobs, strict=True):
        pictures.request(scene, job)
    assert pictures.running
    for job in jobs:
        job.open.set()
    qtbot.waitUntil(lambda: not pictures.running)
    assert pictures.told == [scenes[0], scenes[3]]
    assert [job.began.is_set() for job in jobs] == [True, False, False, True]
    assert jobs[0].thread is not threading.main_thread()


def test_what_nobody_waits_for_is_not_told(qtbot, pictures, scenes):
    first, second = Job(), Job()
    pictures.request(scenes[0], first)
    pictures.forget()
    assert not pictures.running
    pictures.request(scenes[1], second)
    assert not second.began.wait(0.05), "one at a time"
    first.open.set()
    second.open.set()
    qtbot.waitUntil(lambda: not pictures.running)
    assert pictures.told == [scenes[1]]


def test_an_error_ends_the_work_and_whoever_shows_the_scene_meets_it_again(qtbot, pictures, scenes):
    def broken() -> None:
        raise ValueError("no such picture")

    pictures.request(scenes[0], broken)
    qtbot.waitUntil(lambda: pictures.told == [scenes[0]])
    assert not pictures.running


def test_only_what_takes_long_is_said_to_be_slow(qtbot, scenes, monkeypatch, qapp):
    monkeypatch.setattr(module, "SAY_BUSY", 30)
    pictures, said, job = Pictures(), [], Job()
    pictures.slow.connect(lambda: said.append(True))
    pictures.request(scenes[0], lambda: None)
    qtbot.waitUntil(lambda: not pictures.running)
    QTest.qWait(60)
    assert said == []
    pictures.request(scenes[1], job)
    qtbot.waitUntil(lambda: said == [True])
    job.open.set()
    pictures.stop()


def test_after_the_end_nothing_is_told(pictures, scenes):
    job = Job()
    pictures.request(scenes[0], job)
    job.began.wait(20)
    job.open.set()
    pictures.stop()
    QTest.qWait(5)
    assert pictures.told == []
