"""One step of a slider drag: event → edit → compute → lay out → painted pixels, in the real window."""

from __future__ import annotations

import os
import statistics
import time

from attnviz.cli import calm_blas

STEPS = 200
TOKENS = (14, 64, 128)


def main() -> None:
    """Drag d_k over its range on sentences of several lengths and print what a step costs."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    calm_blas()
    from PySide6.QtCore import QSettings

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "/nonexistent")
    print(f"one step of a d_k drag, compute and paint together, median and 99th percentile of {STEPS} (1280 × 800)")
    for n in TOKENS:
        times = sorted(_drag(n))
        median, late = statistics.median(times), times[int(len(times) * 0.99)]
        print(
            f"  {n:4d} tokens   {median * 1000:6.2f} ms   {late * 1000:6.2f} ms" + ("   (goal: 8)" if n == 64 else "")
        )


def _drag(n: int) -> list[float]:
    from PySide6.QtCore import QCoreApplication

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
    document = sentence_document(" ".join(f"word{i % 50}" for i in range(n)))
    opened = Opened(document=document, view=ViewState(tab="matrix", query=n // 2))
    application = Application(Settings(), speech, opened, "light")
    application.window.resize(1280, 800)
    application.show()
    slider = application.window.controls.d_k.slider
    slider.setSliderDown(True)
    times = []
    for step in range(STEPS + 20):
        QCoreApplication.processEvents()
        begin = time.perf_counter()
        slider.setValue(round(1000 * step / (STEPS + 20)))
        QCoreApplication.processEvents()  # paints what the step asked for
        times.append(time.perf_counter() - begin)
    slider.setSliderDown(False)
    application.session.undo_stack.setClean()  # nothing to ask about at the end
    application.close()
    return times[20:]
