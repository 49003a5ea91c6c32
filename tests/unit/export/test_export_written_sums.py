"""The sums written below the chain, read back: they are the trace's, to the last digit that is shown."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.document.derive import derive
from attnviz.document.explain import row_sum
from attnviz.document.matrix_edits import matrix_document
from attnviz.export.fonts import text_width
from attnviz.export.key_figure import key_figure
from attnviz.export.sum_figure import sum_figure
from attnviz.i18n import LANGUAGES, number_format
from tests.examples import examples
from tests.unit.export.any_document import layered_documents, layers, with_random_options
from tests.unit.export.drawn import BY_HAND, figure_of, speaking, traced
from tests.unit.export.room import LEAST_WIDTH, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
NUMBER = r"−?\d+(?:[.,]\d+)?(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
MASKED = {"en": "masked", "pt_BR": "mascarada"}


@dataclass(frozen=True)
class Read:
    """A number as it stands on the sheet, and half of its last digit."""

    value: float
    half: float

    def fits(self, value: float, slack: float = 0.0) -> bool:
        return abs(self.value - value) <= self.half * (1 + 1e-9) + slack


def read(text, form):
    """The one number of a text, written as its language writes numbers."""
    (found,) = re.findall(NUMBER, text)
    assert {",": ".", ".": ","}[form.decimal] not in found, f"{text} is written in another language"
    mantissa, times, power = found.replace("−", "-").replace(",", ".").partition("·10")
    exponent = int(power.translate(SUPERSCRIPTS)) if times else 0
    # Trailing zeros may have been dropped: "1" stands for 1.00, "2·10⁷" for 2.0·10⁷.
    places = max(len(mantissa.partition(".")[2]), 1 if times else 2)
    # Read as decimals: 10⁻³²⁴ by itself is below the smallest float, 4.9·10⁻³²⁴ is not.
    return Read(float(f"{mantissa}e{exponent}"), float(f"5e{exponent - places - 1}"))


def vector(text, form):
    """The numbers in a text's brackets, as many as are shown."""
    inside = text[text.index("[") + 1 : text.index("]")]
    return [read(number, form) for number in inside.split(form.separator) if number != "…"]


def fit_all(found, values):
    return len(found) > 0 and all(number.fits(float(value)) for number, value in zip(found, values, strict=False))


@st.composite
def summed(draw):
    """Q and K of one decimal, so that what is written of them is all there is of them."""
    tenths = st.integers(-60, 60).map(lambda x: x / 10)
    n_k, d_k, d_v = draw(st.integers(1, 7)), draw(st.integers(1, 9)), draw(st.integers(1, 4))
    document = matrix_document(
        draw(hnp.arrays(np.float64, (2, d_k), elements=tenths)),
        draw(hnp.arrays(np.float64, (n_k, d_k), elements=tenths)),
        draw(hnp.arrays(np.float64, (n_k, d_v), elements=tenths)),
        tokens_q=("ask", "b"),
        tokens_k=[f"k{j}" for j in range(n_k)],
    )
    return with_random_options(draw, document)


def columns(figure):
    """What each line of each column says: its texts from left to right, line by line below the headings."""
    lefts = sorted(item.x for item in texts(figure) if item.y == 48)
    found = [{} for _ in lefts]
    for item in sorted(texts(figure), key=lambda item: (item.y, item.x)):
        if item.y > 48 and item.text:
            column = max(index for index, left in enumerate(lefts) if left <= item.x)
            found[column].setdefault(item.y, []).append(item.text)
    return [list(lines.values()) for lines in found]


def check_products(text, written_score, q, k, score, form):
    """Factors are the vectors' numbers, and what is written adds up to what is written as the score."""
    assert read(written_score, form).fits(score)
    terms = text.removeprefix("= ").removesuffix(" = ").split(" + ")
    if terms == ["…"]:
        return
    adding, slack = [], 1e-9
    for index, term in enumerate(terms):
        if term.startswith("…"):
            assert index == len(terms) - 1
            rest = read(term, form)
            adding.append(rest.value)
            slack += rest.half
            continue
        a, b = (read(factor, form).value for factor in term.split("·"))
        assert (a, b) in zip(q.tolist(), k.tolist(), strict=True)
        adding.append(a * b)
    if terms[-1].startswith("…"):
        largest = sorted(np.abs(q * k), reverse=True)[: len(terms) - 1]
        assert sorted(np.abs(adding[:-1]), reverse=True) == pytest.approx(largest), "the largest products are written"
    else:
        assert len(terms) == len(q), "terms are left out in silence"
    assert read(written_score, form).fits(math.fsum(adding), slack)


@given(summed(), st.sampled_from(LANGUAGES), st.integers(LEAST_WIDTH, 1600), st.integers(0, 1))
@settings(max_examples=examples(400))
def test_the_written_sum_is_the_traces(document, language, width, query):
    trace, options = derive(document), document.options
    with speaking(language) as form:
        row = row_sum(document, trace, query)
        figure = sum_figure(row, width=width, measure=text_width, form=form, most_terms=7)
    first, second, third, fourth = columns(figure)
    assert fit_all(vector(first[0][0], form), trace.Q[query])
    divisor = (math.sqrt(row.d_k) if options.divide else 1) * options.temperature
    for j, visible in enumerate(trace.visible[query]):
        score, scaled = float(trace.scores[query, j]), float(trace.scaled[query, j])
        weight = float(trace.weights[query, j])
        check_products(first[j + 1][1], first[j + 1][2], trace.Q[query], trace.K[j], score, form)
        times, numbers = re.fullmatch(r"(?:\+ )?(.+?)·(\[.*\])", fourth[j][0]).groups()
        assert read(times, form).fits(weight)
        assert fit_all(vector(numbers, form), trace.V[j])
        if not visible:
            assert second[j] == third[j] == [MASKED[language]]
            continue
        assert scaled == pytest.approx(score / divisor, rel=1e-12, abs=1e-12)
        assert read(second[j][-1], form).fits(scaled)
        if len(second[j]) > 1:
            assert read(second[j][0].partition(" / ")[0], form).fits(score)
        power, exponential = (read(part, form) for part in third[j][0].removeprefix("e^").split(" = "))
        assert power.fits(scaled - row.shift)
        assert exponential.fits(math.exp(scaled - row.shift))
        assert read(third[j][1], form).fits(weight)
    if trace.visible[query].any():
        assert read(third[trace.n_k][0], form).fits(math.fsum(term.exponential for term in row.terms))
    assert fit_all(vector(fourth[trace.n_k][0], form), trace.output[query])


@given(layers(), st.data(), st.sampled_from(LANGUAGES), st.integers(LEAST_WIDTH, 1600))
def test_the_written_sum_of_a_head_is_that_heads(document, data, language, width):
    head = data.draw(st.integers(0, document.source.n_heads - 1))
    whole = derive(document)
    query, shared = whole.n_q - 1, head * whole.n_kv_heads // whole.n_heads
    with speaking(language) as form:
        row = row_sum(document, whole.for_head(head), query)
        figure = sum_figure(row, width=width, measure=text_width, form=form, most_terms=7)
    first, _, third, fourth = columns(figure)
    assert fit_all(vector(first[0][0], form), whole.Q[head, query])
    for j in range(whole.n_k):
        assert read(first[j + 1][-1], form).fits(float(whole.scores[head, query, j]))
        assert fit_all(vector(fourth[j][0], form), whole.V[shared, j])
        if whole.visible[query, j]:
            assert read(third[j][1], form).fits(float(whole.weights[head, query, j]))
    assert fit_all(vector(fourth[whole.n_k][0], form), whole.output[head, query])


@given(layered_documents, st.data(), st.sampled_from(LANGUAGES))
def test_the_column_of_a_key_is_the_traces(document, data, language):
    trace = traced(document, data.draw(st.integers(0, 5)))
    key = data.draw(st.integers(0, trace.n_k - 1))
    with speaking(language) as form:
        figure = key_figure(trace, key, width=1200, measure=text_width, form=form, most_rows=trace.n_q)
    names, scores, scaled, weights = columns(figure)
    for i in range(trace.n_q):
        assert read(scores[i][0], form).fits(float(trace.scores[i, key]))
        if trace.visible[i, key]:
            assert read(scaled[i][0], form).fits(float(trace.scaled[i, key]))
    shown = [i for i in range(trace.n_q) if trace.visible[i, key]]
    for i, texts_ in zip(shown, weights, strict=True):
        assert read(texts_[0], form).fits(float(trace.weights[i, key]))
    total, mean = re.findall(NUMBER, names[-1][0])
    assert read(total, form).fits(math.fsum(trace.weights[:, key]), 1e-6)
    assert read(mean, form).fits(float(trace.weights[:, key].mean()), 1e-6)


@given(layered_documents, st.data())
def test_the_rest_of_a_key_is_summed_up(document, data):
    trace = traced(document)
    key, most = data.draw(st.integers(0, trace.n_k - 1)), data.draw(st.integers(2, 8))
    figure = key_figure(trace, key, width=1200, measure=text_width, form=ENGLISH, most_rows=most)
    notes = [item.text for item in texts(figure) if item.text.startswith("… and ")]
    assert bool(notes) == (trace.n_q > most)
    if notes:
        heaviest = np.sort(trace.weights[:, key].astype(float))[::-1][: most - 1]
        count, adding = re.findall(NUMBER, notes[0])
        assert int(count) == trace.n_q - (most - 1)
        assert read(adding, ENGLISH).fits(float(trace.weights[:, key].sum()) - float(heaviest.sum()), 1e-6)


def test_a_view_with_a_key_writes_the_keys_column():
    figure = figure_of(BY_HAND, "steps", key=1)
    assert any(item.text == "Who looks at “b”" for item in texts(figure))
    assert_inside(figure)
