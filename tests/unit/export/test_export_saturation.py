"""The chart of saturation says what is drawn, marks today, and tells no two lines apart by colour alone."""

from __future__ import annotations

import pytest

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.saturation import saturation
from attnviz.export.figure import Path, Text
from attnviz.export.fonts import text_width
from attnviz.export.saturation_figure import saturation_figure
from attnviz.i18n import number_format

pytestmark = pytest.mark.usefixtures("qapp")

SENTENCE = edits.sentence_document("the fat cat sat on the mat", d_k=32)
MATRICES = matrix_document([[2, 0], [1, 2]], [[1, 0], [1, 1]], [[1, 0], [0.5, 0.5]])


def drawn(document, shown="weights", language="en", **more):
    curve = saturation(document, gradient=shown == "gradient")
    size = {"width": 720, "height": 240, "measure": text_width, "form": number_format(language)}
    picture = saturation_figure(document, curve, shown, **size, **more)
    texts = [item.text for item in picture.figure.items if isinstance(item, Text)]
    return picture, curve, texts


def test_the_lines_go_through_the_curves_numbers():
    picture, curve, _ = drawn(SENTENCE)
    lines = [item for item in picture.figure.items if isinstance(item, Path) and item.width == 2]
    expected = [curve.divided.largest, curve.plain.largest, curve.divided.jacobian, curve.plain.jacobian]
    assert len(lines) == 4
    for line, numbers in zip(lines, expected, strict=True):
        read = [picture.frame.to_data(*point) for point in line.points]
        assert [x for x, _ in read] == pytest.approx(curve.d_k.tolist(), rel=1e-6)
        assert [y for _, y in read] == pytest.approx(numbers.tolist(), abs=1e-9)


def test_no_two_lines_look_alike_and_every_line_has_a_name():
    picture, _, texts = drawn(SENTENCE)
    lines = [item for item in picture.figure.items if isinstance(item, Path) and item.width == 2]
    assert len({(line.colour, line.dash) for line in lines}) == 4
    assert {"largest weight, divided", "largest weight, not divided", "‖J‖, divided", "‖J‖, not divided"} <= set(texts)


def test_today_is_marked_and_read_in_the_language():
    _, curve, texts = drawn(SENTENCE, language="pt_BR")
    assert any("32" in text and "today" in text for text in texts)
    largest = f"{curve.divided.largest[curve.d_k.tolist().index(32)]:.3f}".replace(".", ",")
    assert largest in texts[0]


@pytest.mark.parametrize(
    ("document", "shown", "words"),
    [
        (SENTENCE, "weights", "the same words"),
        (MATRICES, "weights", "as if today's scores grew"),
        (SENTENCE, "gradient", "‖, today's ∂A"),
    ],
)
def test_it_says_what_is_drawn(document, shown, words):
    picture, _, texts = drawn(document, shown)
    assert any(words in text for text in texts)
    assert words in picture.figure.description


def test_a_sample_of_rows_is_said():
    document = edits.sentence_document(" ".join(f"w{i}" for i in range(1100)), head="previous")
    _, curve, texts = drawn(document, "gradient")
    assert any(f"{curve.rows} of 1100 rows" in text for text in texts)
    assert any("too long to follow a gradient" in text for text in texts)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "means over the rows ·"),
        ({"causal": True}, "means over 6 of 7 rows, those with a choice ·"),
        ({"causal": True, "window": 2}, "means over 6 of 7 rows, those with a choice ·"),
        ({"causal": True, "padding": 5}, "means over 6 of 7 rows, those with a choice ·"),
    ],
)
def test_it_is_said_of_which_rows_the_means_are(changes, said):
    document = edits.with_options(SENTENCE, **changes)
    _, curve, texts = drawn(document)
    assert curve.choosing == derive(document).measures.choosing
    assert any(text.startswith(said) for text in texts), texts
