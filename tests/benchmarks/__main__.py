"""Run the benchmarks named on the command line, or all: python -m tests.benchmarks [start] [drag]"""

from __future__ import annotations

import sys

from tests.benchmarks import drag, start

BENCHMARKS = {"start": start.main, "drag": drag.main}


def main() -> int:
    """Run each in turn; unknown names are a usage error."""
    names = sys.argv[1:] or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark called {', '.join(unknown)}: choose from {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    for name in names:
        BENCHMARKS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
