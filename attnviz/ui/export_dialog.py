"""Export the visible view: a live preview, what can be chosen about it, and where to."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.document.figure_look import PRESETS, FigureLook, NamedLook, Preset, with_preset
from attnviz.export.advice import larger
from attnviz.export.files import Drawn
from attnviz.export.formats import FORMATS
from attnviz.export.scene import Scene
from attnviz.ui.export_facts import ExportFacts
from attnviz.ui.export_form import ExportForm
from attnviz.ui.export_preview import ExportPreview
from attnviz.ui.screen_room import Scrolled, SizedDialog, most_within
from attnviz.ui.text_line import TextLine
from attnviz.ui.text_size import px

WIDTH, HEIGHT = 1020, 640
FORM_WIDTH, NARROW_FORM = 372, 180  # at usual text


class ExportDialog(SizedDialog):
    """Signals: `look_changed(FigureLook)`; `drawing_requested(scene, look)`, answered by `show_drawn`;
    `export_requested(path, look)`; `copy_requested(look)`; `description_requested()`; `presets_changed(tuple of
    NamedLook)`."""

    look_changed = Signal(object)
    drawing_requested = Signal(object, object)
    export_requested = Signal(object, object)
    copy_requested = Signal(object)
    description_requested = Signal()
    presets_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export figure"))
        self._scene: Scene | None = None
        self._look = FigureLook()
        self._presets: tuple[NamedLook, ...] = ()
        self._refused = False  # whether a number was, by the key that is being handled
        self._saying = False  # whether a sentence stands where the facts do
        self.busy = False  # whether a better layout than the one shown may follow
        self._written: set[Path] = set()  # files that came from here: they may be replaced
        self.drawn: Drawn | None = None
        self._make()
        self._lay()
        self._join()
        self.resize_within(WIDTH, HEIGHT)

    def _make(self) -> None:
        # With large text on a small screen: else the form would leave the preview the size of a stamp.
        self._narrow = px(FORM_WIDTH) > most_within(self).width() / 2
        self.preview = ExportPreview()
        self.form = ExportForm(narrow=self._narrow)
        self.preset = QComboBox()
        self.preset.setAccessibleName(self.tr("Preset"))
        self.preset.setToolTip(self.tr("Sizes for slides and paper, and those you have kept"))
        self.keep = QPushButton(self.tr("&Keep…"))
        self.keep.setToolTip(self.tr("Keep all these choices under a name"))
        self.forget = QPushButton(self.tr("For&get"))
        self.forget.setToolTip(self.tr("Take the kept choices off the list"))
        self.facts = ExportFacts()
        self.small = QLabel(self.tr("The type is small."))
        self.rather = self._button("", self.tr("Another choice, in which the type is larger"))
        self._advice: FigureLook | None = None
        self.path = TextLine()
        self.path.setAccessibleName(self.tr("File"))
        self.path.setToolTip(self.tr("Where the figure is saved"))
        self.browse = self._button(self.tr("Bro&wse…"), self.tr("Choose the file"))
        self.copy_ = self._button(self.tr("Co&py"), self.tr("Copy the figure as a picture and as SVG"))
        self.describe = self._button(
            self.tr("Copy descripti&on"), self.tr("Copy what a person who cannot see the figure is told")
        )
        self.close_ = self._button(self.tr("Close"), self.tr("Close the dialog (Esc)"))
        self.export = self._button(self.tr("E&xport"), self.tr("Save the figure (Enter)"))
        self.export.setDefault(True)

    def _button(self, text: str, told: str) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(told)
        button.setAutoDefault(False)  # Enter exports, wherever the focus is
        return button

    def _lay(self) -> None:
        for button in (self.keep, self.forget):
            button.setAutoDefault(False)
        presets = QHBoxLayout()
        presets.setSpacing(6)
        self.preset.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.preset.setMinimumContentsLength(10)
        presets.addWidget(self.keep)
        presets.addWidget(self.forget)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 2, 12, 2)
        column.setSpacing(10)
        if self._narrow:
            column.addWidget(self.preset)
        else:
            presets.insertWidget(0, self.preset, 1)
        column.addLayout(presets)
        column.addWidget(self.form, 1)
        middle = QHBoxLayout()
        middle.setSpacing(14)
        middle.addWidget(self.preview, 1)
        middle.addWidget(Scrolled(inside, NARROW_FORM if self._narrow else FORM_WIDTH))
        where = QHBoxLayout()
        where.setSpacing(8)
        label = QLabel(self.tr("fi&le"))
        label.setBuddy(self.path)
        where.addWidget(label)
        where.addWidget(self.path, 1)
        where.addWidget(self.browse)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.facts, 1)
        for button in (self.describe, self.copy_, self.close_, self.export):
            below.addWidget(button)
        advice = QHBoxLayout()
        advice.setSpacing(8)
        advice.addWidget(self.small)
        advice.addWidget(self.rather)
        advice.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(16, 14, 16, 14)
        box.setSpacing(12)
        box.addLayout(middle, 1)
        box.addLayout(advice)
        box.addLayout(where)
        box.addLayout(below)

    def _join(self) -> None:
        self.form.look_requested.connect(self._choose)
        self.form.refused.connect(self._refuse)
        self.preset.activated.connect(self._choose_preset)
        self.keep.clicked.connect(self._keep)
        self.forget.clicked.connect(self._forget)
        self.browse.clicked.connect(self._browse)
        self.rather.clicked.connect(lambda: self._choose(self._advice or self._look))
        self.copy_.clicked.connect(lambda: self.copy_requested.emit(self._look))
        self.describe.clicked.connect(self.description_requested)
        self.close_.clicked.connect(self.reject)
        self.export.clicked.connect(self._export)
        self.path.textEdited.connect(lambda _: self.export.setDefault(True))

    # showing -----------------------------------------------------------------------------------------------

    def display(self, scene: Scene, look: FigureLook, presets: tuple[NamedLook, ...], suggestion: Path) -> None:
        """Show a view as the look has it, to be saved as the suggestion with the format's ending."""
        self._scene, self._look, self._presets = scene, look, presets
        self.path.setText(str(suggestion.with_name(f"{suggestion.name}.{look.format}")))
        self._fill_presets()
        self._show_look()
        self._advise()
        self._draw()
        self.path.setFocus()
        stem = len(suggestion.name)
        self.path.setSelection(len(self.path.text()) - len(look.format) - 1 - stem, stem)

    def _names(self) -> dict[Preset, str]:
        return {
            "own": self.tr("Its own size"),
            "slide": self.tr("Slide, 16:9"),
            "slide-half": self.tr("Half a slide"),
            "slide-third": self.tr("A third of a slide"),
            "column": self.tr("One column of a paper"),
            "columns": self.tr("Two columns of a paper"),
            "square": self.tr("Square"),
            "custom": self.tr("Another size"),
        }

    def _fill_presets(self) -> None:
        self.preset.clear()
        names = self._names()
        for preset in ("own", *PRESETS, "custom"):
            self.preset.addItem(names[preset], preset)
        if self._presets:
            self.preset.insertSeparator(self.preset.count())
        for kept in self._presets:
            self.preset.addItem(kept.name, kept)

    def _show_look(self) -> None:
        assert self._scene is not None
        index = self._kept_index()
        if index is None:
            index = max(self.preset.findData(self._look.preset), 0)
        self.preset.setCurrentIndex(index)
        self.forget.setEnabled(isinstance(self.preset.itemData(index), NamedLook))
        self.form.display(self._look, self._scene)

    def _kept_index(self) -> int | None:
        """Where the look stands among the kept ones, if it is one of them."""
        for index in range(self.preset.count()):
            kept = self.preset.itemData(index)
            if isinstance(kept, NamedLook) and kept.look == self._look:
                return index
        return None

    def _choose(self, look: FigureLook) -> None:
        if look.format != self._look.format:
            path = Path(self.path.text())
            if path.suffix.lower() in FORMATS:
                self.path.setText(str(path.with_suffix(f".{look.format}")))
        self._look = look
        self.export.setDefault(True)
        self._show_look()
        self.look_changed.emit(look)
        self._draw()

    def _choose_preset(self, index: int) -> None:
        chosen = self.preset.itemData(index)
        if isinstance(chosen, NamedLook):
            self._choose(chosen.look)
        elif chosen:
            self._choose(with_preset(self._look, chosen))

    def _draw(self) -> None:
        """Ask for the figure anew; until it comes, the one before it stands."""
        self._saying, self.busy = False, True
        self.drawing_requested.emit(self._scene, self._look)

    def show_drawn(self, drawn: Drawn) -> None:
        """The figure in the preview and in words; of those of one choice, the later ones are better."""
        assert self._scene is not None
        if self.drawn is not None and drawn.figure is self.drawn.figure and drawn.look == self.drawn.look:
            return
        self.drawn = drawn
        self.preview.display(drawn, self._scene.palette)
        if not self._saying:
            self.facts.display(drawn, self._scene.form)

    def show_whole(self) -> None:
        """No better layout will follow."""
        self.busy = False
        self._advise()

    def _advise(self) -> None:
        """Where the type came out small, what would be larger."""
        assert self._scene is not None
        self._advice = None if self.drawn is None else larger(self._scene, self._look, self.drawn.points)
        if self._advice is not None:
            deck = self._advice.format == "pptx" and self._look.format != "pptx"
            self.rather.setText(self.tr("&Rather one slide a step") if deck else self.tr("&Rather a whole slide"))
        for widget in (self.small, self.rather):
            widget.setVisible(self._advice is not None)

    def _say(self, sentence: str) -> None:
        """Instead of the facts, until something else is chosen."""
        self._saying = True
        self.facts.setText(sentence)

    def _refuse(self, sentence: str) -> None:
        """A number that cannot be; the Enter that ended it must not export the one that it was to replace."""
        self._say(sentence)
        self._refused = True
        QTimer.singleShot(0, self._forgive)

    def _forgive(self) -> None:
        self._refused = False

    def saved(self, path: Path) -> None:
        """The file is there. Enter, which saved it, now closes, until something else is chosen."""
        self._written.add(path)
        self.close_.setDefault(True)
        self.say(self.tr("Saved: {file}").format(file=path))

    def say(self, sentence: str) -> None:
        """What became of a wish, below the preview."""
        self._say(sentence)

    # asking ------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        name, given = QInputDialog.getText(self, self.tr("Keep these choices"), self.tr("Name"))
        if given and name.strip():
            self.keep_as(name.strip())

    def keep_as(self, name: str) -> None:
        """Keep the choices under a name; another's of that name is replaced."""
        rest = tuple(kept for kept in self._presets if kept.name != name)
        self._set_presets((*rest, NamedLook(name=name, look=self._look)))

    def _forget(self) -> None:
        chosen = self.preset.currentData()
        self._set_presets(tuple(kept for kept in self._presets if kept is not chosen))

    def _set_presets(self, presets: tuple[NamedLook, ...]) -> None:
        self._presets = presets
        self._fill_presets()
        self._show_look()
        self.presets_changed.emit(presets)

    def _browse(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Export the figure"),
            self.path.text(),
            ";;".join(f"{ending[1:].upper()} (*{ending})" for ending in FORMATS),
            options=QFileDialog.Option.DontConfirmOverwrite,  # asked when it is saved
        )
        if name:
            self.path.setText(name)

    def target(self) -> Path:
        """The file that is named, with the ending of the format where it has none of ours."""
        path = Path(os.path.expanduser(self.path.text().strip()))  # noqa: PTH111 — whatever follows a ~
        if not path.name:
            return path  # a folder: it is refused when it is written
        return path if path.suffix.lower() in FORMATS else path.with_name(f"{path.name}.{self._look.format}")

    def _export(self) -> None:
        if self._refused or any(field.property("wrong") for field in self.form.findChildren(TextLine)):
            return  # and has been told why
        if not self.path.text().strip():
            self._say(self.tr("Name the file first."))
            self.path.setFocus()
            return
        path = self.target()
        there = os.path.isfile(path)  # noqa: PTH113 — Path's own raises for a name that is too long
        if there and path not in self._written and not self._may_replace(path):
            return
        self.export_requested.emit(path, self._look)

    def _may_replace(self, path: Path) -> bool:
        box = QMessageBox(self)
        box.setWindowTitle("attnviz")
        box.setText(self.tr("{file} is there already.").format(file=path.name))
        replace = box.addButton(self.tr("&Replace"), QMessageBox.ButtonRole.AcceptRole)
        box.setEscapeButton(box.addButton(self.tr("&Cancel"), QMessageBox.ButtonRole.RejectRole))
        box.setDefaultButton(replace)
        box.exec()
        chosen = box.clickedButton() is replace
        box.deleteLater()
        return chosen
