"""A view on a page: laid out for a size and a type, with title and caption, and nothing cut off.

A figure's own unit is a CSS pixel and its labels are 12 of them high, 9 points. A page keeps the figure in these units
and says how large one of them is, so that a larger type is a larger scale and a smaller room, and every format draws
the very same figure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from attnviz.document.figure_look import MOST_PIXELS, FigureLook
from attnviz.export.absent import absent_sentence
from attnviz.export.alt_text import alt_text
from attnviz.export.figure import Figure, Item, Measure, Text
from attnviz.export.fitted import can_fit, fitted, is_chain
from attnviz.export.geometry import Box, extent, moved
from attnviz.export.scene import Scene
from attnviz.export.views import view_figure
from attnviz.export.wealth import wealth

LABEL_POINTS = 9.0  # of a label at scale 1
SCRIPT_POINTS = 10.5  # of a script
LARGEST_POINTS = 20.0  # that type is made by laying a view out anew
EDGE = 8.0  # at least this much paper around everything
MARGIN = 22.0
TITLE, CAPTION = 20, 12  # sizes of type
TITLE_LINE, CAPTION_LINE = 25.0, 16.0
ROUNDS = 12  # until everything has room
CLOSE = 1.002
LEGIBLE = 5.5  # points: what is written in smaller type may go, so that the rest can be read
READABLE = 6.0  # points: below it a chain is drawn without numbers, if its words are then larger by `WORTH_IT`
WORTH_IT = 1.12
PLENTY = 12.0  # points that are large enough for a chain: its layout is chosen for what it says
TRIES = 5  # sizes of type between the one that a view's own layout has and the largest


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Page:
    """`scale`: CSS pixels a unit of the figure. `unit`: points of its labels at scale 1."""

    figure: Figure
    scale: float = 1.0
    unit: float = LABEL_POINTS

    @property
    def points(self) -> float:
        """Of the labels as they come out, or of a script."""
        return self.unit * self.scale

    @property
    def width(self) -> float:
        """In CSS pixels."""
        return self.figure.width * self.scale

    @property
    def height(self) -> float:
        return self.figure.height * self.scale


def page_of(scene: Scene, look: FigureLook, measure: Measure) -> Page:
    """The visible view of the scene as the look wants it."""
    *_, best = pages(scene, look, measure)
    return best


def pages(scene: Scene, look: FigureLook, measure: Measure) -> Iterator[Page]:
    """The same by and by: each page at least as good as the one before it, the last one the best.

    No step takes longer than laying the view out once or twice, so that a window stays awake between them.
    """
    view = replace(scene.view, numbers=look.parts.numbers)
    if not look.parts.row and view.tab == "matrix":
        view = replace(view, inspector="none")
    scene = replace(scene, view=view, parts=look.parts)
    if view.tab == "gradient" and absent_sentence(scene) is None:
        from attnviz.export.gradient_page import with_gradient  # read when first asked for

        scene = with_gradient(scene)  # once for all layouts that are tried
    told = ""
    known: tuple[Page, Page] | None = None  # a page, and the same with what is told of it
    for page in _pages(scene, look, measure):
        told = told or f"{alt_text(scene, page.figure)} {look.caption}".strip()
        if known is None or known[0] is not page:
            figure = replace(page.figure, description=told)
            known = page, replace(page, unit=label_points(scene), figure=figure)
        yield known[1]


def label_points(scene: Scene) -> float:
    """Points of a view's labels at scale 1."""
    return SCRIPT_POINTS if scene.view.tab == "code" and absent_sentence(scene) is None else LABEL_POINTS


def _pages(scene: Scene, look: FigureLook, measure: Measure) -> Iterator[Page]:
    size, unit = look.pixels, label_points(scene)
    if size is None:
        scale = 1.0 if look.font is None else look.font / unit
        yield Page(figure=_own(view_figure(scene, measure), look, measure), scale=scale)
    elif look.font is None:
        yield from _largest(scene, look, size, measure)
    else:
        yield from _typed(scene, look, size, look.font / unit, measure)


def _own(body: Figure, look: FigureLook, measure: Measure) -> Figure:
    """As large as the view is; larger only where something would be cut off, and for title and caption."""
    box = extent(body, measure)
    left, top, right, bottom = 0, 0, body.width, body.height
    if box[0] < -1 or box[1] < -1:
        left, top = math.ceil(max(0.0, EDGE - box[0])), math.ceil(max(0.0, EDGE - box[1]))
    if box[2] > body.width + 1 or box[3] > body.height + 1:
        right, bottom = max(right, math.ceil(box[2] + EDGE)), max(bottom, math.ceil(box[3] + EDGE))
    words = _Words(look, right + left, measure)
    if not (left or top or words.above or words.below):
        return replace(body, width=right, height=bottom)
    return _placed(body, words, left, top + words.above, right + left, bottom + top + words.above + words.below)


def _largest(
    scene: Scene,
    look: FigureLook,
    size: tuple[float, float],
    measure: Measure,
    most: float = LARGEST_POINTS / LABEL_POINTS,
) -> Iterator[Page]:
    """The view as large as the page allows, at a scale of at most about `most`: in its own layout, or in one that
    shows as much in larger type."""
    if is_chain(scene):
        yield from _largest_chain(scene, look, size, measure, most)
        return
    best = _whole(view_figure(scene, measure), look, size, measure)
    yield best
    if not can_fit(scene) or best.scale >= most:
        return
    least = best.scale
    for step in range(1, TRIES + 1):
        scale = least * (most / least) ** (step / TRIES)
        if scale <= best.scale * CLOSE:
            continue
        page = _laid(scene, look, size, scale, measure)[0]
        if page.scale > best.scale * CLOSE and wealth(page.figure).is_worth(
            wealth(best.figure), legible=LABEL_POINTS * best.scale >= LEGIBLE
        ):
            best = page
        yield best


def _largest_chain(
    scene: Scene, look: FigureLook, size: tuple[float, float], measure: Measure, most: float
) -> Iterator[Page]:
    """A chain in the layout that suits the page; without numbers where these could not be read."""
    scale = min(most, PLENTY / LABEL_POINTS)
    page = _chain_page(scene, look, size, scale, measure)
    yield page
    if scene.view.numbers and LABEL_POINTS * page.scale < min(READABLE, LABEL_POINTS * most):
        unnumbered = replace(scene, view=replace(scene.view, numbers=False))
        bare = _chain_page(unnumbered, look, size, scale, measure)
        if bare.scale >= WORTH_IT * page.scale:
            yield bare


def _chain_page(scene: Scene, look: FigureLook, size: tuple[float, float], scale: float, measure: Measure) -> Page:
    width, height = size[0] / scale, size[1] / scale
    words = _Words(look, width, measure)
    body = fitted(scene, width, max(height - words.above - words.below, 1.0), measure)
    return _whole(body, look, size, measure)


def _whole(body: Figure, look: FigureLook, size: tuple[float, float], measure: Measure) -> Page:
    """A layout as it is, as large as the page allows."""
    ratio = size[0] / size[1]
    box = extent(body, measure)
    needed_width, needed_height = box[2] - box[0] + 2 * EDGE, box[3] - box[1] + 2 * EDGE
    width = needed_width
    for _ in range(ROUNDS):  # a wider page has fewer lines of words
        words = _Words(look, width, measure)
        height = needed_height + words.above + words.below
        better = max(needed_width, height * ratio, words.widest)
        if better <= width * CLOSE:
            break
        width = better
    return _centred(body, box, words, width, width / ratio, size)


def _typed(scene: Scene, look: FigureLook, size: tuple[float, float], scale: float, measure: Measure) -> Iterator[Page]:
    """The view laid out for the room that is left at the asked type; on a higher page where the look allows it, else
    at a smaller type where it needs more."""
    page, over = _laid(scene, look, size, scale, measure)
    if over > CLOSE and look.grow:
        grown = _grown(scene, look, size, scale, measure)
        if grown.height <= MOST_PIXELS:
            page, over = grown, 1.0
    yield page
    if over > CLOSE:
        for smaller in _largest(scene, look, size, measure, scale):
            if page.scale < smaller.scale <= scale * CLOSE:
                page = smaller
            yield page


def _grown(scene: Scene, look: FigureLook, size: tuple[float, float], scale: float, measure: Measure) -> Page:
    """As high as the view needs; at a smaller type only where a part of it is wider than the page."""
    for _ in range(ROUNDS):
        width = size[0] / scale
        words = _Words(look, width, measure)
        room = max(size[1] / scale - words.above - words.below, 1.0) if scene.view.tab == "matrix" else math.inf
        body = fitted(scene, width, room, measure)
        box = extent(body, measure)
        over = max((box[2] - min(box[0], 0.0) - 1) / width, words.widest / width)
        if over <= CLOSE:
            break
        scale /= over
    else:
        return _whole(body, look, size, measure)
    height = max(box[3] - min(box[1], 0.0) + EDGE + words.above + words.below, size[1] / scale)
    return _centred(body, box, words, width, height, (size[0], height * scale))


def _laid(
    scene: Scene, look: FigureLook, size: tuple[float, float], scale: float, measure: Measure
) -> tuple[Page, float]:
    """The view laid out for the room that a type leaves, smaller where it needs more; and how much more it needs."""
    width, height = size[0] / scale, size[1] / scale
    words = _Words(look, width, measure)
    room = max(height - words.above - words.below, 1.0)
    body = fitted(scene, width, room, measure)
    box = extent(body, measure)
    # A layout keeps margins of its own, and the line between two of its parts may reach from edge to edge.
    across, down = box[2] - min(box[0], 0.0), box[3] - min(box[1], 0.0)
    over = max((across - 1) / width, (down - 1) / room, words.widest / width)
    if over <= CLOSE:
        return _centred(body, box, words, width, height, size), over
    return _whole(body, look, size, measure), over


def _centred(body: Figure, box: Box, words: _Words, width: float, height: float, size: tuple[float, float]) -> Page:
    room = height - words.above - words.below
    right = (width - box[0] - box[2]) / 2
    down = words.above + (room - box[1] - box[3]) / 2
    return Page(figure=_placed(body, words, right, down, width, height), scale=size[0] / width)


def _placed(body: Figure, words: _Words, right: float, down: float, width: float, height: float) -> Figure:
    items = tuple(moved(item, right, down) for item in body.items) if right or down else body.items
    return replace(
        body,
        width=width,
        height=height,
        items=(*words.title(width), *items, *words.caption(width, height)),
        labels=(),
        title=words.look.title or body.title,
    )


class _Words:
    """Title and caption in a given width, broken between words."""

    def __init__(self, look: FigureLook, width: float, measure: Measure) -> None:
        self.look = look
        room = width - 2 * MARGIN
        self._title = _lines(look.title, room, TITLE, True, measure)
        self._caption = _lines(look.caption, room, CAPTION, False, measure)
        self.above = TITLE_LINE * len(self._title) + 14 if self._title else 0.0
        self.below = CAPTION_LINE * len(self._caption) + 14 if self._caption else 0.0
        widest = [measure(line, TITLE, True) for line in self._title]
        widest += [measure(line, CAPTION, False) for line in self._caption]
        self.widest = max(widest, default=0.0) + 2 * EDGE if widest else 0.0  # of a word longer than the page

    def title(self, width: float) -> tuple[Item, ...]:
        return tuple(
            Text(x=width / 2, y=10 + TITLE + TITLE_LINE * index, text=line, size=TITLE, bold=True, align="center")
            for index, line in enumerate(self._title)
        )

    def caption(self, width: float, height: float) -> tuple[Item, ...]:
        top = height - self.below + CAPTION + 2
        return tuple(
            Text(x=width / 2, y=top + CAPTION_LINE * index, text=line, size=CAPTION, colour="muted", align="center")
            for index, line in enumerate(self._caption)
        )


def _lines(text: str, room: float, size: int, bold: bool, measure: Measure) -> list[str]:
    """The text in lines of the width; its own line breaks stay."""
    found: list[str] = []
    for paragraph in text.strip().splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and measure(longer, size, bold) > room:
                found.append(line)
                line = word
            else:
                line = longer
        found.append(line)
    return found
