"""An animated WebP without loss, its frames painted while it is written."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np

from attnviz.export.extras import needed
from attnviz.export.film import Film
from attnviz.export.gif import Pixels


def write_webp(
    file: BinaryIO, pictures: Iterator[tuple[Pixels, int]], film: Film, size: tuple[int, int], generator: str
) -> None:
    """Write pictures as they come; none is kept. Flat colours and letters are small without loss, and stay sharp."""
    counts = [count for _, count in film.lengths()]
    reel = _reel(needed("PIL.Image", "animation", ".webp"), pictures, len(counts), size)
    begins = np.cumsum([0, *counts])
    times = np.round(1000 * begins / film.motion.fps).astype(int)
    whole = io.BytesIO()
    reel.save(
        whole,
        "WEBP",
        save_all=True,
        lossless=True,
        method=1,
        quality=20,
        loop=0,
        duration=np.diff(times).tolist(),
        minimize_size=False,
        xmp=_xmp(generator),
    )
    file.write(whole.getbuffer())


def _xmp(generator: str) -> bytes:
    from attnviz.export.svg_words import plain

    if not generator:
        return b""
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description>'
        f"{plain(generator)}</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>"
    ).encode()


def _reel(image: Any, pictures: Iterator[tuple[Pixels, int]], count: int, size: tuple[int, int]) -> Any:  # noqa: ANN401
    """An image of several frames, as Pillow knows them from files, whose next one is made when it is sought."""

    class Reel(image.Image):  # type: ignore[misc]  # Pillow is read when it is needed
        n_frames = count
        _last = -1

        def seek(self, frame: int) -> None:
            if frame == self._last + 1 and frame < count:
                pixels, _ = next(pictures)
                data = pixels.view(np.uint8).reshape(size[1], size[0], 4)
                self.paste(image.frombuffer("RGB", size, data, "raw", "BGRX", 0, 1))
                self._last = frame

        def tell(self) -> int:
            return max(self._last, 0)

    reel = Reel()
    blank = image.new("RGB", size)
    reel.im, reel._mode, reel._size = blank.im, blank.mode, blank.size
    return reel
