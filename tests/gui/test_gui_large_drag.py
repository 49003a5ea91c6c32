"""A hand on a slider over a large matrix: what is seen on the way is true, and what it leaves is whole."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from attnviz.core.reduce import reduce_max
from attnviz.document import large
from attnviz.document.colour_choice import CURVES, ColourChoice
from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_head
from attnviz.document.unwritten import Unwritten
from attnviz.export.figure import Area, ColourBar
from attnviz.export.paint import paint
from attnviz.export.row_figure import row_title
from attnviz.export.scales import Numbers, scale_of
from attnviz.session import tracer
from attnviz.ui import matrix_inspector
from tests.gui.conftest import handle, settle

N = 700


@pytest.fixture
def long_sentence(qtbot, sentence):
    """The Matrix tab of N words."""
    sentence.look(tab="matrix")
    document = with_head(sentence_document(" ".join(f"w{i % 50}" for i in range(N))), "mixed")
    sentence.session.edit("open", document)
    qtbot.waitUntil(lambda: sentence.scene.trace.n_k == N, timeout=20_000)
    settle(sentence)
    return sentence


def painted_at_once(canvas, background):
    """The canvas as one call of `paint` draws its figure."""
    image = QImage(canvas.size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.fillRect(image.rect(), canvas.palette_.colour(background))
    painter.scale(canvas.scale, canvas.scale)
    paint(painter, canvas.figure, canvas.palette_, background=None)
    painter.end()
    return image


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.bits(), np.uint8).reshape(image.height(), image.width(), 4)[..., :3].astype(int)


def slide(qtbot, patch, app, steps, on_the_way):
    """Drag the temperature by hand and look at every picture; however slow the machine, the hand counts as dragging."""
    patch.setattr(tracer, "HASTE", 0)
    slider = app.window.controls.temperature.slider
    app.tracer.traced.connect(lambda _document, trace: on_the_way.append((app.scene, trace)))
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=handle(slider))
    for step in range(steps):
        QTest.mouseMove(slider, handle(slider) + QPoint(2 if step % 3 else -3, 0))
        qtbot.wait(4)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=handle(slider))


def test_pictures_of_a_drag_show_the_numbers_of_their_document(qtbot, monkeypatch, long_sentence):
    monkeypatch.setattr(large, "MEASURED", 0)
    app, seen = long_sentence, []
    slide(qtbot, monkeypatch, app, 40, seen)
    qtbot.waitUntil(lambda: not app.scene.trace.hasty and app.scene.document is app.session.document, timeout=20_000)
    hasty = [(scene.document, trace) for scene, trace in seen if isinstance(trace.weights, Unwritten)]
    assert hasty, "pictures in blocks"
    assert app.window.summary.text().endswith(" ms"), "at rest it says how long all of it took"
    document, trace = hasty[-1]
    rows, columns = trace.reduced.wish.size
    expected = reduce_max(derive(document).weights, rows, columns)
    np.testing.assert_allclose(trace.reduced.largest(rows, columns), expected, atol=2e-6)
    assert not any(trace.weights.asked for _, trace in hasty), "nobody had all of them written down for a picture"
    assert isinstance(app.scene.trace.weights, np.ndarray), "the hand rests"
    assert app.scene.trace.measured


CHOICES = [ColourChoice(curve=curve, automatic=True) for curve in CURVES]
CHOICES += [ColourChoice(leave_out=3), ColourChoice(curve="row", leave_out=3)]


@pytest.fixture
def written(monkeypatch):
    """How often all of an unwritten matrix was asked for, whoever asked."""
    found, whole = [], Unwritten.whole

    def counted(array):
        found.append(array)
        return whole(array)

    monkeypatch.setattr(Unwritten, "whole", counted)
    return found


@pytest.mark.parametrize("view", [None, (10.0, 640.0, 30.0, 650.0)], ids=["all", "part"])
@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.curve}-{choice.leave_out}")
def test_no_scale_of_colours_has_the_weights_written_down_for_it(
    qtbot, monkeypatch, long_sentence, written, choice, view
):
    """Its range comes with the picture; at rest it is that of all numbers. Bar and cells have one scale."""
    monkeypatch.setattr(large, "MEASURED", 0)
    app, figures = long_sentence, []
    heatmap = app.window.matrix.heatmap
    app.look(colour=choice, fitting_curve=False, zoom=view)
    settle(app)
    heatmap.repaint()  # what is painted says what the next picture is to be made of
    app.tracer.traced.connect(lambda _document, trace: figures.append((trace, heatmap.figure)))
    slide(qtbot, monkeypatch, app, 20, [])
    qtbot.waitUntil(lambda: not app.scene.trace.hasty and app.scene.document is app.session.document, timeout=20_000)
    settle(app)
    hasty = [(trace, figure) for trace, figure in figures if trace.hasty]
    assert len({figure.cells("weights").scale for _, figure in hasty}) > 1, "it follows the hand"
    assert all(isinstance(trace.weights, Unwritten) for trace, _ in hasty)
    assert not written
    for _, figure in [*hasty, (None, heatmap.figure)]:
        bar = next(item for item in figure.items if isinstance(item, ColourBar))
        assert bar.scale == figure.cells("weights").scale
    trace = app.scene.trace
    numbers = Numbers(np.array(trace.weights), trace.visible if trace.masked else None, positive=True)
    expected = scale_of([numbers], choice, signed=False)
    assert heatmap.figure.cells("weights").scale == expected


def test_measures_and_margins_live_while_a_matrix_of_this_size_is_dragged(qtbot, monkeypatch, long_sentence):
    app, seen = long_sentence, []
    slide(qtbot, monkeypatch, app, 30, seen)
    assert any(trace.hasty for _, trace in seen)
    assert all(trace.measured for _, trace in seen)
    settle(app)


def test_a_picture_is_made_in_the_window_s_thread_only_while_it_is_quick(qtbot, monkeypatch, long_sentence):
    monkeypatch.setattr(tracer, "IN_HAND", 0.0)
    app, seen = long_sentence, []
    slide(qtbot, monkeypatch, app, 30, seen)
    qtbot.waitUntil(lambda: app.scene.document is app.session.document, timeout=20_000)
    assert seen


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_stands_still_is_kept_and_looks_as_if_it_were_painted_anew(qtbot, long_sentence, theme):
    """Labels, captions and the colour bar come from a picture of their own, until they change."""
    app = long_sentence
    app.window.actions_.themes[theme].trigger()
    heatmap, bars = app.window.matrix.heatmap, app.window.matrix.inspector.bars
    for act in (
        lambda: None,
        lambda: app.acts.set_number("temperature", 2.5, "a"),
        lambda: app.look(query=600),
        lambda: app.window.resize(1100, 700),
        lambda: heatmap.zoom_by(8),
    ):
        act()
        settle(app)
        assert heatmap.figure.still
        for canvas, background in ((heatmap, "canvas"), (bars, "panel")):
            difference = np.abs(pixels(canvas.grab().toImage()) - pixels(painted_at_once(canvas, background)))
            assert difference.max() <= 2


def test_how_long_a_picture_in_haste_took_is_nobody_s_measure(qtbot, monkeypatch, long_sentence):
    monkeypatch.setattr(large, "MEASURED", 0)
    app, said = long_sentence, []
    app.tracer.traced.connect(lambda _document, trace: said.append((trace.hasty, app.window.summary.text())))
    slide(qtbot, monkeypatch, app, 30, [])
    settle(app)
    assert any(hasty for hasty, _ in said)
    assert all(text.endswith(" ms") != hasty for hasty, text in said)


def test_the_bars_leave_out_some_of_a_fast_hand_and_have_its_last_numbers(qtbot, monkeypatch, long_sentence):
    """The matrix has each number, and the bars do when the hand rests."""
    monkeypatch.setattr(large, "MEASURED", 0)
    monkeypatch.setattr(matrix_inspector, "LEAST_APART", 60.0)
    app, seen = long_sentence, []
    inspector = app.window.matrix.inspector
    drawn = []
    monkeypatch.setattr(inspector.bars, "display", lambda scene: drawn.append(scene))
    slide(qtbot, monkeypatch, app, 30, seen)
    in_haste = [scene for scene in drawn if scene.trace.hasty]
    assert len([trace for _, trace in seen if trace.hasty]) > 3
    assert len(in_haste) <= 1
    monkeypatch.undo()
    qtbot.waitUntil(lambda: not app.scene.trace.hasty and app.scene.document is app.session.document, timeout=20_000)
    settle(app)
    fresh = row_title(app.scene)
    assert inspector.title.text() == fresh
    area = next(item for item in inspector.bars.figure.items if isinstance(item, Area))
    weights = np.asarray(app.scene.trace.weights)[app.scene.query]
    assert np.argmax(-area.sizes) == pytest.approx(np.argmax(weights) * len(area.sizes) / N, abs=1)


def test_another_query_is_followed_at_once_in_the_middle_of_a_drag(qtbot, monkeypatch, long_sentence):
    monkeypatch.setattr(large, "MEASURED", 0)
    monkeypatch.setattr(matrix_inspector, "LEAST_APART", 60.0)
    app, seen, said = long_sentence, [], []

    def turn(_document, trace):
        if trace.hasty and len(seen) > 5 and not said:
            app.look(query=17)
            said.append(app.window.matrix.inspector.title.text())

    app.tracer.traced.connect(turn)
    slide(qtbot, monkeypatch, app, 30, seen)
    assert "w17" in said[0]
    settle(app)


def test_other_words_are_read_at_once_in_the_middle_of_a_drag(qtbot, monkeypatch, long_sentence):
    """As many as before, and made in haste as well: still it is another sentence."""
    monkeypatch.setattr(large, "MEASURED", 0)
    monkeypatch.setattr(matrix_inspector, "LEAST_APART", 60.0)
    app, said = long_sentence, []
    other = with_head(sentence_document(" ".join(f"z{i % 50}" for i in range(N))), "mixed")
    title = app.window.matrix.inspector.title
    app.tracer.traced.connect(
        lambda document, trace: said.append(title.text()) if document is other and trace.hasty else None
    )
    slide(qtbot, monkeypatch, app, 30, [])
    app.session.edit("open", other, "drag")
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert "“z" in said[0]
    settle(app)
