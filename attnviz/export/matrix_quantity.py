"""What the Matrix view shows: which matrix of the trace, what it is called, and how its numbers become colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from attnviz.document.colour_choice import ColourChoice, Curve
from attnviz.document.document import Document, MatrixSource, ProjectionSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place
from attnviz.document.reduced_scores import ReducedScores
from attnviz.document.trace import Trace
from attnviz.document.view_state import Quantity, ViewState
from attnviz.export.cells import Array, ColourScale
from attnviz.export.chain import scaled_title
from attnviz.export.figure import Blocks
from attnviz.export.notation import Notation
from attnviz.export.place_words import place_name
from attnviz.export.scales import Numbers, could_be_shares, is_signed, scale_for, scale_of
from attnviz.export.scene import Scene
from attnviz.i18n import translate

LINEAR_UP_TO = 24  # keys; beyond, a fair share of 1 can hardly be told from 0 on a linear scale
SQUARE_ROOT_UP_TO = 256  # and beyond this not on that of square roots either


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Shown:
    """One matrix (n_q, n_k) as it is drawn."""

    quantity: Quantity
    title: str
    role: str  # the palette's, of the title
    caption: str  # beside the colour bar
    values: Array
    visible: NDArray[np.bool_] | None  # False = hatched
    scale: ColourScale
    signed: bool
    blocks: Blocks = None  # the values in blocks, where somebody has made them already


def fitting_curve(n_k: int) -> Curve:
    """The curve on which an evenly spread row of this length can be seen and still be told from a full one."""
    if n_k <= LINEAR_UP_TO:
        return "linear"
    return "sqrt" if n_k <= SQUARE_ROOT_UP_TO else "log"


def drawn_quantity(view: ViewState) -> Quantity:
    """The quantity whose numbers are drawn: only the heatmap draws another than the weights."""
    return view.quantity if view.drawing == "heatmap" else "weights"


def drawn_traces(scene: Scene) -> list[Trace]:
    """The traces whose matrices are drawn: two of them side by side share their colours."""
    return [scene.trace] if scene.other is None else [scene.trace, scene.other]


def most_keys(scene: Scene) -> int:
    """The keys of the longest matrix that is drawn."""
    return max(trace.n_k for trace in drawn_traces(scene))


def colour_choice(scene: Scene, quantity: Quantity | None = None) -> ColourChoice:
    """How numbers become colours: as chosen, with the curve that fits the length where none was chosen.

    They are those of `quantity`, or of what the scene's view draws.
    """
    quantity = quantity or drawn_quantity(scene.view)
    choice = scene.view.colour.of(quantity)
    if not scene.view.fitting_curve:
        return choice
    curve = fitting_curve(most_keys(scene)) if quantity == "weights" else "linear"
    return choice if choice.curve == curve else replace(choice, curve=curve)


def weights_choice(scene: Scene) -> ColourChoice:
    """The same for weights: 0 to 1, unless they were imported and are nothing of that kind; then as far as they go."""
    choice = colour_choice(scene, "weights")
    by_hand = choice.low is not None or choice.high is not None
    if choice.automatic or by_hand or all(_are_shares(trace) for trace in drawn_traces(scene)):
        return choice
    return replace(choice, automatic=True)


def _are_shares(trace: Trace) -> bool:
    return trace.scored or could_be_shares(trace.weights)


def _any_below_zero(traces: list[Trace]) -> bool:
    """Whether weights need a map with two sides: imported numbers may be none."""
    return any(not trace.scored and is_signed(trace.weights) for trace in traces)


def weights_scale(scene: Scene) -> ColourScale:
    """The colours of the weights: of all that are drawn side by side the same ones."""
    traces = drawn_traces(scene)
    signed = _any_below_zero(traces)
    numbers = [
        Numbers(*trace.written_weights, None if signed else trace.reduced, positive=trace.scored) for trace in traces
    ]
    return scale_of(numbers, weights_choice(scene), signed=signed)


def has_two_sides(scene: Scene) -> bool:
    """Whether zero is in the middle of the colours: of scores always, of weights where imported ones are below it."""
    quantity = drawn_quantity(scene.view)
    if quantity != "weights":
        return quantity != "mask"
    return scene.view.drawing in ("heatmap", "compare") and _any_below_zero(drawn_traces(scene))


def shown(scene: Scene) -> Shown:
    """The matrix that the scene's view asks for."""
    trace, document, notation = scene.trace, scene.document, scene.notation
    quantity = scene.view.quantity
    visible = trace.visible if trace.masked else None
    if quantity == "weights":
        title = notation.write(f"A = softmax({_softened(scene)})") if trace.scored else _imported_title(trace)
        return _shown(
            scene, quantity, title, "weights", translate("figure", "weight"), *trace.written_weights, trace.reduced
        )
    if quantity == "scores":
        title = notation.write("S = QKᵀ") if trace.Q is not None and trace.K is not None else notation.scores
        return _shown(
            scene,
            quantity,
            title,
            "scores",
            translate("figure", "raw score"),
            trace.scores,
            None,
            _scores(trace, "scores"),
        )
    if quantity == "scaled":
        title = notation.write(scaled_title(document))
        return _shown(
            scene,
            quantity,
            title,
            "scores",
            translate("figure", "scaled score"),
            trace.scaled,
            visible,
            _scores(trace, "scaled"),
        )
    if quantity == "gradient":
        return _gradient(scene, visible)
    if trace.reduced is not None:
        trace.reduced.wish.ask("nothing")
    return Shown(
        quantity="mask",
        title=translate("figure", "Mask: who may look at whom"),
        role="ink",
        caption=translate("figure", "may be looked at"),
        values=_everywhere(np.float32(1), trace.n_q, trace.n_k),
        visible=visible,
        scale=ColourScale(map=scene.view.colour.map, low=0.0, high=2.0),
        signed=False,
    )


@lru_cache(maxsize=4, typed=True)  # 0 and False are equal
def _everywhere(value: np.float32 | np.bool_, n_q: int, n_k: int) -> NDArray[Any]:
    """The same number in every cell; and the same array every time: what was drawn of it is known."""
    one = np.array(value)
    one.setflags(write=False)  # of what somebody may write to nothing is kept
    return np.broadcast_to(one, (n_q, n_k))


def _scores(trace: Trace, drawn: Literal["scores", "scaled"]) -> ReducedScores | None:
    """What was found in the scores when they were made."""
    if trace.reduced is None:
        return None
    scaled = drawn == "scaled"
    return ReducedScores(trace.reduced, drawn, scaled and trace.masked, trace.rescale if scaled else None)


def _gradient(scene: Scene, visible: NDArray[np.bool_] | None) -> Shown:
    """∂L/∂S and which L; nothing can be seen of it before it has been worked out, or where there is none."""
    title, caption = scene.notation.write("∂L/∂S"), translate("figure", "gradient")
    if scene.gradient is not None and scene.gradient.dS.shape == scene.trace.weights.shape:
        from attnviz.export.upstream_words import named_formula  # a window without gradients loads nothing of them

        title = f"{title}, {named_formula(scene.document, scene.gradient, scene.notation)}"
        return _shown(scene, "gradient", title, "scores", caption, scene.gradient.dS, visible)
    why = scene.gradient_problem or translate("figure", "computing…")
    shape = (scene.trace.n_q, scene.trace.n_k)
    nothing, unseen = _everywhere(np.float32(0), *shape), _everywhere(np.False_, *shape)
    return _shown(scene, "gradient", f"{title} · {why}", "scores", caption, nothing, unseen)


def _shown(
    scene: Scene,
    quantity: Quantity,
    title: str,
    role: str,
    caption: str,
    values: Array,
    visible: NDArray[np.bool_] | None,
    blocks: Blocks = None,
) -> Shown:
    if quantity == "weights":
        scale = weights_scale(scene)
    else:
        scale = scale_for(values, visible, colour_choice(scene, quantity), signed=True, reduced=blocks)
    return Shown(
        quantity=quantity,
        title=title,
        role=role,
        caption=caption,
        values=values,
        visible=visible,
        scale=scale,
        signed=scale.signed,
        blocks=blocks,
    )


def _softened(scene: Scene) -> str:
    """What the softmax is taken of: the scaled scores, with −∞ from the mask where there is one."""
    scaled = scaled_title(scene.document)
    return translate("figure", "{scores} + mask").format(scores=scaled) if scene.trace.masked else scaled


def _imported_title(trace: Trace) -> str:
    """What imported weights are called: no formula of ours made them, unless they were taken together here."""
    average = "none" if trace.place is None else trace.place.average
    if average == "rollout":
        return translate("figure", "Attention rollout")
    return translate("figure", "A, as imported") if average == "none" else translate("figure", "Mean of A")


def head_title(document: Document, trace: Trace, notation: Notation) -> str:
    """The head's name in words."""
    source = document.source
    if isinstance(source, ProjectionSource):
        return translate("figure", "A · head {number}").format(number=notation.head(trace.head))
    if isinstance(source, MatrixSource):
        return translate("figure", "A · Q and K by hand")
    if isinstance(source, ImportedSource):
        return f"A · {place_name(source, trace.place or Place(), notation)}"
    return {
        "content": translate("figure", "A · content head"),
        "previous": translate("figure", "A · previous-token head"),
        "distance": translate("figure", "A · distance head"),
        "mixed": translate("figure", "A · mixed head"),
    }[source.head]
