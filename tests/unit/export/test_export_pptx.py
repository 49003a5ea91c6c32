"""Slides: opened again by python-pptx, and where it is installed by LibreOffice, they say what the figure says."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys

import numpy as np
import pytest
from drawn import BANK, FOURTEEN, expected_colours, figure_of, words
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from attnviz.document.derive import derive
from attnviz.document.edits import with_options
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.deck import Slide, deck, slides
from attnviz.export.fonts import text_width
from attnviz.export.palette import DARK
from attnviz.export.pptx_file import pptx_bytes
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import number_format
from attnviz.session.opening import open_source
from tests.examples import examples

pptx = pytest.importorskip("pptx")

pytestmark = pytest.mark.usefixtures("qapp")

HOSTILE = ("<b>", "a&b\"'", "😀", "שלום", "x" * 200, "nul\0!", "=1+1", "]]>")


def scene_of(document, tab="matrix", language="en", **view):
    return whole_scene(document, ViewState(tab=tab, **view), number_format(language))


def opened(data):
    return pptx.Presentation(io.BytesIO(data))


def one_slide(figure, **options):
    return opened(pptx_bytes([Slide(title=figure.title, figure=figure, notes=figure.description)], **options))


def everything(shapes):
    """All shapes, those inside groups too."""
    for shape in shapes:
        yield shape
        if shape.shape_type == pptx.enum.shapes.MSO_SHAPE_TYPE.GROUP:
            yield from everything(shape.shapes)


def cell(slide, matrix, row, column):
    return next(s for s in everything(slide.shapes) if s.name == f"{matrix} {row + 1}, {column + 1}")


def texts(slide):
    return [s.text_frame.text for s in everything(slide.shapes) if s.has_text_frame and s.text_frame.text]


def test_cells_are_rectangles_with_their_numbers_and_colours():
    figure = figure_of(FOURTEEN)
    slide = one_slide(figure).slides[0]
    cells = figure.cells("weights")
    colours = expected_colours(cells)
    named = {shape.name: shape for shape in everything(slide.shapes)}
    for row in range(14):
        for column in range(14):
            shape = named[f"weights {row + 1}, {column + 1}"]
            assert shape.text_frame.text == cells.numbers[row][column]
            assert str(shape.fill.fore_color.rgb) == "".join(f"{c:02X}" for c in colours[row, column])


def test_labels_are_text_boxes():
    slide = one_slide(figure_of(FOURTEEN)).slides[0]
    for token in FOURTEEN.source.tokens:
        assert token in texts(slide)


def test_the_figure_is_one_group_with_alternative_text():
    figure = figure_of(FOURTEEN)
    slide = one_slide(figure).slides[0]
    group = next(s for s in slide.shapes if s.shape_type == pptx.enum.shapes.MSO_SHAPE_TYPE.GROUP)
    assert group._element.nvGrpSpPr.cNvPr.get("descr") == figure.description
    assert slide.shapes.title.text_frame.text == figure.title
    assert slide.notes_slide.notes_text_frame.text == figure.description
    assert any(s.name == "weights" and s.shape_type == group.shape_type for s in everything(slide.shapes))


@pytest.mark.parametrize("tab", ["steps", "matrix", "gradient", "training", "shapes", "code"])
def test_every_view_lies_on_a_wide_slide(tab):
    presentation = opened(pptx_bytes(slides(scene_of(BANK, tab), text_width)))
    assert presentation.slide_width * 9 == pytest.approx(presentation.slide_height * 16, rel=1e-3)
    for slide in presentation.slides:
        for shape in everything(slide.shapes):
            if shape.has_text_frame and shape.text_frame.text:
                continue  # the box of a text is wider than its letters
            assert shape.left >= -1
            assert shape.top >= -1
            assert shape.left + shape.width <= presentation.slide_width + 1
            assert shape.top + shape.height <= presentation.slide_height + 1


def test_shape_numbers_are_unique():
    slide = one_slide(figure_of(BANK, "steps")).slides[0]
    numbers = [shape.shape_id for shape in everything(slide.shapes)]
    assert len(set(numbers)) == len(numbers)


def test_file_is_small():
    assert len(pptx_bytes(slides(scene_of(FOURTEEN), text_width))) < 150_000


def test_many_cells_become_a_picture_with_native_labels():
    figure = figure_of(FOURTEEN)
    slide = one_slide(figure, most_shapes=195).slides[0]
    pictures = [s for s in everything(slide.shapes) if s.name == "weights" and hasattr(s, "image")]
    assert len(pictures) == 1
    image = QImage.fromData(pictures[0].image.blob)
    assert image.width() % 14 == image.height() % 14 == 0
    colours = expected_colours(figure.cells("weights"))
    for row, column in ((0, 0), (3, 2), (13, 13), (5, 5)):
        pixel = image.pixelColor(*(round((k + 0.5) * image.width() / 14) for k in (column, row)))
        assert (pixel.red(), pixel.green(), pixel.blue()) == tuple(colours[row, column])
    assert "seven" in texts(slide)
    assert figure.cells("weights").numbers[3][2] in texts(slide)


def test_the_smallest_matrices_stay_shapes():
    figure = figure_of(BANK, "steps")
    slide = one_slide(figure, most_shapes=20).slides[0]
    names = {s.name for s in everything(slide.shapes)}
    assert "Q 1, 1" in names
    assert "weights 1, 1" not in names


def test_masked_cells_are_hatched_and_have_no_number():
    slide = one_slide(figure_of(with_options(FOURTEEN, causal=True))).slides[0]
    shape = cell(slide, "weights", 2, 9)
    assert shape._element.spPr.find("{*}pattFill") is not None
    assert shape.text_frame.text == ""


def test_curves_are_freeforms_with_their_control_points():
    slide = one_slide(figure_of(FOURTEEN, drawing="arcs")).slides[0]
    assert slide.shapes._spTree.findall(".//{*}cubicBezTo")


def test_turned_text_keeps_its_foot():
    """The labels above the columns of a wide matrix are turned; their lower ends stay above their columns."""
    figure = figure_of(FOURTEEN)
    label = next(item for item in figure.items if getattr(item, "text", "") == "thirteen" and item.angle)
    slide = one_slide(figure).slides[0]
    box = next(s for s in everything(slide.shapes) if s.name == "thirteen" and s.rotation)
    assert box.rotation == pytest.approx(360 - label.angle)
    below, first = cell(slide, "weights", 0, 12), cell(slide, "weights", 0, 0)
    scale = (below.left - first.left) / 12 / figure.cells("weights").cell_width
    turn = np.radians(box.rotation)
    middle = np.array([box.left + box.width / 2, box.top + box.height / 2])
    foot = middle + np.array([-box.width / 2 * np.cos(turn), -box.width / 2 * np.sin(turn)])
    expected = first.left + (label.x - figure.cells("weights").x) * scale
    assert foot[0] == pytest.approx(expected, abs=6 * scale)


@pytest.mark.parametrize("tab", ["matrix", "steps"])
def test_hostile_labels(tab):
    n = len(HOSTILE)
    document = matrix_document(np.eye(n), np.eye(n), np.ones((n, 1)), tokens_q=HOSTILE, name="<b>&\0")
    presentation = opened(pptx_bytes(slides(scene_of(document, tab), text_width), generator="<b>&\0" * 100))
    found = [text for slide in presentation.slides for text in texts(slide)]
    for token in ("<b>", "a&b\"'", "😀", "שלום", "]]>", "=1+1"):
        assert token in found, token
    assert not any("\0" in text for text in found)


@given(st.lists(st.text(max_size=12), min_size=2, max_size=3), st.text(max_size=30))
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_label_opens(tokens, name):
    n = len(tokens)
    document = matrix_document(np.eye(n), np.eye(n), tokens_q=tuple(tokens), name=name)
    data = pptx_bytes(slides(scene_of(document), text_width), generator=name)
    assert len(opened(data).slides) == 1


def test_dark_slides_have_dark_paper():
    slide = one_slide(figure_of(BANK, "matrix"), palette=DARK).slides[0]
    assert str(slide.background.fill.fore_color.rgb) == DARK.paper[1:].upper()


def test_the_file_says_what_made_it():
    generator = '{"attnviz": "0", "settings": "' + "x" * 600 + '"}'
    properties = one_slide(figure_of(BANK, "steps"), generator=generator).core_properties
    assert properties.comments == generator
    assert properties.title == "The bank"


def test_the_typeface_is_chosen_in_one_place():
    presentation = one_slide(figure_of(BANK, "matrix"), family="Arial")
    theme = next(r.target_part for r in presentation.slide_master.part.rels.values() if r.reltype.endswith("/theme"))
    assert theme.blob.count(b'<a:latin typeface="Arial"/>') == 2


@pytest.mark.parametrize(("source", "steps"), [("bank", 6), ("gato", None)])
def test_a_lesson_becomes_a_deck(source, steps):
    lesson = open_source(source, "en")
    scene = whole_scene(lesson.document, lesson.view, number_format("en"))
    found = deck(scene, text_width)
    if steps is not None:
        assert len(found) == steps + 1
    titles = [slide.title for slide in found]
    assert titles[-1].endswith("written out")
    assert len(set(titles)) == len(titles)
    presentation = opened(pptx_bytes(found))
    assert [s.shapes.title.text_frame.paragraphs[0].text for s in presentation.slides] == titles
    assert all(s.has_notes_slide for s in presentation.slides)


@pytest.mark.parametrize("source", ["bank", "gato"])
def test_the_way_back_becomes_a_deck_too(source):
    scene = whole_scene(open_source(source, "en").document, ViewState(tab="gradient", query=2), number_format("en"))
    found = deck(scene, text_width)
    assert len(found) > 5
    assert len({slide.title for slide in found}) == len(found)
    assert found[0].figure.cells("dA") is None
    assert any(slide.figure.cells("dQ") is not None for slide in found)
    assert [s.shapes.title.text_frame.text for s in opened(pptx_bytes(found)).slides][-1].endswith("written out")


def test_steps_still_to_come_are_empty_and_nothing_jumps():
    found = deck(scene_of(BANK, "steps"), text_width)[:-1]
    assert len({(slide.figure.width, slide.figure.height) for slide in found}) == 1
    places = [(s.figure.cells("Q").x, s.figure.cells("Q").y) for s in found]
    assert len(set(places)) == 1
    assert found[0].figure.cells("weights") is None
    assert found[-1].figure.cells("weights") is not None


def test_a_deck_speaks_portuguese():
    language = "pt_BR"
    from attnviz.session.language import Language

    speech = Language()
    speech.use(language)
    try:
        found = deck(scene_of(BANK, "steps", language), text_width)
        assert any("0,45" in text for text in texts(opened(pptx_bytes(found)).slides[-2]))
    finally:
        speech.use("en")


def test_a_missing_library_is_named_with_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pptx", None)
    with pytest.raises(InputError, match=r'pip install "attnviz\[slides\]"'):
        pptx_bytes(slides(scene_of(BANK), text_width))


# another program ---------------------------------------------------------------------------------------------

needs_soffice = pytest.mark.skipif(
    shutil.which("soffice") is None or shutil.which("pdftoppm") is None,
    reason="soffice or pdftoppm is not installed (libreoffice-impress, poppler-utils)",
)


def by_soffice(folder, data):
    """The first slide as LibreOffice draws it, and all its words."""
    (folder / "a.pptx").write_bytes(data)
    profile = f"-env:UserInstallation=file://{folder}/profile"
    for command in (
        ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", folder, folder / "a.pptx"],
        ["pdftoppm", "-r", "144", "-png", "-singlefile", folder / "a.pdf", folder / "a"],
    ):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=180)
        assert done.returncode == 0, done.stderr
    said = subprocess.run(["pdftotext", str(folder / "a.pdf"), "-"], capture_output=True, text=True, check=True).stdout
    return QImage(str(folder / "a.png")), said


@needs_soffice
@pytest.mark.parametrize(
    ("document", "tolerance"),
    # LibreOffice's PDF stores pictures as JPEG.
    [(FOURTEEN, 6), (with_options(FOURTEEN, causal=True), 6), (words(64), 20)],
    ids=["shapes", "masked", "picture"],
)
def test_libreoffice_shows_the_same_colours(tmp_path, document, tolerance):
    figure = figure_of(document, numbers=False)
    data = pptx_bytes([Slide(title="t", figure=figure)])
    image, _ = by_soffice(tmp_path, data)
    slide = opened(data).slides[0]
    group = next(s for s in everything(slide.shapes) if s.name == "weights" and hasattr(s, "shapes"))
    pixels = image.width() / opened(data).slide_width
    cells = figure.cells("weights")
    colours = expected_colours(cells)
    seen = 0
    for row in range(2, cells.rows):
        for column in range(cells.columns):
            if cells.visible is not None and not cells.visible[row, column]:
                continue
            x = group.left + (column + 0.5) * group.width / cells.columns
            y = group.top + (row + 0.5) * group.height / cells.rows
            found = image.pixelColor(int(x * pixels), int(y * pixels))
            rgb = np.array([found.red(), found.green(), found.blue()])
            assert np.abs(rgb - colours[row, column]).max() <= tolerance, (row, column)
            seen += 1
    assert seen > 50


@needs_soffice
def test_libreoffice_reads_the_words(tmp_path):
    document = matrix_document(np.eye(len(HOSTILE)), np.eye(len(HOSTILE)), np.ones((len(HOSTILE), 1)), tokens_q=HOSTILE)
    _, said = by_soffice(tmp_path, pptx_bytes(deck(scene_of(document, "steps"), text_width)))
    for token in ("<b>", "a&b", "=1+1", "]]>"):
        assert token in said, token
    weight = float(derive(document).weights[0, 0])
    assert number_format("en").fixed(weight, 2) in said
