"""What the person is looking at. Never undoable, never makes a document dirty."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from attnviz.document.colour_choice import ColourChoice
from attnviz.document.comparison import Comparison
from attnviz.document.heads_look import HeadsLook
from attnviz.document.links_look import Drawing, LinksLook
from attnviz.document.place import Average
from attnviz.document.shapes_look import ShapesLook
from attnviz.document.trace import Trace
from attnviz.document.training_look import TrainingLook
from attnviz.document.zoom import Window

Tab = Literal["steps", "matrix", "heads", "gradient", "training", "shapes", "code"]
Script = Literal["numpy", "torch-parameter", "torch-linear"]
Quantity = Literal["weights", "scores", "scaled", "mask", "gradient"]
Inspector = Literal["row", "saturation", "none"]  # what stands below the matrix
Letters = Literal["SAO", "OmegaAC"]  # names of scores, weights and output: S A O, or Ω A C


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewState:
    tab: Tab = "steps"
    head: int = 0  # of several, 0-based
    layer: int = 0  # of several, 0-based
    average: Average = "none"  # what is taken together instead of one head
    step: int | None = None  # of the chain, 0-based; None shows all of it
    back_step: int | None = None  # of the way back, 0-based; None shows all of it
    key: int | None = None  # the column followed, if one is
    query: int = 0  # the row followed through every picture, 0-based
    letters: Letters = "SAO"
    transposed: bool = False  # vectors drawn as columns, and the softmax down each column
    first_head: int = 1  # heads are counted from 1 or from 0
    motion: bool = True  # let numbers flow while the steps are played
    numbers: bool = True  # write numbers into cells where they fit
    quantity: Quantity = "weights"  # which matrix the Matrix view shows
    colour: ColourChoice = field(default_factory=ColourChoice)
    fitting_curve: bool = True  # the curve of the colours follows the length of the sentence; else `colour` says it
    zoom: Window | None = None  # the part of the matrix that is shown; None is all of it
    sorted_bars: bool = False  # the followed row's bars by size, not in the order of the keys
    inspector: Inspector = "row"
    drawing: Drawing = "heatmap"  # of the weights in the Matrix tab
    compare: Comparison = field(default_factory=Comparison)  # what "compare" puts beside
    links: LinksLook = field(default_factory=LinksLook)
    heads: HeadsLook = field(default_factory=HeadsLook)
    shapes: ShapesLook = field(default_factory=ShapesLook)
    training: TrainingLook = field(default_factory=TrainingLook)
    code: Script = "numpy"

    def following(self, n_q: int) -> int:
        """The followed row, kept inside a document that has become shorter."""
        return max(0, min(self.query, n_q - 1))

    def fitting(self, before: Trace, now: Trace) -> ViewState:
        """The view for another trace: all of a matrix of another size or of another text, whose part in sight would be
        any part. A text with most of its tokens where they were is the same one, edited."""
        if self.zoom is None:
            return self
        pairs = ((before.tokens_q, now.tokens_q), (before.tokens_k, now.tokens_k))
        return self if all(_mostly_same(*pair) for pair in pairs) else replace(self, zoom=None)


def _mostly_same(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    if before is now or len(before) != len(now):
        return before is now
    return 2 * sum(one == other for one, other in zip(before, now, strict=True)) >= len(now)
