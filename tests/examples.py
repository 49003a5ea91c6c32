"""How many examples a property is tried on: fewer where a change waits for it than here at home."""

from __future__ import annotations

import os


def examples(count: int) -> int:
    """`count`, or a fifth of it in CI, which draws the same ones every time."""
    return max(count // 5, 15) if os.environ.get("CI") else count
