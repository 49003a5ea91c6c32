"""Bars beside the Matrix plot: the entropy of every query, and the attention that every key receives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.reduce import reduction
from attnviz.document.trace import Trace
from attnviz.export.figure import Area, Rect, Sheet
from attnviz.export.matrix_frame import BOTTOM_MARGIN, LABEL, NOTE, Frame
from attnviz.export.rounding import reaches
from attnviz.export.shares import are_shares
from attnviz.export.weight_text import weight_places, weight_text
from attnviz.i18n import NumberFormat, translate

NONE = "–"  # where there is no number
FILL = "control"
NUMBER_FROM = 13.0  # pixels of a bar beside the plot that carries its number
THICKEST = 28.0  # pixels: a bar stays one however large the cell is beside it
BARS_FROM = 4.0  # pixels from which bars stand apart; below they are one outline

Values = NDArray[np.floating[Any]]


def lay_margins(
    sheet: Sheet, trace: Trace, received: Values | None, frame: Frame, form: NumberFormat, transposed: bool
) -> None:
    """Entropy belongs to queries, received attention to keys: at the right or below, wherever those lie.

    `received` is None while it is not known yet; while a hand drags a matrix so large that its measures must wait,
    there are no bars. Of numbers that are no shares of 1 neither would say anything.
    """
    if not trace.measured or not are_shares(trace):
        return
    entropy = _Bars(
        values=_entropy(trace),
        most=math.log2(max(trace.n_k, 2)),
        places=1,
        noughts=True,
        caption=translate("figure", "entropy (bits)"),
        form=form,
    )
    _lay_bottom(sheet, entropy, frame) if transposed else _lay_side(sheet, entropy, frame)
    if received is not None:
        most = max(float(np.nanmax(received, initial=0.0)), 1e-12)
        attention = _Bars(
            values=received,
            most=most,
            places=weight_places(most),
            noughts=False,
            caption=translate("figure", "attention received"),
            form=form,
        )
        _lay_side(sheet, attention, frame) if transposed else _lay_bottom(sheet, attention, frame)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Bars:
    values: Values  # NaN: there is none, and no bar
    most: float  # the number of a bar that takes all the room
    places: int  # decimals
    noughts: bool  # whether what rounds to zero is written: of weights it is not, here as in the cells
    caption: str
    form: NumberFormat

    def shares(self, values: Values) -> Values:
        """How much of the room the bars of `values` take, 0 to 1."""
        shares: Values = np.clip(np.nan_to_num(values) / self.most, 0.0, 1.0)
        return shares

    def text(self, value: float) -> str:
        if math.isnan(value):
            return NONE
        return self.form.fixed(value, self.places) if self.noughts else weight_text(value, self.places, self.form)


def _entropy(trace: Trace) -> Values:
    """The entropy of every query in bits; NaN for those that may look at no key, whose 0 would be that of one key.

    Those with a number that is none have no entropy either.
    """
    found = np.array(trace.measures.entropy, dtype=np.float64)
    if trace.masked:
        rows = np.flatnonzero(found == 0)
        seen = trace.visible[rows]
        found[rows[~(seen.any(axis=1) if trace.drawn is None else seen.all(axis=1))]] = np.nan
    return found


def _lay_side(sheet: Sheet, bars: _Bars, frame: Frame) -> None:
    room, size = frame.side_width, frame.note_size
    lines = _caption(sheet, bars, frame)
    for index, line in enumerate(lines):
        y = frame.y - 8 - (size + 2) * (len(lines) - 1 - index)
        sheet.still_text(frame.side_x, y, line, size=size, colour="muted")
    widest = sheet.measure(bars.form.fixed(bars.most, bars.places), size, False)
    longest = room - max(36 if room > 80 else 26, widest + 8)
    starts, ends, values = _blocks(bars.values, frame.drawn[0], frame.drawn[1], frame.cell_height)
    tops, bottoms, widths = frame.y + starts, frame.y + ends, longest * bars.shares(values)
    if not reaches(frame.cell_height * reduction(frame.drawn[1], frame.height), BARS_FROM):
        sheet.add(Area(starts=tops, ends=bottoms, sizes=widths, base=frame.side_x, upright=False, colour=FILL))
        return
    for top, bottom, bar, value in zip(tops.tolist(), bottoms.tolist(), widths.tolist(), values.tolist(), strict=True):
        height = bottom - top
        inset = max(min(6.0, height * 0.22), (height - THICKEST) / 2)
        if bar > 0 and reaches(height, BARS_FROM):
            sheet.add(Rect(x=frame.side_x, y=top + inset, width=bar, height=height - 2 * inset, fill=FILL))
        text = bars.text(value) if reaches(height, NUMBER_FROM) else ""
        if text:
            sheet.text(
                frame.side_x + bar + 6, top + height / 2 + 4 + (size - NOTE) / 3, text, size=size, colour="muted"
            )


def _caption(sheet: Sheet, bars: _Bars, frame: Frame) -> list[str]:
    """What bars are called, in two lines where one has no room."""
    return [
        sheet.elided(line, frame.caption, frame.note_size)
        for line in sheet.wrapped(bars.caption, frame.caption, frame.note_size)[:2]
    ]


def _lay_bottom(sheet: Sheet, bars: _Bars, frame: Frame) -> None:
    if frame.bottom_y is None:
        return
    top, size = frame.bottom_y, frame.note_size
    wide = reaches(frame.cell_width, sheet.measure(bars.form.fixed(bars.most, bars.places), size, False) + 4)
    longest = BOTTOM_MARGIN + frame.label_size - LABEL - 8 - (size + 3 if wide else 0)
    for index, line in enumerate(_caption(sheet, bars, frame)):
        sheet.still_text(frame.side_x, top + size - 1 + (size + 2) * index, line, size=size, colour="muted")
    apart = reaches(frame.cell_width * reduction(frame.drawn[3], frame.width), BARS_FROM)
    starts, ends, values = _blocks(bars.values, frame.drawn[2], frame.drawn[3], frame.cell_width)
    lefts, rights, heights = frame.x + starts, frame.x + ends, longest * bars.shares(values)
    if not apart:
        sheet.add(Area(starts=lefts, ends=rights, sizes=heights, base=top, upright=True, colour=FILL))
        return
    for left, right, bar, value in zip(lefts.tolist(), rights.tolist(), heights.tolist(), values.tolist(), strict=True):
        width = right - left
        inset = max(min(6.0, width * 0.18), (width - THICKEST) / 2)
        if bar > 0:
            sheet.add(Rect(x=left + inset, y=top, width=width - 2 * inset, height=bar, fill=FILL))
        if wide and width >= frame.cell_width * 0.99:
            text = bars.text(value)
            if text:
                sheet.text(left + width / 2, top + bar + size, text, size=size, align="center", colour="muted")


def _blocks(values: Values, first: float, count: float, cell: float) -> tuple[Values, Values, Values]:
    """Where what is in sight starts and ends, in points from `first`, and its value: one a cell, or the largest of a
    pixel's."""
    low, high = max(0, math.floor(first)), min(len(values), math.ceil(first + count))
    step = reduction(count, count * cell)
    found = np.asarray(values[low:high], dtype=np.float64)
    if step > 1:
        found = np.fmax.reduceat(found, np.arange(0, len(found), step))
    places = low + step * np.arange(len(found)) - first
    return np.maximum(places, 0.0) * cell, np.minimum(places + step, count) * cell, found
