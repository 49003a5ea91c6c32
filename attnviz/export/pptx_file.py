"""Slides as a .pptx of native shapes, for PowerPoint, Keynote and LibreOffice."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from attnviz import __version__
from attnviz.export.deck import Slide
from attnviz.export.extras import needed
from attnviz.export.figure import Cells, ColourBar, Figure, Item, Line, Measure, Path, Rect, Text
from attnviz.export.fonts import FAMILY, text_width
from attnviz.export.palette import LIGHT, Palette
from attnviz.export.pptx_cells import MOST_SHAPES, cells_as_shapes, matrix
from attnviz.export.pptx_shapes import EMU_PER_UNIT, Paper, colour_bar, group, line, path, rect, text
from attnviz.export.svg_words import allowed

INCH = 914_400
WIDTH, HEIGHT = round(40 / 3 * INCH), round(7.5 * INCH)  # 16:9
MARGIN = 0.45 * INCH
TITLE_TOP, TITLE_HEIGHT = 0.3 * INCH, 0.9 * INCH
MOST_ENLARGED = 2.5  # a small figure on a large slide
TITLE_ONLY = 5  # among the layouts of the library's own template
TITLE_SIZE, SUBTITLE_SIZE = 2600, 1500  # hundredths of a point

_NAMESPACES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)


def pptx_bytes(
    slides: Sequence[Slide],
    palette: Palette = LIGHT,
    *,
    generator: str = "",
    measure: Measure = text_width,
    most_shapes: int = MOST_SHAPES,
    family: str = FAMILY,
) -> bytes:
    """The file. Up to `most_shapes` cells a slide are rectangles, larger matrices pictures with native labels.

    `family` becomes the theme's typeface: another one is chosen for the whole deck in one place. Raises InputError
    when python-pptx is missing.
    """
    library = needed("pptx", "slides", ".pptx")
    presentation = library.Presentation()
    _wide(presentation, family)
    for slide in slides:
        _add(presentation, slide, palette, measure, most_shapes)
    _say_who_made_it(presentation, slides, generator)
    buffer = io.BytesIO()
    presentation.save(buffer)
    return buffer.getvalue()


def _wide(presentation: Any, family: str) -> None:  # noqa: ANN401  # python-pptx is read when needed, and untyped here
    """The template, made for 4:3, at 16:9 and in our typeface."""
    stretch = WIDTH / presentation.slide_width
    presentation.slide_width, presentation.slide_height = WIDTH, HEIGHT
    master = presentation.slide_master
    for holder in (master, *master.slide_layouts):
        for frame in holder.element.iter("{*}xfrm"):
            for name, attribute in (("off", "x"), ("ext", "cx")):
                for length in frame.iterfind(f"{{*}}{name}"):
                    length.set(attribute, str(round(int(length.get(attribute)) * stretch)))
    theme = next(relation.target_part for relation in master.part.rels.values() if relation.reltype.endswith("/theme"))
    theme._blob = theme.blob.replace(b'<a:latin typeface="Calibri"/>', f'<a:latin typeface="{family}"/>'.encode())


def _add(presentation: Any, slide: Slide, palette: Palette, measure: Measure, most: int) -> None:  # noqa: ANN401
    made = presentation.slides.add_slide(presentation.slide_layouts[TITLE_ONLY])
    _title(made, slide, palette)
    if palette.paper != LIGHT.paper:
        made.background.fill.solid()
        made.background.fill.fore_color.rgb = _rgb(palette.paper)
    if slide.notes:
        made.notes_slide.notes_text_frame.text = allowed(slide.notes)

    def keep_picture(data: bytes) -> str:
        _, name = made.part.get_or_add_image_part(io.BytesIO(data))
        return str(name)

    paper = _fitted(slide.figure, palette, measure, keep_picture)
    xml = _figure(paper, slide.figure, most).replace("<p:grpSp>", f"<p:grpSp {_NAMESPACES}>", 1)
    made.shapes.element.append(needed("pptx.oxml", "slides", ".pptx").parse_xml(xml))


def _title(made: Any, slide: Slide, palette: Palette) -> None:  # noqa: ANN401
    """The title in the slide's own placeholder, so that outline and navigation know it; the subtitle below it."""
    holder = made.shapes.title
    holder.left, holder.top = round(MARGIN), round(TITLE_TOP)
    holder.width, holder.height = round(WIDTH - 2 * MARGIN), round(TITLE_HEIGHT)
    frame = holder.text_frame
    frame.text = allowed(slide.title)
    _write(frame.paragraphs[0], TITLE_SIZE, palette.ink, bold=True)
    if slide.subtitle:
        below = frame.add_paragraph()
        below.text = allowed(slide.subtitle)
        _write(below, SUBTITLE_SIZE, palette.muted, bold=False)


def _write(paragraph: Any, size: int, colour: str, *, bold: bool) -> None:  # noqa: ANN401
    paragraph.alignment = needed("pptx.enum.text", "slides", ".pptx").PP_ALIGN.LEFT
    paragraph.font.size = size * 127
    paragraph.font.bold = bold
    paragraph.font.color.rgb = _rgb(colour)


def _rgb(colour: str) -> Any:  # noqa: ANN401
    return needed("pptx.dml.color", "slides", ".pptx").RGBColor.from_string(colour[1:].upper())


def _fitted(figure: Figure, palette: Palette, measure: Measure, keep_picture: Any) -> Paper:  # noqa: ANN401
    """The figure as large as it fits below the title, in the middle."""
    top = TITLE_TOP + TITLE_HEIGHT + 0.1 * INCH
    width, height = WIDTH - 2 * MARGIN, HEIGHT - top - MARGIN
    scale = min(width / figure.width, height / figure.height, MOST_ENLARGED * EMU_PER_UNIT)
    return Paper(
        left=MARGIN + (width - scale * figure.width) / 2,
        top=top + (height - scale * figure.height) / 2,
        scale=scale,
        palette=palette,
        measure=measure,
        keep_picture=keep_picture,
    )


def _figure(paper: Paper, figure: Figure, most: int) -> str:
    """All of the figure as one group, with its description as alternative text."""
    shaped = cells_as_shapes((item for item in figure.items if isinstance(item, Cells)), most)
    inside = "".join(_item(paper, item, id(item) in shaped) for item in figure.items)
    return group(
        paper.named(figure.title or "Figure", figure.description), paper.box(0, 0, figure.width, figure.height), inside
    )


def _item(paper: Paper, item: Item, as_shapes: bool) -> str:
    if isinstance(item, Text):
        return text(paper, item) if item.text.strip() else ""
    if isinstance(item, Rect):
        return rect(paper, item)
    if isinstance(item, Line):
        return line(paper, item)
    if isinstance(item, Path):
        return path(paper, item)
    if isinstance(item, ColourBar):
        return colour_bar(paper, item)
    return matrix(paper, item, as_shapes=as_shapes)


def _say_who_made_it(presentation: Any, slides: Sequence[Slide], generator: str) -> None:  # noqa: ANN401
    properties = presentation.core_properties
    properties.title = allowed(slides[0].figure.title if slides else "")[:255]
    properties.author = properties.last_modified_by = f"attnviz {__version__}"
    properties.subject = ""
    properties.comments = "…"
    # The setter refuses more than 255 characters, which neither the standard nor any program does.
    written = presentation.part.package.core_properties._element
    for element in written.iter("{http://purl.org/dc/elements/1.1/}description"):
        element.text = allowed(generator)
