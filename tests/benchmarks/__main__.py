"""Run benchmarks: python -m tests.benchmarks [NAME …] [--write FOLDER] [--gate]

Without names all are run. `--write docs` leaves docs/benchmarks.md and docs/benchmarks.svg. `--gate` runs only the
cheap comparisons and fails where one reaches less than 60 % of its goal.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from attnviz.cli import calm_blas
from tests.benchmarks.report import Row, write

NAMES = ("start", "drag", "training", "forward", "pixels", "drags", "batch", "film")
GATE = 0.6


def main() -> int:
    """Run each in turn; unknown names are a usage error."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write benchmarks.md and benchmarks.svg there")
    parser.add_argument("--gate", action="store_true", help="cheap ratios only; fail below 60 %% of a goal")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in NAMES]
    if unknown:
        parser.error(f"no benchmark called {', '.join(unknown)}: choose from {', '.join(NAMES)}")
    calm_blas()  # before anything imports NumPy
    if options.gate:
        return _gate()
    rows: list[Row] = []
    for name in options.names or NAMES:
        rows += importlib.import_module(f"tests.benchmarks.{name}").main() or []
    if options.write is not None:
        write(options.write, rows)
    return 0


def _gate() -> int:
    """What CI looks at: ratios measured within one run, so that a slow machine fails nothing."""
    from tests.benchmarks import forward, pixels

    rows = [row for row in (*forward.main((1024,)), *pixels.main((1024,))) if row.cheap]
    slow = [row for row in rows if row.reached < GATE]
    for row in slow:
        print(f"too slow: {row.work} reaches {row.reached:.0%} of its goal", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
