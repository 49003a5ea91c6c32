"""What each step of the chain does, in one line, with its formula and shapes."""

from __future__ import annotations

import math

from attnviz.document.document import Document, ProjectionSource, SentenceSource
from attnviz.document.trace import Trace
from attnviz.export.chain import scaled_title, shape_text
from attnviz.i18n import NumberFormat, translate


def step_caption(document: Document, trace: Trace, step: str, form: NumberFormat) -> tuple[str, str]:
    """(formula, sentence) of one step."""
    return _CAPTIONS[step](document, trace, form)


def _vectors(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "Q, K, V", translate("captions", "what each token asks, what it answers to, and what it brings")


def _embeddings(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "X", translate("captions", "one row of numbers for each token: its embedding")


def _normalise(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "u = (x − μ) / √(σ² + ε)", translate("captions", "LayerNorm: each row gets mean 0 and variance 1")


def _project(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    chain, source = trace.chain, document.source
    assert chain is not None
    assert isinstance(source, ProjectionSource)
    read = "u" if chain.normalised else "X"
    product = _product(chain.u.shape, (source.d_model, trace.d_k))
    sentence = translate("captions", "three projections of the same rows · {product}").format(product=product)
    return f"Q = {read} W_Q, K = {read} W_K, V = {read} W_V", sentence


def _scores(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    if trace.Q is None or trace.K is None:
        sentence = translate("captions", "a score for every query and key, from the words' places")
        source = document.source
        if isinstance(source, SentenceSource) and source.head == "mixed":
            sentence = translate("captions", "a score for every query and key, mixed of three")
        return "S", sentence
    product = _product(trace.Q.shape, trace.K.shape[::-1])
    return "S = QKᵀ", translate("captions", "every query meets every key · {product}").format(product=product)


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
    assert trace.V is not None
    product = _product(trace.weights.shape, trace.V.shape)
    return "O = AV", translate("captions", "each row mixes the values by its weights · {product}").format(
        product=product
    )


def _gate(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    return "O ⊙ σ(gate)", translate("captions", "the gate lets each number of the output through, or not")


def _concat(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    sentence = translate("captions", "the outputs of {n} heads side by side").format(n=trace.n_heads)
    return "[O₁ | O₂ | …]", sentence


def _out(document: Document, trace: Trace, form: NumberFormat) -> tuple[str, str]:
    chain = trace.chain
    assert chain is not None
    assert chain.W_O is not None
    product = _product(chain.concat.shape, chain.W_O.shape)
    return "Y = [O₁ | …] W_O", translate("captions", "the heads mixed into one output · {product}").format(
        product=product
    )


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


def _product(left: tuple[int, ...], right: tuple[int, ...]) -> str:
    return translate("captions", "{left} times {right} gives {result}").format(
        left=shape_text(left), right=shape_text(right), result=shape_text((left[0], right[1]))
    )


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
