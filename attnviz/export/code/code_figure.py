"""The script as a figure: a sheet of paper with coloured text in columns of equal width."""

from __future__ import annotations

import math
from dataclasses import replace
from unicodedata import east_asian_width

from attnviz.errors import InputError
from attnviz.export.code.highlight import Span, highlighted
from attnviz.export.code.writer import code_text
from attnviz.export.figure import Figure, Item, Measure, Rect, Text
from attnviz.export.fonts import mono_width
from attnviz.export.scene import Scene
from attnviz.i18n import translate

SIZE = 14
ADVANCE = 0.6 * SIZE  # of every character in the usual fixed-width typefaces
LINE = 20.0
MARGIN = 24.0
LEAST_WIDTH = 560.0
LEAST_COLUMNS = 56  # characters a line, into which longer ones are broken on a narrow page
HANGING = 8  # columns that the rest of a broken line stands further in
MOST_SHEETS = 3  # of a script, side by side on a wide page
BLANKS = 10  # lines within which a sheet would rather end between two paragraphs


def code_figure(scene: Scene, measure: Measure, room: tuple[float, float] | None = None) -> Figure:
    """The whole script, or the sentence that says why there is none.

    In a `room` lines that are wider than it are broken, and a script that is higher goes on in a sheet beside.
    """
    try:
        script = code_text(scene.document, scene.trace, scene.view.code, scene.notation)
    except InputError as error:
        return _refusal(str(error), measure)
    lines = script.rstrip("\n").split("\n")
    if room is None:
        texts: list[Text] = []
        for index, (line, spans) in enumerate(zip(lines, highlighted(script), strict=False)):
            texts += _line(line, _whole(line, spans), 2 * MARGIN, 2 * MARGIN + LINE * index + SIZE)
        width = max(LEAST_WIDTH, 2 * MARGIN + max(_end(text) for text in texts))
        height = 4 * MARGIN + LINE * len(lines)
        return _figure(width, height, [_sheet(width, height), *texts], script)
    coloured = list(highlighted(script))
    pages = [_sheets(lines, coloured, script, count, room) for count in range(1, MOST_SHEETS + 1)]
    return min(pages, key=lambda page: max(page.width / room[0], page.height / room[1]))


def _sheets(
    lines: list[str], spans: list[tuple[Span, ...]], script: str, count: int, room: tuple[float, float]
) -> Figure:
    """The script on `count` sheets side by side."""
    widest = max(_columns(line) for line in lines)
    free = (room[0] - MARGIN * (count + 1)) / count - 2 * MARGIN
    columns = min(max(int(free / ADVANCE), LEAST_COLUMNS), widest)
    rows = [(line, part) for line in range(len(lines)) for part in _broken(lines[line], columns)]
    ends = _ends([not lines[line].strip() for line, _ in rows], count)
    items: list[Item] = []
    left, start = MARGIN, 0
    tallest = max(end - begin for begin, end in zip([0, *ends], ends, strict=False))
    for end in ends:
        texts: list[Text] = []
        for index, (line, (first, last, indent)) in enumerate(rows[start:end]):
            pieces = _cut(_whole(lines[line], spans[line]), first, last)
            y = 2 * MARGIN + LINE * index + SIZE
            texts += _line(lines[line][first:last], pieces, left + MARGIN + ADVANCE * indent, y)
        right = max(left + 2 * MARGIN + ADVANCE * columns, MARGIN + max((_end(text) for text in texts), default=0.0))
        sheet = _sheet(right + MARGIN - left + MARGIN, 4 * MARGIN + LINE * tallest)
        items += [replace(sheet, x=left, width=right - left), *texts]
        left, start = right + MARGIN, end
    return _figure(left, 4 * MARGIN + LINE * tallest, items, script)


def _broken(line: str, columns: int) -> list[tuple[int, int, int]]:
    """(first, last, indent) of the parts of a line, each at most `columns` wide, broken at blanks where there are."""
    if _columns(line) <= columns:
        return [(0, len(line), 0)]
    hanging = min(len(line) - len(line.lstrip()) + HANGING, columns // 2)
    parts: list[tuple[int, int, int]] = []
    start, indent = 0, 0
    while start < len(line):
        stop = start + 1
        while stop < len(line) and _columns(line[start : stop + 1]) + indent <= columns:
            stop += 1
        if stop < len(line):
            blank = line.rfind(" ", start + (len(line) - len(line.lstrip()) if not parts else 0) + 1, stop + 1)
            stop = blank if blank > start and line[start:blank].strip() else stop
        parts.append((start, stop, indent))
        start, indent = stop, hanging
        while start < len(line) and line[start] == " ":
            start += 1
    return parts


def _cut(pieces: list[Span], first: int, last: int) -> list[Span]:
    """What of a line's pieces stands in a part of it, counted from the part's beginning."""
    found = []
    for piece in pieces:
        begin, end = max(piece.start, first), min(piece.start + piece.length, last)
        if begin < end:
            found.append(replace(piece, start=begin - first, length=end - begin))
    return found


def _ends(blank: list[bool], count: int) -> list[int]:
    """Where each of `count` sheets ends: alike high, rather after a blank line."""
    high = math.ceil(len(blank) / count)
    while True:
        ends: list[int] = []
        start = 0
        for _ in range(count):
            stop = min(start + high, len(blank))
            if stop < len(blank):
                near = [at + 1 for at in range(max(start, stop - BLANKS), stop) if blank[at]]
                stop = near[-1] if near else stop
            ends.append(stop)
            start = stop
        if start >= len(blank):
            return list(dict.fromkeys(ends))
        high += 1


def _whole(line: str, spans: tuple[Span, ...]) -> list[Span]:
    """The coloured pieces of a line and what stands between them, without blanks at their ends."""
    pieces: list[Span] = []
    end = 0
    for span in (*spans, Span(len(line), 0, "ink")):
        between = line[end : span.start]
        if between.strip():
            blank = len(between) - len(between.lstrip())
            pieces.append(Span(end + blank, len(between.strip()), "ink"))
        if span.length:
            pieces.append(span)
        end = span.start + span.length
    return pieces


def _line(line: str, pieces: list[Span], x: float, y: float) -> list[Text]:
    """Pieces of one line, each in its column; further right only where a strange character before it is too wide."""
    texts: list[Text] = []
    for piece in pieces:
        place = x + ADVANCE * _columns(line[: piece.start])
        if texts:
            place = max(place, _end(texts[-1]))
        text = line[piece.start : piece.start + piece.length]
        texts.append(Text(x=place, y=y, text=text, size=SIZE, colour=piece.colour, bold=piece.bold, mono=True))
    return texts


def _end(text: Text) -> float:
    return text.x + mono_width(text.text, text.size, text.bold)


def _columns(text: str) -> int:
    """How many columns a text takes; characters of East Asian width take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _sheet(width: float, height: float) -> Rect:
    return Rect(
        x=MARGIN, y=MARGIN, width=width - 2 * MARGIN, height=height - 2 * MARGIN, fill="paper", stroke="line", radius=8
    )


def _refusal(sentence: str, measure: Measure) -> Figure:
    lines, width = [""], 0.0
    for word in sentence.split():
        longer = f"{lines[-1]} {word}".strip()
        if measure(longer, SIZE, False) > LEAST_WIDTH:
            lines.append(word)
        else:
            lines[-1] = longer
        width = max(width, measure(lines[-1], SIZE, False))
    width, height = width + 4 * MARGIN, 4 * MARGIN + LINE * len(lines)
    texts = [
        Text(x=2 * MARGIN, y=2 * MARGIN + LINE * index + SIZE, text=line, size=SIZE, colour="danger")
        for index, line in enumerate(lines)
    ]
    return _figure(width, height, [_sheet(width, height), *texts], sentence)


def _figure(width: float, height: float, items: list[Item], description: str) -> Figure:
    return Figure(
        width=math.ceil(width),
        height=math.ceil(height),
        items=tuple(items),
        title=translate("code", "The document as a script"),
        description=description,
    )
