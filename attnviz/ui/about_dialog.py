"""What the program is, what it is made of, and under which licences; to be copied into a report of a fault."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QLabel, QWidget

from attnviz import __version__
from attnviz.export.fonts import font
from attnviz.ui.framed_dialog import FramedDialog, copy_text, sentence
from attnviz.ui.text_size import px

WIDTH = 480
# What comes with every installation, and the licence each is under.
LICENCES = (
    ("Qt, PySide6", "LGPL 3"),
    ("NumPy", "BSD"),
    ("OpenBLAS", "BSD"),
    ("pyqtgraph", "MIT"),
    ("Inter", "OFL 1.1"),
)


class AboutDialog(FramedDialog):
    """`facts` are pairs of a name and a version."""

    def __init__(self, facts: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About attnviz"))
        self._facts = tuple(facts)
        name = QLabel(f"attnviz {__version__}")
        name.setFont(font(px(22), bold=True))
        told = sentence(self.tr("See, change, understand and show transformer attention. Free software, MIT licence."))
        made_of = ", ".join(f"{name} ({licence})" for name, licence in LICENCES)
        self.copy = self.add_button(self.tr("&Copy for a report"), self.tr("The versions, as text for a message"))
        self.copy.clicked.connect(self._copy)
        self.box.setSpacing(12)
        self.box.addWidget(name)
        self.box.addWidget(told)
        self.box.addLayout(self._form())
        self.fill(
            sentence(self.tr("It is made with {libraries}.").format(libraries=made_of)),
            sentence(self.tr("It never uses the network: what you open stays on this machine.")),
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()
        self.resize_within(WIDTH)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(20)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for what, found in self._facts:
            label = QLabel(what)
            label.setProperty("role", "heading")
            value = sentence(found)
            value.setAccessibleName(f"{what}: {found}")
            form.addRow(label, value)
        return form

    def _copy(self) -> None:
        copy_text("\n".join(f"{name}: {value}" for name, value in self._facts), self.copy, self.tr("Copied"))
