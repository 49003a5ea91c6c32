"""Colour maps that others made and tested. NumPy only.

viridis (N. J. Smith, S. van der Walt and E. Firing, 2015) and cividis (J. Nuñez, C. Anderton and R. Renslow, 2018) are
given to the public (CC0). Their colours are read from the files that pyqtgraph brings along, without importing it:
that would cost a quarter of a second.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

LUT = NDArray[np.uint8]  # (256, 3)


@cache
def published(name: Literal["viridis", "cividis"]) -> LUT:
    """The 256 colours of a published map, from its first to its last."""
    found = importlib.util.find_spec("pyqtgraph")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("pyqtgraph", name="pyqtgraph")
    # Not by its __init__.py: the program that needs no Python carries the maps alone.
    path = Path(found.submodule_search_locations[0]) / "colors" / "maps" / f"{name}.csv"
    shares = np.loadtxt(path, delimiter=",", comments=";", dtype=np.float64)
    lut = np.round(np.clip(shares[:, :3], 0, 1) * 255).astype(np.uint8)
    lut.setflags(write=False)
    return lut
