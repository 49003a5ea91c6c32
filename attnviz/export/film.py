"""The figures of an animation, one after another and all of one size: nothing jumps but what is meant to move. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from attnviz.document.colour_choice import SIGNED
from attnviz.document.derive import derive
from attnviz.document.document import Document
from attnviz.document.trace import Trace
from attnviz.document.training_runs import TrainingRuns, finished
from attnviz.document.view_state import ViewState
from attnviz.export.chain_page import Way, best_way, laid
from attnviz.export.figure import Cells, Figure, Line, Measure, Rect, Sheet
from attnviz.export.fitted import WIDE_TRAINING, fitted, is_chain
from attnviz.export.matrix_quantity import shown
from attnviz.export.scene import Scene
from attnviz.export.sweep import Motion, Numbers, applied, check_motion, distinct, label, step_count
from attnviz.export.views import stacked, view_figure
from attnviz.export.whole_scene import whole_scene

MARGIN = 22.0
WIDTH = 960.0  # of a page with type of the size that is worth having
METER = 46.0  # height of the strip that says the value
KNOB = 12.0
WORDS = 17  # size of the words in it
MOST_LOOKED_AT = 64
KEPT_CELLS = 64 * 64  # up to here figures are small, and kept from that first look


class Film:
    """The frames of a scene under a motion. Raises InputError for a motion that the scene does not allow.

    Before the first frame the figures of up to `looked_at` values are laid out, to know the room that all need. A chain
    is shown without the written sum, whose columns would move with every digit; for pictures of `shape`, width to
    height, its tiles are laid in the way that suits them, and so are the parts of training.
    """

    def __init__(
        self,
        scene: Scene,
        motion: Motion,
        measure: Measure,
        looked_at: int = MOST_LOOKED_AT,
        *,
        shape: tuple[int, int] | None = None,
    ) -> None:
        check_motion(motion, scene)
        self.motion = motion
        self._scene, self._measure = scene, measure
        self._steps = step_count(scene) if motion.sweep.parameter == "step" else 0
        self._known: tuple[Document, Trace] | None = None
        self._training: TrainingRuns | None = scene.training
        if motion.sweep.parameter == "training" and self._training is None:
            self._training = finished(scene.document.training)
        self._kept: dict[Numbers, Figure] = {}
        self._view = scene.view
        everything = list(distinct(motion))
        values = [*everything[:: max(1, math.ceil(len(everything) / looked_at))], everything[-1]]
        self._view = self._with_one_scale(values)
        self._page = None if shape is None else (WIDE_TRAINING, WIDE_TRAINING * shape[1] / shape[0] - METER)
        self._widths: dict[str, float] | None = None
        self._way: Way | None = None
        if is_chain(scene):
            self._stand_still(values, shape)
        # Where the strip's line begins: after the longest of the words.
        self._words = max(measure(self._said(value), WORDS, True) for value in values)
        self.width, self.height = self._room(values)

    def __len__(self) -> int:
        return self.motion.count

    def figure(self, frame: int) -> Figure:
        """One frame, whichever; equal values give the same object."""
        value = self.motion.value(frame)
        if value not in self._kept:
            self._keep(value, self._figure(value))
        return self._framed(self._kept[value], value)

    def lengths(self) -> Iterator[tuple[int, int]]:
        """Where each picture begins, and how many frames it stands: as long as the value does not move."""
        start = 0
        while start < len(self):
            value, stop = self.motion.value(start), start + 1
            while stop < len(self) and self.motion.value(stop) == value:
                stop += 1
            yield start, stop - start
            start = stop

    def frames(self) -> Iterator[tuple[Figure, int]]:
        """Each picture with how many frames it stands."""
        for start, count in self.lengths():
            yield self.figure(start), count

    # ------------------------------------------------------------------------------------------------------

    def _made(self, value: Numbers) -> Scene:
        """The whole scene at a value; a document that did not change keeps its trace."""
        document, view = applied(self._scene.document, self._view, self.motion.sweep.parameter, value)
        if self._known is None or self._known[0] is not document:
            self._known = document, derive(document)
        made = whole_scene(
            document,
            view,
            self._scene.form,
            palette=self._scene.palette,
            trace=self._known[1],
            training=self._training,
        )
        return replace(made, parts=replace(made.parts, row=False), widths=self._widths) if is_chain(made) else made

    def _figure(self, value: Numbers) -> Figure:
        scene = self._made(value)
        if self._way is not None:
            return laid(scene, self._way, self._measure)
        if scene.view.tab == "training" and self._page is not None:
            return fitted(scene, *self._page, self._measure)
        return view_figure(scene, self._measure)

    def _stand_still(self, values: list[Numbers], shape: tuple[int, int] | None) -> None:
        """Tiles as wide as the widest number that any frame has in them, and one layout for all frames."""
        widths: dict[str, float] = {}
        for value in values:
            for item in self._figure(value).items:
                if isinstance(item, Cells) and item.numbers is not None:
                    said = [self._measure(text, item.number_size, False) for row in item.numbers for text in row]
                    widths[item.name] = max(widths.get(item.name, 0.0), *said)
        self._widths = widths
        if shape is not None:
            height = WIDTH * shape[1] / shape[0] - METER
            self._way = best_way(self._made(values[-1]), WIDTH, height, self._measure)

    def _keep(self, value: Numbers, figure: Figure) -> None:
        if self._scene.trace.n_q * self._scene.trace.n_k > KEPT_CELLS:
            self._kept.clear()  # a figure holds its matrices: of large ones only the last is kept
        self._kept[value] = figure

    def _with_one_scale(self, values: list[Numbers]) -> ViewState:
        """The view with the colours of a signed matrix fixed for all frames: a colour means the same throughout."""
        view = self._view
        choice = view.colour.of(view.quantity)
        signed = view.quantity in SIGNED
        ranged = choice.curve not in ("row", "quantile") and choice.low is None and choice.high is None
        if view.tab != "matrix" or view.drawing != "heatmap" or not (signed and ranged):
            return view
        scales = [shown(self._made(value)).scale for value in values]
        largest = max((scale.high for scale in scales if not scale.nothing), default=1.0)
        return replace(view, colour=view.colour.with_ends(view.quantity, -largest, largest))

    def _room(self, values: list[Numbers]) -> tuple[float, float]:
        """The size that every frame fits."""
        width = height = 0.0
        for value in values:
            figure = self._figure(value)
            width, height = max(width, figure.width), max(height, figure.height)
            self._keep(value, figure)
        return width, height + METER

    def _framed(self, figure: Figure, value: Numbers) -> Figure:
        """The picture in the room of all frames, below the strip that says the value."""
        # A value that was not looked at beforehand may need more room: it is never cut off, but shown smaller later.
        width, height = max(self.width, figure.width), max(self.height - METER, figure.height)
        return stacked(self._meter(value, width), replace(figure, width=width, height=height))

    def _meter(self, value: Numbers, width: float) -> Figure:
        sheet = Sheet(self._measure)
        left = max(width * 0.3, self._words + 3 * MARGIN)
        said = self._said(value)
        sheet.text(MARGIN, 29, sheet.elided(said, width - 2 * MARGIN, WORDS, bold=True), size=WORDS, bold=True)
        right, middle = width - MARGIN, METER / 2
        if right - left > 40:
            at = left + (right - left) * self.motion.place(value)
            sheet.add(Line(x1=left, y1=middle, x2=right, y2=middle, colour="line", width=3))
            sheet.add(Line(x1=left, y1=middle, x2=at, y2=middle, colour="accent", width=3))
            knob = Rect(x=at - KNOB / 2, y=middle - KNOB / 2, width=KNOB, height=KNOB, fill="accent", radius=KNOB / 2)
            sheet.add(knob)
        return Figure(width=width, height=METER, items=tuple(sheet.items), title=said, description=said)

    def _said(self, value: Numbers) -> str:
        if self._training is not None and self.motion.sweep.parameter == "training":
            kept = self._training.kept(int(value[0]))  # the step that is shown, where not every one is kept
            value = (float(self._training.step if kept is None else kept),)
        return label(self.motion, value, self._scene.form, first_head=self._scene.view.first_head, steps=self._steps)


def frames(scene: Scene, motion: Motion, measure: Measure) -> Iterator[Figure]:
    """Every frame's figure, all of one size."""
    film = Film(scene, motion, measure)
    for frame in range(len(film)):
        yield film.figure(frame)
