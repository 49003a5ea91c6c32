"""One run of the monkey: acts by seed and index, watched, and what is left when it has gone."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, deque
from collections.abc import Container
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from tools.monkey import hands, leftovers
from tools.monkey.acts import choose
from tools.monkey.answers import Keeper, files_answered
from tools.monkey.leftovers import Held
from tools.monkey.watch import Watch
from tools.monkey.world import World, fenced

SHOWN = 30  # acts before a fault
POPUP_ACTS, DIALOG_ACTS, STUBBORN = 5, 40, 50  # in a row, after which the monkey wants out; and must be
BURST = 0.3  # of the acts follow the one before without a pause for painting
SOAK = 5000  # acts from which on memory is judged: before, what is used for the first time outweighs what is lost
ALL_ONCE = "everything was shown and written once"
HOMES = 3  # windows in turn, of which the least is what is held
TEARDOWN = 5.0  # seconds that threads may take to end


@dataclass(frozen=True)
class Plan:
    """Which acts: those of a seed with an index in `kept`, up to `events`; what is left over is since `warm` acts."""

    seed: int
    events: int
    warm: int
    kept: Container[int]
    compare: bool = True


@dataclass
class Outcome:
    """How it went."""

    acts: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)
    failed_at: int | None = None
    last: list[str] = field(default_factory=list)
    told: str = ""
    counted: str = ""
    slowest: float = 0.0  # seconds of the window's own time
    kinds: Counter[str] = field(default_factory=Counter)


class Run(QObject):
    """Plays a plan in a world, in one event loop, as a person's hand would: act, pause, act."""

    def __init__(self, plan: Plan, world: World, watch: Watch, log: TextIO) -> None:
        super().__init__()
        self.outcome = Outcome()
        self._plan, self._world, self._watch, self._log = plan, world, watch, log
        self._keeper = Keeper(watch.beat)
        self._loop = QEventLoop()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)
        self._index = 0
        self._in_front = 0  # acts in a row that a popup or a dialog got
        self._last: deque[str] = deque(maxlen=SHOWN)
        self._chance = random.Random()

    def play(self) -> Outcome:
        """All of it; stops at the first fault."""
        with files_answered(self._world.pantry, lambda: self._chance):
            bases = self._shown() if self._plan.compare else {}
            start = time.monotonic()
            for until in self._looks():
                if (held := self._stretch(until)) is not None:
                    bases[f"{until} acts"] = held
            after = self._stretch(self._plan.events)
        outcome = self.outcome
        outcome.seconds = time.monotonic() - start
        outcome.last = list(self._last)
        outcome.faults += self._watch.faults
        if after is not None:
            outcome.told = "\n".join(f"since {name}: {after.told(base)}" for name, base in bases.items())
            outcome.faults += self._judged(bases, after)
        return outcome

    def _looks(self) -> tuple[int, ...]:
        """After how many acts it is seen what is held, before the last one."""
        return (self._plan.warm, self._plan.events // 2) if self._long else (self._plan.warm,)

    def _judged(self, bases: dict[str, Held], after: Held) -> list[str]:
        """Memory is judged twice: by the start, when all had been used once, and by the middle of the run, as a leak
        goes on for ever. In between it is the lowest for a while: what the start took for once has gone by then, and
        what lies about for good has not come yet."""
        warm, *middle = self._looks()
        faults = after.left_over(bases[f"{warm} acts"])
        for name in (ALL_ONCE, *(f"{acts} acts" for acts in middle)) if self._long else ():
            faults += [f"since {name}: {fault}" for fault in after.memory_grown(bases[name])]
        return faults

    @property
    def _long(self) -> bool:
        return self._plan.events >= SOAK

    def _shown(self) -> dict[str, Held]:
        """Use everything once; for a run in which memory is judged, what is held before and after that."""
        with self._watch.resting():
            if not self._long:
                self._world.use_everything()
                return {}
            bases = {"its start": self._held()}
            self._world.use_everything()
            self._world.write_everything()
            self._world.show_everything()
            bases[ALL_ONCE] = self._held()
            return bases

    def _stretch(self, until: int) -> Held | None:
        """Play up to an index, and say what is held there; None where that is not wanted, or no more to be had."""
        self._until = until
        self._timer.start(0)
        self._loop.exec()
        if not self._plan.compare or self._watch.faults:
            return None
        with self._watch.resting():
            return self._held()

    def _held(self) -> Held:
        """At home. Caches are emptied before that too, or the window that is made there lies scattered among them.

        Where the parts of a new window fall among what is free is chance, and up to 2 % of all memory: where memory is
        judged, the least of some windows counts, before and after.
        """
        self._world.close_dialogs()
        full = leftovers.held().full
        found = []
        for _ in range(HOMES if self._long else 1):
            self._world.home()
            found.append(leftovers.held())
        return replace(min(found, key=lambda held: held.memory), full=full)

    def _next(self) -> None:
        while self._index < self._until and self._index not in self._plan.kept:
            self._index += 1
        if self._watch.faults and self.outcome.failed_at is None:
            self.outcome.failed_at = self._index - 1
        if self._index >= self._until or self._watch.faults:
            self._loop.quit()
            return
        try:
            pause = self._play_one(self._index)
        except Exception:  # noqa: BLE001 — reported as a fault, the monkey's own this time
            sys.excepthook(*sys.exc_info())
            pause = 0
        self._index += 1
        self._timer.start(pause)

    def _play_one(self, index: int) -> int:
        """One act, or a burst of which this is the first; the pause after it in milliseconds."""
        self._chance = chance = random.Random(f"{self._plan.seed}:{index}")
        self._world.pause = 0
        self._watch.beat()
        self._world.mend(chance)
        above = QApplication.activePopupWidget() is not None or QApplication.activeModalWidget() is not None
        self._in_front = self._in_front + 1 if above else 0
        self._note(f"{index}")
        with self._keeper.during(chance):
            told = self._escape() if self._wants_out() else self._act(chance, above)
        self._note(f"{index} {told}", whole=True)
        self.outcome.acts += 1
        return self._world.pause

    def _act(self, chance: random.Random, above: bool) -> str:
        act = choose(chance, above=above)
        self.outcome.kinds[act.__name__] += 1
        return act(self._world, chance)

    def _wants_out(self) -> bool:
        most = POPUP_ACTS if QApplication.activePopupWidget() is not None else DIALOG_ACTS
        return self._in_front > most

    def _escape(self) -> str:
        window = self._world.front()
        name = type(window).__name__
        if self._in_front > STUBBORN:
            window.close()
            if self._in_front > 2 * STUBBORN:
                raise AssertionError(f"{name} cannot be closed")
            return f"close {name}"
        hands.key(window, Qt.Key.Key_Escape)
        return f"Escape from {name}"

    def _note(self, text: str, *, whole: bool = False) -> None:
        """In the log at once, so that it is there if the process dies; whole acts also for the report."""
        print(text, file=self._log, flush=True)
        if whole:
            self._last.append(text)


def play(plan: Plan, folder: Path, log: TextIO) -> Outcome:
    """A run from the program's start to its end, with what must be gone then."""
    watch = Watch()
    threads = leftovers.threads()
    with fenced(folder), watch.watching():
        world = World(folder, watch.beat)
        outcome = Run(plan, world, watch, log).play()
        heard = len(watch.faults)
        world.close()
        world.settle(50)
        outcome.faults += watch.faults[heard:]
        outcome.slowest = watch.slowest
        outcome.counted = ", ".join(f"{number} {kind}" for kind, number in watch.counts.items())
    outcome.faults += not_ended(threads)
    return outcome


def not_ended(before: Counter[str]) -> list[str]:
    """Threads and processes that outlive the program's end."""
    deadline = time.monotonic() + TEARDOWN
    while (left := leftovers.threads() - before) or leftovers.children():
        if time.monotonic() > deadline:
            named = [*left.elements(), *(f"process {number}" for number in leftovers.children())]
            return ["still there after the end: " + ", ".join(named)]
        time.sleep(0.05)
    return []
