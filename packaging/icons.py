"""Makes every icon file from resources/icons/attnviz.svg: `.venv/bin/python packaging/icons.py`.

The results are kept in packaging/icons, so that a build needs neither Qt's painter nor Pillow for them; a test makes
them anew and compares.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

HERE = Path(__file__).resolve().parent
SVG = HERE.parent / "resources" / "icons" / "attnviz.svg"
FOLDER = HERE / "icons"

LINUX = (16, 24, 32, 48, 64, 128, 256, 512)
WINDOWS = (16, 20, 24, 32, 40, 48, 64, 256)
MACOS = (16, 32, 64, 128, 256, 512, 1024)
MACOS_TILE = 824 / 1024  # macOS leaves room for a shadow around the tile


def painted(size: int, tile: float = 1.0) -> Image:
    """The icon of `size` pixels; the drawing takes the `tile` part of each side, in the middle."""
    from PIL import Image
    from PySide6.QtCore import QBuffer, QIODevice, QRect, Qt
    from PySide6.QtGui import QIcon, QImage, QPainter

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    inner = round(size * tile / 2) * 2
    painter = QPainter(image)
    edge = (size - inner) // 2
    QIcon(str(SVG)).paint(painter, QRect(edge, edge, inner, inner))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know only bytes here
    return Image.open(io.BytesIO(bytes(buffer.data().data()))).convert("RGBA")


def made() -> dict[str, bytes]:
    """Every icon file: name and content."""
    files = {f"attnviz-{size}.png": _bytes(painted(size), "PNG", optimize=True) for size in LINUX}
    ico = [painted(size) for size in WINDOWS]
    sizes = [(size, size) for size in WINDOWS]
    files["attnviz.ico"] = _bytes(ico[-1], "ICO", sizes=sizes, append_images=ico[:-1])
    icns = [painted(size, MACOS_TILE) for size in MACOS]
    files["attnviz.icns"] = _bytes(icns[-1], "ICNS", append_images=icns[:-1])
    return files


def _bytes(image: Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def main() -> None:
    """Write them."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication(["icons"])
    FOLDER.mkdir(exist_ok=True)
    for name, data in made().items():
        (FOLDER / name).write_bytes(data)
        print(f"{name}\t{len(data)}", file=sys.stderr)
    del application


if __name__ == "__main__":
    main()
