"""A document that came from outside, put through the same checks as one that is made in the program."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from attnviz.core.tokens import MAX_TOKENS
from attnviz.document import edits, matrix_edits, projection_edits, upstream_edits
from attnviz.document.document import Document, MatrixSource, Options, ProjectionSource, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.shape_file import require_shape
from attnviz.document.training_plan import checked_plan
from attnviz.errors import InputError
from attnviz.i18n import translate


def validated(document: Document) -> Document:
    """The same document, its arrays owned and read-only. Raises InputError for what no edit could have made."""
    source = document.source
    if isinstance(source, MatrixSource):
        fresh = _matrices(source)
    elif isinstance(source, ProjectionSource):
        fresh = _projections(source)
    elif isinstance(source, ImportedSource):
        fresh = Document(source=source)  # checked when it was restored
    else:
        fresh = _sentence(source)
    options = {field.name: getattr(document.options, field.name) for field in fields(Options)}
    fresh = edits.with_options(fresh, **options)
    upstream = replace(document.upstream, values=None)
    fresh = replace(
        fresh,
        name=document.name,
        lesson=document.lesson,
        upstream=upstream,
        training=checked_plan(document.training),
        shape=document.shape,
    )
    if document.shape is not None:
        require_shape(document.shape)
    upstream_edits.with_seed(fresh, upstream.seed)
    if document.upstream.values is not None:
        held = upstream_edits.with_values(fresh, document.upstream.values)
        fresh = replace(held, upstream=replace(held.upstream, preset=document.upstream.preset))
    return fresh


def _matrices(source: MatrixSource) -> Document:
    fresh = matrix_edits.matrix_document(
        _finite("Q", source.Q),
        _finite("K", source.K),
        _finite("V", source.V),
        tokens_q=source.tokens_q,
        tokens_k=source.tokens_k,
        value_names=source.value_names,
    )
    if source.shared and source.tokens_q != source.tokens_k:
        raise InputError(translate("file", "Queries and keys are said to be the same tokens, but their names differ."))
    assert isinstance(fresh.source, MatrixSource)
    return replace(fresh, source=replace(fresh.source, shared=source.shared))


def _projections(source: ProjectionSource) -> Document:
    matrices: dict[str, Any] = {name: _finite(name, getattr(source, name)) for name in ("X", "W_Q", "W_K", "W_V")}
    settings = {
        field.name: getattr(source, field.name)
        for field in fields(ProjectionSource)
        if field.name not in ("tokens", "W_O", *matrices)
    }
    if not 0 <= source.eps < np.inf:
        raise InputError(translate("file", "eps is {found}; expected at least 0.").format(found=source.eps))
    W_O = None if source.W_O is None else _finite("W_O", source.W_O)
    return projection_edits.projection_document(source.tokens, **matrices, W_O=W_O, **settings)


def _sentence(source: SentenceSource) -> Document:
    """The tokens stay those of the file: how a sentence is split may change, a lesson given with it may not."""
    if not 1 <= len(source.tokens) <= MAX_TOKENS:
        raise InputError(
            translate("file", "The sentence has {found} tokens; expected 1 to {most}.").format(
                found=len(source.tokens), most=MAX_TOKENS
            )
        )
    fresh = edits.with_d_k(edits.with_head(edits.sentence_document("a"), source.head), source.d_k)
    fresh = edits.with_previous(edits.with_decay(fresh, source.decay), source.previous)
    fresh = edits.with_seed(edits.with_mix(fresh, source.mix), source.seed)
    return replace(fresh, source=source)


def _finite(name: str, values: np.ndarray) -> np.ndarray:
    if not np.isfinite(values).all():
        raise InputError(
            translate("document", "{name} holds NaN or infinity, but every number must be finite.").format(name=name)
        )
    return values
