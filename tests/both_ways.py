"""Every test of a module on both ways to take e^x, whichever is the quicker one in this process."""

from __future__ import annotations

import pytest

from attnviz.core import band, blocked, peaks
from attnviz.core.exponential import BINARY, NATURAL


@pytest.fixture(scope="module", autouse=True, params=[NATURAL, BINARY], ids=lambda way: way.power.__name__)
def way(request):
    with pytest.MonkeyPatch.context() as patch:
        for module in (band, blocked, peaks):
            patch.setattr(module, "quicker", lambda: request.param)
        yield request.param
