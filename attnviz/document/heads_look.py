"""How the Heads tab is looked at: in which order, which heads, which one has the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Pattern = Literal["previous", "distance", "same", "first", "diagonal", "uniform", "induction"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsLook:
    """`order`: "place" keeps layers down and heads across; a pattern puts those first that show it most."""

    order: Literal["place"] | Pattern = "place"
    least: float = 0.0  # heads that show `order` less than this are left out; from 0 to 1
    layer: int = 0  # where the cursor stands, 0-based
    head: int = 0
