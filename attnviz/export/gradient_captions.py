"""What each step of the way back does, in one line, with its formula and shapes."""

from __future__ import annotations

import math

from attnviz.document.document import Document, ProjectionSource, SentenceSource
from attnviz.document.gradient_trace import GradientTrace
from attnviz.export.chain import scaled_title
from attnviz.export.gradient_chain import formula, lettered, written
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.upstream_words import loss_formula, loss_sentence
from attnviz.i18n import NumberFormat, translate


def gradient_caption(
    document: Document, gradient: GradientTrace, step: str, form: NumberFormat, notation: Notation = STANDARD
) -> tuple[str, str]:
    """(formula, sentence) of one step of the way back, in the chosen notation."""
    if step == "upstream":
        return written(loss_formula(document, gradient, notation), notation), loss_sentence(document, gradient, form)
    return _formula(document, step, notation), lettered(_SENTENCES[step](document, gradient, form), notation)


def gradient_shapes(document: Document, gradient: GradientTrace, step: str, notation: Notation = STANDARD) -> str:
    """The shapes that a step multiplies, where it is one product; else nothing."""
    product = _products(document, gradient).get(step)
    if product is None:
        return ""
    left, right, result = notation.product(*product)
    times = translate("captions", "{left} times {right} gives {result}")
    return times.format(left=left, right=right, result=result)


def _formula(document: Document, step: str, notation: Notation) -> str:
    source = document.source
    read = "u" if isinstance(source, ProjectionSource) and source.normalise else "X"
    several = {
        "vectors": ("dQ", "dK"),
        "out": ("dconcat", "dW_O"),
        "project": ("dW_Q", "dW_K", "dW_V"),
        "weights": ("dA",),
        "values": ("dV",),
        "inputs": ("du",),
    }
    if step in several:
        formulas = [formula(name, notation, read=read) for name in several[step]]
        if step == "vectors" and isinstance(source, SentenceSource) and source.head == "mixed":
            formulas = [text.replace("= ", "= w · ", 1) for text in formulas]
        return ", ".join(formulas)
    scaled = scaled_title(document)
    divisor = scaled.removeprefix("S / ") if scaled != "S" else ""
    scaled = f"∂({scaled})" if divisor else "∂S"
    plain = {
        "softmax": f"{scaled} = A ⊙ (∂A − m), m = Σ A ⊙ ∂A",
        "divide": f"∂S = {scaled} / {divisor}",
        "gate": "G = O ⊙ σ(gate), ∂O = ∂G ⊙ σ(gate), ∂gate = ∂G ⊙ O ⊙ σ′(gate)",
        "head": "∂O",
        "normalise": "∂x = (∂u − mean(∂u) − u · mean(∂u ⊙ u)) / σ",
    }
    return written(plain[step], notation)


def _products(document: Document, gradient: GradientTrace) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """The shapes of the two matrices that a step multiplies, where it is one product."""
    trace = gradient.trace
    assert trace.V is not None
    products = {
        "weights": (gradient.dO.shape, trace.V.shape[::-1]),
        "values": (trace.weights.shape[::-1], gradient.dO.shape),
    }
    if gradient.layer is not None and trace.chain is not None and gradient.layer.dY is not None:
        assert trace.chain.W_O is not None
        products["out"] = (gradient.layer.dY.shape, trace.chain.W_O.shape[::-1])
    if gradient.dQ is not None and trace.K is not None:
        products["vectors"] = (gradient.dS.shape, trace.K.shape)
    return products


def _out(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    return translate("gradient", "each component hands its gradient to those it was made of")


def _gate(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    return translate("gradient", "a closed gate lets nothing through; it learns most half open")


def _head(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    if gradient.trace.n_heads > 1:
        return translate("gradient", "the head that is shown takes its own columns")
    return translate("gradient", "what reaches the head's output")


def _weights(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    text = translate("gradient", "L grows with a weight whose value points along ∂O")
    if gradient.trace.masked:
        nothing = translate("gradient", "nothing goes back through hatched cells")
        return f"{text}; {nothing}"
    return text


def _values(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    if gradient.trace.n_heads > gradient.trace.n_kv_heads:
        return translate("gradient", "a value hears from the queries that looked at it, in all heads that share it")
    return translate("gradient", "a value hears from each query as much as that looked at it")


def _softmax(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    return translate("gradient", "what differs from the mean goes on; each row sums to 0")


def _divide(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    options = document.options
    divisor = (math.sqrt(gradient.trace.d_k) if options.divide else 1.0) * options.temperature
    return translate("gradient", "divided by {number} on the way there, and again on the way back").format(
        number=form.short(divisor, 3)
    )


def _vectors(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    text = translate("gradient", "L grows where query and key with positive ∂S turn to each other")
    source = document.source
    if isinstance(source, SentenceSource) and source.head == "mixed":
        share = translate("gradient", "w = {share} is the content head's share")
        return f"{text}; {share.format(share=form.short(source.mix[0], 4))}"
    if gradient.trace.n_heads > gradient.trace.n_kv_heads:
        return translate("gradient", "{text}; heads that share a key add up").format(text=text)
    return text


def _project(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    return translate("gradient", "every token adds its part; training subtracts this")


def _inputs(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    return translate("gradient", "a row was query, key and value: the three add up")


def _normalise(document: Document, gradient: GradientTrace, form: NumberFormat) -> str:
    chain = gradient.trace.chain
    source = document.source
    text = translate("gradient", "a row's offset and size get nothing")
    if chain is not None and chain.constant.any() and isinstance(source, ProjectionSource) and source.eps == 0:
        jump = translate("gradient", "a row of equal numbers has no derivative and gets 0")
        return f"{text}; {jump}"
    return text


_SENTENCES = {
    "out": _out,
    "gate": _gate,
    "head": _head,
    "weights": _weights,
    "values": _values,
    "softmax": _softmax,
    "divide": _divide,
    "vectors": _vectors,
    "project": _project,
    "inputs": _inputs,
    "normalise": _normalise,
}
