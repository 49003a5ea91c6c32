"""What is shown of each view when it is presented: the pictures alone, without what only a hand at the keys needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attnviz.document.explain import row_sum
from attnviz.export.absent import absent_sentence
from attnviz.export.captions import step_caption
from attnviz.export.chain import chain_layout
from attnviz.export.figure import Figure, Measure
from attnviz.export.key_figure import key_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.export.sum_figure import LINE, natural_width, sum_figure

Kind = Literal["chain", "matrix", "heads", "figure"]
LEAST_TERMS, MOST_TERMS = 4, 12  # of a sum below a chain
FRAME = 90.0  # what a written sum needs besides its lines


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Upper:
    """A chain, and what its step does in words."""

    figure: Figure
    caption: str


def kind_of(scene: Scene) -> Kind:
    """How the visible tab is presented."""
    if absent_sentence(scene) is not None:
        return "figure"
    if scene.view.tab == "steps" or (scene.view.tab == "gradient" and scene.gradient is not None):
        return "chain"
    if scene.view.tab in ("matrix", "heads"):
        return "matrix" if scene.view.tab == "matrix" else "heads"
    return "figure"


def presented(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    """A tab that is one figure, in a room."""
    from attnviz.export.fitted import fitted  # knows every figure that there is

    return fitted(scene, width, height, measure)


def chain_steps(scene: Scene) -> tuple[str, ...]:
    """The names of the steps of the chain that is presented."""
    if scene.view.tab == "gradient" and scene.gradient is not None:
        from attnviz.export.gradient_chain import gradient_layout  # comes with its tab

        return gradient_layout(scene.document, scene.gradient, scene.notation).steps
    return chain_layout(scene.document, scene.trace).steps


def chain_step(scene: Scene) -> int:
    """The step that is shown, 0-based; the last one where all of the chain is."""
    last = len(chain_steps(scene)) - 1
    step = scene.view.back_step if scene.view.tab == "gradient" else scene.view.step
    return last if step is None else min(step, last)


def upper_part(scene: Scene, measure: Measure) -> Upper:
    """The chain as far as it has come, with its caption."""
    name = chain_steps(scene)[chain_step(scene)]
    if scene.view.tab == "gradient":
        from attnviz.export.gradient_captions import gradient_caption
        from attnviz.export.gradient_figure import gradient_figure

        assert scene.gradient is not None
        formula, sentence = gradient_caption(scene.document, scene.gradient, name, scene.form, scene.notation)
        figure = gradient_figure(scene, measure)
        return Upper(figure=figure, caption=f"{formula}\n{sentence}")
    formula, sentence = step_caption(scene.document, scene.trace, name, scene.form, scene.notation)
    figure = steps_figure(scene, measure)
    return Upper(figure=figure, caption=f"{formula}\n{sentence}")


def lower_part(scene: Scene, height: float, width: float, measure: Measure) -> Figure | None:
    """The followed row's sum, once the chain has come to its end; None before: it would tell how it ends."""
    if chain_step(scene) < len(chain_steps(scene)) - 1:
        return None
    most = max(LEAST_TERMS, min(int((height - FRAME) / LINE), MOST_TERMS))
    if scene.view.tab == "gradient":
        from attnviz.export.gradient_row import GradientRow
        from attnviz.export.gradient_sum import gradient_sum_figure

        assert scene.gradient is not None
        row = GradientRow(scene.gradient, scene.query, most)
        return gradient_sum_figure(
            row, width=max(width, 940.0), measure=measure, form=scene.form, notation=scene.notation
        )
    if scene.key is not None:
        return key_figure(scene.trace, scene.key, width=width, measure=measure, form=scene.form, most_rows=most)
    written = row_sum(scene.document, scene.trace, scene.query)
    needed = natural_width(written, measure=measure, form=scene.form, most_terms=most)
    return sum_figure(written, width=max(width, needed), measure=measure, form=scene.form, most_terms=most)
