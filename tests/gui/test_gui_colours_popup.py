"""The Colours popup: whatever is set there shows, and what has no effect says so."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from attnviz.document.colour_choice import CURVES, ColourChoice
from tests.gui.conftest import click, settle
from tests.gui.heatmap_hand import lengthened
from tests.gui.test_gui_palette_controls import found

pytestmark = pytest.mark.qt_log_ignore("does not support grabbing")  # offscreen


def popup_of(application):
    controls = application.window.matrix.controls
    click(controls.colours, QPoint(8, 8))
    assert controls.popup.isVisible()
    return controls.popup


def enter(field, text):
    field.setFocus()
    field.clear()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def scale_of(application):
    return application.window.matrix.heatmap.figure.cells("weights").scale


def picture(application):
    return application.window.matrix.heatmap.grab().toImage()


def test_a_key_left_out_shows_at_once_and_no_longer_when_it_is_taken_back(matrix):
    before, popup = picture(matrix), popup_of(matrix)
    enter(popup.leave_out, "8")
    assert scale_of(matrix).left_out == 7
    assert picture(matrix) != before
    assert popup.automatic.isChecked()
    click(popup.automatic, QPoint(8, popup.automatic.height() // 2))
    assert matrix.view.colour == ColourChoice()
    assert popup.leave_out.text() == ""
    assert picture(matrix) == before
    enter(popup.leave_out, "8")
    enter(popup.leave_out, "")
    assert picture(matrix) == before, "without a key to leave out nothing asks for a range that is read"
    popup.hide()


SETTINGS = [
    ColourChoice(curve=curve, low=low, high=high, automatic=automatic, leave_out=left)
    for curve, low, high, automatic, left in product(CURVES, (None, 0.05), (None, 0.4), (False, True), (None, 7))
]
OTHERS = {"low": 0.02, "high": 0.3, "leave_out": 4}


@pytest.mark.parametrize("quantity", ["weights", "scaled"])
def test_a_field_that_is_enabled_has_an_effect_and_one_that_has_none_says_why(matrix, quantity):
    matrix.look(quantity=quantity, fitting_curve=False)
    popup = popup_of(matrix)

    def choose(own):
        """The ends are those of the quantity that is drawn."""
        matrix.look(colour=replace(own, low=None, high=None).with_ends(quantity, own.low, own.high))

    for own in SETTINGS:
        choose(own)
        before = scale_of(matrix)
        for name, other in OTHERS.items():
            field = getattr(popup, name)
            enabled, why = field.isEnabled(), field.accessibleDescription()
            # On a map of two sides the further of two ends counts: the nearer one is moved beyond it.
            choose(replace(own, **{name: 9.0 if quantity == "scaled" and name != "leave_out" else other}))
            assert (scale_of(matrix) != before) == enabled, (own, name)
            assert bool(why) == (not enabled), (own, name)
            choose(own)
            assert enabled or field.toolTip() == why
        switch = popup.automatic
        assert bool(switch.accessibleDescription()) != switch.isEnabled(), own
        if switch.isEnabled():
            assert switch.isChecked() == scale_of(matrix).automatic, own
            switch.click()
            assert switch.isChecked() == scale_of(matrix).automatic != before.automatic, own
    popup.hide()


def test_a_key_beyond_the_last_is_told_until_it_is_there_again(matrix, qtbot):
    popup = popup_of(matrix)
    enter(popup.leave_out, "8")
    assert not popup.note.isVisible()
    lengthened(matrix, 3, qtbot)
    assert "8" in popup.note.text()
    assert "from 1 to 3" in popup.note.text()
    assert popup.note.isVisible()
    assert not popup.automatic.isChecked()
    matrix.session.undo_stack.undo()
    qtbot.waitUntil(lambda: matrix.scene.trace.n_k == 14)
    assert not popup.note.isVisible()
    assert scale_of(matrix).left_out == 7
    popup.hide()


def test_why_fields_are_dead_can_be_read_in_the_popup(matrix):
    popup = popup_of(matrix)
    enter(popup.low, "0.1")
    enter(popup.high, "0.5")
    assert popup.note.text() == popup.leave_out.accessibleDescription() != ""
    assert popup.note.isVisible()
    matrix.look(fitting_curve=False, colour=ColourChoice(curve="quantile", low=0.1, high=0.5))
    assert popup.note.text() == popup.low.accessibleDescription() == popup.high.toolTip()
    assert popup.leave_out.isEnabled()
    popup.hide()


def test_while_it_is_closed_a_drag_works_nothing_out_for_it(matrix, monkeypatch):
    controls = matrix.window.matrix.controls
    popup_of(matrix).hide()
    worked, fitted = [], []
    monkeypatch.setattr(controls.popup, "_tell_effects", lambda scene: worked.append(scene))
    monkeypatch.setattr(controls, "_fit_label", lambda: fitted.append(1))
    before = matrix.scene
    for value in (100, 300, 500):
        matrix.window.controls.d_k.slider.setValue(value)
        settle(matrix)
    assert matrix.scene is not before
    assert worked == []
    assert fitted == [], "the row of controls is as wide as before"
    popup_of(matrix)
    assert worked == [matrix.scene], "it opens with what is shown now"
    controls.popup.hide()


def test_a_popup_that_was_closed_opens_as_things_are_now(matrix):
    popup_of(matrix).hide()
    matrix.look(fitting_curve=False, colour=ColourChoice(curve="quantile", map="viridis", low=0.1))
    popup = popup_of(matrix)
    assert not popup.low.isEnabled()
    assert popup.note.isVisible()
    assert (popup.low.text(), popup.map.currentText()) == ("0.1", "viridis")
    popup.hide()
    matrix.look(quantity="scores", colour=ColourChoice())
    popup = popup_of(matrix)
    assert popup.low.isEnabled()
    assert popup.low.text() == ""
    assert popup.signed_map.isVisible()
    assert not popup.note.isVisible()
    popup.hide()


def test_the_palette_lists_what_can_be_used_though_the_popup_was_never_open(matrix):
    typed = "lower end of the colours"
    assert found(matrix, typed)[:1] == ["Lower end of the colours"]
    matrix.look(fitting_curve=False, colour=ColourChoice(curve="quantile"))
    assert "Lower end of the colours" not in found(matrix, typed), "quantiles have no ends"
    matrix.look(fitting_curve=False, colour=ColourChoice(curve="sqrt"))
    assert found(matrix, typed)[:1] == ["Lower end of the colours"]


@pytest.mark.parametrize("quantity", ["scaled", "mask", "gradient"])
def test_beside_a_comparison_the_controls_are_those_of_weights(matrix, quantity, qtbot):
    lengthened(matrix, 30, qtbot)
    controls = matrix.window.matrix.controls
    matrix.look(quantity=quantity)
    matrix.look(drawing="compare")
    assert controls.curve.isEnabled()
    assert controls.colours.isEnabled()
    assert controls.curve.currentText() == "automatic: square root", "the curve that is drawn"
    popup = popup_of(matrix)
    enter(popup.high, "0.5")
    assert popup.refusal.isHidden()
    assert matrix.view.colour.high == 0.5
    popup.hide()
