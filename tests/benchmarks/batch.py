"""Figures for files: one 14 × 14 heatmap as SVG after start, and a thousand in one batch beside matplotlib's savefig.

Both draw the same weights with the same numbers in the cells, token labels, title and colour bar, in one process.
matplotlib keeps one figure and changes its numbers: the fastest way that its users have.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.report import Row, show

FIGURES = 1000
PEER_FIGURES = 60  # enough to know what one takes: a thousand would take minutes
MOST_MILLISECONDS = 50.0
TEXT = "the fat cat sat on the mat because it was warm and soft ."

PEER = f"""
import sys, time
import matplotlib
matplotlib.use("svg")
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text, as in ours
import matplotlib.pyplot as plt
import numpy as np
count, folder, keep = int(sys.argv[1]), sys.argv[2], sys.argv[3] == "keep"
from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_d_k
document = sentence_document({TEXT!r}, head="mixed")
tokens = document.source.tokens
def drawn(weights):
    figure, axes = plt.subplots(figsize=(8, 7))
    image = axes.imshow(weights, vmin=0, vmax=1, cmap="Purples")
    figure.colorbar(image)
    axes.set_xticks(range(len(tokens)), tokens, rotation=50, ha="left")
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(tokens)), tokens)
    axes.set_title("A = softmax(S / √dₖ)")
    texts = [axes.text(j, i, f"{{weights[i, j]:.2f}}", ha="center", va="center", fontsize=8)
             for i in range(len(tokens)) for j in range(len(tokens))]
    return figure, image, texts
weights = derive(document).weights
figure, image, texts = drawn(weights)
figure.savefig(folder + "/warm.svg")
start = time.perf_counter()
for d_k in range(1, count + 1):
    weights = derive(with_d_k(document, (d_k - 1) % 512 + 1)).weights
    if keep:
        image.set_data(weights)
        for text, value in zip(texts, weights.ravel()):
            text.set_text(f"{{value:.2f}}")
    else:
        plt.close(figure)
        figure, image, texts = drawn(weights)
    figure.savefig(f"{{folder}}/{{d_k}}.svg")
print(1000 * (time.perf_counter() - start) / count)
"""


def main() -> list[Row]:
    """Print what one figure takes, and the ratio of both batches."""
    with tempfile.TemporaryDirectory() as folder:
        one = _one(Path(folder))
        print(f"one 14 × 14 figure as SVG after start: {one:.1f} ms (goal: at most {MOST_MILLISECONDS:.0f} ms)")
        rows = [_row("14 × 14 SVG, after start", one, "limit", MOST_MILLISECONDS, 1.0)]
        ours = _batch(Path(folder))
        for name, way in (("one figure kept", "keep"), ("a figure each", "new")):
            peer = _peer(folder, way)
            if peer is None:
                print("matplotlib is not installed: pip install attnviz[bench]")
                return rows
            rows.append(_row(f"{FIGURES} heatmaps 14 × 14 as SVG", ours, f"matplotlib savefig, {name}", peer, 5.0))
    return rows


def _row(work: str, ours: float, peer: str, theirs: float, goal: float) -> Row:
    return show(
        Row(
            work=work,
            ours=f"{ours:.2f} ms each",
            peer=f"{peer} {theirs:.1f} ms",
            ratio=theirs / ours,
            goal=goal,
            cheap=False,
        )
    )


def _one(folder: Path) -> float:
    """Milliseconds of a figure from document to file, once Qt is there; the median of several."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from attnviz.commands.batch import Job, do
    from attnviz.commands.headless import export_figure
    from attnviz.document.figure_look import FigureLook

    times = []
    with export_figure("en"):
        for index in range(12):
            job = Job(
                source="sentence",
                settings=(f"d_k={index + 20}",),
                view="matrix",
                path=folder / f"one-{index}.svg",
                look=FigureLook(),
            )
            start = time.perf_counter()
            failure = do(job)
            times.append(1000 * (time.perf_counter() - start))
            if failure is not None:
                raise RuntimeError(failure.sentence)
    print(f"  the very first, with what it reads: {times[0]:.1f} ms")
    return statistics.median(times[1:])


def _batch(folder: Path) -> float:
    """Milliseconds a figure of the whole command in one process, its start included."""
    command = [sys.executable, "-m", "attnviz", "export", "sentence", "--set", f"text={TEXT}", "--view", "matrix"]
    command += ["--without", "row", "--sweep", f"seed=1..{FIGURES}", "--to", str(folder / "{seed}.svg"), "--jobs", "1"]
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return 1000 * (time.perf_counter() - start) / FIGURES


def _peer(folder: str, way: str) -> float | None:
    """Milliseconds a figure of matplotlib, its start not counted; None where it is not installed."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PEER, str(PEER_FIGURES), folder, way],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        if "No module named 'matplotlib'" in done.stderr:
            return None
        raise RuntimeError(done.stderr)
    return float(done.stdout)


if __name__ == "__main__":
    main()
