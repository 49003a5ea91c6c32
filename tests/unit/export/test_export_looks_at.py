"""Where a query looks, in words: keys that tie are never called a preference, and no weight is a false 0."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from attnviz.core.stack import stack_of_arrays
from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.imported_edits import imported_document
from attnviz.document.imported_source import Reading
from attnviz.document.imported_view import picked_document
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.alt_text import alt_text
from attnviz.export.figure import Text
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import looks_at, matrix_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.i18n import NumberFormat, number_format
from attnviz.ui.readout import weight_reading
from tests.unit.export.drawn import speaking

pytestmark = pytest.mark.usefixtures("qapp")  # letters are measured

PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def scene_of(document, **view):
    return Scene(
        document=document, trace=derive(document), view=ViewState(tab="matrix", **view), form=number_format("en")
    )


def by_scores(scores, **options):
    """One query, whose scores these are, in a square so that masks can hide its later keys."""
    n = len(scores)
    document = matrix_document(np.ones((n, 1)), np.reshape(scores, (n, 1)), tokens_q=tuple("abcdefgh"[:n]))
    return edits.with_options(document, divide=False, **options)


def heading(document, **view):
    figure = matrix_figure(scene_of(document, **view), width=1200, height=500, measure=text_width)
    texts = [item.text for item in figure.items if isinstance(item, Text)]
    start = next(i for i, text in enumerate(texts) if "looks" in text)
    return f"{texts[start]}{texts[start + 1] if texts[start].endswith(':') else ''}"


@pytest.mark.parametrize(
    ("scores", "query", "options", "said"),
    [
        ([0, 0, 0, 0, 0, 0], 0, {}, "“a” looks at every key alike: 0.17"),
        ([3, 3, 3, 3, 3, 3], 5, {}, "“f” looks at every key alike: 0.17"),
        ([0, 0], 0, {}, "“a” looks at: a 0.50 · b 0.50"),
        ([9, 0, 9, 0], 0, {}, "“a” looks at: a 0.50 · c 0.50"),
        ([0, 0, 0], 0, {}, "“a” looks at: a 0.33 · b 0.33 · c 0.33"),
        ([0, 0, 0, 0, 0, 0], 3, {"causal": True}, "“d” looks at its 4 keys alike: 0.25"),
        ([0, 0, 0, 0, 0, 0], 0, {"causal": True}, "“a” looks at: a 1.00"),
        ([2, 2, 2, 2, 0, 0], 0, {}, "“a” looks most at 4 keys, alike: 0.23"),
        ([2, 1, 0], 0, {}, "“a” looks at: a 0.67"),
    ],
)
def test_keys_that_tie_are_all_named_or_counted(scores, query, options, said):
    document = by_scores(scores, **options)
    assert heading(document, query=query) == said
    assert heading(document, query=query, quantity="scores") == f"in A {said}"
    scene = scene_of(document, query=query)
    tied = (scene.trace.weights[query] == scene.trace.weights[query].max()).sum()
    told = alt_text(scene, matrix_figure(scene, width=900, height=500, measure=text_width))
    assert (f"gives {tied} keys the same weight" in told) == (tied > 5)
    steps = steps_figure(scene, text_width)
    written = " ".join(item.text for item in steps.items if isinstance(item, Text))
    assert (f"from each of {tied} keys" in written) == (tied > 2)


@pytest.mark.parametrize("sign", [".", "…", "?!", ":", "·", "-", "“"])
@pytest.mark.parametrize("drawn", ["weights", "gradient"])
def test_a_token_of_signs_alone_is_quoted(sign, drawn):
    V = [[1.0], [0.0]]
    document = matrix_document([[1.0], [1.0]], [[2.0], [0.0]], V, tokens_q=("era", "a"), tokens_k=(sign, sign))
    scene = scene_of(document, query=1, quantity=drawn)
    scene = replace(scene, gradient=derive_gradient(document, scene.trace).for_head(0))
    assert looks_at(scene)[1].startswith(f" “{sign}” ")
    assert "“" not in looks_at(scene_of(by_scores([9, 0]), query=0))[1], "a word stands out by itself"


def test_ties_are_told_in_portuguese_too():
    with speaking("pt_BR") as form:
        scene = replace(scene_of(by_scores([0] * 6)), form=form)
        assert looks_at(scene) == ("“a” olha igualmente para todas as keys:", " 0,17")
        scene = replace(scene, view=replace(scene.view, quantity="scaled"))
        assert looks_at(scene) == ("em A, “a” olha igualmente para todas as keys:", " 0,17")


@pytest.mark.parametrize("row", [[0.0, 0.0, 0.0], [np.nan, np.inf, -np.inf], [-1.0, -2.0, 0.0]])
def test_a_row_without_a_weight_above_0_looks_at_no_key(row):
    A = np.array([row, [0.2, 0.3, 0.5]])
    reading = Reading(stack=stack_of_arrays([A[None]]), tokens_q=("a", "b"), tokens_k=("a", "b", "c"))
    document = picked_document(imported_document(reading, name="numbers"), ViewState())
    assert looks_at(scene_of(document)) == ("“a” looks at no key: no weight is above 0", "")
    assert looks_at(scene_of(document, query=1)) == ("“b” looks at:", " c 0.50")


@pytest.mark.parametrize("head", ["content", "previous", "distance", "mixed"])
@pytest.mark.parametrize("options", [{}, {"causal": True}, {"temperature": 0.02}])
def test_the_reading_of_a_long_sentence_is_that_of_exact_weights(head, options):
    document = edits.with_options(edits.sentence_document(" ".join(f"w{i}" for i in range(600)), head=head), **options)
    trace = derive(document)
    assert trace.weights.dtype == np.float32
    scene = Scene(document=document, trace=trace, view=ViewState(tab="matrix"), form=NumberFormat())
    for query, key in ((300, 0), (300, 280), (599, 3), (5, 5)):
        scaled = trace.scaled_of(query).astype(np.float64)
        logarithms = np.where(trace.visible[query], scaled, -np.inf) - scaled[trace.visible[query]].max()
        logarithms -= np.log(np.exp(logarithms).sum())
        said = re.search(r"weight (\S+) · rank (\d+)", weight_reading(scene, query, key))
        assert int(said[2]) == 1 + (logarithms > logarithms[key]).sum()
        mantissa, _, power = said[1].translate(PLAIN).partition("·10")
        told = Decimal(mantissa).scaleb(int(power or 0))
        wanted = Decimal(float(logarithms[key])).exp()
        assert abs(told - wanted) <= max(wanted * Decimal("0.051"), Decimal("0.000051") * (not power))
        assert told > 0
