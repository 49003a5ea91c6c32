"""A model's shape as JSON, value by value: in presets, lessons and saved documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, asdict, fields
from typing import Any, get_args

from attnviz.core.model_shape import Experts, LayerKind, ModelShape, Norm, Recurrence
from attnviz.document.json_place import Place
from attnviz.errors import InputError
from attnviz.i18n import translate

MAX_LAYERS = 10_000
MAX_TEXT = 1000
# The most that a number may be: beyond any model there is, and small enough to be drawn and written.
LIMITS = {
    "hidden": 2**20,
    "n_layers": MAX_LAYERS,
    "n_heads": 4096,
    "n_kv_heads": 4096,
    "kv_wish": 4096,
    "head_dim": 2**16,
    "v_head_dim": 2**16,
    "window": 2**31,
    "intermediate": 2**24,
    "norms": 4,
    "vocab": 2**24,
    "positions": 2**24,
    "segments": 2**16,
    "context": 2**31,
    "count": 2**16,
    "chosen": 2**16,
    "shared": 2**24,
    "key_heads": 4096,
    "value_heads": 4096,
    "key_dim": 2**16,
    "value_dim": 2**16,
    "kernel": 64,
}
_FROM_ZERO = ("norms", "positions", "segments", "shared")
Part = type[ModelShape] | type[Experts] | type[Recurrence]


def shape_from(place: Place) -> ModelShape:
    """The shape in a JSON object, whose keys are the fields of ModelShape. InputError names the line at fault."""
    given = place.members(_names(ModelShape), _needed(ModelShape))
    values: dict[str, Any] = {}
    for key, part in given.items():
        if key == "experts":
            values[key] = Experts(**_numbers(Experts, part))
        elif key == "recurrence":
            values[key] = Recurrence(**_numbers(Recurrence, part))
        elif key == "pattern":
            values[key] = tuple(item.choice(get_args(LayerKind)) for item in part.items(MAX_LAYERS, 1))
        elif key == "norm":
            values[key] = part.choice(get_args(Norm))
        elif key in ("name", "family", "source"):
            values[key] = part.text(MAX_TEXT)
        else:
            values[key] = _number(key, part)
    shape = ModelShape(**values)
    try:
        require_shape(shape)
    except InputError as error:
        raise place.fail(error) from error
    return shape


def shape_values(shape: ModelShape) -> dict[str, Any]:
    """The shape as JSON: `shape_from` reads it back. What is as it is by default is left out."""
    plain = asdict(shape)
    kept = {field.name: plain[field.name] for field in fields(shape) if plain[field.name] != field.default}
    if "pattern" in kept:
        kept["pattern"] = list(kept["pattern"])
    return kept


def require_shape(shape: ModelShape) -> None:
    """Raise InputError where a number of a shape is out of bounds, or two of them contradict each other."""
    for part in (shape, shape.experts, shape.recurrence):
        if part is not None:
            for field in fields(part):
                value = getattr(part, field.name)
                if field.name in LIMITS and value is not None:
                    require_number(field.name, value)
    if not 1 <= len(shape.pattern) <= MAX_LAYERS:
        problem = translate("shapes", "The pattern of layers has a length of {found}; expected 1 to {most}.")
        raise InputError(problem.format(found=len(shape.pattern), most=MAX_LAYERS))
    if shape.n_heads % shape.n_kv_heads:
        raise InputError(
            translate(
                "shapes", "{heads} query heads cannot share {kv} kv-heads evenly: the second must divide the first."
            ).format(heads=shape.n_heads, kv=shape.n_kv_heads)
        )
    if shape.experts is not None and shape.experts.chosen > shape.experts.count:
        raise InputError(
            translate("shapes", "A token cannot pass through {chosen} experts of {count}.").format(
                chosen=shape.experts.chosen, count=shape.experts.count
            )
        )


def require_number(field: str, value: int) -> None:
    """Raise InputError where a number is out of its field's bounds."""
    least = 0 if field in _FROM_ZERO else 1
    if not least <= value <= LIMITS[field]:
        problem = translate("shapes", "{field} must be a whole number from {least} to {most}, but it is {found}.")
        raise InputError(problem.format(field=field, least=least, most=LIMITS[field], found=str(value)[:32]))


def _numbers(part: type[Experts] | type[Recurrence], place: Place) -> dict[str, Any]:
    given = place.members(_names(part), _needed(part))
    return {key: _number(key, item) for key, item in given.items()}


def _number(key: str, place: Place) -> int | bool:
    if key in LIMITS:
        return place.integer(0 if key in _FROM_ZERO else 1, LIMITS[key])
    return place.switch()


def _names(part: Part) -> list[str]:
    return [field.name for field in fields(part)]


def _needed(part: Part) -> list[str]:
    return [field.name for field in _required(part)]


def _required(part: Part) -> Iterator[Field[Any]]:
    return (field for field in fields(part) if field.default is MISSING)
