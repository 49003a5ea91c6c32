"""Documents become traces: at once while small, in one worker when large, each delivered with its own document."""

from __future__ import annotations

import threading
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject

from attnviz.document import derive as derive_module
from attnviz.document import large
from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_d_k, with_options
from attnviz.session import tracer as module
from attnviz.session.tracer import SYNCHRONOUS_CELLS, Tracer

DOCUMENTS = [sentence_document(f"the sentence {i}") for i in range(6)]


class Ear(QObject):
    """Hears everything a tracer says. A QObject, so that what a worker says is heard in this thread."""

    def __init__(self, tracer):
        super().__init__()
        self.traced, self.failed, self.busy, self.threads = [], [], [], set()
        tracer.traced.connect(self.hear_trace)
        tracer.failed.connect(lambda document, error: self.failed.append((document, error)))
        tracer.busy.connect(self.busy.append)

    def hear_trace(self, document, trace):
        self.traced.append((document, trace))
        self.threads.add(threading.get_ident())

    @property
    def documents(self):
        return [document for document, _ in self.traced]


@pytest.fixture
def made(qtbot):
    """Makes tracers that are stopped after the test."""
    tracers = []

    def make(**options):
        tracers.append(Tracer(**options))
        return tracers[-1], Ear(tracers[-1])

    yield make
    for tracer in tracers:
        tracer.stop()


@pytest.fixture
def slow(monkeypatch):
    """`derive` waits in the worker until it is let go; the threads it ran in are kept."""

    class Slow:
        go = threading.Event()
        threads: list[int] = []
        previous: list[object] = []

        def __call__(self, document, *, previous=None, **how):
            self.threads.append(threading.get_ident())
            self.previous.append(previous)
            assert self.go.wait(10)
            return derive(document, previous=previous, **how)

    gate = Slow()
    monkeypatch.setattr(module, "derive", gate)
    yield gate
    gate.go.set()


def test_small_documents_are_traced_at_once(made):
    tracer, ear = made()
    tracer.request(DOCUMENTS[0])
    ((document, trace),) = ear.traced
    assert document is DOCUMENTS[0]
    np.testing.assert_array_equal(trace.weights, derive(DOCUMENTS[0]).weights)
    assert ear.busy == []


@pytest.mark.parametrize(("limit", "at_once"), [(9, True), (8, False)])
def test_the_limit_is_counted_in_scores(qtbot, made, limit, at_once):
    tracer, ear = made(synchronous_cells=limit)
    document = sentence_document("one two three")
    with qtbot.waitSignal(tracer.traced, timeout=10_000):
        tracer.request(document)
        assert bool(ear.traced) is at_once
    assert ear.documents == [document]


def test_the_usual_limit_keeps_a_classroom_sentence_in_step_with_the_hand():
    assert 300 * 300 <= SYNCHRONOUS_CELLS < 1000 * 1000


def test_large_documents_are_traced_in_a_worker_and_heard_here(qtbot, made, slow):
    tracer, ear = made(synchronous_cells=0)
    with qtbot.waitSignal(tracer.traced, timeout=10_000):
        tracer.request(DOCUMENTS[0])
        assert ear.traced == []
        slow.go.set()
    assert slow.threads != [threading.get_ident()]
    assert ear.threads == {threading.get_ident()}


def test_long_work_is_announced_once_and_taken_back(qtbot, made, slow):
    tracer, ear = made(synchronous_cells=0)
    tracer.request(DOCUMENTS[0])
    tracer.request(DOCUMENTS[1])
    assert ear.busy == []
    qtbot.waitUntil(lambda: ear.busy == [True])
    slow.go.set()
    qtbot.waitUntil(lambda: ear.busy == [True, False])
    assert ear.documents == [DOCUMENTS[0], DOCUMENTS[1]]


def test_fast_work_is_not_announced(qtbot, made):
    tracer, ear = made(synchronous_cells=0)
    with qtbot.waitSignal(tracer.traced, timeout=10_000):
        tracer.request(DOCUMENTS[0])
    assert not tracer._busy_timer.isActive()
    assert ear.busy == []


def test_only_the_newest_waiting_request_is_kept(qtbot, made, slow):
    tracer, ear = made(synchronous_cells=0)
    for document in DOCUMENTS:
        tracer.request(document)
    with qtbot.waitSignals([tracer.traced, tracer.traced], timeout=10_000):
        slow.go.set()
    assert ear.documents == [DOCUMENTS[0], DOCUMENTS[-1]]


def test_a_small_document_waits_its_turn_behind_a_large_one(qtbot, made, slow):
    tracer, ear = made(synchronous_cells=9)
    large, small = sentence_document("a b c d e"), sentence_document("a b")
    tracer.request(large)
    tracer.request(small)
    assert ear.traced == []
    with qtbot.waitSignals([tracer.traced, tracer.traced], timeout=10_000):
        slow.go.set()
    assert ear.documents == [large, small]


def test_every_trace_comes_with_its_own_document(qtbot, made):
    tracer, ear = made(synchronous_cells=0)
    for document in DOCUMENTS:
        with qtbot.waitSignal(tracer.traced, timeout=10_000):
            tracer.request(document)
    assert ear.documents == DOCUMENTS
    for document, trace in ear.traced:
        assert trace.tokens_q == document.source.tokens
        np.testing.assert_array_equal(trace.scores, derive(document).scores)


def test_no_trace_but_the_last_is_held(qtbot, made):
    tracer, ear = made(synchronous_cells=0)
    seen = []
    tracer.traced.disconnect(ear.hear_trace)
    tracer.traced.connect(lambda _document, trace: seen.append(weakref.ref(trace.weights)))
    for document in DOCUMENTS:
        with qtbot.waitSignal(tracer.traced, timeout=10_000):
            tracer.request(document)
    qtbot.waitUntil(lambda: [array() is not None for array in seen] == [False] * (len(seen) - 1) + [True])


def test_scores_are_taken_over_from_the_trace_before(made):
    tracer, ear = made()
    tracer.request(DOCUMENTS[0])
    tracer.request(with_options(DOCUMENTS[0], causal=True))
    assert ear.traced[1][1].scores is ear.traced[0][1].scores


# a hand that drags ----------------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch):
    """Time that passes only when the test says so."""

    class Clock:
        now = 100.0

        def perf_counter(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


def drag(tracer, clock, *, showing, every=0.008):
    """Requests at 125 a second; whoever shows a trace takes `showing` seconds."""

    def show(_document, _trace):
        clock.now += showing

    tracer.traced.connect(show)
    documents = [sentence_document(f"step {i}") for i in range(40)]
    due = clock.now
    for document in documents:
        if clock.now < due:  # all events so far have been heard
            QCoreApplication.processEvents()
            clock.now = max(clock.now, due)
        tracer.request(document)
        due += every
    return documents


def test_every_step_of_a_drag_is_shown_while_that_is_cheap(made, clock):
    tracer, ear = made()
    documents = drag(tracer, clock, showing=0.003)
    assert ear.documents == documents


def test_a_drag_that_outruns_the_window_shows_what_there_is_time_for_and_always_the_last(qtbot, made, clock):
    tracer, ear = made()
    documents = drag(tracer, clock, showing=0.012)
    qtbot.waitUntil(lambda: ear.documents[-1] is documents[-1])  # it waits for its turn
    shown = ear.documents
    assert [document for document in documents if document in shown] == shown
    assert 10 < len(shown) < 30


def test_while_a_picture_is_painted_the_hand_has_not_rested(made, clock, monkeypatch):
    """The events of a drag are heard when a slow picture is done: the next one is made in haste all the same."""
    for of, limit in ((derive_module, "FLOAT32_CELLS"), (large, "MEASURED"), (module, "HASTY_CELLS")):
        monkeypatch.setattr(of, limit, 0)
    (tracer, ear), painter = made(), QObject()
    painter.customEvent = lambda _event: setattr(clock, "now", clock.now + 0.07)
    tracer.traced.connect(lambda *_: QCoreApplication.postEvent(painter, QEvent(QEvent.Type.User)))
    for k in range(6):
        tracer.request(with_options(DOCUMENTS[0], temperature=1 + k / 10))
        QCoreApplication.processEvents()
    assert ear.traced[-1][1].hasty


def test_two_edits_soon_after_one_another_are_both_shown_at_once(made, clock):
    tracer, ear = made()
    tracer.request(DOCUMENTS[0])
    tracer.request(DOCUMENTS[1])
    assert ear.documents == DOCUMENTS[:2]


def test_rounding_is_taken_out_when_the_hand_rests(qtbot, made, monkeypatch):
    monkeypatch.setattr(derive_module, "FLOAT32_CELLS", 0)
    tracer, ear = made(synchronous_cells=0)
    first = sentence_document("one two three four five", head="content", d_k=30)
    last = with_d_k(first, 31)
    for document in (first, last):
        with qtbot.waitSignal(tracer.traced, timeout=10_000):
            tracer.request(document)
    assert ear.traced[-1][1].drifted
    with qtbot.waitSignal(tracer.traced, timeout=10_000):
        pass
    document, trace = ear.traced[-1]
    assert document is last
    assert not trace.drifted
    np.testing.assert_array_equal(trace.weights, derive(last).weights)
    assert not tracer._rest_timer.isActive()


def test_a_large_document_that_changed_beside_its_scores_is_not_computed_again(qtbot, made):
    tracer, ear = made(synchronous_cells=0)
    with qtbot.waitSignal(tracer.traced, timeout=10_000):
        tracer.request(DOCUMENTS[0])
    renamed = replace(DOCUMENTS[0], name="other")
    tracer.request(renamed)
    assert ear.documents == [DOCUMENTS[0], renamed]
    assert ear.traced[1][1] is ear.traced[0][1]


# errors -------------------------------------------------------------------------------------------------------


@pytest.fixture
def failing(monkeypatch):
    """`derive` fails for the first of DOCUMENTS."""

    def fail(document, *, previous=None, **how):
        if document is DOCUMENTS[0]:
            raise MemoryError("no room")
        return derive(document, previous=previous, **how)

    monkeypatch.setattr(module, "derive", fail)


@pytest.mark.parametrize("cells", [SYNCHRONOUS_CELLS, 0])
def test_an_error_is_reported_with_its_document(qtbot, made, failing, cells):
    tracer, ear = made(synchronous_cells=cells)
    with qtbot.waitSignal(tracer.failed, timeout=10_000):
        tracer.request(DOCUMENTS[0])
    ((document, error),) = ear.failed
    assert document is DOCUMENTS[0]
    assert isinstance(error, MemoryError)
    assert ear.traced == []


def test_after_an_error_the_waiting_request_is_served(qtbot, made, failing):
    tracer, ear = made(synchronous_cells=0)
    with qtbot.waitSignals([tracer.failed, tracer.traced], timeout=10_000):
        tracer.request(DOCUMENTS[0])
        tracer.request(DOCUMENTS[1])
    assert ear.documents == [DOCUMENTS[1]]


# the end ------------------------------------------------------------------------------------------------------


def test_stop_leaves_no_thread_and_delivers_nothing_more(qapp, made, slow):
    tracer, ear = made(synchronous_cells=0)
    tracer.request(DOCUMENTS[0])
    tracer.request(DOCUMENTS[1])
    slow.go.set()
    tracer.stop()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("trace")]
    QCoreApplication.processEvents()
    assert ear.traced == []
    assert len(slow.threads) == 1


def test_stop_is_harmless_when_nothing_runs(made):
    tracer, _ = made()
    tracer.stop()
    tracer.stop()


def test_a_stopped_tracer_can_start_again(qtbot, made):
    tracer, ear = made(synchronous_cells=0)
    tracer.request(DOCUMENTS[0])
    tracer.stop()
    with qtbot.waitSignal(tracer.traced, timeout=10_000):
        tracer.request(DOCUMENTS[1])
    assert ear.documents == [DOCUMENTS[1]]


def test_a_drag_of_a_long_sentence_is_drawn_in_haste_and_settled_when_the_hand_rests(qtbot, made, monkeypatch):
    monkeypatch.setattr(derive_module, "FLOAT32_CELLS", 0)
    monkeypatch.setattr(large, "MEASURED", 0)
    monkeypatch.setattr(module, "HASTY_CELLS", 0)
    tracer, ear = made(synchronous_cells=0)
    for k in range(12):
        tracer.request(with_options(DOCUMENTS[0], temperature=1 + k / 10))
        qtbot.wait(2)
    qtbot.waitUntil(lambda: bool(ear.traced) and not ear.traced[-1][1].hasty, timeout=10_000)
    assert any(trace.hasty for _, trace in ear.traced), "the pictures of the drag"
    assert ear.traced[-1][0].options.temperature == 2.1


def test_haste_stays_in_the_worker_where_a_picture_takes_too_long(qtbot, made, monkeypatch):
    """One that has been quick enough there is made where it is shown, and none that is not."""
    monkeypatch.setattr(derive_module, "FLOAT32_CELLS", 0)
    monkeypatch.setattr(module, "HASTY_CELLS", 0)
    here = threading.get_ident()
    for in_hand, expected in ((60.0, True), (0.0, False)):
        monkeypatch.setattr(module, "IN_HAND", in_hand)
        threads = []

        def watched(*args, threads=threads, **how):
            threads.append(threading.get_ident())
            return derive(*args, **how)

        monkeypatch.setattr(module, "derive", watched)
        tracer, ear = made(synchronous_cells=0)
        last = None
        for k in range(30):
            last = with_options(DOCUMENTS[0], temperature=1 + k / 10)
            tracer.request(last)
            qtbot.wait(1)
        qtbot.waitUntil(lambda ear=ear, last=last: bool(ear.documents) and ear.documents[-1] is last)
        assert (here in threads) == expected
        assert threads[0] != here, "before any picture of the drag is known to be quick"


def test_one_picture_that_was_held_up_does_not_banish_the_next_ones_to_the_worker(qtbot, made, monkeypatch):
    monkeypatch.setattr(derive_module, "FLOAT32_CELLS", 0)
    monkeypatch.setattr(module, "HASTY_CELLS", 0)
    here, threads = threading.get_ident(), []

    def watched(*args, **how):
        threads.append(threading.get_ident())
        if threads[-1] == here and threads.count(here) == 3:
            threading.Event().wait(0.2)  # something else had the processor
        return derive(*args, **how)

    monkeypatch.setattr(module, "derive", watched)
    tracer, ear = made(synchronous_cells=0)
    last = None
    for k in range(60):
        last = with_options(DOCUMENTS[0], temperature=1 + k / 10)
        tracer.request(last)
        qtbot.wait(1)
    qtbot.waitUntil(lambda: bool(ear.documents) and ear.documents[-1] is last)
    assert threads.count(here) > 3
