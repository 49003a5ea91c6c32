"""A hand on the heatmap: longer sentences, places in the matrix, wheel and drags, and what is in sight."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import _move

WORDS = ["the", "fat", "cat", "sat", "on", "a", "mat", "because", "it", "was", "warm"]


def lengthened(app, n, qtbot):
    """The sentence with n words, once it is drawn."""
    app.acts.set_text(" ".join(WORDS[i % len(WORDS)] for i in range(n)))
    qtbot.waitUntil(lambda: app.scene is not None and app.scene.trace.n_k == n, timeout=10_000)
    return app


def place(heatmap, down=0.5, right=0.5) -> QPoint:
    """A point inside the drawn matrix."""
    cells, s = heatmap.figure.cells("weights"), heatmap.scale
    return QPoint(round((cells.x + right * cells.width) * s), round((cells.y + down * cells.height) * s))


def wheel(widget, at: QPoint, notches: float, sideways: float = 0) -> None:
    QApplication.sendEvent(
        widget,
        QWheelEvent(
            QPointF(at),
            QPointF(widget.mapToGlobal(at)),
            QPoint(),
            QPoint(round(120 * sideways), round(120 * notches)),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )


def drag(widget, start: QPoint, end: QPoint, button=Qt.MouseButton.LeftButton, modifier=Qt.KeyboardModifier.NoModifier):
    """Press, move in steps, release."""
    QTest.mousePress(widget, button, modifier, start)
    for step in range(1, 11):
        _move(widget, start + (end - start) * step / 10, modifier, button)
    QTest.mouseRelease(widget, button, modifier, end)


def in_sight(heatmap) -> tuple[range, range]:
    return heatmap.figure.cells("weights").touched()
