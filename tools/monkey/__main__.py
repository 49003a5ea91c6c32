"""Lets a monkey play with the window, and says what it broke.

    python -m tools.monkey [--seed N] [--events N]
    python -m tools.monkey --replay N --until INDEX        the same acts again, each printed
    python -m tools.monkey --replay N --until INDEX --minimise
    python -m tools.monkey --cycles 200                    the window opened and closed

Every act is drawn from the seed and its own index, so leaving some out (--keep 3,17-20) leaves the others as they
are, as far as what they meet is the same. The status is 0 when nothing went wrong, else 1; a process that was killed
leaves its acts in the log. Files are written in a temporary folder only.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

WARM = 2500  # acts after which memory is first looked at, at most a quarter of all
LIMIT = 900  # seconds that one try of minimising may take


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.monkey", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, help="which acts; any by default, and printed")
    parser.add_argument("--events", type=int, default=1500, help="how many acts (1500)")
    parser.add_argument("--replay", type=int, metavar="SEED", help="play the acts of this seed, and print each")
    parser.add_argument("--until", type=int, metavar="INDEX", help="the last act of a replay")
    parser.add_argument("--keep", metavar="INDEXES", help="only these acts, such as 3,17-20")
    parser.add_argument("--minimise", action="store_true", help="find the acts of a replay that the fault needs")
    parser.add_argument("--cycles", type=int, help="open and close the window so often instead")
    parser.add_argument("--log", type=Path, help="where the acts are written as they happen")
    options = parser.parse_args(arguments)
    if options.replay is not None:
        options.seed = options.replay
        options.events = options.until + 1 if options.until is not None else options.events
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1 << 32)
    return options


def indexes(text: str | None, count: int) -> list[int]:
    """What `3,17-20` stands for; all where nothing is said."""
    if text is None:
        return list(range(count))
    ends = [part.partition("-") for part in text.split(",")]
    return [index for first, _, last in ends for index in range(int(first), int(last or first) + 1)]


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    if options.minimise:
        return minimise(options.seed, options.events)
    from attnviz.cli import calm_blas, one_heap

    calm_blas()
    one_heap()
    with tempfile.TemporaryDirectory(prefix="monkey") as name:
        folder = Path(name).resolve()
        log = options.log.resolve() if options.log else folder / "acts.log"
        from tools.monkey.world import move_into  # Qt, from here on

        move_into(folder)
        if options.cycles:
            from tools.monkey.cycles import cycle

            return cycle(options.cycles, folder)
        return play(options, folder, log)


def play(options: argparse.Namespace, folder: Path, log: Path) -> int:
    """One run, reported."""
    from tools.monkey.run import Plan
    from tools.monkey.run import play as play_plan

    kept = set(indexes(options.keep, options.events))
    warm = min(WARM, options.events // 4)
    plan = Plan(options.seed, options.events, warm, kept, compare=options.replay is None)
    print(f"seed {plan.seed}, {len(kept)} acts, platform {os.environ['QT_QPA_PLATFORM']}", flush=True)
    with log.open("w", encoding="utf-8") as file:
        outcome = play_plan(plan, folder, file)
    if options.replay is not None:
        print(log.read_text(encoding="utf-8").rstrip())
    print(f"{outcome.acts} acts in {outcome.seconds:.1f} s\n{outcome.told}")
    print(f"slowest {outcome.slowest:.2f} s; {outcome.counted}")
    if not outcome.faults:
        return 0
    print("\n".join(["the last acts:", *outcome.last, "what went wrong:", *outcome.faults]))
    if outcome.failed_at is not None:
        print(f"again: python -m tools.monkey --replay {plan.seed} --until {outcome.failed_at}")
    return 1


# minimising --------------------------------------------------------------------------------------------------


def fails(seed: int, kept: Sequence[int]) -> bool:
    """Whether these acts alone break something, in a process of their own."""
    command = [sys.executable, "-m", "tools.monkey", "--replay", str(seed), "--until", str(kept[-1])]
    done = subprocess.run(
        [*command, "--keep", ",".join(map(str, kept))], capture_output=True, timeout=LIMIT, check=False
    )
    return done.returncode != 0


def minimise(seed: int, count: int) -> int:
    """The last acts that suffice, doubled until they do; then without every part that is not needed."""
    length = 4
    while not fails(seed, kept := list(range(max(0, count - length), count))):
        if length >= count:
            print("it does not happen again")
            return 1
        length *= 2
    part = len(kept) // 2
    while part:
        start = 0
        while start < len(kept):
            rest = kept[:start] + kept[start + part :]
            if rest and fails(seed, rest):
                kept = rest
            else:
                start += part
        part //= 2
    print(f"these suffice: python -m tools.monkey --replay {seed} --until {kept[-1]} --keep {','.join(map(str, kept))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
