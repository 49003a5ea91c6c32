"""While there is a window, unreachable cycles are found in its thread, and free memory goes back once it rests."""

from __future__ import annotations

import ctypes
import gc
import linecache
import sys
import threading
import time
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QThread

from attnviz.session import garbage as module
from attnviz.session.garbage import Garbage

STATUS = Path("/proc/self/status")
GLIBC = sys.platform.startswith("linux") and hasattr(ctypes.CDLL(None), "malloc_trim")


class _Cycle(QObject):
    def __init__(self, ended):
        super().__init__()
        self.own = self
        self.watch = weakref.finalize(self, lambda: ended.append(QThread.currentThread()))


def test_a_cycle_ends_in_the_window_thread(qtbot):
    garbage, ended = Garbage(), []
    garbage.start()
    try:
        cycles = [_Cycle(ended) for _ in range(3)]
        del cycles

        def churn():
            kept = [[] for _ in range(200_000)]  # Python would look for cycles many times here
            del kept

        worker = threading.Thread(target=churn)
        worker.start()
        worker.join()
        assert not ended
        own = [[] for _ in range(5_000)]
        qtbot.waitUntil(lambda: len(ended) == 3, timeout=5000)
        del own
    finally:
        garbage.stop()
    assert ended == [QThread.currentThread()] * 3


def test_what_is_expected_is_found_soon_however_old_it_is(qtbot):
    garbage, ended = Garbage(), []
    garbage.start()
    try:
        cycle = _Cycle(ended)
        for _ in range(3):
            gc.collect()  # it has outlived these, and would not be looked at for a while
        del cycle
        qtbot.wait(250)
        assert not ended
        garbage.expect()
        qtbot.waitUntil(lambda: bool(ended), timeout=5000)
    finally:
        garbage.stop()


def test_python_looks_again_when_the_last_window_has_gone(qapp):
    one, other = Garbage(), Garbage()
    before = gc.isenabled()
    one.start()
    other.start()
    assert not gc.isenabled()
    one.stop()
    one.stop()
    assert not gc.isenabled()
    other.stop()
    assert gc.isenabled() == before


def test_what_a_host_had_switched_off_stays_off(qapp):
    garbage = Garbage()
    before = gc.isenabled()
    gc.disable()
    try:
        garbage.start()
        garbage.stop()
        assert not gc.isenabled()
    finally:
        gc.enable() if before else gc.disable()


def resident() -> float:
    """Of the process's own memory, in MiB."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("RssAnon:"))
    return int(line.split()[1]) / 1024


@pytest.mark.skipif(not GLIBC, reason="only there does the C library keep what lies between things in use")
def test_at_rest_free_memory_goes_back_to_the_system(qtbot):
    garbage = Garbage()
    garbage.start()
    try:
        module.give_back()  # what other tests have left free
        before = resident()
        pieces = [b"x" * 20_000 for _ in range(4_000)]  # 76 MiB
        kept = pieces[::50]  # so that what lies between them stays with the C library
        del pieces
        held = resident()
        assert held - before > 60
        linecache.getlines(__file__)
        until = time.process_time() + module.WORTH
        while time.process_time() < until:
            pass  # work that has left all that
        qtbot.waitUntil(lambda: resident() - before < 20, timeout=20_000)
    finally:
        garbage.stop()
    assert len(kept) == 80
    assert __file__ not in linecache.cache, "the source of modules, which nobody reads"


def test_while_there_is_work_nothing_is_given_back(qtbot, monkeypatch):
    """It takes time, and work wants the memory again."""
    given = []
    monkeypatch.setattr(module, "give_back", lambda: given.append(True))
    monkeypatch.setattr(module, "REST", 0.4)
    monkeypatch.setattr(module, "WORK", 0.05)
    garbage = Garbage()
    garbage.start()
    try:
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            until = time.process_time() + 0.06
            while time.process_time() < until:
                pass
            qtbot.wait(10)
        assert not given
        qtbot.waitUntil(lambda: bool(given), timeout=10_000)
        qtbot.wait(1000)  # and once only: there was no more work
        assert len(given) == 1
    finally:
        garbage.stop()
