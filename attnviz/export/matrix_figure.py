"""The Matrix figure: the n × n heatmap of one head with its labels, margins, measures, colour bar and health."""

from __future__ import annotations

from attnviz.core.health import Health
from attnviz.core.reduce import reduction
from attnviz.document.explain import heaviest, verdict
from attnviz.document.imported_source import ImportedSource
from attnviz.export.figure import Cells, Figure, Line, Measure, Rect, Sheet
from attnviz.export.gradient_rows import is_drawn, largest_of_row, rows_without
from attnviz.export.health import facts, health_of, is_odd, sentence, sink_badge
from attnviz.export.matrix_frame import (
    LABEL,
    MARGIN,
    SECOND_LINE,
    Frame,
    axes_of,
    frame_of,
    in_sight,
    label,
    natural_size,
)
from attnviz.export.matrix_labels import lay_labels
from attnviz.export.matrix_margins import lay_margins
from attnviz.export.matrix_numbers import cell_numbers, number_size
from attnviz.export.matrix_quantity import Shown, shown
from attnviz.export.matrix_side import lay_measures
from attnviz.export.number_room import come_closer, cramped
from attnviz.export.scene import Scene
from attnviz.export.words import isolated, quoted_sign, share_text
from attnviz.i18n import translate

SMALL = 11
NAMED = 3  # keys of the same weight that are named; more are counted
FRAME = 2.0  # points, of the line around what is followed
LEAST_FRAMED = 2.0  # across, inside that line: a thinner row would be hidden by it
LOW = 200.0  # a figure's height: below, the heading has one line, and what it has no room for is left out


def matrix_figure(
    scene: Scene,
    *,
    width: float,
    height: float,
    measure: Measure,
    pixels: float = 1.0,
    found: Health | None = None,
    later: bool = False,
    own: bool = False,
    live: bool = False,
    counted: bool = True,
    presented: bool = False,
) -> Figure:
    """The scene's matrix, laid out for a given room. Rows are queries and columns keys, or the other way round.

    `pixels` is how many the screen has a point. `found` is the health of the weights where it is known; with `later`
    and without it what it tells is left out and its room kept: a hand is still dragging. `own` says that the room was
    made for the part in sight alone; `live` that one can come closer: then it is said that this would bring numbers.
    Without `counted` the numbers of the health strip stand elsewhere. `presented`: alone on the screen, in the middle
    of a room that is wider, and what is said of keys and buttons is true where there are only keys.
    """
    sheet = Sheet(measure)
    matrix = shown(scene)
    axes = axes_of(scene.trace, scene.query, scene.key, scene.notation)
    frame = frame_of(axes, width, height, measure, scene.view.zoom, lines=1, own=own, parts=scene.parts)
    title = sheet.measure(matrix.title, 15, True)
    lead, best = looks = looks_at(scene)
    needed = title + 18 + sheet.measure(lead + best, LABEL, True) + 2 * MARGIN
    lines = 1 if needed <= (frame.measures_x or width) or height < LOW else 2
    if lines == 2:
        frame = frame_of(axes, width, height, measure, scene.view.zoom, lines=2, own=own, parts=scene.parts)
    if presented:
        frame = frame.centred(width)
    cells = _cells(scene, matrix, frame, measure)
    if scene.parts.heading:
        _lay_heading(sheet, scene, matrix, frame, lines, (frame.measures_x or width) - MARGIN, looks)
    sheet.add(cells)
    if scene.parts.labels:
        lay_labels(sheet, axes, frame)
    if found is None and not later:
        found = health_of(scene.trace)
    received = None if found is None else found.received
    if scene.parts.margins:
        lay_margins(sheet, scene.trace, received, frame, scene.form, axes.transposed)
    close = cramped(scene.view.numbers and matrix.quantity != "mask", cells)  # there is nothing to write in a mask
    remark = _reduced(frame, pixels) or (come_closer(by_key=presented) if close and live else "")
    _lay_strip(sheet, scene, found, frame, remark, width, counted=counted)
    _lay_seams(sheet, scene, cells)
    _lay_outlines(sheet, scene, cells)
    if frame.measures_x is not None:
        lay_measures(sheet, scene, matrix, found, frame.measures_x, (width, height))
    return Figure(
        width=width,
        height=height,
        items=tuple(sheet.items),
        still=frozenset(sheet.still),
        labels=tuple(sheet.labels),
        title=scene.document.name or translate("figure", "Attention weights"),
        description=_description(scene, frame),
        cramped=close,
    )


def own_figure(scene: Scene, measure: Measure) -> Figure:
    """The figure at a size of its own, for a file."""
    width, height = natural_size(scene.trace, scene.notation, scene.view.zoom, scene.parts)
    return matrix_figure(scene, width=width, height=height, measure=measure, own=True)


def _cells(scene: Scene, matrix: Shown, frame: Frame, measure: Measure) -> Cells:
    size = number_size(min(frame.cell_width, frame.cell_height))
    trace, numbers = scene.trace, None
    if scene.view.numbers:
        numbers, size = cell_numbers(matrix, trace, frame, size, scene.form, measure)
    return Cells(
        name="weights",
        x=frame.x,
        y=frame.y,
        cell_width=frame.cell_width,
        cell_height=frame.cell_height,
        values=matrix.values,
        scale=matrix.scale,
        visible=matrix.visible,
        numbers=numbers,
        number_size=size,
        transposed=scene.view.transposed,
        view=None if frame.window == (0.0, trace.n_q, 0.0, trace.n_k) else frame.window,
        blocks=matrix.blocks,
        hidden_are_least=matrix.quantity == "weights",
    )


def looks_at(scene: Scene) -> tuple[str, str]:
    """Where the followed query looks: the sentence, and the key with its weight; of keys that tie none alone. Of a
    gradient that is drawn, where it is largest."""
    if is_drawn(scene):
        return largest_of_row(scene)
    trace = scene.trace
    said = verdict(scene.document, trace, scene.query)
    query = isolated(_cut(trace.tokens_q[scene.query]))
    if said is None:
        return translate("figure", "“{query}” may not look at any key: its weights are 0").format(query=query), ""
    if not said.tied:
        return translate("figure", "“{query}” looks at no key: no weight is above 0").format(query=query), ""
    weight = share_text(float(trace.weights[scene.query][said.tied[0]]), scene.form)
    n, best = len(said.tied), f" {weight}"
    if n > NAMED:
        lead = _alike(scene, n)
    elif not said.shares:
        return translate("figure", "“{query}” looks at every key a little").format(query=query), ""
    else:
        lead = translate("figure", "“{query}” looks at:")
        best = " " + " · ".join(f"{quoted_sign(_cut(trace.tokens_k[key]))} {weight}" for key in said.tied)
    if scene.view.quantity != "weights":  # the picture shows other numbers than the one said here
        lead = translate("figure", "in {weights} {sentence}").format(weights=scene.notation.write("A"), sentence=lead)
    return lead.format(query=query, n=n), best


def _alike(scene: Scene, n: int) -> str:
    """That the query gives so many keys the same weight, and no other key a larger one."""
    trace = scene.trace
    if n == trace.n_k:
        return translate("figure", "“{query}” looks at every key alike:")
    if n == int(trace.visible[scene.query].sum()):
        return translate("figure", "“{query}” looks at its {n} keys alike:")
    return translate("figure", "“{query}” looks most at {n} keys, alike:")


def _cut(token: str, most: int = 18) -> str:
    name = label(token)
    return name if len(name) <= most else name[: most - 1] + "…"


def _lay_heading(
    sheet: Sheet, scene: Scene, matrix: Shown, frame: Frame, lines: int, right: float, looks: tuple[str, str]
) -> None:
    """The formula, and after or below it where the followed row looks; notes that would pass `right` are left out."""
    title = sheet.elided(matrix.title, right - frame.left, 15, bold=True)
    end = frame.left + sheet.still_text(frame.left, 24, title, size=15, bold=True, colour=matrix.role)
    x, y = (end + 18, 24.0) if lines == 1 else (frame.left, 24 + SECOND_LINE)
    lead, best = looks
    lead = sheet.elided(lead, right - x - sheet.measure(best, LABEL, True), LABEL)
    end = x + sheet.still_text(x, y, lead, size=LABEL, colour="muted", follows=lines == 1)
    if best:
        best = sheet.elided(best, right - end, LABEL, bold=True)
        end += sheet.text(end, y, best, size=LABEL, bold=True, follows=True)
    strange = scene.trace.strange_in(scene.query)
    hidden = int((~scene.trace.visible[scene.query]).sum()) - strange if scene.trace.masked else 0
    notes = [translate("figure", "masked keys: {n}").format(n=hidden)] if hidden else []
    if strange:
        notes.append(translate("figure", "NaN or infinite: {n}").format(n=strange))
    part = in_sight(frame.window, scene.trace.n_q, scene.trace.n_k)
    if part and frame.strip_y is None:  # else it stands there
        notes.insert(0, part)
    for note in notes:
        text = f" · {note}"
        if end + sheet.measure(text, LABEL, False) <= right:
            end += sheet.text(end, y, text, size=LABEL, colour="muted", follows=True)


def _reduced(frame: Frame, pixels: float) -> str:
    """That and how far the picture is reduced, where it has fewer pixels than cells."""
    across = reduction(frame.drawn[3], frame.width * pixels)
    down = reduction(frame.drawn[1], frame.height * pixels)
    if max(across, down) == 1:
        return ""
    each = translate("figure", "each pixel shows the largest of {down} × {across} cells")
    return each.format(down=down, across=across)


def _lay_seams(sheet: Sheet, scene: Scene, cells: Cells) -> None:
    """A line where a later step of a generation begins: rows from several calls of a model in one matrix."""
    source = scene.document.source
    if not isinstance(source, ImportedSource):
        return
    right, bottom = cells.x + cells.width, cells.y + cells.height
    for seam in source.seams:
        x, y, _, _ = cells.block_rect(seam, 1, 0, cells.columns)
        if cells.transposed and cells.x < x < right:
            sheet.add(Line(x1=x, y1=cells.y - 6, x2=x, y2=bottom, colour="accent", width=1.5))
        elif not cells.transposed and cells.y < y < bottom:
            sheet.add(Line(x1=cells.x - 6, y1=y, x2=right, y2=y, colour="accent", width=1.5))


def _lay_outlines(sheet: Sheet, scene: Scene, cells: Cells) -> None:
    """Frames around the followed query's weights, and around the followed key's."""
    if scene.trace.n_q > 1:
        lay_outline(sheet, cells, cells.block_rect(scene.query, 1, 0, cells.columns))
    if scene.key is not None:
        lay_outline(sheet, cells, cells.block_rect(0, cells.rows, scene.key, 1))


def lay_outline(sheet: Sheet, cells: Cells, block: tuple[float, float, float, float]) -> None:
    """A frame around what of a block is in sight, on the cells' own edges; around a thinner one than `LEAST_FRAMED`
    as far from its middle on both sides. None where nothing is in sight."""
    left, top = max(block[0], cells.x), max(block[1], cells.y)
    width = min(block[0] + block[2], cells.x + cells.width) - left
    height = min(block[1] + block[3], cells.y + cells.height) - top
    if width <= 0 or height <= 0:
        return
    beside, over = (max(LEAST_FRAMED - size, 0.0) / 2 + FRAME / 2 for size in (width, height))
    sheet.add(
        Rect(
            x=left - beside,
            y=top - over,
            width=width + 2 * beside,
            height=height + 2 * over,
            stroke="highlight",
            stroke_width=FRAME,
            around_cells=True,
        )
    )


def _lay_strip(
    sheet: Sheet, scene: Scene, found: Health | None, frame: Frame, remark: str, width: float, *, counted: bool
) -> None:
    """The health strip: a badge for a sink, one sentence on what is odd, and as many of the numbers as have room.

    First of all stands which part of the matrix is in sight; before the numbers the remark, if there is one.
    """
    if frame.strip_y is None:
        return
    x, y, right = frame.left, frame.strip_y, width - MARGIN
    part = in_sight(frame.window, scene.trace.n_q, scene.trace.n_k)
    if part:
        x += sheet.text(x, y, part, size=LABEL, bold=True) + 18
    if not frame.healthy:
        return
    start = x
    notes = [remark] if remark else []
    missing = rows_without(scene) if is_drawn(scene) and not (found is not None and is_odd(found)) else ""
    if missing:  # what is said of weights gives way to why the picture is empty
        missing = sheet.elided(missing, right - x, LABEL, bold=True)
        x += sheet.text(x, y, missing, size=LABEL, bold=True, follows=bool(part))
    elif found is not None:
        x = _lay_finding(sheet, scene, found, x, y, right)
        notes += facts(found, scene.trace, scene.form, scene.view.transposed) if counted else []
    for note in notes:
        text = note if x == start else f"  ·  {note}"
        if x + sheet.measure(text, LABEL, False) > right:
            continue  # a shorter one may have room
        write = sheet.still_text if note == remark else sheet.text
        x += write(x, y, text, size=LABEL, colour="muted", follows=x > start)


def _lay_finding(sheet: Sheet, scene: Scene, found: Health, x: float, y: float, right: float) -> float:
    """Badge and sentence; returns where they end. Where there is no room for both, the sentence says that it is so."""
    badge = sink_badge(found, scene.trace, scene.form)
    long = 0.0 if badge is None else sheet.measure(badge, SMALL, True)
    if badge is not None and x + long + 28 + sheet.measure("…", LABEL, True) <= right:
        sheet.add(Rect(x=x, y=y - 13, width=long + 16, height=18, stroke="highlight", stroke_width=1.5, radius=9))
        sheet.text(x + 8, y, badge, size=SMALL, bold=True)
        x += long + 28
    said = sheet.elided(sentence(found, scene.trace, scene.form), right - x, LABEL, bold=True)
    return x + sheet.text(x, y, said, size=LABEL, bold=True, colour="danger" if is_odd(found) else "ink")


def _description(scene: Scene, frame: Frame) -> str:
    trace, query, form = scene.trace, scene.query, scene.form
    row = trace.weights[query]
    weights = ", ".join(f"{label(trace.tokens_k[j])} {form.fixed(float(row[j]), 2)}" for j in heaviest(row, 5))
    said = translate(
        "figure", "Attention weights, {n_q} queries by {n_k} keys. The query “{query}” looks at {weights}."
    ).format(n_q=trace.n_q, n_k=trace.n_k, query=label(trace.tokens_q[query]), weights=weights)
    part = in_sight(frame.window, trace.n_q, trace.n_k)
    return f"{said} " + translate("figure", "In sight: {part}.").format(part=part) if part else said
