"""Controls found in the command palette: every one that can be seen or unfolded, by its own name; used as by hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QPushButton, QWidget

from attnviz.ui.command_match import best
from tests.gui.accessible_tree import name_of, visible_widgets
from tests.gui.test_gui_palette import do, names, summon


def found(app, typed: str) -> list[str]:
    palette = summon(app)
    palette.line.setText(typed)  # keyClicks knows no √
    there = names(palette)
    QTest.keyClick(palette.line, Qt.Key.Key_Escape)
    return there


def usable(top: QWidget) -> Iterator[QWidget]:
    """What a person could press, choose, type into or steer in a part of the window."""
    for widget in visible_widgets(top) if top.isVisible() else ():
        if widget.isEnabled() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield widget


def spoken(widget: QWidget) -> list[str]:
    """The names a person would look for a control by: what a screen reader says, and each choice."""
    name = name_of(QAccessible.queryAccessibleInterface(widget))
    if isinstance(widget, QComboBox):  # a screen reader's name of it holds what is chosen
        return [f"{widget.accessibleName()} {widget.itemText(index)}" for index in range(widget.count())]
    if isinstance(widget, QAbstractButton) and any(map(str.isalnum, widget.text())):
        return [name, widget.text().replace("&", "")]
    return [name] if widget.accessibleName() else []


def bare(name: str) -> str:
    return name.partition(" (")[0].casefold()


@pytest.fixture
def opened(start, tmp_path):
    """opened(source, language): a lesson, or "imported" for the attention of a small model."""

    def open_(source: str, language: str):
        if source == "imported":
            source = str(tmp_path / "model.npz")
            np.savez(source, attentions=np.full((2, 3, 4, 4), 0.25, dtype=np.float32), tokens=np.array(list("abcd")))
        return start(source, language, size=(1600, 1000))

    return open_


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("source", ["bank", "sentence", "bank-two", "imported"])
def test_every_control_that_can_be_seen_is_found_by_its_own_name(opened, language, source) -> None:
    app = opened(source, language)
    looked = 0
    for tab, action in app.window.actions_.tabs.items():
        app.look(tab=tab)
        QApplication.processEvents()
        entries = app.help._entries()
        here = {action.text().replace("&", ""), app.window.actions_.controls_panel.text().replace("&", "")}
        for part in (app.window.views.currentWidget(), app.window.controls):
            for widget in usable(part):
                for name in spoken(widget):
                    looked += 1
                    first = [entries[match.index] for match in best(name, entries)[:8]]
                    words = name.casefold().split()
                    own = [
                        e for e in first if e.where in here and all(w in f"{e.text} {e.also}".casefold() for w in words)
                    ]
                    acts = [e for e in first if bare(e.text) == bare(name)]
                    assert own or acts, (tab, name)
    assert looked > 100


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        (
            "en",
            "saturation lines arcs heatmap compare sorted colours linear square-root logarithmic each-query quantiles",
        ),
        ("en", "A-weights S-scores scaled-S mask ∂L/∂S temperature sliding-window causal-mask padding seed"),
        ("en", "draw-again decay mixture d_k"),
        ("pt_BR", "saturação linhas arcos comparar ordenadas cores temperatura janela máscara padding semente"),
        ("pt_BR", "saturacao mistura decaimento sortear d_k"),
    ],
)
def test_the_words_of_the_matrix_tab_find_something(start, language, typed) -> None:
    app = start("sentence", language)
    app.look(tab="matrix")
    entries = app.help._entries()
    for words in typed.split():
        assert best(words.replace("-", " "), entries), words


@pytest.mark.parametrize(("language", "typed"), [("en", "arcs"), ("pt_BR", "arcos")])
def test_a_choice_of_a_combo_box_is_made(start, language, typed) -> None:
    app = start("sentence", language)
    app.look(tab="matrix")
    do(app, typed)
    assert app.view.drawing == "arcs"
    assert app.window.matrix.controls.drawing.currentData() == "arcs"
    assert app.window.matrix.controls.curve.isHidden()


def test_a_choice_says_which_one_holds(matrix) -> None:
    palette = summon(matrix)
    QTest.keyClicks(palette.line, "drawn as")
    on = {
        palette.found.entries[match.index].text: palette.found.entries[match.index].checked
        for match in palette.found.matches
    }
    assert on["Drawn as: heatmap"] is True
    assert on["Drawn as: arcs"] is False


def test_a_switch_is_thrown_and_can_be_undone(matrix) -> None:
    do(matrix, "sliding window")
    assert matrix.session.document.options.window == 3
    matrix.session.undo_stack.undo()
    assert matrix.session.document.options.window is None
    do(matrix, "sorted")
    assert matrix.view.sorted_bars


def test_a_tab_of_the_inspector_is_opened(matrix) -> None:
    do(matrix, "saturation")
    assert matrix.view.inspector == "saturation"
    assert matrix.window.matrix.inspector.saturation.isVisible()


def test_a_button_is_pressed(matrix) -> None:
    before = matrix.session.document.source.seed
    do(matrix, "draw again")
    assert matrix.session.document.source.seed == before + 1


@pytest.mark.parametrize(("language", "typed"), [("en", "temperature"), ("pt_BR", "temperatura")])
def test_a_number_gets_the_keys_with_its_digits_selected(start, language, typed) -> None:
    app = start("sentence", language)
    app.look(tab="matrix")
    do(app, typed)
    field = app.window.controls.temperature.field
    assert field.hasFocus()
    assert field.selectedText() == field.text()
    QTest.keyClicks(field, "2")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert app.session.document.options.temperature == 2


def test_what_lies_below_the_edge_is_scrolled_to(start) -> None:
    app = start("sentence", size=(960, 600))
    field = app.window.controls.seed
    assert field.visibleRegion().isEmpty()
    do(app, "seed")
    QApplication.processEvents()
    assert field.hasFocus()
    assert not field.visibleRegion().isEmpty()


def test_one_number_is_offered_once(matrix) -> None:
    assert found(matrix, "temperature") == ["Temperature"]


def test_what_the_menus_offer_is_not_offered_twice(matrix) -> None:
    for name in ("Causal mask", "Divide by √dₖ", "Numbers in the cells", "Content", "Closer"):
        same = [text for text in found(matrix, name) if text.partition(" (")[0].casefold() == name.casefold()]
        assert len(same) == 1, (name, same)


def test_an_act_goes_before_a_control_of_the_same_name(sentence) -> None:
    sentence.look(tab="training")
    assert found(sentence, "heads")[:2] == ["Heads", "heads"]
    do(sentence, "heads")
    assert sentence.view.tab == "heads"


def test_what_is_hidden_or_greyed_is_not_offered(matrix) -> None:
    assert "Colour scale: logarithmic" in found(matrix, "logarithmic")
    matrix.look(quantity="mask")
    assert not matrix.window.matrix.controls.curve.isEnabled()
    assert found(matrix, "logarithmic") == []
    matrix.look(quantity="weights", drawing="arcs")
    assert found(matrix, "logarithmic") == []
    assert "Temperature" in found(matrix, "temperature")
    assert found(matrix, "lower end of the colours") == [], "its popup cannot be opened"
    matrix.look(tab="code")
    assert found(matrix, "arcs") == []


def test_a_presentation_offers_no_control_that_lies_behind_it(matrix) -> None:
    matrix.window.present(True)
    assert not any(entry.text.startswith("Drawn as") for entry in matrix.help._entries())


def test_a_new_control_is_found_without_being_listed(matrix) -> None:
    button = QPushButton("Xylo&phone", matrix.window.matrix)
    pressed = []
    button.clicked.connect(lambda: pressed.append(1))
    button.show()
    assert found(matrix, "xylophone") == ["Xylophone"]
    do(matrix, "xylophone")
    assert pressed == [1]


# what is folded away ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "lower-end upper-end colour-map left-out blue-and-orange range-read viridis quantity"),
        ("pt_BR", "extremo-inferior mapa-de-cores viridis fora faixa-lida grandeza"),
    ],
)
def test_what_lies_in_the_colours_popup_is_found(start, language, typed) -> None:
    app = start("sentence", language)
    app.look(tab="matrix")
    for words in typed.split():
        app.look(quantity="scores" if words == "blue-and-orange" else "weights")
        assert found(app, words.replace("-", " ")), words
    assert not app.window.matrix.controls.popup.isVisible(), "looking for it opens nothing"


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen
def test_a_field_of_the_colours_popup_gets_the_keys(matrix) -> None:
    do(matrix, "lower end of the colours")
    popup = matrix.window.matrix.controls.popup
    assert popup.isVisible()
    assert popup.focusWidget() is popup.low
    QTest.keyClicks(popup.low, "0.1")
    QTest.keyClick(popup.low, Qt.Key.Key_Return)
    assert matrix.view.colour.low == 0.1


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen
def test_a_choice_of_the_colours_popup_is_made_and_shown(matrix) -> None:
    do(matrix, "colour map viridis")
    popup = matrix.window.matrix.controls.popup
    assert matrix.view.colour.map == "viridis"
    assert popup.isVisible()
    assert popup.focusWidget() is popup.map


def test_one_field_of_the_colours_popup_says_where_it_lies(matrix) -> None:
    palette = summon(matrix)
    palette.line.setText("lower end of the colours")
    first = palette.found.entries[palette.found.matches[0].index]
    assert first.where == "Matrix › Colours"


@pytest.mark.parametrize("tab", ["matrix", "training", "shapes", "steps"])
@pytest.mark.parametrize("size", [(1280, 800), (780, 600)])
def test_controls_at_the_right_are_unfolded(start, tab, size) -> None:
    """Whether the person has put them away or the window is too narrow for them."""
    app = start("sentence", size=size)
    app.look(tab=tab)
    panels = app.window.panels
    if panels.shows("controls"):
        app.window.actions_.controls_panel.trigger()
    QApplication.processEvents()
    side = app.window.views.currentWidget().side or app.window.controls
    assert not side.isVisible()
    where = app.window.actions_.controls_panel.text().replace("&", "")
    tab_name = app.window.actions_.tabs[tab].text().replace("&", "")
    field = {"training": "learning rate", "shapes": "tokens n"}.get(tab, "temperature")
    entries = app.help._entries()
    first = entries[best(field, entries)[0].index]
    assert first.where in (where, tab_name), first
    do(app, field)
    QApplication.processEvents()
    assert side.isVisible()
    held = app.window.focusWidget()
    assert held is not None
    assert side.isAncestorOf(held)


def test_a_page_below_the_matrix_is_unfolded(matrix) -> None:
    matrix.look(inspector="none")
    QApplication.processEvents()
    inspector = matrix.window.matrix.inspector
    do(matrix, "saturation against")
    assert inspector.saturation.isVisible()
    assert inspector.saturation.hasFocus()
    do(matrix, "weights of the followed row")
    assert inspector.bars.isVisible()
    assert inspector.bars.hasFocus()
    matrix.look(inspector="none", sorted_bars=False)
    do(matrix, "sorted")
    assert matrix.view.sorted_bars
    assert inspector.sorted.hasFocus()


def test_what_is_folded_away_is_behind_a_presentation_too(matrix) -> None:
    matrix.window.present(True)
    assert not any(entry.text.startswith(("Lower end", "Temperature")) for entry in matrix.help._entries())
