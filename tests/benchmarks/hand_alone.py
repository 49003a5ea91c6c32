"""The same hand on a widget that draws the matrix and nothing else, as the peers do: edit, tracer, picture.

`python -m tests.benchmarks.hand_alone CONTROL N` prints one line of JSON: the milliseconds of every event.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from attnviz.cli import calm_blas
from tests.benchmarks.hand import EVENTS, PATIENCE, PERIOD, WARM, document_of, edit_of
from tests.benchmarks.taps import Taps

SIDE = 800  # pixels


def main() -> None:
    control, n = sys.argv[1], int(sys.argv[2])
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    calm_blas()
    print(json.dumps({"late": _drag(control, n)[WARM:]}))


def _drag(control: str, n: int) -> list[float]:
    from PySide6.QtCore import QEventLoop, QTimer

    from attnviz.session.tracer import Tracer
    from attnviz.start import make_qapplication

    make_qapplication()
    show, tracer, loop = _picture(n), Tracer(), QEventLoop()
    document, edit = document_of(control, n), edit_of(control, n)
    made: dict[int, int] = {}
    events = 0
    late: list[float] = []
    begin = float("inf")

    def traced(of: Any, trace: Any) -> None:
        show(trace)
        now, event = time.perf_counter(), made.get(id(of), -1)
        late.extend(1000 * (now - begin - PERIOD * k) for k in range(len(late), event + 1))
        if len(late) == EVENTS:
            loop.quit()

    def tapped() -> None:
        nonlocal document, events
        now = time.perf_counter()
        while events < EVENTS and begin + PERIOD * events <= now:
            document = edit(document, events)
            made[id(document)] = events  # of one that has gone the id may come again: the later one counts
            events += 1
            tracer.request(document)

    def start() -> None:
        nonlocal begin
        begin = taps.start()
        QTimer.singleShot(round(1000 * (EVENTS * PERIOD + PATIENCE)), loop.quit)

    taps = Taps(EVENTS, PERIOD, tapped)
    tracer.traced.connect(traced)
    tracer.request(document)
    QTimer.singleShot(1500, start)  # by then the first picture is there
    loop.exec()
    taps.close()
    tracer.stop()
    return late


def _picture(n: int) -> Any:
    """A function that paints a trace's weights, at once."""
    from PySide6.QtWidgets import QApplication

    from attnviz.export.figure import Cells, Figure
    from attnviz.export.palette import LIGHT
    from attnviz.export.scales import weights_scale
    from attnviz.ui.figure_canvas import FigureCanvas

    canvas, scale = FigureCanvas(), weights_scale()
    canvas.resize(SIDE, SIDE)
    canvas.show()
    QApplication.processEvents()

    def show(trace: Any) -> None:
        cells = Cells(
            name="weights",
            x=0,
            y=0,
            cell_width=SIDE / n,
            cell_height=SIDE / n,
            values=trace.weights,
            scale=scale,
            lines=False,
            blocks=trace.reduced,
        )
        canvas.show_figure(Figure(width=SIDE, height=SIDE, items=(cells,)), LIGHT)
        canvas.repaint()

    return show


if __name__ == "__main__":
    main()
