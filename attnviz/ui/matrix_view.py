"""The Matrix tab: the sentence, the strip of controls, the matrix, and what stands below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.document.links_look import Drawing
from attnviz.document.view_state import Inspector
from attnviz.document.zoom import KEY_STEP
from attnviz.export.scene import Scene
from attnviz.ui.compare_panel import ComparePanel
from attnviz.ui.findings_strip import FindingsStrip
from attnviz.ui.guard import guarded
from attnviz.ui.heatmap import Heatmap
from attnviz.ui.key_splitter import KeySplitter
from attnviz.ui.links_canvas import LinksCanvas
from attnviz.ui.links_panel import LinksPanel
from attnviz.ui.matrix_controls import MatrixControls
from attnviz.ui.matrix_inspector import MatrixInspector
from attnviz.ui.pages import Pages
from attnviz.ui.prepared_canvas import is_small
from attnviz.ui.sentence_bar import SentenceBar
from attnviz.ui.text_size import larger, px
from attnviz.ui.view import View

BELOW: dict[Inspector, int] = {"row": 124, "saturation": 210}  # pixels at first
FOLDED = 36
LOW = 550  # pixels of height, in a window of 640: below, the row's bars wait until they are asked for
MOST_BELOW = {"row": 0.25, "saturation": 0.4}  # of the height that both share, at first


class MatrixView(View):
    """Shows a scene; asking is done by its parts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = SentenceBar()
        self.findings = FindingsStrip()
        self.controls = MatrixControls()
        self.heatmap = Heatmap()
        self.inspector = MatrixInspector()
        self.drawings = Pages()  # one page a way of drawing the weights
        self.links = LinksPanel()
        self.compare = ComparePanel()
        for page in (self.heatmap, self.links, self.compare):
            self.drawings.addWidget(page)
        self._page: Heatmap | LinksPanel | ComparePanel = self.heatmap
        self.splitter = KeySplitter()
        self.splitter.share(self.drawings, self.inspector)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.splitter.setChildrenCollapsible(False)
        self._heights = {name: px(height) for name, height in BELOW.items()}  # as the person last left them
        self._inspector: Inspector | None = None
        self._scene: Scene | None = None
        self._asked = False  # whether the person has asked for what stands below since the window became low
        self.inspector.inspector_requested.connect(self._ask_below)
        self.controls.closer_requested.connect(lambda: self.plot.zoom_by(KEY_STEP))
        self.controls.further_requested.connect(lambda: self.plot.zoom_by(1 / KEY_STEP))
        self.controls.fit_requested.connect(lambda: self.plot.fit())
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.sentence)
        box.addWidget(self.findings)
        box.addWidget(self.controls)
        box.addWidget(self.splitter, 1)

    @property
    def bars(self) -> MatrixInspector:
        """The inspector, by the name of what it shows most."""
        return self.inspector

    @property
    def plot(self) -> Heatmap:
        """What can be looked at closer: the heatmap, or the plots that are compared."""
        return self.compare.canvas if self._page is self.compare else self.heatmap

    @property
    def numberless(self) -> bool:
        """Whether cells are drawn that might have numbers, and none has, however small they are."""
        scene = self._scene
        if scene is None or self._page is self.links or (self._page is self.heatmap and scene.view.quantity == "mask"):
            return False
        return all(cells.numbers is None for cells in map(self.plot.figure.cells, self.plot.plots) if cells is not None)

    @property
    def focused(self) -> Heatmap | LinksCanvas:
        page = self._page
        return page if isinstance(page, Heatmap) else page.canvas

    def display(self, scene: Scene) -> None:
        self.sentence.display(scene)
        self.findings.display(scene)
        self.controls.display(scene)
        self._scene = scene
        below = self._below(scene)
        self._make_room(below)
        page = self._page_of(scene.view.drawing)
        if page is not self._page:
            left, looking = self.focused, self.focused.hasFocus()
            self._page = page
            self.drawings.setCurrentWidget(page)
            if looking:  # or else the keys would land on the strip
                self.focused.setFocus()
            left.let_go()
        self._page.display(scene)
        self.inspector.display(replace(scene, view=replace(scene.view, inspector=below)))

    def prepare(self, scene: Scene) -> Callable[[], None] | None:
        page = self._page_of(scene.view.drawing)
        if not is_small(scene) and not page.isVisible():
            self._measure(scene, page)
        canvas = page if isinstance(page, Heatmap) else page.canvas
        return canvas.prepare(scene)

    def _measure(self, scene: Scene, page: QWidget) -> None:
        """Give a page that is not seen the room that it will have."""
        stack = self.parentWidget()
        if stack is not None and not self.isVisible():
            self.resize(stack.size())
        self.controls.display(scene)
        for part in (self, self.drawings, page):
            layout = part.layout()
            if part is page:
                page.resize(self.drawings.size())
            if layout is not None:
                layout.activate()

    def expect(self, scene: Scene) -> None:
        self.controls.display(scene)
        page = self._page_of(scene.view.drawing)
        if not isinstance(page, Heatmap):
            page.expect(scene)

    @property
    def low(self) -> bool:
        """Whether matrix and bars together would leave neither room enough. With larger text both are scrolled."""
        return not larger() and self.height() < LOW

    def _below(self, scene: Scene) -> Inspector:
        """What stands below: in a low window the matrix has the bars' room unless they were asked for."""
        shown = scene.view.inspector
        return "none" if shown == "row" and self.low and not self._asked else shown

    def _ask_below(self, name: str) -> None:
        self._asked = name != "none"

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.findings.fit(self.height())
        if not self.low:
            self._asked = False
        if self._scene is not None and self._below(self._scene) != self._inspector:
            self.display(self._scene)

    def _page_of(self, drawing: Drawing) -> Heatmap | LinksPanel | ComparePanel:
        if drawing == "compare":
            return self.compare
        return self.heatmap if drawing == "heatmap" else self.links

    def _make_room(self, shown: Inspector) -> None:
        """The height of what stands below, kept for each page; folded it is only its buttons."""
        if shown == self._inspector:
            return
        if self._inspector in self._heights and self.splitter.sizes()[1]:
            self._heights[self._inspector] = self.splitter.sizes()[1]
        self._inspector = shown
        total, folded = sum(self.splitter.sizes()) or 600, px(FOLDED)
        below = min(self._heights.get(shown, folded), max(round(total * MOST_BELOW.get(shown, 0.0)), folded))
        self.inspector.setMinimumHeight(0)
        self.inspector.setMaximumHeight(folded if shown == "none" else 16_777_215)
        self.splitter.setSizes([max(total - below, 1), below])
