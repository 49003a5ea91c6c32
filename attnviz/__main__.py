"""`python -m attnviz` and the `attnviz` command."""

from __future__ import annotations

import sys

from attnviz.cli import main as run


def main() -> None:
    """Run with the process's arguments and exit with the status."""
    sys.exit(run())


if __name__ == "__main__":
    main()
