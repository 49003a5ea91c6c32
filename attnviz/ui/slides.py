"""The views as they are presented: one picture on the whole screen, in type that the last row can read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from attnviz.document.view_state import Inspector
from attnviz.export.figure import Cells, Figure
from attnviz.export.fonts import font, text_width
from attnviz.export.paint import paint
from attnviz.export.presented import chain_step, chain_steps, lower_part, presented, upper_part
from attnviz.export.scene import Scene
from attnviz.ui.accessible import ScrollArea
from attnviz.ui.announce import announce
from attnviz.ui.compare_canvas import CompareCanvas
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.guard import guarded
from attnviz.ui.heads_canvas import HeadsCanvas
from attnviz.ui.heatmap import Heatmap
from attnviz.ui.links_canvas import LinksCanvas
from attnviz.ui.row_bars import RowBars
from attnviz.ui.saturation_panel import SaturationPanel

SCREEN = (1920, 1080)  # on which a figure's 13 pixels of type are LARGE times as high
LARGE, LEAST, MOST = 1.8, 1.35, 4.5  # scales
SHARES = (2.2, 1.6, 1.25, 1.0, 0.8, 0.6)  # of that scale, for a picture of many small ones
ABOVE, BELOW = 62.0, 12.0  # what belongs to a tile besides its cells
LOWER = 0.34  # of the height: what stands below a chain
UNDER: dict[Inspector, float] = {"row": 0.2, "saturation": 0.25}  # and below a matrix
MOST_SHRUNK = 0.6  # of the scale: a picture that needs more room than that is scrolled


def type_scale(size: QSize) -> float:
    """How large a figure is drawn on a screen of this size."""
    share = min(size.width() / SCREEN[0], size.height() / SCREEN[1])
    return max(LARGE * share, LEAST)


class CentredCanvas(FigureCanvas):
    """Shows a figure in the middle of the room it has, as large as it can be."""

    def corner(self) -> QPointF:
        """Where the figure's corner is in the widget."""
        across = (self.width() - self.figure.width * self.scale) / 2
        down = (self.height() - self.figure.height * self.scale) / 2
        return QPointF(max(round(across), 0), max(round(down), 0))

    def fit(self, most: float) -> None:
        """As large as the room allows, and at most at a scale."""
        room = min(self.width() / max(self.figure.width, 1), self.height() / max(self.figure.height, 1))
        self.scale = min(room, most)
        self.update()

    def to_figure(self, point: QPointF) -> tuple[float, float]:
        return super().to_figure(point - self.corner())

    def cell_rect(self, matrix: str, row: int, column: int) -> QRectF:
        rect = super().cell_rect(matrix, row, column)
        return rect if rect.isEmpty() else rect.translated(self.corner())

    def label_rect(self, matrix: str, axis: str, index: int) -> QRectF:
        rect = super().label_rect(matrix, axis, index)
        return rect if rect.isEmpty() else rect.translated(self.corner())

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), QColor(self.palette_.colour(self._background)))
        painter.translate(self.corner())
        painter.scale(self.scale, self.scale)
        paint(painter, self.figure, self.palette_, background=None)
        painter.resetTransform()


class Slide(QWidget):
    """One way of presenting. It shows scenes; its canvases tell what is pointed at."""

    canvases: tuple[FigureCanvas, ...] = ()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(0)

    def display(self, scene: Scene) -> None:
        """Show a scene."""
        self._scene = scene
        self.lay_out(scene)

    def prepare(self, scene: Scene) -> Callable[[], None] | None:
        """What showing the scene would make the screen wait for, to be called in a worker; None where it is quick."""
        return None

    def lay_out(self, scene: Scene) -> None:
        """Draw it for the room there is."""
        raise NotImplementedError

    def cells(self, matrix: str) -> Cells | None:
        """A matrix of the picture."""
        found = (canvas.figure.cells(matrix) for canvas in self._shown())
        return next((cells for cells in found if cells is not None), None)

    def description(self) -> str:
        """The picture in words."""
        return next((canvas.figure.description for canvas in self._shown()), "")

    def _shown(self) -> Iterator[FigureCanvas]:
        return (canvas for canvas in self.canvases if canvas.isVisibleTo(self))

    def turn_page(self, by: int) -> bool:
        """Go a page on (or back, below 0) in a picture that is longer than the screen; whether there was one."""
        return False

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._scene is not None:
            self.lay_out(self._scene)


class ChainSlide(Slide):
    """A chain of tiles as large as it can be; below it what the step does, and at the end the row's sum."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chain, self.sum = CentredCanvas(), CentredCanvas(background="panel")
        self.canvases = (self.chain, self.sum)
        self.area = _barless(self.chain)
        self.caption = QLabel()
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setWordWrap(True)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for widget in (self.area, self.caption, self.sum):
            self.box.addWidget(widget)

    def lay_out(self, scene: Scene) -> None:
        """The three parts share the height in the same way at every step, so that nothing jumps."""
        size = self.size()
        lower = round(size.height() * LOWER)
        upper = upper_part(scene, text_width)
        words = upper.caption
        below = lower_part(scene, lower / type_scale(size), size.width() / type_scale(size), text_width)
        self.chain.show_figure(upper.figure, scene.palette)
        if words != self.caption.text():
            self.caption.setText(words)
            announce(self, words)
        self.caption.setFont(font(round(type_scale(size) * (13 if below else 17))))
        self.caption.setContentsMargins(round(size.width() / 20), 0, round(size.width() / 20), 0)
        self.caption.setFixedHeight(round(lower * 0.24) if below else lower)
        self.area.setFixedHeight(size.height() - lower)
        self.sum.setVisible(below is not None)
        if below is not None:
            self.sum.show_figure(below, scene.palette)
            self.sum.setFixedHeight(lower - round(lower * 0.24))
        self.box.activate()
        self._fit_chain(scene)
        self.sum.fit(type_scale(size))

    def _fit_chain(self, scene: Scene) -> None:
        """All of it, where it is legible then; else so large that it is, with the step's tile in sight."""
        room, figure, large = self.area.size(), self.chain.figure, type_scale(self.size())
        fitting = min(room.width() / figure.width, room.height() / figure.height)
        if fitting >= large * MOST_SHRUNK:
            self.chain.resize(room)
            self.chain.fit(MOST)
            return
        scale = min(large, room.width() / figure.width)
        self.chain.resize(room.width(), max(room.height(), round(figure.height * scale)))
        self.chain.fit(scale)
        tile = figure.cells(tile_of(scene))
        if tile is not None:
            top, bottom = (tile.y - ABOVE) * scale, (tile.y + tile.height + BELOW) * scale
            middle = (top + bottom) / 2 if bottom - top <= room.height() else top + room.height() / 2
            self.area.verticalScrollBar().setValue(round(middle - room.height() / 2))


def tile_of(scene: Scene) -> str:
    """The matrix that the shown step makes."""
    if scene.view.tab == "gradient":
        from attnviz.ui import gradient_view  # comes with its tab

        tiles = gradient_view.STEP_TILES
    else:
        from attnviz.ui import steps_view

        tiles = steps_view.STEP_TILES
    return tiles[chain_steps(scene)[chain_step(scene)]]


def _barless(canvas: FigureCanvas) -> QScrollArea:
    """Scrolls a canvas without bars: keys, steps and the wheel move it."""
    area = ScrollArea()
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(canvas)
    return area


class MatrixSlide(Slide):
    """The weights as they are drawn in the window, and below them what the window shows there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heatmap, self.links, self.compare = Heatmap(), LinksCanvas(), CompareCanvas()
        self.bars, self.saturation = RowBars(), SaturationPanel()
        self.canvases = (self.heatmap, self.links, self.compare, self.bars, self.saturation)
        for canvas in self.canvases:
            canvas.setMinimumSize(0, 0)
            self.box.addWidget(canvas, 0 if canvas in (self.bars, self.saturation) else 1)

    def prepare(self, scene: Scene) -> Callable[[], None] | None:
        """Of a drawing that is seen; one that was not yet has no room, and comes at once."""
        page = self._page_of(scene)
        return page.prepare(scene) if page.isVisible() else None

    def _page_of(self, scene: Scene) -> Heatmap | LinksCanvas:
        pages: dict[str, Heatmap] = {"heatmap": self.heatmap, "compare": self.compare}
        return pages.get(scene.view.drawing, self.links)

    def lay_out(self, scene: Scene) -> None:
        size, page = self.size(), self._page_of(scene)
        for each in self.canvases:
            each.given_scale = type_scale(size)
        for drawing in (self.heatmap, self.links, self.compare):
            drawing.setVisible(drawing is page)
        under: dict[Inspector, RowBars | SaturationPanel] = {"row": self.bars, "saturation": self.saturation}
        for name, canvas in under.items():
            if scene.view.inspector == name:
                canvas.display(scene)  # before it is seen: what it asks for then shall be this scene's
            canvas.setFixedHeight(round(size.height() * UNDER[name]))
            canvas.setVisible(scene.view.inspector == name)
        self.box.activate()
        page.display(scene)


class _Scrolled(Slide):
    """A canvas that is as long as it has to be."""

    def __init__(self, canvas: FigureCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.canvases = (canvas,)
        self.area = _barless(canvas)
        self.box.addWidget(self.area)

    def turn_page(self, by: int) -> bool:
        bar = self.area.verticalScrollBar()
        before = bar.value()
        bar.setValue(before + by * round(self.height() * 0.8))
        return bar.value() != before


class HeadsSlide(_Scrolled):
    """The grid of all heads."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.heads = HeadsCanvas()
        super().__init__(self.heads, parent)

    def lay_out(self, scene: Scene) -> None:
        needed = self.heads.sizeHint()
        for share in SHARES:  # as large as they can be with all of them in sight
            self.heads.given_scale = type_scale(self.size()) * share
            self.heads.display(scene, float(self.width()), float(self.height()))
            needed = self.heads.sizeHint()
            if needed.height() <= self.height() and needed.width() <= self.width():
                break
        self.heads.resize(max(self.width(), needed.width()), max(self.height(), needed.height()))


class FigureSlide(_Scrolled):
    """A tab that is one figure: training, shapes, the script, or why there is nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.centred = CentredCanvas()
        super().__init__(self.centred, parent)

    def lay_out(self, scene: Scene) -> None:
        scale = type_scale(self.size())
        figure = self._drawn(scene, scale)
        fits = min(self.width() / figure.width, self.height() / figure.height)
        if fits < scale:  # laid anew in the larger room that smaller type leaves
            scale = max(fits, scale * MOST_SHRUNK)
            figure = self._drawn(scene, scale)
        scale = min(scale, self.width() / figure.width)
        self.centred.show_figure(figure, scene.palette)
        needed = max(self.height(), round(figure.height * scale))
        self.centred.resize(self.width(), needed)
        self.centred.fit(scale)

    def _drawn(self, scene: Scene, scale: float) -> Figure:
        return presented(scene, self.width() / scale, self.height() / scale, text_width)


def slide_for(name: str) -> Slide:
    """The slide of one of the kinds that `kind_of` tells."""
    kinds = {"chain": ChainSlide, "matrix": MatrixSlide, "heads": HeadsSlide}
    return kinds.get(name, FigureSlide)()
