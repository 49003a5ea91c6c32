"""The script as a figure: a sheet of paper with coloured text in columns of equal width."""

from __future__ import annotations

import math
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


def code_figure(scene: Scene, measure: Measure) -> Figure:
    """The whole script, or the sentence that says why there is none."""
    try:
        script = code_text(scene.document, scene.trace, scene.view.code, scene.notation)
    except InputError as error:
        return _refusal(str(error), measure)
    lines = script.rstrip("\n").split("\n")
    texts: list[Text] = []
    for index, (line, spans) in enumerate(zip(lines, highlighted(script), strict=False)):
        texts += _line(line, _whole(line, spans), 2 * MARGIN, 2 * MARGIN + LINE * index + SIZE)
    width = max(LEAST_WIDTH, 2 * MARGIN + max(_end(text) for text in texts))
    height = 4 * MARGIN + LINE * len(lines)
    return _figure(width, height, [_sheet(width, height), *texts], script)


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
