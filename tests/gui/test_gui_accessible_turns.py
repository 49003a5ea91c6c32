"""What is heard when another tab comes, and when a row is asked for: the news first, once, and nothing by the way."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextBrowser

from attnviz.ui import announce
from attnviz.ui.guide_window import GuideWindow
from attnviz.ui.key_splitter import KeyHandle
from attnviz.ui.number_slider import NumberSlider
from attnviz.ui.voice import REST
from tests.gui.accessible_tree import about
from tests.gui.conftest import settle

TABS = ("matrix", "heads", "gradient", "training", "shapes", "code")

pytestmark = pytest.mark.usefixtures("reader")


@pytest.fixture
def order(start):
    """A function that opens a document and gives the program and what is said and what gets the keys, in order."""
    found: list[object] = []

    def open_(source):
        app = start(source)
        app.look(tab="steps")
        app.window.steps.focused.setFocus()
        settle(app)
        QApplication.instance().focusChanged.connect(heard)
        announce.listeners.append(found.append)
        return app, found

    def heard(_before, now):
        found.append(now)

    yield open_
    QApplication.instance().focusChanged.disconnect(heard)
    announce.listeners.remove(found.append)


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("source", ["bank", "sentence"])
def test_a_tab_is_named_before_the_keys_come_to_it_at_once(order, source, tab):
    app, found = order(source)
    for target in (tab, "steps", tab):  # made for the first time, and again
        found.clear()
        app.look(tab=target)
        settle(app)
        named = app.window.actions_.tabs[target].text().replace("&", "")
        assert found[0] == named
        widgets = [one for one in found if not isinstance(one, str)]
        assert widgets == [app.window.focusWidget()]
        assert app.window.views.currentWidget().isAncestorOf(widgets[0])


def test_the_row_of_a_cell_is_told_when_it_is_asked_for(order):
    app, found = order("bank")
    editor = app.window.steps.editor
    QTest.keyClick(editor, Qt.Key.Key_Right)
    QTest.keyClick(editor, Qt.Key.Key_Down)
    found.clear()
    QTest.keyClick(editor, Qt.Key.Key_Space)
    assert [one for one in found if isinstance(one, str)] == [
        "The query “banco” looks at “praça” 0.62, “banco” 0.31, “sentei” 0.07. Its output is [0.85, 0.15]: "
        "seat is largest."
    ]
    QTest.keyClick(editor, Qt.Key.Key_PageDown)  # K, whose rows are keys: still the followed query
    QTest.keyClick(editor, Qt.Key.Key_Down)
    found.clear()
    QTest.keyClick(editor, Qt.Key.Key_Space)
    assert any(isinstance(one, str) and one.startswith("The query “banco” looks at") for one in found)


def acts_of(window):
    """Every act that can be done now and opens nothing, changes no tab and no document, goes nowhere."""
    acts = window.actions_
    names = ("numbers", "motion", "lessons_panel", "controls_panel", "closer", "fit")
    found = [getattr(acts, name) for name in names]
    for group in (acts.letters, acts.first_heads, acts.transposed, acts.themes):
        found += group.values()
    copies = (acts.copy_figure, acts.copy_numbers, acts.copy_description, acts.compare, acts.follow_key, acts.divide)
    return [act for act in (*found, *copies) if act.isEnabled()]


def test_no_act_of_the_menus_is_silent_or_told_twice(start, heard, qtbot):
    app = start("sentence")
    app.look(tab="matrix")
    app.window.matrix.focused.setFocus()
    settle(app)
    count = len(acts_of(app.window))
    assert count > 15
    for index in range(count):
        act = acts_of(app.window)[index]
        text = act.text()
        heard.clear()
        act.trigger()
        qtbot.waitUntil(lambda: bool(heard), timeout=3000)
        qtbot.wait(REST + 50)  # for what would come too much
        assert len(heard) == 1, (text, heard)


def test_a_switch_of_the_menus_says_how_it_stands(start, heard, qtbot):
    app = start("bank")
    app.window.steps.focused.setFocus()
    for state in ("off", "on"):
        heard.clear()
        QTest.keyClick(
            app.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
        qtbot.waitUntil(lambda: bool(heard))
        assert heard == [f"Numbers in the cells: {state}"]


def test_the_palette_tells_what_it_has_found_once(start, heard, qtbot):
    app = start("bank")
    app.window.actions_.palette.trigger()
    settle(app)
    line = app.window.focusWidget()
    assert "1 of" in line.accessibleDescription()
    assert not heard
    QTest.keyClicks(line, "numbers")
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == ["Numbers in the cells, on, View, Ctrl+Shift+M, 1 of 4"]
    QTest.keyClick(line, Qt.Key.Key_Down)
    assert heard[1:] == ["Copy numbers, Edit, Ctrl+Alt+N, 2 of 4"]


def test_a_switch_in_the_palette_says_how_it_stands(start, heard, qtbot):
    app = start("bank")
    QTest.keyClick(app.window.steps.editor, Qt.Key.Key_Right)  # a cell that is read again when the keys are back
    app.window.actions_.palette.trigger()
    settle(app)
    QTest.keyClicks(app.window.focusWidget(), "numbers in the cells")
    heard.clear()
    QTest.keyClick(app.window.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Numbers in the cells: off" in heard)


@pytest.mark.parametrize("name", ["shortcuts", "preferences", "about", "export", "animate", "self_check"])
def test_what_opens_a_window_is_told_by_the_window(start, heard, qtbot, name):
    app = start("bank")
    heard.clear()
    act = getattr(app.window.actions_, name)
    act.trigger()
    qtbot.wait(50)
    assert act.text().replace("&", "").rstrip("…") not in heard
    for window in QApplication.topLevelWidgets():
        if window is not app.window and window.isVisible():
            window.close()


def test_a_guess_is_asked_and_answered_aloud(order, qtbot):
    app, found = order("bank")
    list(app.window.actions_.lessons.values())[8].trigger()
    settle(app)
    view = app.window.view("shapes")
    assert view.asking
    assert [one for one in found if isinstance(one, str) and one == view.card.question.text()]
    view.pictures["layer"].setFocus()
    for widget in (view.card.question, *view.card.answers.values(), view.card.skip):
        QTest.keyClick(app.window.focusWidget(), Qt.Key.Key_Tab)
        assert app.window.focusWidget() is widget
    view.card.answers["wider"].setFocus()
    found.clear()
    QTest.keyClick(view.card.answers["wider"], Qt.Key.Key_Space)
    settle(app)
    assert [one for one in found if isinstance(one, str)] == [view.verdict.text()]
    assert view.verdict.text()
    assert [one for one in found if not isinstance(one, str)] == [view.area.canvas]
    QTest.keyClick(view.area.canvas, Qt.Key.Key_Backtab)
    assert app.window.focusWidget() is view.verdict


def test_a_training_tells_how_far_it_is_once_it_rests(order, qtbot):
    app, found = order("bank")
    app.look(tab="training")
    view = app.window.view("training")
    qtbot.waitUntil(lambda: app.scene.training is not None)
    qtbot.wait(2 * REST)
    assert [one for one in found if isinstance(one, str)] == ["Training"]  # the rest is read with the canvas

    def told_after(key):
        found.clear()
        QTest.keyClick(app.window.focusWidget(), key)
        qtbot.waitUntil(lambda: any(isinstance(one, str) for one in found))
        qtbot.wait(REST)
        (sentence,) = (one for one in found if isinstance(one, str))
        return sentence

    assert " step 1," in told_after(Qt.Key.Key_N)
    assert " step 2," in told_after(Qt.Key.Key_N)
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: app.scene.training.step > 10)
    sentence = told_after(Qt.Key.Key_Space)
    assert f" step {app.scene.training.step}," in sentence
    assert "loss" in sentence
    view.bar.bar.setFocus()
    assert " step 0," in told_after(Qt.Key.Key_R)
    assert [one for one in found if not isinstance(one, str)] == [view.bar.run]


def test_a_button_that_goes_out_of_use_gives_its_keys_to_one_that_stays(order):
    app, found = order("sentence")
    player = app.window.steps.player
    for button in (player.first, player.last):
        button.setFocus()
        found.clear()
        QTest.keyClick(button, Qt.Key.Key_Space)
        settle(app)
        assert [one for one in found if not isinstance(one, str)] == [player.play]
    app.look(tab="matrix")
    controls = app.window.matrix.controls
    for button in (controls.fit, controls.further):
        controls.closer.click()
        settle(app)
        button.setFocus()
        found.clear()
        QTest.keyClick(button, Qt.Key.Key_Space)
        settle(app)
        assert [one for one in found if not isinstance(one, str)] == [controls.closer]


def test_an_edit_on_the_way_back_tells_what_comes_back(order, qtbot):
    app, found = order("bank")
    app.look(tab="gradient")
    qtbot.waitUntil(lambda: app.scene.gradient is not None)
    editor = app.window.view("gradient").editor
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_Right)
    found.clear()
    QTest.keyClicks(editor, "3")
    QTest.keyClick(app.window.focusWidget(), Qt.Key.Key_Return)  # the cursor, and the followed row, go on to the next
    qtbot.waitUntil(lambda: any(isinstance(one, str) and one.startswith("Edit ") for one in found))
    (told,) = (one for one in found if isinstance(one, str) and one.startswith("Edit "))
    row = app.scene.form.vector([float(value) for value in app.scene.gradient.dS[0]], 3)
    assert f"The gradient of the scores of “sentei” is {row}; " in told
    assert "looks at" not in told  # the weights are what they were
    found.clear()
    app.window.actions_.divide.trigger()
    qtbot.waitUntil(lambda: bool(found))
    assert "looks at" in found[-1]
    assert found[-1].endswith(" No gradient reaches the scores of “banco”.")  # L asks about another row


def test_the_hint_of_what_has_the_keys_is_read_out(start, heard, qtbot):
    app = start("bank")
    for widget, hint in (
        (app.window.controls.divide, app.window.controls.divide.toolTip()),
        (app.window.steps.editor, app.window.steps.editor.accessibleDescription()),  # which has no hint
    ):
        widget.setFocus()
        heard.clear()
        app.window.actions_.explain.trigger()
        qtbot.wait(50)
        assert heard == [hint]
        assert hint


def test_what_was_told_on_the_slide_is_no_news_when_the_window_is_back(start, heard, qtbot):
    app = start("bank")
    next(iter(app.window.actions_.lessons.values())).trigger()
    qtbot.wait(2 * REST)
    app.window.actions_.present.trigger()
    settle(app)
    presenter = app.window.presenter
    QTest.keyClick(presenter, Qt.Key.Key_E)
    settle(app)
    qtbot.wait(2 * REST)
    assert any("The weights do not move" in one for one in heard)
    heard.clear()
    QTest.keyClick(presenter, Qt.Key.Key_Escape)
    qtbot.wait(2 * REST)
    assert not any("Change the value" in one for one in heard)


@pytest.mark.parametrize("name", ["guide", "self_check"])
def test_a_page_of_text_is_walked_by_lines(start, qtbot, name):
    app = start("bank")
    getattr(app.window.actions_, name).trigger()
    page = None

    def there():
        nonlocal page
        found = [one for one in QApplication.allWidgets() if isinstance(one, QTextBrowser) and one.isVisible()]
        page = found[0] if found and len(found[0].toPlainText()) > 100 else None
        return page is not None

    qtbot.waitUntil(there)
    page.window().activateWindow()
    page.setFocus()
    qtbot.waitUntil(page.hasFocus)
    QTest.keyClick(page, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    places = []
    for _ in range(3):
        QTest.keyClick(page, Qt.Key.Key_Down)
        places.append(page.textCursor().position())
    assert places == sorted(set(places))
    page.window().close()


def test_another_size_of_text_is_told(start, heard, qtbot):
    app = start("bank")
    app.window.actions_.larger_text.trigger()
    settle(app)
    assert heard == ["Text size: 110 %"]


def test_the_page_to_which_a_link_leads_is_told(start, heard, qtbot):
    app = start("bank")
    app.window.actions_.guide.trigger()
    window = next(one for one in QApplication.topLevelWidgets() if isinstance(one, GuideWindow) and one.isVisible())
    window.activateWindow()
    window.text.setFocus()
    qtbot.waitUntil(window.text.hasFocus)
    heard.clear()
    QTest.keyClick(window.text, Qt.Key.Key_Tab)  # to its first link
    QTest.keyClick(window.text, Qt.Key.Key_Return)
    assert heard == [window.contents.currentItem().text(0)]
    window.close()


@pytest.mark.parametrize("tab", ["matrix", "training", "shapes"])
def test_no_key_on_a_slider_is_in_vain(start, heard, tab):
    app = start("sentence")
    app.look(tab=tab)
    settle(app)
    found = [one for one in app.window.findChildren(NumberSlider) if one.isVisible() and one.isEnabled()]
    assert found
    for one in found:
        one.slider.setFocus()
        QTest.keyClick(one.slider, Qt.Key.Key_Home)
        numbers = [one.slider.number()]
        for key in (*[Qt.Key.Key_Up] * 3, *[Qt.Key.Key_Down] * 2):
            heard.clear()
            QTest.keyClick(one.slider, key)
            settle(app)
            numbers.append(one.slider.number())
            assert heard == [one.field.text()]
        assert numbers[:4] == sorted(set(numbers[:4])), numbers
        assert numbers[3] > numbers[4] > numbers[5], numbers


def test_the_line_between_two_parts_says_where_it_has_gone(start, heard):
    app = start("bank")
    lines = [one for one in app.window.findChildren(KeyHandle) if one.isVisible()]
    assert len(lines) == 3
    for line in lines:
        upright = line.orientation() == Qt.Orientation.Horizontal
        line.setFocus()
        heard.clear()
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right) if upright else (Qt.Key.Key_Up, Qt.Key.Key_Down):
            QTest.keyClick(line, key)
        assert len(heard) == 2
        assert all(one.endswith(" % from the left" if upright else " % from the top") for one in heard)


def test_the_hint_of_the_first_minute_is_heard_where_it_is_closed(start):
    app = start("bank")
    app.window.hint.offer(app.scene)
    button = app.window.hint.close_button
    assert app.window.hint.sentence.text() in about(QAccessible.queryAccessibleInterface(button))
