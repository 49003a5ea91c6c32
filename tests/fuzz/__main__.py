"""Spoil many samples and read each: python -m tests.fuzz [how many] [seed]"""

from __future__ import annotations

import faulthandler
import random
import sys
import tempfile
import time
import warnings
from pathlib import Path

from tests.fuzz.mutate import run

BATCH = 1000
LONGEST = 60  # seconds for one batch, after which a stack is printed: a reader hangs


def main() -> int:
    """Run batches until all cases are done; the first fault ends it with its file kept and named."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(1 << 30)
    folder = Path(tempfile.mkdtemp(prefix="attnviz-fuzz-"))
    warnings.simplefilter("error")
    total, slowest, begun = {"opened": 0, "refused": 0}, 0.0, time.perf_counter()
    for first in range(0, count, BATCH):
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        start = time.perf_counter()
        for outcome, found in run(min(BATCH, count - first), seed + first, folder).items():
            total[outcome] += found
        slowest = max(slowest, time.perf_counter() - start)
    faulthandler.cancel_dump_traceback_later()
    print(
        f"{count} cases from seed {seed}: {total['opened']} opened, {total['refused']} refused, no fault; "
        f"{time.perf_counter() - begun:.0f} s, slowest {BATCH}: {slowest:.1f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
