"""How much a figure shows: of two layouts of one view the one with larger type is better only if it shows as much."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.export.figure import Cells, Figure, Text

LEAST_SHARE = 0.4  # of the paper that matrices had, which they must have again
FEWER_TEXTS = 0.75  # of the texts beside a matrix: of thinned labels some may go


@dataclass(frozen=True, slots=True)
class Wealth:
    """Numbers in cells, texts in all, how many of these are cut short, and the matrices' share of the paper."""

    numbers: int
    texts: int
    cut: int
    share: float

    def is_worth(self, other: Wealth, *, legible: bool) -> bool:
        """Whether this shows what the other shows, whose words count where they are `legible`."""
        if not legible:
            return self.share >= LEAST_SHARE * other.share
        if self.numbers < other.numbers or self.cut > other.cut:
            return False
        if other.share == 0:
            return self.texts >= other.texts
        return self.share >= LEAST_SHARE * other.share and self.texts >= FEWER_TEXTS * other.texts


def wealth(figure: Figure) -> Wealth:
    texts = [item.text for item in figure.items if isinstance(item, Text)]
    matrices = [item for item in figure.items if isinstance(item, Cells)]
    return Wealth(
        numbers=sum(bool(said) for cells in matrices for row in cells.numbers or () for said in row),
        texts=len(texts),
        cut=sum(said.endswith("…") for said in texts),
        share=sum(cells.width * cells.height for cells in matrices) / max(figure.width * figure.height, 1.0),
    )
