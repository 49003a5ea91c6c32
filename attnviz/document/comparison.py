"""What the Matrix tab puts beside the document's weights: the same document with one thing changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from attnviz.document import edits
from attnviz.document.derive_imported import picked
from attnviz.document.document import HEADS, Document, ProjectionSource, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place

Kind = Literal["divide", "causal", "head", "sentence", "pinned"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """divide: with and without the division by √d_k; causal: with and without the causal mask; head: another head of
    the same tokens; sentence: another sentence under the same head; pinned: the numbers that were pinned."""

    kind: Kind = "divide"
    head: int = 0  # of HEADS for a sentence, of the heads for projections and imported attention; 0-based
    layer: int = 0  # of imported attention; 0-based
    text: str = ""  # of the other sentence; empty compares nothing yet


def kinds(document: Document, pinned: bool = False) -> tuple[Kind, ...]:
    """What the document can be compared with."""
    source = document.source
    found: list[Kind] = ["divide", "causal"]
    if isinstance(source, ImportedSource):
        found = ["head"] if source.holds == "weights" else ["head", *found]
    if isinstance(source, SentenceSource) or (isinstance(source, ProjectionSource) and source.n_heads > 1):
        found.append("head")
    if isinstance(source, SentenceSource):
        found.append("sentence")
    if pinned:
        found.append("pinned")
    return tuple(found)


def fitting(comparison: Comparison, document: Document, pinned: bool) -> Comparison:
    """The comparison, or the first that the document has where it does not have this one."""
    there = kinds(document, pinned)
    return comparison if comparison.kind in there else replace(comparison, kind=there[0])


def compared_document(document: Document, comparison: Comparison) -> Document | None:
    """The document to put beside `document`; None where the comparison does not exist for it.

    For another head of projections that is the document itself: its trace has every head. Raises InputError for a
    sentence that cannot be split.
    """
    kind, source, options = comparison.kind, document.source, document.options
    if kind not in kinds(document):
        return None
    if kind == "divide":
        return replace(document, options=replace(options, divide=not options.divide))
    if kind == "causal":
        return replace(document, options=replace(options, causal=not options.causal))
    if isinstance(source, ProjectionSource):
        return document
    if isinstance(source, ImportedSource):
        place = Place(layer=comparison.layer, head=comparison.head)
        return replace(document, source=picked(source, place))
    if kind == "sentence":
        return edits.with_text(document, comparison.text) if comparison.text.strip() else None
    head = HEADS[max(0, min(comparison.head, len(HEADS) - 1))]
    return edits.with_head(document, head)
