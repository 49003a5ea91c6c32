"""Edits of embeddings and projections: X, the W, heads, gate, LayerNorm. All matrices keep fitting each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core.heads import component_vectors
from attnviz.core.initial import initial_matrix
from attnviz.document.blocks import (
    by_head,
    check_scores,
    checked_name,
    cut,
    equal,
    grown,
    new_name,
    own_matrix,
    side_by_side,
    without,
    written,
)
from attnviz.document.document import (
    MAX_D_K,
    Document,
    Floats,
    MatrixName,
    Options,
    ProjectionSource,
    frozen,
)
from attnviz.document.projection_checks import checked
from attnviz.errors import InputError
from attnviz.i18n import translate

MAX_TOKENS_BY_HAND = 64
MAX_HEADS = 64


def projection_document(
    tokens: Sequence[str],
    X: ArrayLike,
    W_Q: ArrayLike,
    W_K: ArrayLike,
    W_V: ArrayLike,
    W_O: ArrayLike | None = None,
    *,
    options: Options | None = None,
    name: str = "",
    **settings: object,
) -> Document:
    """A document of embeddings and projections; `settings` are ProjectionSource's other fields.

    Raises ShapeError or InputError naming the matrices that do not fit.
    """
    source = ProjectionSource(
        tokens=tuple(tokens),
        X=frozen(X),
        W_Q=frozen(W_Q),
        W_K=frozen(W_K),
        W_V=frozen(W_V),
        W_O=None if W_O is None else frozen(W_O),
        **settings,  # type: ignore[arg-type]
    )
    return Document(source=checked(source), options=options or Options(), name=name)


def embedded(tokens: Sequence[str], *, d_model: int = 4, n_heads: int = 2, d_k: int = 2, seed: int = 0) -> Document:
    """A new document for some tokens: random embeddings of one decimal, keyed by token, and random projections."""
    X = np.round(component_vectors("x", tuple(tokens), seed, d_model), 1)
    columns = n_heads * d_k
    W_Q, W_K, W_V = (
        np.round(2 * initial_matrix(d_model, columns, seed=seed, name=name), 1) for name in ("W_Q", "W_K", "W_V")
    )
    return projection_document(tokens, X, W_Q, W_K, W_V, n_heads=n_heads, n_kv_heads=n_heads)


def set_block(document: Document, name: MatrixName, row: int, column: int, block: ArrayLike) -> Document:
    """A block of numbers of X or of a W written with its first cell at (row, column)."""
    changed = written(own_matrix(_source(document), name), name, row, column, block)
    return document if changed is None else _with(document, **{name: changed})


def set_matrices(document: Document, matrices: dict[MatrixName, ArrayLike]) -> Document:
    """Several matrices replaced at once, so that a size they share may change; names that do not fit are dropped."""
    source = _source(document)
    new: dict[str, object] = {name: frozen(np.atleast_2d(np.asarray(values))) for name, values in matrices.items()}
    changed = replace(source, **new)  # type: ignore[arg-type]
    check_scores(changed.X.shape[0], source.n_heads)
    if changed.X.shape[0] != source.n_q:
        new["tokens"] = tuple(str(i + 1) for i in range(changed.X.shape[0]))
    if changed.d_model != source.d_model:
        new["dimension_names"] = ()
    if changed.d_v != source.d_v:
        new["value_names"] = ()
    return _with(document, **new)


def add_row(document: Document, name: MatrixName) -> Document:
    """X gains a token of zeros; W_Q, W_K, W_V a dimension of the embedding; W_O a component of each head's value."""
    source = _source(document)
    own_matrix(source, name)
    if name == "X":
        if source.n_q >= MAX_TOKENS_BY_HAND:
            raise InputError(
                translate("document", "A table typed by hand holds at most {most} rows.").format(
                    most=MAX_TOKENS_BY_HAND
                )
            )
        return _with(document, X=grown(source.X, 0), tokens=(*source.tokens, new_name(source.tokens)))
    return with_d_v(document, source.d_v + 1) if name == "W_O" else _with_d_model(document, source.d_model + 1)


def remove_row(document: Document, name: MatrixName, row: int) -> Document:
    """A token, a dimension of the embedding, or a component of each head's value taken out; the last one stays."""
    source = _source(document)
    own_matrix(source, name)
    if name == "X":
        if source.n_q <= 1:
            raise InputError(translate("document", "The last row stays: a matrix needs at least one."))
        return _with(document, X=frozen(np.delete(source.X, row, 0)), tokens=without(source.tokens, row))
    return _without_value(document, row % source.d_v) if name == "W_O" else _without_dimension(document, row)


def add_column(document: Document, name: MatrixName) -> Document:
    """X gains a dimension; W_Q and W_K a component of each head's query and key; W_V of its value; W_O an output."""
    source = _source(document)
    matrix = own_matrix(source, name)
    if name == "X":
        return _with_d_model(document, source.d_model + 1)
    if name == "W_V":
        return with_d_v(document, source.d_v + 1)
    if name == "W_O":
        _check_columns(matrix.shape[1] + 1)
        return _with(document, W_O=grown(matrix, 1))
    return with_d_k(document, source.d_k + 1)


def remove_column(document: Document, name: MatrixName, column: int) -> Document:
    """What add_column adds taken out, at the column's place in every head; the last one stays."""
    source = _source(document)
    matrix = own_matrix(source, name)
    if name == "X":
        return _without_dimension(document, column)
    if name == "W_V":
        return _without_value(document, column % source.d_v)
    if name == "W_O":
        _keep_one(matrix.shape[1])
        return _with(document, W_O=frozen(np.delete(matrix, column, 1)))
    at = column % _query_width(source) if name == "W_Q" else column % source.d_k
    if at >= source.d_k:  # a column of the gate belongs to the values
        return _without_value(document, at - source.d_k)
    _keep_one(source.d_k)
    queries = np.delete(by_head(source.W_Q, source.n_heads), at, 2)
    keys = np.delete(by_head(source.W_K, source.n_kv_heads), at, 2)
    return _with(document, W_Q=side_by_side(queries), W_K=side_by_side(keys))


def with_d_k(document: Document, d_k: int) -> Document:
    """Another number of components of each head's query and key: zeros are appended, or the last ones dropped."""
    source = _source(document)
    if not 1 <= d_k <= MAX_D_K:
        raise InputError(
            translate("document", "d_k is {found}, but it must be a whole number from 1 to {most}.").format(
                found=d_k, most=MAX_D_K
            )
        )
    per_head = by_head(source.W_Q, source.n_heads)
    queries, gates = per_head[:, :, : source.d_k], per_head[:, :, source.d_k :]
    W_Q = side_by_side(np.concatenate([cut(queries, d_k), gates], axis=2))
    return _with(document, W_Q=W_Q, W_K=side_by_side(cut(by_head(source.W_K, source.n_kv_heads), d_k)))


def with_d_v(document: Document, d_v: int) -> Document:
    """Another number of components of each head's value, with its gate and its rows of W_O."""
    source = _source(document)
    _check_columns(d_v)
    changes: dict[str, object] = {"W_V": side_by_side(cut(by_head(source.W_V, source.n_kv_heads), d_v))}
    if source.gated:
        per_head = by_head(source.W_Q, source.n_heads)
        gates = cut(per_head[:, :, source.d_k :], d_v)
        changes["W_Q"] = side_by_side(np.concatenate([per_head[:, :, : source.d_k], gates], axis=2))
    if source.W_O is not None:
        rows = cut(by_head(source.W_O.T, source.n_heads), d_v)
        changes["W_O"] = frozen(side_by_side(rows).T)
    if source.value_names:
        changes["value_names"] = _names(source.value_names, d_v)
    return _with(document, **changes)


def with_heads(document: Document, n_heads: int, n_kv_heads: int) -> Document:
    """Another number of heads. Those that stay keep their numbers; new ones start with random projections."""
    source = _source(document)
    if not (1 <= n_kv_heads <= n_heads <= MAX_HEADS) or n_heads % n_kv_heads:
        raise InputError(
            translate(
                "document",
                "{n_heads} query heads cannot share {n_kv_heads} key-value heads: the first number must be a multiple "
                "of the second, and at most {most}.",
            ).format(n_heads=n_heads, n_kv_heads=n_kv_heads, most=MAX_HEADS)
        )
    changes: dict[str, object] = {"n_heads": n_heads, "n_kv_heads": n_kv_heads}
    for name, before, now in (
        ("W_Q", source.n_heads, n_heads),
        ("W_K", source.n_kv_heads, n_kv_heads),
        ("W_V", source.n_kv_heads, n_kv_heads),
    ):
        changes[name] = _more_heads(getattr(source, name), name, before, now)
    if source.W_O is not None:
        rows = n_heads * source.d_v
        fresh = np.round(initial_matrix(rows, source.W_O.shape[1], seed=0, name="W_O"), 2)
        kept = min(rows, source.W_O.shape[0])
        fresh[:kept] = source.W_O[:kept]
        changes["W_O"] = frozen(fresh)
    return _with(document, **changes)


def with_gate(document: Document, gated: bool) -> Document:
    """The output gate put in or taken out. A new gate is all zeros: σ(0) = ½ lets half of everything through."""
    source = _source(document)
    if gated == source.gated:
        return document
    per_head = by_head(source.W_Q, source.n_heads)
    width = source.d_k + source.d_v if gated else source.d_k
    return _with(document, W_Q=side_by_side(cut(per_head, width)), gated=gated)


def with_output_projection(document: Document, present: bool) -> Document:
    """W_O put in, at first as the identity, or taken out."""
    source = _source(document)
    if present == (source.W_O is not None):
        return document
    return _with(document, W_O=frozen(np.eye(source.n_heads * source.d_v)) if present else None)


def with_layer_norm(document: Document, normalise: bool, eps: float | None = None) -> Document:
    """LayerNorm before the projections, on or off, and its eps."""
    source = _source(document)
    eps = source.eps if eps is None else eps
    if not (np.isfinite(eps) and eps >= 0):
        raise InputError(
            translate("document", "eps is {found}, but it must be a number of at least 0.").format(found=f"{eps:g}")
        )
    return _with(document, normalise=normalise, eps=float(eps))


def with_random_projections(document: Document, seed: int) -> Document:
    """Every W drawn anew from the seed, as a layer would start to train."""
    source = _source(document)
    changes = {
        name: frozen(np.round(initial_matrix(*getattr(source, name).shape, seed=seed, name=name), 2))
        for name in ("W_Q", "W_K", "W_V", "W_O")
        if getattr(source, name) is not None
    }
    return _with(document, **changes)


def rename_token(document: Document, index: int, text: str) -> Document:
    """Another name for a token."""
    checked_name(text)
    return _renamed(document, "tokens", _source(document).tokens, index, text)


def rename_dimension(document: Document, index: int, text: str) -> Document:
    """Another name for a dimension of the embedding; the others keep theirs, or get a number."""
    checked_name(text)
    source = _source(document)
    return _renamed(document, "dimension_names", _names(source.dimension_names, source.d_model), index, text)


def rename_value(document: Document, index: int, text: str) -> Document:
    """Another name for a component of the values."""
    checked_name(text)
    source = _source(document)
    return _renamed(document, "value_names", _names(source.value_names, source.d_v), index, text)


def _renamed(document: Document, field: str, names: tuple[str, ...], index: int, text: str) -> Document:
    if names[index] == text:
        return document
    changed = (*names[:index], text, *names[index + 1 :])
    return replace(document, source=replace(_source(document), **{field: changed}))  # type: ignore[arg-type]


def _with_d_model(document: Document, d_model: int) -> Document:
    source = _source(document)
    _check_columns(d_model)
    names = source.dimension_names and _names(source.dimension_names, d_model)
    W = {name: grown(getattr(source, name), 0) for name in ("W_Q", "W_K", "W_V")}
    return _with(document, X=grown(source.X, 1), dimension_names=names, **W)


def _without_dimension(document: Document, index: int) -> Document:
    source = _source(document)
    _keep_one(source.d_model)
    W = {name: frozen(np.delete(getattr(source, name), index, 0)) for name in ("W_Q", "W_K", "W_V")}
    names = source.dimension_names and without(source.dimension_names, index)
    return _with(document, X=frozen(np.delete(source.X, index, 1)), dimension_names=names, **W)


def _without_value(document: Document, index: int) -> Document:
    source = _source(document)
    _keep_one(source.d_v)
    changes: dict[str, object] = {"W_V": side_by_side(np.delete(by_head(source.W_V, source.n_kv_heads), index, 2))}
    if source.gated:
        changes["W_Q"] = side_by_side(np.delete(by_head(source.W_Q, source.n_heads), source.d_k + index, 2))
    if source.W_O is not None:
        rows = np.delete(by_head(source.W_O.T, source.n_heads), index, 2)
        changes["W_O"] = frozen(side_by_side(rows).T)
    if source.value_names:
        changes["value_names"] = without(source.value_names, index)
    return _with(document, **changes)


def _more_heads(W: Floats, name: str, before: int, now: int) -> Floats:
    width = W.shape[1] // before
    fresh = np.round(initial_matrix(W.shape[0], width * now, seed=0, name=name), 2)
    kept = width * min(before, now)
    fresh[:, :kept] = W[:, :kept]
    return frozen(fresh)


def _query_width(source: ProjectionSource) -> int:
    return source.d_k + source.d_v if source.gated else source.d_k


def _names(names: tuple[str, ...], count: int) -> tuple[str, ...]:
    """`count` names: those there are, then numbers."""
    return (*names[:count], *(str(i + 1) for i in range(len(names), count)))


def _keep_one(count: int) -> None:
    if count <= 1:
        raise InputError(translate("document", "The last column stays: a matrix needs at least one."))


def _check_columns(columns: int) -> None:
    if columns > MAX_D_K:
        raise InputError(
            translate("document", "{found} columns are too many: a matrix holds at most {most}.").format(
                found=columns, most=MAX_D_K
            )
        )


def _with(document: Document, **changes: object) -> Document:
    before = _source(document)
    if all(equal(value, getattr(before, field)) for field, value in changes.items()):
        return document
    source = checked(replace(before, **changes))  # type: ignore[arg-type]
    padding = min(document.options.padding, source.n_k - 1)
    return replace(document, source=source, options=replace(document.options, padding=padding))


def _source(document: Document) -> ProjectionSource:
    if not isinstance(document.source, ProjectionSource):
        raise InputError(
            translate(
                "document",
                "This document has no embeddings and projections: choose “New from embeddings” for one that has.",
            )
        )
    return document.source
