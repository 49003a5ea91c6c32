"""What is remembered from one start to the next, in one place. Every choice holds at once: nothing is to be applied."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QFormLayout, QLabel, QWidget

from attnviz.export.palette import Palette
from attnviz.ui.framed_dialog import FramedDialog, sentence
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import SIZES, SYSTEM, written

WIDTH = 460


class PreferencesDialog(FramedDialog):
    """Signals: `preferred(name, value)`, of the names that `display` takes; `reset_requested()`."""

    preferred = Signal(str, object)
    reset_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self.lists: dict[str, QComboBox] = {}
        self.motion = Switch(self.tr("A&nimate the steps when they are played"))
        self.motion.setToolTip(self.tr("Numbers fly from matrix to matrix; without it they change in place"))
        self.motion.clicked.connect(lambda on: self.preferred.emit("motion", on))
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(10)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._fill(form)
        self.reset = self.add_button(
            self.tr("&Back to the defaults"),
            self.tr("All of these as they were before anything was chosen"),
            QDialogButtonBox.ButtonRole.ResetRole,
        )
        self.reset.clicked.connect(self.reset_requested)
        self.box.addLayout(form)
        self.fill(sentence(self.tr("Everything here holds at once, and is remembered."), muted=True))
        self.resize_within(WIDTH)

    def _fill(self, form: QFormLayout) -> None:
        system = self.tr("As the system")
        # Each language is named in itself, so that whoever reads it can find it.
        languages = ((None, system), ("en", "English"), ("pt_BR", "Português (Brasil)"))
        self._list(form, "language", self.tr("&Language"), languages)
        themes = (("system", system), ("light", self.tr("Light")), ("dark", self.tr("Dark")))
        self._list(form, "theme", self.tr("&Theme"), themes)
        sizes = ((SYSTEM, self.tr("As the system's text")), *((size, written(size)) for size in SIZES))
        self._list(form, "text_size", self.tr("Text si&ze"), sizes)
        letters = (
            ("SAO", self.tr("S scores, A weights, O output")),
            ("OmegaAC", self.tr("Ω scores, A weights, C context")),
        )
        self._list(form, "letters", self.tr("L&etters"), letters)
        self._list(form, "first_head", self.tr("Heads are &counted from"), ((1, "1"), (0, "0")))
        sides = ((False, self.tr("Rows are queries")), (True, self.tr("Columns are queries (KᵀQ)")))
        self._list(form, "transposed", self.tr("Matrices are &drawn so that"), sides)
        form.addRow(self.motion)

    def _list(self, form: QFormLayout, name: str, label: str, choices: tuple[tuple[object, str], ...]) -> None:
        combo = self.lists[name] = QComboBox()
        for value, text in choices:
            combo.addItem(text, value)
        title = QLabel(label)
        title.setBuddy(combo)
        combo.setAccessibleName(label.replace("&", ""))
        combo.setToolTip(self.tr("{what}, now and in every later start").format(what=label.replace("&", "")))
        combo.activated.connect(lambda index: self.preferred.emit(name, combo.itemData(index)))
        form.addRow(title, combo)

    def display(self, preferences: Mapping[str, object], palette: Palette) -> None:
        """Show what holds now."""
        for name, combo in self.lists.items():
            with QSignalBlocker(combo):
                combo.setCurrentIndex(max(combo.findData(preferences[name]), 0))
        self.motion.setChecked(bool(preferences["motion"]))
        self.motion.dress(palette)

    def focus(self, name: str) -> None:
        """Give the keys to the list of a name, or to the first."""
        self.lists.get(name, self.lists["language"]).setFocus(Qt.FocusReason.OtherFocusReason)
