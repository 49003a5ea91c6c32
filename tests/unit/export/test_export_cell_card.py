"""A cell written out, and seen large."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.export.cell_card import cell_card
from attnviz.export.cell_sum import cell_sum
from attnviz.export.figure import Text
from attnviz.export.fonts import text_width
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.i18n import NumberFormat


def scene_of(name: str, *, decimal: str = ".", **options: object) -> Scene:
    lesson = lessons.load(name, "en")
    document = lesson.document
    if options:
        document = dataclasses.replace(document, options=dataclasses.replace(document.options, **options))
    return Scene(document=document, trace=derive(document).for_head(0), view=lesson.view, form=NumberFormat(decimal))


@pytest.mark.parametrize(
    ("matrix", "row", "column", "sum_"),
    [
        ("scores", 1, 2, "1·0 + 2·2 = 4"),
        ("scores", 0, 0, "2·1 + 0·0 = 2"),
        ("scaled", 1, 2, "4 ÷ 1.41 ≈ 2.83"),
        ("weights", 1, 2, "e^2.83 ÷ Σ = 16.92 ÷ 27.29 = 0.62"),
        ("output", 1, 0, "0.07·1 + 0.31·0.5 + 0.62·1 = 0.85"),
    ],
)
def test_the_sums_of_the_bank(matrix, row, column, sum_) -> None:
    found = cell_sum(scene_of("bank"), matrix, row, column)
    assert found.replace("≈", "=") == sum_.replace("≈", "=")


def test_the_sign_of_equality_is_honest() -> None:
    """4 ÷ 1.41 is 2.837, which is no 2.83: whoever reckons with the shown numbers is told so."""
    assert "≈ 2.83" in cell_sum(scene_of("bank"), "scaled", 1, 2)
    assert "= 4" in cell_sum(scene_of("bank"), "scores", 1, 2)


def test_numbers_are_written_in_the_language_of_the_window() -> None:
    assert "4 ÷ 1,41" in cell_sum(scene_of("bank", decimal=","), "scaled", 1, 2)


def test_what_has_no_sum_has_none() -> None:
    scene = scene_of("bank")
    assert cell_sum(scene, "Q", 0, 0) == ""
    assert cell_sum(scene, "weights", 9, 0) == ""
    assert cell_sum(scene, "weights", 0, 9) == ""
    assert cell_sum(scene_of("bank", causal=True), "weights", 0, 2) == ""
    assert cell_sum(scene_of("bank", divide=False), "scaled", 1, 2) == ""


def test_every_cell_of_a_sentence_has_a_sum_or_none_and_never_fails() -> None:
    scene = scene_of("sentence")
    n = scene.trace.n_q
    for matrix in ("scores", "scaled", "weights"):
        texts = [cell_sum(scene, matrix, row, column) for row in range(n) for column in range(n)]
        assert any(texts) or matrix == "scores"


def figure_of(scene: Scene):
    return steps_figure(scene, text_width)


@pytest.mark.parametrize("masked", [False, True])
def test_the_magnified_cell_is_the_cell(masked, qapp) -> None:
    scene = scene_of("bank", causal=masked)
    cells = figure_of(scene).cells("weights")
    card = cell_card(["query · key", "0.11"], text_width, (cells, 0, 2))
    shown = card.cells("weights")
    assert shown.window == (0.0, 1.0, 2.0, 1.0)
    assert shown.values is cells.values
    assert shown.numbers == (None if masked else (("0.11",),))
    assert shown.height > 2 * cells.cell_height


def test_a_card_holds_all_of_its_text(qapp) -> None:
    long = "word " * 60 + "end"
    card = cell_card(["title", long], text_width)
    texts = [item for item in card.items if isinstance(item, Text)]
    assert " ".join(text.text for text in texts) == f"title {long}"
    assert all(text.x + text_width(text.text, text.size, text.bold) <= card.width for text in texts)
    assert all(text.y < card.height for text in texts)


def test_huge_scores_are_not_written_as_powers() -> None:
    scene = scene_of("bank")
    document = dataclasses.replace(
        scene.document, source=dataclasses.replace(scene.document.source, Q=np.full((3, 2), 400.0))
    )
    big = dataclasses.replace(scene, document=document, trace=derive(document).for_head(0))
    assert cell_sum(big, "weights", 0, 0) == ""
    assert "400·1" in cell_sum(big, "scores", 0, 0)
