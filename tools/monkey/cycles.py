"""The window opened and closed again and again in one process: nothing of it may stay."""

from __future__ import annotations

import time
from pathlib import Path

from attnviz.document import lessons
from tools.monkey import leftovers
from tools.monkey.run import not_ended
from tools.monkey.watch import Watch
from tools.monkey.world import World, fenced

WARM = 20  # cycles that fill what is filled once


def cycle(count: int, folder: Path) -> int:
    """Report memory as it goes; the exit status."""
    watch = Watch()
    threads = leftovers.threads()
    begin = time.monotonic()
    with fenced(folder), watch.watching():
        world = World(folder)
        names = lessons.shipped()
        before = None
        for index in range(count + WARM):
            watch.beat()
            world.restart(names[index % len(names)])
            tabs = list(world.app.window.actions_.tabs.values())
            tabs[index % len(tabs)].trigger()
            world.settle(20)
            if index % WARM == WARM - 1:
                world.restart()
                world.settle(50)
                now = leftovers.held()
                before = before or now
                print(f"after {index + 1}: {now.told(before)}", flush=True)
        world.close()
        world.settle(50)
    faults = [*watch.faults, *now.left_over(before), *now.memory_grown(before), *not_ended(threads)]
    print(f"{count} cycles in {time.monotonic() - begin:.1f} s")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0
