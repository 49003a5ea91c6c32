"""Lengths that were laid out by sums, held against what is needed."""

from __future__ import annotations

import math

ROUNDING = 1e-6  # points; 131.37 + 13 less 131.37 is 12.999999999999986


def reaches(length: float, least: float) -> bool:
    """Whether a laid-out length is at least so long, however the sums that laid it out were rounded."""
    return length >= least - ROUNDING


def label_step(cell: float, needed: float = 13.0) -> int:
    """Every how many-th label is written so that neighbours do not touch."""
    return max(1, math.ceil(needed / max(cell, 1e-6) - ROUNDING))
