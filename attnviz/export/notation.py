"""Which letters a book uses for scores and outputs, and whether it counts heads from 1 or from 0."""

from __future__ import annotations

import re
from dataclasses import dataclass

from attnviz.document.view_state import Letters

# A formula of row vectors, and the same of column vectors; longer ones first.
TRANSPOSED = (
    ("Q = u W_Q, K = u W_K, V = u W_V", "Q = W_Q u, K = W_K u, V = W_V u"),
    ("Q = X W_Q, K = X W_K, V = X W_V", "Q = W_Q X, K = W_K X, V = W_V X"),
    ("[O₁ | …] W_O", "W_O [O₁ ; …]"),
    ("[O₁ | O₂ | …]", "[O₁ ; O₂ ; …]"),
    ("QKᵀ", "KᵀQ"),
    ("AV", "VA"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """Formulas are written in the code with S and O; `write` puts the chosen letters in their place."""

    letters: Letters = "SAO"
    first_head: int = 1
    transposed: bool = False  # vectors are columns, scores KᵀQ, and the softmax runs down each column

    @property
    def scores(self) -> str:
        return "S" if self.letters == "SAO" else "Ω"

    @property
    def output(self) -> str:
        return "O" if self.letters == "SAO" else "C"

    def write(self, formula: str) -> str:
        """The formula in these letters: S = QKᵀ becomes Ω = QKᵀ, O = AV becomes C = AV. W_O keeps its name."""
        if self.transposed:
            for rows, columns in TRANSPOSED:
                formula = formula.replace(rows, columns)
        if self.first_head == 0:
            formula = formula.replace("O₁", "O₀").replace("O₂", "O₁")
        formula = re.sub(r"(?<![\w_])S(?!\w)", self.scores, formula)
        return re.sub(r"(?<![\w_])O(?![^\W₀-₉])", self.output, formula)

    def shape(self, shape: tuple[int, ...]) -> str:
        """A shape as it lies on the paper, 3 × 2."""
        return " × ".join(str(size) for size in (reversed(shape) if self.transposed else shape))

    def product(self, left: tuple[int, ...], right: tuple[int, ...]) -> tuple[str, str, str]:
        """The shapes of left · right and of its result, in the order in which they are multiplied."""
        result = self.shape((left[0], right[1]))
        if self.transposed:
            return self.shape(right), self.shape(left), result
        return self.shape(left), self.shape(right), result

    def head(self, index: int) -> str:
        """The number of the head with 0-based `index`."""
        return str(index + self.first_head)


STANDARD = Notation()
