"""What a presentation holds: the visible view on one slide, or the Steps view as a deck, one slide a step and last the
followed row written out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from attnviz.document.figure_look import FigureLook
from attnviz.export.absent import absent_sentence
from attnviz.export.captions import step_caption
from attnviz.export.chain import Layout, chain_layout
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.figure_page import Page, page_of
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import MARGIN, lay_band, reached_steps
from attnviz.export.steps_page import LEAST_WIDTH, chain_of, written
from attnviz.export.tiles import Look
from attnviz.export.words import isolated, short_name
from attnviz.i18n import translate

ROOM = (12.43, 5.75)  # inches of a slide below its title
USUAL = FigureLook()
WHOLE_SLIDE = ("own", "slide")  # sizes that fill a slide


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Slide:
    """A figure under a title; `notes` is what the speaker reads, and what a person who sees no picture is told.

    `scale`: CSS pixels a unit of the figure; None is as large as the slide allows. Without a figure it is a title page.
    """

    title: str
    figure: Figure | None
    subtitle: str = ""
    notes: str = ""
    scale: float | None = None


def slides(scene: Scene, measure: Measure, look: FigureLook = USUAL) -> list[Slide]:
    """What a .pptx holds of the visible tab: a deck of the Steps view, one slide of any other and of any size.

    The size that a look asks for is the figure's: it stands on a slide of 16:9, with room for words of one's own.
    """
    if is_deck(scene, look):
        return deck(scene, measure, look)
    page = slide_page(scene, look, measure)
    figure = page.figure
    return [
        Slide(
            title=look.title or figure.title,
            subtitle=look.caption,
            figure=figure,
            notes=figure.description,
            scale=page.scale,
        )
    ]


def is_deck(scene: Scene, look: FigureLook) -> bool:
    """Whether the view becomes several slides."""
    return scene.view.tab == "steps" and look.preset in WHOLE_SLIDE and absent_sentence(scene) is None


def slide_page(scene: Scene, look: FigureLook, measure: Measure) -> Page:
    """The figure of the only slide, without title and caption, which are the slide's own."""
    bare = replace(look, title="", caption="")
    if look.preset in WHOLE_SLIDE:
        bare = replace(bare, preset="custom", width=ROOM[0], height=ROOM[1], unit="in", grow=False)
    return page_of(scene, bare, measure)


def deck(scene: Scene, measure: Measure, look: FigureLook = USUAL) -> list[Slide]:
    """One slide for each step of the player, and one with the sum; before them one with title and caption, where there
    are any.

    A chain of several bands is shown band by band, each as large as a slide has room. All steps of a band have
    figures of one size, so that nothing jumps from slide to slide.
    """
    scene = replace(scene, view=replace(scene.view, numbers=look.parts.numbers))
    layout = chain_layout(scene.document, scene.trace, scene.before if scene.pinned else None, notation=scene.notation)
    bands = _band_of_each_step(layout)
    figures = [
        _whole(scene, step, measure) if len(layout.bands) == 1 else _band(scene, layout, band, step, measure)
        for step, band in enumerate(bands)
    ]
    found: list[Slide] = []
    if look.title or look.caption:
        found.append(Slide(title=look.title or scene.document.name, subtitle=look.caption, figure=None))
    for step, name in enumerate(layout.steps):
        alike = [figure for figure, band in zip(figures, bands, strict=True) if band == bands[step]]
        width, height = max(figure.width for figure in alike), max(figure.height for figure in alike)
        figure = replace(figures[step], width=width, height=height)
        formula, sentence = step_caption(scene.document, scene.trace, name, scene.form, scene.notation)
        said = f"{formula}: {sentence}. {figure.description}"
        found.append(Slide(title=formula, subtitle=sentence, figure=figure, notes=said))
    return [*found, _written(scene, measure)] if look.parts.row else found


def _band_of_each_step(layout: Layout) -> list[int]:
    """Where the tiles of each step stand; a step without tiles of its own stays where the one before it was."""
    found: list[int] = []
    for name in layout.steps:
        its = [
            index
            for index, band in enumerate(layout.bands)
            if any(tile is not None and tile.step == name for column in band for tile in column)
        ]
        found.append(its[-1] if its else found[-1] if found else 0)
    return found


def _whole(scene: Scene, step: int, measure: Measure) -> Figure:
    return chain_of(replace(scene, view=replace(scene.view, step=step)), measure)


def _band(scene: Scene, layout: Layout, band: int, step: int, measure: Measure) -> Figure:
    """One band of the chain alone."""
    sheet = Sheet(measure)
    look = Look(
        form=scene.form,
        numbers=scene.view.numbers,
        query=scene.query,
        key=scene.key,
        reached=reached_steps(layout, step),
        transposed=scene.notation.transposed,
    )
    lay_band(sheet, layout.bands[band], look, MARGIN)
    return Figure(
        width=math.ceil(sheet.right + MARGIN),
        height=math.ceil(sheet.bottom + MARGIN),
        items=tuple(sheet.items),
        title=scene.document.name,
        description=_whole(scene, step, measure).description,
    )


def _written(scene: Scene, measure: Measure) -> Slide:
    """The sum of the followed row, or what the followed key gives."""
    trace = scene.trace
    figure = written(scene, measure, LEAST_WIDTH)
    token = trace.tokens_q[scene.query] if scene.key is None else trace.tokens_k[scene.key]
    title = translate("export", "“{token}” written out").format(token=isolated(short_name(token)))
    return Slide(title=title, figure=figure, notes=figure.description)
