"""Documents of a few tokens that take the way of large ones, and the readable way beside it."""

from __future__ import annotations

import pytest

from attnviz.document import derive as module
from attnviz.document.derive import derive


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch):
    """Documents of a few tokens take the way of large ones."""
    monkeypatch.setattr(module, "FLOAT32_CELLS", 0)


def plainly(document):
    """The readable way, in float64."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FLOAT32_CELLS", 10**9)
        return derive(document)


def words(n):
    return " ".join(f"w{i % 37}" for i in range(n))
