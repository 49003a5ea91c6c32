"""The column at the right of the Matrix figure: the head, its measures, and the colour bar."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from attnviz.core.health import Health
from attnviz.core.measures import SATURATED
from attnviz.export.cells import ColourScale, Mark
from attnviz.export.colour_bar import colour_bar, marks_in
from attnviz.export.figure import Cells, Item, Measure, Sheet
from attnviz.export.matrix_frame import LABEL, MEASURES, STRIP, label
from attnviz.export.matrix_margins import NONE
from attnviz.export.matrix_quantity import Shown, head_title
from attnviz.export.scene import Scene
from attnviz.export.shares import are_shares
from attnviz.export.tiles import cell_text
from attnviz.i18n import NumberFormat, translate

FIRST = 72.0  # baseline of the first measure
LINE = 15.0
LEAST_PITCH = 44.0  # between measures
NOTED_PITCH = 62.0  # with a note below the number
SWATCH = 18.0


def lay_measures(
    sheet: Sheet, scene: Scene, matrix: Shown, found: Health | None, x: float, room: tuple[float, float]
) -> None:
    """Title, shape, four measures, and how numbers became colours; in a low window measures give way to that.

    `room` is the width and height of the whole figure.
    """
    trace, notation, parts = scene.trace, scene.notation, scene.parts
    width, height = room[0] - x - 4, room[1]
    if not parts.measures:
        lay_key(sheet, scene, matrix, found, x, 24.0)
        return
    title = sheet.elided(head_title(scene.document, trace, notation), width, 14, bold=True)
    sheet.still_text(x, 24, title, size=14, bold=True)
    first = FIRST
    for line, said in enumerate(shape_words(scene, matrix)):
        first = FIRST + line * LINE
        sheet.still_text(x, 41 + line * LINE, sheet.elided(said, width, LABEL), size=LABEL, colour="muted")
    key = lay_key(Sheet(sheet.measure), scene, matrix, found, 0.0, 0.0)
    free = height - STRIP - first - key
    blocks = measure_blocks(scene)
    blocks = blocks[: max(0, int(free / LEAST_PITCH))]
    pitch = min(80.0, free / max(len(blocks), 1))
    y = first
    for caption, value, note in blocks:
        sheet.still_text(x, y, sheet.elided(caption, width, LABEL), size=LABEL, colour="muted")
        sheet.text(x, y + 24, value, size=21, bold=True)
        if pitch >= NOTED_PITCH:  # in a low window the notes give way to the numbers
            sheet.text(x, y + 42, sheet.elided(note, width, LABEL), size=LABEL, colour="muted")
        y += pitch
    if parts.colour_bar and y + key <= height - STRIP + 1:
        lay_key(sheet, scene, matrix, found, x, y)


def shape_words(scene: Scene, matrix: Shown) -> list[str]:
    """The shape of the matrix; and whose measures they are, where the picture shows other numbers than weights."""
    trace, notation = scene.trace, scene.notation
    shape = translate("figure", "{n_q} × {n_k} · rows = queries").format(n_q=trace.n_q, n_k=trace.n_k)
    if notation.transposed:
        shape = translate("figure", "{n_k} × {n_q} · columns = queries").format(n_q=trace.n_q, n_k=trace.n_k)
    if matrix.quantity == "weights":
        return [shape]
    return [shape, translate("figure", "measures of {weights}, the weights").format(weights=notation.write("A"))]


def measure_blocks(scene: Scene) -> list[tuple[str, str, str]]:
    """(caption, value, note) of every measure; no values while a hand drags a picture this large."""
    if not scene.trace.measured:
        captions = (
            translate("figure", "standard deviation of {scores}").format(scores=scene.notation.scores),
            _saturated(scene),
            translate("figure", "mean entropy"),
            translate("figure", "gradient that passes"),
        )
        return [(caption, "…", "") for caption in captions]
    m, form = scene.trace.measures, scene.form
    blocks = _spread_blocks(scene)
    if not scene.trace.scored:
        return blocks if are_shares(scene.trace) else []
    root = form.fixed(math.sqrt(scene.trace.d_k), 2)
    return [
        (
            translate("figure", "standard deviation of {scores}").format(scores=scene.notation.scores),
            cell_text(m.score_std, 2, form),
            f"√dₖ = {root}",
        ),
        *blocks,
    ]


def _saturated(scene: Scene) -> str:
    """Queries are rows, or columns of a transposed matrix."""
    if scene.view.transposed:
        return translate("figure", "saturated columns")
    return translate("figure", "saturated rows")


def _spread_blocks(scene: Scene) -> list[tuple[str, str, str]]:
    """What the weights alone tell: nothing where no query looks at anything, nor of a choice where none has one."""
    m, form = scene.trace.measures, scene.form
    all_choose = m.choosing in (m.n_rows, 0)
    turned = scene.view.transposed
    limit = translate("figure", "> {limit}, of rows with a choice")
    if all_choose:
        limit = translate("figure", "largest weight > {limit}")
    elif turned:
        limit = translate("figure", "> {limit}, of columns with a choice")
    mean = translate("figure", "mean ‖J‖ of the columns") if turned else translate("figure", "mean ‖J‖ of the rows")
    if not all_choose:  # the others' norms are 0 and not counted
        mean = translate("figure", "mean ‖J‖, those with a choice")
    blocks = [
        (
            _saturated(scene),
            translate("figure", "{k} of {n}").format(k=m.saturated, n=m.choosing) if m.choosing else NONE,
            limit.format(limit=form.fixed(SATURATED, 2)),
        ),
        (
            translate("figure", "mean entropy"),
            translate("figure", "{bits} bits").format(bits=form.fixed(m.mean_entropy, 2)),
            translate("figure", "{n} tokens on average").format(n=form.fixed(m.mean_effective, 1)),
        ),
        (
            translate("figure", "gradient that passes"),
            form.fixed(m.mean_jacobian, 3) if m.choosing else NONE,
            mean,
        ),
    ]
    return blocks if m.n_rows else [(caption, NONE, "") for caption, _, _ in blocks]


def lay_key(sheet: Sheet, scene: Scene, matrix: Shown, found: Health | None, x: float, y: float) -> float:
    """How numbers became colours: the bar, or for a mask what its two looks mean. Returns the lowest point."""
    if matrix.quantity == "mask":
        return _lay_samples(sheet, matrix, x, y)
    left_out = matrix.scale.left_out
    token = "" if left_out is None else sheet.elided(label(scene.trace.tokens_k[left_out]), MEASURES / 2, LABEL)
    marks = _marks(scene, matrix, found)
    items, lowest = _bar(sheet.measure, x, y, matrix.scale, scene.form, matrix.caption, token, marks)
    sheet.add_still(items)
    return lowest


@lru_cache(maxsize=16)
def _bar(
    measure: Measure,
    x: float,
    y: float,
    scale: ColourScale,
    form: NumberFormat,
    caption: str,
    token: str,
    marks: frozenset[Mark],
) -> tuple[tuple[Item, ...], float]:
    """The colour bar and its lowest point: the very same while neither scale nor words change."""
    sheet = Sheet(measure)
    lowest = colour_bar(sheet, x, y, MEASURES - 6, scale, form, caption=caption, token=token, marks=marks)
    return tuple(sheet.items), lowest


def _marks(scene: Scene, matrix: Shown, found: Health | None) -> frozenset[Mark]:
    """Which marks the picture has; none before the weights have been looked at as a whole."""
    if found is None:
        return frozenset()
    if (
        matrix.quantity == "weights"
        and are_shares(scene.trace)
        and scene.trace.drawn is None
        and matrix.scale.curve != "row"
        and matrix.scale.low <= 0
        and matrix.scale.high >= 1
    ):
        return frozenset({Mark.NAN}) if found.nan else frozenset()  # shares lie nowhere else
    return marks_in(matrix.values, matrix.visible, matrix.scale)


def _lay_samples(sheet: Sheet, matrix: Shown, x: float, y: float) -> float:
    sheet.add(
        Cells(
            name="key",
            x=x,
            y=y - 8,
            cell_width=SWATCH,
            cell_height=SWATCH,
            values=np.ones((2, 1)),
            scale=matrix.scale,
            visible=np.array([[True], [False]]),
        )
    )
    sheet.text(x + SWATCH + 8, y + 5, translate("figure", "may be looked at"), size=LABEL, colour="muted")
    sheet.text(x + SWATCH + 8, y + 5 + SWATCH, translate("figure", "masked: hatched"), size=LABEL, colour="muted")
    return y - 8 + 2 * SWATCH + 4
