"""A lesson as slides: the chain of the Steps view, one slide a step, and last the followed row written out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from attnviz.document.explain import row_sum
from attnviz.export.captions import step_caption
from attnviz.export.chain import Layout, chain_layout
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.key_figure import key_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import MARGIN, lay_band, reached_steps, steps_figure
from attnviz.export.sum_figure import sum_figure
from attnviz.export.tiles import Look
from attnviz.export.views import view_figure
from attnviz.export.words import isolated, short_name
from attnviz.i18n import translate

SUM_WIDTH = 900.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Slide:
    """A figure under a title; `notes` is what the speaker reads, and what a person who sees no picture is told."""

    title: str
    figure: Figure
    subtitle: str = ""
    notes: str = ""


def slides(scene: Scene, measure: Measure) -> list[Slide]:
    """What a .pptx holds of the visible tab: a deck of the Steps view, one slide of any other."""
    if scene.view.tab == "steps":
        return deck(scene, measure)
    figure = view_figure(scene, measure)
    return [Slide(title=figure.title, figure=figure, notes=figure.description)]


def deck(scene: Scene, measure: Measure) -> list[Slide]:
    """One slide for each step of the player, and one with the sum.

    A chain of several bands is shown band by band, each as large as a slide has room. All steps of a band have
    figures of one size, so that nothing jumps from slide to slide.
    """
    layout = chain_layout(scene.document, scene.trace, scene.before if scene.pinned else None, notation=scene.notation)
    bands = _band_of_each_step(layout)
    figures = [
        _whole(scene, step, measure) if len(layout.bands) == 1 else _band(scene, layout, band, step, measure)
        for step, band in enumerate(bands)
    ]
    found: list[Slide] = []
    for step, name in enumerate(layout.steps):
        alike = [figure for figure, band in zip(figures, bands, strict=True) if band == bands[step]]
        width, height = max(figure.width for figure in alike), max(figure.height for figure in alike)
        figure = replace(figures[step], width=width, height=height)
        formula, sentence = step_caption(scene.document, scene.trace, name, scene.form, scene.notation)
        said = f"{formula}: {sentence}. {figure.description}"
        found.append(Slide(title=formula, subtitle=sentence, figure=figure, notes=said))
    return [*found, _written(scene, measure)]


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
    return steps_figure(
        scene.document,
        scene.trace,
        query=scene.query,
        measure=measure,
        form=scene.form,
        numbers=scene.view.numbers,
        key=scene.key,
        step=step,
        before=scene.before if scene.pinned else None,
        notation=scene.notation,
    )


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
    if scene.key is not None:
        figure = key_figure(trace, scene.key, width=SUM_WIDTH, measure=measure, form=scene.form, most_rows=24)
        token = trace.tokens_k[scene.key]
    else:
        row = row_sum(scene.document, trace, scene.query)
        figure = sum_figure(row, width=SUM_WIDTH, measure=measure, form=scene.form, most_terms=24)
        token = trace.tokens_q[scene.query]
    title = translate("export", "“{token}” written out").format(token=isolated(short_name(token)))
    return Slide(title=title, figure=figure, notes=figure.description)
