"""What can be chosen about a figure: size, type, colours, words, parts, format."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from attnviz.document.figure_look import (
    LEAST_DPI,
    MOST_DPI,
    MOST_VECTOR_CELLS,
    PART_NAMES,
    PIXELS,
    FigureLook,
    checked,
    with_unit,
)
from attnviz.errors import InputError
from attnviz.export.formats import FORMATS
from attnviz.export.scene import Scene
from attnviz.ui.number_field import NumberField
from attnviz.ui.optional_field import OptionalField
from attnviz.ui.switch import Switch
from attnviz.ui.text_line import TextLine
from attnviz.ui.text_size import px

DRAWINGS = ("svg", "pdf", "pptx")  # formats in which a cell can be a shape of its own
EMBEDDING = ("svg", "pdf", "png")  # formats that can hold the document


class ExportForm(QWidget):
    """Signals: `look_requested(FigureLook)`; `refused(sentence)`."""

    look_requested = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, narrow: bool = False) -> None:
        """`narrow`: names stand above their fields, not beside them."""
        super().__init__(parent)
        self._narrow = narrow
        self._look = FigureLook()
        self._make_size()
        self._make_colours()
        self._make_words()
        self._make_parts()
        self._lay()
        self._join()

    # making ------------------------------------------------------------------------------------------------

    def _make_size(self) -> None:
        self.width_ = self._number(1, 20_000, 1, 1, self.tr("Width"), self.tr("Width of the figure"))
        self.height_ = self._number(1, 20_000, 1, 1, self.tr("Height"), self.tr("Height of the figure"))
        self.unit = self._combo(self.tr("Unit"), self.tr("Millimetres, inches or pixels"), [(u, u) for u in PIXELS])
        self.font_ = OptionalField()
        self.font_.setPlaceholderText(self.tr("fitting"))
        self.font_.setAccessibleName(self.tr("Type in points"))
        self.font_.setToolTip(self.tr("Points of the labels at that size; empty: as large as there is room for"))

        self.grow = Switch(self.tr("&higher where the type needs it"))
        self.grow.setToolTip(
            self.tr("The page keeps its width and its type, as a column of a paper; else the type becomes smaller")
        )

    def _make_colours(self) -> None:
        self.format = self._combo(
            self.tr("Format"),
            self.tr("SVG and PDF stay sharp at any size; PNG is a picture"),
            [(ending.lstrip(".").upper(), ending.lstrip(".")) for ending in FORMATS],
        )
        self.dpi = self._number(LEAST_DPI, MOST_DPI, 24, 0, self.tr("Dots an inch"), self.tr("Fineness of a PNG"))
        self.theme = self._combo(
            self.tr("Theme"),
            self.tr("Slides and paper are mostly light"),
            [(self.tr("light"), "light"), (self.tr("dark"), "dark")],
        )
        self.background = self._combo(
            self.tr("Background"),
            self.tr("Paper, or nothing behind the figure"),
            [(self.tr("paper"), "paper"), (self.tr("transparent"), "transparent")],
        )
        self.cells = self._number(
            0,
            MOST_VECTOR_CELLS,
            256,
            0,
            self.tr("Cells as shapes, at most"),
            self.tr("A matrix of more cells is one picture in SVG, PDF and PowerPoint: smaller, but not to be edited"),
        )
        self.embed = Switch(self.tr("document &inside"))
        self.embed.setToolTip(self.tr("The file keeps the document that made it, and attnviz opens it again"))

    def _make_words(self) -> None:
        self.title, self.caption = TextLine(), TextLine()
        self.title.setAccessibleName(self.tr("Title"))
        self.title.setToolTip(self.tr("Above the figure"))
        self.caption.setAccessibleName(self.tr("Caption"))
        self.caption.setToolTip(self.tr("Below the figure"))

    def _make_parts(self) -> None:
        names = {
            "heading": (self.tr("heading"), self.tr("The formula, and where the followed row looks")),
            "labels": (self.tr("labels"), self.tr("The tokens beside rows and columns")),
            "numbers": (self.tr("numbers"), self.tr("Numbers in the cells, where they fit")),
            "margins": (self.tr("margins"), self.tr("Entropy and attention received, as bars")),
            "measures": (self.tr("measures"), self.tr("The figures beside the matrix")),
            "colour_bar": (self.tr("colour bar"), self.tr("What the colours mean")),
            "health": (self.tr("health"), self.tr("The sentence below the matrix")),
            "row": self._row_part(curves=False),
        }
        self.parts: dict[str, Switch] = {}
        for name in PART_NAMES:
            text, told = names[name]
            self.parts[name] = Switch(text)
            self.parts[name].setToolTip(told)

    def _row_part(self, *, curves: bool) -> tuple[str, str]:
        """What stands below the matrix is called as the window has it."""
        if curves:
            return self.tr("curves"), self.tr("The curves of saturation")
        return self.tr("row"), self.tr("The followed row as bars, or its sum written out")

    def _number(self, low: float, high: float, step: float, places: int, name: str, told: str) -> NumberField:
        field = NumberField(low, high, step, places)
        field.setProperty("kind", "")  # with a frame: here it is no part of a slider
        field.setFixedWidth(px(68))
        field.setAccessibleName(name)
        field.setToolTip(told)
        return field

    def _combo(self, name: str, told: str, rows: list[tuple[str, str]]) -> QComboBox:
        combo = QComboBox()
        combo.setAccessibleName(name)
        combo.setToolTip(told)
        for text, value in rows:
            combo.addItem(text, value)
        return combo

    # laying out --------------------------------------------------------------------------------------------

    def _lay(self) -> None:
        size = QHBoxLayout()
        size.setSpacing(6)
        for widget in (self.width_, QLabel("×"), self.height_, self.unit):
            size.addWidget(widget)
        size.addStretch(1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0 if self._narrow else 1, 1)
        rows: list[tuple[str, QWidget, Any]] = [
            (self.tr("&size"), self.width_, size),
            (self.tr("t&ype, points"), self.font_, self.font_),
            (self.tr("&format"), self.format, self.format),
            (self.tr("&dots an inch"), self.dpi, self.dpi),
            (self.tr("&theme"), self.theme, self.theme),
            (self.tr("&background"), self.background, self.background),
            (self.tr("title, &above"), self.title, self.title),
            (self.tr("&caption, below"), self.caption, self.caption),
            (self.tr("cells as shapes, &up to"), self.cells, self.cells),
        ]
        for row, (text, buddy, what) in enumerate(rows):
            label = QLabel(text)
            label.setBuddy(buddy)
            beside = (2 * row + 1, 0) if self._narrow else (row, 1)
            grid.addWidget(label, 2 * row if self._narrow else row, 0)
            if isinstance(what, QHBoxLayout):
                grid.addLayout(what, *beside)
            else:
                aside = what in (self.title, self.caption)
                grid.addWidget(what, *beside, Qt.AlignmentFlag(0) if aside else Qt.AlignmentFlag.AlignLeft)
        heading = QLabel(self.tr("shown"))
        heading.setProperty("role", "heading")
        self._shown_parts = parts = QGridLayout()
        parts.setHorizontalSpacing(14)
        parts.setVerticalSpacing(0)
        parts.setColumnStretch(1, 1)
        self._lay_parts(PART_NAMES)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        box.addLayout(grid)
        box.addWidget(self.grow)
        box.addWidget(self.embed)
        box.addWidget(heading)
        box.addLayout(parts)
        box.addStretch(1)

    def _lay_parts(self, names: tuple[str, ...]) -> None:
        """The switches of these parts, two a line where there is room, without gaps."""
        for index, name in enumerate(names):
            place = (index, 0) if self._narrow else divmod(index, 2)
            self._shown_parts.addWidget(self.parts[name], *place)

    def _join(self) -> None:
        self.width_.value_entered.connect(lambda value: self._ask(preset="custom", width=value))
        self.height_.value_entered.connect(lambda value: self._ask(preset="custom", height=value))
        self.unit.activated.connect(lambda _: self._ask_look(with_unit(self._look, self.unit.currentData())))
        self.font_.value_entered.connect(lambda value: self._ask(font=value))
        self.format.activated.connect(lambda _: self._ask(format=self.format.currentData()))
        self.dpi.value_entered.connect(lambda value: self._ask(dpi=round(value)))
        self.theme.activated.connect(lambda _: self._ask(theme=self.theme.currentData()))
        self.background.activated.connect(lambda _: self._ask(background=self.background.currentData()))
        self.title.textEdited.connect(lambda text: self._ask(title=text))
        self.caption.textEdited.connect(lambda text: self._ask(caption=text))
        self.cells.value_entered.connect(lambda value: self._ask(vector_cells=round(value)))
        self.embed.clicked.connect(lambda on: self._ask(embed=on))
        self.grow.clicked.connect(lambda on: self._ask(grow=on))
        for name, switch in self.parts.items():
            switch.clicked.connect(lambda on, name=name: self._ask(parts=replace(self._look.parts, **{name: on})))
        for field in (self.width_, self.height_, self.dpi, self.cells, self.font_):
            field.refused.connect(self.refused)

    # showing -----------------------------------------------------------------------------------------------

    def display(self, look: FigureLook, scene: Scene) -> None:
        """Show what is chosen, and what of it matters for this view and format."""
        self._look = look
        own, drawn = look.preset == "own", look.format != "html"
        for field, value in ((self.width_, look.width), (self.height_, look.height)):
            field.display(value, scene.form)
            field.setEnabled(not own and drawn)
        self.unit.setEnabled(not own and drawn)
        self.font_.setEnabled(drawn)
        self.grow.setEnabled(not own and drawn and look.font is not None)
        self.theme.setEnabled(drawn)
        self.background.setEnabled(drawn)
        self.font_.display(look.font, scene.form)
        self.dpi.display(look.dpi, scene.form)
        self.dpi.setEnabled(look.format == "png")
        self.cells.display(look.vector_cells, scene.form)
        self.cells.setEnabled(look.format in DRAWINGS)
        self.embed.setEnabled(look.format in EMBEDDING)
        for combo, chosen in (
            (self.unit, look.unit),
            (self.format, look.format),
            (self.theme, look.theme),
            (self.background, look.background),
        ):
            combo.setCurrentIndex(max(combo.findData(chosen), 0))
        for line, text in ((self.title, look.title), (self.caption, look.caption)):
            if line.text() != text:
                line.setText(text)
        there = parts_of(scene)
        text, told = self._row_part(curves=scene.view.tab == "matrix" and scene.view.inspector == "saturation")
        self.parts["row"].setText(text)
        self.parts["row"].setToolTip(told)
        self._lay_parts(there)
        for name, switch in (*self.parts.items(), ("embed", self.embed), ("grow", self.grow)):
            switch.dress(scene.palette)
            with QSignalBlocker(switch):
                switch.setChecked(getattr(look.parts if name in self.parts else look, name))
            if name in self.parts:
                switch.setVisible(name in there)
                switch.setEnabled(drawn)

    def _ask(self, **changes: Any) -> None:  # noqa: ANN401  # fields of a FigureLook
        self._ask_look(replace(self._look, **changes))

    def _ask_look(self, look: FigureLook) -> None:
        try:
            checked(look)
        except InputError as error:
            self.refused.emit(str(error))
            return
        self.look_requested.emit(look)


def parts_of(scene: Scene) -> tuple[str, ...]:
    """The parts that can be left out of the visible view."""
    tab, drawing = scene.view.tab, scene.view.drawing
    if tab == "matrix" and drawing == "heatmap":
        return PART_NAMES if scene.view.inspector != "none" else PART_NAMES[:-1]
    if tab == "matrix":
        row = ("row",) if scene.view.inspector != "none" else ()
        return ("numbers", *row) if drawing == "compare" else row
    if tab in ("steps", "gradient"):
        return ("numbers", "row")
    return ("numbers",) if tab == "training" else ()
