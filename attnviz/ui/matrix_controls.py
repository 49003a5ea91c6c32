"""The strip above the heatmap: which matrix, on what scale, in which colours, how close."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QWidget

from attnviz.document.colour_choice import CURVES
from attnviz.document.imported_view import quantities_of
from attnviz.document.links_look import DRAWINGS, Drawing
from attnviz.export.matrix_quantity import drawn_quantity, fitting_curve, has_two_sides, most_keys
from attnviz.export.scene import Scene
from attnviz.ui.colours_popup import ColoursPopup
from attnviz.ui.folds import opens
from attnviz.ui.guard import guarded
from attnviz.ui.key_ways import allow
from attnviz.ui.screen_room import placed
from attnviz.ui.text_size import larger, px
from attnviz.ui.wrapping import Wrapping


class MatrixControls(QWidget):
    """Signals: `drawing_requested(name)`; `quantity_requested(name)`; `curve_requested(name)`, "" for the one that
    fits the length; `choice_requested(ColourChoice)`; `closer_requested()`, `further_requested()` and
    `fit_requested()`; `refused(sentence)`.
    """

    drawing_requested = Signal(str)
    quantity_requested = Signal(str)
    curve_requested = Signal(str)
    choice_requested = Signal(object)
    closer_requested = Signal()
    further_requested = Signal()
    fit_requested = Signal()
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sentence")
        self._shown: tuple[object, ...] = ()
        self._drawing: Drawing | None = None  # whose controls are shown
        self._coloured = True  # whether the drawing has colours to choose
        self.drawing = QComboBox()
        self.drawing.setAccessibleName(self.tr("Drawn as"))
        self.drawing.setToolTip(self.tr("How the weights are drawn"))
        names = {
            "heatmap": self.tr("heatmap"),
            "lines": self.tr("lines"),
            "arcs": self.tr("arcs"),
            "compare": self.tr("compare"),
        }
        for drawing in DRAWINGS:
            self.drawing.addItem(names[drawing], drawing)
        self.drawing.activated.connect(lambda index: self.drawing_requested.emit(self.drawing.itemData(index)))
        self.quantity = QComboBox()
        self.quantity.setAccessibleName(self.tr("Quantity in the matrix"))
        self.quantity.setToolTip(self.tr("Which quantity is drawn"))
        self.curve = QComboBox()
        self.curve.setAccessibleName(self.tr("Colour scale"))
        self.curve.setToolTip(self.tr("How numbers become colours; the numbers themselves never change"))
        for combo in (self.quantity, self.curve):
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.colours = QPushButton(self.tr("C&olours…"))
        self.colours.setToolTip(self.tr("Colour map, range, and a key to leave out"))
        self.popup = ColoursPopup(self)
        opens(self.colours, self.popup)
        self.further = self._tool("−", self.tr("Further off"), self.tr("Further off (−)"))
        self.fit = self._tool("⤢", self.tr("Show all of the matrix"), self.tr("Show all of the matrix (0)"))
        self.closer = self._tool(
            "+", self.tr("Closer"), self.tr("Closer (+); also with the wheel, or Shift and a drag")
        )
        self._build()
        self.quantity.activated.connect(lambda index: self.quantity_requested.emit(self.quantity.itemData(index)))
        self.curve.activated.connect(lambda index: self.curve_requested.emit(self.curve.itemData(index)))
        self.colours.clicked.connect(lambda: self._open())
        self.popup.choice_requested.connect(self.choice_requested)
        self.popup.refused.connect(self.refused)
        self.closer.clicked.connect(lambda: self.closer_requested.emit())
        self.further.clicked.connect(lambda: self.further_requested.emit())
        self.fit.clicked.connect(lambda: self.fit_requested.emit())

    def _tool(self, sign: str, name: str, tooltip: str) -> QPushButton:
        button = QPushButton(sign)
        button.setAccessibleName(name)
        button.setToolTip(tooltip)
        button.setFixedWidth(px(34))
        return button

    def _build(self) -> None:
        self._scale = scale = QLabel(self.tr("scale"))
        scale.setProperty("role", "muted")
        scale.setBuddy(self.curve)
        self.row = Wrapping(self)
        self.row.setContentsMargins(22, 2, 22, 4)
        self.row.setSpacing(6)
        self.row.add(self.drawing)
        self.row.add(self.quantity)
        self.row.add_space(6)
        self.row.add(scale)
        self.row.add(self.curve)
        self.row.add(self.colours)
        self.row.add_stretch()
        tools = QWidget()  # they stay together where the row goes on in a second line
        side = QHBoxLayout(tools)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(3)
        for button in (self.further, self.fit, self.closer):
            side.addWidget(button)
        self.row.add(tools)

    def display(self, scene: Scene) -> None:
        """Show what is chosen; the combos are filled anew only when what they offer changes."""
        view, n_k = scene.view, most_keys(scene)
        quantity, drawn = view.quantity, drawn_quantity(view)
        fits = fitting_curve(n_k) if drawn == "weights" else "linear"
        there = quantities_of(scene.document.source)
        shown = (view.letters, view.fitting_curve, view.colour.curve, fits, quantity, there)
        refilled = shown != self._shown
        if refilled:
            self._shown = shown
            self._fill_quantities(scene)
            self._fill_curves(self._curve_names()[fits])
            self.quantity.setCurrentIndex(self.quantity.findData(quantity))
            self.curve.setCurrentIndex(self.curve.findData("" if view.fitting_curve else view.colour.curve))
        self.drawing.setCurrentIndex(self.drawing.findData(view.drawing))
        redrawn = view.drawing != self._drawing
        if redrawn:
            self._drawing = view.drawing
            self.quantity.setVisible(view.drawing == "heatmap")
            self._coloured = view.drawing in ("heatmap", "compare")
            for part in (self.curve, self.colours, self.further, self.fit, self.closer):
                part.setVisible(self._coloured)
        if refilled or redrawn:  # else the row is as wide as before
            self._fit_label()
        coloured = drawn != "mask"
        self.curve.setEnabled(coloured)
        self.colours.setEnabled(coloured)
        allow(self.closer, {self.fit: view.zoom is not None, self.further: view.zoom is not None})
        self.popup.display(scene, signed=has_two_sides(scene))

    def _fit_label(self) -> None:
        """The word beside the scales is left out where the row would go on in a second line for it alone.

        With larger text the row has more than one line anyway.
        """
        word = self._scale.sizeHint().width() + self.row.spacing()
        needed = self.row.sizeHint().width() - (0 if self._scale.isHidden() else word)  # without it
        alone = not larger() and needed <= self.width() < needed + word
        self._scale.setVisible(self._coloured and not alone)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_label()

    def _fill_quantities(self, scene: Scene) -> None:
        scores = scene.notation.scores
        names = {
            "weights": self.tr("A, weights"),
            "scores": self.tr("{letter}, raw scores").format(letter=scores),
            "scaled": self.tr("{letter}, scaled scores").format(letter=scores),
            "mask": self.tr("mask"),
            "gradient": self.tr("∂L/∂{letter}, gradient").format(letter=scores),
        }
        self.quantity.clear()
        for quantity in quantities_of(scene.document.source):
            self.quantity.addItem(names[quantity], quantity)
            if quantity == "gradient":
                tip = self.tr("The loss L is chosen in the Gradient tab")
                self.quantity.setItemData(self.quantity.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)

    def _curve_names(self) -> dict[str, str]:
        return {
            "linear": self.tr("linear"),
            "sqrt": self.tr("square root"),
            "log": self.tr("logarithmic"),
            "row": self.tr("each query its own"),
            "quantile": self.tr("quantiles"),
        }

    def _fill_curves(self, fitting: str) -> None:
        self.curve.clear()
        self.curve.addItem(self.tr("automatic: {curve}").format(curve=fitting), "")
        for curve in CURVES:
            self.curve.addItem(self._curve_names()[curve], curve)

    def _open(self) -> None:
        self.popup.catch_up()
        self.popup.adjustSize()
        corner = self.colours.mapToGlobal(QPoint(0, self.colours.height() + 3))
        size = self.popup.size()
        self.popup.setGeometry(QRect(placed(QRect(corner, size), self.colours), size))
        self.popup.show()
