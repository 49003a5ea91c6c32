"""Slides as a .pptx of native shapes, for PowerPoint, Keynote and LibreOffice."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from attnviz import __version__
from attnviz.export.deck import Slide
from attnviz.export.extras import needed
from attnviz.export.figure import Area, Cells, ColourBar, Figure, Item, Line, Measure, Path, Rect, Text
from attnviz.export.fonts import FAMILY, text_width
from attnviz.export.palette import LIGHT, Palette
from attnviz.export.pptx_cells import MOST_SHAPES, cells_as_shapes, matrix
from attnviz.export.pptx_shapes import EMU_PER_UNIT, Paper, colour_bar, group, line, path, rect, text
from attnviz.export.svg_words import allowed

INCH = 914_400
WIDTH, HEIGHT = round(40 / 3 * INCH), round(7.5 * INCH)  # 16:9
MARGIN = 0.45 * INCH
TITLE_TOP, TITLE_HEIGHT = 0.3 * INCH, 0.9 * INCH
FIGURE_TOP = TITLE_TOP + TITLE_HEIGHT + 0.1 * INCH
MOST_SIDE = 56 * INCH  # of a slide, as PowerPoint has it
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
    painted: bool = True,
) -> bytes:
    """The file; slides are `painted` with the palette's paper, or have their template's.

    Up to `most_shapes` cells a slide are rectangles, larger matrices pictures with native labels. `family` becomes the
    theme's typeface: another one is chosen for the whole deck in one place. Raises InputError when python-pptx is
    missing.
    """
    library = needed("pptx", "slides", ".pptx")
    presentation = library.Presentation()
    _wide(presentation, family, slide_size(slides))
    for slide in slides:
        made = _add(presentation, slide, palette, measure, most_shapes)
        if painted and palette.paper != LIGHT.paper:
            made.background.fill.solid()
            made.background.fill.fore_color.rgb = _rgb(palette.paper)
    _say_who_made_it(presentation, slides, generator)
    buffer = io.BytesIO()
    presentation.save(buffer)
    return buffer.getvalue()


def slide_size(slides: Sequence[Slide]) -> tuple[int, int]:
    """16:9, or as large as a figure of a larger size of its own needs."""
    width, height = WIDTH, HEIGHT
    for slide in slides:
        if slide.figure is not None and slide.scale is not None:
            scale = slide.scale * EMU_PER_UNIT
            width = max(width, round(slide.figure.width * scale + 2 * MARGIN))
            height = max(height, round(slide.figure.height * scale + FIGURE_TOP + MARGIN))
    return min(width, MOST_SIDE), min(height, MOST_SIDE)


def _wide(
    presentation: Any,  # noqa: ANN401  # python-pptx is read when needed, and untyped here
    family: str,
    size: tuple[int, int],
) -> None:
    """The template, made for 4:3, at the slides' size and in our typeface."""
    stretch = size[0] / presentation.slide_width
    presentation.slide_width, presentation.slide_height = size
    master = presentation.slide_master
    for holder in (master, *master.slide_layouts):
        for frame in holder.element.iter("{*}xfrm"):
            for name, attribute in (("off", "x"), ("ext", "cx")):
                for length in frame.iterfind(f"{{*}}{name}"):
                    length.set(attribute, str(round(int(length.get(attribute)) * stretch)))
    theme = next(relation.target_part for relation in master.part.rels.values() if relation.reltype.endswith("/theme"))
    theme._blob = theme.blob.replace(b'<a:latin typeface="Calibri"/>', f'<a:latin typeface="{family}"/>'.encode())


def _add(presentation: Any, slide: Slide, palette: Palette, measure: Measure, most: int) -> Any:  # noqa: ANN401
    """The slide as the library made it."""
    made = presentation.slides.add_slide(presentation.slide_layouts[TITLE_ONLY])
    _title(made, slide, palette, presentation.slide_width)
    if slide.notes:
        made.notes_slide.notes_text_frame.text = allowed(slide.notes)

    def keep_picture(data: bytes) -> str:
        _, name = made.part.get_or_add_image_part(io.BytesIO(data))
        return str(name)

    if slide.figure is None:
        return made
    size = presentation.slide_width, presentation.slide_height
    paper = _fitted(slide.figure, slide.scale, size, palette, measure, keep_picture)
    xml = _figure(paper, slide.figure, most).replace("<p:grpSp>", f"<p:grpSp {_NAMESPACES}>", 1)
    made.shapes.element.append(needed("pptx.oxml", "slides", ".pptx").parse_xml(xml))
    return made


def _title(made: Any, slide: Slide, palette: Palette, width: int) -> None:  # noqa: ANN401
    """The title in the slide's own placeholder, so that outline and navigation know it; the subtitle below it."""
    holder = made.shapes.title
    holder.left, holder.top = round(MARGIN), round(TITLE_TOP)
    holder.width, holder.height = round(width - 2 * MARGIN), round(TITLE_HEIGHT)
    if slide.figure is None:
        holder.top = round(HEIGHT / 2 - TITLE_HEIGHT)
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


def placed(figure: Figure, own: float | None, size: tuple[int, int]) -> tuple[float, float, float]:
    """Left, top and EMU a unit of a figure: as large as it fits below the title, in the middle; with a scale of its
    `own` at the left."""
    width, height = size[0] - 2 * MARGIN, size[1] - FIGURE_TOP - MARGIN
    scale = min(width / figure.width, height / figure.height, (own or MOST_ENLARGED) * EMU_PER_UNIT)
    left = 0.0 if own is not None else (width - scale * figure.width) / 2
    return MARGIN + left, FIGURE_TOP + (height - scale * figure.height) / 2, scale


def _fitted(
    figure: Figure,
    own: float | None,
    size: tuple[int, int],
    palette: Palette,
    measure: Measure,
    keep_picture: Any,  # noqa: ANN401
) -> Paper:
    left, top, scale = placed(figure, own, size)
    return Paper(
        left=left,
        top=top,
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
    if isinstance(item, (Path, Area)):
        return path(paper, item if isinstance(item, Path) else item.path)
    if isinstance(item, ColourBar):
        return colour_bar(paper, item)
    return matrix(paper, item, as_shapes=as_shapes)


def _say_who_made_it(presentation: Any, slides: Sequence[Slide], generator: str) -> None:  # noqa: ANN401
    properties = presentation.core_properties
    properties.title = allowed(next((slide.figure.title for slide in slides if slide.figure is not None), ""))[:255]
    properties.author = properties.last_modified_by = f"attnviz {__version__}"
    properties.subject = ""
    properties.comments = "…"
    # The setter refuses more than 255 characters, which neither the standard nor any program does.
    written = presentation.part.package.core_properties._element
    for element in written.iter("{http://purl.org/dc/elements/1.1/}description"):
        element.text = allowed(generator)
