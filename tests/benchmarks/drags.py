"""One drag event to painted pixels, for every control, beside programs that compute all anew; and memory at 4096."""

from __future__ import annotations

import statistics
from typing import Any

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
ROUNDS = {64: 7, 1024: 1}  # of a second each: what takes less than a millisecond is asked more often
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
    # Of three drags the middle one: what else the machine does at times holds up a whole drag.
    drags = sorted((measured(control, n) for _ in range(3 if n > 1024 else 1)), key=_worst)
    found = drags[len(drags) // 2]
    median, worst = statistics.median(found["late"]), _worst(found)
    work = f"{NAMES[control]}, n = {n}"
    print(f"  {work}: {found['work']:.1f} ms of processor time a picture, {found['pictures']:.0f} pictures a second")
    mine = f"{median:.1f} ms, p99 {worst:.1f}"
    rows = []
    if ("matplotlib", n) in GOALS:
        rows += [_whole(control, n, work, mine, median), _alone(control, n, f"{work}, picture alone")]
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
    return [show(row) for row in rows if row is not None]


def _worst(found: dict[str, Any]) -> float:
    """The 99th percentile."""
    late = sorted(found["late"])
    return float(late[int(len(late) * 0.99)])


def _whole(control: str, n: int, work: str, mine: str, median: float) -> Row | None:
    """Matplotlib is left behind by the whole window with its labels, bars, measures and panels."""
    (theirs,) = _in_turn(n, control, 1, "matplotlib")
    if theirs is None:
        return None
    naive = statistics.median(theirs)
    return Row(
        work=work,
        ours=mine,
        peer=f"matplotlib QtAgg imshow, naive: {naive:.1f} ms",
        ratio=naive / median,
        goal=GOALS["matplotlib", n],
    )


def _alone(control: str, n: int, work: str) -> Row | None:
    """Beside pyqtgraph, which draws an image and nothing else, the same of ours, in turn.

    Of each the quietest turn: between two events of a hand others have the processor's caches, and what they leave
    cold takes half a millisecond in one minute and none in the next, whichever program draws.
    """
    ours, theirs, single = _in_turn(n, control, ROUNDS[n], "attnviz", "pyqtgraph", "pyqtgraph float32")
    assert ours is not None
    if theirs is None or single is None:
        return None
    beside = f"pyqtgraph ImageItem, naive: {min(theirs):.2f} ms"
    beside += f" (in float32 {min(single):.2f})"  # the precision alone may decide whether it keeps up
    return Row(
        work=work,
        ours=f"{min(ours):.2f} ms",
        peer=beside,
        ratio=min(theirs) / min(ours),
        goal=GOALS["pyqtgraph", n],
    )


def _in_turn(n: int, control: str, rounds: int, *names: str) -> list[list[float] | None]:
    """Of each program the median milliseconds of every round; None where it is not installed."""
    peers = []
    for name in names:
        which, *more = name.split()
        peers.append(Peer(which, n, control, *more))
    for peer in peers:
        if rounds > 1:
            peer.ask()  # memory is taken, and fonts are read
    found = [[peer.ask() for peer in peers] for _ in range(rounds)]
    for peer in peers:
        peer.close()
    return [
        None if times[0] is None else [statistics.median(some) for some in times] for times in zip(*found, strict=True)
    ]
