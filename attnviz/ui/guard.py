"""One decorator for Qt overrides.

On Python 3.11 an exception raised by C code (an IndexError, a deleted object) that leaves an override called from
inside a Qt call kills the process without a word. Caught here, it reaches the program's own report instead.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def guarded(override: F) -> F:
    """Report whatever the override raises through sys.excepthook, and return None to Qt."""

    @functools.wraps(override)
    def call(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        try:
            return override(*args, **kwargs)
        except Exception:  # noqa: BLE001 — reported, not swallowed
            sys.excepthook(*sys.exc_info())
            return None

    return call  # type: ignore[return-value]
