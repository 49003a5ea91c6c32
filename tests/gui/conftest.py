"""The real application in a real window, driven with real mouse and key events."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider, QWidget

from attnviz.app import Application
from attnviz.session.language import Language
from attnviz.session.opening import open_source
from attnviz.settings import Settings
from attnviz.start import make_qapplication

Start = Callable[..., Application]


@pytest.fixture
def start(qtbot):
    """start(source, language, theme, size) opens the program; it is closed as the program closes itself."""
    opened: list[Application] = []
    speech = Language()

    def open_(source="bank", language="en", theme="light", size=(1280, 800)) -> Application:
        make_qapplication()
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


def click(widget: QWidget, place: QPoint, button=Qt.MouseButton.LeftButton) -> None:
    QTest.mouseClick(widget, button, pos=place)


def drag(widget: QWidget, start: QPoint, right: int, steps: int = 20, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    """Press, move `right` pixels in several moves, release."""
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, modifier, start)
    for step in range(1, steps + 1):
        _move(widget, start + QPoint(round(right * step / steps), 0), modifier)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, modifier, start + QPoint(right, 0))


def _move(widget: QWidget, place: QPoint, modifier) -> None:
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
            Qt.MouseButton.LeftButton,
            modifier,
        ),
    )


def handle(slider: QSlider) -> QPoint:
    """The middle of a slider's handle."""
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part = QStyle.SubControl.SC_SliderHandle
    return slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider).center()


def settle(application: Application) -> None:
    """Wait for the picture of the last edit: of a burst the tracer serves one a frame."""
    for _ in range(500):
        if application.scene is not None and application.scene.document is application.session.document:
            return
        QTest.qWait(5)
    raise AssertionError("the last edit is not shown")
