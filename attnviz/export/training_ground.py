"""What does not move in the picture of training while a run goes on: axes, headings, tokens, the names of matrices.

It is laid once, and again only when something that it depends on is another; what moves has its places in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attnviz.document.training_plan import TrainingPlan
from attnviz.document.training_runs import plans_of
from attnviz.export.figure import Item, Line, Measure, Sheet
from attnviz.export.plot import Axis, Mark, lay_axes
from attnviz.export.plot_room import Room, Wish, arrange
from attnviz.export.training_layout import BELOW_PLOTS, BETWEEN, Needs, Shares, abreast, below, beside
from attnviz.export.training_run import COLOURS, HEADING, SMALL, RunColumn
from attnviz.export.training_tiles import Place, lay_names, tiles_height
from attnviz.export.training_words import run_name, task_name, task_sentence
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
GAP = 28.0
LOW = 520.0  # a window lower than this has the task in one line
ABOVE_TILES = 20.0
TILES_HEADING = 24.0
Curve = Literal["loss", "accuracy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Everything that the ground depends on, but for the language."""

    plan: TrainingPlan
    problems: tuple[str | None, ...]  # of every run
    ceiling: float  # of the loss
    width: float
    height: float | None
    measure: Measure
    form: NumberFormat
    head: int
    first_head: int
    wide: bool  # two runs beside their curves, not below them

    @property
    def single(self) -> bool:
        return len(self.problems) == 1

    @property
    def stacked(self) -> bool:
        """Whether the curves stand one above the other, and what runs beside them."""
        return self.single or self.wide

    @property
    def part(self) -> float:
        """How wide the curves are, and each run."""
        parts = len(self.problems) + self.stacked
        return (self.width - 2 * MARGIN - (parts - 1) * GAP) / parts

    @property
    def tiles(self) -> float:
        """How wide the learned weights of a run are together."""
        count = len(self.problems)
        return (self.width - 2 * MARGIN - (count - 1) * GAP) / count


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ground:
    """What is drawn first, and where the rest belongs."""

    terms: Terms
    items: tuple[Item, ...]
    curves: dict[Curve, Room]
    columns: tuple[RunColumn, ...]  # of every run
    words: float  # where the columns begin
    weights: float  # where A begins in them
    side: float  # of A
    tiles: tuple[dict[str, Place], ...]  # of every run, the places of its matrices
    height: float


def lay_ground(terms: Terms) -> Ground:
    """The picture without what a run changes."""
    sheet, width, height = Sheet(terms.measure), terms.width, terms.height
    top = _lay_title(sheet, terms.plan, width, low=height is not None and height < LOW)
    columns = _columns(terms)
    words = max(column.words_height() for column in columns) + (0 if terms.single else HEADING)
    below = MARGIN if terms.wide else MARGIN / 2
    shares = _shares(terms, columns, words, None if height is None else height - top - below)
    curves, bottom = _lay_plots(sheet, terms, top, shares.plot)
    if not terms.stacked:  # else the runs stand beside their curves
        top = bottom + BELOW_PLOTS
    weights = top + words + columns[0].above(shares.side)
    for column in columns:
        column.lay_heading(sheet, top)
        column.lay_around(sheet, weights, shares.side)
    if not terms.single:
        between = columns[1].left - GAP / 2
        sheet.add(Line(x1=between, y1=top, x2=between, y2=weights + shares.side, colour="line"))
    places, end = _lay_names(sheet, terms, max(bottom, weights + shares.side) + ABOVE_TILES)
    return Ground(
        terms=terms,
        items=tuple(sheet.items),
        curves=curves,
        columns=columns,
        words=top,
        weights=weights,
        side=shares.side,
        tiles=places,
        height=end + MARGIN,
    )


def _lay_title(sheet: Sheet, plan: TrainingPlan, width: float, *, low: bool) -> float:
    """The task and what its right answers are, in a `low` window side by side; return where they end."""
    title, sentence = task_name(plan.task), task_sentence(plan)
    above = 10.0 if low else MARGIN
    sheet.text(MARGIN, above + 12, title, size=15, bold=True)
    left, baseline, end = MARGIN, above + 32, above + 48
    if low:
        left, baseline, end = MARGIN + sheet.measure(title, 15, True) + 14, above + 12, above + 26
    shown = sheet.elided(sentence, width - MARGIN - left, SMALL)
    sheet.text(left, baseline, shown, size=SMALL, colour="muted")
    return end


def _columns(terms: Terms) -> tuple[RunColumn, ...]:
    return tuple(
        RunColumn(
            measure=terms.measure,
            plan=plan,
            problem=problem,
            left=MARGIN + (index + terms.stacked) * (terms.part + GAP),
            width=terms.part,
            form=terms.form,
            head=terms.head,
            first_head=terms.first_head,
            index=None if terms.single else index,
        )
        for index, (plan, problem) in enumerate(zip(plans_of(terms.plan), terms.problems, strict=True))
    )


def _shares(terms: Terms, columns: tuple[RunColumn, ...], words: float, room: float | None) -> Shares:
    side = min(column.natural_side for column in columns)
    needs = Needs(
        above=words + columns[0].above(side),
        side=side,
        least=max(column.least_side for column in columns),
        tiles=ABOVE_TILES + TILES_HEADING + tiles_height(terms.tiles, narrow=terms.wide),
    )
    if terms.wide:
        return abreast(needs, room)
    return (beside if terms.single else below)(needs, room)


def _lay_plots(sheet: Sheet, terms: Terms, top: float, height: float) -> tuple[dict[Curve, Room], float]:
    """The axes of loss and accuracy, one above the other or side by side; and where they end."""
    right, down = (0.0, height + BETWEEN) if terms.stacked else (terms.part + GAP, 0.0)
    steps = Axis(title=translate("training", "step"), low=0, high=max(terms.plan.steps, 1))
    names = () if terms.single else tuple(run_name(plan) for plan in plans_of(terms.plan))
    # Room for the label of a step that is looked back at: else the curves would give way when it comes.
    marks = (Mark(x=0, text="0"),)
    axes: dict[Curve, tuple[Axis, float, float]] = {
        "loss": (Axis(title=translate("training", "loss (nats)"), low=0, high=terms.ceiling), MARGIN, top),
        "accuracy": (Axis(title=translate("training", "accuracy"), low=0, high=1), MARGIN + right, top + down),
    }
    wishes = [(Wish(x, y, terms.part, height, "", names), up) for up, x, y in axes.values()]
    rooms = [(wish.x, arrange(sheet, wish, steps, up, None, marks, terms.form)) for wish, up in wishes]
    gutter = max(room.across.start - x for x, room in rooms)  # the wider labels push both: the steps stand in line
    how = {"width": terms.part, "height": height, "form": terms.form, "marks": marks, "gutter": gutter}
    curves = {name: lay_axes(sheet, names, steps, up, x=x, y=y, **how) for name, (up, x, y) in axes.items()}  # type: ignore[arg-type]
    return curves, top + down + height


def _lay_names(sheet: Sheet, terms: Terms, top: float) -> tuple[tuple[dict[str, Place], ...], float]:
    """Heading and names of what every run learns, in tiles; their places, and where they end."""
    heading = translate("training", "Learned weights")
    sheet.text(MARGIN, top + 13, heading, size=14, bold=True)
    if terms.wide:  # else they stand below their run
        lefts = (MARGIN + sheet.measure(heading, 14, True) + 14, MARGIN + terms.tiles + GAP)
        for left, plan, colour in zip(lefts, plans_of(terms.plan), COLOURS, strict=True):
            sheet.text(left, top + 13, run_name(plan), size=13, bold=True, colour=colour)
    laid = [
        lay_names(
            sheet, terms.plan, MARGIN + index * (terms.tiles + GAP), terms.tiles, top + TILES_HEADING, narrow=terms.wide
        )
        for index in range(len(terms.problems))
    ]
    return tuple(places for places, _ in laid), max(end for _, end in laid)
