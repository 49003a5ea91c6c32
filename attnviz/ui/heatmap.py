"""The n × n heatmap: laid out for the room it has, looked at closer with wheel, pinch, box and keys."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.health import Health
from attnviz.document import zoom
from attnviz.export.figure import Cells, Figure
from attnviz.export.fonts import text_width
from attnviz.export.health import examine
from attnviz.export.matrix_below import Band, matrix_in_room, needs_of
from attnviz.export.scene import Scene
from attnviz.ui.accessible_grids import SceneReader
from attnviz.ui.cell_ring import draw_cursor, draw_ring, ring_area
from attnviz.ui.cell_walk import ENDS, KEYS, next_cell, start_cell
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.growing import grown
from attnviz.ui.guard import guarded
from attnviz.ui.pages import page_of, reveal
from attnviz.ui.text_size import px
from attnviz.ui.zoom_gestures import ZoomGestures

AT_ONCE = 1 << 18  # cells whose health is looked at within the frame; of more while the hand rests
REST = 90  # milliseconds
LEAST_RINGED = 6  # pixels: a ring around the pointer's cell would hide a smaller one
HARMLESS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier  # + and digits may need them


class Heatmap(FigureCanvas):
    """Signals, besides the canvas's: `cell_inspected(row, column)` when the keyboard cursor moves to a cell;
    `zoom_requested(window)` with a part of the matrix to show, or None for all of it; `cramped_told(bool)` at every
    layout."""

    plots: tuple[str, ...] = ("weights",)  # the cells that answer
    told = "weights"  # the cells that a screen reader is told of
    cell_inspected = Signal(int, int)
    zoom_requested = Signal(object)
    cramped_told = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._column: int | None = None
        self._pointer: QPointF | None = None  # until it leaves, or the keys move
        self._found: Health | None = None  # of the scene's weights, once they have been looked at
        self._looking: Iterator[Health | None] | None = None
        self._band: Band | None = None  # what stands below the plot for want of room beside it
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look_on)
        self._gestures = ZoomGestures(self)
        self.setObjectName("canvas")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Attention weights, rows are queries and columns are keys"))
        self.setToolTip("")
        self.setMinimumSize(px(360), px(140))  # in a low window cells are lower; a taller canvas would be cut off
        self.grabGesture(Qt.GestureType.PinchGesture)

    def display(self, scene: Scene) -> None:
        before, self._scene = self._scene, scene
        self.reader = SceneReader(scene, whole=True)
        if before is None or before.trace.weights is not scene.trace.weights:
            self._found = self._looking = None
            self._timer.stop()
        self._lay_out()

    def let_go(self) -> None:
        self._scene = self._found = self._looking = self._pointer = None
        self._timer.stop()
        super().let_go()

    @property
    def settled(self) -> bool:
        """Whether margins and health are there; of a large matrix they come when the hand rests."""
        return self._found is not None

    def _lay_out(self) -> None:
        scene = self._scene
        if scene is None or not self.width() or not self.height():
            return
        self._look(scene)
        self.scale = self.given_scale or grown(self, lambda width: self._needed(scene, width))
        self.show_figure(self._drawn(scene, self.width() / self.scale, self.height() / self.scale), scene.palette)
        self.cramped_told.emit(self.cramped)
        if self._pointer is not None:  # another cell may have come under it
            self.hover(self._pointer)

    @property
    def cramped(self) -> bool:
        """Whether no cell that is drawn has room for the number that is wanted in it."""
        return self.figure.cramped

    def _needed(self, scene: Scene, width: float) -> float:
        """The height that a figure of this width needs, in points."""
        needs = needs_of(scene, width, text_width, self._found)
        self._band = needs.band
        return needs.height

    def _drawn(self, scene: Scene, width: float, height: float) -> Figure:
        """The figure for a room of this size."""
        return matrix_in_room(
            scene,
            self._band,
            width=width,
            height=height,
            measure=text_width,
            pixels=self.scale * self.devicePixelRatioF(),
            found=self._found,
            centred=self.given_scale is not None,
        )

    def _plot(self, _point: QPointF | None = None) -> Cells | None:
        """The matrix that gestures at a point of the widget act on."""
        return self.figure.cells("weights")

    # health ------------------------------------------------------------------------------------------------

    def _look(self, scene: Scene) -> None:
        """Begin to look at the weights as a whole, at once where they are few."""
        if self._found is not None or self._looking is not None or scene.trace.hasty:
            return
        self._looking = examine(scene.trace)
        if scene.trace.n_q * scene.trace.n_k <= AT_ONCE:
            self._found = list(self._looking)[-1]
            self._looking = None
        else:
            self._timer.start(REST)

    @Slot()
    def _look_on(self) -> None:
        """One block of rows more, then let events through."""
        if self._looking is None:
            return
        self._found = next(self._looking)
        if self._found is None:
            self._timer.start(0)
            return
        self._looking = None
        self._lay_out()

    # zoom --------------------------------------------------------------------------------------------------

    @property
    def window_(self) -> zoom.Window | None:
        """The part of the matrix in sight; None while that is all of it."""
        scene = self._scene
        return None if scene is None else zoom.kept(scene.view.zoom, scene.trace.n_q, scene.trace.n_k)

    def cell_point(self, point: QPointF) -> tuple[float, float] | None:
        """The place in the matrix under a point of the widget, in (row, column) with fractions; kept inside."""
        cells = self._plot(point)
        if cells is None:
            return None
        x, y = self.to_figure(point)
        right = min(max((x - cells.x) / cells.cell_width, 0.0), cells.width / cells.cell_width)
        down = min(max((y - cells.y) / cells.cell_height, 0.0), cells.height / cells.cell_height)
        if cells.transposed:
            right, down = down, right
        return cells.window[0] + down, cells.window[2] + right

    def hit(self, point: QPointF) -> tuple[Cells, int, int] | None:
        """The matrix's cell under a point; the samples of a legend are none."""
        found = super().hit(point)
        return found if found is not None and found[0].name in self.plots else None

    def over_cells(self, point: QPointF) -> bool:
        cells = self._plot(point)
        return cells is not None and cells.at(*self.to_figure(point)) is not None

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Come closer about a point of the widget, or else about the cursor, which stays whole, or the middle."""
        scene, cells = self._scene, self._plot(at)
        if scene is None or cells is None:
            return
        cursor = self._cursor_in_sight() if at is None else None
        place = self._place(cursor) if at is None else self.cell_point(at)
        if place is None:
            return
        wide = cells.cell_width / cells.cell_height
        if cells.transposed:
            wide = 1 / wide
        n_q, n_k = scene.trace.n_q, scene.trace.n_k
        window = zoom.closer(self.window_, factor, place, n_q, n_k, wide=wide)
        self._ask(window if cursor is None else zoom.holding(window, *cursor, n_q, n_k))

    def zoom_to_box(self, one: QPointF, other: QPointF) -> None:
        """Show the cells of a box between two points of the widget."""
        scene, first, last = self._scene, self.cell_point(one), self.cell_point(other)
        if scene is not None and first is not None and last is not None:
            self._ask(zoom.boxed(self.window_, first, last, scene.trace.n_q, scene.trace.n_k))

    def pan_by(self, right: float, down: float) -> None:
        """Move the matrix by pixels of the widget, as if it were held."""
        scene, cells = self._scene, self._plot()
        if scene is None or cells is None:
            return
        across, along = -right / self.scale / cells.cell_width, -down / self.scale / cells.cell_height
        if cells.transposed:
            across, along = along, across
        self._ask(zoom.moved(self.window_, along, across, scene.trace.n_q, scene.trace.n_k))

    def fit(self) -> None:
        """Show all of the matrix."""
        self._ask(None)

    def zoom_by_key(self, key: Qt.Key) -> bool:
        """Whether it is a key that comes closer, goes further off or shows all; then that is done."""
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(zoom.KEY_STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(1 / zoom.KEY_STEP)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_F):
            self.fit()
        else:
            return False
        return True

    def _ask(self, window: zoom.Window | None) -> None:
        if self._scene is not None and window != self._scene.view.zoom:
            self.zoom_requested.emit(window)

    def _cursor_in_sight(self) -> tuple[int, int] | None:
        """The cursor's cell, if the middle of it is in sight."""
        if self._scene is None or self.cursor_cell is None:
            return None
        (query, key), trace = self.cursor_cell, self._scene.trace
        row, rows, column, columns = self.window_ or zoom.whole(trace.n_q, trace.n_k)
        inside = row <= query + 0.5 <= row + rows and column <= key + 0.5 <= column + columns
        return (query, key) if inside else None

    def _place(self, cursor: tuple[int, int] | None) -> tuple[float, float]:
        """The middle of the cursor's cell, or else of what is in sight."""
        assert self._scene is not None
        if cursor is not None:
            return cursor[0] + 0.5, cursor[1] + 0.5
        trace = self._scene.trace
        row, rows, column, columns = self.window_ or zoom.whole(trace.n_q, trace.n_k)
        return row + rows / 2, column + columns / 2

    # events ------------------------------------------------------------------------------------------------

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        scrolls = page_of(self) is not None and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if scrolls or not self._gestures.wheel(event):  # over a page that is longer than the window Ctrl comes closer
            super().wheelEvent(event)

    @guarded
    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.NativeGesture, QEvent.Type.Gesture) and self._gestures.gesture(event):
            return True
        return bool(super().event(event))

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._gestures.press(event):
            super().mousePressEvent(event)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        if not self._gestures.move(event):
            super().mouseMoveEvent(event)

    def hover(self, point: QPointF) -> None:
        self._pointer = point
        before = self.ringed()
        super().hover(point)
        self._ring_anew(before)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        before, self._pointer = self.ringed(), None
        super().leaveEvent(event)
        self._ring_anew(before)

    def ringed(self) -> list[QRectF]:
        """Where the pointer's cell is; nothing where it is too small to be ringed."""
        if self._hovered is None:
            return []
        rect = self._in_plot(*self._hovered)
        return [rect] if min(rect.width(), rect.height()) >= LEAST_RINGED else []

    def _in_plot(self, name: str, row: int, column: int) -> QRectF:
        """What of a cell is in sight, in widget coordinates."""
        cells = self.figure.cells(name)
        if cells is None:
            return QRectF()
        plot = QRectF(*(value * self.scale for value in (cells.x, cells.y, cells.width, cells.height)))
        return self.cell_rect(name, row, column).intersected(plot)

    def _ring_anew(self, before: list[QRectF]) -> None:
        """Paint where the ring was and where it is, and nothing else."""
        after = self.ringed()
        if after != before:
            for rect in (*before, *after):
                self.update(ring_area(rect))

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._gestures.release(event):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.click(event.position())

    def click(self, point: QPointF) -> None:
        """The keys go on from a cell that was clicked."""
        found = self.hit(point)
        if found is not None:
            self._column = found[2]
        super().click(point)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.fit()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._gestures.stop()
        super().focusOutEvent(event)
        self.update()

    def key_pressed(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self._scene is None or event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        ):
            super().key_pressed(event)
        elif key in KEYS or key in ENDS:
            self._walk(key)
        elif self.zoom_by_key(key):
            pass
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.cursor_cell is not None:
            self.label_clicked.emit("weights", "column", self.cursor_cell[1])
        elif key == Qt.Key.Key_Escape and self._gestures.stop():
            self.update()
        else:
            super().key_pressed(event)

    def _walk(self, key: Qt.Key) -> None:
        """Move the cursor; it keeps itself in sight. The pointer's cell is let go: the last hand to move is shown."""
        scene = self._scene
        assert scene is not None
        self._pointer = self._hovered = None
        n_q, n_k = scene.trace.n_q, scene.trace.n_k
        row, column = next_cell(scene, start_cell(scene, self._column, self.window_), key)
        self._column = column
        self._ask(zoom.holding(self.window_, row, column, n_q, n_k) if self.window_ else scene.view.zoom)
        self.cell_inspected.emit(row, column)
        self.tables.tell(self.told, row, column)
        reveal(self, self.cell_rect("weights", row, column))
        self.update()

    def tell_again(self) -> None:
        if self.cursor_cell is not None:
            self.tables.tell(self.told, *self.cursor_cell)

    @property
    def cursor_cell(self) -> tuple[int, int] | None:
        """The keyboard's cell, while the keys are here."""
        if self._scene is None or self._column is None or not self.hasFocus():
            return None
        return self._scene.query, min(self._column, self._scene.trace.n_k - 1)

    def paint_above(self, painter: QPainter) -> None:
        self._gestures.paint(painter, self.palette_)
        for ring in self.ringed():
            draw_ring(painter, ring, self.palette_)
        if self.cursor_cell is None:
            return
        row, column = self.cursor_cell
        rect = self.cell_rect("weights", row, column)
        if not rect.isEmpty() and self.over_cells(rect.center()):
            draw_cursor(painter, rect, self.palette_)
