"""Presenting: one picture on the whole screen, walked with the keys of a slide clicker."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QAbstractAnimation, QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.export.figure import Text
from attnviz.settings import Settings
from tests.gui.conftest import settle

TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")


@pytest.fixture
def presented(bank, qtbot):
    """The bank lesson, presented by F11."""
    QTest.keyClick(bank.window, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: bank.window.presenting)
    return bank


def press(app, *keys: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    for key in keys:
        QTest.keyClick(app.window.presenter, key, modifier)


def point(app, matrix: str, row: int, column: int) -> None:
    """The pointer to a cell of the picture."""
    canvas = next(c for c in app.window.presenter.slide.canvases if c.figure.cells(matrix) is not None)
    place = QPointF(canvas.cell_center(matrix, row, column))
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove, place, canvas.mapToGlobal(place), none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(canvas, event)


def told(app) -> str:
    return app.window.presenter.card.figure.description


def test_f11_leaves_nothing_but_the_picture(presented, qtbot) -> None:
    window = presented.window
    for part in (window.menuBar(), window.statusBar(), window.lessons, window.controls, window.views):
        assert not part.isVisible()
    assert window.windowState() & Qt.WindowState.WindowFullScreen
    assert window.presenter.isVisible()
    assert window.presenter.size() == window.size()
    window.presenter._hinting.timeout.emit()
    qtbot.waitUntil(lambda: window.presenter.slide.size() == window.size())


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_F11])
@pytest.mark.parametrize("state", [Qt.WindowState.WindowNoState, Qt.WindowState.WindowMaximized])
def test_the_window_comes_back_as_it_was(bank, qtbot, key, state) -> None:
    window = bank.window
    window.setWindowState(state)
    size, shown = window.size(), window.lessons.isVisible()
    bank.presenting.toggle()
    QTest.keyClick(window.presenter, key)
    assert not window.presenting
    assert window.windowState() & ~Qt.WindowState.WindowActive == state
    qtbot.waitUntil(lambda: window.size() == size)
    for part in (window.menuBar(), window.statusBar(), window.controls, window.views):
        assert part.isVisible()
    assert window.lessons.isVisible() == shown


def test_type_is_larger_than_in_the_window(bank) -> None:
    bank.window.resize(960, 600)
    editor = bank.window.steps.editor
    before = max(item.size for item in editor.figure.items if isinstance(item, Text)) * editor.scale
    bank.window.present(True)
    bank.window.resize(1920, 1080)
    bank.refresh()
    chain = bank.window.presenter.slide.chain
    assert max(item.size for item in chain.figure.items if isinstance(item, Text)) * chain.scale > 1.6 * before


def test_the_clicker_walks_the_chain_and_then_the_rows(presented) -> None:
    press(presented, Qt.Key.Key_Home)
    assert presented.view.step == 0
    assert not presented.window.presenter.slide.sum.isVisible()  # it would tell how it ends
    steps = []
    for _ in range(5):
        press(presented, Qt.Key.Key_PageDown)
        steps.append(presented.view.step)
    assert steps == [1, 2, 3, 4, None]
    assert presented.window.presenter.slide.sum.isVisible()
    rows = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_PageDown):
        press(presented, key)
        rows.append(presented.view.query)
    assert rows == [2, 0, 0]  # from banco on and around, and no further
    for key, query, step in (
        (Qt.Key.Key_PageUp, 2, None),
        (Qt.Key.Key_Left, 1, None),
        (Qt.Key.Key_Backspace, 1, 4),
    ):
        press(presented, key)
        assert (presented.view.query, presented.view.step) == (query, step)
    press(presented, Qt.Key.Key_End)
    assert presented.view.step is None
    assert presented.session.undo_stack.count() == 0


def test_arrows_choose_the_row_at_any_step(presented) -> None:
    press(presented, Qt.Key.Key_Home, Qt.Key.Key_Down)
    assert (presented.view.query, presented.view.step) == (2, 0)
    press(presented, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert presented.view.query == 0


@pytest.mark.parametrize("key", [Qt.Key.Key_B, Qt.Key.Key_Period])
def test_black_hides_all_and_the_next_key_only_brings_it_back(presented, key) -> None:
    presenter = presented.window.presenter
    press(presented, Qt.Key.Key_Home, key)
    image = presenter.grab().toImage()
    places = [(x, y) for x in (5, image.width() // 2) for y in (5, image.height() // 2, image.height() - 5)]
    assert {image.pixelColor(x, y).name() for x, y in places} == {"#000000"}
    press(presented, Qt.Key.Key_PageDown)
    assert not presenter.black.isVisible()
    assert presented.view.step == 0
    press(presented, Qt.Key.Key_PageDown)
    assert presented.view.step == 1


@pytest.mark.parametrize(
    ("matrix", "row", "column", "words"),
    [
        ("scores", 1, 2, ("praça", "1·0 + 2·2 = 4")),
        ("scaled", 1, 2, ("praça", "4 ÷ 1.41")),
        ("weights", 1, 2, ("banco", "0.62", "e^2.83 ÷ Σ")),
        ("output", 1, 0, ("seat", "0.85", "0.62·1")),
    ],
)
def test_the_cell_under_the_pointer_is_shown_large_with_its_sum(presented, matrix, row, column, words) -> None:
    point(presented, matrix, row, column)
    card = presented.window.presenter.card
    assert card.isVisible()
    for word in words:
        assert word in told(presented)
    magnified = card.figure.cells(matrix)
    window = presented.window.presenter.slide.cells(matrix)
    assert magnified.numbers == ((window.numbers[row][column],),)
    assert magnified.number_size * card.scale > 2 * window.number_size * presented.window.presenter.slide.chain.scale
    assert presented.window.presenter.rect().contains(card.geometry())
    point(presented, "Q", 0, 0)
    assert "sentei" in told(presented)
    QApplication.sendEvent(presented.window.presenter.slide.chain, QEvent(QEvent.Type.Leave))
    assert not card.isVisible()


def test_the_card_follows_an_edit(presented) -> None:
    point(presented, "scores", 1, 2)
    presented.acts.edit_cell("Q", 1, 1, 3.0, "g")
    settle(presented)
    assert "1·0 + 3·2 = 6" in told(presented)


def test_a_pointer_that_rests_is_hidden_until_it_moves(presented, qtbot) -> None:
    presenter = presented.window.presenter
    presenter._resting.setInterval(1)
    point(presented, "scores", 0, 0)
    qtbot.waitUntil(lambda: not presenter.pointer_shown)
    assert presenter.slide.chain.cursor().shape() == Qt.CursorShape.BlankCursor
    point(presented, "scores", 0, 1)
    assert presenter.pointer_shown
    presented.presenting.leave()
    assert presented.window.steps.editor.cursor().shape() != Qt.CursorShape.BlankCursor


@pytest.mark.parametrize("moving", [True, False])
def test_the_hint_at_the_beginning_goes(presented, qtbot, moving) -> None:
    presented.look(motion=moving)
    presenter = presented.window.presenter
    assert presenter.hint.isVisible()
    assert "Esc" in presenter.hint.text()
    assert presenter.hint.height() >= presenter.hint.heightForWidth(presenter.hint.width()), "all its lines are seen"
    presenter._hinting.timeout.emit()
    running = presenter.fading.state() == QAbstractAnimation.State.Running
    assert running == moving
    qtbot.waitUntil(lambda: not presenter.hint.isVisible())


def test_an_experiment_is_made_and_taken_back_by_key(presented) -> None:
    before = presented.session.document
    press(presented, Qt.Key.Key_E)
    settle(presented)
    assert presented.session.document is not before
    assert presented.lesson.experiments[0].observe in presented.window.presenter.observed.text()
    assert presented.window.presenter.observed.isVisible()
    QTest.keyClick(presented.window.presenter, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert presented.session.document is before
    press(presented, Qt.Key.Key_PageUp)
    assert not presented.window.presenter.observed.isVisible()
    for _ in range(6):
        press(presented, Qt.Key.Key_E)
    assert presented.session.undo_stack.count() == len(presented.lesson.experiments) - 1


def on_screen(widget):
    """Where it lies, in pixels of the screen."""
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def overlaps(presenter) -> list[str]:
    """Which words lie on the picture or on each other."""
    words = [label for label in (presenter.hint, presenter.observed) if label.isVisible()]
    canvases = [canvas for canvas in presenter.slide.canvases if canvas.isVisible()]
    areas = [getattr(presenter.slide, "area", canvas) for canvas in canvases]  # a longer picture is cut to it
    return [
        f"{word.text()} on {other.objectName()}"
        for word in words
        for other in (*areas, *(label for label in words if label is not word))
        if on_screen(word).intersects(on_screen(other) & on_screen(presenter))
    ]


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
@pytest.mark.parametrize("tab", ["steps", "matrix", "gradient", "code"])
def test_words_lie_on_nothing_that_is_read(start, language, size, tab) -> None:
    app = start("sentence" if tab == "matrix" else "bank", language)
    app.gaze.show_tab(tab)
    app.presenting.enter()
    presenter = app.window.presenter
    app.window.setWindowState(Qt.WindowState.WindowNoState)  # so that it has the size of a screen that is not here
    app.window.resize(*size)
    QTest.qWait(1)
    settle(app)
    assert presenter.hint.isVisible()
    assert overlaps(presenter) == []
    press(app, Qt.Key.Key_E)
    settle(app)
    assert presenter.observed.isVisible()
    assert not presenter.hint.isVisible(), "whoever makes experiments knows the keys"
    assert overlaps(presenter) == []
    assert presenter.rect().contains(presenter.observed.geometry())
    assert presenter.observed.height() >= presenter.observed.heightForWidth(presenter.observed.width())
    press(app, Qt.Key.Key_Down)
    assert presenter.slide.size() == presenter.size(), "the room of words that are gone is the picture's"


def test_keys_of_the_menus_work_without_the_menus(presented) -> None:
    QTest.keyClick(presented.window.presenter, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert presented.view.tab == "matrix"
    assert presented.window.presenter.slide.heatmap.isVisible()


def test_rows_and_heads_of_a_matrix(start) -> None:
    app = start("gato")
    app.look(tab="matrix", query=0, head=0)
    app.presenting.enter()
    n = app.scene.trace.n_q
    for _ in range(n - 1):
        press(app, Qt.Key.Key_PageDown)
    assert (app.view.query, app.view.head) == (n - 1, 0)
    press(app, Qt.Key.Key_PageDown)
    assert (app.view.query, app.view.head) == (0, 1)
    press(app, Qt.Key.Key_PageUp)
    assert (app.view.query, app.view.head) == (n - 1, 0)
    press(app, Qt.Key.Key_Down)
    assert app.view.head == 1


def test_the_way_back_is_walked_too(start, qtbot) -> None:
    app = start("bank")
    app.gaze.show_tab("gradient")
    qtbot.waitUntil(lambda: app.scene.gradient is not None)
    app.presenting.enter()
    press(app, Qt.Key.Key_Home)
    assert app.view.back_step == 0
    press(app, Qt.Key.Key_PageDown)
    assert app.view.back_step == 1
    point(app, "dS", 1, 1) if app.window.presenter.slide.cells("dS") is not None else None
    press(app, Qt.Key.Key_End)
    assert app.view.back_step is None
    point(app, "dS", 1, 1)
    assert "∂" in told(app)


def test_a_training_is_run_and_looked_back_at(start, qtbot) -> None:
    app = start("bank")
    app.look(tab="training")
    app.presenting.enter()
    qtbot.waitUntil(lambda: app.scene.training is not None)
    for step in (1, 2, 3):
        press(app, Qt.Key.Key_PageDown)
        qtbot.waitUntil(lambda step=step: app.scene.training.step == step and not app.scene.training.running)
    press(app, Qt.Key.Key_PageUp)
    assert app.view.training.step == 2
    press(app, Qt.Key.Key_Home)
    assert app.view.training.step == 0
    press(app, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: app.scene.training.step > 5)
    press(app, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not app.scene.training.running)


def test_shapes_scripts_and_heads_have_a_next_one(start, qtbot) -> None:
    app = start("gato")
    app.look(tab="shapes")
    app.presenting.enter()
    press(app, Qt.Key.Key_PageDown)
    assert app.view.shapes.picture == "heads"
    app.look(tab="code")
    for _ in range(12):  # a long script is read to its end first
        press(app, Qt.Key.Key_PageDown)
    assert app.view.code != "numpy"
    app.look(tab="heads")
    qtbot.waitUntil(lambda: app.scene.grid is not None)
    press(app, Qt.Key.Key_PageDown)
    assert (app.view.heads.layer, app.view.heads.head) == (0, 1)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("source", ["bank", "sentence", "shapes"])
def test_every_tab_fills_the_screen(start, qtbot, language, theme, source) -> None:
    app = start(source, language, theme)
    app.presenting.enter()
    for tab in TABS:
        app.gaze.show_tab(tab)
        QTest.qWait(1)
        slide = app.window.presenter.slide
        assert slide.isVisible()
        canvas = next(canvas for canvas in slide.canvases if canvas.isVisible())
        assert canvas.palette_ is app.appearance.palette
        assert canvas.figure.items, tab
        assert canvas.figure.width * canvas.scale <= app.window.presenter.width() + 2, tab


def test_the_language_changes_while_something_is_presented(presented) -> None:
    presented.window.actions_.languages["pt_BR"].trigger()
    assert presented.window.presenting
    point(presented, "weights", 1, 2)
    assert "0,62" in told(presented)


def test_what_is_presented_when_the_window_closes_is_not_remembered(presented) -> None:
    presented.window.close()
    other = type(presented.window)(presented.session.undo_stack, presented.lessons)
    Settings().restore(other)
    assert not other.windowState() & Qt.WindowState.WindowFullScreen
    other.deleteLater()


@pytest.mark.parametrize("way", ["undo", "lesson", *TABS[1:]])
def test_an_observation_stays_with_what_it_is_about(presented, way) -> None:
    presenter = presented.window.presenter
    press(presented, Qt.Key.Key_E)
    settle(presented)
    assert presenter.observed.isVisible()
    if way == "undo":
        press(presented, Qt.Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    elif way == "lesson":
        presented.open_lesson("sentence")
    else:
        presented.window.actions_.tabs[way].trigger()
    settle(presented)
    assert not presenter.observed.isVisible()
    assert presenter.slide.size() == presenter.size(), "the room of words that are gone is the picture's"


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_that_has_nothing_to_show_has_no_steps(start, qtbot, tmp_path, tab) -> None:
    """Whichever keys a clicker sends: imported weights have no chain, no way back and no shapes."""
    np.save(tmp_path / "weights.npy", np.full((1, 2, 3, 3), 1 / 3))
    app = start(str(tmp_path / "weights.npy"))
    app.look(tab=tab)
    qtbot.waitUntil(lambda: app.scene is not None and app.scene.view.tab == tab)
    source = app.session.document.source
    QTest.keyClick(app.window, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: app.window.presenting)
    with qtbot.captureExceptions() as failures:
        press(app, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_Up, Qt.Key.Key_Down)
        qtbot.wait(50)
    assert failures == []
    assert app.window.presenting
    assert app.session.document.source is source
