"""A state of fixed size beside a direct look: how far the first token is, and what is kept of the past."""

from __future__ import annotations

from attnviz.core.growth import state_numbers
from attnviz.export.figure import Figure, Measure, Path, Rect, Sheet
from attnviz.export.shape_sheet import (
    MARGIN,
    SMALL,
    Subject,
    arrow,
    finished,
    heading,
    new_sheet,
    paragraph,
    tinted,
)
from attnviz.i18n import translate

MOST_TOKENS = 12  # drawn; of more, the first and the last ones
BETWEEN = 48.0
TOKEN = 22.0


def recurrence_figure(subject: Subject, measure: Measure) -> Figure:
    """Both ways from the first token to the last, with the lengths and sizes that follow n."""
    sheet = new_sheet(measure)
    title = translate("shapes", "one state, or a direct look")
    y = heading(sheet, subject, title) + 6
    half = (subject.room - BETWEEN) / 2
    right = MARGIN + half + BETWEEN
    text = translate("shapes", "Recurrence: the past squeezed into one state")
    end = paragraph(sheet, MARGIN, y + 12, text, half, size=14, bold=True, colour="output")
    text = translate("shapes", "Attention: the last token looks at every one")
    end = max(end, paragraph(sheet, right, y + 12, text, half, size=14, bold=True, colour="weights"))
    places = _places(subject.n)
    _chain(sheet, places, _across(places, MARGIN, half), end + 13)
    _looks(sheet, places, _across(places, right, half), end + 13)
    y = _paths(sheet, subject, end + 187, right, half)
    y = _sizes(sheet, subject, y + 14)
    y = paragraph(sheet, MARGIN, y + 8, _share(subject), subject.room)
    return finished(sheet, subject, title, _said(subject))


def kept(subject: Subject) -> tuple[int, int]:
    """Numbers that one layer keeps of n tokens of one sequence: as a state, and as keys and values.

    The state is the recurrent layers' own where the model has them, else one vector of the hidden size.
    """
    shape = subject.shape
    state = state_numbers(shape) or shape.hidden
    return state, subject.n * shape.n_kv_heads * (shape.head_dim + shape.v_dim)


def _places(n: int) -> list[int]:
    """The tokens drawn, by number; 0 stands for those left out."""
    if n <= MOST_TOKENS:
        return list(range(1, n + 1))
    first = MOST_TOKENS // 2
    return [*range(1, first + 1), 0, *range(n - first + 2, n + 1)]


def _across(places: list[int], left: float, half: float) -> list[float]:
    step = half / max(len(places), 1)
    return [left + step * (index + 0.5) for index in range(len(places))]


def _tokens(sheet: Sheet, places: list[int], across: list[float], y: float) -> None:
    last = len(places) - 1
    for index, (place, x) in enumerate(zip(places, across, strict=True)):
        if place == 0:
            sheet.text(x, y + TOKEN / 2 + 4, "…", size=16, align="center", colour="muted")
            continue
        sheet.add(Rect(x=x - TOKEN / 2, y=y, width=TOKEN, height=TOKEN, stroke="muted", stroke_width=1.2, radius=3))
        if index == 0:
            sheet.text(x, y + TOKEN + 16, "1", size=SMALL, align="center", colour="muted")
        elif index == last:
            sheet.text(x, y + TOKEN + 16, "n", size=SMALL, align="center", colour="muted")


def _chain(sheet: Sheet, places: list[int], across: list[float], y: float) -> None:
    """Tokens below, above them the state handed from one to the next: one narrow way for everything."""
    below = y + 104
    high, wide = 46.0, 13.0
    for index, (place, x) in enumerate(zip(places, across, strict=True)):
        if place == 0:
            sheet.text(x, y + high / 2 + 5, "…", size=16, align="center", colour="muted")
        else:
            arrow(sheet, x, below - 2, x, y + high + 3)
            tinted(sheet, x - wide / 2, y, wide, high, "output", strength=0.4)
            sheet.add(Rect(x=x - wide / 2, y=y, width=wide, height=high, stroke="output", stroke_width=1.5, radius=2))
        if index + 1 < len(places):
            arrow(sheet, x + wide / 2 + 2, y + high / 2, across[index + 1] - wide / 2 - 2, y + high / 2, "output")
    _tokens(sheet, places, across, below)


def _looks(sheet: Sheet, places: list[int], across: list[float], y: float) -> None:
    """From the last token one line to each."""
    below = y + 104
    end = across[-1]
    for place, x in zip(places, across, strict=True):
        if place and x != end:
            lift = y + 96 - (end - x) / max(end - across[0], 1.0) * 108
            points = ((end, below), (end, lift), (x, lift), (x, below))
            sheet.add(Path(points=points, colour="weights", width=1.6, opacity=0.8, curved=True))
    _tokens(sheet, places, across, below)


def _paths(sheet: Sheet, subject: Subject, y: float, right: float, half: float) -> float:
    if subject.n == 1:
        text = translate("shapes", "There is one token only: nothing has to be carried yet")
        other = translate("shapes", "There is one token only, and it looks at itself")
    else:
        text = translate("shapes", "From token 1 to token n: {steps} steps, and each may lose some")
        if subject.n == 2:
            text = translate("shapes", "From token 1 to token n: one step, which may lose some")
        other = translate("shapes", "From token 1 to token n: one look")
    end = paragraph(sheet, MARGIN, y, text.format(steps=subject.count(subject.n - 1)), half, size=13)
    return max(end, paragraph(sheet, right, y, other, half, size=13))


def _sizes(sheet: Sheet, subject: Subject, y: float) -> float:
    """Two bars to scale: what each keeps of n tokens in one layer, for the whole batch."""
    state, cache = (subject.batch * numbers for numbers in kept(subject))
    own = subject.shape.recurrence is not None
    said = translate("shapes", "state of one layer") if own else translate("shapes", "one vector of the hidden size")
    rows = ((said, state, "output"), (translate("shapes", "keys and values of one layer"), cache, "K"))
    largest = max(state, cache)
    name = min(250.0, subject.room * 0.3)
    bar = subject.room - name - 230
    for text, numbers, role in rows:
        lines = sheet.wrapped(text, name, 13)
        for index, line in enumerate(lines):
            sheet.text(MARGIN, y + 13 + index * 16, line, size=13)
        width = max(bar * numbers / largest, 1.5)
        tinted(sheet, MARGIN + name + 12, y, width, 18, role, strength=0.5)
        sheet.add(Rect(x=MARGIN + name + 12, y=y, width=width, height=18, stroke=role, stroke_width=1.2))
        words = translate("shapes", "{numbers} numbers, {memory}").format(
            numbers=subject.count(numbers), memory=subject.memory(numbers)
        )
        sheet.text(MARGIN + name + 12 + bar + 14, y + 13, words, size=13)
        y += 28 + 16 * (len(lines) - 1)
    return y + 8


def _share(subject: Subject) -> str:
    """How many numbers each token has for itself."""
    state, cache = kept(subject)
    per_state, per_cache = state / subject.n, cache / subject.n
    return translate(
        "shapes",
        "The state has {state} numbers for each of the n tokens, and fewer with every further one; keys and values "
        "have {cache} for each, and grow with n.",
    ).format(state=_number(subject, per_state), cache=_number(subject, per_cache))


def _number(subject: Subject, value: float) -> str:
    return subject.count(round(value)) if value >= 100 else subject.form.short(value, 2)


def _said(subject: Subject) -> str:
    state, cache = kept(subject)
    if subject.n == 1:
        text = translate("shapes", "One token: a state of {state} numbers, or {cache} of keys and values.")
        return text.format(state=subject.count(state), cache=subject.count(cache))
    return translate(
        "shapes",
        "Recurrence carries token 1 over {steps} steps in a state of {state} numbers; attention reaches it in one step "
        "and keeps {cache} numbers.",
    ).format(steps=subject.count(subject.n - 1), state=subject.count(state), cache=subject.count(cache))
