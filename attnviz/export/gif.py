"""An animated GIF, written frame by frame: one palette for all frames, and of each frame only what changed.

A palette of its own for every frame would make still areas flicker; dithering would make them crawl. So colours are
chosen once, from frames of the whole film: the commonest ones exactly, the others by their nearest of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from attnviz.export.extras import needed

Pixels = NDArray[np.uint32]  # (height, width), 0xffrrggbb
Colours = NDArray[np.uint8]  # (n, 3)

MOST_COLOURS = 255
TRANSPARENT = 255  # the entry of what did not change
EXACT = 112  # of the commonest colours
BLUR = 0x10000  # entries looked up at once
# How differences in red, green and blue count for the eye.
EYE = np.array([2, 4, 3])


class GifWriter:
    """Takes frames one after another, each for a time in hundredths of a second; `close` ends the file."""

    def __init__(self, file: BinaryIO, width: int, height: int, colours: Colours, comment: str = "") -> None:
        self._file = file
        self._palette = colours
        self._table = np.full(1 << 24, -1, dtype=np.int16)
        self._shown: NDArray[np.uint8] | None = None
        self._waiting: tuple[NDArray[np.uint8], tuple[int, int], int] | None = None
        self._image = needed("PIL.Image", "animation", ".gif")
        self._plugin = needed("PIL.GifImagePlugin", "animation", ".gif")
        entries = np.zeros((256, 3), dtype=np.uint8)
        entries[: len(colours)] = colours
        size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
        file.write(b"GIF89a" + size + b"\xf7\x00\x00" + entries.tobytes())
        file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")  # again and again
        if comment:
            file.write(b"!\xfe" + _blocks(comment.encode("utf-8", "replace")))

    def add(self, pixels: Pixels, hundredths: int) -> None:
        entries = self._entries(pixels)
        if self._shown is None:
            self._wait(entries, (0, 0), hundredths)
        else:
            changed = entries != self._shown
            rows, columns = changed.any(axis=1).nonzero()[0], changed.any(axis=0).nonzero()[0]
            if not rows.size:
                self._longer(hundredths)
                return
            part = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
            cut = np.where(changed[part], entries[part], np.uint8(TRANSPARENT))
            self._wait(cut, (part[1].start, part[0].start), hundredths)
        self._shown = entries

    def close(self) -> None:
        self._flush()
        self._file.write(b";")

    def _longer(self, hundredths: int) -> None:
        assert self._waiting is not None
        entries, place, so_far = self._waiting
        self._waiting = entries, place, so_far + hundredths

    def _wait(self, entries: NDArray[np.uint8], place: tuple[int, int], hundredths: int) -> None:
        """Keep a frame until it is known how long it stands."""
        self._flush()
        self._waiting = entries, place, hundredths

    def _flush(self) -> None:
        if self._waiting is None:
            return
        entries, place, hundredths = self._waiting
        image = self._image.frombytes("P", entries.shape[::-1], np.ascontiguousarray(entries).tobytes())
        # Disposal 1: what is drawn stays, so that the next frame need only draw what changes.
        parts = self._plugin.getdata(
            image, place, duration=10 * min(hundredths, 65535), transparency=TRANSPARENT, disposal=1
        )
        for part in parts:
            self._file.write(part)
        self._waiting = None

    def _entries(self, pixels: Pixels) -> NDArray[np.uint8]:
        """The palette's entry of every pixel; a colour is compared with the palette once in the whole film."""
        keys = pixels & np.uint32(0xFFFFFF)
        found = self._table[keys]
        unknown = np.unique(keys[found < 0])
        if unknown.size:
            self._table[unknown] = nearest(_split(unknown), self._palette)
            found = self._table[keys]
        entries: NDArray[np.uint8] = found.astype(np.uint8)
        return entries


def _blocks(data: bytes) -> bytes:
    """Data as GIF has it: at most 255 bytes at a time, each time their number first."""
    parts = [data[at : at + 255] for at in range(0, len(data), 255)]
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


def _split(keys: NDArray[np.uint32]) -> Colours:
    return np.stack([keys >> 16 & 255, keys >> 8 & 255, keys & 255], axis=-1).astype(np.uint8)


def nearest(colours: Colours, palette: Colours) -> NDArray[np.int16]:
    """The index of the palette's entry nearest to each colour."""
    found = np.empty(len(colours), dtype=np.int16)
    entries = palette.astype(np.int32)
    step = max(1, BLUR // max(1, len(palette)))
    for first in range(0, len(colours), step):
        part = colours[first : first + step].astype(np.int32)
        distance = ((part[:, np.newaxis] - entries) ** 2 * EYE).sum(axis=-1)
        found[first : first + step] = distance.argmin(axis=1)
    return found


def common_palette(frames: Iterable[Pixels]) -> Colours:
    """At most 255 colours for all of some frames: exact where they have no more, else the best for most of them."""
    counts: dict[int, int] = {}
    for pixels in frames:
        keys, number = np.unique(pixels & np.uint32(0xFFFFFF), return_counts=True)
        for key, count in zip(keys.tolist(), number.tolist(), strict=True):
            counts[key] = counts.get(key, 0) + count
    ordered = sorted(counts, key=lambda key: (-counts[key], key))
    if len(ordered) <= MOST_COLOURS:
        return _split(np.array(ordered, dtype=np.uint32))
    exact = _split(np.array(ordered[:EXACT], dtype=np.uint32))
    rest = np.array(ordered[EXACT:], dtype=np.uint32)
    # By the root of how often they occur: a large even area must not take all entries from the edges of letters.
    weights = np.sqrt([counts[key] for key in ordered[EXACT:]]).astype(int)
    return np.concatenate([exact, _quantised(np.repeat(_split(rest), weights, axis=0), MOST_COLOURS - EXACT)])


def _quantised(colours: Colours, most: int) -> Colours:
    image: Any = needed("PIL.Image", "animation", ".gif")
    strip = image.frombytes("RGB", (len(colours), 1), np.ascontiguousarray(colours).tobytes())
    reduced = strip.quantize(most, method=image.Quantize.MEDIANCUT, kmeans=2, dither=image.Dither.NONE)
    entries = np.frombuffer(bytes(reduced.getpalette()), dtype=np.uint8).reshape(-1, 3)
    return entries[: len(reduced.getcolors(most) or ())].copy()
