"""The shape of a model as a document holds it, and the shape of a document's own layer."""

from __future__ import annotations

from dataclasses import replace

from attnviz.core.model_shape import ModelShape
from attnviz.document.document import Document, MatrixSource, ProjectionSource
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.i18n import translate

__all__ = ["ModelShape", "own_shape", "shown_n", "shown_shape", "with_shape"]


def shown_shape(document: Document) -> ModelShape:
    """The model a document looks at, or its own layer where it looks at none."""
    return own_shape(document) if document.shape is None else document.shape


def with_shape(document: Document, shape: ModelShape | None) -> Document:
    """The document looking at another model; None is its own layer."""
    return document if document.shape == shape else replace(document, shape=shape)


def shown_n(document: Document, n: int | None) -> int:
    """The number of tokens looked at: the one chosen, else the document's own, or as many as a model was made for."""
    if n is not None:
        return n
    return document.source.n_k if document.shape is None else min(document.shape.context or 1024, 1024)


def own_shape(document: Document) -> ModelShape:
    """A document's layer, without a name: its projections where it has them, else the sizes of its Q, K and V."""
    source = document.source
    if isinstance(source, ProjectionSource):
        return ModelShape(
            name="",
            hidden=source.d_model,
            n_heads=source.n_heads,
            n_kv_heads=source.n_kv_heads,
            head_dim=source.d_k,
            v_head_dim=None if source.d_v == source.d_k else source.d_v,
            gated=source.gated,
            o_proj=source.W_O is not None,
            norm="none",
            causal=document.options.causal,
        )
    if isinstance(source, ImportedSource):
        raise InputError(
            translate("shapes", "Imported attention says nothing of the layer's other matrices: choose a model.")
        )
    d_v = int(source.V.shape[1]) if isinstance(source, MatrixSource) else source.d_k
    return ModelShape(
        name="",
        hidden=source.d_k,
        n_heads=1,
        n_kv_heads=1,
        head_dim=source.d_k,
        v_head_dim=None if d_v == source.d_k else d_v,
        projections=False,
        norm="none",
        causal=document.options.causal,
    )
