"""The picture of a training in the window: painted from what is kept, in sight, read by the pointer, the file's."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from attnviz.document.trained import trained_document
from attnviz.document.training_plan import TASKS
from attnviz.export.fonts import text_width
from attnviz.export.views import view_figure
from attnviz.ui.figure_canvas import FigureCanvas
from tests.gui.conftest import click
from tests.gui.training_hand import choose, finish, press, runs_of, view_of


def test_what_is_kept_of_the_picture_is_what_would_be_painted(training, qtbot):
    """The ground is pixels from before: after a run, another size, theme and plan they are those of the figure."""
    application = training("why-divide")
    view = view_of(application)
    finish(qtbot, application)
    assert_same_pixels(view.canvas)
    application.window.resize(1100, 900)
    application.training.look_back(20)
    assert_same_pixels(view.canvas)
    application.look(numbers=False)
    choose(view.controls.task, TASKS.index("previous"))
    qtbot.waitUntil(lambda: runs_of(application) is not None and runs_of(application).plan.task == "previous")
    assert_same_pixels(view.canvas)
    click(view.controls.compare, view.controls.compare.rect().center())
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights'") is None)
    assert_same_pixels(view.canvas)
    application.appearance.set_theme("dark")
    assert_same_pixels(view.canvas)


def assert_same_pixels(canvas):
    shown = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    fresh = FigureCanvas()
    fresh.figure, fresh.palette_, fresh.scale = canvas.figure, canvas.palette_, canvas.scale
    fresh.resize(canvas.size())
    painted = fresh.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert shown == painted


def test_a_picture_reuses_the_ground_of_the_one_before(training, qtbot):
    application = training()
    canvas = view_of(application).canvas
    ground = canvas.picture.ground
    press(view_of(application).bar.step)
    qtbot.waitUntil(lambda: runs_of(application).step == 1 and canvas.picture.figure.description.count("step 1 "))
    assert canvas.picture.ground is ground


@pytest.mark.parametrize("source", ["bank", "why-divide"])
@pytest.mark.parametrize("window", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_is_whole_without_scrolling(training, source, window, language):
    view = view_of(training(source, size=window, language=language))
    cells = view.canvas.figure.cells("weights")
    room = view._area.viewport().height()
    assert (cells.y + cells.height) * view.canvas.scale <= room


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("window", [(960, 600), (1920, 1080)])
def test_the_picture_fits_the_width(training, theme, window):
    application = training("why-divide", theme=theme, size=window)
    view = view_of(application)
    bar = view._area.horizontalScrollBar()
    assert bar.maximum() == 0


def test_the_pointer_reads_a_number_and_what_may_not_be_looked_at(training, qtbot):
    application = training()
    canvas, reading = view_of(application).canvas, application.window.reading
    tokens = trained_document(runs_of(application).plan, runs_of(application).histories[0].last).source.tokens
    weight = canvas.figure.cells("weights").values[3, 1]
    QTest.mouseMove(canvas, canvas.cell_center("weights", 3, 1))
    qtbot.waitUntil(lambda: reading.text() == f"{tokens[3]} looks at {tokens[1]}: {weight:.4f}")
    QTest.mouseMove(canvas, canvas.cell_center("weights", 1, 3))
    qtbot.waitUntil(lambda: reading.text() == f"{tokens[1]} may not look at {tokens[3]}")
    QTest.mouseMove(canvas, canvas.cell_center("W_Q", 0, 2))
    qtbot.waitUntil(lambda: reading.text().startswith("W_Q[1, 3] = "))


def test_the_figure_of_a_file_is_that_of_the_run(training, qtbot):
    application = training()
    finish(qtbot, application)
    figure = view_figure(application.scene, text_width)
    shown = view_of(application).canvas.figure
    np.testing.assert_array_equal(figure.cells("weights").values, shown.cells("weights").values)
    assert figure.description == shown.description
