"""Labels that try to be something else come out as themselves, in every format and in every file's metadata."""

from __future__ import annotations

import shutil
import subprocess
import unicodedata
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from attnviz.core.labels import visible_text
from attnviz.document.derive import derive
from attnviz.document.figure_look import FigureLook
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.fonts import text_width
from attnviz.export.formats import file_bytes
from attnviz.export.scene import Scene
from attnviz.i18n import number_format

pytestmark = pytest.mark.usefixtures("qapp")

LABELS = {
    "markup": "<b>bold</b>",
    "ampersand": "a & b",
    "entity": "&amp;",
    "quotes": '"it\'s"',
    "cdata": "]]><x>",
    "emoji": "👩‍👩‍👧‍👦",
    "right-to-left": "مرحبا",
    "override": "\u202eabc",
    "long": "w" * 200,
    "nul": "a\0b",
    "surrogate": "a\ud800b",
    "newline": "a\nb",
    "template": "{name} %1 \\n",
}
SVG = "{http://www.w3.org/2000/svg}"
every_label = pytest.mark.parametrize("label", LABELS.values(), ids=LABELS)
every_view = pytest.mark.parametrize("view", ["steps", "matrix", "gradient"])


def made(label, view, path, **look):
    document = matrix_document(
        [[1.0, 0], [0, 1]], [[1.0, 0], [0, 1]], [[1.0, 0], [0, 1]], tokens_q=(label, "plain"), name=label
    )
    scene = Scene(document=document, trace=derive(document), view=ViewState(tab=view), form=number_format("en"))
    path.write_bytes(file_bytes(scene, FigureLook(title=label, caption=label, dpi=48, **look), path, text_width))
    return path


@every_label
@every_view
def test_svg(tmp_path, label, view):
    root = ET.parse(made(label, view, tmp_path / "a.svg")).getroot()
    texts = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    expected = visible_text(label)
    assert any(expected in text for text in texts) or any(text.endswith("…") and len(text) > 5 for text in texts)
    tags = {element.tag.split("}")[1] for element in root.iter()}
    assert not tags & {"b", "x", "script", "image", "a"}
    assert len(root.findall("{*}title")) == 1


@every_label
@every_view
def test_png_tells_it_too(tmp_path, label, view):
    image = QImage(str(made(label, view, tmp_path / "a.png")))
    assert not image.isNull()
    title = image.text("Title")
    kept = "".join(c for c in label if c.isprintable() and c not in "\u202e")
    assert all(c in title for c in kept if not unicodedata.combining(c))
    assert "\0" not in image.text("Description")


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed (poppler-utils)")
@every_label
def test_pdf(tmp_path, label):
    path = made(label, "matrix", tmp_path / "a.pdf", embed=False)
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0
    assert not done.stderr
    text = done.stdout.decode("utf-8", "replace")
    assert "plain" in text
    if label.isascii() and label.isprintable() and len(label) < 40:
        assert visible_text(label) in " ".join(text.split())
    info = subprocess.run(["pdfinfo", "-meta", path], capture_output=True, check=False, timeout=60)
    ET.fromstring(info.stdout.decode("utf-8").replace("\ufeff", ""))


@every_label
@pytest.mark.parametrize("suffix", [".pptx", ".html"])
def test_other_formats_can_be_made(tmp_path, label, suffix):
    if suffix == ".pptx":
        pytest.importorskip("pptx")
    assert made(label, "matrix", tmp_path / f"a{suffix}").stat().st_size > 1000


@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="pdffonts is not installed (poppler-utils)")
def test_all_fonts_are_in_the_pdf(tmp_path):
    path = made("plain words", "steps", tmp_path / "a.pdf")
    lines = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    assert lines
    for line in lines:
        embedded, _subset, searchable = line.split()[-5:-2]
        assert (embedded, searchable) == ("yes", "yes"), line


@pytest.mark.skipif(shutil.which("pdfdetach") is None, reason="pdfdetach is not installed (poppler-utils)")
def test_the_document_is_attached_to_the_pdf(tmp_path):
    from attnviz.io.document_file import load_document

    path = made("plain words", "steps", tmp_path / "a.pdf")
    subprocess.run(["pdfdetach", "-save", "1", "-o", tmp_path / "b.attnviz", path], check=True, timeout=60)
    document, view = load_document(tmp_path / "b.attnviz")
    assert document.source.tokens_q == ("plain words", "plain")
    assert view.tab == "steps"
