"""What each step of the chain does, in one line, with its formula and shapes."""

from __future__ import annotations

import math

from attnviz.document.document import Document, ProjectionSource, SentenceSource
from attnviz.document.trace import Trace
from attnviz.export.chain import scaled_title
from attnviz.export.notation import STANDARD, Notation
from attnviz.i18n import NumberFormat, translate


def step_caption(
    document: Document, trace: Trace, step: str, form: NumberFormat, notation: Notation = STANDARD
) -> tuple[str, str]:
    """(formula, sentence) of one step, in the chosen notation."""
    formula, sentence = _CAPTIONS[step](document, trace, form)
    if notation.transposed and step in _TURNED:
        sentence = _TURNED[step]()
    if notation.transposed and step == "softmax":
        sentence = translate(
            "captions", "in each column e to the score, over the column's sum: shares that add up to 1"
        )
    product = _products(document, trace).get(step)
    if product is not None:
        left, right, result = notation.product(*product)
        times = translate("captions", "{left} times {right} gives {result}")
        sentence = f"{sentence} · {times.format(left=left, right=right, result=result)}"
    return notation.write(formula), sentence


def _products(document: Document, trace: Trace) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """The shapes of the two matrices that a step multiplies."""
    products: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    if trace.Q is not None and trace.K is not None:
        products["scores"] = (trace.Q.shape, trace.K.shape[::-1])
    if trace.V is not None:
        products["mix"] = (trace.weights.shape, trace.V.shape)
    chain = trace.chain
    if chain is not None:
        products["project"] = (chain.u.shape, (chain.u.shape[1], trace.d_k))
        if chain.W_O is not None:
            products["out"] = (chain.concat.shape, chain.W_O.shape)
    return products


def _vectors(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "Q, K, V", translate("captions", "what each token asks, what it answers to, and what it brings")


def _embeddings(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "X", translate("captions", "one row of numbers for each token: its embedding")


def _normalise(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "u = (x − μ) / √(σ² + ε)", translate("captions", "LayerNorm: each row gets mean 0 and variance 1")


def _project(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    chain = trace.chain
    assert chain is not None
    read = "u" if chain.normalised else "X"
    return (
        f"Q = {read} W_Q, K = {read} W_K, V = {read} W_V",
        translate("captions", "three projections of the same rows"),
    )


def _scores(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    if trace.Q is not None:
        return "S = QKᵀ", translate("captions", "every query meets every key")
    source = document.source
    if isinstance(source, SentenceSource) and source.head == "mixed":
        return "S", translate("captions", "a score for every query and key, mixed of three")
    return "S", translate("captions", "a score for every query and key, from the words' places")


def _scale(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    options = document.options
    divisor = (math.sqrt(trace.d_k) if options.divide else 1.0) * options.temperature
    if divisor == 1:
        return "S", translate("captions", "not divided: the scores stay as they are")
    return scaled_title(document), translate("captions", "every score divided by {number}").format(
        number=form.short(divisor, 3)
    )


def _mask(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    if not trace.masked:
        return translate("captions", "mask"), translate("captions", "none: every query may look at every key")
    hidden = int((~trace.visible).sum())
    sentence = translate("captions", "hatched cells may not be looked at: {n} of {all}").format(
        n=hidden, all=trace.visible.size
    )
    return translate("captions", "mask"), sentence


def _softmax(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "A = softmax", translate(
        "captions", "in each row e to the score, over the row's sum: shares that add up to 1"
    )


def _mix(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "O = AV", translate("captions", "the weights of each query mix the values")


def _gate(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "O ⊙ σ(gate)", translate("captions", "the gate lets each number of the output through, or not")


def _concat(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    sentence = translate("captions", "the outputs of {n} heads side by side").format(n=trace.n_heads)
    return "[O₁ | O₂ | …]", sentence


def _out(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "Y = [O₁ | …] W_O", translate("captions", "the heads mixed into one output")


_TURNED = {
    "embeddings": lambda: translate("captions", "one column of numbers for each token: its embedding"),
    "normalise": lambda: translate("captions", "LayerNorm: each column gets mean 0 and variance 1"),
    "concat": lambda: translate("captions", "the outputs of the heads one below the other"),
}

_CAPTIONS = {
    "vectors": _vectors,
    "embeddings": _embeddings,
    "normalise": _normalise,
    "project": _project,
    "scores": _scores,
    "scale": _scale,
    "mask": _mask,
    "softmax": _softmax,
    "mix": _mix,
    "gate": _gate,
    "concat": _concat,
    "out": _out,
}


def work_sentence(document: Document, trace: Trace) -> str:
    """How much work the chain is: matrix products and transpositions."""
    source = document.source
    if isinstance(source, SentenceSource):
        return ""
    heads = trace.n_heads
    if not isinstance(source, ProjectionSource):
        return translate("captions", "Work: 2 matrix products (QKᵀ and AV) and 1 transposition.")
    products = 3 + 2 * heads + (source.W_O is not None)
    if heads == 1:
        sentence = translate("captions", "Work: {products} matrix products and 1 transposition.")
    else:
        sentence = translate(
            "captions",
            "Work: {products} matrix products and {heads} transpositions; each further head adds two products and one "
            "transposition, of narrower matrices.",
        )
    return sentence.format(products=products, heads=heads)
