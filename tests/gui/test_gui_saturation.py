"""The curves against d_k in the real program: asked for when seen, read by hovering, d_k set by dragging the mark."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from attnviz import joins
from attnviz.core.heads import MAX_D_K
from attnviz.export.figure import Path, Text
from attnviz.ui.saturation_panel import SaturationPanel
from tests.gui.conftest import _move, drag


@pytest.fixture
def beside(start, qtbot):
    """beside(source, …) opens the program with the curves in a window beside it, joined as a view joins them."""
    panels = []

    def open_(source="sentence", shown="weights", size=(700, 240), **more):
        app = start(source, **more)
        panel = SaturationPanel(shown)
        qtbot.addWidget(panel)
        joins.join_saturation(app, panel)
        app.tracer.traced.connect(lambda *_: panel.display(app.scene))
        panel.resize(*size)
        panel.show()
        panel.display(app.scene)
        qtbot.waitUntil(lambda: panel.frame is not None)
        panels.append(panel)
        return app, panel

    yield open_
    for panel in panels:
        panel.close()


def title(panel) -> str:
    return next(item.text for item in panel.figure.items if isinstance(item, Text) and item.bold and item.size == 13)


def d_k(app) -> int:
    return app.session.document.source.d_k


def shown(app, qtbot) -> None:
    """Wait until the newest document is what is shown."""
    qtbot.waitUntil(lambda: app.scene.document is app.session.document)


def test_dragging_the_mark_sets_d_k_in_one_step_to_undo(beside, qtbot) -> None:
    app, panel = beside()
    assert d_k(app) == 64
    x = panel.frame.to_figure(8, 0)[0]
    start = panel.mark_point().toPoint()
    drag(panel, start, round(x) - start.x())
    assert d_k(app) == pytest.approx(8, abs=1)
    shown(app, qtbot)
    assert panel.mark_point().x() == pytest.approx(x, abs=4)
    app.session.undo_stack.undo()
    assert d_k(app) == 64
    assert not app.session.undo_stack.canUndo()


def test_a_click_on_the_axes_takes_the_mark_there(beside) -> None:
    app, panel = beside()
    _, top, right, bottom = panel.frame.box
    QTest.mouseClick(panel, Qt.MouseButton.LeftButton, pos=QPoint(round(right), round((top + bottom) / 2)))
    assert d_k(app) == MAX_D_K


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (Qt.Key.Key_Right, 65),
        (Qt.Key.Key_Left, 63),
        (Qt.Key.Key_PageUp, 128),
        (Qt.Key.Key_PageDown, 32),
        (Qt.Key.Key_Home, 1),
        (Qt.Key.Key_End, 512),
    ],
)
def test_keys_set_d_k(beside, key, expected) -> None:
    app, panel = beside()
    QTest.keyClick(panel, key)
    assert d_k(app) == expected


def test_keys_that_follow_each_other_are_one_step_to_undo(beside) -> None:
    app, panel = beside()
    for _ in range(5):  # faster than pictures come
        QTest.keyClick(panel, Qt.Key.Key_Right)
    assert d_k(app) == 69
    app.session.undo_stack.undo()
    assert d_k(app) == 64


def test_hovering_reads_the_curves_and_leaving_reads_today(beside) -> None:
    _, panel = beside()
    assert title(panel).startswith("dₖ = 64:")
    box = panel.frame.box
    x, y = panel.frame.to_figure(256, 0.5)
    _move(panel, QPoint(round(x), round(y)), Qt.KeyboardModifier.NoModifier)
    point = panel.curve.d_k.tolist().index(256)
    assert panel.frame.box == box  # nothing moves under the hand
    assert title(panel).startswith("dₖ = 256:")
    assert f"{panel.curve.plain.largest[point]:.3f} not" in title(panel)
    _move(panel, QPoint(2, 2), Qt.KeyboardModifier.NoModifier)
    assert title(panel).startswith("dₖ = 64:")


def test_the_curve_agrees_with_the_weights_that_are_shown(beside, qtbot) -> None:
    app, panel = beside()
    for divide, curve in ((True, panel.curve.divided), (False, panel.curve.plain)):
        app.acts.set_option("divide", divide)
        shown(app, qtbot)
        point = panel.curve.d_k.tolist().index(64)
        assert curve.largest[point] == pytest.approx(app.scene.trace.weights.max(axis=1).mean(), abs=1e-6)


def test_another_sentence_brings_another_curve_and_d_k_does_not(beside, qtbot) -> None:
    app, panel = beside()
    curve = panel.curve
    app.acts.set_number("d_k", 32, "a")
    assert panel.curve is curve
    app.acts.set_text("quite another sentence than before")
    qtbot.waitUntil(lambda: panel.curve is not curve)
    assert panel.curve.n_q == 5


def test_keys_read_the_curves_of_matrices(beside) -> None:
    _, panel = beside("bank")
    QTest.keyClick(panel, Qt.Key.Key_End)
    assert title(panel).startswith("dₖ = 512:")
    QTest.keyClick(panel, Qt.Key.Key_Left)
    assert title(panel).startswith("dₖ = 431:")
    assert "431" in panel.accessibleDescription()
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert title(panel).startswith("dₖ = 2:")


def test_a_hidden_panel_asks_for_nothing_until_it_is_seen(start, qtbot) -> None:
    app = start("sentence")
    panel = SaturationPanel()
    qtbot.addWidget(panel)
    asked = []
    panel.curve_requested.connect(lambda *args: asked.append(args))
    panel.display(app.scene)
    assert asked == []
    panel.show()
    assert len(asked) == 1


def test_the_mark_of_matrices_stands_and_says_so(beside) -> None:
    app, panel = beside("bank")
    before = app.session.document
    drag(panel, panel.mark_point().toPoint(), 60)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Right, Qt.Key.Key_PageUp):
        QTest.keyClick(panel, key)
    assert app.session.document is before
    assert "sentence" in panel.toolTip()
    assert any("grew" in item.text for item in panel.figure.items if isinstance(item, Text))
    assert np.ptp(panel.curve.divided.largest) < 1e-9


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("shown", ["weights", "gradient"])
@pytest.mark.parametrize("size", [(640, 150), (1200, 320)])
def test_four_curves_are_drawn_at_any_size(beside, language, theme, shown, size) -> None:
    _, panel = beside("sentence", shown, size, language=language, theme=theme)
    lines = [item for item in panel.figure.items if isinstance(item, Path) and item.width == 2 and len(item.points) > 9]
    assert {(line.colour, bool(line.dash)) for line in lines} == {
        (colour, dashed) for colour in ("accent", "weights" if shown == "weights" else "output") for dashed in (0, 1)
    }
    assert panel.accessibleName()
    assert "64" in panel.accessibleDescription()
    assert not panel.grab().toImage().isNull()


def test_where_no_query_has_a_choice_the_panel_says_so_and_draws_nothing(beside, qtbot) -> None:
    app, panel = beside()
    app.acts.set_text("alone")
    qtbot.waitUntil(lambda: panel.frame is None)
    assert "without a choice there is nothing to saturate" in panel.figure.description
    assert not any(isinstance(item, Path) for item in panel.figure.items)
    app.session.undo_stack.undo()
    qtbot.waitUntil(lambda: panel.frame is not None)
    assert title(panel).startswith("dₖ = 64: largest weight 0.2")
