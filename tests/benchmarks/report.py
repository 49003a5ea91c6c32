"""What benchmarks hand back, and the table and chart made of it."""

from __future__ import annotations

import ctypes
import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Row:
    """One comparison. `ratio` is better when larger where `more` is set, otherwise when smaller."""

    work: str
    ours: str
    peer: str  # its name and its figure
    ratio: float
    goal: float
    more: bool = True
    cheap: bool = False  # whether the gate looks at it

    @property
    def reached(self) -> float:
        """How much of the goal: 1 is all of it."""
        return self.ratio / self.goal if self.more else self.goal / self.ratio

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """Work, ours, peer, ratio, goal."""
        sign = "≥" if self.more else "≤"
        return self.work, self.ours, self.peer, f"{self.ratio:.2f} ×", f"{sign} {self.goal:g} ×"


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Median of the ratios of measurements made in turn, so that a change of the machine's speed meets both."""
    return statistics.median(peer / our for our, peer in zip(ours, theirs, strict=True))


def show(row: Row) -> Row:
    """Print a row as soon as it is known."""
    work, ours, peer, ratio, goal = row.cells
    mark = "ok" if row.reached >= 1 else f"{row.reached:.0%} of the goal"
    print(f"  {work:<44} {ours:>22}   {peer:<44} {ratio:>10}  (goal {goal}: {mark})", flush=True)
    return row


def write(folder: Path, rows: Sequence[Row]) -> None:
    """benchmarks.md and benchmarks.svg."""
    lines = [
        "# Benchmarks",
        "",
        "Written by `python -m tests.benchmarks --write docs`: each row measured in one run beside the peer it names.",
        f"{platform.system()}, {os.cpu_count()} cores, Python {platform.python_version()}, {_kernels()}.",
        "",
        "| work | attnviz | beside | ratio | goal |",
        "|---|---|---|---|---|",
        *("| " + " | ".join(row.cells) + " |" for row in rows),
        "",
        "![How much of each goal was reached](benchmarks.svg)",
        "",
    ]
    (folder / "benchmarks.md").write_text("\n".join(lines), encoding="utf-8")
    (folder / "benchmarks.svg").write_text(chart(rows), encoding="utf-8")


def _kernels() -> str:
    """Which kernels NumPy's OpenBLAS multiplies with: a figure means little without, they differ by a third."""
    import numpy as np

    root = Path(np.__file__).resolve().parent.parent / "numpy.libs"
    for library in root.glob("libscipy_openblas64_*"):
        name = getattr(ctypes.CDLL(str(library)), "scipy_openblas_get_corename64_", None)
        if name is not None:
            name.restype = ctypes.c_char_p
            return f"OpenBLAS with its kernels for {name().decode('ascii')}"
    return "a BLAS that does not name its kernels"


def chart(rows: Sequence[Row]) -> str:
    """A bar a row, how much of its goal was reached on a logarithmic axis; the line is the goal."""
    left, pitch, wide = 330, 22, 420
    height = 56 + pitch * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + wide + 90}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{left + wide + 90}" height="{height}" fill="#ffffff"/>',
        f'<text x="{left}" y="20" fill="#444444">ratio reached / goal (logarithmic)</text>',
    ]
    for i, row in enumerate(rows):
        y = 34 + pitch * i
        x = _place(row.reached, wide)
        start, end = sorted((_place(1.0, wide), x))
        colour = "#2a7f62" if row.reached >= 1 else "#b4552d"
        parts += [
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end" fill="#222222">{_escaped(row.work)}</text>',
            f'<rect x="{left + start:.1f}" y="{y + 3}" width="{max(end - start, 1):.1f}" height="{pitch - 8}" '
            f'fill="{colour}"/>',
            f'<text x="{left + end + 6:.1f}" y="{y + 13}" fill="#222222">{row.ratio:.2f} ×</text>',
        ]
    middle = left + _place(1.0, wide)
    parts.append(f'<line x1="{middle}" y1="28" x2="{middle}" y2="{height - 12}" stroke="#222222"/>')
    return "\n".join([*parts, "</svg>", ""])


def _place(reached: float, wide: int) -> float:
    """0.1 of the goal at the left end, ten times the goal at the right."""
    from math import log10

    return (min(max(log10(reached), -1.0), 1.0) + 1) / 2 * wide


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
