"""The models that come with the program, by id."""

from __future__ import annotations

from functools import cache

from attnviz.core.model_shape import ModelShape
from attnviz.document.json_place import read_places
from attnviz.document.shape_file import shape_from
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.resources import resource


def shipped() -> tuple[str, ...]:
    """Ids of the models in the package, in the order in which they are offered."""
    return tuple(_all())


def load(name: str) -> ModelShape:
    """A shipped model by its id. Raises InputError with the ids there are when none fits."""
    models = _all()
    if name not in models:
        raise InputError(
            translate("shapes", "There is no model called “{name}”: the models are {names}.").format(
                name=name[:80], names=", ".join(models)
            )
        )
    return models[name]


def preset_of(shape: ModelShape) -> str | None:
    """The id of the shipped model that a shape is, unchanged."""
    return next((name for name, model in _all().items() if model == shape), None)


@cache
def _all() -> dict[str, ModelShape]:
    found = {}
    for path in resource("models").glob("*.json"):
        place = read_places(path.read_text(encoding="utf-8"), path.name)
        given = place.members(("order", "shape"), ("order", "shape"))
        found[path.stem] = (given["order"].integer(1, 999), shape_from(given["shape"]))
    return {name: shape for name, (_, shape) in sorted(found.items(), key=lambda item: item[1][0])}
