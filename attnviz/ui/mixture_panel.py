"""The mixture of the three scores: a triangle to point into, and a field at each corner."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from attnviz.export.palette import Palette
from attnviz.i18n import NumberFormat
from attnviz.ui.mixture_triangle import Mix, MixtureTriangle
from attnviz.ui.number_field import NumberField
from attnviz.ui.text_size import px


class MixturePanel(QWidget):
    """Signals: `mixture_requested((w_c, w_p, w_d), gesture)` from the triangle; `share_requested(name, value, gesture)`
    from a field, name mix0 … mix2; `refused(sentence)`."""

    mixture_requested = Signal(object, str)
    share_requested = Signal(str, float, str)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.triangle = MixtureTriangle()
        self.triangle.setAccessibleName(self.tr("Mixture of the scores"))
        self.triangle.setToolTip(
            self.tr("Drag the point: near a corner its share is large. Arrow keys move it; 1, 2, 3 take it to a corner")
        )
        self.triangle.mixture_requested.connect(self.mixture_requested)
        self.fields: list[NumberField] = []
        top = self._corner("mix0", self.tr("content"), self.tr("Share of content"))
        left = self._corner("mix1", self.tr("previous"), self.tr("Share of the previous token"))
        right = self._corner("mix2", self.tr("distance"), self.tr("Share of distance"))
        above, below = QHBoxLayout(), QHBoxLayout()
        above.addStretch(1)
        above.addLayout(top)
        above.addStretch(1)
        below.addLayout(left)
        below.addStretch(1)
        below.addLayout(right)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        box.addLayout(above)
        box.addWidget(self.triangle)
        box.addLayout(below)

    def _corner(self, name: str, text: str, accessible: str) -> QHBoxLayout:
        field = NumberField(0, 1, 0.01, 2)
        field.setFixedWidth(px(48))
        field.setAccessibleName(accessible)
        field.setToolTip(self.tr("The three shares sum to 1: raising one lowers the others"))
        field.value_entered.connect(lambda value: self.share_requested.emit(name, value, name))
        field.refused.connect(self.refused)
        label = QLabel(text)
        label.setBuddy(field)
        self.fields.append(field)
        row = QHBoxLayout()
        row.setSpacing(5)
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(field)
        return row

    def display(self, mix: Mix, palette: Palette, form: NumberFormat) -> None:
        for field, share in zip(self.fields, mix, strict=True):
            field.display(share, form)
        self.triangle.display(mix, palette)
        text = self.tr("content {content}, previous token {previous}, distance {distance}")
        shares = [form.fixed(share, 2) for share in mix]
        said = text.format(content=shares[0], previous=shares[1], distance=shares[2])
        if said != self.triangle.accessibleDescription():
            self.triangle.setAccessibleDescription(said)
