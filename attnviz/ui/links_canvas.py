"""The weights as lines or arcs: the row under the pointer stands out, and every line tells its weight."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.tokens import visible_text
from attnviz.export.ahead import curve_layer, curves_of
from attnviz.export.drawn_links import Drawn
from attnviz.export.fonts import text_width
from attnviz.export.links_figure import links_figure, needed_height
from attnviz.export.links_words import query_text
from attnviz.export.scene import Scene
from attnviz.ui.accessible_cells import Grid
from attnviz.ui.announce import announce
from attnviz.ui.growing import growth
from attnviz.ui.guard import guarded
from attnviz.ui.prepared_canvas import Laid, PreparedCanvas, is_small
from attnviz.ui.readout import weight_reading
from attnviz.ui.text_size import px

REACH = 5.0  # pixels beside a line that still count as on it


class LinksCanvas(PreparedCanvas):
    """Signals of the canvas; lines answer as cells of "weights", tokens as its labels.

    Up and down choose the query, left and right walk its lines from the heaviest.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawn: Drawn | None = None
        self._layer: QImage | None = None  # the curves of a large matrix: thousands take longer than a frame
        self._curves: frozenset[int] = frozenset()  # which items these are
        self._pointed: int | None = None  # the query under the pointer
        self.row = 0  # the followed query, though its picture may not be there yet: the keys go on from it
        self._line: int | None = None  # which of the query's lines the keys are on, 0 the heaviest
        self.setObjectName("canvas")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name(arcs=False)
        self.setMinimumSize(
            px(360), px(140)
        )  # in a low window the tokens stand closer; a taller canvas would be cut off

    def display(self, scene: Scene) -> None:
        self.row = scene.query
        if self._scene is None or scene.query != self._scene.query:
            self._line = None
        self._scene = scene
        if self._pointed is not None and self._pointed >= scene.trace.n_q:
            self._pointed = None
        self.lay_out()

    def let_go(self) -> None:
        self._drawn = self._pointed = self._line = self._layer = None
        self._curves = frozenset()
        super().let_go()

    def look_of(self, scene: Scene) -> Hashable:
        view, row = scene.view, scene.query if self._pointed is None else self._pointed
        return self.room, self.given_scale, scene.palette.name, view.drawing, view.links, row

    def changed(self, _scene: Scene) -> bool:
        """To lay the lines out takes as long whatever has changed."""
        return True

    def gathered(self, scene: Scene) -> bool:
        """Only in haste: at rest there are more lines than a frame has time for."""
        return scene.trace.hasty and super().gathered(scene)

    def plan(self, scene: Scene, *, ahead: bool) -> Callable[[], Laid]:
        room, given, pointed = self.room, self.given_scale, self._pointed
        layered = ahead or not (is_small(scene) or scene.trace.hasty)

        def laid() -> Laid:
            scale, least = (given, None) if given else growth(room.width, room.height, lambda _: needed_height(trace))
            size = room.width / scale, room.height / scale
            drawn = links_figure(scene, width=size[0], height=size[1], measure=text_width, query=pointed, live=True)
            layer = curve_layer(drawn.figure, scene.palette, room, scale) if layered else None
            return Laid(figure=drawn.figure, scale=scale, least=least, more=drawn, layer=layer)

        trace = scene.trace
        return laid

    def apply(self, scene: Scene, laid: Laid) -> None:
        assert isinstance(laid.more, Drawn)
        if not self.gets_room(laid):
            return
        self.scale, self._drawn, self._layer = laid.scale, laid.more, laid.layer
        self._curves = frozenset() if laid.layer is None else curves_of(laid.figure)
        self._name(arcs=laid.more.arcs)
        self.show_figure(laid.figure, scene.palette)

    def _name(self, *, arcs: bool) -> None:
        """Call the picture as it is drawn."""
        name = self.tr("Attention weights as lines from queries to keys")
        if arcs:
            name = self.tr("Attention weights as arcs from queries to keys")
        if self.accessibleName() != name:
            self.setAccessibleName(name)

    def left_out(self) -> frozenset[int]:
        return super().left_out() | self._curves

    def paint_below(self, painter: QPainter) -> None:
        if self._layer is not None:
            painter.drawImage(0, 0, self._layer)

    def grids(self) -> list[Grid]:
        """A row for each query, its lines from the heaviest."""
        scene, drawn = self._scene, self._drawn
        if scene is None or drawn is None:
            return []
        links = drawn.links
        most = max((len(links.looked_at(row)) for row in range(scene.trace.n_q)), default=0)

        def say(row: int, line: int) -> str:
            keys = links.looked_at(row)
            return weight_reading(scene, row, keys[line]) if line < len(keys) else ""

        return [
            Grid(
                name="links",
                title=self.accessibleName(),
                rows=[visible_text(token) for token in scene.trace.tokens_q],
                columns=[str(line + 1) for line in range(max(most, 1))],
                x_edges=(0.0, self.figure.width / max(most, 1), max(most, 1)),
                y_edges=(0.0, self.figure.height / scene.trace.n_q, scene.trace.n_q),
                say=say,
                about=lambda _row, _line: "",
            )
        ]

    def line_at(self, point: QPointF) -> tuple[int, int] | None:
        """(query, key) of the line at a point of the widget."""
        if self._drawn is None:
            return None
        return self._drawn.nearest(*self.to_figure(point), REACH / self.scale)

    def hover(self, point: QPointF) -> None:
        label = self.figure.label_at(*self.to_figure(point))
        line = self.line_at(point) if label is None else None
        self._tell(line)
        pointed = label.index if label is not None and label.axis == "row" else None if line is None else line[0]
        if pointed != self._pointed:
            self._pointed = pointed
            self.lay_out()

    def _tell(self, line: tuple[int, int] | None) -> None:
        cell = None if line is None else ("weights", *line)
        if cell == self._hovered:
            return
        self._hovered = cell
        if cell is None:
            self.hover_left.emit()
        else:
            self.cell_hovered.emit(*cell)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._pointed is not None:
            self._pointed = None
            self.lay_out()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self.line_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and line is not None:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.cell_clicked.emit("weights", *line)
            return
        super().mousePressEvent(event)

    def key_pressed(self, event: QKeyEvent) -> None:
        scene, key = self._scene, event.key()
        if scene is None or self._drawn is None:
            super().key_pressed(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            row = self.row + (1 if key == Qt.Key.Key_Down else -1)
            self._inspect(self._drawn, min(max(row, 0), scene.trace.n_q - 1), 0)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            line = 0 if self._line is None else self._line + (1 if key == Qt.Key.Key_Right else -1)
            self._inspect(self._drawn, scene.query, line)
        else:
            super().key_pressed(event)

    def _inspect(self, drawn: Drawn, row: int, line: int) -> None:
        """Tell of a line of a query, and follow the query: what the pointer rests on is shown no more."""
        keys = drawn.links.looked_at(row)
        pointed, self._pointed, self._hovered = self._pointed, None, None
        if self._scene is not None and row != self.row:
            self.label_clicked.emit("weights", "row", row)
        elif pointed is not None:
            self.lay_out()
        if keys:
            self._line = min(max(line, 0), len(keys) - 1)
            self.cell_hovered.emit("weights", row, keys[self._line])
            self.tables.tell("links", row, self._line)
        elif self._scene is not None:
            self._line = None
            announce(self, query_text(self._scene.trace, drawn.links, row, self._scene.form, arcs=drawn.arcs))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()
