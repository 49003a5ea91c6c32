"""Presses that follow each other are one gesture."""

from __future__ import annotations

from PySide6.QtTest import QTest

from attnviz.session import streak
from attnviz.session.streak import Streak


def test_quick_acts_of_one_name_are_one_gesture(qapp):
    presses = Streak()
    assert presses.gesture("n") == presses.gesture("n")


def test_another_name_and_an_end_begin_another_gesture(qapp):
    presses = Streak()
    first = presses.gesture("n")
    other = presses.gesture("d_k")
    assert len({first, other, presses.gesture("n")}) == 3
    last = presses.gesture("n")
    presses.end()
    assert presses.gesture("n") != last


def test_after_a_pause_it_is_another_gesture(qapp, monkeypatch):
    monkeypatch.setattr(streak, "SAME_ACT", 5)
    presses = Streak()
    first = presses.gesture("n")
    QTest.qWait(20)
    assert presses.gesture("n") != first
