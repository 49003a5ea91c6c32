"""A hand that begins to drag does not wait for the whole trace of where it began."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from attnviz.core import blocked
from attnviz.core.patience import Cancelled, go_on, patiently
from attnviz.document import edits, matrix_edits
from attnviz.document.derive import derive
from attnviz.session import tracer as module
from attnviz.session.tracer import Tracer

N = 700  # too many to be traced within a frame


@pytest.fixture
def gate(monkeypatch):
    """The worker stops at its first block, once armed, until it is let go."""

    class Gate:
        armed, reached, go = False, threading.Event(), threading.Event()
        ended = 0

        def __call__(self):
            if self.armed and threading.current_thread().name.startswith("trace"):
                self.reached.set()
                assert self.go.wait(10)
            try:
                go_on()
            except Cancelled:
                self.ended += 1
                raise

    found = Gate()
    monkeypatch.setattr(blocked, "go_on", found)
    yield found
    found.go.set()


@pytest.fixture
def tracer(qtbot, gate):
    made = Tracer()
    made.heard = []
    made.traced.connect(lambda document, trace: made.heard.append((document, trace)))
    yield made
    gate.go.set()
    made.stop()


def documents(source):
    """One, and what a hand makes of it."""
    if source == "matrices":
        rng = np.random.default_rng(0)
        document = matrix_edits.matrix_document(*(rng.standard_normal((N, 16)) for _ in range(3)))
    else:
        document = edits.sentence_document(" ".join(f"w{i % 40}" for i in range(N)), head="mixed")
    acts = {
        "mixture": lambda k: edits.with_mix_share(document, 0, 0.21 + k / 10),
        "d_k": lambda k: edits.with_d_k(document, 64 + k),
        "matrices": lambda k: matrix_edits.set_cell(document, "K", 5, 3, 2.5 + k),
    }
    act = acts.get(source, lambda k: edits.with_options(document, temperature=1.1 + k / 10))
    return document, [act(k) for k in range(4)]


def open_(tracer, document, qtbot, gate):
    tracer.request(document)
    qtbot.waitUntil(lambda: len(tracer.heard) == 1 and tracer._running is None, timeout=10_000)
    gate.armed = True


@pytest.mark.parametrize("source", ["temperature", "mixture", "d_k", "matrices"])
def test_a_whole_trace_that_a_drag_has_outdated_ends_for_a_picture_in_haste(qtbot, monkeypatch, tracer, gate, source):
    """And all that the next one builds on is as if it had not been begun, or were done."""
    monkeypatch.setattr(module, "FRAME", 10.0)  # however slow the machine is, they follow one another
    document, following = documents(source)
    open_(tracer, document, qtbot, gate)
    tracer.request(following[0])
    if source != "d_k":  # its products are made block by block, and half of them would be of no use
        assert gate.reached.wait(10)
    for later in following[1:]:
        tracer.request(later)
    gate.go.set()
    qtbot.waitUntil(lambda: tracer.heard[-1][0] is following[-1] and not tracer.heard[-1][1].hasty, timeout=10_000)
    heard = [found for found, _ in tracer.heard]
    assert gate.ended == (0 if source == "d_k" else 1)
    assert (following[0] in heard) == (source == "d_k")
    fresh = derive(following[-1])
    for found, trace in tracer.heard[1:]:
        if found is following[-1]:
            np.testing.assert_allclose(np.asarray(trace.weights), fresh.weights, atol=2e-6)
    np.testing.assert_allclose(tracer.heard[-1][1].measures.mean_entropy, fresh.measures.mean_entropy, rtol=1e-5)


def test_keys_that_repeat_slowly_still_see_every_trace_that_was_begun(qtbot, monkeypatch, tracer, gate):
    monkeypatch.setattr(module, "FRAME", -100.0)  # none follows another
    document, following = documents("temperature")
    open_(tracer, document, qtbot, gate)
    tracer.request(following[0])
    assert gate.reached.wait(10)
    for later in following[1:]:
        tracer.request(later)
    gate.go.set()
    qtbot.waitUntil(lambda: tracer.heard[-1][0] is following[-1], timeout=10_000)
    assert following[0] in [found for found, _ in tracer.heard]
    assert gate.ended == 0


def test_only_what_somebody_waits_for_goes_on():
    go_on()
    with patiently(lambda _: None):
        go_on()
    with patiently(lambda _: None, wanted=lambda: False), pytest.raises(Cancelled):
        go_on()
    with patiently(lambda _: None, wanted=lambda: False), patiently(lambda _: None), pytest.raises(Cancelled):
        go_on()
    go_on()


def test_what_is_ended_leaves_the_products_whole():
    document, (one, two, *_) = documents("temperature")
    trace = derive(document)
    kept = trace.kept.kept
    subject = kept.subject
    with patiently(lambda _: None, wanted=lambda: False), pytest.raises(Cancelled):
        derive(one, previous=(document, trace))
    assert kept.subject == subject
    after = derive(two, previous=(document, trace))
    np.testing.assert_allclose(after.weights, derive(replace(two)).weights, atol=2e-6)
