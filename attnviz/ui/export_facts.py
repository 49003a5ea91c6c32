"""What the file will be, in words: below the preview."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from attnviz.export.figure import Cells
from attnviz.export.files import MAX_PIXELS, Drawn
from attnviz.export.paint_cells import is_drawn
from attnviz.export.tiles import MOST_NUMBERED
from attnviz.i18n import NumberFormat
from attnviz.ui.export_form import DRAWINGS


class ExportFacts(QLabel):
    """A line that says size, type and what else is not to be seen in a small preview."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "muted")
        self.setWordWrap(True)

    def display(self, drawn: Drawn, form: NumberFormat) -> None:
        self.setText(self.told(drawn, form))

    def told(self, drawn: Drawn, form: NumberFormat) -> str:
        """The size, the type as it came out, and which matrices are pictures."""
        look = drawn.look
        if look.format == "html":
            return self.tr(
                "an interactive page of the document’s attention, in any view; it fits every window, and is light or "
                "dark as its reader’s system is"
            )
        width, height = drawn.figure.width * drawn.scale, drawn.figure.height * drawn.scale
        if look.format == "png":
            pixels = (round(width * look.dpi / 96), round(height * look.dpi / 96))
            parts = [self.tr("{width} × {height} pixels").format(width=pixels[0], height=pixels[1])]
            if pixels[0] * pixels[1] > MAX_PIXELS:
                parts.append(self.tr("too many: choose fewer dots an inch"))
        else:
            size = [form.fixed(side * 25.4 / 96, 0) for side in (width, height)]
            parts = [self.tr("{width} × {height} mm").format(width=size[0], height=size[1])]
        points = form.fixed(drawn.points, 1)
        if look.font is not None and look.preset != "own" and drawn.points < look.font - 0.05:
            note = self.tr("the type comes out at {points} points: the view needs more room")
            parts.append(note.format(points=points))
        else:
            parts.append(self.tr("type {points} points").format(points=points))
        cells = [item for item in drawn.figure.items if isinstance(item, Cells)]
        small = [item for item in cells if max(item.rows, item.columns) <= MOST_NUMBERED]
        if look.parts.numbers and small and not any(item.numbers for item in cells):
            parts.append(self.tr("without numbers: they could not be read"))
        if look.format in DRAWINGS and not all(is_drawn(item, look.vector_cells) for item in cells):
            parts.append(self.tr("large matrices as pictures"))
        return " · ".join(parts)
