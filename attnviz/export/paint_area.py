"""Thousands of thin bars on a screen: as pixels, ten times as fast as QPainter fills their outline."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.export.cells import Array
from attnviz.export.figure import Area


def is_wide(painter: QPainter, area: Area) -> bool:
    """Whether every bar has its pixel here, and none is turned: what `paint_area` asks for."""
    transform = painter.transform()
    scale = (transform.m11() if area.upright else transform.m22()) * painter.device().devicePixelRatio()
    return not transform.isRotating() and (area.ends[-1] - area.starts[0]) * scale >= 0.99 * len(area.starts)


def paint_area(painter: QPainter, area: Area, colour: QColor) -> None:
    """The bars with edges as soft as the painter's own: a pixel has the share of it that they cover."""
    transform, ratio = painter.transform(), painter.device().devicePixelRatio()
    across, along = (transform.m11(), transform.m22()) if area.upright else (transform.m22(), transform.m11())
    shift, lift = (transform.dx(), transform.dy()) if area.upright else (transform.dy(), transform.dx())
    starts, ends = ((area.starts * across + shift) * ratio, (area.ends * across + shift) * ratio)
    base, sizes = (area.base * along + lift) * ratio, area.sizes * (along * ratio)
    first, last = math.floor(starts[0]), math.ceil(ends[-1])
    low, high = math.floor(base + min(sizes.min(), 0.0)), math.ceil(base + max(sizes.max(), 0.0))
    if last <= first or high <= low:
        return
    covered = _covered(starts, ends, sizes, base, (first, last), (low, high))
    image = _image(covered if area.upright else np.ascontiguousarray(covered.T), colour)
    place = (first, low, last - first, high - low) if area.upright else (low, first, high - low, last - first)
    painter.save()
    painter.resetTransform()
    painter.drawImage(QRectF(*(number / ratio for number in place)), image)
    painter.restore()


def _covered(
    starts: Array,
    ends: Array,
    sizes: Array,
    base: float,
    columns: tuple[int, int],
    rows: tuple[int, int],
) -> NDArray[np.uint8]:
    """How much of every pixel lies inside, 0 to 255: (rows, columns). All lengths are in pixels."""
    lefts = np.arange(columns[0], columns[1], dtype=np.float64)
    last = len(starts) - 1
    # A bar is at least a pixel wide, so that no pixel has a part of more than two.
    one = np.clip(np.searchsorted(starts, lefts, side="right") - 1, 0, last)
    two = np.minimum(one + 1, last)
    near = np.clip(np.minimum(ends[one], lefts + 1) - np.maximum(starts[one], lefts), 0, 1)
    far = np.where(two > one, np.clip(lefts + 1 - starts[two], 0, 1), 0)
    first = np.rint(255 * near).astype(np.uint8)
    second = (np.rint(255 * (near + far)) - first).astype(np.uint8)
    covered = _bars(sizes[one], base, first, rows)
    covered += _bars(sizes[two], base, second, rows)
    return covered


def _bars(sizes: Array, base: float, shares: NDArray[np.uint8], rows: tuple[int, int]) -> NDArray[np.uint8]:
    """What bars of these sizes, one a column, cover of each pixel that they have `shares` of 255 of in width."""
    begin, end = base + np.minimum(sizes, 0) - rows[0], base + np.maximum(sizes, 0) - rows[0]
    top, bottom = np.floor(begin).astype(np.int16), np.floor(end).astype(np.int16)
    row = np.arange(rows[1] - rows[0] + 1, dtype=np.int16)[:, np.newaxis]  # one below for what ends at the edge
    inside = row > top
    inside &= row < bottom
    covered = np.multiply(inside.view(np.uint8), shares)
    column = np.arange(len(sizes))
    covered[bottom, column] = ((end - bottom) * shares).astype(np.uint8)
    # Last, for where a bar lies within one row of pixels this is all of it.
    covered[top, column] = ((np.minimum(end, top + 1) - begin) * shares).astype(np.uint8)
    return covered[:-1]


def _image(covered: NDArray[np.uint8], colour: QColor) -> QImage:
    rows, columns = covered.shape
    pixels = np.zeros((rows, -(-columns // 4) * 4), dtype=np.uint8)  # QImage wants lines of whole words
    pixels[:, :columns] = covered
    mask = QImage(pixels.data, columns, rows, pixels.shape[1], QImage.Format.Format_Alpha8)
    image = QImage(columns, rows, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(colour)
    painter = QPainter(image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.drawImage(0, 0, mask)
    painter.end()
    return image
