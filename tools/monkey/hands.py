"""The monkey's hands: mouse, keys, drops and pinches, sent to a window as the system sends them.

Mouse events go to the window and not to a widget, so that Qt chooses who gets them: the one below the pointer, the one
that holds it. Keys go to the widget that has the focus, where the shortcuts see them first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHelpEvent,
    QInputMethodEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPointingDevice,
    QWheelEvent,
    QWindow,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from shiboken6 import isValid

Modifier = Qt.KeyboardModifier
Button = Qt.MouseButton
MODIFIERS = (Modifier.ShiftModifier, Modifier.ControlModifier, Modifier.AltModifier)
PLAIN = 0.8  # of the gestures have no modifier


def modifiers(chance: random.Random) -> Modifier:
    """Mostly none."""
    return Modifier.NoModifier if chance.random() < PLAIN else chance.choice(MODIFIERS)


def front() -> QWidget | None:
    """The window that has the person's attention: a popup, a dialog that must be answered, or any other."""
    window = QApplication.activePopupWidget() or QApplication.activeModalWidget()
    if window is not None:
        return window
    kinds = (Qt.WindowType.Window, Qt.WindowType.Dialog)
    there = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible() and widget.windowType() in kinds]
    others = [widget for widget in there if not isinstance(widget, QMainWindow)]
    return others[0] if others else there[0] if there else None


def handle(window: QWidget) -> QWindow | None:
    """What the system sends events to; None once the window is gone."""
    at = window.windowHandle() if isValid(window) else None
    return at if isinstance(at, QWindow) else None  # PySide may find the wrapper of what was at this address before


def seen(window: QWidget) -> list[QWidget]:
    """All that can be pointed at, the window itself included."""
    return [window, *(widget for widget in window.findChildren(QWidget) if _is_seen(widget, window))]


def _is_seen(widget: QWidget, window: QWidget) -> bool:
    """In this window, not another one that it owns."""
    return widget.isVisible() and widget.window() is window and not widget.visibleRegion().isEmpty()


def place_on(chance: random.Random, widget: QWidget) -> QPoint:
    """A point of the visible part, in the coordinates of its window."""
    part = widget.visibleRegion().boundingRect()
    if part.isEmpty():  # gone, or on its way
        return QPoint()
    spot = QPoint(chance.randint(part.left(), part.right()), chance.randint(part.top(), part.bottom()))
    return within(widget.window(), widget.mapTo(widget.window(), spot))


def within(window: QWidget, spot: QPoint) -> QPoint:
    """The nearest point inside the widget and what the system shows of it."""
    at = handle(window)
    size = window.size() if at is None else window.size().boundedTo(at.size())
    return QPoint(min(max(spot.x(), 0), size.width() - 1), min(max(spot.y(), 0), size.height() - 1))


# the mouse ---------------------------------------------------------------------------------------------------


def click(window: QWidget, spot: QPoint, button: Button, modifier: Modifier, *, twice: bool = False) -> None:
    """In steps, not by QTest's own click: what the press opens or closes may take the window away."""
    move(window, [spot])
    drag(window, [spot], button, modifier)
    for kind in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease) if twice else ():
        at = handle(window)
        if at is not None:
            place, globally = QPointF(spot), QPointF(window.mapToGlobal(spot))
            held = button if kind == QEvent.Type.MouseButtonDblClick else Button.NoButton
            QApplication.sendEvent(at, QMouseEvent(kind, place, globally, button, held, modifier))


def move(window: QWidget, spots: Sequence[QPoint]) -> None:
    for spot in spots:
        at = handle(window)
        if at is not None:
            QTest.mouseMove(at, within(window, spot))


def drag(window: QWidget, spots: Sequence[QPoint], button: Button, modifier: Modifier) -> None:
    """Press at the first place, move through the others, release at the last."""
    at = handle(window)
    if at is None:
        return
    QTest.mousePress(at, button, modifier, within(window, spots[0]))
    move(window, spots[1:])
    at = handle(window)  # the window may have gone meanwhile
    if at is not None:
        QTest.mouseRelease(at, button, modifier, within(window, spots[-1]))


def wheel(window: QWidget, spot: QPoint, turned: QPoint, modifier: Modifier) -> None:
    at = handle(window)
    if at is not None:
        place, globally = QPointF(spot), QPointF(window.mapToGlobal(spot))
        event = QWheelEvent(
            place, globally, QPoint(), turned, Button.NoButton, modifier, Qt.ScrollPhase.NoScrollPhase, False
        )
        QApplication.sendEvent(at, event)


def pinch(widget: QWidget, by: float) -> None:
    """Two fingers on a trackpad; Qt gives it to the widget below them."""
    middle = QPointF(widget.rect().center())
    globally = QPointF(widget.mapToGlobal(widget.rect().center()))
    for kind, value in (
        (Qt.NativeGestureType.BeginNativeGesture, 0.0),
        (Qt.NativeGestureType.ZoomNativeGesture, by),
        (Qt.NativeGestureType.EndNativeGesture, 0.0),
    ):
        device = QPointingDevice.primaryPointingDevice()
        event = QNativeGestureEvent(kind, device, 2, middle, middle, globally, value, QPointF())
        QApplication.sendEvent(widget, event)


def rest(widget: QWidget) -> None:
    """Hold the pointer still until the tooltip comes."""
    spot = widget.rect().center()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, spot, widget.mapToGlobal(spot)))


# the keys ----------------------------------------------------------------------------------------------------


def key(window: QWidget, code: Qt.Key | int, modifier: Modifier = Modifier.NoModifier) -> None:
    """Press and release, each where the focus is then."""
    for act in (QTest.keyPress, QTest.keyRelease):
        if isValid(window):
            act(window.focusWidget() or window, code, modifier)


def write(window: QWidget, text: str, beat: Callable[[], None]) -> None:
    """Key by key, a beat before each, and to whichever window has come to the front meanwhile.

    What no plain key has comes from the input method, as accents and emoji do.
    """
    for character in text:
        beat()
        window = front() or window
        if not isValid(window):
            return
        if " " <= character <= "~":
            key(window, ord(character))
        else:
            event = QInputMethodEvent()
            event.setCommitString(character)
            QApplication.sendEvent(QApplication.focusObject() or window, event)


# dropping ----------------------------------------------------------------------------------------------------


def drop(window: QWidget, spots: Sequence[QPoint], data: QMimeData, *, leave: bool) -> None:
    """Something from another program comes over the window and is let go there, or taken away again."""
    at = handle(window)
    if at is None:
        return
    action, none, accepted = Qt.DropAction.CopyAction, Modifier.NoModifier, False
    for index, spot in enumerate(spots):
        kind = QDragMoveEvent if index else QDragEnterEvent
        event = kind(spot, action, data, Button.LeftButton, none)
        QApplication.sendEvent(at, event)
        accepted = event.isAccepted()
    if leave or not accepted:  # as the system does: nothing is let go where it is not wanted
        QApplication.sendEvent(at, QDragLeaveEvent())
    else:
        QApplication.sendEvent(at, QDropEvent(QPointF(spots[-1]), action, data, Button.LeftButton, none))
