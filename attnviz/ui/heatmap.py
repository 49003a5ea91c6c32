"""The n × n heatmap: laid out for the room it has, looked at closer with wheel, pinch, box and keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.health import Health
from attnviz.document import zoom
from attnviz.export.ahead import reduce_cells
from attnviz.export.figure import Cells, Figure
from attnviz.export.fonts import text_width
from attnviz.export.matrix_below import Band, Needs, matrix_in_room, needs_of
from attnviz.export.scene import Scene
from attnviz.ui.accessible_grids import SceneReader
from attnviz.ui.cell_ring import draw_cursor, draw_ring, ring_area
from attnviz.ui.cell_walk import ENDS, KEYS, next_cell, start_cell
from attnviz.ui.examination import Examination
from attnviz.ui.growing import growth
from attnviz.ui.guard import guarded
from attnviz.ui.pages import page_of, reveal
from attnviz.ui.prepared_canvas import Laid, PreparedCanvas
from attnviz.ui.text_size import px
from attnviz.ui.zoom_gestures import ZoomGestures

LEAST_RINGED = 6  # pixels: a ring around the pointer's cell would hide a smaller one
HARMLESS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier  # + and digits may need them


class Heatmap(PreparedCanvas):
    """Signals, besides the canvas's: `cell_inspected(row, column)` when the keyboard cursor moves to a cell;
    `zoom_requested(window)` with a part of the matrix to show, or None for all of it; `cramped_told(bool)` at every
    layout."""

    plots: tuple[str, ...] = ("weights",)  # the cells that answer
    cell_inspected = Signal(int, int)
    zoom_requested = Signal(object)
    cramped_told = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column: int | None = None
        self._pointer: QPointF | None = None  # until it leaves, or the keys move
        self.examination = Examination(self)
        self.examination.finished.connect(self.lay_out)
        self._gestures = ZoomGestures(self)
        self.setObjectName("canvas")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Attention weights, rows are queries and columns are keys"))
        self.setToolTip("")
        self.setMinimumSize(px(360), px(140))  # in a low window cells are lower; a taller canvas would be cut off
        self.grabGesture(Qt.GestureType.PinchGesture)

    def display(self, scene: Scene) -> None:
        self._scene = scene
        self.reader = SceneReader(scene, whole=True)
        self.examine(scene)
        self.lay_out()

    def let_go(self) -> None:
        self._pointer = None
        self.examination.forget()
        super().let_go()

    @property
    def settled(self) -> bool:
        """Whether margins and health are there; of a large matrix they come when the hand rests."""
        return self.examination.known

    def look_of(self, scene: Scene) -> Hashable:
        view = scene.view
        coloured = view.quantity, view.drawing, view.colour, view.fitting_curve, view.transposed
        room = self.room, self.given_scale, scene.palette.name
        return (*room, view.compare, coloured), self.examination.of(scene.trace) is not None

    def has(self, look: Hashable) -> bool:
        """Where the health of the weights is known marks are explained, and looked for; else it is quicker."""
        assert isinstance(look, tuple)
        return self._look in ((look[0], True), look)

    def gathered(self, scene: Scene) -> bool:
        """Of gradients nothing is."""
        return scene.view.quantity != "gradient" and super().gathered(scene)

    def plan(self, scene: Scene, *, ahead: bool) -> Callable[[], Laid]:
        room, given, found = self.room, self.given_scale, self.examination.of(scene.trace)

        def laid() -> Laid:
            band: Band | None = None

            def needed(width: float) -> float:
                nonlocal band
                needs = self._needs(scene, width, found)
                band = needs.band
                return needs.height

            scale, least = (given, None) if given else growth(room.width, room.height, needed)
            size = room.width / scale, room.height / scale
            figure = self._drawn(scene, band, size, scale * room.ratio, found, given is not None)
            if ahead:
                reduce_cells(figure, scene.palette, room, scale)
            return Laid(figure=figure, scale=scale, least=least)

        return laid

    def examine(self, scene: Scene) -> None:
        """Have the health of the weights looked at."""
        self.examination.follow(scene.trace)

    def apply(self, scene: Scene, laid: Laid) -> None:
        if not self.gets_room(laid):
            return
        self.scale = laid.scale
        self.show_figure(laid.figure, scene.palette)
        self.cramped_told.emit(self.cramped)
        if self._pointer is not None:  # another cell may have come under it
            self.hover(self._pointer)

    @property
    def cramped(self) -> bool:
        """Whether no cell that is drawn has room for the number that is wanted in it."""
        return self.figure.cramped

    @staticmethod
    def _needs(scene: Scene, width: float, found: Health | None) -> Needs:
        """What a figure of this width needs, in points."""
        return needs_of(scene, width, text_width, found)

    @staticmethod
    def _drawn(
        scene: Scene, band: Band | None, size: tuple[float, float], pixels: float, found: Health | None, alone: bool
    ) -> Figure:
        """The figure for a room of this size, where nothing else is if it is `alone`."""
        width, height = size
        return matrix_in_room(
            scene, band, width=width, height=height, measure=text_width, pixels=pixels, found=found, presented=alone
        )

    def _plot(self, _point: QPointF | None = None) -> Cells | None:
        """The matrix that gestures at a point of the widget act on."""
        return self.figure.cells("weights")

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
        self.lay_out()

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
        if self._scene is None or event.modifiers() & ~HARMLESS:
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

    @property
    def told(self) -> str:
        """The matrix whose cells a screen reader is told of."""
        return "weights"

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
