"""A lesson as slides: the chain of the Steps view, one slide a step, and last the followed row written out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attnviz.document.explain import row_sum
from attnviz.export.captions import step_caption
from attnviz.export.chain import chain_layout
from attnviz.export.figure import Figure, Measure
from attnviz.export.key_figure import key_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.export.sum_figure import sum_figure
from attnviz.export.views import view_figure
from attnviz.export.words import isolated, short_name
from attnviz.i18n import translate

SUM_WIDTH = 900.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Slide:
    """A figure under a title; `notes` is what the speaker reads, and what a person who sees no picture is told."""

    title: str
    figure: Figure
    notes: str = ""


def slides(scene: Scene, measure: Measure) -> list[Slide]:
    """What a .pptx holds of the visible tab: a deck of the Steps view, one slide of any other."""
    if scene.view.tab == "steps":
        return deck(scene, measure)
    figure = view_figure(scene, measure)
    return [Slide(title=figure.title, figure=figure, notes=figure.description)]


def deck(scene: Scene, measure: Measure) -> list[Slide]:
    """One slide for each step of the player, all figures of one size so that nothing jumps from slide to slide."""
    names = chain_layout(scene.document, scene.trace, notation=scene.notation).steps
    chains = [_chain(scene, index, measure) for index in range(len(names))]
    width, height = max(chain.width for chain in chains), max(chain.height for chain in chains)
    found: list[Slide] = []
    for name, chain in zip(names, chains, strict=True):
        formula, sentence = step_caption(scene.document, scene.trace, name, scene.form, scene.notation)
        figure = replace(chain, width=width, height=height)
        found.append(Slide(title=formula, figure=figure, notes=f"{formula}: {sentence}. {chain.description}"))
    return [*found, _written(scene, measure)]


def _chain(scene: Scene, step: int, measure: Measure) -> Figure:
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
