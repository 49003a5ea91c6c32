"""The typeface at many sizes: the same widths whatever was measured before, and not all sizes kept for good."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QRawFont

import attnviz
from attnviz.export import fonts
from attnviz.resources import resource

MANY = range(8, 8 + 2 * fonts.SIZES_KEPT)


def test_of_many_sizes_only_the_last_are_kept() -> None:
    """Each has Qt keep every typeface of the system that its texts have needed."""
    for size in MANY:
        fonts.font(size)
        fonts.text_width("a size", size)
        fonts.mono_width("a size", size)
    assert fonts.font.cache_info().currsize <= fonts.SIZES_KEPT
    assert len(fonts._metrics._plain) <= fonts.SIZES_KEPT
    assert len(fonts._metrics._mono) <= fonts.SIZES_KEPT


def test_a_size_that_was_forgotten_measures_the_same_again() -> None:
    fonts.text_width.cache_clear()
    first = fonts.text_width("queries", 13)
    for size in MANY:
        fonts.text_width("others", size)
    fonts.text_width.cache_clear()
    assert fonts.text_width("queries", 13) == first
    assert fonts.text_width("queries", 26) > 1.9 * first


ROOT = Path(attnviz.__file__).parent.parent
NEVER_SHOWN = {"׳", "״"}  # told apart inside tokens
SHOWN_TOO = "▁⟨⟩ᵀ⊙↶↷"  # what a test that reads nothing would miss


def test_every_sign_that_the_program_writes_comes_with_it(qapp) -> None:
    """A machine may have no other typeface: what Inter and the signs lack would be a box there."""
    faces = [QRawFont(str(resource("fonts", f"{name}.{kind}")), 16) for name, kind in FILES]
    signs = {sign for text in _written() for sign in text if ord(sign) > 0x7F and sign.isprintable()} - NEVER_SHOWN
    assert signs >= set(SHOWN_TOO)
    for inter, own in (faces[:2], faces[2:]):
        boxes = {sign for sign in signs if not any(face.supportsCharacter(ord(sign)) for face in (inter, own))}
        assert boxes == set()


FILES = (("Inter-Regular", "otf"), ("Signs-Regular", "ttf"), ("Inter-SemiBold", "otf"), ("Signs-SemiBold", "ttf"))


def _written() -> Iterator[str]:
    """All that is typed in the code's texts but its docstrings, in the lessons, the guide and the translations."""
    for path in {*(ROOT / "attnviz").rglob("*.py")} - {ROOT / "attnviz/commands/qt_checks.py"}:  # asks for scripts
        typed = path.read_text(encoding="utf-8")
        tree = ast.parse(typed)
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
                yield "".join({*node.value} & {*typed})
    for pattern in ("lessons/*.json", "guide/*/*.md", "i18n/*.ts"):
        for path in (ROOT / "resources").glob(pattern):
            yield path.read_text(encoding="utf-8")


def test_on_a_machine_without_typefaces_the_signs_are_drawn(tmp_path) -> None:
    settings = tmp_path / "fonts.conf"
    settings.write_text(f"<fontconfig><cachedir>{tmp_path}</cachedir></fontconfig>", encoding="utf-8")
    code = (
        "from PySide6.QtGui import QFontMetrics, QGuiApplication\n"
        "application = QGuiApplication(['x'])\n"
        "from attnviz.export.fonts import font, mono_font\n"
        "for face in (font(13), font(20, bold=True), font(11, tabular=False), mono_font(13)):\n"
        f"    print([sign for sign in {SHOWN_TOO!r} if not QFontMetrics(face).inFontUcs4(ord(sign))])\n"
    )
    environment = {**os.environ, "FONTCONFIG_FILE": str(settings), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n" * 4, "")
