"""Which letters a book uses for scores and outputs, and whether it counts heads from 1 or from 0."""

from __future__ import annotations

import re
from dataclasses import dataclass

from attnviz.document.view_state import Letters


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """Formulas are written in the code with S and O; `write` puts the chosen letters in their place."""

    letters: Letters = "SAO"
    first_head: int = 1

    @property
    def scores(self) -> str:
        return "S" if self.letters == "SAO" else "Ω"

    @property
    def output(self) -> str:
        return "O" if self.letters == "SAO" else "C"

    def write(self, formula: str) -> str:
        """The formula in these letters: S = QKᵀ becomes Ω = QKᵀ, O = AV becomes C = AV. W_O keeps its name."""
        formula = re.sub(r"(?<![\w_])S(?!\w)", self.scores, formula)
        return re.sub(r"(?<![\w_])O(?![^\W₀-₉])", self.output, formula)

    def head(self, index: int) -> str:
        """The number of the head with 0-based `index`."""
        return str(index + self.first_head)


STANDARD = Notation()
