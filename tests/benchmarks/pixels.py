"""From numbers to painted pixels: 800 × 800, reduced by maximum, beside pyqtgraph's ImageItem with fixed levels."""

from __future__ import annotations

import os
import statistics

import numpy as np

from tests.benchmarks.peers import Peer, best_of
from tests.benchmarks.report import Row, median_ratio, show

GOALS = {64: 3.0, 1024: 2.5, 4096: 1.8}
ROUNDS = 9


def main(sizes: tuple[int, ...] = tuple(GOALS)) -> list[Row]:
    """Measure ours and pyqtgraph in turn."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print("numbers to painted pixels, 800 × 800")
    return [show(_row(n)) for n in sizes]


def _row(n: int) -> Row:
    from attnviz.export.figure import Cells, Figure
    from attnviz.export.palette import LIGHT
    from attnviz.export.scales import weights_scale
    from attnviz.start import make_qapplication
    from attnviz.ui.figure_canvas import FigureCanvas

    application = make_qapplication()
    canvas = FigureCanvas()
    canvas.resize(800, 800)
    canvas.show()
    application.processEvents()  # from here on it is on the screen, and `repaint` paints at once
    frames = [np.random.default_rng(i).random((n, n), dtype=np.float32) for i in range(2)]
    for frame in frames:
        frame.setflags(write=False)
    count = iter(range(10**9))

    def work() -> None:
        values = frames[next(count) % 2]
        cells = Cells(
            name="weights",
            x=0,
            y=0,
            cell_width=800 / n,
            cell_height=800 / n,
            values=values,
            scale=weights_scale(),
            lines=False,  # the peer draws none either
        )
        canvas.show_figure(Figure(width=800, height=800, items=(cells,)), LIGHT)
        canvas.repaint()

    peer = Peer("image-item", n)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        _forget()
        ours.append(statistics.median(best_of(lambda: (_forget(), work()), 5)))
        times = peer.ask()
        assert times is not None  # pyqtgraph is a dependency
        theirs.append(statistics.median(times))
    peer.close()
    canvas.close()
    return Row(
        work=f"numbers → pixels, n = {n}",
        ours=f"{statistics.median(ours):.2f} ms",
        peer=f"pyqtgraph ImageItem: {statistics.median(theirs):.2f} ms",
        ratio=median_ratio(ours, theirs),
        goal=GOALS[n],
        cheap=n == 1024,
    )


def _forget() -> None:
    """Forget what was found in these numbers before: a drag brings others every time."""
    from attnviz.export import cell_layers, picture

    cell_layers._pictures.clear()
    picture._lasts.clear()
