"""Starts the program and lets it exit, many times, to see that it never ends badly.

    python tools/exit_trial.py [--platform offscreen|xcb] [--count 100] [-- COMMAND…]

Every run must end with status 0 and an empty stderr. Those that did not are listed, and the trial then ends
with status 1. Platform xcb needs a DISPLAY: run the trial under xvfb-run.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

PROGRAM = [sys.executable, "-m", "attnviz", "--smoke"]
AT_ONCE = 2
SHOWN = 2000  # characters of a bad run's stderr, counted from its end


@dataclass(frozen=True)
class Outcome:
    """How one run ended; status is None when it had to be stopped."""

    number: int
    status: int | None
    errors: str

    @property
    def good(self) -> bool:
        """Ended by itself, with status 0, and silently."""
        return self.status == 0 and not self.errors

    @property
    def ending(self) -> str:
        """The status in words."""
        if self.status is None:
            return "did not end"
        return f"status {self.status}" if self.status >= 0 else signal.Signals(-self.status).name


def run_once(number: int, command: Sequence[str], environment: dict[str, str], seconds: float) -> Outcome:
    """Start `command` and wait for its end, at most `seconds`."""
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return Outcome(number, None, (late.stderr or b"").decode(errors="replace"))
    return Outcome(number, done.returncode, done.stderr.decode(errors="replace"))


def trial_environment(platform: str, home: Path) -> dict[str, str]:
    """A person's session, with settings in `home`, so that theirs are neither read nor changed."""
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")
    folders = dict.fromkeys(names, str(home))
    return {**os.environ, **folders, "QT_QPA_PLATFORM": platform, "PYTHONFAULTHANDLER": "1"}


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--platform", choices=("offscreen", "xcb"), default="offscreen")
    parser.add_argument("--count", type=int, default=100, help="how many runs (default 100)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds one run may take (default 60)")
    parser.add_argument("command", nargs="*", default=PROGRAM, help="what to run instead of the program")
    options = parser.parse_args(arguments)
    if options.count < 1:
        parser.error("--count must be at least 1")
    if options.platform == "xcb" and not os.environ.get("DISPLAY"):
        parser.error("platform xcb needs a DISPLAY; run this under xvfb-run")
    return options


def report(outcomes: Sequence[Outcome], platform: str, seconds: float) -> int:
    """Print the counts and every bad run; returns the exit status."""
    for outcome in outcomes:
        if not outcome.good:
            print(f"run {outcome.number}: {outcome.ending}\n{outcome.errors[-SHOWN:]}".rstrip())
    bad = sum(not outcome.good for outcome in outcomes)
    endings = ", ".join(f"{n} x {ending}" for ending, n in Counter(o.ending for o in outcomes).most_common())
    print(f"{platform}: {len(outcomes)} runs in {seconds:.1f} s: {endings}; {bad} bad")
    return 1 if bad else 0


def main(arguments: Sequence[str]) -> int:
    """Make the trial; returns the exit status."""
    options = parse(arguments)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(AT_ONCE) as pool:
        environment = trial_environment(options.platform, Path(home))
        runs = [
            pool.submit(run_once, number, options.command, environment, options.timeout)
            for number in range(1, options.count + 1)
        ]
        outcomes = [run.result() for run in runs]
    return report(outcomes, options.platform, time.monotonic() - begin)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
