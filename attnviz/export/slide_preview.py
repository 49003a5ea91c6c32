"""What a presentation will look like, as a figure: the preview of a file that another program will show."""

from __future__ import annotations

from dataclasses import replace

from attnviz.document.figure_look import FigureLook
from attnviz.export.deck import Slide, slides
from attnviz.export.figure import Item, Measure, Sheet, Text
from attnviz.export.figure_page import Page, label_points
from attnviz.export.geometry import moved
from attnviz.export.pptx_file import FIGURE_TOP, MARGIN, SUBTITLE_SIZE, TITLE_SIZE, TITLE_TOP, placed, slide_size
from attnviz.export.pptx_shapes import EMU_PER_UNIT
from attnviz.export.scene import Scene

POINT = 96 / 72 / 100  # CSS pixels of a hundredth of a point
LINE = 1.25  # of a title, in sizes of its type


def slide_preview(scene: Scene, look: FigureLook, measure: Measure) -> Page:
    """The slide that tells most: of a deck the one on which the chain is whole."""
    made = slides(scene, measure, look)
    drawn = [slide for slide in made if slide.figure is not None]
    slide = drawn[-2] if len(drawn) > 1 and look.parts.row else drawn[-1]
    return replace(_page(slide, slide_size(made), measure), unit=label_points(scene))


def _page(slide: Slide, size: tuple[int, int], measure: Measure) -> Page:
    figure = slide.figure
    assert figure is not None
    left, top, scale = placed(figure, slide.scale, size)
    unit = scale / EMU_PER_UNIT  # CSS pixels
    width, height = size[0] / scale, size[1] / scale
    items: list[Item] = [*_words(slide, unit, width, measure)]
    items += [moved(item, left / scale, top / scale) for item in figure.items]
    return Page(figure=replace(figure, width=width, height=height, items=tuple(items), labels=()), scale=unit)


def _words(slide: Slide, unit: float, width: float, measure: Measure) -> list[Item]:
    """Title and subtitle in the middle of the place that the slide keeps for them."""
    sheet = Sheet(measure)
    lines = [(slide.title, TITLE_SIZE, True), (slide.subtitle, SUBTITLE_SIZE, False)]
    sizes = [(text, max(1, round(size * POINT / unit)), bold) for text, size, bold in lines if text]
    room = (FIGURE_TOP - TITLE_TOP) / EMU_PER_UNIT / unit
    margin = MARGIN / EMU_PER_UNIT / unit
    y = TITLE_TOP / EMU_PER_UNIT / unit + (room - sum(size * LINE for _, size, _ in sizes)) / 2
    for text, size, bold in sizes:
        y += size * LINE
        said = sheet.elided(" ".join(text.split()), width - 3 * margin, size, bold=bold)
        colour = "ink" if bold else "muted"
        sheet.items.append(Text(x=1.5 * margin, y=y - 0.25 * size, text=said, size=size, bold=bold, colour=colour))
    return sheet.items
