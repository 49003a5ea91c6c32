"""One head forward, float32, d_k 64, weights kept: beside naive NumPy and torch's SDPA, which keeps none."""

from __future__ import annotations

import statistics

import numpy as np

from attnviz.core.blocked import forward
from tests.benchmarks.peers import D_K, Peer, best_of
from tests.benchmarks.report import Row, median_ratio, show

SIZES = (1024, 4096)
ROUNDS = 7


def main(sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """Measure ours and each peer in turn."""
    print("one head forward, float32, d_k 64, weights kept")
    return [row for n in sizes for row in _rows(n)]


def _rows(n: int) -> list[Row]:
    Q, K, V = (np.random.default_rng(i).standard_normal((n, D_K), dtype=np.float32) for i in range(3))
    A = np.empty((n, n), dtype=np.float32)
    O = np.empty((n, D_K), dtype=np.float32)  # noqa: E741
    forward(Q, K, V, A, O)
    peers = {"NumPy, as it is written": Peer("numpy", n), "torch SDPA, 2 threads": Peer("sdpa", n)}
    ours: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(ROUNDS):
        ours.append(statistics.median(best_of(lambda: forward(Q, K, V, A, O), 10)))
        for name, peer in peers.items():
            times = peer.ask()
            if times is not None:
                theirs[name].append(statistics.median(times))
    for peer in peers.values():
        peer.close()
    mine = f"{statistics.median(ours):.2f} ms"
    rows = []
    for name, times in theirs.items():
        if not times:
            print(f"  {name} is not installed")
            continue
        ratio, faster = median_ratio(ours, times), name.startswith("NumPy")
        rows.append(
            Row(
                work=f"forward, n = {n}",
                ours=mine,
                peer=f"{name}: {statistics.median(times):.2f} ms",
                ratio=ratio if faster else 1 / ratio,
                goal=2.5 if faster else 1.25,
                more=faster,
                cheap=faster and n == 1024,
            )
        )
        show(rows[-1])
    return rows
