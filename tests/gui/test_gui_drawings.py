"""Other ways to draw the same weights: lines, arcs, and two matrices beside each other."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import click
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionComboBox

from attnviz.document.comparison import Comparison
from attnviz.export.fonts import text_width
from attnviz.export.views import view_figure
from tests.gui.heatmap_hand import wheel


def choose(combo, data):
    """As a person does: by keyboard, in the open list."""
    combo.setFocus()
    for _ in range(combo.count()):
        if combo.currentData() == data:
            break
        QTest.keyClick(combo, Qt.Key.Key_Down)
    else:
        for _ in range(combo.count()):
            if combo.currentData() == data:
                break
            QTest.keyClick(combo, Qt.Key.Key_Up)
    assert combo.currentData() == data


def retype(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def drawing(application, name):
    application.look(tab="matrix")
    choose(application.window.matrix.controls.drawing, name)
    return application.window.matrix


def hover(canvas, x, y):
    QTest.mouseMove(canvas, QPoint(round(x), round(y)))
    canvas.hover(QPointF(x, y))


@pytest.mark.parametrize("name", ["lines", "arcs"])
def test_a_line_tells_its_weight_under_the_pointer(sentence, name):
    view = drawing(sentence, name)
    canvas, found = view.links.canvas, view.links.canvas._drawn
    k = len(found.links) - 1  # the heaviest lies on top
    x, y = found.courses[k, 12] * canvas.scale
    hover(canvas, x, y)
    i, j = int(found.links.queries[k]), int(found.links.keys[k])
    tokens = sentence.scene.trace.tokens_k
    reading = sentence.window.reading.text()
    assert f"query “{tokens[i]}” · key “{tokens[j]}”" in reading
    assert f"weight {sentence.scene.trace.weights[i, j]:.4f}" in reading
    strong = [item for item in canvas.figure.items if getattr(item, "opacity", 0) > 0.5]
    assert len(strong) == len(found.links.looked_at(i)), "its row stands out"
    click(canvas, QPoint(round(x), round(y)))
    assert sentence.view.query == i
    hover(canvas, 1, 1)
    assert sentence.window.reading.text() == ""


def test_the_keys_walk_the_rows_lines_from_the_heaviest(sentence):
    view = drawing(sentence, "lines")
    sentence.look(query=3)
    view.links.canvas.setFocus()
    keys = view.links.canvas._drawn.links.looked_at(3)
    tokens = sentence.scene.trace.tokens_k
    walk = [(Qt.Key.Key_Right, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Right, 2), (Qt.Key.Key_Left, 1)]
    for key, expected in walk:
        QTest.keyClick(view.links.canvas, key)
        assert f"key “{tokens[keys[expected]]}”" in sentence.window.reading.text()
    QTest.keyClick(view.links.canvas, Qt.Key.Key_Down)
    assert sentence.view.query == 4


def test_threshold_and_number_choose_the_lines(sentence):
    view = drawing(sentence, "lines")
    panel, weights = view.links, sentence.scene.trace.weights
    retype(panel.threshold.field, "0.2")
    assert len(panel.canvas._drawn.links) == int((weights >= 0.2).sum())
    retype(panel.threshold.field, "0")
    retype(panel.most, "2")
    assert len(panel.canvas._drawn.links) == 2 * len(weights)
    assert not sentence.session.dirty, "looking is no edit"


def test_the_exported_figure_is_what_is_seen(sentence):
    for name in ("lines", "arcs", "compare"):
        drawing(sentence, name)
        figure = view_figure(sentence.scene, text_width)
        assert (figure.cells("difference") is not None) == (name == "compare")
        assert any("arcs" in getattr(item, "text", "") for item in figure.items) == (name == "arcs")


def test_numbers_in_cells_are_offered_where_there_are_cells(sentence):
    for name, offered in (("heatmap", True), ("lines", False), ("compare", True), ("arcs", False), ("heatmap", True)):
        drawing(sentence, name)
        assert sentence.window.controls.numbers.isVisible() == offered
        assert sentence.window.controls.cells.isVisible() == offered


def test_scaled_against_unscaled(sentence):
    view = drawing(sentence, "compare")
    canvas = view.compare.canvas
    one, two = sentence.scene.trace.weights, canvas.figure.cells("other").values
    assert two.max() > one.max()
    np.testing.assert_array_equal(canvas.figure.cells("difference").values, one - two)
    i, j = np.unravel_index((two - one).argmax(), one.shape)
    for plot in ("weights", "other", "difference"):
        place = canvas.cell_center(plot, int(i), int(j))
        hover(canvas, 1, 1)
        hover(canvas, place.x(), place.y())
        reading = sentence.window.reading.text()
        assert f"weight {one[i, j]:.4f} against {two[i, j]:.4f}" in reading
    sentence.acts.set_option("divide", False)
    assert canvas.figure.cells("other").values.max() < canvas.figure.cells("weights").values.max(), "the sides changed"


def test_a_weight_that_is_no_number_is_told_as_none(start, tmp_path):
    A = np.full((1, 2, 6, 6), 1 / 6)
    A[0, 1, 3, 2] = np.nan
    np.savez(tmp_path / "odd.npz", A=A)
    application = start("sentence")
    application.filing.open_files([tmp_path / "odd.npz"])
    view = drawing(application, "compare")
    application.look(compare=Comparison(kind="head", head=1))
    canvas = view.compare.canvas
    for plot in ("weights", "other", "difference"):
        place = canvas.cell_center(plot, 3, 2)
        hover(canvas, 1, 1)
        hover(canvas, place.x(), place.y())
        assert "weight 0.1667 against NaN · difference NaN" in application.window.reading.text()


def test_the_three_plots_zoom_together(sentence):
    view = drawing(sentence, "compare")
    canvas = view.compare.canvas
    canvas.zoom_by(3.0, QPointF(canvas.cell_center("other", 8, 7)))
    views = {canvas.figure.cells(name).view for name in ("weights", "other", "difference")}
    assert len(views) == 1
    assert views != {None}
    first_row, rows, first_column, columns = views.pop()
    assert first_row <= 8 < first_row + rows
    assert first_column <= 7 < first_column + columns
    assert rows < 14


def from_list(combo, data):
    """Take an item of the open list, as Qt tells it."""
    combo.setFocus()
    combo.setCurrentIndex(combo.findData(data))
    combo.activated.emit(combo.currentIndex())


@pytest.mark.parametrize("by", ["keys", "wheel"])
def test_keys_and_the_wheel_go_through_all_that_can_be_compared(sentence, by):
    kind = drawing(sentence, "compare").compare.strip.kind
    kind.setFocus()
    QTest.keyClick(kind, Qt.Key.Key_Home)
    for index in range(kind.count()):
        assert kind.currentIndex() == index
        assert kind.hasFocus(), f"{kind.currentText()} gives the keys away: those behind it are out of their reach"
        if by == "keys":
            QTest.keyClick(kind, Qt.Key.Key_Down)
        else:
            wheel(kind, kind.rect().center(), -1)


def test_another_sentence_is_typed_and_another_head_is_chosen(sentence):
    view = drawing(sentence, "compare")
    from_list(view.compare.strip.kind, "sentence")
    assert view.compare.strip.text.hasFocus()
    QTest.keyClicks(view.compare.strip.text, "banco do rio")
    QTest.keyClick(view.compare.strip.text, Qt.Key.Key_Return)
    assert view.compare.canvas.figure.cells("other").values.shape == (3, 3)
    assert view.compare.canvas.figure.cells("difference") is None
    choose(view.compare.strip.kind, "head")
    choose(view.compare.strip.head, 1)
    assert sentence.view.compare.head == 1
    other = view.compare.canvas.figure.cells("other").values
    assert other[5, 4] == pytest.approx(other[5].max()), "the previous token gets the most"


@pytest.mark.parametrize(
    ("other", "same_shape"),
    [("banco do rio", False), ("a b c d e f g h i j", False), ("", True)],
)
def test_other_words_at_the_same_place_are_named(sentence, other, same_shape):
    view = drawing(sentence, "compare")
    choose(view.compare.strip.kind, "sentence")
    first = sentence.scene.trace.tokens_k
    words = other.split() or [f"word{i}" for i in range(len(first))]
    QTest.keyClicks(view.compare.strip.text, " ".join(words))
    QTest.keyClick(view.compare.strip.text, Qt.Key.Key_Return)
    one, two = sentence.scene.trace.weights, view.compare.canvas.figure.cells("other").values
    for plot in ("weights", "other"):
        place = view.compare.canvas.cell_center(plot, 2, 1)
        hover(view.compare.canvas, 1, 1)
        hover(view.compare.canvas, place.x(), place.y())
        assert sentence.window.reading.text() == (
            f"query “{first[2]}” · key “{first[1]}” · weight {one[2, 1]:.4f} against "
            f"query “{words[2]}” · key “{words[1]}” · weight {two[2, 1]:.4f}"
            + f" · difference {one[2, 1] - two[2, 1]:+.4f}".replace("-", "−")
            * same_shape
        )


def test_a_masked_cell_of_a_comparison_is_told_as_masked(sentence):
    view = drawing(sentence, "compare")
    choose(view.compare.strip.kind, "causal")
    canvas, one = view.compare.canvas, sentence.scene.trace.weights
    for row, column, masked in ((2, 5, " (masked)"), (5, 2, "")):
        place = canvas.cell_center("difference", row, column)
        hover(canvas, 1, 1)
        hover(canvas, place.x(), place.y())
        two = canvas.figure.cells("other").values[row, column]
        assert f"weight {one[row, column]:.4f} against {two:.4f}{masked} · diff" in sentence.window.reading.text()


def test_a_document_without_the_comparison_gets_one_that_it_has(bank):
    bank.look(tab="matrix", drawing="compare", compare=Comparison(kind="sentence", text="x"))
    strip = bank.window.matrix.compare.strip
    assert [strip.kind.itemData(i) for i in range(strip.kind.count())] == ["divide", "causal"]
    assert strip.kind.currentData() == "divide"
    assert bank.window.matrix.compare.canvas.figure.cells("difference") is not None


def test_the_pinned_numbers_can_be_compared_with(bank):
    bank.before.pin()
    before = bank.scene.trace.weights
    bank.acts.edit_cell("Q", 1, 0, 5.0, "g")
    bank.look(tab="matrix", drawing="compare", compare=Comparison(kind="pinned"))
    canvas = bank.window.matrix.compare.canvas
    np.testing.assert_array_equal(canvas.figure.cells("other").values, before)


def test_a_large_comparison_comes_from_the_worker(start, qtbot):
    application = start("sentence")
    application.acts.set_text(" ".join(f"w{i % 50}" for i in range(700)))
    qtbot.waitUntil(lambda: application.scene.trace.n_k == 700, timeout=10_000)
    drawing(application, "compare")
    canvas = application.window.matrix.compare.canvas
    qtbot.waitUntil(lambda: canvas.figure.cells("difference") is not None, timeout=10_000)
    assert canvas.figure.cells("other").values.shape == (700, 700)


@pytest.mark.parametrize("name", ["lines", "arcs"])
def test_the_bars_below_lines_and_arcs_show_every_key_after_a_zoom(sentence, name):
    sentence.look(tab="matrix", inspector="row", query=8, zoom=(0.0, 4.0, 0.0, 4.0))
    inspector = sentence.window.matrix.inspector
    assert "keys 1–4: " in inspector.title.text()
    drawing(sentence, name)
    assert inspector.title.text() == "Row of “it” · sum 1.00"
    assert inspector.bars.grids()[0].columns == list(sentence.scene.trace.tokens_k)
    drawing(sentence, "heatmap")
    assert inspector.bars.grids()[0].columns == list(sentence.scene.trace.tokens_k[:4])


@pytest.mark.parametrize("name", ["lines", "arcs"])
def test_the_hand_that_moved_last_chooses_the_row_that_stands_out(sentence, name):
    view = drawing(sentence, name)
    canvas = view.links.canvas
    sentence.look(query=3)
    row = canvas.label_rect("weights", "row", 8).center()

    def bold() -> set[str]:
        return {item.text for item in canvas.figure.items if getattr(item, "bold", False)}

    tokens = sentence.scene.trace.tokens_q
    told = {i: canvas._drawn.links.looked_at(i) for i in (3, 4, 8)}

    def stands_out(query: int) -> bool:
        strong = [item for item in canvas.figure.items if getattr(item, "opacity", 0) > 0.5]
        return len(strong) == len(told[query]) and {tokens[query], *(tokens[k] for k in told[query])} <= bold()

    hover(canvas, row.x(), row.y())
    assert stands_out(8)
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert f"query “{tokens[3]}”" in sentence.window.reading.text()
    assert stands_out(3), "the pointer only rests on another row"
    QTest.keyClick(canvas, Qt.Key.Key_Down)
    assert f"query “{tokens[4]}”" in sentence.window.reading.text()
    assert stands_out(4)
    hover(canvas, row.x() + 1, row.y())
    assert stands_out(8)
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    assert stands_out(4)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_what_a_list_shows_is_never_cut(start, language):
    """What it offers changes while it is shown: with the other option, and once numbers are pinned."""
    app = start("sentence", language=language)
    strip = drawing(app, "compare").compare.strip
    QApplication.processEvents()  # it is shown, as wide as what it offers now
    app.before.pin()
    for kind in [strip.kind.itemData(i) for i in range(strip.kind.count())]:
        choose(strip.kind, kind)
        QApplication.processEvents()
        for combo in (strip.kind, strip.head):
            if combo.isVisible():
                option = QStyleOptionComboBox()
                combo.initStyleOption(option)
                field = QStyle.SubControl.SC_ComboBoxEditField
                room = combo.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, combo).width()
                assert combo.fontMetrics().horizontalAdvance(combo.currentText()) <= room


def test_what_is_counted_is_called_as_it_is_drawn(sentence):
    links = drawing(sentence, "arcs").links
    assert links.most.accessibleName() == "Arcs a query"
    drawing(sentence, "lines")
    assert links.most.accessibleName() == "Lines a query"
