"""The loss of a lesson's document, or of an experiment, from its file."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnviz.document.document import Document, frozen
from attnviz.document.json_place import MAX_SEED, Place
from attnviz.document.upstream import PRESETS
from attnviz.document.upstream_edits import with_upstream, with_values

_KEYS = ("preset", "row", "column", "seed", "target", "values")
MAX_COLUMN = 4096


def read_upstream(place: Place) -> dict[str, Any]:
    """The fields of Upstream that a file sets; rows and columns count from 1 there."""
    given = place.members(_KEYS, ("preset",))
    fields: dict[str, Any] = {"preset": given["preset"].choice(PRESETS)}
    for key in ("row", "column"):
        if key in given:
            fields[key] = given[key].integer(1, MAX_COLUMN) - 1
    if "seed" in given:
        fields["seed"] = given["seed"].integer(0, MAX_SEED)
    if "target" in given:
        fields["target"] = tuple(given["target"].numbers())
    if "values" in given:
        fields["values"] = frozen(given["values"].matrix("values"))
    return fields


def change_upstream(fields: dict[str, Any], document: Document) -> Document:
    """Another loss; numbers of one's own are fitted to the shape of the result."""
    values = fields.get("values")
    if fields["preset"] == "custom" and values is not None:
        kept = document.upstream.values
        same = document.upstream.preset == "custom" and kept is not None and np.array_equal(kept, values)
        return document if same else with_values(document, values)
    return with_upstream(document, **fields)
