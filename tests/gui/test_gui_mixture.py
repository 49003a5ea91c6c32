"""The triangle of the mixture: pointed into, dragged, moved by keys; its three fields; always a sum of 1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from attnviz.export.palette import PALETTES
from attnviz.ui.mixture_triangle import MixtureTriangle, in_hundredths
from tests.gui.conftest import _move, click, drag


def mix(app) -> tuple[float, float, float]:
    return app.session.document.source.mix


def triangle(app) -> MixtureTriangle:
    return app.window.controls.mix.triangle


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3).filter(lambda shares: sum(shares) > 0.01))
def test_shares_in_hundredths_sum_to_a_hundred_and_stay_near(shares) -> None:
    exact = tuple(share / sum(shares) for share in shares)
    whole = in_hundredths(exact)
    assert sum(whole) == 100
    assert all(abs(part / 100 - share) < 0.01 and part >= 0 for part, share in zip(whole, exact, strict=True))


@pytest.mark.usefixtures("qapp")
@given(st.integers(0, 100), st.integers(0, 100))
def test_a_point_of_the_triangle_reads_back_its_mixture(content, previous) -> None:
    if content + previous > 100:
        content, previous = 100 - content, 100 - previous
    shares = (content / 100, previous / 100, (100 - content - previous) / 100)
    picker = MixtureTriangle()
    picker.resize(240, 96)
    assert picker.mix_at(picker.place(shares)) == shares


@pytest.mark.usefixtures("qapp")
@given(st.floats(-500, 500), st.floats(-500, 500))
def test_any_point_outside_gives_a_mixture(x, y) -> None:
    picker = MixtureTriangle()
    picker.resize(240, 96)
    found = picker.mix_at(QPointF(x, y))
    assert min(found) >= 0
    assert sum(found) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("corner", "expected"), [(0, (1, 0, 0)), (1, (0, 1, 0)), (2, (0, 0, 1))])
def test_a_click_on_a_corner_gives_it_everything(sentence, corner, expected) -> None:
    click(triangle(sentence), triangle(sentence).corners()[corner].toPoint())
    assert mix(sentence) == pytest.approx(expected, abs=0.011)


def test_a_drag_moves_the_scores_and_is_one_step_to_undo(sentence) -> None:
    before = mix(sentence)
    scores = sentence.scene.trace.scores
    start = triangle(sentence).place(before).toPoint()
    drag(triangle(sentence), start, 30)
    content, previous, distance = mix(sentence)
    assert content == pytest.approx(before[0], abs=0.02)
    assert previous < before[1] - 0.1
    assert distance > before[2] + 0.1
    assert sum(mix(sentence)) == pytest.approx(1, abs=1e-12)
    assert abs(sentence.scene.trace.scores - scores).max() > 0.1
    sentence.session.undo_stack.undo()
    assert mix(sentence) == before
    assert not sentence.session.undo_stack.canUndo()


def test_taking_the_handle_does_not_move_it(sentence) -> None:
    before = sentence.session.document
    click(triangle(sentence), triangle(sentence).place(mix(sentence)).toPoint() + QPoint(2, 1))
    assert sentence.session.document is before


def test_moving_without_a_button_changes_nothing(sentence) -> None:
    before = sentence.session.document
    _move(triangle(sentence), QPoint(60, 60), Qt.KeyboardModifier.NoModifier)
    assert sentence.session.document is before


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (Qt.Key.Key_Right, (0.5, 0.29, 0.21)),
        (Qt.Key.Key_Left, (0.5, 0.31, 0.19)),
        (Qt.Key.Key_Up, (0.51, 0.29, 0.2)),
        (Qt.Key.Key_Down, (0.49, 0.31, 0.2)),
        (Qt.Key.Key_Home, (1, 0, 0)),
        (Qt.Key.Key_PageDown, (0, 1, 0)),
        (Qt.Key.Key_End, (0, 0, 1)),
        (Qt.Key.Key_1, (1, 0, 0)),
        (Qt.Key.Key_2, (0, 1, 0)),
        (Qt.Key.Key_3, (0, 0, 1)),
        (Qt.Key.Key_0, (0.34, 0.33, 0.33)),
    ],
)
def test_keys_move_the_point(sentence, key, expected) -> None:
    triangle(sentence).setFocus()
    QTest.keyClick(triangle(sentence), key)
    assert mix(sentence) == pytest.approx(expected, abs=1e-12)


def test_keys_stop_at_the_edges_and_shift_takes_ten(sentence) -> None:
    picker = triangle(sentence)
    for _ in range(9):
        QTest.keyClick(picker, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert mix(sentence) == pytest.approx((0.5, 0.5, 0))
    for _ in range(9):
        QTest.keyClick(picker, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert mix(sentence) == pytest.approx((1, 0, 0))
    sentence.session.undo_stack.undo()
    assert mix(sentence) == (0.5, 0.3, 0.2)  # presses that follow each other are one step


def test_a_typed_share_keeps_the_ratio_of_the_others(sentence) -> None:
    field = sentence.window.controls.mix.fields[2]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.6")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert mix(sentence) == pytest.approx((0.25, 0.15, 0.6))


@pytest.mark.parametrize("typed", ["1.5", "-1", "abc"])
def test_a_wrong_share_is_refused(sentence, typed) -> None:
    before = sentence.session.document
    field = sentence.window.controls.mix.fields[0]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, typed)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert sentence.session.document is before
    assert sentence.window.statusBar().currentMessage()


def test_the_mixture_is_told_in_words(sentence) -> None:
    assert triangle(sentence).accessibleDescription() == "content 0.50, previous token 0.30, distance 0.20"
    QTest.keyClick(triangle(sentence), Qt.Key.Key_Home)
    assert triangle(sentence).accessibleDescription() == "content 1.00, previous token 0.00, distance 0.00"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_point_is_drawn_where_the_mixture_is_and_the_focus_is_seen(start, theme) -> None:
    app = start("sentence", theme=theme)
    picker = triangle(app)
    at = picker.place(mix(app)).toPoint()
    picker.setFocus(Qt.FocusReason.TabFocusReason)
    focused = picker.grab().toImage()
    picker.clearFocus()
    plain = picker.grab().toImage()
    assert plain.pixelColor(at) == QColor(PALETTES[theme].paper)
    assert focused != plain


def test_only_the_mixed_head_has_a_mixture(sentence) -> None:
    assert sentence.window.controls.mix.isVisible()
    sentence.acts.set_head("content")
    assert not sentence.window.controls.mix.isVisible()
