"""How the Matrix tab draws the weights, and which of them as lines or arcs: part of what is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Drawing = Literal["heatmap", "lines", "arcs", "compare"]
DRAWINGS: tuple[Drawing, ...] = get_args(Drawing)
MOST_A_QUERY = 64  # keys; more lines from one point tell nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksLook:
    threshold: float = 0.05  # weights below it are not drawn
    most: int = 5  # keys drawn for each query, the largest first
