"""A monkey plays with the window for a while: no exception, no warning, no hang, and nothing is left over.

It runs in a process of its own, so that what it breaks breaks no other test. More of it: python -m tools.monkey --help
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EVENTS = 600 if os.environ.get("CI") else 1500
SAME = 7  # the seed in CI, where every change is judged by the same acts


def test_a_monkey_breaks_nothing() -> None:
    seed = SAME if os.environ.get("CI") else random.SystemRandom().randrange(1 << 32)
    command = [sys.executable, "-m", "tools.monkey", "--seed", str(seed), "--events", str(EVENTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command[1:])}\n{done.stdout}\n{done.stderr}"
