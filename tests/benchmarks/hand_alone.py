"""The same hand on a widget that draws the matrix and nothing else, as the peers do: edit, tracer, picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.benchmarks.hand import PATIENCE, document_of, edit_of
from tests.benchmarks.taps import Taps

SIDE = 700  # pixels: as large as the picture that pyqtgraph puts between the axes of 800 × 800


def drag(n: int, control: str, events: int, period: float) -> Callable[[], list[float]]:
    """Milliseconds from each of the events of a hand to the end of the picture that has its number, once a call."""
    from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

    from attnviz.cli import calm_blas
    from attnviz.session.tracer import Tracer
    from attnviz.start import make_qapplication

    calm_blas()
    make_qapplication()
    show, tracer, loop = _picture(n), Tracer(), QEventLoop()
    document, edit = document_of(control, n), edit_of(control, n)
    made: dict[int, int] = {}
    late: list[float] = []
    heard = 0
    taps: Taps | None = None

    def traced(of: Any, trace: Any) -> None:
        show(trace)
        now, event = time.perf_counter(), made.get(id(of), -1)
        assert taps is not None
        late.extend(1000 * (now - taps.sent[k]) for k in range(len(late), event + 1))
        if len(late) == events:
            loop.quit()

    def tapped() -> None:
        nonlocal document, heard
        assert taps is not None
        while heard < len(taps.sent):
            document = edit(document, heard)
            made[id(document)] = heard  # of one that has gone the id may come again: the later one counts
            heard += 1
            tracer.request(document)

    def once() -> list[float]:
        nonlocal heard, taps
        made.clear()
        late.clear()
        heard = 0
        taps = Taps(events, period, tapped)
        taps.start()
        patience.start()
        loop.exec()
        patience.stop()
        taps.close()
        return list(late)

    patience = QTimer()
    patience.setInterval(round(1000 * (events * period + PATIENCE)))
    patience.timeout.connect(loop.quit)
    tracer.traced.connect(traced)
    tracer.request(document)  # the first picture is none of the drag
    while tracer.last is None:
        QCoreApplication.processEvents()
    return once


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
