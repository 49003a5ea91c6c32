"""A document as it is looked at: of imported attention, the one matrix that the view picks."""

from __future__ import annotations

from dataclasses import replace

from attnviz.document.derive_imported import picked
from attnviz.document.document import Document, Source
from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place
from attnviz.document.view_state import Quantity, ViewState


def picked_document(document: Document, view: ViewState) -> Document:
    """What is to be traced: the document itself, or of imported attention the matrix that the view looks at."""
    if not isinstance(document.source, ImportedSource):
        return document
    place = Place(layer=view.layer, head=view.head, average=view.average)
    return replace(document, source=picked(document.source, place))


def quantities_of(source: Source) -> tuple[Quantity, ...]:
    """The matrices that the Matrix tab can show: imported weights have no scores and no way back to them."""
    if not isinstance(source, ImportedSource):
        return ("weights", "scores", "scaled", "mask", "gradient")
    return ("weights", "scores", "scaled", "mask") if source.holds == "scores" else ("weights", "mask")


def fitted_view(document: Document, view: ViewState) -> ViewState:
    """The view without what this document has not: another matrix in the place of one that is not there."""
    there = quantities_of(document.source)
    if isinstance(document.source, ImportedSource) and view.average != "none":
        there = ("weights", "mask")
    return view if view.quantity in there else replace(view, quantity="weights")
