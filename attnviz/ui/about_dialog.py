"""What the program is, what it is made of, and under which licences; to be copied into a report of a fault."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from attnviz import __version__
from attnviz.export.fonts import font
from attnviz.ui.announce import announce
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


class AboutDialog(QDialog):
    """`facts` are pairs of a name and a version."""

    def __init__(self, facts: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About attnviz"))
        self._facts = tuple(facts)
        name = QLabel(f"attnviz {__version__}")
        name.setFont(font(px(22), bold=True))
        box = QVBoxLayout(self)
        box.setContentsMargins(24, 20, 24, 16)
        box.setSpacing(12)
        box.addWidget(name)
        box.addWidget(
            _sentence(self.tr("See, change, understand and show transformer attention. Free software, MIT licence."))
        )
        form = QFormLayout()
        form.setHorizontalSpacing(20)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for what, found in self._facts:
            label = QLabel(what)
            label.setProperty("role", "heading")
            value = _sentence(found)
            value.setAccessibleName(f"{what}: {found}")
            form.addRow(label, value)
        box.addLayout(form)
        made_of = ", ".join(f"{name} ({licence})" for name, licence in LICENCES)
        box.addWidget(_sentence(self.tr("It is made with {libraries}.").format(libraries=made_of)))
        box.addWidget(_sentence(self.tr("It never uses the network: what you open stays on this machine.")))
        buttons = QDialogButtonBox()
        close = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.copy = QPushButton(self.tr("&Copy for a report"))
        self.copy.setToolTip(self.tr("The versions, as text for a message"))
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        box.addWidget(buttons)
        close.setDefault(True)
        close.setFocus()
        width = px(WIDTH)
        self.setFixedWidth(width)
        self.resize(width, box.heightForWidth(width))  # else sentences that wrap leave room below

    def _copy(self) -> None:
        QApplication.clipboard().setText("\n".join(f"{name}: {value}" for name, value in self._facts))
        self.copy.setText(self.tr("Copied"))
        announce(self.copy, self.tr("Copied"))


def _sentence(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
