"""The programs attnviz is measured beside, each in a process of its own with its own defaults.

`python -m tests.benchmarks.peers NAME N …` answers every line of its input with one line of JSON: times in
milliseconds, or null where the library is not installed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from math import sqrt
from typing import Any

D_K = 64
EVENTS = 125  # one second of a mouse
PERIOD = 0.008  # seconds
# Seconds after a peer's turn before the next one measures: the threads of BLAS and OpenMP go on turning for a
# while after their last product, in case of another, and would take the cores from whoever comes next.
CALM = 0.3
WARM = 0.05  # seconds


class Peer:
    """One peer in its process. `ask` lets it measure once."""

    def __init__(self, name: str, n: int, *more: str) -> None:
        threads = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        environment = {key: value for key, value in os.environ.items() if key not in threads}
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
        command = [sys.executable, "-W", "ignore", "-m", "tests.benchmarks.peers", name, str(n), *more]
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self) -> list[float] | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the peer ended: {self._process.args}")
        times: list[float] | None = json.loads(answer)
        time.sleep(CALM)
        return times

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def best_of(work: Callable[[], object], rounds: int) -> list[float]:
    """Milliseconds of each round, after some that do not count: a processor that was idle is slow at first."""
    awake = time.perf_counter() + WARM
    while time.perf_counter() < awake:
        work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return times


def _forward(n: int) -> Callable[[], list[float]]:
    """softmax(QKᵀ/√d_k) V as one writes it in NumPy, float32."""
    import numpy as np

    Q, K, V = (np.random.default_rng(i).standard_normal((n, D_K), dtype=np.float32) for i in range(3))

    def work() -> Any:
        S = Q @ K.T / np.float32(sqrt(D_K))
        E = np.exp(S - S.max(axis=-1, keepdims=True))
        A = E / E.sum(axis=-1, keepdims=True)
        return A @ V

    return lambda: best_of(work, 5)


def _sdpa(n: int) -> Callable[[], list[float]]:
    import torch

    torch.set_num_threads(2)
    Q, K, V = (torch.randn(1, 1, n, D_K) for _ in range(3))
    attention = torch.nn.functional.scaled_dot_product_attention
    return lambda: best_of(lambda: attention(Q, K, V), 5)


def naive_weights(n: int, control: str, dtype: str = "float64") -> Callable[[int], Any]:
    """Weights after the k-th event of a drag, everything computed anew; in float64, which is what NumPy makes of
    numbers, and a document's are, unless another `dtype` is asked for."""
    import numpy as np

    rng = np.random.default_rng(0)
    Q, K = (rng.standard_normal((n, 512)).astype(dtype) for _ in range(2))
    apart = np.abs(np.subtract.outer(np.arange(n), np.arange(n))).astype(dtype)

    def weights(k: int) -> Any:
        d, temperature, decay, share = D_K, 1.0, 0.35, 0.5
        divide = True
        if control == "temperature":
            temperature = 0.5 + 0.01 * k
        elif control == "divide":
            divide = k % 2 == 0
        elif control == "decay":
            decay = 0.004 * k
        elif control == "mixture":
            share = 0.2 + 0.004 * k
        elif control == "d_k":
            d = 16 + k
        elif control == "cell":
            Q[n // 2, 3] = k / 7
        S = Q[:, :d] @ K[:, :d].T
        if control != "cell":
            S = share * S - (1 - share) * sqrt(d) * decay * apart
        S = S / ((sqrt(d) if divide else 1.0) * temperature)
        E = np.exp(S - S.max(axis=-1, keepdims=True))
        return E / E.sum(axis=-1, keepdims=True)

    return weights


def _queue(handle: Callable[[int], None]) -> list[float]:
    """Milliseconds from each of the events of a hand to the end of its handling; they wait for one another."""
    from PySide6.QtCore import QEventLoop

    from tests.benchmarks.taps import Taps

    loop = QEventLoop()
    late: list[float] = []

    def heard() -> None:
        while len(late) < len(taps.sent):
            handle(len(late))
            late.append(1000 * (time.perf_counter() - taps.sent[len(late)]))
        if len(late) == EVENTS:
            loop.quit()

    taps = Taps(EVENTS, PERIOD, heard)
    taps.start()
    loop.exec()
    taps.close()
    return late


def _matplotlib(n: int, control: str) -> Callable[[], list[float]]:
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
    from matplotlib.figure import Figure
    from PySide6.QtWidgets import QApplication

    application = QApplication([])
    weights = naive_weights(n, control)
    figure = Figure(figsize=(8, 8), dpi=100)
    canvas = FigureCanvasQTAgg(figure)  # as pyplot would make it, which refuses to without a screen
    image = figure.add_subplot().imshow(weights(0), vmin=0, vmax=1)
    canvas.resize(800, 800)
    canvas.show()

    def handle(k: int) -> None:
        image.set_data(weights(k))
        canvas.draw()
        canvas.repaint()

    handle(0)
    application.processEvents()
    return lambda: _queue(handle)


def _pyqtgraph(n: int, control: str, dtype: str = "float64") -> Callable[[], list[float]]:
    """ImageItem as it comes: levels from the data."""
    import pyqtgraph as pg

    application = pg.mkQApp()
    weights = naive_weights(n, control, dtype)
    widget = pg.GraphicsLayoutWidget()
    widget.resize(800, 800)
    item = pg.ImageItem()
    widget.addPlot().addItem(item)
    widget.show()

    def handle(k: int) -> None:
        item.setImage(weights(k))
        widget.viewport().repaint()

    handle(0)
    application.processEvents()
    return lambda: _queue(handle)


def _image_item(n: int) -> Callable[[], list[float]]:
    """ImageItem filling 800 × 800 pixels, float32, levels fixed."""
    import numpy as np
    import pyqtgraph as pg

    application = pg.mkQApp()
    widget = pg.GraphicsView()
    widget.resize(800, 800)
    box = pg.ViewBox(enableMenu=False, border=None)
    widget.setCentralItem(box)
    item = pg.ImageItem(axisOrder="row-major")
    item.setLookupTable(pg.colormap.get("viridis").getLookupTable(nPts=256))
    box.addItem(item)
    widget.show()
    application.processEvents()
    frames = [np.random.default_rng(i).random((n, n), dtype=np.float32) for i in range(2)]
    box.setRange(xRange=(0, n), yRange=(0, n), padding=0)
    count = iter(range(10**9))

    def work() -> None:
        item.setImage(frames[next(count) % 2], autoLevels=False, levels=(0, 1))
        widget.viewport().repaint()

    work()
    return lambda: best_of(work, 5)


def _attnviz(n: int, control: str) -> Callable[[], list[float]]:
    """Our own widget, in the place of a peer: measured as they are, in turn with them."""
    from tests.benchmarks.hand_alone import drag

    return drag(n, control, EVENTS, PERIOD)


PEERS: dict[str, Callable[..., Callable[[], list[float]]]] = {
    "attnviz": _attnviz,
    "numpy": _forward,
    "sdpa": _sdpa,
    "matplotlib": _matplotlib,
    "pyqtgraph": _pyqtgraph,
    "image-item": _image_item,
}


def main() -> None:
    name, n, *more = sys.argv[1:]
    try:
        measure: Callable[[], list[float] | None] = PEERS[name](int(n), *more)
    except ImportError:
        measure = lambda: None  # noqa: E731
    for _ in sys.stdin:
        print(json.dumps(measure()), flush=True)


if __name__ == "__main__":
    main()
