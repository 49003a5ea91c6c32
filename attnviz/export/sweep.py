"""One parameter taken from one value to another: what an animation shows moving. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from attnviz.document import edits
from attnviz.document.document import MAX_D_K, Document, MatrixSource, ProjectionSource, SentenceSource
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.chain import chain_layout
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat, translate

Parameter = Literal["d_k", "temperature", "decay", "previous", "mix", "head", "step", "training"]
PARAMETERS: tuple[Parameter, ...] = get_args(Parameter)
Easing = Literal["linear", "smooth", "geometric"]
EASINGS: tuple[Easing, ...] = get_args(Easing)
Numbers = tuple[float, ...]

WHOLE: frozenset[Parameter] = frozenset({"d_k", "head", "step", "training"})
MOST_FRAMES = 6000
MOST_FPS = 60
MOST_SECONDS = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """From where to where; the mixture has three numbers, everything else one. Heads and steps count from 1."""

    parameter: Parameter
    start: Numbers
    stop: Numbers

    def at(self, share: float, easing: Easing) -> Numbers:
        """The value after a share of the time, 0 to 1."""
        if easing == "geometric":
            found = tuple(a * (b / a) ** share for a, b in zip(self.start, self.stop, strict=True))
        else:
            part = share * share * (3 - 2 * share) if easing == "smooth" else share
            found = tuple(a + (b - a) * part for a, b in zip(self.start, self.stop, strict=True))
        return tuple(float(round(value)) for value in found) if self.parameter in WHOLE else found


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """A sweep in time. `back` returns to the start, so that a loop does not jump."""

    sweep: Sweep
    easing: Easing = "smooth"
    seconds: float = 4.0
    fps: int = 20
    back: bool = False

    @property
    def count(self) -> int:
        """How many frames there are, at least 2."""
        return max(2, round(self.seconds * self.fps))

    def share(self, frame: int) -> float:
        """How far along its way the value is at a frame."""
        along = frame / (self.count - 1)
        return 1 - abs(2 * along - 1) if self.back else along

    def value(self, frame: int) -> Numbers:
        return self.sweep.at(self.share(frame), self.easing)

    def place(self, value: Numbers) -> float:
        """Where a value lies between start and stop, 0 to 1; of the mixture, its share that moves the furthest."""
        ends = zip(value, self.sweep.start, self.sweep.stop, strict=True)
        at, start, stop = max(ends, key=lambda end: abs(end[2] - end[1]))
        if self.easing == "geometric":
            at, start, stop = math.log(at), math.log(start), math.log(stop)
        return min(max((at - start) / (stop - start), 0.0), 1.0) if stop != start else 0.0


def parse_sweep(text: str) -> Sweep:
    """NAME=FROM..TO, as in d_k=1..128, or mix=1,0,0..0,0,1. Raises InputError naming what is expected."""
    name, equals, ends = text.partition("=")
    parts = ends.replace("…", "..").split("..")
    if name not in PARAMETERS or not equals or len(parts) != 2:
        raise InputError(
            translate(
                "sweep", "“{text}” is no sweep: write NAME=FROM..TO, for example d_k=1..128, with a name of {names}."
            ).format(text=text, names=", ".join(PARAMETERS))
        )
    start, stop = (_numbers(text, part) for part in parts)
    if len(start) != len(stop) or len(start) != (3 if name == "mix" else 1):
        raise InputError(
            translate(
                "sweep", "“{text}” does not fit: the mixture has three numbers at each end, everything else has one."
            ).format(text=text)
        )
    return Sweep(parameter=name, start=start, stop=stop)


def sweep_text(sweep: Sweep) -> str:
    """What `parse_sweep` reads back as the same sweep."""
    start, stop = (",".join(repr(value).removesuffix(".0") for value in ends) for ends in (sweep.start, sweep.stop))
    return f"{sweep.parameter}={start}..{stop}"


def _numbers(text: str, part: str) -> Numbers:
    try:
        found = tuple(float(number) for number in part.split(","))
    except ValueError:
        found = (math.nan,)
    if not all(map(math.isfinite, found)):
        raise InputError(
            translate("sweep", "“{text}” is no sweep: “{part}” is not a number with a decimal point.").format(
                text=text, part=part
            )
        )
    return found


def parameters(scene: Scene) -> list[Parameter]:
    """What there is to sweep in the visible tab."""
    source, tab = scene.document.source, scene.view.tab
    if tab == "training":
        return ["training"]
    if tab in ("shapes", "code"):
        return []
    found: list[Parameter] = []
    if isinstance(source, SentenceSource):
        found += ["d_k", "temperature", *_of_head(source)]
    elif isinstance(source, MatrixSource):
        found += ["d_k", "temperature"]
    elif isinstance(source, ProjectionSource):
        found.append("temperature")
    if scene.trace.n_heads > 1:
        found.append("head")
    if tab in ("steps", "gradient"):
        found.append("step")
    return found


def _of_head(source: SentenceSource) -> list[Parameter]:
    """The numbers that a sentence's head depends on beside d_k."""
    there: dict[str, list[Parameter]] = {
        "distance": ["decay"],
        "previous": ["previous"],
        "mixed": ["decay", "previous", "mix"],
    }
    return there.get(source.head, [])


def usual(parameter: Parameter, scene: Scene) -> Sweep:
    """A sweep worth seeing, offered first."""
    ends: dict[Parameter, Callable[[], tuple[Numbers, Numbers]]] = {
        "d_k": lambda: ((1.0,), (_largest_d_k(scene),)),
        "temperature": lambda: ((0.1,), (10.0,)),
        "decay": lambda: ((0.0,), (1.0,)),
        "previous": lambda: ((0.0,), (8.0,)),
        "mix": lambda: ((1.0, 0.0, 0.0), (0.0, 0.5, 0.5)),
        "head": lambda: ((1.0,), (float(scene.trace.n_heads),)),
        "step": lambda: ((1.0,), (float(step_count(scene)),)),
        "training": lambda: ((0.0,), (float(_trained(scene)),)),
    }
    start, stop = ends[parameter]()
    return Sweep(parameter=parameter, start=start, stop=stop)


def _largest_d_k(scene: Scene) -> float:
    """Matrices by hand have no components beyond their own; a sentence draws as many as are asked for."""
    return 128.0 if isinstance(scene.document.source, SentenceSource) else float(scene.document.source.d_k)


def step_count(scene: Scene) -> int:
    if scene.view.tab == "gradient":
        from attnviz.export.gradient_chain import gradient_layout  # read when first asked for, as in views
        from attnviz.export.gradient_page import with_gradient

        gradient = with_gradient(scene).gradient
        assert gradient is not None
        return len(gradient_layout(scene.document, gradient, scene.notation).steps)
    return len(chain_layout(scene.document, scene.trace, notation=scene.notation).steps)


def _trained(scene: Scene) -> int:
    return scene.document.training.steps if scene.training is None else max(scene.training.step, 1)


def bounds(parameter: Parameter, scene: Scene) -> tuple[float, float]:
    """The least and the largest value that may be asked for."""
    limits: dict[Parameter, tuple[float, float]] = {
        "d_k": (1, MAX_D_K),
        "temperature": (0.001, 1e6),
        "decay": (0, edits.MOST_STRENGTH),
        "previous": (0, edits.MOST_STRENGTH),
        "mix": (0, 1),
        "head": (1, scene.trace.n_heads),
        "training": (0, _trained(scene)),
    }
    return limits[parameter] if parameter in limits else (1, step_count(scene))


def check_motion(motion: Motion, scene: Scene) -> None:
    """Raises InputError, in one sentence, for what cannot be animated here."""
    sweep = motion.sweep
    there = parameters(scene)
    if not there:
        raise InputError(translate("sweep", "Nothing in this view can be animated."))
    if sweep.parameter not in there:
        raise InputError(
            translate("sweep", "Nothing here depends on “{name}”: what can be animated is {names}.").format(
                name=sweep.parameter, names=", ".join(there)
            )
        )
    low, high = bounds(sweep.parameter, scene)
    for value in (*sweep.start, *sweep.stop):
        if not low <= value <= high:
            raise InputError(
                translate("sweep", "{name} = {found} is out of range: from {low} to {high}.").format(
                    name=sweep.parameter, found=f"{value:g}", low=f"{low:g}", high=f"{high:g}"
                )
            )
    if sweep.parameter == "mix":
        for mix in (sweep.start, sweep.stop):
            edits.with_mix(scene.document, mix)
    if motion.easing == "geometric" and min(*sweep.start, *sweep.stop) <= 0:
        raise InputError(
            translate("sweep", "Equal ratios need both ends above 0: choose another easing, or another start.")
        )
    _check_time(motion)


def _check_time(motion: Motion) -> None:
    if not 1 <= motion.fps <= MOST_FPS:
        raise InputError(
            translate("sweep", "{found} pictures a second do not fit: from 1 to {most}.").format(
                found=motion.fps, most=MOST_FPS
            )
        )
    if not 0.1 <= motion.seconds <= MOST_SECONDS:
        raise InputError(
            translate("sweep", "A length of {found} s does not fit: from 0.1 to {most} seconds.").format(
                found=f"{motion.seconds:g}", most=f"{MOST_SECONDS:g}"
            )
        )
    if motion.count > MOST_FRAMES:
        raise InputError(
            translate("sweep", "{count} pictures are too many: at most {most}.").format(
                count=motion.count, most=MOST_FRAMES
            )
        )


def applied(document: Document, view: ViewState, parameter: Parameter, value: Numbers) -> tuple[Document, ViewState]:
    """The document and the way of looking at it with the parameter at a value; the same objects where nothing moves."""
    one = value[0]
    changes: dict[Parameter, Callable[[], Document]] = {
        "d_k": lambda: edits.with_d_k(document, int(one)),
        "temperature": lambda: edits.with_options(document, temperature=one),
        "decay": lambda: edits.with_decay(document, one),
        "previous": lambda: edits.with_previous(document, one),
        "mix": lambda: edits.with_mix(document, value),
    }
    if parameter in changes:
        return changes[parameter](), view
    if parameter == "head":
        return document, replace(view, head=int(one) - 1)
    if parameter == "step":
        at = int(one) - 1
        return document, replace(view, back_step=at) if view.tab == "gradient" else replace(view, step=at)
    return document, replace(view, training=replace(view.training, step=int(one)))


def label(motion: Motion, value: Numbers, form: NumberFormat, *, first_head: int = 1, steps: int = 0) -> str:
    """The value in words, as it stands above the picture. Decimals are as many as the whole way needs."""
    parameter, whole = motion.sweep.parameter, str(int(value[0]))
    if parameter == "mix":
        shares = [form.fixed(share, 2) for share in value]
        return translate("sweep", "content {c} · previous token {p} · distance {d}").format(
            c=shares[0], p=shares[1], d=shares[2]
        )
    if parameter == "head":
        return translate("sweep", "head {n}").format(n=int(value[0]) - 1 + first_head)
    if parameter == "step":
        return translate("sweep", "step {n} of {all}").format(n=whole, all=steps)
    if parameter == "training":
        return translate("sweep", "training step {n}").format(n=whole)
    sign = {"d_k": "dₖ", "temperature": "τ", "decay": "λ", "previous": "c"}[parameter]
    return f"{sign} = {whole if parameter in WHOLE else form.fixed(value[0], _places(motion.sweep))}"


def _places(sweep: Sweep) -> int:
    """Two, or more where the smallest end would read as 0."""
    smallest = min((abs(value) for value in (*sweep.start, *sweep.stop) if value), default=1.0)
    return min(6, max(2, 1 - math.floor(math.log10(smallest)))) if smallest < 0.1 else 2


def distinct(motion: Motion) -> Sequence[Numbers]:
    """Every value that occurs, once, in the order of the frames."""
    return list(dict.fromkeys(motion.value(frame) for frame in range(motion.count)))
