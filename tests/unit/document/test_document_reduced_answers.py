"""Whether a trace has what was asked for, so that its picture needs no look at all of its numbers."""

from __future__ import annotations

import pytest

from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_head, with_options

N = 530  # more cells than are traced the plain way


@pytest.fixture
def traced():
    """traced(temperature) is the next trace of one chain."""
    document = with_head(sentence_document(" ".join(f"w{i % 40}" for i in range(N))), "mixed")
    last = None

    def next_(temperature):
        nonlocal last
        now = with_options(document, temperature=temperature)
        last = now, derive(now, previous=last)
        return last[1].reduced

    return next_


def test_weights_in_blocks_are_there_from_the_next_trace_on(traced):
    first = traced(1.0)
    assert first.answers, "nobody asked for anything"
    first.largest(2, 2)
    assert not first.answers
    assert traced(1.1).answers
    first.ask(ends=True, left_out=3, sample=True)
    assert not traced(1.1).answers, "the same trace again"
    assert traced(1.2).answers


@pytest.mark.parametrize("drawn", ["scores", "scaled"])
def test_so_are_scores(traced, drawn):
    wish = traced(1.0).wish
    wish.ask(drawn)
    wish.size = (2, 2)
    assert not traced(1.0).answers
    assert traced(1.1).answers
    for before, now, change in ((1.1, 1.2, {"sample": True}), (1.2, 1.3, {"left_out": 4})):
        wish.ask(drawn, **change)
        assert not traced(before).answers
        assert traced(now).answers


def test_a_mask_asks_for_no_number(traced):
    reduced = traced(1.0)
    reduced.largest(2, 2)
    reduced.wish.ask("nothing")
    assert reduced.answers
