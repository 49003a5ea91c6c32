"""While there is a window, unreachable cycles are found in its thread and in no other."""

from __future__ import annotations

import gc
import threading
import weakref

from PySide6.QtCore import QObject, QThread

from attnviz.session.garbage import Garbage


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
