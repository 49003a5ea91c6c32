"""Edits of imported attention: remedies, what the numbers are, pieces as words. No change is the same object."""

from __future__ import annotations

from dataclasses import replace

from attnviz.core.diagnosis import Finding
from attnviz.document.document import Document, Options
from attnviz.document.imported_source import Holds, ImportedSource, Reading, Treatment, imported
from attnviz.errors import InputError
from attnviz.i18n import translate


def imported_document(reading: Reading, name: str = "") -> Document:
    """A document of attention that has just been read. Scores are not divided by √d_k: exported ones mostly are."""
    return Document(source=imported(reading), options=Options(divide=False), name=name)


def with_remedy(document: Document, finding: Finding) -> Document:
    """What the finding proposes, done. Scores stay what they are and are put through the softmax."""
    if finding.remedy is None:
        return document
    if finding.remedy == "softmax":
        return with_holds(document, "scores")
    source = _imported(document)
    crop = finding.crop
    treatment = Treatment(
        remedy=finding.remedy,
        factor=finding.factor if finding.remedy == "rescale" else 1.0,
        rows=None if crop is None else crop.rows,
        keys=None if crop is None else crop.keys,
    )
    return _remade(document, treatments=(*source.treatments, treatment))


def with_holds(document: Document, holds: Holds) -> Document:
    """What the numbers are: weights, shown as they are, or scores, which go through the softmax."""
    return document if _imported(document).holds == holds else _remade(document, holds=holds)


def with_words(document: Document, on: bool) -> Document:
    """Pieces of words taken together, or apart again."""
    source = _imported(document)
    if source.words == on:
        return document
    if on and not source.pieces:
        raise InputError(translate("document", "Nothing in these tokens tells which pieces make up a word."))
    return _remade(document, words=on)


def with_reading(document: Document, reading: Reading) -> Document:
    """The same files read otherwise. What was done to the numbers before is not: it may not fit any more."""
    return _fitting(document, imported(reading, holds=_imported(document).holds, d_k=_imported(document).d_k))


def without_treatments(document: Document) -> Document:
    """The numbers as they were read."""
    source = _imported(document)
    if not source.treatments and source.holds == "weights":
        return document
    return _remade(document, treatments=(), holds="weights")


def with_score_d_k(document: Document, d_k: int) -> Document:
    """The number whose root divides imported scores; the caller has checked its range."""
    source = _imported(document)
    return document if source.d_k == d_k else replace(document, source=replace(source, d_k=d_k))


def _imported(document: Document) -> ImportedSource:
    source = document.source
    if not isinstance(source, ImportedSource):
        raise InputError(translate("document", "This document is not attention that was imported."))
    return source


def _remade(
    document: Document,
    *,
    treatments: tuple[Treatment, ...] | None = None,
    words: bool | None = None,
    holds: Holds | None = None,
) -> Document:
    source = _imported(document)
    fresh = imported(
        source.reading,
        source.treatments if treatments is None else treatments,
        words=source.words if words is None else words,
        holds=holds or source.holds,
        d_k=source.d_k,
    )
    return _fitting(document, fresh)


def _fitting(document: Document, source: ImportedSource) -> Document:
    """The document with another source; padding that would leave no key is taken back."""
    options = document.options
    if options.padding >= source.n_k:
        options = replace(options, padding=0)
    return replace(document, source=source, options=options)
