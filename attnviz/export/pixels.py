"""Upright and level lines and frames on a screen: whole pixels, so that they are sharp and all as thick."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

ANTIALIASING = QPainter.RenderHint.Antialiasing  # looked up once: Python pays for every look at an enum


def thickness(wanted: float) -> int:
    """Pixels of a line that is `wanted` pixels thick; one and a half, as screens at 150 % want it, are one."""
    return max(1, math.ceil(wanted - 0.5))


def first_pixel(middle: float, thick: int) -> int:
    """Of a line so many pixels thick around `middle`."""
    return math.floor(middle - (thick - 1) / 2)


def fill_line(
    painter: QPainter, start: tuple[float, float], end: tuple[float, float], width: float, to: QColor
) -> bool:
    """Fill an upright or level line in the colour `to`; False, and nothing is done, where it has no whole pixel."""
    device = painter.deviceTransform()
    across, down = device.m11(), device.m22()
    if device.isRotating() or width * min(abs(across), abs(down)) < 1:
        return False
    wide, high = thickness(width * abs(across)), thickness(width * abs(down))
    near = device.map(QPointF(min(start[0], end[0]), min(start[1], end[1])))
    far = device.map(QPointF(max(start[0], end[0]), max(start[1], end[1])))
    left, top = first_pixel(near.x(), wide), first_pixel(near.y(), high)
    right, bottom = first_pixel(far.x(), wide) + wide, first_pixel(far.y(), high) + high
    painter.setRenderHint(ANTIALIASING, False)  # else the dust of these divisions would be a faint edge
    painter.fillRect(
        QRectF(
            (left - device.dx()) / across, (top - device.dy()) / down, (right - left) / across, (bottom - top) / down
        ),
        to,
    )
    painter.setRenderHint(ANTIALIASING, True)
    return True


def fill_frame(painter: QPainter, frame: QRectF, width: float, to: QColor) -> bool:
    """Fill a line so wide around a rectangle; False, and nothing is done, where it has no whole pixel.

    What it encloses begins and ends with the same pixels as a picture that is drawn there.
    """
    device = painter.deviceTransform()
    if device.isRotating() or width * min(abs(device.m11()), abs(device.m22())) < 1:
        return False
    wide, high = thickness(width * abs(device.m11())), thickness(width * abs(device.m22()))
    half = width / 2
    inside = device.mapRect(frame.adjusted(half, half, -half, -half))
    left, top, right, bottom = (
        _nearest(edge) for edge in (inside.left(), inside.top(), inside.right(), inside.bottom())
    )
    to_frame = device.inverted()[0]  # not with a transform of its own: a widget's painter is moved already
    painter.setRenderHint(ANTIALIASING, False)
    for area in (
        QRectF(left - wide, top - high, right - left + 2 * wide, high),
        QRectF(left - wide, bottom, right - left + 2 * wide, high),
        QRectF(left - wide, top, wide, bottom - top),
        QRectF(right, top, wide, bottom - top),
    ):
        painter.fillRect(to_frame.mapRect(area), to)
    painter.setRenderHint(ANTIALIASING, True)
    return True


def _nearest(edge: float) -> int:
    """The pixel at which Qt lets a picture begin or end."""
    return math.floor(round(edge, 6) + 0.5)
