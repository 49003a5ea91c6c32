"""Every format that a view can leave in, by the ending of its file; each draws the same figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from attnviz.document.codec import Arrays, encode
from attnviz.document.figure_look import FigureLook
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.export.figure import Measure
from attnviz.export.figure_page import Page, page_of, pages
from attnviz.export.files import WRITERS, Drawn, drawn_bytes, png_packer
from attnviz.export.palette import PALETTES
from attnviz.export.scene import Scene
from attnviz.export.views import provenance
from attnviz.i18n import translate
from attnviz.io.document_file import document_bytes
from attnviz.io.embedded import MOST_BYTES

MOST_UNPACKED = 8 * MOST_BYTES  # of numbers that are worth packing
Build = Callable[[Scene, FigureLook, Measure], bytes]


def drawn_of(scene: Scene, look: FigureLook, measure: Measure, *, kept: bool = True) -> Drawn:
    """The visible view on its page, with all that its file tells; without `kept` never with the document inside."""
    return _on_page(page_of(scene, look, measure), scene, look, kept=kept)


def previews(scene: Scene, look: FigureLook, measure: Measure) -> Iterator[Drawn]:
    """What the file will show, by and by: the last is what it is. Of a format that other programs lay out, nearly so:
    of a presentation its most telling slide, of an interactive page the heatmap that it opens with."""
    if look.format == "pptx":
        from attnviz.export.slide_preview import slide_preview  # read when first asked for

        yield _on_page(slide_preview(scene, look, measure), scene, look, kept=False)
        return
    if look.format == "html":
        view = replace(scene.view, tab="matrix", drawing="heatmap", quantity="weights", zoom=None)
        scene = replace(scene, view=view)
        look = FigureLook(format="html", title=look.title, caption=look.caption, theme=look.theme)
    for page in pages(scene, look, measure):
        yield _on_page(page, scene, look, kept=False)


def _on_page(page: Page, scene: Scene, look: FigureLook, *, kept: bool) -> Drawn:
    return Drawn(
        figure=page.figure,
        look=look,
        scale=page.scale,
        points=page.points,
        palette=PALETTES[look.theme],
        generator=provenance(scene.document),
        document=document_of(scene) if look.embed and kept else None,
    )


def document_of(scene: Scene) -> bytes | None:
    """The scene's document with its way of looking, as an .attnviz file; None where it is too large for a figure.

    Where on this machine attention was imported from is nobody's business who gets the figure: it is left out.
    """
    document = scene.document
    if isinstance(document.source, ImportedSource):
        reading = document.source.reading
        stack = reading.stack
        if 2 * stack.n_matrices * stack.n_q * stack.n_k > MOST_UNPACKED:
            return None
        document = replace(document, source=replace(document.source, reading=replace(reading, files=())))
    arrays: Arrays = {}
    encode(document, arrays)
    if sum(array.nbytes for array in arrays.values()) > MOST_UNPACKED:
        return None
    data = document_bytes(document, scene.view)
    return data if len(data) <= MOST_BYTES else None


def file_content(scene: Scene, look: FigureLook, path: Path, measure: Measure) -> bytes | Callable[[], bytes]:
    """`file_bytes`, or where most of the work needs no font, the rest of it, to be called in any thread."""
    if path.suffix.lower() == ".png":
        return png_packer(drawn_of(scene, look, measure))
    return file_bytes(scene, look, path, measure)


def file_bytes(scene: Scene, look: FigureLook, path: Path, measure: Measure) -> bytes:
    """The content of the file `path`, which is not touched; its ending says the format.

    Raises InputError where the ending is none of FORMATS, or a library for it is missing.
    """
    suffix = path.suffix.lower()
    if suffix in WRITERS:
        return drawn_bytes(drawn_of(scene, look, measure), path)
    if suffix not in BUILDS:
        raise InputError(
            translate("export", "{file} ends in “{found}”, but a figure is saved as {expected}.").format(
                file=path.name, found=path.suffix, expected=", ".join(FORMATS)
            )
        )
    return BUILDS[suffix](scene, look, measure)


def _pptx(scene: Scene, look: FigureLook, measure: Measure) -> bytes:
    from attnviz.export.deck import slides  # read when first asked for, with the library that they need
    from attnviz.export.pptx_file import pptx_bytes

    return pptx_bytes(
        slides(scene, measure, look),
        PALETTES[look.theme],
        generator=provenance(scene.document),
        measure=measure,
        painted=look.background == "paper",
        most_shapes=look.vector_cells,
    )


def _html(scene: Scene, look: FigureLook, _measure: Measure) -> bytes:
    from attnviz.export.html import page_html  # read when first asked for

    made_by = provenance(scene.document)
    return page_html(scene, generator=made_by, title=look.title, caption=look.caption).encode("utf-8")


BUILDS: dict[str, Build] = {".pptx": _pptx, ".html": _html}
FORMATS = (*WRITERS, *BUILDS)
