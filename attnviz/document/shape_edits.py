"""Changing one number of a model, and what else has to follow or no longer fits, as sentences."""

from __future__ import annotations

from dataclasses import replace
from math import gcd
from typing import Any, Literal, get_args

from attnviz.core.ledger import Row, layer_rows, outside_rows
from attnviz.core.model_shape import ModelShape
from attnviz.document.shape_file import require_number, require_shape
from attnviz.i18n import NumberFormat, translate

NumberField = Literal[
    "hidden", "n_layers", "n_heads", "n_kv_heads", "head_dim", "intermediate", "vocab", "context", "window"
]
SwitchField = Literal["gated", "qkv_bias", "o_bias", "qk_norm", "tied"]
NUMBERS: tuple[NumberField, ...] = get_args(NumberField)
SWITCHES: tuple[SwitchField, ...] = get_args(SwitchField)
ENGLISH = NumberFormat()


def with_number(shape: ModelShape, field: NumberField, value: int) -> tuple[ModelShape, tuple[str, ...]]:
    """The shape with another number, and what that led to.

    What a family derives goes along: kv-heads where every query head has its own, head_dim where it is hidden /
    n_heads, the MLP where it is four times as wide, the table of positions. Kv-heads that no longer divide the query
    heads become fewer, and come back with the next number of heads that they divide. Raises InputError for what cannot
    be.
    """
    require_number(field, value)
    changed = _replaced(shape, field, value)
    if field == "n_heads":
        changed = _share_anew(changed, own=shape.n_kv_heads == shape.n_heads)
    if field == "n_kv_heads":
        changed = replace(changed, kv_wish=None)
    if field == "head_dim":
        changed = replace(changed, head_dim_given=True)
    if not changed.head_dim_given and changed.hidden % changed.n_heads == 0:
        changed = replace(changed, head_dim=changed.hidden // changed.n_heads)
    if field == "hidden" and not shape.mlp_gated and shape.intermediate == 4 * shape.hidden:
        changed = replace(changed, intermediate=4 * value)
    if field == "context" and shape.positions:
        changed = replace(changed, positions=value)
    require_shape(changed)
    return changed, consequences(shape, changed, field)


def with_switch(shape: ModelShape, field: SwitchField, on: bool) -> tuple[ModelShape, tuple[str, ...]]:
    """The shape with biases, norms, gate or tied embeddings put in or taken out, and what that led to."""
    changed = _replaced(shape, field, on)
    return changed, consequences(shape, changed, field)


def _share_anew(shape: ModelShape, *, own: bool) -> ModelShape:
    """The shape with kv-heads that divide its query heads: one for each where they were, else as many as wished for."""
    if own and shape.kv_wish is None:
        return replace(shape, n_kv_heads=shape.n_heads)
    wish = shape.n_kv_heads if shape.kv_wish is None else shape.kv_wish
    fitting = gcd(shape.n_heads, wish)
    # Where the wish is as many as there are query heads it is kept, or they would count as each one's own.
    kept = wish if wish == shape.n_heads or fitting != wish else None
    return replace(shape, n_kv_heads=fitting, kv_wish=kept)


def _replaced(shape: ModelShape, field: str, value: int | bool) -> ModelShape:
    change: dict[str, Any] = {field: value}
    return replace(shape, **change)


def consequences(
    before: ModelShape, after: ModelShape, field: str = "", form: NumberFormat = ENGLISH
) -> tuple[str, ...]:
    """What differs besides `field` itself: numbers that followed, what no longer fits, matrices of other sizes.

    A number is said to have followed only where the one that it is derived from is another too.
    """
    if before == after:
        return ()
    return (*_followed(before, after, field, form), *_unfit(before, after, form), *_resized(before, after, form))


def _followed(before: ModelShape, after: ModelShape, field: str, form: NumberFormat) -> list[str]:
    heads = before.n_heads != after.n_heads
    derived = {
        "n_kv_heads": (heads, translate("shapes", "The key-value heads follow: {old} → {new}.")),
        "head_dim": (
            not (before.head_dim_given or after.head_dim_given),
            translate("shapes", "The size of a head follows: {old} → {new}."),
        ),
        "intermediate": (
            before.hidden != after.hidden,
            translate("shapes", "The size of the MLP follows: {old} → {new}."),
        ),
        "positions": (True, translate("shapes", "The table of positions follows: {old} → {new}.")),
    }
    sentences = []
    for name, (possible, sentence) in derived.items():
        old, new = getattr(before, name) or 0, getattr(after, name) or 0
        if name != field and possible and old != new:
            sentences.append(sentence.format(old=form.whole(old), new=form.whole(new)))
    if heads and after.kv_wish not in (None, after.n_kv_heads):
        text = translate(
            "shapes", "{wish} key-value heads do not divide {heads} query heads; they return where they do."
        )
        sentences.append(text.format(wish=after.kv_wish, heads=form.whole(after.n_heads)))
    return sentences


def _unfit(before: ModelShape, after: ModelShape, form: NumberFormat) -> list[str]:
    width = after.n_heads * after.head_dim
    if width == after.hidden or not after.projections:
        return []
    if not after.head_dim_given and after.hidden % after.n_heads:
        problem = translate("shapes", "{heads} heads do not divide hidden = {hidden}: head_dim stays {head_dim}.")
        return [problem.format(heads=after.n_heads, hidden=form.whole(after.hidden), head_dim=after.head_dim)]
    if before.n_heads * before.head_dim == before.hidden:
        problem = translate("shapes", "n_heads × head_dim = {width} is no longer hidden = {hidden}.")
        return [problem.format(width=form.whole(width), hidden=form.whole(after.hidden))]
    return []


def _resized(before: ModelShape, after: ModelShape, form: NumberFormat) -> list[str]:
    old = {row.name: row for row in _rows(before)}
    sentences = []
    for row in _rows(after):
        was = old.pop(row.name, None)
        if was is None:
            new = translate("shapes", "{name} is new: {size}.")
            sentences.append(new.format(name=plain(row), size=size_text(row, form)))
        elif (was.inputs, was.outputs) != (row.inputs, row.outputs):
            sentences.append(
                translate("shapes", "{name}: {old} → {new}.").format(
                    name=plain(row), old=size_text(was, form), new=size_text(row, form)
                )
            )
        elif was.bias != row.bias:
            sentences.append(
                (
                    translate("shapes", "{name} gets {count} biases.")
                    if row.bias
                    else translate("shapes", "{name} loses its {count} biases.")
                ).format(name=plain(row), count=form.whole(row.outputs))
            )
    sentences += [translate("shapes", "{name} goes.").format(name=plain(row)) for row in old.values()]
    return sentences


def _rows(shape: ModelShape) -> tuple[Row, ...]:
    linear = layer_rows(shape, "linear") if "linear" in shape.pattern else ()
    return (*layer_rows(shape, "full"), *linear, *outside_rows(shape))


def plain(row: Row) -> str:
    """A row's name without the layer it stands in."""
    return row.name.split("{i}.")[-1]


def size_text(row: Row, form: NumberFormat) -> str:
    """inputs × outputs, or the length of a vector."""
    return f"{form.whole(row.inputs)} × {form.whole(row.outputs)}" if row.inputs else form.whole(row.outputs)
