"""From process start to the first painted window, against a bare PySide6 window that imports NumPy and pyqtgraph."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 15
BARE = """
import numpy, pyqtgraph
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, app.quit)
app = QApplication([])
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
window.close()
"""


def main() -> None:
    """Time both in turn, so that a change of the machine's speed meets both, and print medians and their ratio."""
    ours = [sys.executable, "-m", "attnviz", "--smoke"]
    bare = [sys.executable, "-c", BARE]
    times: dict[str, list[float]] = {"attnviz": [], "bare": []}
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home}
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
        # As installed programs have it: what Python has compiled once is kept, whatever this shell asks for.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = home
        for command in (ours, bare):
            _run(command, environment)  # compiles, and warms the disk's cache
        for _ in range(RUNS):
            times["attnviz"].append(_run(ours, environment))
            times["bare"].append(_run(bare, environment))
    attnviz, plain = statistics.median(times["attnviz"]), statistics.median(times["bare"])
    ratio = statistics.median(a / b for a, b in zip(*times.values(), strict=True))
    print(f"start to first painted window, whole process, median of {RUNS} ({environment['QT_QPA_PLATFORM']})")
    print(f"  attnviz                        {attnviz * 1000:7.0f} ms")
    print(f"  bare PySide6+NumPy+pyqtgraph   {plain * 1000:7.0f} ms")
    print(f"  ratio                          {ratio:7.2f}     (goal: at most 1.5)")


def _run(command: list[str], environment: dict[str, str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin
