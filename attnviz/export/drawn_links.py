"""Drawn lines and where they run, so that a pointer finds the nearest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from attnviz.core.links import Links
from attnviz.export.figure import Figure

WIDEST = 9.0  # points, a line of weight 1; where imported numbers are larger, of the largest drawn
SAMPLES = 25  # points along a curve when the nearest line is looked for
Curves = NDArray[np.float64]  # (m, 4, 2), cubic Béziers: start, control, control, end


@dataclass(frozen=True, eq=False, kw_only=True)
class Drawn:
    """The figure, and where each line runs, so that a pointer can find the nearest."""

    figure: Figure
    links: Links
    curves: Curves  # in the order of the links
    arcs: bool  # over one row of tokens, or lines between two

    @cached_property
    def courses(self) -> NDArray[np.float64]:
        """Points along each line, (m, SAMPLES, 2); looked for once a pointer asks."""
        t = np.linspace(0, 1, SAMPLES)
        basis = np.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])  # (4, SAMPLES)
        points: NDArray[np.float64] = np.einsum("ps,mpc->msc", basis, self.curves)
        return points

    def nearest(self, x: float, y: float, reach: float) -> tuple[int, int] | None:
        """(query, key) of the line that passes closest to a point, if within `reach`; of several, the heaviest."""
        if not len(self.links):
            return None
        away = _distance(self.courses, x, y) - np.maximum(line_widths(self.links) / 2, 0.5)
        closest = float(away.min())
        if closest > reach:
            return None
        best = int(np.flatnonzero(away <= max(closest, 0.0) + 0.5)[-1])  # the heaviest are last
        return int(self.links.queries[best]), int(self.links.keys[best])


def line_widths(links: Links) -> NDArray[np.float64]:
    """How wide each line is, in points."""
    largest = float(links.weights[-1]) if len(links) else 1.0  # they are in order
    return np.asarray(links.weights / max(largest, 1.0) * WIDEST, dtype=np.float64)


def _distance(courses: NDArray[np.float64], x: float, y: float) -> NDArray[np.float64]:
    """From a point to each course of straight pieces."""
    start, piece = courses[:, :-1], np.diff(courses, axis=1)
    length = (piece**2).sum(axis=2)
    to_point = np.array([x, y]) - start
    along = np.clip((to_point * piece).sum(axis=2) / np.where(length > 0, length, 1.0), 0, 1)
    away: NDArray[np.float64] = np.hypot(*np.moveaxis(to_point - along[..., None] * piece, 2, 0)).min(axis=1)
    return away
