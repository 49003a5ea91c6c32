"""A matrix on a screen, as layers that are kept: a layer is painted anew only when what it shows has changed.

The lowest layer is the little picture of the numbers, stretched by the painter. Above it lie hatching and lines, which
do not depend on the numbers, and the marks on cells that have no colour; each as pixels put where they belong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from attnviz.export.cell_images import opaque_where, picture_image
from attnviz.export.cell_parts import paint_grid_pixels, paint_hatch, paint_marks
from attnviz.export.figure import Cells
from attnviz.export.kept import Kept, same
from attnviz.export.palette import Palette
from attnviz.export.picture import Picture, picture

MOST_KEPT = 128 << 20  # bytes of layers
SMALL = 1 << 14  # cells of a matrix whose little picture is made almost as soon as it is found
ROOM = 2  # pixels that lines may reach out of the matrix, at least
# Looked up once: Python pays for every look at an enum. Pictures are never smoothed: no hint asks for it.
ANTIALIASING = QPainter.RenderHint.Antialiasing

Layer = tuple[QImage, Picture]
Owners = tuple[NDArray[Any] | None, ...]


def _bytes(layer: QImage | Layer) -> int:
    return layer.sizeInBytes() if isinstance(layer, QImage) else layer[0].sizeInBytes()


_pictures: Kept[Layer] = Kept(most=64, most_bytes=MOST_KEPT, size=_bytes)
_overlays: Kept[QImage] = Kept(most=64, most_bytes=MOST_KEPT, size=_bytes)


def paint_layers(painter: QPainter, cells: Cells, palette: Palette, drawn: QRectF, lines: bool) -> None:
    """Cells, hatching, marks and, with `lines`, the lines between cells; `drawn` is the area they cover."""
    screen, owners = _Screen(painter, drawn), (cells.values, cells.visible)
    if cells.values.size <= SMALL:
        image, small = _picture(cells, palette, screen)
    else:
        image, small = _pictures.get(
            _numbers_key(cells, palette, screen), owners, lambda: _picture(cells, palette, screen)
        )
    painter.setRenderHint(ANTIALIASING, False)
    _stretch(painter, image, small, drawn)
    if lines or cells.visible is not None:
        of_mask = (same(cells.visible), cells.values.shape, _place(cells, palette), screen.key, lines)
        _lay(painter, screen, of_mask, (cells.visible,), lambda p: _still(p, cells, small, palette, drawn, lines))
    if small.marks is not None:
        of_marks = ("marks", _numbers_key(cells, palette, screen), cells.numbers is not None)
        _lay(painter, screen, of_marks, owners, lambda p: paint_marks(p, cells, small, palette))
    painter.setRenderHint(ANTIALIASING, True)


def _place(cells: Cells, palette: Palette) -> Hashable:
    return cells.x, cells.y, cells.cell_width, cells.cell_height, cells.view, cells.transposed, palette.name


def _numbers_key(cells: Cells, palette: Palette, screen: _Screen) -> Hashable:
    return same(cells.values), same(cells.visible), cells.scale, _place(cells, palette), screen.key


class _Screen:
    """Where an area falls on the pixels of a painter's device."""

    def __init__(self, painter: QPainter, drawn: QRectF) -> None:
        self.transform, self._drawn = painter.transform(), drawn
        self.ratio = painter.device().devicePixelRatio()

    @cached_property
    def pixels(self) -> QRect:
        """Those of a layer on the area, with room for lines around it."""
        area, ratio = self.transform.mapRect(self._drawn), self.ratio
        room = max(ROOM, math.ceil(self.transform.m11() * ratio))
        left, top = math.floor(area.left() * ratio) - room, math.floor(area.top() * ratio) - room
        right, bottom = math.ceil(area.right() * ratio) + room, math.ceil(area.bottom() * ratio) + room
        return QRect(left, top, right - left, bottom - top)

    @property
    def corner(self) -> QPointF:
        """Where that begins, in the painter's units."""
        return QPointF(self.pixels.left() / self.ratio, self.pixels.top() / self.ratio)

    @cached_property
    def key(self) -> Hashable:
        """What two screens share whose layers are the same."""
        moved = QPointF(self.transform.dx(), self.transform.dy()) - self.corner
        size = self.pixels.width(), self.pixels.height()
        return self.transform.m11(), self.transform.m22(), moved.toTuple(), self.ratio, size


def _picture(cells: Cells, palette: Palette, screen: _Screen) -> Layer:
    small = picture(cells, screen.transform.m11() * screen.ratio, screen.transform.m22() * screen.ratio)
    assert small is not None, "something of the matrix is in view"
    return picture_image(small, palette, cells.scale.map), small


def _stretch(painter: QPainter, image: QImage, small: Picture, drawn: QRectF) -> None:
    """The picture where it belongs, without what its first and last blocks have outside the view."""
    whole = QRectF(small.x, small.y, small.width, small.height)
    if drawn.contains(whole):
        painter.drawImage(whole, image)
        return
    painter.save()
    painter.setClipRect(drawn)
    painter.drawImage(whole, image)
    painter.restore()


def _still(painter: QPainter, cells: Cells, small: Picture, palette: Palette, drawn: QRectF, lines: bool) -> None:
    """What stays while numbers change: hatching where nothing may be looked at, and lines."""
    if small.seen is not None:
        # Enlarged, a tile of pixels would show them.
        paint_hatch(painter, drawn, palette, abs(painter.transform().m11()) <= 1)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
        painter.drawImage(QRectF(small.x, small.y, small.width, small.height), opaque_where(small.seen))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    if lines:
        paint_grid_pixels(painter, cells, palette, drawn)


def _lay(
    painter: QPainter,
    screen: _Screen,
    key: Hashable,
    owners: Owners,
    draw: Callable[[QPainter], None],
) -> None:
    def overlay() -> QImage:
        layer = QImage(screen.pixels.size(), QImage.Format.Format_ARGB32_Premultiplied)
        layer.fill(0)
        layer.setDevicePixelRatio(screen.ratio)
        painting = QPainter(layer)
        moved = QTransform(screen.transform)
        moved *= QTransform.fromTranslate(-screen.corner.x(), -screen.corner.y())
        painting.setTransform(moved)
        draw(painting)
        painting.end()
        return layer

    layer = _overlays.get(key, owners, overlay)
    painter.save()
    painter.resetTransform()
    painter.drawImage(screen.corner, layer)
    painter.restore()


def forget_layers() -> None:
    """Let go of all layers, before Qt does."""
    _pictures.clear()
    _overlays.clear()
