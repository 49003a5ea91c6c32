"""One drag event to painted pixels, for every control, beside programs that compute all anew; and memory at 4096."""

from __future__ import annotations

import statistics

from tests.benchmarks.hand import CONTROLS, measured
from tests.benchmarks.peers import Peer
from tests.benchmarks.report import Row, show

FRAME = 1000 / 60
NAMES = {
    "temperature": "temperature",
    "divide": "√dₖ",
    "decay": "λ",
    "mixture": "mixture",
    "d_k": "dₖ",
    "cell": "one cell of Q",
}
GOALS = {("matplotlib", 64): 60.0, ("matplotlib", 1024): 300.0, ("pyqtgraph", 64): 1.7, ("pyqtgraph", 1024): 20.0}
SAID = {"matplotlib": "matplotlib QtAgg imshow", "pyqtgraph": "pyqtgraph ImageItem"}
MEMORY = 4.0  # times n² · 4 bytes


def main(sizes: tuple[int, ...] = (64, 1024, 2048, 4096), controls: tuple[str, ...] = CONTROLS) -> list[Row]:
    """Drag every control at every size; the peers follow at 64 and 1024."""
    print("a drag, 125 events a second, event to painted pixels: median and 99th percentile")
    rows: list[Row] = []
    for n in sizes:
        for control in controls:
            rows += _rows(control, n)
    return rows


def _rows(control: str, n: int) -> list[Row]:
    found = measured(control, n)
    late = sorted(found["late"])
    median, worst = statistics.median(late), late[int(len(late) * 0.99)]
    work = f"{NAMES[control]}, n = {n}"
    print(f"  {work}: {found['work']:.1f} ms of processor time a picture, {found['pictures']:.0f} pictures a second")
    mine = f"{median:.1f} ms, p99 {worst:.1f}"
    rows = []
    alone = (
        statistics.median(measured(control, n, "hand_alone")["late"]) if any(size == n for _, size in GOALS) else 0.0
    )
    for (peer, size), goal in GOALS.items():
        if size != n:
            continue
        theirs = _peer(peer, n, control)
        if theirs is None:
            print(f"  {peer} is not installed")
            continue
        # The peers draw an image and nothing else. Beside pyqtgraph the same is measured; matplotlib is left behind
        # by the whole window with its labels, bars, measures and panels.
        bare = peer == "pyqtgraph"
        said, ours, own = (f"{work}, picture alone", f"{alone:.1f} ms", alone) if bare else (work, mine, median)
        beside = f"{SAID[peer]}, naive: {theirs:.1f} ms"
        if bare:  # the precision alone may decide whether it keeps up
            beside += f" (in float32 {_peer(peer, n, control, 'float32'):.1f})"
        rows.append(Row(work=said, ours=ours, peer=beside, ratio=theirs / own, goal=goal))
    frames = 2 if n > 2048 else 1
    rows.append(
        Row(
            work=f"{work}: p99",
            ours=mine,
            peer=f"{frames} frame{'s' * (frames - 1)}, {frames * FRAME:.1f} ms",
            ratio=worst / (frames * FRAME),
            goal=1.0,
            more=False,
        )
    )
    if n > 2048:
        pictures = found["pictures"]
        rows.append(
            Row(
                work=f"{work}: pictures a second",
                ours=f"{pictures:.0f}",
                peer="60 a second",
                ratio=pictures / 60,
                goal=1.0,
            )
        )
        memory = found["memory"] / (4 * n * n)
        rows.append(
            Row(
                work=f"{work}: peak memory",
                ours=f"{found['memory'] / 2**20:.0f} MiB above start",
                peer="n² · 4 bytes",
                ratio=memory,
                goal=MEMORY,
                more=False,
            )
        )
    return [show(row) for row in rows]


def _peer(name: str, n: int, *more: str) -> float | None:
    """The median of a peer's milliseconds; None where it is not installed."""
    peer = Peer(name, n, *more)
    times = peer.ask()
    peer.close()
    return None if times is None else statistics.median(times)
