"""The Shapes tab: one of several pictures of a model, a question before the first, and the model's numbers beside."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from attnviz.document.model_shape import shown_n, shown_shape
from attnviz.document.shapes_look import PICTURES, Picture
from attnviz.export.fonts import text_width
from attnviz.export.scene import Scene
from attnviz.export.shape_sheet import subject_of
from attnviz.export.shapes_figure import shapes_figure
from attnviz.ui.announce import announce
from attnviz.ui.figure_area import FigureArea
from attnviz.ui.guess_card import GuessCard
from attnviz.ui.shapes_panel import ShapesPanel
from attnviz.ui.view import View
from attnviz.ui.wrapping import Wrapping


class ShapesView(View):
    """Signals: `look_requested(name, value)` for a field of ShapesLook; the panel asks for the model's numbers."""

    beside_controls = False
    look_requested = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = ShapesPanel()
        self.card = GuessCard()
        self.area = FigureArea(self.tr("The model’s shapes"))
        self._scene: Scene | None = None
        self._drawn: tuple[object, ...] = ()
        self._answer = ""
        self._answered_shape: object = None
        self.verdict = QLabel()
        self.verdict.setObjectName("sentence")
        self.verdict.setWordWrap(True)
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self.verdict.setContentsMargins(18, 6, 18, 6)
        self.verdict.setProperty("reads", True)
        self.verdict.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # to be heard again
        self.verdict.hide()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.area)
        self._stack.addWidget(self.card)
        middle = QVBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self._pictures())
        middle.addWidget(self.verdict)
        middle.addWidget(self._stack, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(middle, 1)
        row.addWidget(self.panel)
        self.panel.look_requested.connect(self.look_requested)
        self.card.answered.connect(self._answered)
        self.card.skipped.connect(lambda: self.look_requested.emit("ask", False))

    def _pictures(self) -> QWidget:
        names: dict[Picture, tuple[str, str]] = {
            "layer": (self.tr("Matrices"), self.tr("The matrices of one layer, drawn to scale")),
            "heads": (self.tr("Heads"), self.tr("Which kv-head each query head reads")),
            "gate": (self.tr("Gate"), self.tr("How the output gate is split, and where it multiplies")),
            "stack": (self.tr("Stack"), self.tr("Which layers have an n × n matrix")),
            "growth": (self.tr("Growth"), self.tr("Memory and work against n")),
            "ledger": (self.tr("Ledger"), self.tr("Every matrix with its size, and the totals")),
            "recurrence": (self.tr("One state"), self.tr("A state of fixed size beside a direct look")),
        }
        bar = QWidget()
        bar.setObjectName("sentence")
        row = Wrapping(bar)
        row.setContentsMargins(14, 9, 14, 5)
        row.setSpacing(0)
        self.pictures: dict[Picture, QPushButton] = {}
        group = QButtonGroup(self)
        for name in PICTURES:
            text, tip = names[name]
            button = QPushButton(text)
            button.setCheckable(True)
            button.setProperty("kind", "segment")
            button.setToolTip(tip)
            button.setAccessibleName(f"{text}: {tip}")
            button.clicked.connect(lambda _checked=False, name=name: self.look_requested.emit("picture", name))
            group.addButton(button)
            row.add(button, stretch=True)
            self.pictures[name] = button
        return bar

    @property
    def side(self) -> QWidget:
        return self.panel

    @property
    def focused(self) -> QWidget:
        return self.pictures[self._scene.view.shapes.picture] if self._scene else self.panel.models

    @property
    def asking(self) -> bool:
        """Whether the question stands where the picture will be."""
        return self._stack.currentWidget() is self.card

    def display(self, scene: Scene) -> None:
        self._scene = scene
        shape, look = shown_shape(scene.document), scene.view.shapes
        self.pictures[look.picture].setChecked(True)
        self.panel.display(scene)
        asks = look.picture == "layer" and look.ask and not look.guessed and shape.projections
        asked = self.card.question.text() if self.asking else ""
        if asks:
            self.card.display(shape, scene.form)
        else:
            self._draw(scene)
            if self.card.isAncestorOf(self.window().focusWidget()):
                self.area.canvas.setFocus()  # beforehand: Qt would give it to what is next to the card first
        self._stack.setCurrentWidget(self.card if asks else self.area)
        if asks and asked != self.card.question.text():
            announce(self.card.question, self.card.question.text())
        told = bool(self._answer) and look.guessed and shape == self._answered_shape and look.picture == "layer"
        self.verdict.setVisible(told)
        if told:
            self.verdict.setText(self.card.verdict(shape, self._answer, scene.form))

    def summary(self, scene: Scene) -> str:
        """Whose shapes are shown, for how many tokens, and what a number takes."""
        subject = subject_of(scene)
        return " · ".join((subject.name, subject.n_text, subject.dtype))

    def _draw(self, scene: Scene) -> None:
        """The picture, drawn anew only where something in it is another."""
        n = shown_n(scene.document, scene.view.shapes.n)
        state = (shown_shape(scene.document), n, scene.view.shapes, scene.form, scene.palette.name)
        if state != self._drawn:
            self._drawn = state
            self.area.display(partial(shapes_figure, scene, text_width), scene.palette)

    def _answered(self, answer: str) -> None:
        if self._scene is not None:
            self._answer = answer
            self._answered_shape = shown_shape(self._scene.document)
            self.look_requested.emit("guessed", True)
            announce(self.verdict, self.verdict.text())
