"""Long work that says how far it is, and can be ended by whoever waits for it.

Work calls `tell` between its parts; whoever started it listens by `patiently`. Nobody listening, nothing happens. Work
too short to be told of calls `go_on` where it may end without leaving anything half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[float], None]

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


_wanted: ContextVar[Callable[[], bool] | None] = ContextVar("wanted", default=None)


class Cancelled(Exception):
    """Raised by a listener: nobody waits for the work any more."""


def go_on() -> None:
    """Raise Cancelled where nobody waits for this thread's work any more."""
    wanted = _wanted.get()
    if wanted is not None and not wanted():
        raise Cancelled


def tell(share: float) -> None:
    """Say how much of the work is done, 0 to 1. May raise Cancelled."""
    listener = _listener.get()
    if listener is not None:
        listener(share)


@contextmanager
def patiently(listener: Listener, wanted: Callable[[], bool] | None = None) -> Iterator[None]:
    """Within the block, long work of this thread tells `listener` how far it is, and asks whether it is `wanted`."""
    token, asked = _listener.set(listener), _wanted.set(wanted or _wanted.get())
    try:
        yield
    finally:
        _listener.reset(token)
        _wanted.reset(asked)


@contextmanager
def part_of(index: int, parts: int) -> Iterator[None]:
    """The work within the block is the part `index`, counted from 0, of so many equal ones."""
    outer = _listener.get()
    if outer is None:
        yield
        return
    with patiently(lambda share: outer((index + share) / parts)):
        yield
