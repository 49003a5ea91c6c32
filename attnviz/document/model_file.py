"""The model of a lesson, and how its shapes are looked at first, from the lesson's file."""

from __future__ import annotations

from typing import Any, get_args

from attnviz.document import model_presets
from attnviz.document.document import Document
from attnviz.document.json_place import Place
from attnviz.document.model_shape import ModelShape, with_shape
from attnviz.document.settings import OWN_LAYER
from attnviz.document.shape_file import shape_from
from attnviz.document.shapes_look import MAX_BATCH, MAX_N, Dtype, Picture, ShapesLook


def read_model(place: Place) -> ModelShape | None:
    """A shipped model by its id, "own" for none, or a model's numbers as an object."""
    if isinstance(place.node.value, dict):
        return shape_from(place)
    name = place.choice((OWN_LAYER, *model_presets.shipped()))
    return None if name == OWN_LAYER else model_presets.load(name)


def change_model(shape: ModelShape | None, document: Document) -> Document:
    """The document looking at another model."""
    return with_shape(document, shape)


def read_shapes_look(place: Place) -> ShapesLook:
    """n, batch, dtype, picture, and whether a question comes first."""
    given = place.members(("n", "batch", "dtype", "picture", "ask"))
    look: dict[str, Any] = {}
    for key, most in (("n", MAX_N), ("batch", MAX_BATCH)):
        if key in given:
            look[key] = given[key].integer(1, most)
    if "dtype" in given:
        look["dtype"] = given["dtype"].choice(get_args(Dtype))
    if "picture" in given:
        look["picture"] = given["picture"].choice(get_args(Picture))
    if "ask" in given:
        look["ask"] = given["ask"].switch()
    return ShapesLook(**look)
