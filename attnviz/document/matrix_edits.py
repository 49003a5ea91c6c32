"""Edits of Q, K and V typed by hand: cells, blocks, rows, columns and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from attnviz.document.blocks import checked_name, grown, new_name, own_matrix, without, written
from attnviz.document.document import (
    MAX_D_K,
    MAX_TOKENS,
    Document,
    Floats,
    MatrixName,
    MatrixSource,
    Options,
    frozen,
)
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate

MAX_ROWS = 64  # beyond this a table typed by hand is a file; sentences go to 4096


def matrix_document(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike | None = None,
    *,
    tokens_q: Sequence[str] | None = None,
    tokens_k: Sequence[str] | None = None,
    value_names: Sequence[str] = (),
    options: Options | None = None,
    name: str = "",
) -> Document:
    """A document of matrices: Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v); without V, V is the identity.

    Raises ShapeError naming both shapes when two of them do not fit.
    """
    q, k = frozen(Q), frozen(K)
    v = frozen(np.eye(k.shape[0]) if V is None else V)
    check_shapes(q, k, v)
    names_q = tuple(tokens_q) if tokens_q is not None else _default_names(q.shape[0])
    names_k = (
        tuple(tokens_k)
        if tokens_k is not None
        else (names_q if q.shape[0] == k.shape[0] else _default_names(k.shape[0]))
    )
    _check_count("Q", len(names_q), q.shape[0])
    _check_count("K", len(names_k), k.shape[0])
    if value_names:
        _check_count("Vᵀ", len(value_names), v.shape[1])
    _check_scores(q, k, names_q, names_k)
    source = MatrixSource(
        tokens_q=names_q,
        tokens_k=names_k,
        Q=q,
        K=k,
        V=v,
        value_names=tuple(value_names),
        shared=names_q == names_k,
    )
    return Document(source=source, options=options or Options(), name=name)


def set_cell(document: Document, name: MatrixName, row: int, column: int, value: float) -> Document:
    """One number of Q, K or V changed."""
    return set_block(document, name, row, column, [[value]])


def set_block(document: Document, name: MatrixName, row: int, column: int, block: ArrayLike) -> Document:
    """A block of numbers written with its first cell at (row, column); it must fit inside the matrix."""
    source = _source(document)
    changed = written(own_matrix(source, name), name, row, column, block)
    if changed is None:
        return document
    _check_finite(name, changed)
    source = replace(source, **{name: changed})  # type: ignore[arg-type]
    if name != "V":
        _check_scores(source.Q, source.K, source.tokens_q, source.tokens_k)
    return replace(document, source=source)


def set_matrix(document: Document, name: MatrixName, values: ArrayLike) -> Document:
    """A whole matrix replaced, for instance from a file; its shape must fit the other two."""
    return set_matrices(document, {name: values})


def set_matrices(document: Document, matrices: dict[MatrixName, ArrayLike]) -> Document:
    """Several matrices replaced at once, so that their common size may change."""
    source = _source(document)
    new = {name: frozen(np.atleast_2d(np.asarray(values, dtype=np.float64))) for name, values in matrices.items()}
    if all(np.array_equal(values, own_matrix(source, name)) for name, values in new.items()):
        return document
    q, k, v = (new.get(name, getattr(source, name)) for name in ("Q", "K", "V"))
    changed = matrix_document(
        q,
        k,
        v,
        tokens_q=source.tokens_q if q.shape[0] == source.n_q else None,
        tokens_k=source.tokens_k if k.shape[0] == source.n_k else None,
        value_names=source.value_names if v.shape[1] == source.V.shape[1] else (),
    )
    padding = document.options.padding if k.shape[0] == source.n_k else 0
    return replace(document, source=changed.source, options=replace(document.options, padding=padding))


def add_row(document: Document, name: MatrixName) -> Document:
    """A row of zeros at the end. K and V grow together; so does Q where queries and keys are the same tokens."""
    source = _source(document)
    own_matrix(source, name)
    both = source.shared
    queries = both or name == "Q"
    keys = both or name != "Q"
    if (queries and source.n_q >= MAX_ROWS) or (keys and source.n_k >= MAX_ROWS):
        raise InputError(
            translate("document", "A table typed by hand holds at most {most} rows.").format(most=MAX_ROWS)
        )
    changes: dict[str, object] = {}
    if queries:
        changes |= {"Q": grown(source.Q, 0), "tokens_q": (*source.tokens_q, new_name(source.tokens_q))}
    if keys:
        changes |= {
            "K": grown(source.K, 0),
            "V": grown(source.V, 0),
            "tokens_k": (*source.tokens_k, new_name(source.tokens_k)),
        }
    return replace(document, source=replace(source, **changes))  # type: ignore[arg-type]


def remove_row(document: Document, name: MatrixName, row: int) -> Document:
    """A row taken out, with its partners as in add_row; the last one stays."""
    source = _source(document)
    own_matrix(source, name)
    queries = source.shared or name == "Q"
    keys = source.shared or name != "Q"
    if (queries and source.n_q <= 1) or (keys and source.n_k <= 1):
        raise InputError(translate("document", "The last row stays: a matrix needs at least one."))
    changes: dict[str, object] = {}
    if queries:
        changes |= {"Q": frozen(np.delete(source.Q, row, 0)), "tokens_q": without(source.tokens_q, row)}
    if keys:
        changes |= {
            "K": frozen(np.delete(source.K, row, 0)),
            "V": frozen(np.delete(source.V, row, 0)),
            "tokens_k": without(source.tokens_k, row),
        }
    changed = replace(source, **changes)  # type: ignore[arg-type]
    padding = min(document.options.padding, changed.n_k - 1)
    return replace(document, source=changed, options=replace(document.options, padding=padding))


def add_column(document: Document, name: MatrixName) -> Document:
    """A column of zeros at the end. Q and K grow together, since q · k needs the same d_k."""
    source = _source(document)
    own_matrix(source, name)
    if name == "V":
        _check_columns(source.V.shape[1] + 1)
        names = source.value_names and (*source.value_names, new_name(source.value_names))
        return replace(document, source=replace(source, V=grown(source.V, 1), value_names=names))
    _check_columns(source.d_k + 1)
    return replace(document, source=replace(source, Q=grown(source.Q, 1), K=grown(source.K, 1)))


def remove_column(document: Document, name: MatrixName, column: int) -> Document:
    """A column taken out (of Q and K together, or of V); the last one stays."""
    source = _source(document)
    own_matrix(source, name)
    width = source.V.shape[1] if name == "V" else source.d_k
    if width <= 1:
        raise InputError(translate("document", "The last column stays: a matrix needs at least one."))
    if name == "V":
        names = source.value_names and without(source.value_names, column)
        changed = replace(source, V=frozen(np.delete(source.V, column, 1)), value_names=names)
    else:
        changed = replace(source, Q=frozen(np.delete(source.Q, column, 1)), K=frozen(np.delete(source.K, column, 1)))
    return replace(document, source=changed)


def rename_token(document: Document, side: str, index: int, text: str) -> Document:
    """The label of a query (side "q") or key ("k"); both where they are the same token."""
    source = _source(document)
    checked_name(text)
    changes = {}
    for which in ("q", "k"):
        names = getattr(source, f"tokens_{which}")
        if (source.shared or which == side) and names[index] != text:
            changes[f"tokens_{which}"] = (*names[:index], text, *names[index + 1 :])
    return replace(document, source=replace(source, **changes)) if changes else document  # type: ignore[arg-type]


def rename_value(document: Document, index: int, text: str) -> Document:
    """The name of a value dimension; the others keep theirs, or get a number."""
    source = _source(document)
    checked_name(text)
    names = source.value_names or _default_names(source.V.shape[1])
    if names[index] == text:
        return document
    return replace(document, source=replace(source, value_names=(*names[:index], text, *names[index + 1 :])))


def check_shapes(Q: Floats, K: Floats, V: Floats) -> None:
    """Raise ShapeError, with both shapes named, unless Q, K and V fit each other."""
    for name, matrix in (("Q", Q), ("K", K), ("V", V)):
        if matrix.ndim != 2 or 0 in matrix.shape:
            raise ShapeError(
                translate(
                    "document", "{name} has the shape {shape}, but a table with rows and columns is needed."
                ).format(name=name, shape=_shape(matrix))
            )
        _check_finite(name, matrix)
    if Q.shape[1] != K.shape[1]:
        raise ShapeError(
            translate(
                "document",
                "Q is {q} and K is {k}: a query and a key need the same number of columns (d_k) to be multiplied.",
            ).format(q=_shape(Q), k=_shape(K))
        )
    if K.shape[0] != V.shape[0]:
        raise ShapeError(
            translate(
                "document",
                "K is {k} and V is {v}: each key needs one value, so both need the same number of rows.",
            ).format(k=_shape(K), v=_shape(V))
        )
    _check_columns(Q.shape[1])
    _check_columns(V.shape[1], MAX_TOKENS)  # the identity, which stands in for a missing V, is as wide as K is long


def _check_finite(name: str, matrix: Floats) -> None:
    if not np.isfinite(matrix).all():
        raise InputError(
            translate("document", "{name} holds NaN or infinity, but every number must be finite.").format(name=name)
        )


def _check_scores(Q: Floats, K: Floats, tokens_q: Sequence[str], tokens_k: Sequence[str]) -> None:
    """A score past the largest float64 has no number to show, so such an edit is refused."""
    with np.errstate(over="ignore", invalid="ignore"):
        if np.abs(Q).max(initial=0.0) * np.abs(K).max(initial=0.0) * Q.shape[1] < np.finfo(np.float64).max:
            return  # no sum of products can be larger: the products themselves need not be made
        S = Q @ K.T
    wrong = np.argwhere(~np.isfinite(S))
    if len(wrong):
        i, j = wrong[0]
        raise InputError(
            translate(
                "document",
                "With these numbers the score of query “{query}” and key “{key}” passes the largest number the "
                "machine can hold (1.8·10³⁰⁸): use smaller ones.",
            ).format(query=tokens_q[int(i)], key=tokens_k[int(j)])
        )


def _source(document: Document) -> MatrixSource:
    if not isinstance(document.source, MatrixSource):
        raise InputError(
            translate(
                "document",
                "This document is a sentence, whose Q and K follow from its words: only matrices typed by hand can "
                "be edited.",
            )
        )
    return document.source


def _default_names(n: int) -> tuple[str, ...]:
    return tuple(str(i + 1) for i in range(n))


def _check_columns(columns: int, most: int = MAX_D_K) -> None:
    if columns > most:
        raise InputError(
            translate("document", "{found} columns are too many: a matrix holds at most {most}.").format(
                found=columns, most=most
            )
        )


def _check_count(name: str, labels: int, rows: int) -> None:
    if labels != rows:
        raise ShapeError(
            translate("document", "There are {labels} names for the {rows} rows of {name}.").format(
                labels=labels, rows=rows, name=name
            )
        )


def _shape(matrix: np.ndarray) -> str:
    return " × ".join(str(size) for size in matrix.shape) or "()"
