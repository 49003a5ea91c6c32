"""Labels that try to be something else come out as themselves, in every format and in every file's metadata."""

from __future__ import annotations

import json
import shutil
import subprocess
import unicodedata
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from PySide6.QtGui import QImage

from attnviz.core.labels import visible_text
from attnviz.document.derive import derive
from attnviz.document.figure_look import FigureLook
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.animation import camera, write_animation
from attnviz.export.figure import Text
from attnviz.export.figure_page import page_of
from attnviz.export.film import Film
from attnviz.export.fonts import text_width
from attnviz.export.formats import file_bytes
from attnviz.export.scene import Scene
from attnviz.export.sweep import Motion, parse_sweep
from attnviz.export.whole_scene import whole_scene
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


def says(texts, label):
    """Whether a label stands among texts, whole or cut short."""
    expected = visible_text(label)
    return any(expected in text or (len(text) > 5 and text.endswith("…")) for text in texts)


@every_label
@pytest.mark.parametrize("view", ["steps", "matrix"])
def test_slides(tmp_path, label, view):
    pptx = pytest.importorskip("pptx")
    presentation = pptx.Presentation(made(label, view, tmp_path / "a.pptx"))
    texts = [text for slide in presentation.slides for text in texts_of(slide.shapes)]
    assert "plain" in texts
    assert says(texts, label)
    title = presentation.slides[0].shapes.title.text_frame.text
    assert all(c in title for c in label if c.isprintable())
    assert not any("\0" in text for text in texts)


def texts_of(shapes):
    for shape in shapes:
        if shape.shape_type is not None and hasattr(shape, "shapes"):
            yield from texts_of(shape.shapes)
        elif shape.has_text_frame:
            yield shape.text_frame.text


@every_label
def test_an_interactive_page(tmp_path, label):
    page = made(label, "matrix", tmp_path / "a.html").read_text(encoding="utf-8")
    data = page.split('<script type="application/json" id="data">')[1].split("</script>")[0]
    assert json.loads(data)["rows"] == [visible_text(label), "plain"]
    reader = Tags()
    reader.feed(page)
    assert not reader.tags & {"b", "x", "img", "a"}
    assert reader.tags >= {"h1", "main"}


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)


@every_label
def test_frames_of_a_film(tmp_path, label):
    image = pytest.importorskip("PIL.Image")
    document = matrix_document([[1.0, 0], [0, 1]], [[1.0, 0], [0, 1]], [[1.0, 0], [0, 1]], tokens_q=(label, "plain"))
    view = ViewState(tab="matrix")
    scene = Scene(document=document, trace=derive(document), view=view, form=number_format("en"))
    film = Film(scene, Motion(sweep=parse_sweep("temperature=1..2"), seconds=0.2, fps=10), text_width)
    assert says([item.text for item in film.figure(1).items if isinstance(item, Text)], label)
    write_animation(tmp_path / "a.gif", camera(film, width=400), generator=label)
    with image.open(tmp_path / "a.gif") as gif:
        assert gif.n_frames > 1
        assert gif.width == 400


@every_label
@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("view", ["steps", "matrix", "gradient", "lines", "arcs", "compare"])
def test_what_a_person_is_told_is_one_text(label, language, view):
    document = matrix_document([[1.0, 0], [0, 1]], [[1.0, 0], [0, 1]], [[1.0, 0], [0, 1]], tokens_q=(label, "plain"))
    drawing = view if view in ("lines", "arcs", "compare") else "heatmap"
    state = ViewState(tab="matrix" if view in (drawing, "matrix") else view, drawing=drawing)
    scene = whole_scene(document, state, number_format(language))
    told = page_of(scene, FigureLook(), text_width).figure.description
    assert told
    assert "\0" not in told
    assert "\n" not in told
    assert "\u202eabc" not in told  # nothing turns the words around it


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
