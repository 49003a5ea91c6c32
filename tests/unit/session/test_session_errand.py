"""Work in a thread of its own: its result comes back in this one, and only the last one's."""

from __future__ import annotations

import threading

import pytest

from attnviz.session.errand import Errand


@pytest.fixture
def errand(qapp):
    made = Errand()
    yield made
    made.stop()


def test_the_result_comes_in_this_thread(errand, qtbot) -> None:
    came = []
    errand.done.connect(lambda result: came.append((result, threading.current_thread())))
    errand.run(lambda: threading.current_thread().name)
    qtbot.waitUntil(lambda: bool(came))
    (name, thread) = came[0]
    assert name.startswith("errand")
    assert thread is threading.main_thread()


def test_a_later_call_is_the_only_one_that_is_told(errand, qtbot) -> None:
    came = []
    errand.done.connect(came.append)
    gate = threading.Event()
    errand.run(lambda: gate.wait(10) and "first")
    errand.run(lambda: "second")
    gate.set()
    qtbot.waitUntil(lambda: bool(came))
    qtbot.wait(20)
    assert came == ["second"]


def test_what_goes_wrong_is_raised_here(errand, qtbot) -> None:
    def wrong() -> None:
        raise OSError("no such thing")

    with qtbot.captureExceptions() as caught:
        errand.run(wrong)
        qtbot.waitUntil(lambda: bool(caught))
    assert "no such thing" in str(caught[0][1])


def test_after_stop_nothing_is_told(errand, qtbot) -> None:
    came = []
    errand.done.connect(came.append)
    errand.run(lambda: 1)
    errand.stop()
    qtbot.wait(20)
    assert came == []
