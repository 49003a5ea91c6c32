"""What is odd about imported attention, in a sentence; and what the button of its remedy says."""

from __future__ import annotations

from attnviz.core.diagnosis import Diagnosis, Finding, Kind
from attnviz.core.remedies import Remedy
from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place
from attnviz.export.notation import Notation
from attnviz.export.place_words import place_name
from attnviz.export.words import isolated, short_name
from attnviz.i18n import NumberFormat, translate


def finding_sentence(finding: Finding, form: NumberFormat, source: ImportedSource, notation: Notation) -> str:
    """What was found in this source and what it may mean, in one or two sentences."""
    sentence = _rounded_to_bytes() if finding.kind == "rounded" and finding.of else _sentences()[finding.kind]
    return sentence.format(
        low=form.short(finding.low, 3),
        high=form.short(finding.high, 3),
        amount=form.short(finding.amount, 3),
        percent=form.short(100 * finding.amount, 1),
        count=finding.count,
        of=finding.of,
        place="" if finding.place is None else _row_name(finding.place, source, notation),
    )


def _row_name(place: tuple[int, int, int], source: ImportedSource, notation: Notation) -> str:
    """“layer 3 · head 5 · query “cat””; the query alone where there is one matrix."""
    layer, head, row = place
    query = translate("diagnosis", "query “{query}”").format(query=isolated(short_name(source.tokens_q[row])))
    if source.stack.n_matrices == 1:
        return query
    return f"{place_name(source, Place(layer=layer, head=head), notation)} · {query}"


def remedy_label(remedy: Remedy) -> str:
    """What a button that applies the remedy says."""
    return {
        "softmax": translate("diagnosis", "Apply the softmax"),
        "transpose": translate("diagnosis", "Exchange rows and columns"),
        "rescale": translate("diagnosis", "Rescale to weights"),
        "normalise": translate("diagnosis", "Divide each row by its sum"),
        "crop": translate("diagnosis", "Leave the padding out"),
        "first-batch": translate("diagnosis", "Keep the first sample only"),
        "mask-future": translate("diagnosis", "Mask what lies above the diagonal"),
        "clear": translate("diagnosis", "Set these cells to 0"),
    }[remedy]


def sample_sentence(diagnosis: Diagnosis) -> str:
    """How much was looked at, where it was not everything; else an empty text."""
    if diagnosis.complete:
        return ""
    return translate("diagnosis", "Judged by a sample: {heads} of {of} heads, spread over all layers.").format(
        heads=diagnosis.heads, of=diagnosis.of
    )


def _rounded_to_bytes() -> str:
    return translate(
        "diagnosis",
        "The numbers are whole parts of {of}, as a byte keeps them: rows sum to {low} … {high} instead of 1.",
    )


def _sentences() -> dict[Kind, str]:
    return {
        "scores": translate(
            "diagnosis",
            "These are scores, not weights: they go from {low} to {high}, and rows do not sum to 1. A softmax over "
            "each row makes weights of them.",
        ),
        "negative": translate(
            "diagnosis",
            "Rows sum to 1, but some numbers are negative (down to {low}): these are no probabilities.",
        ),
        "negative-rows": translate(
            "diagnosis",
            "Rows with a negative number: {count} of {of} looked at; the lowest is {low}, in {place}. The others are "
            "weights, and no weight can be negative, so a number in these may be wrong.",
        ),
        "dropout": translate(
            "diagnosis",
            "Dropout was on: rows sum to up to {high}, as with weights divided by 1 − p for p ≈ {amount}. Call "
            "model.eval() before exporting; rescaling cannot bring back what was dropped.",
        ),
        "percent": translate("diagnosis", "Rows sum to 100: these are percentages."),
        "bytes": translate(
            "diagnosis", "These are whole numbers up to {high}, as in a heatmap saved as an image; 255 stands for 1."
        ),
        "scaled": translate("diagnosis", "Every row sums to {amount} instead of 1."),
        "odd-rows": translate(
            "diagnosis",
            "Rows that do not sum to 1: {count} of {of} looked at; the one farthest off sums to {amount}. The others "
            "are weights, so a number in these may be wrong.",
        ),
        "sums": translate(
            "diagnosis",
            "Rows sum to anything between {low} and {high} instead of 1: some keys may have been cut off.",
        ),
        "transposed": translate(
            "diagnosis", "Columns sum to 1, not rows: rows and columns seem to be exchanged (rows are queries here)."
        ),
        "rounded": translate(
            "diagnosis", "The numbers are rounded to {amount} decimals: rows sum to {low} … {high} instead of 1."
        ),
        "all-zero": translate("diagnosis", "Every number is 0: there is no attention to see."),
        "empty-rows": translate(
            "diagnosis", "Rows that sum to 0: {count} of {of} looked at. Their queries look at no key."
        ),
        "nan-rows": translate(
            "diagnosis",
            "Rows that are NaN (not a number) throughout: {count} of {of} looked at. No key was allowed there, as a "
            "softmax over a row that is masked as a whole gives.",
        ),
        "nan-cells": translate(
            "diagnosis", "Cells that are NaN (not a number) beside numbers in their row: {count}. Something went wrong."
        ),
        "infinite": translate("diagnosis", "Infinite cells: {count}. No weight can be infinite."),
        "future": translate(
            "diagnosis",
            "Up to {percent} % of the weight of a head lies above the diagonal, on later tokens, although the model "
            "seems to be causal: the mask may have been left out ({count} of {of} heads looked at).",
        ),
        "padding": translate(
            "diagnosis", "No query looks at {count} of {of} keys, all at the ends: they seem to be padding."
        ),
        "batch": translate(
            "diagnosis",
            "Each of what was read as {count} layers or heads leaves out other keys: it may be a batch of samples of "
            "different lengths.",
        ),
        "not-returned": translate(
            "diagnosis",
            "Layers without attention: {count} of {of}; the model did not return it. Load it with "
            'attn_implementation="eager"; layers of linear attention have no matrix at all.',
        ),
    }
