"""The chain and the sums below it have room in every language, notation and width."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.explain import row_sum
from attnviz.document.projection_edits import projection_document
from attnviz.export.chain import chain_layout
from attnviz.export.fonts import text_width
from attnviz.export.key_figure import key_figure
from attnviz.export.sum_figure import sum_figure
from attnviz.i18n import LANGUAGES, number_format
from tests.examples import examples
from tests.unit.export.any_document import layered_documents, notations
from tests.unit.export.drawn import chain_figure, named, speaking, traced
from tests.unit.export.room import LEAST_WIDTH, assert_apart, assert_inside, assert_one_line_each

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")


@given(layered_documents, st.data(), st.sampled_from(LANGUAGES), notations)
@settings(max_examples=examples(200))
def test_the_chain_has_room_in_every_language_and_notation(document, data, language, notation):
    trace = traced(document, data.draw(st.integers(0, 5)))
    steps = len(chain_layout(document, trace).steps)
    before = derive(edits.with_options(document, temperature=data.draw(st.sampled_from([1.0, 0.5])))).for_head(
        trace.head
    )
    with speaking(language) as form:
        figure = chain_figure(
            document,
            trace,
            query=data.draw(st.integers(0, trace.n_q - 1)),
            key=data.draw(st.none() | st.integers(0, trace.n_k - 1)),
            step=data.draw(st.none() | st.integers(0, steps - 1)),
            before=data.draw(st.sampled_from([None, before])),
            form=form,
            hints=data.draw(st.booleans()),
            notation=notation,
        )
    assert_inside(figure)
    assert_apart(figure)
    assert_one_line_each(figure)


@given(layered_documents, st.data(), st.sampled_from(LANGUAGES), st.integers(LEAST_WIDTH, 1600))
@settings(max_examples=examples(300))
def test_the_sum_of_a_key_has_room(document, data, language, width):
    trace = traced(document, data.draw(st.integers(0, 5)))
    with speaking(language) as form:
        figure = key_figure(
            trace,
            data.draw(st.integers(0, trace.n_k - 1)),
            width=width,
            measure=text_width,
            form=form,
            most_rows=data.draw(st.integers(2, 24)),
        )
    assert_inside(figure)
    assert_apart(figure)
    assert_one_line_each(figure)


@given(layered_documents, st.data(), st.sampled_from(LANGUAGES), st.integers(LEAST_WIDTH, 1600))
@settings(max_examples=examples(300))
def test_the_sum_of_a_query_has_room(document, data, language, width):
    trace = traced(document, data.draw(st.integers(0, 5)))
    row = row_sum(document, trace, data.draw(st.integers(0, trace.n_q - 1)))
    with speaking(language) as form:
        figure = sum_figure(row, width=width, measure=text_width, form=form, most_terms=data.draw(st.integers(2, 24)))
    assert_inside(figure)
    assert_apart(figure)
    assert_one_line_each(figure)


def test_tokens_all_alike_are_named_within_reason():
    document = projection_document(["W" * 200] * 20 + ["a\nb"], np.ones((21, 2)), *[np.eye(2)] * 3, normalise=True)
    subtitle = named(chain_layout(document, traced(document)))["u"].subtitle
    assert subtitle.startswith("WWW")
    assert text_width(subtitle, 12, False) < 800
    assert_one_line_each(chain_figure(document, traced(document), query=0, form=ENGLISH))
