"""The real application in a real window, driven with real mouse and key events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSlider, QStyle, QStyleOptionSlider, QWidget

from attnviz.app import Application
from attnviz.session.language import Language
from attnviz.session.opening import open_source
from attnviz.settings import Settings
from attnviz.start import make_qapplication
from attnviz.ui import announce
from tests.gui.training_hand import STEPS, view_of

Start = Callable[..., Application]


@pytest.fixture
def start(qtbot):
    """start(source, language, theme, size) opens the program; it is closed as the program closes itself."""
    opened: list[Application] = []
    speech = Language()
    make_qapplication()  # names the program, by which settings that a test makes beforehand are found

    def open_(source="bank", language="en", theme="light", size=(1280, 800)) -> Application:
        speech.use(language)
        application = Application(Settings(), speech, open_source(source, language), theme)
        application.window.resize(*size)
        application.show()
        application.window.activateWindow()
        qtbot.waitUntil(application.window.isActiveWindow)
        opened.append(application)
        return application

    yield open_
    for application in opened:
        application.close()
    speech.use("en")


@pytest.fixture
def bank(start) -> Application:
    return start("bank")


@pytest.fixture
def sentence(start) -> Application:
    return start("sentence")


@pytest.fixture
def matrix(sentence) -> Application:
    """The sentence with the Matrix tab in front."""
    sentence.look(tab="matrix")
    return sentence


@pytest.fixture
def gradient(start, qtbot):
    """gradient(source) has the Gradient tab in front. `app.settle()` waits until what is shown is the document."""

    def open_(source="bank", **how):
        app = start(source, **how)
        app.settle = lambda: qtbot.waitUntil(lambda: app.scene.document is app.session.document)
        app.settle()
        QTest.keyClick(app.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
        view = app.window.view("gradient")
        assert view.isVisible()
        view.settle = app.settle
        return app, view

    return open_


@pytest.fixture
def training(start, qtbot):
    """training(source, …) opens the program on the Training tab, a short plan ready."""

    def open_(source="bank", **settings) -> Application:
        application = start(source, **settings)
        document = application.session.document
        if not document.training.compare:
            plan = replace(document.training, n=8, steps=STEPS)
            application.session.edit("a short plan", replace(document, training=plan))
        application.look(tab="training")
        qtbot.waitUntil(lambda: view_of(application).canvas.figure.cells("weights") is not None)
        return application

    return open_


def click(widget: QWidget, place: QPoint, button=Qt.MouseButton.LeftButton) -> None:
    QTest.mouseClick(widget, button, pos=place)


def drag(widget: QWidget, start: QPoint, right: int, steps: int = 20, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    """Press, move `right` pixels in several moves, release."""
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, modifier, start)
    for step in range(1, steps + 1):
        _move(widget, start + QPoint(round(right * step / steps), 0), modifier)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, modifier, start + QPoint(right, 0))


def _move(widget: QWidget, place: QPoint, modifier, button=Qt.MouseButton.LeftButton) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    # QTest.mouseMove carries neither button nor modifier.
    QApplication.sendEvent(
        widget,
        QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(place),
            QPointF(widget.mapToGlobal(place)),
            Qt.MouseButton.NoButton,
            button,
            modifier,
        ),
    )


def handle(slider: QSlider) -> QPoint:
    """The middle of a slider's handle."""
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part = QStyle.SubControl.SC_SliderHandle
    return slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider).center()


class _Layouts(QObject):
    """Counts what is laid out and resized while it watches the program's events."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.seen.append(f"{type(watched).__name__} {watched.objectName()}")
        return False


def come_to_rest(rounds: int = 120, quiet: int = 6) -> None:
    """Wait until nothing is laid out any more; what never comes to rest fails, with the names of what keeps moving.

    A layout may ask for another one when the event loop comes round: so many rounds in a row have to be quiet.
    """
    layouts, still, last = _Layouts(), 0, []
    application = QApplication.instance()
    application.installEventFilter(layouts)
    try:
        for _ in range(rounds):
            layouts.seen.clear()
            QTest.qWait(1)
            last = layouts.seen[:] or last
            still = 0 if layouts.seen else still + 1
            if still == quiet:
                return
    finally:
        application.removeEventFilter(layouts)
    raise AssertionError(f"layouts do not come to rest: {sorted(set(last))}")


def settle(application: Application) -> None:
    """Wait for the picture of the last edit: of a burst the tracer serves one a frame."""
    for _ in range(500):
        if application.scene is not None and application.scene.document is application.session.document:
            return
        QTest.qWait(5)
    raise AssertionError("the last edit is not shown")


@pytest.fixture
def reader():
    """A screen reader is there."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def heard():
    """What a screen reader has been told, in order."""
    said: list[str] = []
    announce.listeners.append(said.append)
    yield said
    announce.listeners.remove(said.append)
