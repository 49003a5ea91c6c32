"""Films as files: animated GIF and WebP with Pillow, MP4 (H.264) with PyAV. Both are optional extras."""

from __future__ import annotations

import math
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.errors import InputError
from attnviz.export.extras import needed
from attnviz.export.figure import Figure
from attnviz.export.film import Film
from attnviz.export.gif import GifWriter, Pixels, common_palette
from attnviz.export.paint import paint
from attnviz.export.palette import LIGHT, Palette
from attnviz.i18n import translate
from attnviz.io.atomic import atomic_write

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int, int], None]  # frames that are done, frames in all

DEFAULT_WIDTH = 1280
LEAST_PIXELS, MOST_PIXELS = 64, 4096  # of a side
MOST_GIF_FPS = 50  # shorter than 2/100 s no browser shows a frame
PALETTE_FRAMES = 7


class Cancelled(Exception):
    """Raised by whoever is told of the progress, to stop: no file is then left, and an older one stays as it was."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Camera:
    """Paints the frames of a film on pictures of one size, as large as they fit, in the middle of the paper."""

    film: Film
    palette: Palette
    width: int
    height: int

    def pixels(self, figure: Figure) -> Pixels:
        """(height, width), 0xffrrggbb."""
        scale = min(self.width / figure.width, self.height / figure.height)
        image = QImage(self.width, self.height, QImage.Format.Format_RGB32)
        image.fill(QColor(self.palette.paper))
        painter = QPainter(image)
        try:
            painter.translate((self.width - scale * figure.width) / 2, (self.height - scale * figure.height) / 2)
            painter.scale(scale, scale)
            paint(painter, figure, self.palette, background=None)
        finally:
            painter.end()
        # Copied while the image is alive: its bytes are its own.
        return np.frombuffer(image.constBits(), dtype=np.uint32).reshape(self.height, self.width).copy()

    def run(self, progress: Progress) -> Iterator[tuple[Pixels, int]]:
        """Each picture with the number of frames that it stands."""
        done = 0
        for figure, count in self.film.frames():
            yield self.pixels(figure), count
            done += count
            progress(done, len(self.film))


def camera(film: Film, palette: Palette = LIGHT, width: int | None = None, height: int | None = None) -> Camera:
    """The camera for pictures of a width and height in pixels; without a height, as high as the figures are.

    Both become even, as H.264 with its halved colours wants them.
    """
    if width is None and height is None:
        width = min(DEFAULT_WIDTH, round(2 * film.width))
    if width is None:
        assert height is not None
        width = round(height * film.width / film.height)
    if height is None:
        height = math.ceil(width * film.height / film.width)
    for side in (width, height):
        if not LEAST_PIXELS <= side <= MOST_PIXELS:
            raise InputError(
                translate(
                    "export", "{width} × {height} pixels do not fit an animation: each side has {least} to {most}."
                ).format(width=width, height=height, least=LEAST_PIXELS, most=MOST_PIXELS)
            )
    return Camera(film=film, palette=palette, width=width + width % 2, height=height + height % 2)


def write_animation(path: Path, camera: Camera, *, progress: Progress | None = None, generator: str = "") -> None:
    """Write the film in the format that the file's ending names: .gif, .webp or .mp4.

    `progress` is told after every picture, and may raise `Cancelled`. Raises InputError for another ending, a missing
    library, or a file that cannot be written.
    """
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise InputError(
            translate("export", "{file} ends in “{found}”, but an animation is saved as {expected}.").format(
                file=path.name, found=path.suffix, expected=", ".join(WRITERS)
            )
        )
    with atomic_write(path) as file:
        writer(file, camera, progress or _nobody, generator)


def _nobody(_done: int, _all: int) -> None:
    """Tells nobody."""


def _gif(file: BinaryIO, camera: Camera, progress: Progress, generator: str) -> None:
    needed("PIL.Image", "animation", ".gif")
    motion = camera.film.motion
    if motion.fps > MOST_GIF_FPS:
        raise InputError(
            translate("export", "A GIF shows at most {most} pictures a second, and {found} were asked for.").format(
                most=MOST_GIF_FPS, found=motion.fps
            )
        )
    last = len(camera.film) - 1
    looked_at = sorted({round(k * last / (PALETTE_FRAMES - 1)) for k in range(PALETTE_FRAMES)})
    colours = common_palette(camera.pixels(camera.film.figure(frame)) for frame in looked_at)
    gif = GifWriter(file, camera.width, camera.height, colours, generator)
    frame = 0
    for pixels, count in camera.run(progress):
        # From the beginning of the film, so that roundings do not add up.
        begins, ends = (round(100 * at / motion.fps) for at in (frame, frame + count))
        gif.add(pixels, ends - begins)
        frame += count
    gif.close()


def _webp(file: BinaryIO, camera: Camera, progress: Progress, generator: str) -> None:
    from attnviz.export.webp import write_webp

    write_webp(file, camera.run(progress), camera.film, (camera.width, camera.height), generator)


def _mp4(file: BinaryIO, camera: Camera, progress: Progress, generator: str) -> None:
    """H.264 in yuv420p with its index in front, which browsers and PowerPoint play."""
    av: Any = needed("av", "video", ".mp4")
    # Into a file of its own: the index is only put in front where the encoder may read back what it wrote.
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "film.mp4"
        with av.open(str(made), "w", format="mp4", options={"movflags": "faststart"}) as container:
            container.metadata["comment"] = generator
            stream = container.add_stream("libx264", rate=Fraction(camera.film.motion.fps))
            stream.width, stream.height, stream.pix_fmt = camera.width, camera.height, "yuv420p"
            stream.options = {"preset": "veryfast", "tune": "animation", "crf": "17"}
            stream.codec_context.color_range = 1
            stream.codec_context.colorspace = stream.codec_context.color_primaries = 1  # BT.709, as players assume
            stream.codec_context.color_trc = 1
            for packet in _packets(av, stream, camera, progress):
                container.mux(packet)
        with made.open("rb") as whole:
            shutil.copyfileobj(whole, file, 1 << 20)


def _packets(av: Any, stream: Any, camera: Camera, progress: Progress) -> Iterator[Any]:  # noqa: ANN401
    """What the encoder gives. Frames are converted in a second thread, so that both cores have work."""

    def converted(picture: tuple[Pixels, int]) -> tuple[Any, int]:
        pixels, count = picture
        rows = pixels.view(np.uint8).reshape(camera.height, camera.width, 4)
        frame = av.VideoFrame.from_numpy_buffer(rows, format="bgra")  # without copying
        return frame.reformat(
            format="yuv420p", dst_colorspace="ITU709", src_color_range="JPEG", dst_color_range="MPEG"
        ), count

    at, time_base = 0, Fraction(1, camera.film.motion.fps)
    for frame, count in ahead(camera.run(progress), converted):
        for _ in range(count):
            frame.pts, frame.time_base = at, time_base
            yield from stream.encode(frame)
            at += 1
    yield from stream.encode(None)


def ahead(items: Iterator[T], act: Callable[[T], R], most: int = 3) -> Iterator[R]:
    """`act` of every item, in order, done in a second thread while the next items are made in this one."""
    with ThreadPoolExecutor(1) as pool:
        waiting: deque[Future[R]] = deque()
        for item in items:
            waiting.append(pool.submit(act, item))
            if len(waiting) >= most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


WRITERS: dict[str, Callable[[BinaryIO, Camera, Progress, str], None]] = {".gif": _gif, ".webp": _webp, ".mp4": _mp4}
ENDINGS = tuple(WRITERS)
