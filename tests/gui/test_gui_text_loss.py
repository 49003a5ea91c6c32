"""With text at 200 % nothing that is shown at 100 % is lost: it is there, it is scrolled to, or it is an act away."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from attnviz.export.figure import Cells, Text
from attnviz.i18n import translate
from attnviz.settings import Settings
from attnviz.ui import text_size
from attnviz.ui.controls_panel import ControlsPanel
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.lessons_panel import LessonsPanel
from attnviz.ui.row_bars import RowBars
from attnviz.ui.saturation_panel import SaturationPanel
from attnviz.ui.shapes_panel import ShapesPanel
from attnviz.ui.training_controls import TrainingControls
from tests.gui.conftest import click, come_to_rest

SIDES = (LessonsPanel, ControlsPanel, TrainingControls, ShapesPanel)
VIEWS: dict[str, dict[str, object]] = {
    "steps": {"tab": "steps"},
    "heatmap": {"tab": "matrix", "drawing": "heatmap"},
    "scores": {"tab": "matrix", "drawing": "heatmap", "quantity": "scaled"},
    "transposed": {"tab": "matrix", "drawing": "heatmap", "transposed": True},
    "lines": {"tab": "matrix", "drawing": "lines"},
    "arcs": {"tab": "matrix", "drawing": "arcs"},
    "compare": {"tab": "matrix", "drawing": "compare"},
    "saturation": {"tab": "matrix", "drawing": "heatmap", "inspector": "saturation"},
    "heads": {"tab": "heads"},
    "gradient": {"tab": "gradient"},
    "way back saturated": {"tab": "gradient", "inspector": "saturation"},
    "training": {"tab": "training"},
    "code": {"tab": "code"},
    **{f"shapes {name}": {"tab": "shapes"} for name in ("layer", "heads", "gate", "stack", "ledger", "recurrence")},
}

ALWAYS = (
    *(
        "standard deviation of S",
        "√dₖ =",
        "saturated rows",
        "mean entropy",
        "tokens on average",
        "gradient that passes",
    ),
    *("entropy (bits)", "attention received", "weight, linear", "fully masked"),
)


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


def look(app, qtbot, view: str) -> None:
    changes = dict(VIEWS[view])
    if changes["tab"] == "shapes":
        changes["shapes"] = replace(app.view.shapes, picture=view.split()[1], ask=False)
    app.look(**changes)
    come_to_rest()
    if changes["tab"] == "gradient":
        checked = app.window.view("gradient").checked
        qtbot.waitUntil(lambda: app.scene.gradient is not None and checked.text()[:1] == "✓")
    for panel in app.window.findChildren(SaturationPanel):
        if panel.isVisible():
            qtbot.waitUntil(lambda panel=panel: panel.curve is not None)
    come_to_rest()


def beside(widget: QWidget) -> bool:
    """Whether a widget belongs to a side of the window, which has a handle of its own."""
    while widget is not None:
        if isinstance(widget, SIDES):
            return True
        widget = widget.parentWidget()
    return False


def seen(window: QWidget) -> list[QWidget]:
    return [widget for widget in window.findChildren(QWidget) if widget.isVisible() and not beside(widget)]


def words(window: QWidget) -> set[str]:
    """What can be read in the view: words, and of matrices whether numbers stand in their cells. Numbers are left out,
    for an axis has as many as it has room for; so is what is already cut at usual text, or left out and told so."""
    said: set[str] = set()
    remark = translate("figure", "cells too small for numbers: come closer (+)")
    others = translate("figure", "… and {n} more, weighing {weight}").split("{n}")[0]
    for widget in seen(window):
        if isinstance(widget, FigureCanvas):
            texts = [item.text for item in widget.figure.items if isinstance(item, Text)]
            said |= {f"{c.name} with numbers" for c in widget.figure.items if isinstance(c, Cells) and c.numbers}
        elif isinstance(widget, (QLabel, QAbstractButton)):
            texts = [widget.text()]
        else:
            continue
        found = {
            word.strip("&·")
            for text in texts
            if not _is_remark(text, remark) and not text.startswith(others)
            for word in text.split()
        }
        said |= {word for word in found if not re.search(r"\d|…", word)}
    return said


def _is_remark(text: str, remark: str) -> bool:
    """Whether a text holds the remark, or is one of its lines."""
    return remark in text or (len(text) > 8 and (remark.startswith(text) or remark.endswith(text)))


def shortened(window: QWidget) -> tuple[str, ...]:
    """Beginnings of the tokens below bars too close for them, which the pointer reads in full."""
    bars = [widget for widget in seen(window) if isinstance(widget, RowBars)]
    return tuple(label.text[:-1] for bar in bars for label in bar.figure.items if _is_shortened(label))


def _is_shortened(item: object) -> bool:
    return isinstance(item, Text) and item.text.endswith("…")


def cut(window: QWidget) -> list[str]:
    """Of what is shown, what reaches out of something that does not scroll."""
    come_to_rest()
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(
            widget, (QLabel, QAbstractButton, QComboBox, QLineEdit, FigureCanvas, QAbstractScrollArea)
        ):
            continue
        place, holder = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()), widget.parentWidget()
        while holder is not None and not _scrolls(holder):
            if not QRect(holder.mapTo(window, QPoint(0, 0)), holder.size()).contains(place):
                name = widget.accessibleName() or getattr(widget, "text", str)()
                found.append(f"{type(widget).__name__} “{name}” {place} by {type(holder).__name__}")
                break
            holder = None if holder is window else holder.parentWidget()
    return found


def _scrolls(widget: QWidget) -> bool:
    area = widget.parentWidget()
    return isinstance(area, QAbstractScrollArea) and widget is area.viewport()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_is_lost_at_200_percent(start, qtbot, language, view) -> None:
    app = start("sentence", language)
    look(app, qtbot, view)
    before = words(app.window)
    app.appearance.set_text_size(200)
    look(app, qtbot, view)
    assert len(before) > 5
    lost = before - words(app.window)
    assert [word for word in lost if not word.startswith(shortened(app.window))] == []
    assert cut(app.window) == []
    assert all(handle.isVisible() for handle in app.window.handles.values())


@pytest.mark.parametrize("percent", [110, 150, 200])
@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
def test_the_measures_and_margins_of_a_matrix_are_never_left_out(start, qtbot, size, percent) -> None:
    Settings().text_size = percent
    app = start("bank", size=size)
    look(app, qtbot, "heatmap")
    figure = app.window.matrix.heatmap.figure
    said = " ".join(item.text for item in figure.items if isinstance(item, Text))
    for words_ in ALWAYS:
        assert words_ in said
    assert figure.cells("weights").numbers is not None
    assert figure.height * app.window.matrix.heatmap.scale <= app.window.matrix.heatmap.height() + 1
    assert cut(app.window) == []


def test_cells_too_narrow_for_their_numbers_say_so(start, qtbot) -> None:
    Settings().text_size = 200
    app = start("sentence", size=(960, 600))
    look(app, qtbot, "heatmap")
    texts = lambda: [item.text for item in app.window.matrix.heatmap.figure.items if isinstance(item, Text)]  # noqa: E731
    assert app.window.matrix.heatmap.figure.cells("weights").numbers is None
    assert any("cells too small for numbers" in text for text in texts())
    app.look(numbers=False)
    assert not any("too small" in text for text in texts())


@pytest.mark.parametrize(("percent", "said"), [(100, False), (200, True)])
def test_bars_too_close_for_their_numbers_say_so(start, qtbot, percent, said) -> None:
    Settings().text_size = percent
    app = start("sentence", size=(960, 600) if percent > 100 else (1280, 800))
    look(app, qtbot, "heatmap")
    texts = [item.text for item in app.window.matrix.inspector.bars.figure.items if isinstance(item, Text)]
    assert any("too close for their numbers" in text for text in texts) == said
    assert any(re.fullmatch(r"\d\.\d\d", text) for text in texts) != said


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("percent", [150, 175, 200])
def test_what_is_said_instead_of_the_numbers_is_said_in_full(start, qtbot, language, percent) -> None:
    Settings().text_size = percent
    app = start("sentence", language, size=(960, 600))
    look(app, qtbot, "heatmap")
    texts = [item.text for item in app.window.matrix.inspector.bars.figure.items if isinstance(item, Text)]
    said = translate("figure", "The bars are too close for their numbers: point at one.")
    assert [text for text in texts if text[:6] == said[:6]] in ([], [said])
    assert said in texts or percent < 200


def test_usual_text_has_no_handles_and_does_not_scroll(start, qtbot) -> None:
    app = start("sentence", size=(960, 600))
    look(app, qtbot, "heatmap")
    assert not any(handle.isVisible() for handle in app.window.handles.values())
    assert app.window.stage.verticalScrollBar().maximum() == 0


def test_a_side_without_room_is_a_click_away(start, qtbot) -> None:
    Settings().text_size = 200
    app = start("sentence", size=(960, 600))
    window, handles = app.window, app.window.handles
    assert not window.controls.isVisible()
    click(handles["controls"], handles["controls"].rect().center())
    assert window.controls.isVisible()
    assert handles["controls"].isChecked()
    assert window.actions_.controls_panel.isChecked()
    assert cut(window) == []
    click(handles["lessons"], handles["lessons"].rect().center())  # both have not room: one takes the other's place
    assert window.lessons.isVisible()
    assert not window.controls.isVisible()
    assert not handles["controls"].isChecked()
    assert cut(window) == []
    handles["lessons"].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(handles["lessons"], Qt.Key.Key_Space)
    assert not window.lessons.isVisible()
    window.resize(2400, 1200)
    qtbot.waitUntil(lambda: window.lessons.isVisible() and window.controls.isVisible())
    assert not any(handle.isVisible() for handle in handles.values())


def _turn(widget: QWidget, modifier: Qt.KeyboardModifier) -> None:
    at = QPointF(widget.rect().center().x(), 150)
    none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, widget.mapToGlobal(at), QPoint(), QPoint(0, -120), none, modifier, phase, False)
    QApplication.sendEvent(widget, event)
    while not event.isAccepted():  # Qt passes on what comes from a real wheel, but not what a test sends
        widget = widget.parentWidget()
        QApplication.sendEvent(widget, event)


def test_the_wheel_over_a_long_page_scrolls_it_and_with_ctrl_comes_closer(start, qtbot) -> None:
    Settings().text_size = 200
    app = start("sentence")
    look(app, qtbot, "heatmap")
    heatmap, bar = app.window.matrix.heatmap, app.window.stage.verticalScrollBar()
    assert bar.maximum() > 0
    app.look(zoom=(2.0, 6.0, 2.0, 6.0))
    window = heatmap.window_
    _turn(heatmap, Qt.KeyboardModifier.NoModifier)
    assert bar.value() > 0
    assert heatmap.window_ == window
    _turn(heatmap, Qt.KeyboardModifier.ControlModifier)
    assert heatmap.window_ != window


def test_the_keys_cell_is_scrolled_into_sight(start, qtbot) -> None:
    Settings().text_size = 200
    app = start("sentence")
    look(app, qtbot, "heatmap")
    heatmap, viewport = app.window.matrix.heatmap, app.window.stage.viewport()
    heatmap.setFocus()
    for _ in range(app.scene.trace.n_q):
        QTest.keyClick(heatmap, Qt.Key.Key_Down)
    row, column = heatmap.cursor_cell
    assert row == app.scene.trace.n_q - 1
    place = heatmap.mapTo(viewport, heatmap.cell_center("weights", row, column))
    assert viewport.rect().contains(place)


@pytest.mark.parametrize("view", ["lines", "compare"])
def test_a_page_is_no_longer_than_its_own_drawing_needs(start, qtbot, view) -> None:
    Settings().text_size = 150
    app = start("sentence")
    look(app, qtbot, view)
    alone = app.window.views.height()
    look(app, qtbot, "heatmap")
    assert app.window.views.height() != alone
    look(app, qtbot, view)
    assert app.window.views.height() == alone
