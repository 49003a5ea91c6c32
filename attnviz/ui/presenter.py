"""The visible view on the whole screen, without anything else: large type, keys as on a slide clicker.

What the pointer is on is shown large beside it. A pointer that rests goes away, and so does the hint at the beginning.
Words that stand longer than a glance have room of their own below the picture: they hide nothing that is read.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPropertyAnimation, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QCursor, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QLabel, QStackedWidget, QVBoxLayout, QWidget

from attnviz.export.fonts import font
from attnviz.export.presented import Kind, kind_of
from attnviz.export.scene import Scene
from attnviz.ui.accessible import give_role
from attnviz.ui.announce import announce
from attnviz.ui.guard import guarded
from attnviz.ui.heads_canvas import HeadsCanvas
from attnviz.ui.heatmap import HARMLESS, Heatmap
from attnviz.ui.pointer_card import PointerCard
from attnviz.ui.prepared_canvas import PreparedCanvas
from attnviz.ui.saturation_panel import SaturationPanel
from attnviz.ui.slides import Slide, slide_for, type_scale

HINT_MS, FADE_MS = 5000, 700
REST_MS = 3000  # until a pointer that rests is hidden
CARD = 0.95  # of the picture's scale

STEPS = {
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_N: 1,
    Qt.Key.Key_Return: 1,
    Qt.Key.Key_Enter: 1,
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_P: -1,
    Qt.Key.Key_Backspace: -1,
}
OTHERS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
ENDS = {Qt.Key.Key_Home: False, Qt.Key.Key_End: True}
BLACK = (Qt.Key.Key_B, Qt.Key.Key_Period)


class Presenter(QWidget):
    """Signals: `step_requested(by)`, 1 or −1; `end_requested(last)`; `other_requested(by)` for another row or head;
    `space_pressed()`; `experiment_requested()` for the lesson's next one; `left()`; `zoom_requested(window)`;
    `head_opened(layer, head)`; `cell_clicked`, `label_clicked` and `picture_requested` as canvases have them;
    `curves_made(panel)`, once, with what shows curves of saturation and asks for them.
    """

    step_requested = Signal(int)
    end_requested = Signal(bool)
    other_requested = Signal(int)
    space_pressed = Signal()
    experiment_requested = Signal()
    left = Signal()
    picture_requested = Signal()
    zoom_requested = Signal(object)
    head_opened = Signal(int, int)
    cell_clicked = Signal(str, int, int)
    label_clicked = Signal(str, str, int)
    curves_made = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        give_role(self, QAccessible.Role.Canvas)
        self.setObjectName("canvas")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Presentation"))
        self._scene: Scene | None = None
        self._slides: dict[Kind, Slide] = {}
        self._pages = QStackedWidget()
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self._pages)
        self._pointed: tuple[str, int, int] | None = None
        self._told = ""  # of what is no cell
        self.card = PointerCard(self)
        self.observed = self._below("observed")
        self.hint = self._below("hint_over")
        self.hint.setText(
            self.tr("PageDown, PageUp: forward and back · arrows: another row · B: black · E: experiment · Esc: leave")
        )
        self.black = QFrame(self)
        self.black.setObjectName("black")
        self.black.hide()
        self._effect = QGraphicsOpacityEffect(self.hint)
        self.hint.setGraphicsEffect(self._effect)
        self.fading = QPropertyAnimation(self._effect, b"opacity", self)
        self.fading.setDuration(FADE_MS)
        self.fading.setEndValue(0.0)
        self.fading.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self.fading.finished.connect(self._drop_hint)
        self._hinting = self._timer(HINT_MS, self._hint_over)
        self._resting = self._timer(REST_MS, lambda: self._show_pointer(False))

    def _below(self, name: str) -> QLabel:
        """A line of text below the picture."""
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        label.hide()
        return label

    def _timer(self, milliseconds: int, act: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(act)
        return timer

    # beginning and end -------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The screen is ours: say how to give it back."""
        self.setFocus()
        self._effect.setOpacity(1.0)
        self.hint.show()
        self._lay_below()
        self._hinting.start()
        self._show_pointer(True)
        announce(self, self.hint.text())

    def end(self) -> None:
        """Leave nothing behind for the next time."""
        for timer in (self._hinting, self._resting):
            timer.stop()
        self.fading.stop()
        for widget in (self.hint, self.card, self.black, self.observed):
            widget.hide()
        self._lay_below()
        self._pointed, self._told = None, ""
        self._show_pointer(True)
        self._resting.stop()

    @Slot()
    def _hint_over(self) -> None:
        """It fades; where nothing shall move it is simply gone."""
        if self._scene is not None and self._scene.view.motion:
            self.fading.start()
        else:
            self._drop_hint()

    @Slot()
    def _drop_hint(self) -> None:
        """Its room is the picture's again."""
        self._hinting.stop()
        self.fading.stop()
        self.hint.hide()
        self._lay_below()

    # showing -----------------------------------------------------------------------------------------------

    @property
    def slide(self) -> Slide | None:
        """What is on the screen."""
        found = self._pages.currentWidget()
        return found if isinstance(found, Slide) else None

    def prepare(self, scene: Scene) -> Callable[[], None] | None:
        """What showing the scene would make the screen wait for; None where it is quick."""
        slide = self._slides.get(kind_of(scene))
        return None if slide is None else slide.prepare(scene)

    def display(self, scene: Scene) -> None:
        """Show a scene in its tab's way."""
        before, self._scene = self._scene, scene
        kind = kind_of(scene)
        if kind not in self._slides:
            self._slides[kind] = self._made(kind)
        slide = self._slides[kind]
        if before is None or slide is not self.slide or before.view.tab != scene.view.tab:
            self._pointed, self._told = None, ""
        if before is not None and before.view.tab != scene.view.tab:
            self.observe("")  # it is about what was shown
        self._pages.setCurrentWidget(slide)
        slide.display(scene)
        self._describe(slide.description(), turned=before is not None and _turned(before, scene))
        self._show_card()

    def _describe(self, told: str, *, turned: bool) -> None:
        """What is shown, for those who cannot see it; at once if they have turned to another row or head."""
        if turned and self.isVisible() and told != self.accessibleDescription():
            announce(self, told)
        self.setAccessibleDescription(told)

    def _made(self, kind: Kind) -> Slide:
        slide = slide_for(kind)
        self._pages.addWidget(slide)
        for canvas in slide.canvases:
            canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            if not canvas.accessibleName():
                canvas.setAccessibleName(self.tr("Picture of the presentation"))
            canvas.setFocusProxy(self)  # keys belong to the presentation, whatever is clicked
            canvas.installEventFilter(self)
            canvas.cell_hovered.connect(self._point)
            canvas.hover_left.connect(lambda: self._tell(""))
            canvas.cell_clicked.connect(self.cell_clicked)
            canvas.label_clicked.connect(self.label_clicked)
            if isinstance(canvas, Heatmap):
                canvas.zoom_requested.connect(self.zoom_requested)
            if isinstance(canvas, PreparedCanvas):
                canvas.picture_requested.connect(self.picture_requested)
            if isinstance(canvas, SaturationPanel):
                self.curves_made.emit(canvas)
            if isinstance(canvas, HeadsCanvas):
                canvas.head_told.connect(self._tell)
                canvas.head_opened.connect(self.head_opened)
        return slide

    def observe(self, sentence: str) -> None:
        """What an experiment lets one see, until the next step, another document or another tab.

        Whoever makes experiments needs the hint no more.
        """
        self.observed.setText(sentence)
        self.observed.setVisible(bool(sentence))
        if sentence:
            self._drop_hint()
        else:
            self._lay_below()

    # the pointer's cell ------------------------------------------------------------------------------------

    @Slot(str, int, int)
    def _point(self, matrix: str, row: int, column: int) -> None:
        self._pointed, self._told = (matrix, row, column), ""
        self._show_card()

    @Slot(str)
    def _tell(self, sentence: str) -> None:
        self._pointed, self._told = None, sentence
        self._show_card()

    def _show_card(self) -> None:
        """The cell under the pointer, large, with its labels, its numbers and its sum."""
        scene, slide = self._scene, self.slide
        if scene is None or slide is None:
            return
        cells = None if self._pointed is None else slide.cells(self._pointed[0])
        self.card.display(scene, type_scale(self.size()) * CARD, self._pointed, self._told, cells)
        self._place_card()

    def _place_card(self) -> None:
        self.card.place_beside(self.mapFromGlobal(QCursor.pos()))

    def _show_pointer(self, shown: bool) -> None:
        shape = Qt.CursorShape.ArrowCursor if shown else Qt.CursorShape.BlankCursor
        self.setCursor(shape)
        for slide in self._slides.values():
            for canvas in slide.canvases:
                canvas.setCursor(shape)
        if shown:
            self._resting.start()

    @property
    def pointer_shown(self) -> bool:
        return self.cursor().shape() != Qt.CursorShape.BlankCursor

    # events ------------------------------------------------------------------------------------------------

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and self.isVisible():
            self._moved()
        return bool(super().eventFilter(watched, event))

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._moved()

    def _moved(self) -> None:
        if self.pointer_shown:
            self._resting.start()
        else:
            self._show_pointer(True)
        if self.card.isVisible():
            self._place_card()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.black.hide()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.modifiers() & ~HARMLESS:
            super().keyPressEvent(event)
        elif self.black.isVisible():
            self.black.hide()  # and nothing else: the picture comes back as it was
            announce(self, self.tr("The picture is back"))
        else:
            self._act(key, event)

    def _act(self, key: Qt.Key, event: QKeyEvent) -> None:
        if key in (*STEPS, *OTHERS, *ENDS, Qt.Key.Key_Space):
            self._drop_hint()  # whoever presses keys knows them
            self.observe("")
        if key in STEPS:
            scrubs = self._scene is not None and self._scene.view.tab == "training"  # the wheel turns its page
            if scrubs or self.slide is None or not self.slide.turn_page(STEPS[key]):
                self.step_requested.emit(STEPS[key])
        elif key == Qt.Key.Key_Space:
            self.space_pressed.emit()
        elif key in OTHERS:
            self.other_requested.emit(OTHERS[key])
        elif key in ENDS:
            self.end_requested.emit(ENDS[key])
        elif key in BLACK:
            self.black.setGeometry(self.rect())
            self.black.show()
            self.black.raise_()
            announce(self, self.tr("Black; any key brings the picture back"))
        elif key == Qt.Key.Key_E:
            self.experiment_requested.emit()
        elif any(heatmap.zoom_by_key(key) for heatmap in self._heatmaps()):
            self._drop_hint()
        else:
            super().keyPressEvent(event)

    def _heatmaps(self) -> list[Heatmap]:
        """What can be looked at closer in the picture that is shown."""
        canvases = () if self.slide is None else self.slide.canvases
        return [canvas for canvas in canvases if isinstance(canvas, Heatmap) and canvas.isVisible()]

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.black.setGeometry(self.rect())
        self._lay_below()

    def _lay_below(self) -> None:
        """The line of text that is shown, below the picture, which ends where it begins."""
        size = round(type_scale(self.size()) * 11)
        room = 0
        for label in (self.observed, self.hint):
            if label.isHidden():
                continue
            label.setFont(font(size))
            lines = label.text().split("\n")
            needed = max(label.fontMetrics().horizontalAdvance(line) for line in lines) + 4 * size
            width = min(needed, round(self.width() * 0.8))
            label.resize(width, max(label.heightForWidth(width), 0))
            label.move((self.width() - width) // 2, self.height() - label.height() - size)
            label.raise_()
            room = max(room, label.height() + 2 * size)
        if self._box.contentsMargins().bottom() != room:
            self._box.setContentsMargins(0, 0, 0, room)
            self._box.activate()


def _turned(before: Scene, now: Scene) -> bool:
    """Whether the person has gone to another row, head or layer of the same document."""
    one, other = before.view, now.view
    looked_at = (one.query, one.head, one.layer) == (other.query, other.head, other.layer)
    return before.document is now.document and one.tab == other.tab and not looked_at
