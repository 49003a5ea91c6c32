"""Pictures of matrices as QImages."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage

from attnviz.export.cells import Levels, Mark
from attnviz.export.palette import PALETTES, MapName, Palette
from attnviz.export.picture import Picture

Pixels = NDArray[np.uint32]

TAKEN = 200 * 200  # cells up to which NumPy has looked up their colours before Qt has heard of the 256


def picture_image(picture: Picture, palette: Palette, name: MapName) -> QImage:
    """The picture, one pixel for each of its cells: RGB32."""
    image = indexed_image(picture.levels, palette, name)
    if picture.marks is not None:
        _pixels(image)[picture.marks >= Mark.MINUS_INFINITE] = QColor(palette.strange).rgb()
    return image


def with_holes(image: QImage, seen: NDArray[np.bool_]) -> QImage:
    """An RGB32 image as premultiplied ARGB32, transparent where nothing is seen."""
    _pixels(image)[~seen] = 0
    # RGB32 has an opaque alpha in every pixel: with the hidden ones at 0 it is premultiplied ARGB as it stands.
    image.reinterpretAsFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return image


def opaque_where(seen: NDArray[np.bool_]) -> QImage:
    """Black where something is seen, transparent elsewhere."""
    image = QImage(seen.shape[1], seen.shape[0], QImage.Format.Format_ARGB32_Premultiplied)
    _pixels(image)[...] = seen * np.uint32(0xFF000000)
    return image


def indexed_image(entries: Levels, palette: Palette, name: MapName) -> QImage:
    """The entries as RGB32, the format that QPainter draws fastest; it owns its pixels."""
    rows, columns = entries.shape
    if entries.size <= TAKEN:
        taken = QImage(columns, rows, QImage.Format.Format_RGB32)
        _pixels(taken)[...] = _colour_array(palette.name, name).take(entries)
        return taken
    entries = np.ascontiguousarray(entries)
    image = QImage(entries.data, columns, rows, columns, QImage.Format.Format_Indexed8)
    image.setColorTable(_table(palette.name, name))
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _pixels(image: QImage) -> Pixels:
    return np.frombuffer(image.bits(), dtype=np.uint32).reshape(image.height(), image.width())


@lru_cache(maxsize=16)
def _table(name: str, map_name: MapName) -> list[int]:
    return [colour.rgb() for colour in _colour_list(name, map_name)]


@lru_cache(maxsize=16)
def _colour_array(name: str, map_name: MapName) -> Pixels:
    return np.array(_table(name, map_name), dtype=np.uint32)


@lru_cache(maxsize=16)
def _colour_list(name: str, map_name: MapName) -> tuple[QColor, ...]:
    palette = next(p for p in PALETTES.values() if p.name == name)
    return tuple(QColor(int(r), int(g), int(b)) for r, g, b in palette.lut(map_name))


def colours(palette: Palette, name: MapName) -> tuple[QColor, ...]:
    """The 256 colours of a map, as Qt's."""
    return _colour_list(palette.name, name)


def png_bytes(image: QImage) -> bytes:
    """A QImage as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub wants bytes, Qt a str
    return bytes(buffer.data().data())


def sharp_png(picture: Picture, palette: Palette, name: MapName, pixels: int) -> bytes:
    """The picture as a PNG of about `pixels` across, transparent where nothing may be looked at.

    Programs smooth a picture that they enlarge; with every cell repeated, its edges stay sharp in all of them.
    """
    image = picture_image(picture, palette, name)
    if picture.seen is not None:
        image = with_holes(image, picture.seen)
    factor = max(1, round(pixels / max(image.width(), image.height())))
    larger = image.scaled(
        image.width() * factor,
        image.height() * factor,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.FastTransformation,
    )
    return png_bytes(larger)


def forget_colours() -> None:
    """Let go of Qt's colours, before Qt does."""
    _table.cache_clear()
    _colour_array.cache_clear()
    _colour_list.cache_clear()
