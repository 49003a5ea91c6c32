"""A lesson's experiments: changes to a document, read from a file and checked there, applied when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core.arrays import shape_text
from attnviz.document import matrix_edits, projection_edits
from attnviz.document.blocks import MAX_NAME
from attnviz.document.document import Document, Floats, MatrixName, MatrixSource, ProjectionSource, editable
from attnviz.document.json_place import MAX_SEED, MAX_SIDE, Place
from attnviz.document.model_file import change_model, read_model, read_shapes_look
from attnviz.document.settings import SETTINGS, apply_setting
from attnviz.document.training_file import change_training, read_training
from attnviz.document.upstream_file import change_upstream, read_upstream
from attnviz.document.view_state import Inspector, Letters, Tab, ViewState
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate

Step = Callable[[Document], Document]  # the same object when nothing changes

MAX_EXPERIMENTS = 50
MAX_STEPS = 20
MAX_TEXT = 10_000  # characters

_NAMES: tuple[MatrixName, ...] = get_args(MatrixName)
_LAYER = ("n_heads", "n_kv_heads", "gated", "W_O", "normalise", "eps", "seed")
_VIEW = ("tab", "head", "query", "key", "letters", "inspector", "shapes")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Experiment:
    """One change to try, and what to observe when it has been made."""

    title: str
    observe: str
    steps: tuple[Step, ...]
    changed_row: int | None = None  # of Q or X, 0-based: the query whose numbers are changed
    look: dict[str, Any] = field(default_factory=dict)  # fields of ViewState that it sets

    def follow(self, query: int) -> int:
        """The row to follow: the one it asks for, else the query whose numbers it changes, else `query`."""
        if "query" in self.look:
            return int(self.look["query"])
        return query if self.changed_row is None else self.changed_row

    def view(self, view: ViewState, query: int) -> ViewState:
        """How to look when it has been applied; `query` is the lesson's own row."""
        return replace(view, **self.changes(query))

    def changes(self, query: int) -> dict[str, Any]:
        """The fields of a view that it sets; the way back is shown to its end, or what it changes might not be seen."""
        return {"query": self.follow(query), "back_step": None} | self.look

    def apply(self, document: Document) -> Document:
        """The document with the experiment's changes made."""
        for step in self.steps:
            document = step(document)
        return document


def read_experiment(place: Place, language: str, document: Document) -> Experiment:
    """An experiment of a lesson file, tried out on the lesson's document; InputError names the line at fault."""
    given = place.members(("title", "observe", "do"), ("title", "observe", "do"))
    steps: list[Step] = []
    look: dict[str, Any] = {}
    rows: list[int] = []
    for item in given["do"].items(MAX_STEPS, 1):
        parts = item.members(("view", *_READERS))
        if len(parts) != 1:
            raise item.fail(
                translate(
                    "lessons", "{path} must have exactly one key of {names}, but their number is {found}."
                ).format(path=item.path, found=len(parts), names=", ".join(("view", *_READERS)))
            )
        ((kind, part),) = parts.items()
        if kind == "view":
            look |= read_view(part, document)
            continue
        step = _READERS[kind](part, language)
        if kind == "row" and part.items(3)[0].node.value in ("Q", "X"):
            rows.append(part.items(3)[1].integer(1, MAX_SIDE) - 1)
        try:
            document = step(document)
        except InputError as error:
            problem = translate("lessons", "this experiment cannot be applied: {problem}")
            raise item.fail(problem.format(problem=error)) from error
        steps.append(step)
    return Experiment(
        title=given["title"].spoken(language).text(MAX_NAME),
        observe=given["observe"].spoken(language).text(MAX_TEXT),
        steps=tuple(steps),
        changed_row=rows[0] if rows else None,
        look=look,
    )


def read_view(place: Place, document: Document) -> dict[str, Any]:
    """The fields of ViewState that a file sets; heads, rows and keys count from 1 there."""
    given = place.members(_VIEW)
    source = document.source
    heads = source.n_heads if isinstance(source, ProjectionSource) else 1
    look: dict[str, Any] = {}
    if "tab" in given:
        look["tab"] = given["tab"].choice(get_args(Tab))
    if "letters" in given:
        look["letters"] = given["letters"].choice(get_args(Letters))
    if "shapes" in given:
        look["shapes"] = read_shapes_look(given["shapes"])
    if "inspector" in given:
        look["inspector"] = given["inspector"].choice(get_args(Inspector))
    for key, most in (("head", heads), ("query", source.n_q), ("key", source.n_k)):
        if key in given:
            look[key] = given[key].integer(1, most) - 1
    return look


# reading a step -----------------------------------------------------------------------------------------------


def _row(place: Place, _language: str) -> Step:
    name, row, values = place.items(3, 3)
    return partial(
        set_row, cast(MatrixName, name.choice(_NAMES)), row.integer(1, MAX_SIDE) - 1, tuple(values.numbers())
    )


def _matrices(place: Place, _language: str) -> Step:
    given = place.members(_NAMES)
    return partial(set_matrices, {cast(MatrixName, key): part.matrix(key) for key, part in given.items()})


def _copy(place: Place, _language: str) -> Step:
    source, target = (cast(MatrixName, item.choice(_NAMES)) for item in place.items(2, 2))
    return partial(copy_matrix, source, target)


def _tokens(place: Place, language: str) -> Step:
    return partial(rename_tokens, place.spoken(language).texts(projection_edits.MAX_TOKENS_BY_HAND, MAX_NAME))


def _layer(place: Place, _language: str) -> Step:
    given = place.members(_LAYER)
    most = projection_edits.MAX_HEADS
    layer: dict[str, Any] = {}
    for key, part in given.items():
        if key in ("n_heads", "n_kv_heads"):
            layer[key] = part.integer(1, most)
        elif key == "eps":
            layer[key] = part.number()
        else:
            layer[key] = part.integer(0, MAX_SEED) if key == "seed" else part.switch()
    return partial(change_layer, layer)


def _set(place: Place, language: str) -> Step:
    given = place.members(SETTINGS)
    return partial(change_settings, tuple((key, part.spoken(language).setting()) for key, part in given.items()))


def _model(place: Place, _language: str) -> Step:
    return partial(change_model, read_model(place))


def _upstream(place: Place, _language: str) -> Step:
    return partial(change_upstream, read_upstream(place))


def _training(place: Place, _language: str) -> Step:
    return partial(change_training, read_training(place))


_READERS: dict[str, Callable[[Place, str], Step]] = {
    "row": _row,
    "set": _set,
    "layer": _layer,
    "matrices": _matrices,
    "copy": _copy,
    "tokens": _tokens,
    "upstream": _upstream,
    "model": _model,
    "training": _training,
}


# applying a step ----------------------------------------------------------------------------------------------


def set_row(name: MatrixName, row: int, values: Sequence[float], document: Document) -> Document:
    """A whole row of a matrix; its length must be the matrix's."""
    matrix = _matrix(document, name)
    if row >= matrix.shape[0] or len(values) != matrix.shape[1]:
        raise ShapeError(
            translate(
                "lessons", "{name} is {shape}, but the length of the row that would become its row {row} is {count}."
            ).format(name=name, shape=shape_text(matrix), row=row + 1, count=len(values))
        )
    if isinstance(document.source, ProjectionSource):
        return projection_edits.set_block(document, name, row, 0, [list(values)])
    return matrix_edits.set_block(document, name, row, 0, [list(values)])


def set_matrices(matrices: dict[MatrixName, Floats], document: Document) -> Document:
    """Whole matrices at once, so that a size they share may change; names that do not fit any more are dropped."""
    present = {name: _matrix(document, name) for name in matrices}  # refuses any that there is none of
    if all(np.array_equal(present[name], values) for name, values in matrices.items()):
        return document
    given: dict[MatrixName, ArrayLike] = dict(matrices)
    if not isinstance(document.source, ProjectionSource):
        return matrix_edits.set_matrices(document, given)
    changed = projection_edits.set_matrices(document, given)
    source = cast(ProjectionSource, changed.source)
    dimensions = source.dimension_names if len(source.dimension_names) == source.d_model else ()
    values = source.value_names if len(source.value_names) == source.d_v else ()
    return replace(changed, source=replace(source, dimension_names=dimensions, value_names=values))


def copy_matrix(source: MatrixName, target: MatrixName, document: Document) -> Document:
    """A matrix made equal to another."""
    return set_matrices({target: _matrix(document, source)}, document)


def rename_tokens(names: Sequence[str], document: Document) -> Document:
    """Other names for all tokens, which are queries and keys at once."""
    source = document.source
    if len(names) != source.n_q or (isinstance(source, MatrixSource) and not source.shared):
        raise ShapeError(
            translate(
                "lessons",
                "the number of names is {found}, but that of queries is {n_q} and of keys {n_k}; all must be the same "
                "tokens.",
            ).format(found=len(names), n_q=source.n_q, n_k=source.n_k)
        )
    for index, name in enumerate(names):
        if isinstance(source, ProjectionSource):
            document = projection_edits.rename_token(document, index, name)
        else:
            document = matrix_edits.rename_token(document, "q", index, name)
    return document


def change_layer(layer: dict[str, Any], document: Document) -> Document:
    """Heads, gate, W_O, LayerNorm and another draw of the W; what is not given stays."""
    if "n_heads" in layer or "n_kv_heads" in layer:
        source = document.source
        n_heads = layer.get("n_heads", source.n_heads if isinstance(source, ProjectionSource) else 1)
        document = projection_edits.with_heads(document, n_heads, layer.get("n_kv_heads", n_heads))
    if "gated" in layer:
        document = projection_edits.with_gate(document, layer["gated"])
    if "W_O" in layer:
        document = projection_edits.with_output_projection(document, layer["W_O"])
    if "eps" in layer or "normalise" in layer:
        source = document.source
        on = isinstance(source, ProjectionSource) and source.normalise
        document = projection_edits.with_layer_norm(document, layer.get("normalise", on), layer.get("eps"))
    return _drawn_anew(layer["seed"], document) if "seed" in layer else document


def change_settings(settings: Sequence[tuple[str, str]], document: Document) -> Document:
    """Settings, as KEY=VALUE on the command line."""
    for key, value in settings:
        document = apply_setting(document, key, value)
    return document


def _drawn_anew(seed: int, document: Document) -> Document:
    changed = projection_edits.with_random_projections(document, seed)
    same = all(
        np.array_equal(getattr(document.source, name), getattr(changed.source, name))
        for name in editable(document.source)
    )
    return document if same else changed


def _matrix(document: Document, name: MatrixName) -> Floats:
    names = editable(document.source)
    if name not in names:
        raise InputError(
            translate("lessons", "{name} is none of this document's matrices: {expected}.").format(
                name=name, expected=", ".join(names) or "∅"
            )
        )
    matrix: Floats = getattr(document.source, name)
    return matrix
