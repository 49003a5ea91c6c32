"""The question before the picture: how wide is the matrix that makes the queries?"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.core.ledger import Row, attention_rows
from attnviz.core.model_shape import ModelShape
from attnviz.document.shape_edits import plain
from attnviz.document.shape_notes import whole
from attnviz.export.shape_sheet import heads_text
from attnviz.i18n import NumberFormat
from attnviz.ui.text_size import px

Answer = Literal["narrower", "square", "wider"]


class GuessCard(QWidget):
    """Signals: `answered(answer)`; `skipped()`."""

    answered = Signal(str)
    skipped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("canvas")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        card = QFrame()
        card.setProperty("kind", "card")
        card.setMaximumWidth(px(560))
        column = QVBoxLayout(card)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(12)
        title = QLabel(self.tr("Guess first, then see"))
        title.setProperty("role", "heading")
        self.question = QLabel()
        self.question.setWordWrap(True)
        self.question.setTextFormat(Qt.TextFormat.PlainText)
        self.question.setProperty("reads", True)
        self.question.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # who does not see it comes to it before the answers
        column.addWidget(title)
        column.addWidget(self.question)
        self.answers: dict[Answer, QPushButton] = {
            "narrower": QPushButton(self.tr("Na&rrower")),
            "square": QPushButton(self.tr("S&quare")),
            "wider": QPushButton(self.tr("&Wider")),
        }
        tips = {
            "narrower": self.tr("Fewer columns than rows"),
            "square": self.tr("As many columns as rows"),
            "wider": self.tr("More columns than rows"),
        }
        row = QHBoxLayout()
        for name, button in self.answers.items():
            button.setToolTip(tips[name])
            button.clicked.connect(lambda _checked=False, name=name: self.answered.emit(name))
            row.addWidget(button)
        column.addLayout(row)
        self.skip = QPushButton(self.tr("S&kip, and do not ask again"))
        self.skip.setProperty("kind", "link")
        self.skip.setToolTip(self.tr("Shows the matrices at once; “guess first” at the right asks again"))
        self.skip.clicked.connect(self.skipped)
        column.addWidget(self.skip, 0, Qt.AlignmentFlag.AlignLeft)
        whole_card = QHBoxLayout(self)
        whole_card.addStretch(1)
        whole_card.addWidget(card, 6, Qt.AlignmentFlag.AlignVCenter)
        whole_card.addStretch(1)

    def display(self, shape: ModelShape, form: NumberFormat) -> None:
        """Ask about a model that has projections."""
        row = asked(shape)
        # As one phrase: in other languages "in" and "this" are one word.
        place = self.tr("In {model}").format(model=shape.name) if shape.name else self.tr("In this layer")
        self.question.setText(
            self.tr(
                "{place} a token comes in as {hidden} numbers, and {matrix} has a row for each of them. "
                "Query heads: {heads}. Is {matrix} square?"
            ).format(
                place=place,
                heads=whole(shape.n_heads, form),
                hidden=whole(shape.hidden, form),
                matrix=plain(row).split(".")[-1],
            )
        )

    def verdict(self, shape: ModelShape, answer: str, form: NumberFormat) -> str:
        """What an answer was worth, with the sizes."""
        row = asked(shape)
        said = self.tr("Right.") if answer == right_answer(shape) else self.tr("Not this time.")
        sizes = self.tr("{matrix} is {inputs} → {outputs}: {why}.").format(
            matrix=plain(row).split(".")[-1],
            inputs=whole(row.inputs, form),
            outputs=whole(row.outputs, form),
            why=self._why(shape, row, form),
        )
        return f"{said} {sizes}"

    def _why(self, shape: ModelShape, row: Row, form: NumberFormat) -> str:
        if row.role == "QKV":
            return self.tr("it holds the columns of Q, K and V side by side")
        if shape.gated:
            return self.tr("{heads} heads × ({head_dim} query + {gate} gate)").format(
                heads=shape.n_heads, head_dim=shape.head_dim, gate=shape.v_dim
            )
        return heads_text(shape, form)


def asked(shape: ModelShape) -> Row:
    """The matrix in question: the one that makes the queries."""
    return next(row for row in attention_rows(shape) if row.role in ("Q", "QKV"))


def right_answer(shape: ModelShape) -> Answer:
    """Whether it has fewer, as many or more columns than rows."""
    row = asked(shape)
    if row.outputs == row.inputs:
        return "square"
    return "wider" if row.outputs > row.inputs else "narrower"
