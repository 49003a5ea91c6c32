"""What every view and every figure is given to draw: a document with its trace, and how to show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from attnviz.core.diagnosis import Diagnosis
from attnviz.document.difference import Difference
from attnviz.document.document import Document
from attnviz.document.figure_look import ALL_PARTS, Parts
from attnviz.document.trace import Trace
from attnviz.document.training_runs import TrainingRuns
from attnviz.document.view_state import ViewState
from attnviz.export.notation import Notation
from attnviz.export.palette import LIGHT, Palette
from attnviz.i18n import NumberFormat

if TYPE_CHECKING:  # a window that shows no gradient need not load how one is computed
    from attnviz.document.gradient_check import Check
    from attnviz.document.gradient_trace import GradientTrace
from attnviz.document.head_grid import HeadGrid


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, kw_only=True)
class Scene:
    document: Document
    trace: Trace  # of the head that is looked at
    view: ViewState
    form: NumberFormat
    palette: Palette = LIGHT
    parts: Parts = ALL_PARTS  # what of the view is drawn
    before: Trace | None = None  # what the trace is compared with
    pinned: bool = False  # whether it stays compared until dismissed
    other: Trace | None = None  # what the Matrix tab draws beside the trace, to compare
    difference: Difference | None = None  # of both, where somebody keeps it; else it is made with the figure
    gradient: GradientTrace | None = None  # of the same head, while a view shows it
    check: Check | None = None  # of all gradients, when it has been made
    gradient_problem: str = ""  # why there is no gradient
    grid: HeadGrid | None = None  # of all heads, as far as it is worked out, while a view shows it
    grid_problem: str = ""  # why there is none
    diagnosis: Diagnosis | None = None  # of imported attention, while a view shows it
    training: TrainingRuns | None = None  # the runs of the plan, while a view shows them
    widths: Mapping[str, float] | None = None  # of the numbers of a film's tiles, so that these stand still

    @property
    def query(self) -> int:
        return self.view.following(self.trace.n_q)

    @property
    def notation(self) -> Notation:
        """The letters and head numbers the person has chosen."""
        return Notation(letters=self.view.letters, first_head=self.view.first_head, transposed=self.view.transposed)

    @property
    def key(self) -> int | None:
        """The followed column, if one is and the document still has it."""
        key = self.view.key
        return key if key is not None and key < self.trace.n_k else None
