"""The canvas of the Steps view on which Q, K and V are edited: a cell cursor, typing, pasting, scrubbing."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from attnviz.export.figure import Cells, Figure, Label
from attnviz.export.palette import Palette
from attnviz.i18n import NumberFormat
from attnviz.io.matrix_text import format_table
from attnviz.session.streak import Streak
from attnviz.ui.announce import announce
from attnviz.ui.canvas_area import CanvasArea
from attnviz.ui.cell_line import CellLine
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.flow import Flow
from attnviz.ui.guard import guarded

SCRUB_FROM = 4  # pixels the pointer moves before a press becomes a drag
SCRUB_PIXELS = 6  # pixels a step
SCRUB_STEP = 0.1

Names = dict[tuple[str, str], tuple[str, ...]]

ARROWS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
NUDGES = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class MatrixEditor(FigureCanvas):
    """Asks for every change, makes none.

    Signals: `cell_edit_requested(matrix, row, column, value, gesture)`, one gesture for a whole scrub;
    `paste_requested(matrix, row, column, text)`; `row_add_requested(matrix)`, `row_remove_requested(matrix, row)`,
    `column_add_requested(matrix)`, `column_remove_requested(matrix, column)`;
    `rename_requested(matrix, axis, index, text)`; `file_requested(matrix)`; `refused(sentence)`;
    `cursor_moved(matrix, row, column)`.
    """

    cell_edit_requested = Signal(str, int, int, float, str)
    paste_requested = Signal(str, int, int, str)
    row_add_requested = Signal(str)
    row_remove_requested = Signal(str, int)
    column_add_requested = Signal(str)
    column_remove_requested = Signal(str, int)
    rename_requested = Signal(str, str, int, str)
    file_requested = Signal(str)
    refused = Signal(str)
    cursor_moved = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setObjectName("canvas")
        self.setAccessibleName(self.tr("Steps: the matrices of the chain"))
        self.setToolTip("")
        self.cursor_cell: tuple[str, int, int] | None = None
        self._on_computed = False  # whether the cell that was clicked last is computed
        self.fixed_shape = False  # rows and columns follow from other matrices: none can be added here
        self._form = NumberFormat()
        self._names: Names = {}
        self._line = CellLine(self)
        self._line.number_committed.connect(self._number_typed)
        self._line.text_committed.connect(self._name_typed)
        self._line.refused.connect(self.refused)
        self.flow = Flow(self.update, self)
        self._typing: tuple[tuple[str, int, int], float] | None = None  # the cell typed into, and its number
        self._naming: tuple[tuple[str, str, int], str] | None = None  # the label typed over, and its name
        self._press: tuple[QPointF, tuple[str, int, int], float] | None = None
        self._scrubbing = False
        self._gesture = 0
        self._streak = Streak()  # of presses that change a number
        self._nudged: tuple[str, float] | None = None  # the gesture of the last one, and what it asked for

    def display(self, figure: Figure, palette: Palette, form: NumberFormat, names: Names) -> None:
        """Show the chain; `names` are the labels as they are, by (matrix, axis), for those that can be renamed."""
        self._form, self._names = form, names
        self.show_figure(figure, palette)
        self.cursor_cell = self._kept_cursor()
        gone = self._typing is not None and not self._still_there(*self._typing)
        if gone or (self._naming is not None and not self._still_named(*self._naming)):
            self._line.cancel()
        self._line.follow()

    def _still_there(self, cell: tuple[str, int, int], value: float) -> bool:
        """Whether the cell that is typed into is the one on which typing began."""
        cells = self.figure.cells(cell[0])
        inside = cells is not None and cell[1] < cells.rows and cell[2] < cells.columns
        return inside and cells is not None and float(cells.values[cell[1], cell[2]]) == value

    def _still_named(self, label: tuple[str, str, int], name: str) -> bool:
        """Whether the label that is typed over is the one on which typing began."""
        names = self._names.get(label[:2], ())
        return label[2] < len(names) and names[label[2]] == name

    def cells_under_cursor(self) -> Cells | None:
        return None if self.cursor_cell is None else self.figure.cells(self.cursor_cell[0])

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._line.follow()

    # drawing -----------------------------------------------------------------------------------------------

    def paint_above(self, painter: QPainter) -> None:
        self.flow.paint(painter, self.figure, self.scale, self.palette_)
        if self.cursor_cell is None or not self.hasFocus():
            return
        painter.setPen(QPen(QColor(self.palette_.accent), 2.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.cell_rect(*self.cursor_cell))

    def _kept_cursor(self) -> tuple[str, int, int] | None:
        """The cursor, inside a matrix that may have become smaller, or gone."""
        cells = self.cells_under_cursor()
        if cells is None or self.cursor_cell is None:
            return None
        name, row, column = self.cursor_cell
        return name, min(row, cells.rows - 1), min(column, cells.columns - 1)

    # pointer -----------------------------------------------------------------------------------------------

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._line.commit()
        super().mousePressEvent(event)
        found = self.hit(event.position())
        if event.button() != Qt.MouseButton.LeftButton or found is None:
            return
        cells, row, column = found
        if not cells.editable:
            self._leave_cursor()
            return
        self.move_cursor(cells.name, row, column)
        self._press = (event.position(), (cells.name, row, column), float(cells.values[row, column]))
        self._gesture += 1

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is None:
            self.hover(event.position())
            found = self.hit(event.position())
            editable = found is not None and found[0].editable
            self.setCursor(Qt.CursorShape.SizeHorCursor if editable else Qt.CursorShape.ArrowCursor)
            return
        start, cell, value = self._press
        moved = event.position().x() - start.x()
        if not self._scrubbing and abs(moved) < SCRUB_FROM:
            return
        self._scrubbing = True
        step = _scrub_step(event.modifiers())
        # Rounded, or a hundred steps of 0.1 would show the binary dust.
        self.cell_edit_requested.emit(*cell, round(value + int(moved / SCRUB_PIXELS) * step, 10), self._gesture_id())

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._press, self._scrubbing = None, False

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.hit(event.position())
        label = self.figure.label_at(*self.to_figure(event.position()))
        if found is not None and found[0].editable:
            self._press = None
            self.edit_cell()
        elif found is None and label is not None:
            self.edit_label(label)

    def _gesture_id(self) -> str:
        return f"scrub:{self._gesture}"

    # keyboard ----------------------------------------------------------------------------------------------

    def key_pressed(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif event.key() in NUDGES and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._nudge(NUDGES[Qt.Key(event.key())], event.modifiers())
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) and not event.modifiers():
            self._turn(1 if event.key() == Qt.Key.Key_PageDown else -1)
        elif event.key() == Qt.Key.Key_Escape and self.cursor_cell is not None:
            self.cursor_cell = None  # Tab leaves the matrices again
            self.update()
        elif event.key() in ARROWS:
            self._step(*ARROWS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.edit_cell()
        elif event.key() == Qt.Key.Key_Space and self.cursor_cell is not None:
            self.cell_clicked.emit(*self.cursor_cell)
        elif event.text().strip() and event.text().isprintable():
            self.edit_cell(event.text())
        else:
            super().key_pressed(event)

    @guarded
    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab walks the cells of a matrix, then its neighbours, and leaves after the last."""
        return self._tab(forward) or super().focusNextPrevChild(forward)

    def _tab(self, forward: bool) -> bool:
        cells = self.cells_under_cursor()
        if cells is None or self.cursor_cell is None:
            return False
        name, row, column = self.cursor_cell
        place = row * cells.columns + column + (1 if forward else -1)
        if 0 <= place < cells.rows * cells.columns:
            self._go(name, *divmod(place, cells.columns))
            return True
        names = self.editable_names()
        if name not in names:
            return False  # a computed matrix is read and left
        index = names.index(name) + (1 if forward else -1)
        if not 0 <= index < len(names):
            return False
        other = self.figure.cells(names[index])
        assert other is not None
        self._go(names[index], *((0, 0) if forward else (other.rows - 1, other.columns - 1)))
        return True

    def editable_names(self) -> list[str]:
        return [item.name for item in self.figure.items if isinstance(item, Cells) and item.editable]

    def _step(self, down: int, right: int) -> None:
        cells = self.cells_under_cursor()
        if cells is None or self.cursor_cell is None:
            names = self.editable_names()
            if names:
                self._go(names[0], 0, 0)
            return
        if cells.transposed:  # the arrows go where they point
            down, right = right, down
        name, row, column = self.cursor_cell
        self._go(name, min(max(row + down, 0), cells.rows - 1), min(max(column + right, 0), cells.columns - 1))

    def _turn(self, step: int) -> None:
        """To the matrix before or after in the chain, computed ones too: their numbers can be read."""
        names = [item.name for item in self.figure.items if isinstance(item, Cells) and item.rows and item.columns]
        if not names:
            return
        if self.cursor_cell is None or self.cursor_cell[0] not in names:
            self._go(names[0 if step > 0 else -1], 0, 0)
            return
        name, row, column = self.cursor_cell
        target = self.figure.cells(names[min(max(names.index(name) + step, 0), len(names) - 1)])
        assert target is not None
        self._go(target.name, min(row, target.rows - 1), min(column, target.columns - 1))

    def _nudge(self, up: int, modifiers: Qt.KeyboardModifier) -> None:
        """The keyboard's scrub: the number a little larger or smaller; presses that follow each other are one step."""
        cells = self.cells_under_cursor()
        if cells is None or self.cursor_cell is None:
            return
        if not cells.editable:
            self.edit_cell()  # says why not
            return
        step = _scrub_step(modifiers)
        gesture = self._streak.gesture("nudge:{}:{}:{}".format(*self.cursor_cell))
        # The picture may still be on its way when keys repeat: go on from what was asked for, not from what is shown.
        continued = self._nudged is not None and self._nudged[0] == gesture
        shown = float(cells.values[self.cursor_cell[1], self.cursor_cell[2]])
        value = round((self._nudged[1] if continued and self._nudged is not None else shown) + up * step, 10)
        self._nudged = (gesture, value)
        self.cell_edit_requested.emit(*self.cursor_cell, value, gesture)
        announce(self, self._form.exact(value))

    def _leave_cursor(self) -> None:
        """A computed cell was clicked: what is typed now is not meant for the cell where the cursor was."""
        self.cursor_cell = None
        self._on_computed = True
        self.update()

    def move_cursor(self, matrix: str, row: int, column: int) -> None:
        self.cursor_cell = (matrix, row, column)
        self._on_computed = False
        self.cursor_moved.emit(matrix, row, column)
        self.tables.tell(matrix, row, column)
        self.update()

    def _go(self, matrix: str, row: int, column: int) -> None:
        """The keys move the cursor: the cell is scrolled into sight."""
        self.move_cursor(matrix, row, column)
        viewport = self.parentWidget()
        area = None if viewport is None else viewport.parentWidget()
        if isinstance(area, CanvasArea):
            area.bring(self.cell_rect(matrix, row, column), QSize(20, 20))

    def tell_again(self) -> None:
        if self.cursor_cell is not None:
            self.tables.tell(*self.cursor_cell)

    # editing -----------------------------------------------------------------------------------------------

    def edit_cell(self, typed: str | None = None) -> None:
        """Open the cursor's cell for typing; `typed` replaces its number."""
        cells = self.cells_under_cursor()
        if cells is None or self.cursor_cell is None or not cells.editable:
            if self._on_computed or (cells is not None and not cells.editable):
                self.refused.emit(self.tr("This number is computed: change one of a matrix that is marked “editable”."))
            return
        cell = self.cursor_cell
        value = float(cells.values[cell[1], cell[2]])
        self._typing, self._naming = (cell, value), None
        self._line.open_number(lambda: self.cell_rect(*cell), value, self._form, typed)

    def edit_label(self, label: Label) -> None:
        """Open a token's or a value dimension's name for typing, where it has one."""
        index = (label.matrix, label.axis, label.index)
        names = self._names.get(index[:2], ())
        if label.index >= len(names):
            return  # while something else stands in front, this shows an earlier document

        def place() -> QRectF:
            return self.label_rect(*index)

        self._typing, self._naming = None, (index, names[label.index])
        self._line.open_text(place, index, names[label.index])

    @Slot(float, str)
    def _number_typed(self, value: float, move: str) -> None:
        if self._typing is None:
            return
        self._gesture += 1
        cell, self._typing = self._typing[0], None
        self.cell_edit_requested.emit(*cell, value, f"type:{self._gesture}")
        if move == "tab":
            self._tab(True)
        elif move == "backtab":
            self._tab(False)
        elif move == "down":
            self._step(1, 0)
        elif move == "up":
            self._step(-1, 0)

    @Slot(str, str, str, int)
    def _name_typed(self, text: str, matrix: str, axis: str, index: int) -> None:
        self._naming = None
        self.rename_requested.emit(matrix, axis, index, text)

    def copy(self) -> None:
        """The cursor's whole matrix to the clipboard, as a spreadsheet takes it."""
        cells = self.cells_under_cursor()
        if cells is not None:
            text = format_table(cells.drawn().values, delimiter="\t", decimal=self._form.decimal)
            QApplication.clipboard().setText(text)

    def paste(self) -> None:
        """A block from the clipboard, its first cell at the cursor."""
        cells = self.cells_under_cursor()
        if cells is None or self.cursor_cell is None or not cells.editable:
            self.edit_cell()  # says why not, if there is a cell
            return
        self.paste_requested.emit(*self.cursor_cell, QApplication.clipboard().text())

    @guarded
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        found = self._at_cursor() if by_key else self.hit(QPointF(event.pos()))
        if found is None or not found[0].editable:
            return
        cells, row, column = found
        self.move_cursor(cells.name, row, column)
        menu = QMenu(self)
        menu.addAction(self.tr("&Edit the number"), self.edit_cell)
        menu.addAction(self.tr("&Copy the matrix"), self.copy)
        menu.addAction(self.tr("&Paste here"), self.paste)
        if not self.fixed_shape:
            self._add_shape_acts(menu, cells.name, row, column)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        here = self.mapToGlobal(self.cell_center(cells.name, row, column)) if by_key else event.globalPos()
        menu.popup(here)

    def _at_cursor(self) -> tuple[Cells, int, int] | None:
        cells = self.cells_under_cursor()
        return None if cells is None or self.cursor_cell is None else (cells, *self.cursor_cell[1:])

    def _add_shape_acts(self, menu: QMenu, matrix: str, row: int, column: int) -> None:
        menu.addSeparator()
        menu.addAction(self.tr("Add a &row"), lambda: self.row_add_requested.emit(matrix))
        menu.addAction(self.tr("Remove this r&ow"), lambda: self.row_remove_requested.emit(matrix, row))
        menu.addAction(self.tr("Add a co&lumn"), lambda: self.column_add_requested.emit(matrix))
        menu.addAction(self.tr("Remove this col&umn"), lambda: self.column_remove_requested.emit(matrix, column))
        menu.addSeparator()
        menu.addAction(self.tr("&Fill from a file…"), lambda: self.file_requested.emit(matrix))


def _scrub_step(modifiers: Qt.KeyboardModifier) -> float:
    """How far a number goes at once: a tenth of it with Shift, ten times as far with Ctrl."""
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        return SCRUB_STEP / 10
    return SCRUB_STEP * 10 if modifiers & Qt.KeyboardModifier.ControlModifier else SCRUB_STEP
