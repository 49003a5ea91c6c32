"""Letters, head numbers, and the convention in which queries are columns."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.document.colour_choice import ColourChoice
from attnviz.export.notation import Notation
from attnviz.export.palette import PALETTES
from attnviz.settings import Settings
from tests.gui.conftest import click
from tests.gui.export_hand import saved


def texts(app) -> list[str]:
    return [item.text for item in app.window.steps.editor.figure.items if hasattr(item, "text")]


@pytest.mark.parametrize(
    ("formula", "letters", "transposed", "written"),
    [
        ("S = QKᵀ", "OmegaAC", False, "Ω = QKᵀ"),
        ("O = AV", "OmegaAC", False, "C = AV"),
        ("S / (√dₖ · τ)", "OmegaAC", False, "Ω / (√dₖ · τ)"),
        ("[O₁ | O₂ | …]", "OmegaAC", False, "[C₁ | C₂ | …]"),
        ("W_O", "OmegaAC", False, "W_O"),
        ("A = softmax(S / √dₖ)", "OmegaAC", False, "A = softmax(Ω / √dₖ)"),
        ("S = QKᵀ", "SAO", True, "S = KᵀQ"),
        ("O = AV", "OmegaAC", True, "C = VA"),
        ("S = QKᵀ", "SAO", False, "S = QKᵀ"),
    ],
)
def test_formulas_are_written_in_the_chosen_notation(formula, letters, transposed, written) -> None:
    assert Notation(letters=letters, transposed=transposed).write(formula) == written


def test_the_letters_change_everywhere_and_are_remembered(bank, tmp_path) -> None:
    bank.window.actions_.letters["OmegaAC"].trigger()
    assert {"Ω = QKᵀ", "Ω / √dₖ", "C = AV"} <= set(texts(bank))
    assert bank.session.undo_stack.count() == 0
    bank.look(tab="matrix")
    heading = [item.text for item in bank.window.matrix.heatmap.figure.items if hasattr(item, "text")]
    assert "A = softmax(Ω / √dₖ)" in heading
    assert Settings().letters == "OmegaAC"
    bank.look(tab="steps")
    bank.acts.export(tmp_path / "a.svg")
    assert "Ω = QKᵀ" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_heads_can_be_counted_from_zero(bank) -> None:
    bank.acts.new_embeddings()
    field = bank.window.controls.layer.head
    assert field.text() == "1"
    bank.window.actions_.first_heads["0"].trigger()
    assert field.text() == "0"
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert bank.scene.trace.head == 1


@pytest.fixture
def columns(bank):
    bank.window.actions_.transposed["columns"].trigger()
    return bank


def test_the_transposed_chain_is_the_same_numbers_turned(columns) -> None:
    figure = columns.window.steps.editor.figure
    assert "S = KᵀQ" in texts(columns)
    for name in ("Q", "K", "V", "scores", "scaled", "weights", "output"):
        cells = figure.cells(name)
        x0, y0, *_ = cells.cell_rect(0, 0)
        x1, y1, *_ = cells.cell_rect(1, 0)
        assert (x1 > x0, y1 == y0) == (True, True), f"the rows of {name} should run to the right"
        assert np.array_equal(cells.drawn().values, cells.values.T)


def test_typing_pasting_and_arrows_mean_what_is_seen(columns) -> None:
    editor = columns.window.steps.editor
    click(editor, editor.cell_center("Q", 1, 0))
    QTest.keyClicks(editor, "7")
    QTest.keyClick(editor._line, Qt.Key.Key_Escape)
    QTest.keyClick(editor, Qt.Key.Key_Right)
    assert editor.cursor_cell == ("Q", 2, 0)
    QTest.keyClick(editor, Qt.Key.Key_Down)
    assert editor.cursor_cell == ("Q", 2, 1)
    click(editor, editor.cell_center("K", 0, 0))
    QApplication.clipboard().setText("5\t6\t7")  # the first row that is seen: the first component of every key
    QTest.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert columns.session.document.source.K[:, 0].tolist() == [5, 6, 7]
    QTest.keyClick(editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().splitlines()[0] == "5.0\t6.0\t7.0"


def test_labels_follow_queries_and_keys_on_their_new_sides(columns) -> None:
    editor = columns.window.steps.editor
    click(editor, editor.label_rect("scores", "row", 2).center().toPoint())  # a query, above now
    assert columns.view.query == 2
    click(editor, editor.label_rect("scores", "column", 1).center().toPoint())  # a key, at the left now
    assert columns.view.key == 1


def test_the_transposed_heatmap_has_its_pixels_turned(columns) -> None:
    columns.look(tab="matrix", numbers=False)
    heatmap = columns.window.matrix.heatmap
    image = heatmap.grab().toImage()
    lut, weights = PALETTES["light"].lut("violet"), columns.scene.trace.weights
    cells = heatmap.figure.cells("weights")
    for i in range(3):
        for j in range(3):
            x, y = cells.x + (i + 0.5) * cells.cell_width, cells.y + (j + 0.5) * cells.cell_height
            found = QColor(image.pixel(round(x * heatmap.scale), round(y * heatmap.scale)))
            expected = lut[round(float(weights[i, j]) * 255)]
            assert np.abs(np.array(found.getRgb()[:3]) - expected).max() <= 3


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
@pytest.mark.parametrize("tab", ["steps", "matrix"])
def test_the_transposed_convention_is_exported(columns, tmp_path, tab, ending) -> None:
    columns.look(tab=tab)
    target = tmp_path / f"a.{ending}"
    columns.acts.export(target)
    saved(columns)
    assert target.stat().st_size > 5000
    if ending == "svg":
        words = ["".join(node.itertext()) for node in ET.parse(target).iter("{http://www.w3.org/2000/svg}text")]
        assert ("S = KᵀQ" in words) == (tab == "steps")
        assert any("columns" in word for word in words) == (tab == "matrix") or tab == "steps"


def test_both_languages_and_themes_paint_it(start) -> None:
    for language, theme in (("en", "dark"), ("pt_BR", "light")):
        app = start("sentence", language, theme)
        app.appearance.set_notation(transposed=True)
        app.acts.set_option("causal", True)
        app.window.grab()
        app.look(tab="steps")
        app.window.grab()
        app.appearance.set_notation(transposed=False)


@pytest.mark.parametrize(("language", "row", "column"), [("en", "Row", "Column"), ("pt_BR", "Linha", "Coluna")])
@pytest.mark.parametrize("zoom", [None, (2.0, 6.0, 3.0, 6.0)])
@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
def test_what_is_a_row_or_a_column_is_called_so(start, language, row, column, zoom, drawing) -> None:
    """A followed query of a transposed matrix is a column: its button, the measures and the part in sight say so."""
    app = start("sentence", language, size=(1600, 1000))
    app.look(tab="matrix", drawing=drawing, zoom=zoom, fitting_curve=False, colour=ColourChoice(curve="row"))
    matrix = app.window.matrix
    button, picture = matrix.inspector.buttons["row"], matrix.plot
    words = row.lower(), column.lower()

    def said() -> list[str]:
        shown = [item.text for item in picture.figure.items if hasattr(item, "text")]
        return [text for text in (*shown, matrix.controls.curve.currentText()) if " = " not in text]

    for transposed in (False, True, False):
        app.look(transposed=transposed)
        one = column if transposed else row
        assert button.text() == button.accessibleName() == one
        assert one.lower() in button.toolTip()
        assert matrix.inspector.title.text().startswith(one)
        own, foreign = words[transposed], words[not transposed]
        if drawing == "heatmap" or zoom is None:  # else the part in sight has the measures' room
            assert any(own in text.lower() for text in said())
        assert not any(foreign in text.lower() for text in said())
