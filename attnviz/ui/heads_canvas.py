"""The grid of all heads: hover names one, arrows walk, click or Enter opens it, with Shift it is compared."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from attnviz.export.fonts import text_width
from attnviz.export.heads_figure import HeadsPicture, head_reading, heads_picture
from attnviz.export.pattern_words import place_text, scores_text
from attnviz.export.scene import Scene
from attnviz.ui.accessible_cells import Grid
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import factor

LARGE = 1500.0  # from which width on the grid grows
MOST_SCALE = 2.5


class HeadsCanvas(FigureCanvas):
    """Signals: `head_told(sentence)` of the head under the pointer, "" for none; `head_opened(layer, head)`;
    `comparison_requested(layer, head)` with the head that is looked at; `cursor_moved(layer, head)`; all 0-based.
    """

    head_told = Signal(str)
    head_opened = Signal(int, int)
    comparison_requested = Signal(int, int)
    cursor_moved = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("All heads: arrows walk, Enter opens, Shift+Enter compares"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.picture: HeadsPicture | None = None
        self._scene: Scene | None = None
        self._under: int | None = None  # index of the head under the pointer

    def display(self, scene: Scene, width: float, height: float) -> None:
        """Lay the scene's grid for a room in pixels, which it may exceed downwards."""
        self._scene = scene
        self.scale = self.given_scale or factor() * min(max(width / factor() / LARGE, 1.0), MOST_SCALE)
        self.picture = heads_picture(scene, width=width / self.scale, measure=text_width, room=height / self.scale)
        self.show_figure(self.picture.figure, scene.palette)

    def grids(self) -> list[Grid]:
        """The thumbnails as they stand, each with what its head does."""
        scene, picture = self._scene, self.picture
        if scene is None or scene.grid is None or picture is None or not picture.slots:
            return super().grids()
        lattice = picture.lattice
        by_slot = {slot: index for index, slot in picture.slots.items()}
        rows = 1 + max(by_slot) // lattice.columns
        x, y, _, _ = lattice.rect(0)

        def say(row: int, column: int) -> str:
            index = by_slot.get(row * lattice.columns + column)
            return "" if index is None else head_reading(scene, index)

        return [
            Grid(
                name="heads",
                title=self.accessibleName(),
                rows=[str(row + 1) for row in range(rows)],
                columns=[str(column + 1) for column in range(lattice.columns)],
                x_edges=(x, lattice.across, lattice.columns),
                y_edges=(y, lattice.down, rows),
                say=say,
                about=lambda _row, _column: "",
            )
        ]

    def tell_again(self) -> None:
        if self.cursor_index is not None:
            self._tell(self.cursor_index)

    def _tell(self, index: int) -> None:
        if self.picture is not None and index in self.picture.slots:
            self.tables.tell("heads", *divmod(self.picture.slots[index], self.picture.lattice.columns))

    @property
    def cursor_index(self) -> int | None:
        """The head that the keys act on: where the cursor stands, else the first that is shown."""
        scene = self._scene
        if scene is None or scene.grid is None or self.picture is None:
            return None
        look = scene.view.heads
        index = scene.grid.index(look.layer, look.head)
        return index if index in self.picture.slots else next(iter(self.picture.slots), None)

    def head_rect(self, layer: int, head: int) -> QRectF:
        """Where a head's thumbnail is in the widget; empty where it is left out."""
        grid = None if self._scene is None else self._scene.grid
        index = None if grid is None else grid.index(layer, head)
        found = None if index is None or self.picture is None else self.picture.rect(index)
        if found is None:
            return QRectF()
        return QRectF(*(value * self.scale for value in found))

    def hover(self, point: QPointF) -> None:
        under = None if self.picture is None else self.picture.at(*self.to_figure(point))
        if under == self._under:
            return
        self._under = under
        told = "" if under is None or self._scene is None else head_reading(self._scene, under)
        self.setCursor(Qt.CursorShape.ArrowCursor if under is None else Qt.CursorShape.PointingHandCursor)
        self.head_told.emit(told)
        self.update()

    def paint_above(self, painter: QPainter) -> None:
        """Frames: thin around the head under the pointer, thick around the keys' one while they are here."""
        for index, width, colour in (
            (self._under, 1.5, self.palette_.accent),
            (self.cursor_index if self.hasFocus() else None, 2.5, self.palette_.accent),
        ):
            found = None if index is None or self.picture is None else self.picture.rect(index)
            if found is not None:
                painter.setPen(QPen(QColor(colour), width))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                x, y, wide, high = (value * self.scale for value in found)
                painter.drawRect(QRectF(x - 1, y - 1, wide + 2, high + 2))

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        if self._under is not None:
            self._under = None
            self.head_told.emit("")
            self.update()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.picture is None:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        index = self.picture.at(*self.to_figure(event.position()))
        if index is not None:
            self._act(index, event.modifiers())

    def key_pressed(self, event: QKeyEvent) -> None:
        index = self.cursor_index
        if index is None or self.picture is None:
            super().key_pressed(event)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._act(index, event.modifiers())
            return
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().key_pressed(event)
            return
        target = self._walked(index, Qt.Key(event.key()))
        if target is None:
            super().key_pressed(event)
            return
        self._move_to(target)

    def _act(self, index: int, modifiers: Qt.KeyboardModifier) -> None:
        assert self._scene is not None
        assert self._scene.grid is not None
        place = self._scene.grid.places[index]
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.comparison_requested.emit(*place)
        else:
            self.head_opened.emit(*place)

    def _walked(self, index: int, key: Qt.Key) -> int | None:
        """The head that an arrow leads to; at an edge the one that was left."""
        assert self.picture is not None
        slots, columns = self.picture.slots, self.picture.lattice.columns
        by_slot = {slot: at for at, slot in slots.items()}
        slot, last = slots[index], max(by_slot)
        row, column = divmod(slot, columns)
        targets = {
            Qt.Key.Key_Left: slot - 1 if column else slot,
            Qt.Key.Key_Right: slot + 1 if column + 1 < columns else slot,
            Qt.Key.Key_Up: slot - columns if row else slot,
            Qt.Key.Key_Down: slot + columns,
            Qt.Key.Key_Home: min(by_slot),
            Qt.Key.Key_End: last,
        }
        if key not in targets:
            return None
        return by_slot.get(targets[key], index)

    def _move_to(self, index: int) -> None:
        assert self._scene is not None
        assert self._scene.grid is not None
        self.cursor_moved.emit(*self._scene.grid.places[index])
        self.head_told.emit(head_reading(self._scene, index))
        self._tell(index)

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        return super().event(event)

    def _show_tip(self, event: QHelpEvent) -> None:
        scene, picture = self._scene, self.picture
        index = None if picture is None else picture.at(*self.to_figure(QPointF(event.pos())))
        if scene is None or scene.grid is None or index is None:
            QToolTip.hideText()
            return
        text = place_text(scene.grid, index, scene.notation)
        if index < scene.grid.done:
            text += "\n" + scores_text(scene.grid.found[index], scene.form, "\n")
        area = self.head_rect(*scene.grid.places[index]).toRect()
        QToolTip.showText(event.globalPos(), text, self, QRect(area))
