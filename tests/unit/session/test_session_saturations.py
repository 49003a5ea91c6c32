"""Curves come from a worker: the newest wish wins, what was computed is kept, a refusal is a sentence."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from attnviz.document import edits
from attnviz.document.document import Document
from attnviz.document.saturation import curve_key
from attnviz.errors import InputError
from attnviz.session import saturations
from attnviz.session.saturations import KEPT, Saturations

SENTENCE = edits.sentence_document("the fat cat sat on the mat")


@pytest.fixture
def worker(qtbot):
    worker = Saturations()
    yield worker
    worker.stop()


def test_a_curve_comes_with_its_key_and_the_second_time_at_once(worker, qtbot):
    with qtbot.waitSignal(worker.computed) as first:
        worker.request(SENTENCE, 0, False)
    assert first.args[0] == curve_key(SENTENCE, 0, False)
    told = []
    worker.computed.connect(lambda key, curve: told.append(curve))
    worker.request(edits.with_d_k(SENTENCE, 3), 0, False)
    assert told == [first.args[1]]


def test_of_many_wishes_only_the_first_and_the_newest_are_computed(worker, qtbot):
    documents = [edits.with_seed(SENTENCE, seed) for seed in range(9)]
    keys = []
    worker.computed.connect(lambda key, curve: keys.append(key))
    for document in documents:
        worker.request(document, 0, False)
    qtbot.waitUntil(lambda: curve_key(documents[-1], 0, False) in keys)
    assert keys == [curve_key(documents[0], 0, False), curve_key(documents[-1], 0, False)]


def test_a_long_sentence_waits_until_the_hand_rests(worker, qtbot):
    words = " ".join(f"w{i}" for i in range(200))
    documents = [edits.with_seed(edits.sentence_document(words), seed) for seed in range(5)]
    keys = []
    worker.computed.connect(lambda key, curve: keys.append(key))
    for document in documents:
        worker.request(document, 0, False)
        qtbot.wait(1)
    qtbot.waitUntil(lambda: bool(keys))
    assert keys == [curve_key(documents[-1], 0, False)]


def test_memory_is_bounded(worker, qtbot):
    for seed in range(KEPT + 3):
        with qtbot.waitSignal(worker.computed):
            worker.request(edits.with_seed(SENTENCE, seed), 0, False)
    with qtbot.waitSignal(worker.computed):
        worker.request(SENTENCE, 0, False)  # the oldest was forgotten: it comes from the worker again
    assert len(worker._kept) == KEPT


def test_of_a_computed_curve_no_document_stays(worker, qtbot):
    for seed in range(4):
        with qtbot.waitSignal(worker.computed):
            worker.request(replace(edits.with_seed(SENTENCE, seed), name=f"asked {seed}"), 0, False)
    worker.stop()
    gc.collect()
    named = {thing.name for thing in gc.get_objects() if isinstance(thing, Document)}
    assert not {name for name in named if name.startswith("asked ")}


def test_a_refusal_is_told_and_other_wishes_go_on(worker, qtbot, monkeypatch):
    def refuse(document, head, *, gradient):
        raise InputError("too large")

    with monkeypatch.context() as patch:
        patch.setattr(saturations, "saturation", refuse)
        with qtbot.waitSignal(worker.failed) as failed:
            worker.request(SENTENCE, 0, False)
    assert failed.args == [curve_key(SENTENCE, 0, False), "too large"]
    with qtbot.waitSignal(worker.computed):
        worker.request(SENTENCE, 0, False)


def test_nothing_is_told_after_stop(qtbot):
    worker = Saturations()
    told = []
    worker.computed.connect(lambda key, curve: told.append(key))
    worker.request(SENTENCE, 0, False)
    worker.stop()
    qtbot.wait(20)
    assert told == []
