"""The Gradient tab: the loss, the chain walked backward as tiles, the followed row written out, and the check."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.document.gradient_check import checkable
from attnviz.export.check_words import check_details, check_sentence, check_step, unchecked_sentence
from attnviz.export.figure import Figure
from attnviz.export.fonts import text_width
from attnviz.export.gradient_captions import gradient_caption, gradient_shapes
from attnviz.export.gradient_chain import gradient_layout
from attnviz.export.gradient_figure import gradient_figure
from attnviz.export.gradient_row import GradientRow
from attnviz.export.gradient_sum import gradient_sum_figure, gradient_sum_width
from attnviz.export.scene import Scene
from attnviz.export.sum_figure import LINE
from attnviz.ui.accessible_grids import SceneReader
from attnviz.ui.canvas_area import MOST_SCALE, SCROLL_BAR, CanvasArea, chain_scale
from attnviz.ui.figure_canvas import EMPTY
from attnviz.ui.key_splitter import KeySplitter
from attnviz.ui.matrix_editor import MatrixEditor
from attnviz.ui.pages import Pages
from attnviz.ui.player import Player
from attnviz.ui.reading_canvas import ReadingCanvas
from attnviz.ui.saturation_panel import SaturationPanel
from attnviz.ui.text_size import factor, larger, px
from attnviz.ui.upstream_bar import UpstreamBar
from attnviz.ui.view import View

LEAST_SUM_SCALE = 0.8
LEAST_CHAIN, LEAST_SUM = 130, 70  # pixels of height at usual text
SUM_WIDTH, SUM_WIDTH_LARGE = 620.0, 940.0  # least, and from which on the text grows
SUM_HEIGHT = 210.0
LEAST_TERMS = 6  # keys that are written out however little room there is: the rest is scrolled to
MOST_TERMS = 24
SIDE, HEADER = 60.0, 62.0  # what stands beside and above the cells of a tile
# The tile to bring into sight at each step.
STEP_TILES = {
    "upstream": "dR",
    "out": "dconcat",
    "gate": "dgate",
    "head": "dO",
    "weights": "dA",
    "values": "dV",
    "softmax": "dscaled",
    "divide": "dS",
    "vectors": "dQ",
    "project": "dW_Q",
    "inputs": "du",
    "normalise": "dX",
}


class GradientView(View):
    """Shows a scene's gradient; asking is done by `upstream`, `editor`, `player`, `below` and `saturation`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._shown_step: tuple[object, ...] | None = None  # that was brought into sight
        self._row: GradientRow | None = None  # that is written out
        self.upstream = UpstreamBar()
        self.editor = MatrixEditor()
        self.editor.fixed_shape = True
        self.editor.setAccessibleName(self.tr("The way back: the gradients of the chain"))
        self._editor_area = CanvasArea(self.editor, self._fit_editor)
        self.player = Player()
        self.sum = ReadingCanvas(background="panel")
        self.sum.setAccessibleName(self.tr("The followed row's way back"))
        self._sum_area = CanvasArea(self.sum, self._fit_sum)
        self._editor_area.setMinimumHeight(px(LEAST_CHAIN))
        self._sum_area.setMinimumHeight(px(LEAST_SUM))
        self.saturation = SaturationPanel("gradient")
        self.below = _LowerSwitch()
        self.checked = QLabel()
        self.checked.setTextFormat(Qt.TextFormat.PlainText)
        self.checked.setWordWrap(True)
        self.checked.setProperty("role", "muted")
        self.checked.setProperty("reads", True)
        self.checked.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # its details can be asked for with a key
        self._pages = Pages()
        self._pages.addWidget(self._sum_area)
        self._pages.addWidget(self.saturation)
        self._arrange()

    def _arrange(self) -> None:
        upper = QWidget()
        upper.setObjectName("canvas")
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.upstream)
        column.addWidget(self._editor_area, 1)
        column.addWidget(self.player)
        lower = QWidget()
        lower.setObjectName("inspector")
        strip = QHBoxLayout()
        strip.setContentsMargins(22, 6, 22, 0)
        strip.setSpacing(14)
        strip.addWidget(self.checked, 1)
        strip.addWidget(self.below)
        below = QVBoxLayout(lower)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addLayout(strip)
        below.addWidget(self._pages, 1)
        self.splitter = KeySplitter()
        self.splitter.share(upper, lower)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([480, 280])
        self.splitter.setCollapsible(0, False)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.splitter)

    @property
    def focused(self) -> QWidget:
        return self.editor

    def leave(self) -> None:
        self.player.pause()

    def display(self, scene: Scene) -> None:
        """Show a scene; one whose gradient is still being computed leaves the last one where it is."""
        self.upstream.display(scene)
        self.below.display(scene.view.inspector)
        self._pages.setCurrentIndex(0 if scene.view.inspector == "row" else 1)
        self._show_check(scene)
        if scene.gradient is None:
            if scene.gradient_problem:
                self._show_nothing(scene)
            return
        self._scene = scene
        self.player.show()
        figure = gradient_figure(scene, text_width, hints=True)
        self.editor.reader, self.sum.reader = SceneReader(scene, whole=True), SceneReader(scene)
        self.editor.display(figure, scene.palette, scene.form, {})
        self._fit_editor()
        self._show_player(scene)
        self._fit_sum()
        self.saturation.display(scene)

    def _show_nothing(self, scene: Scene) -> None:
        """There is no way back, and the strip says why."""
        self._scene = self._row = None
        self.editor.display(EMPTY, scene.palette, scene.form, {})
        self.sum.show_figure(EMPTY, scene.palette)
        self.player.pause()
        self.player.hide()

    def _show_player(self, scene: Scene) -> None:
        gradient, step = scene.gradient, scene.view.back_step
        assert gradient is not None
        steps = gradient_layout(scene.document, gradient, scene.notation).steps
        name = steps[-1] if step is None else steps[min(step, len(steps) - 1)]
        formula, sentence = gradient_caption(scene.document, gradient, name, scene.form, scene.notation)
        self.player.display(len(steps), step, f"{formula}: {sentence}")
        shapes = gradient_shapes(scene.document, gradient, name, scene.notation)
        self.player.caption.setToolTip(shapes)
        self._bring_into_sight(name, step, len(steps))

    def _bring_into_sight(self, name: str, step: int | None, count: int) -> None:
        """The tile of the step that is shown, once each time it comes: after that a person may scroll away."""
        shown = (name, step, count, self._editor_area.viewport().size())
        tile = self.editor.figure.cells(STEP_TILES[name])
        if shown == self._shown_step or tile is None or not self.isVisible():
            return
        self._shown_step = shown
        # The cells with title and labels; where they do not fit, their beginning.
        x, y, scale = tile.x - SIDE, tile.y - HEADER, self.editor.scale
        view = self._editor_area.viewport().size()
        right = min((x + tile.width + 2 * SIDE) * scale, x * scale + view.width())
        bottom = min((tile.y + tile.height + 10) * scale, y * scale + view.height())
        for end in (QPointF(right, bottom), QPointF(x * scale, y * scale)):
            self._editor_area.bring(QRectF(end, end), QSize(0, 0), moved_by=self.player)

    def _show_check(self, scene: Scene) -> None:
        wrong, told = False, ""
        if scene.gradient_problem:
            text, wrong = scene.gradient_problem, True
        elif not checkable(scene.document):
            text = unchecked_sentence()
        elif scene.check is None:
            text = self.tr("Comparing with central differences…")
        else:
            wrong = not scene.check.agreement.passed and scene.check.agreement.checked > 0
            text = f"{check_sentence(scene.check, scene.form)}\n{check_step(scene.check, scene.form)}"
            told = check_details(scene.check, scene.form, scene.notation)
        self.checked.setToolTip("\n\n".join(part for part in (self._method(), told) if part))
        if wrong != self.checked.property("wrong"):
            self.checked.setProperty("wrong", wrong)
            self.checked.style().unpolish(self.checked)
            self.checked.style().polish(self.checked)
        self.checked.setText(text)
        what = self.tr("Check against central differences")
        self.checked.setAccessibleName(f"{what}: {text}")

    def _method(self) -> str:
        return self.tr(
            "Every number is moved up and down by h, and the change of L is compared with the gradient. "
            "Relative differences are shares of the largest number of the same gradient."
        )

    def fit_room(self, height: int) -> None:
        """The chain with its controls is all that is seen at once: what stands below is scrolled to."""
        self._editor_area.hold(px(LEAST_CHAIN), height, (self.upstream, self.player))

    def _fit_editor(self) -> None:
        """The whole chain in the room there is; scrolled only where it would become too small to read."""
        room = self._editor_area.room()
        self.editor.scale = chain_scale(room, self.editor.figure.width, self.editor.figure.height)
        self._editor_area.resize_content(room, self.editor.sizeHint())

    def _fit_sum(self) -> None:
        scene = self._scene
        if scene is None or scene.gradient is None:
            return
        room = self._sum_area.room()
        figure, scale = self._written(scene, room)
        if larger():
            self._show_sum(figure, scale, scene, room)
            self._sum_area.hold_all()
            return
        if figure.height * scale > room.height():  # the scroll bar takes a little of the width
            room.setWidth(room.width() - SCROLL_BAR)
            figure, scale = self._written(scene, room)
        self._show_sum(figure, scale, scene, room)

    def _show_sum(self, figure: Figure, scale: float, scene: Scene, room: QSize) -> None:
        self.sum.scale = scale
        self.sum.show_figure(figure, scene.palette)
        self._sum_area.resize_content(room, self.sum.sizeHint())

    def _written(self, scene: Scene, room: QSize) -> tuple[Figure, float]:
        """The followed row's way back as large as the room allows, and its scale."""
        assert scene.gradient is not None
        size = factor()
        scale = size * min(max(room.width() / size / SUM_WIDTH_LARGE, 1.0), MOST_SCALE)
        most = MOST_TERMS
        if not larger():  # else the page is scrolled, and as high as all of them need
            scale = min(scale, max(room.height() / SUM_HEIGHT, 1.0))
            most = max(LEAST_TERMS, min(int((room.height() / scale - 70) / LINE) - 2, MOST_TERMS))
        row = self._row
        if row is None or (row.gradient, row.query, row.most_terms) != (scene.gradient, scene.query, most):
            self._row = row = GradientRow(scene.gradient, scene.query, most)
        how = {"measure": text_width, "form": scene.form, "notation": scene.notation}
        # Smaller type rather than a sum with gaps, down to what can still be read.
        needed = gradient_sum_width(row, **how)  # type: ignore[arg-type]
        scale = max(min(scale, room.width() / needed), LEAST_SUM_SCALE * size)
        width = max(room.width() / scale, min(needed, SUM_WIDTH))
        return gradient_sum_figure(row, width=width, scrolled=larger(), **how), scale  # type: ignore[arg-type]


class _LowerSwitch(QWidget):
    """What stands below: the followed row, or the curves of saturation. `buttons` by name."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.buttons: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        for name, text, tip in (
            ("row", self.tr("The row"), self.tr("The followed row's way back through the softmax, written out")),
            (
                "saturation",
                self.tr("Saturation"),
                self.tr("How much of the gradient gets through the softmax as dₖ grows, divided by √dₖ and not"),
            ),
        ):
            button = QPushButton(text)
            button.setCheckable(True)
            button.setProperty("kind", "segment")
            button.setToolTip(tip)
            button.setAccessibleName(text.replace("&", ""))
            button.setAccessibleDescription(tip)
            self.buttons[name] = button
            group.addButton(button)
            row.addWidget(button)

    def display(self, shown: str) -> None:
        self.buttons["row" if shown == "row" else "saturation"].setChecked(True)
