"""A hand on a slider of the real window, 125 events a second, each timed until a picture with its number is painted.

`python -m tests.benchmarks.hand CONTROL N` prints one line of JSON: the milliseconds of every event, pictures a
second, and how far memory rose above the program's start, in bytes.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attnviz.cli import calm_blas
from tests.benchmarks.taps import Taps

CONTROLS = ("temperature", "divide", "decay", "mixture", "d_k", "cell")
EVENTS = 375  # three seconds
PERIOD = 0.008
WARM = 25  # first events, in which memory is taken and fonts are read
PATIENCE = 20.0  # seconds for the last picture


def measured(control: str, n: int) -> dict[str, Any]:
    """One drag in a process of its own."""
    environment = {**os.environ}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    command = [sys.executable, "-W", "ignore", "-m", "tests.benchmarks.hand", control, str(n)]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def main() -> None:
    control, n = sys.argv[1], int(sys.argv[2])
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    calm_blas()
    from PySide6.QtCore import QSettings

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "/nonexistent")
    print(json.dumps(_drag(control, n)))


def document_of(control: str, n: int) -> Any:
    """What is dragged at."""
    from attnviz.document.edits import sentence_document, with_head

    if control == "cell":
        import numpy as np

        from attnviz.document.matrix_edits import matrix_document

        rng = np.random.default_rng(0)
        return matrix_document(*(rng.standard_normal((n, 64)) for _ in range(3)))
    document = sentence_document(" ".join(f"w{i}" for i in range(n)))
    return with_head(document, {"decay": "distance", "d_k": "content"}.get(control, "mixed"))


def edit_of(control: str, n: int) -> Callable[[Any, int], Any]:
    """What the k-th event of the drag makes of the document before."""
    from attnviz.document import edits, matrix_edits

    return {
        "temperature": lambda document, k: edits.with_options(document, temperature=0.5 + 0.01 * k),
        "divide": lambda document, k: edits.with_options(document, divide=k % 2 == 0),
        "decay": lambda document, k: edits.with_decay(document, 0.001 + 0.004 * k),
        "mixture": lambda document, k: edits.with_mix_share(document, 0, 0.1 + 0.002 * k),
        "d_k": lambda document, k: edits.with_d_k(document, 16 + k),
        # Three decimals, so that no two events write the same number.
        "cell": lambda document, k: matrix_edits.set_cell(document, "Q", n // 2, 3, round(0.001 + k / 7, 3)),
    }[control]


def _drag(control: str, n: int) -> dict[str, Any]:
    from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

    from attnviz.app import Application
    from attnviz.document.edits import sentence_document
    from attnviz.document.view_state import ViewState
    from attnviz.session.language import Language
    from attnviz.session.opening import Opened
    from attnviz.settings import Settings
    from attnviz.start import make_qapplication

    make_qapplication()
    speech = Language()
    speech.use("en")
    opened = Opened(document=sentence_document("a small start"), view=ViewState(tab="matrix"))
    application = Application(Settings(), speech, opened, "light")
    application.window.resize(1280, 800)
    application.show()
    QCoreApplication.processEvents()
    start_memory = _resident()
    _forget_peak()
    application.session.edit("open", document_of(control, n))
    heatmap = application.window.matrix.heatmap
    documents: dict[int, int] = {}  # id → event
    late, pictures, events = [], [], 0
    paint = heatmap._paint
    loop = QEventLoop()

    def painted(painter: Any) -> None:
        paint(painter)
        now = time.perf_counter()
        event = documents.get(id(application.scene.document), -1)
        if event >= len(late):
            pictures.append(now)
            late.extend(1000 * (now - taps.sent[k]) for k in range(len(late), event + 1))
        if len(late) == EVENTS:
            loop.quit()  # the program's own quit would ask whether to save

    heatmap._paint = painted
    edit = edit_of(control, n)

    def tapped() -> None:
        nonlocal events
        while events < len(taps.sent):
            application.session.edit("drag", edit(application.session.document, events), "drag")
            # A document that has gone may lend its id to a later one, which then counts.
            documents[id(application.session.document)] = events
            events += 1

    taps = Taps(EVENTS, PERIOD, tapped)
    wait = time.perf_counter()
    while (
        application.scene is None or application.scene.document is not application.session.document
    ) and time.perf_counter() - wait < 60:
        QCoreApplication.processEvents()
    settle = time.perf_counter() + 1.0
    while time.perf_counter() < settle:
        QCoreApplication.processEvents()
        time.sleep(0.002)
    busy = time.process_time()
    taps.start()
    QTimer.singleShot(round(1000 * (EVENTS * PERIOD + PATIENCE)), loop.quit)
    loop.exec()
    taps.close()
    span = pictures[-1] - pictures[0] if len(pictures) > 1 else float("inf")
    answer = {
        "late": late[WARM:],
        "pictures": (len(pictures) - 1) / span,
        "memory": _peak() - start_memory,
        "work": 1000 * (time.process_time() - busy) / max(len(pictures), 1),  # of all threads, a picture
        "missing": EVENTS - len(late),
    }
    heatmap._paint = paint
    application.session.undo_stack.setClean()  # nothing to ask about at the end
    application.close()
    return answer


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def _forget_peak() -> None:
    """Let the peak be counted from here (Linux)."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _peak() -> int:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    main()
