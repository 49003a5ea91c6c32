"""The loss in words and as a formula."""

from __future__ import annotations

from attnviz.document.document import Document, MatrixSource, ProjectionSource
from attnviz.document.gradient_trace import GradientTrace
from attnviz.document.upstream import Preset, place
from attnviz.export.notation import Notation
from attnviz.export.words import isolated, short_name
from attnviz.i18n import NumberFormat, translate

BRIEF = 12  # characters of a name inside a formula
MOST_PARTS = 4  # components of a target that are written with their names


def preset_names() -> dict[Preset, str]:
    """What a person chooses between."""
    return {
        "cell": translate("gradient", "One number of the output"),
        "ones": translate("gradient", "All numbers, added up"),
        "random": translate("gradient", "Random numbers"),
        "squared": translate("gradient", "Squared error of a row"),
        "cross_entropy": translate("gradient", "Cross-entropy of a row"),
        "custom": translate("gradient", "Numbers of your own"),
    }


def result_letter(document: Document) -> str:
    """What the loss is of, as formulas write it: O, Y, or R where heads stand side by side or pass a gate."""
    source = document.source
    if not isinstance(source, ProjectionSource):
        return "O"
    if source.W_O is not None:
        return "Y"
    return "O" if source.n_heads == 1 and not source.gated else "R"


def loss_formula(document: Document, gradient: GradientTrace, notation: Notation) -> str:
    """L as a formula of the result, with tokens and components counted from 1."""
    row = place(document.upstream.row, gradient.result.shape[0]) + 1
    column = place(document.upstream.column, gradient.result.shape[1]) + 1
    return _formula(document, str(row), str(column), notation)


def named_loss(document: Document, gradient: GradientTrace, form: NumberFormat, notation: Notation) -> str:
    """L as a formula that names its token and component, and what it is now: L = O[praça, seat] = 0.86."""
    names = component_names(document, gradient, notation)
    said = f"{named_formula(document, gradient, notation)} = {form.short(gradient.value, 3)}"
    if document.upstream.preset != "squared" or names[0] == "1":
        return said
    given = (*document.upstream.target, *(0.0 for _ in names))
    parts = [f"{isolated(_brief(name))} {form.short(number, 3)}" for name, number in zip(names, given, strict=False)]
    more = ["…"] if len(parts) > MOST_PARTS else []
    return f"{said} · t = ({form.separator.join([*parts[:MOST_PARTS], *more])})"


def named_formula(document: Document, gradient: GradientTrace, notation: Notation) -> str:
    """L as a formula that names its token and component: L = O[praça, seat]."""
    row = place(document.upstream.row, gradient.result.shape[0])
    column = place(document.upstream.column, gradient.result.shape[1])
    token = isolated(_brief(gradient.trace.tokens_q[row]))
    name = isolated(_brief(component_names(document, gradient, notation)[column]))
    return _formula(document, token, name, notation)


def component_names(document: Document, gradient: GradientTrace, notation: Notation) -> tuple[str, ...]:
    """What the columns of the result are called: the values' names where there are any, else 1, 2, 3, …"""
    source, width = document.source, gradient.result.shape[1]
    names: tuple[str, ...] = ()
    if isinstance(source, MatrixSource):
        names = source.value_names
    elif isinstance(source, ProjectionSource) and source.W_O is None:
        own = source.value_names or tuple(str(c + 1) for c in range(source.d_v))
        heads = [f"{notation.head(h)}·" if source.n_heads > 1 else "" for h in range(source.n_heads)]
        names = tuple(f"{head}{name}" for head in heads for name in own)
    return names if len(names) == width else tuple(str(index + 1) for index in range(width))


def _brief(name: str) -> str:
    shown = short_name(name)
    return shown if len(shown) <= BRIEF else f"{shown[: BRIEF - 1]}…"


def _formula(document: Document, row: str, column: str, notation: Notation) -> str:
    letter, upstream = result_letter(document), document.upstream
    R = notation.output if letter == "O" else letter
    cell = f"{column}, {row}" if notation.transposed else f"{row}, {column}"
    one = f"{R}[{cell}]"
    whole = f"{R}[·, {row}]" if notation.transposed else f"{R}[{row}]"
    return {
        "cell": f"L = {one}",
        "ones": f"L = Σ {R}",
        "random": f"L = Σ {R} ⊙ ∂L/∂{R}",
        "custom": f"L = Σ {R} ⊙ ∂L/∂{R}",
        "squared": f"L = ½ ‖{whole} − t‖²",
        "cross_entropy": f"L = −log softmax({whole})[{column}]",
    }[upstream.preset]


def loss_sentence(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    """What the loss is now, and what its gradient says."""
    upstream = document.upstream
    row = place(upstream.row, gradient.result.shape[0])
    token = isolated(short_name(gradient.trace.tokens_q[row]))
    text = {
        "cell": translate("gradient", "how each number on the way moves one component of the output of {token}"),
        "ones": translate("gradient", "every component of the output pulls alike"),
        "random": translate("gradient", "every component of the output pulls at random"),
        "custom": translate("gradient", "every component of the output pulls as you typed it"),
        "squared": translate("gradient", "the output of {token} should become t"),
        "cross_entropy": translate("gradient", "the output of {token} should choose one component"),
    }[upstream.preset].format(token=token)
    return translate("gradient", "L = {value} · {text}").format(value=form.short(gradient.value, 4), text=text)
