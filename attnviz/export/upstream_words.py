"""The loss in words and as a formula."""

from __future__ import annotations

from attnviz.document.document import Document, ProjectionSource
from attnviz.document.gradient_trace import GradientTrace
from attnviz.document.upstream import Preset, place
from attnviz.export.notation import Notation
from attnviz.export.words import isolated, short_name
from attnviz.i18n import NumberFormat, translate


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
    upstream = document.upstream
    R = result_letter(document)
    row = place(upstream.row, gradient.result.shape[0]) + 1
    column = place(upstream.column, gradient.result.shape[1]) + 1
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
