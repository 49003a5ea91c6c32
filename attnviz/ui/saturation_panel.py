"""The curves of saturation, with today's d_k as a mark to drag."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.heads import MAX_D_K
from attnviz.core.saturation import Saturation
from attnviz.document.document import SentenceSource
from attnviz.document.saturation import curve_key
from attnviz.export.figure import Figure, Text
from attnviz.export.fonts import text_width
from attnviz.export.plot import Frame
from attnviz.export.saturation_figure import Shown, nearest_point, reading, saturation_figure
from attnviz.export.scene import Scene
from attnviz.session.streak import SAME_ACT
from attnviz.ui.accessible_cells import Grid
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.growing import least_height
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import factor, px

GRASP = 6  # pixels beside the axes where the mark can still be taken


class SaturationPanel(FigureCanvas):
    """Shows a scene's curve, and asks for it when it can be seen and has none.

    A sentence's mark follows the mouse and the arrow keys; with matrices it stands (see `document.saturation`).
    Signals: `curve_requested(document, head, gradient)`; `d_k_requested(value, gesture)`, one gesture for a drag.
    """

    curve_requested = Signal(object, int, bool)
    d_k_requested = Signal(float, str)

    def __init__(self, shown: Shown = "weights", parent: QWidget | None = None) -> None:
        super().__init__(parent, background="canvas")
        self.shown: Shown = shown
        self.frame: Frame | None = None  # where the lines are, once there is a curve
        self.curve: Saturation | None = None
        self._key: object = None  # of the curve
        self._scene: Scene | None = None
        self._refusal = ""  # why there is none
        self._at: float | None = None  # d_k under the pointer
        self._dragging = False
        self._gesture = 0
        self._clock = QElapsedTimer()
        self._asked = 1  # d_k, by the last key
        self._mine: set[float] = set()  # by the keys that were one act with it: their pictures may be on their way
        self._told: float | None = None  # d_k that a screen reader was told of last: between two computed ones too
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(px(280), least_height(130, 260))
        self.setAccessibleName(self.tr("Saturation against dₖ"))

    # showing -----------------------------------------------------------------------------------------------

    def display(self, scene: Scene, curve: Saturation | None = None) -> None:
        """Show a scene with its curve; without one it is asked for, and what is there stays until it comes."""
        before, self._scene = self._scene, scene
        if before is not None and isinstance(before.document.source, SentenceSource) != self.movable:
            self.curve = self._key = None  # a curve that means something else
        if curve is not None:
            self.curve, self._key = curve, self._wanted
        self._ask()
        self._draw()
        today = float(scene.document.source.d_k)
        if before is not None and before.document.source.d_k != today and today not in self._mine:
            self._told = None  # by undo, a slider, another document: what was said last is no more
            self._mine.clear()
            if self.movable and self.hasFocus() and not self._dragging:
                self._tell(today)

    @property
    def _continued(self) -> bool:
        """Whether a key was pressed just now."""
        return self._clock.isValid() and self._clock.elapsed() <= SAME_ACT

    @Slot(object, object)
    def show_curve(self, key: object, curve: Saturation) -> None:
        """Take a curve that was asked for; one that is not wanted any more is still nearer than the one before.

        A hidden panel asked for none: the curve is another panel's.
        """
        if self._scene is not None and self.isVisible():
            self.curve, self._key = curve, key
            self._draw()

    @Slot(object, str)
    def show_refusal(self, key: object, sentence: str) -> None:
        """Say why there is no curve."""
        if self._scene is not None and key == self._wanted:
            self.curve, self._key, self._refusal = None, key, sentence
            self._draw()

    @property
    def movable(self) -> bool:
        """Whether the mark can be dragged: only a sentence has vectors of every length."""
        return self._scene is not None and isinstance(self._scene.document.source, SentenceSource)

    @property
    def _wanted(self) -> object:
        assert self._scene is not None
        return curve_key(self._scene.document, self._scene.trace.head, self.shown == "gradient")

    def _ask(self) -> None:
        """Only a panel that can be seen asks: a hidden one costs nothing."""
        if self._scene is not None and self.isVisible() and self._key != self._wanted:
            self.curve_requested.emit(self._scene.document, self._scene.trace.head, self.shown == "gradient")

    def _draw(self) -> None:
        scene = self._scene
        if scene is None or not self.isVisible():
            return
        self.scale = self.given_scale or factor()
        if self.curve is None:
            self.frame = None
            self.show_figure(self._empty(), scene.palette)
            return
        picture = saturation_figure(
            scene.document,
            self.curve,
            self.shown,
            at=self._at,
            width=self.width() / self.scale,
            height=self.height() / self.scale,
            measure=text_width,
            form=scene.form,
        )
        self.frame = picture.frame
        self.setToolTip(self._hint())
        self.show_figure(picture.figure, scene.palette)

    def _hint(self) -> str:
        if self.movable and self.given_scale is not None:  # keys are the presentation's
            return self.tr("Drag the mark to change dₖ")
        if self.movable:
            return self.tr("Drag the mark, or press the arrow keys, to change dₖ")
        return self.tr("Q and K have as many columns as they have: only a sentence's mark can be dragged")

    def _empty(self) -> Figure:
        text = self._refusal if self._key == self._wanted else self.tr("computing…")
        width, height = self.width() / self.scale, self.height() / self.scale
        item = Text(x=width / 2, y=height / 2, text=text, colour="muted", align="center")
        return Figure(width=width, height=height, items=(item,), description=text)

    def grids(self) -> list[Grid]:
        """A row for every computed d_k, as its title reads it."""
        scene, curve, frame = self._scene, self.curve, self.frame
        if scene is None or curve is None or frame is None:
            return super().grids()
        _, top, _, bottom = frame.box
        edge = (bottom - top) / len(curve.d_k)
        return [
            Grid(
                name="curve",
                title=self.accessibleName(),
                rows=[f"dₖ = {scene.form.fixed(float(d_k), 0)}" for d_k in curve.d_k],
                columns=[self.figure.title],
                x_edges=[frame.box[0], frame.box[2]],
                y_edges=(top, edge, len(curve.d_k)),
                say=lambda row, _column: reading(curve, self.shown, self._d_k_told(curve, row), scene.form),
                about=lambda _row, _column: "",
            )
        ]

    def _d_k_told(self, curve: Saturation, row: int) -> float:
        """Which d_k a row speaks of: of the one that was told last, it is that itself and not the nearest computed."""
        if self._told is not None and nearest_point(curve, self._told) == row:
            return self._told
        return float(curve.d_k[row])

    def _tell(self, d_k: float) -> None:
        self._told = d_k
        if self.curve is not None:
            self.tables.tell("curve", nearest_point(self.curve, d_k), 0)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    @guarded
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()
        self._draw()

    # pointer -----------------------------------------------------------------------------------------------

    def mark_point(self) -> QPointF:
        """The middle of today's mark, in widget coordinates."""
        assert self.frame is not None
        assert self._scene is not None
        _, top, _, bottom = self.frame.box
        x, _ = self.frame.to_figure(self._scene.document.source.d_k, 0)
        return QPointF(x, (top + bottom) / 2) * self.scale

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self.movable and self._near(event.position()):
            self._dragging = True
            self._gesture += 1
            self._clock.invalidate()
            self._ask_for(self._d_k_at(event.position()))

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._ask_for(self._d_k_at(event.position()))
            return
        inside = self._near(event.position())
        self.setCursor(Qt.CursorShape.SplitHCursor if inside and self.movable else Qt.CursorShape.ArrowCursor)
        self._hover(self._point_at(event.position()) if inside else None)

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = False

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def _near(self, point: QPointF) -> bool:
        if self.frame is None:
            return False
        left, top, right, bottom = self.frame.box
        x, y = self.to_figure(point)
        return left - GRASP <= x <= right + GRASP and top - GRASP <= y <= bottom + GRASP

    def _d_k_at(self, point: QPointF) -> float:
        assert self.frame is not None
        return float(round(self.frame.to_data(*self.to_figure(point))[0]))

    def _point_at(self, point: QPointF) -> float | None:
        """The computed d_k under the pointer: what is read there is drawn there."""
        if self.curve is None:
            return None
        return float(self.curve.d_k[nearest_point(self.curve, self._d_k_at(point))])

    def _hover(self, at: float | None) -> None:
        if at != self._at:
            self._at = at
            self._draw()

    def _ask_for(self, d_k: float) -> None:
        self._at = None
        if self._scene is not None:
            self.d_k_requested.emit(d_k, f"saturation:{self._gesture}")

    # keys --------------------------------------------------------------------------------------------------

    def key_pressed(self, event: QKeyEvent) -> None:
        if self._scene is None or self.curve is None:
            super().key_pressed(event)
            return
        if not self.movable:
            self._read_by_key(event)
            return
        continued = self._continued
        # The picture may still be on its way when keys repeat: go on from what was asked for, not from what is shown.
        d_k = self._asked if continued else self._scene.document.source.d_k
        places = {
            Qt.Key.Key_Left: d_k - 1,
            Qt.Key.Key_Down: d_k - 1,
            Qt.Key.Key_Right: d_k + 1,
            Qt.Key.Key_Up: d_k + 1,
            Qt.Key.Key_PageUp: d_k * 2,
            Qt.Key.Key_PageDown: d_k // 2,
            Qt.Key.Key_Home: 1,
            Qt.Key.Key_End: MAX_D_K,
        }
        wanted = places.get(Qt.Key(event.key()))
        if wanted is None:
            super().key_pressed(event)
            return
        if not continued:  # presses that follow each other at once are one act, and one step to undo
            self._gesture += 1
            self._mine.clear()
        self._clock.start()
        self._asked = min(max(wanted, 1), MAX_D_K)
        self._mine.add(float(self._asked))
        self._ask_for(float(self._asked))
        self._tell(float(self._asked))

    def _read_by_key(self, event: QKeyEvent) -> None:
        """Where the mark stands, keys move what is read; Escape reads today again."""
        assert self.curve is not None
        assert self._scene is not None
        last = len(self.curve.d_k) - 1
        here = nearest_point(self.curve, self._scene.document.source.d_k if self._at is None else self._at)
        places = {
            Qt.Key.Key_Left: max(here - 1, 0),
            Qt.Key.Key_Right: min(here + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if key in places:
            self._hover(float(self.curve.d_k[places[key]]))
            self._tell(float(self.curve.d_k[places[key]]))
        elif key == Qt.Key.Key_Escape and self._at is not None:
            self._hover(None)
            self._tell(float(self._scene.document.source.d_k))
        else:
            super().key_pressed(event)
