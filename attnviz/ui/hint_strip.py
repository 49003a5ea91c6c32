"""One hint for the first minute, in a line of its own above the picture; once closed it never comes again."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from attnviz.document.document import MatrixSource
from attnviz.export.scene import Scene
from attnviz.ui.text_size import px


class HintStrip(QWidget):
    """Signal: `closed()` when the person has read it, or has done what it says.

    It is seen where what it says can be done: in the Steps tab, of matrices by hand.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hint")
        self.sentence = QLabel(
            self.tr(
                "Drag a number of Q, K or V sideways, or type over it: everything that follows from it follows. "
                "Point at any cell to read it; F1 lists the keys."
            )
        )
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.close_button = QPushButton("×")
        self.close_button.setProperty("kind", "link")
        self.close_button.setFixedWidth(px(30))
        self.close_button.setAccessibleName(self.tr("Close the hint"))
        self.close_button.setToolTip(self.tr("Close the hint; it does not come again"))
        # Tab comes to the button and not to the sentence: it is heard there.
        self.close_button.setAccessibleDescription(f"{self.sentence.text()} {self.close_button.toolTip()}")
        self.close_button.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(22, 4, 12, 4)
        row.setSpacing(10)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.close_button)
        self.hide()
        self.offered = False

    def offer(self, scene: Scene | None) -> None:
        """From now on it is there, until it is dismissed."""
        self.offered = True
        if scene is not None:
            self.display(scene)

    def display(self, scene: Scene) -> None:
        """Be seen if it fits the scene."""
        fits = scene.view.tab == "steps" and isinstance(scene.document.source, MatrixSource)
        self.setVisible(self.offered and fits)

    def dismiss(self) -> None:
        """Away with it, if it is there."""
        if not self.isHidden():
            self.offered = False
            self.hide()
            self.closed.emit()
