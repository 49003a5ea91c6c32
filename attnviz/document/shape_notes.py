"""What is worth knowing about a model's shape, as sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from attnviz.core.model_shape import ModelShape
from attnviz.i18n import NumberFormat, translate

Topic = Literal["width", "sharing", "gate", "layers", "unknown", "context"]


def notes(shape: ModelShape, n: int, form: NumberFormat, topics: Iterable[Topic]) -> tuple[str, ...]:
    """Where a shape departs from the plain picture, by topic: a sentence says one thing, with its numbers."""
    found: dict[Topic, str] = {
        "width": _width(shape, form),
        "sharing": _sharing(shape),
        "gate": _gate(shape, form),
        "layers": _layers(shape, form),
        "unknown": _unknown(shape),
        "context": _context(shape, n, form),
    }
    return tuple(found[topic] for topic in topics if found[topic])


def _context(shape: ModelShape, n: int, form: NumberFormat) -> str:
    if shape.context is None or n <= shape.context:
        return ""
    sentence = translate("shapes", "n = {n} is beyond the {context} tokens this model was made for.")
    return sentence.format(n=whole(n, form), context=whole(shape.context, form))


def _width(shape: ModelShape, form: NumberFormat) -> str:
    width = shape.n_heads * shape.head_dim
    if width == shape.hidden or not shape.projections:
        return ""
    return translate(
        "shapes",
        "head_dim comes from the configuration: {heads} heads × {head_dim} = {width}, which is not hidden = {hidden}.",
    ).format(heads=shape.n_heads, head_dim=shape.head_dim, width=whole(width, form), hidden=whole(shape.hidden, form))


def _sharing(shape: ModelShape) -> str:
    if shape.n_kv_heads == shape.n_heads:
        return ""
    return translate(
        "shapes", "{share} query heads share each of {kv} kv-heads: head h reads kv-head ⌊h / {share}⌋."
    ).format(share=shape.share, kv=shape.n_kv_heads)


def _gate(shape: ModelShape, form: NumberFormat) -> str:
    if not shape.gated:
        return ""
    return translate(
        "shapes",
        "The output gate is fused into the query’s matrix: {heads} × ({head_dim} query + {gate} gate) = {width} "
        "columns, split head by head.",
    ).format(
        heads=shape.n_heads,
        head_dim=shape.head_dim,
        gate=shape.v_dim,
        width=whole(shape.n_heads * (shape.head_dim + shape.v_dim), form),
    )


def _layers(shape: ModelShape, form: NumberFormat) -> str:
    full, sliding, linear = shape.count("full"), shape.count("sliding"), shape.count("linear")
    if linear:
        return translate(
            "shapes", "Only {full} of {layers} layers have an n × n matrix; the others carry a state of fixed size."
        ).format(full=full + sliding, layers=shape.n_layers)
    if sliding and shape.window:
        return translate("shapes", "{sliding} of {layers} layers look at the last {window} tokens only.").format(
            sliding=sliding, layers=shape.n_layers, window=whole(shape.window, form)
        )
    return ""


def _unknown(shape: ModelShape) -> str:
    if shape.family == "gpt3":
        return translate(
            "shapes",
            "Its weights were never published: matrices alone are counted, without biases, norms and positions.",
        )
    missing = uncounted(shape)
    if not missing:
        return ""
    return translate("shapes", "Sizes that are not known here are not counted: {parts}.").format(
        parts=", ".join(missing)
    )


def uncounted(shape: ModelShape) -> tuple[str, ...]:
    """What a model has, but whose sizes are not known: no total holds it."""
    if not shape.family:  # a layer of this program's own: there is no more of it
        return ()
    missing = []
    if shape.count("linear") and shape.recurrence is None:
        text = translate("shapes", "{count} layers without n × n scores")
        missing.append(text.format(count=shape.count("linear")))
    if shape.experts is None and shape.intermediate is None:
        missing.append(translate("shapes", "the MLP of every layer"))
    if shape.vocab is None:
        missing.append(translate("shapes", "the token table and the last matrix"))
    return tuple(missing)


def counted(shape: ModelShape) -> str:
    """Of what the multiply-adds are added up, by name."""
    if not shape.family:
        return translate("shapes", "this layer") if shape.n_layers == 1 else translate("shapes", "these layers")
    if not uncounted(shape):
        return translate("shapes", "the whole model")
    linear = shape.count("linear")
    full = shape.n_layers - linear
    several = translate("shapes", "attention of {count} layers").format(count=full)
    names = [translate("shapes", "attention of one layer") if full == 1 else several] if full else []
    if linear and shape.recurrence is not None:
        names.append(translate("shapes", "{count} layers without n × n scores").format(count=linear))
    if shape.experts is not None or shape.intermediate is not None:
        names.append(translate("shapes", "MLP"))
    if shape.vocab is not None:
        names.append(translate("shapes", "last matrix"))
    return " + ".join(names) or translate("shapes", "nothing of it")


def whole(value: int, form: NumberFormat) -> str:
    """A whole number in groups of three: 12,288, or 12.288 where the comma is the decimal sign."""
    return form.whole(value)
