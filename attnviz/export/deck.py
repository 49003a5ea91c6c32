"""What a presentation holds: the visible view on one slide, or a chain as a deck, one slide a step and last the
followed row written out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from attnviz.document.figure_look import FigureLook
from attnviz.export.captions import step_caption
from attnviz.export.chain import Column, Layout, chain_layout
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.figure_page import Page, page_of
from attnviz.export.fitted import is_chain
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import MARGIN, chain_look, lay_band
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
    """What a .pptx holds of the visible tab: a deck of a chain, one slide of any other and of any size.

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
    return is_chain(scene) and look.preset in WHOLE_SLIDE


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
    walk = _walk(scene, measure)
    layout = walk.layout
    bands = _band_of_each_step(layout)
    figures = [
        walk.whole(step) if len(layout.bands) == 1 else _band(scene, walk, band, step, measure)
        for step, band in enumerate(bands)
    ]
    found: list[Slide] = []
    if look.title or look.caption:
        found.append(Slide(title=look.title or scene.document.name, subtitle=look.caption, figure=None))
    for step, name in enumerate(layout.steps):
        alike = [figure for figure, band in zip(figures, bands, strict=True) if band == bands[step]]
        width, height = max(figure.width for figure in alike), max(figure.height for figure in alike)
        figure = replace(figures[step], width=width, height=height)
        formula, sentence = walk.caption(name)
        said = f"{formula}: {sentence}. {figure.description}"
        found.append(Slide(title=formula, subtitle=sentence, figure=figure, notes=said))
    return [*found, _written(scene, walk)] if look.parts.row else found


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Walk:
    """A chain that is walked forward or backward: its parts, and how they are drawn and told."""

    layout: Layout
    caption: Callable[[str], tuple[str, str]]  # the name of a step → its formula and its sentence
    whole: Callable[[int], Figure]  # a step → the chain as far as it has come
    lay_band: Callable[[Sheet, Sequence[Column], Look], object]
    written: Callable[[], Figure]


def _walk(scene: Scene, measure: Measure) -> _Walk:
    if scene.view.tab == "gradient":
        return _back(scene, measure)
    before = scene.before if scene.pinned else None
    return _Walk(
        layout=chain_layout(scene.document, scene.trace, before, notation=scene.notation),
        caption=lambda name: step_caption(scene.document, scene.trace, name, scene.form, scene.notation),
        whole=lambda step: chain_of(replace(scene, view=replace(scene.view, step=step)), measure),
        lay_band=lambda sheet, band, look: lay_band(sheet, band, look, MARGIN),
        written=lambda: written(scene, measure, LEAST_WIDTH),
    )


def _back(scene: Scene, measure: Measure) -> _Walk:
    from attnviz.export.back_band import lay_back_band  # read when first asked for, as in views
    from attnviz.export.gradient_captions import gradient_caption
    from attnviz.export.gradient_chain import gradient_layout
    from attnviz.export.gradient_figure import gradient_figure
    from attnviz.export.gradient_page import below, with_gradient

    whole = with_gradient(scene)
    gradient = whole.gradient
    assert gradient is not None
    return _Walk(
        layout=gradient_layout(scene.document, gradient, scene.notation),
        caption=lambda name: gradient_caption(scene.document, gradient, name, scene.form, scene.notation),
        whole=lambda step: gradient_figure(replace(whole, view=replace(scene.view, back_step=step)), measure),
        lay_band=lambda sheet, band, look: lay_back_band(sheet, band, look, MARGIN),
        written=lambda: below(whole, measure, LEAST_WIDTH),
    )


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


def _band(scene: Scene, walk: _Walk, band: int, step: int, measure: Measure) -> Figure:
    """One band of the chain alone."""
    sheet = Sheet(measure)
    walk.lay_band(sheet, walk.layout.bands[band], chain_look(scene, walk.layout, step))
    return Figure(
        width=math.ceil(sheet.right + MARGIN),
        height=math.ceil(sheet.bottom + MARGIN),
        items=tuple(sheet.items),
        title=scene.document.name,
        description=walk.whole(step).description,
    )


def _written(scene: Scene, walk: _Walk) -> Slide:
    """The sum of the followed row, or what the followed key gives."""
    trace = scene.trace
    figure = walk.written()
    followed = scene.key is None or scene.view.tab == "gradient"
    token = trace.tokens_q[scene.query] if followed else trace.tokens_k[scene.key or 0]
    title = translate("export", "“{token}” written out").format(token=isolated(short_name(token)))
    return Slide(title=title, figure=figure, notes=figure.description)
