"""The chain's tiles, steps and captions for every kind of document, and the sums written below it read back."""

from __future__ import annotations

import itertools
import math
import re
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
import pytest
from drawn import chain_figure, figure_of
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from test_export_figures import assert_apart, assert_inside, matrices, sentences, texts, tokens, with_random_options

from attnviz.document import edits, projection_edits, table
from attnviz.document.derive import derive
from attnviz.document.document import HEADS
from attnviz.document.explain import row_sum
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.projection_edits import projection_document
from attnviz.export.captions import step_caption, work_sentence
from attnviz.export.chain import chain_layout
from attnviz.export.figure import Cells
from attnviz.export.fonts import text_width
from attnviz.export.key_figure import key_figure
from attnviz.export.notation import Notation
from attnviz.export.sum_figure import sum_figure
from attnviz.export.tiles import cell_text
from attnviz.i18n import LANGUAGES, number_format
from attnviz.session.language import Language
from tests.examples import examples

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
LEAST_WIDTH = 640  # of the written sum, in the smallest window
notations = st.builds(
    Notation, letters=st.sampled_from(["SAO", "OmegaAC"]), first_head=st.integers(0, 1), transposed=st.booleans()
)


@contextmanager
def speaking(language):
    speech = Language()
    speech.use(language)
    try:
        yield number_format(language)
    finally:
        speech.use("en")


@st.composite
def layers(draw):
    """Embeddings and projections with every switch either way."""
    n, n_kv = draw(st.integers(1, 7)), draw(st.integers(1, 2))
    document = projection_edits.embedded(
        draw(st.lists(tokens, min_size=n, max_size=n)),
        d_model=draw(st.integers(1, 5)),
        n_heads=1,
        d_k=draw(st.integers(1, 4)),
        seed=draw(st.integers(0, 9)),
    )
    document = projection_edits.with_heads(document, n_kv * draw(st.integers(1, 3)), n_kv)
    document = projection_edits.with_d_v(document, draw(st.integers(1, 4)))
    document = projection_edits.with_gate(document, draw(st.booleans()))
    document = projection_edits.with_output_projection(document, draw(st.booleans()))
    document = projection_edits.with_layer_norm(document, draw(st.booleans()))
    if draw(st.booleans()):
        document = table.rename(document, "V", "column", 0, draw(tokens))
        document = table.rename(document, "X", "column", 0, draw(tokens))
    return with_random_options(draw, document)


documents = matrices() | sentences() | layers()


def traced(document, head=0):
    return derive(document).for_head(head)


def named(layout):
    return {tile.name: tile for tile in layout.tiles()}


# tiles and steps ----------------------------------------------------------------------------------------------

MIDDLE = ("scores", "scaled", "weights", "output")


@pytest.mark.parametrize("heads", [(1, 1), (2, 2), (4, 2)])
@pytest.mark.parametrize(("normalise", "gated", "W_O"), list(itertools.product([False, True], repeat=3)))
def test_every_layer_has_its_tiles_and_steps(heads, normalise, gated, W_O):
    document = projection_edits.with_heads(projection_edits.embedded(("a", "b", "c"), n_heads=1), *heads)
    document = projection_edits.with_gate(document, gated)
    document = projection_edits.with_output_projection(document, W_O)
    document = projection_edits.with_layer_norm(document, normalise)
    several = heads[0] > 1
    for head in range(heads[0]):
        trace = traced(document, head)
        layout = chain_layout(document, trace)
        tiles = named(layout)
        u, gate, concat = ("u",) * normalise, ("gate", "gated") * gated, ("concat",) * several
        out = ("W_O", "Y") * W_O
        assert list(tiles) == ["X", *u, "W_Q", "W_K", "W_V", "Q", "K", "V", *MIDDLE, *gate, *concat, *out]
        steps = ["embeddings", "normalise", "project", "scores", "scale", "mask", "softmax", "mix", "gate", "concat"]
        present = {"normalise": normalise, "gate": gated, "concat": several}
        assert list(layout.steps) == [name for name in steps if present.get(name, True)] + ["out"] * W_O
        assert {tile.step for tile in tiles.values()} == set(layout.steps) - {"mask"}
        assert {name for name, tile in tiles.items() if tile.editable} == {"X", "W_Q", "W_K", "W_V", *("W_O",) * W_O}
        for name in ("Q", "K", "V", *MIDDLE):
            np.testing.assert_array_equal(tiles[name].values, getattr(trace, name))
        if gated:
            np.testing.assert_allclose(tiles["gated"].values, tiles["output"].values * tiles["gate"].values)
        if several:
            marked = {name: tiles[name].marked_columns for name in ("W_Q", "W_K", "W_V")}
            kv = head * heads[1] // heads[0]
            assert marked == {
                "W_Q": (head * (4 if gated else 2), 4 if gated else 2),
                "W_K": (2 * kv, 2),
                "W_V": (2 * kv, 2),
            }


@given(documents, st.integers(0, 5), notations)
def test_every_tile_has_a_label_for_each_row_and_column(document, head, notation):
    for tile in chain_layout(document, traced(document, head), notation=notation).tiles():
        assert tile.values.shape == (len(tile.rows), len(tile.columns)), tile.name
        assert tile.title


# captions -----------------------------------------------------------------------------------------------------

WHOLE = projection_edits.with_layer_norm(
    projection_edits.with_output_projection(
        projection_edits.with_gate(projection_edits.embedded(("a", "b", "c")), True), True
    ),
    True,
)
BY_HAND = matrix_document([[2, 0], [1, 2]], [[1, 0], [1, 1]], [[1, 0], [0.5, 0.5]], tokens_q=("a", "b"))
KINDS = {
    "layer": WHOLE,
    "by hand": BY_HAND,
    "masked rows": edits.with_options(BY_HAND, window=1, padding=1),
    "one token": edits.sentence_document("hello"),
    **{head: edits.sentence_document("a b c", head=head) for head in HEADS},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_has_a_caption_in_both_languages(kind):
    document = KINDS[kind]
    trace = traced(document)
    said = {}
    for language in LANGUAGES:
        with speaking(language) as form:
            said[language] = {
                step: step_caption(document, trace, step, form) for step in chain_layout(document, trace).steps
            }
    for step, (formula, sentence) in said["en"].items():
        other_formula, other = said["pt_BR"][step]
        assert formula
        assert other_formula
        assert sentence != other, f"{step} speaks only English"
        assert not re.search(r"[{}]|None", sentence + other)


@given(documents, st.integers(0, 5), st.sampled_from(LANGUAGES), notations)
def test_a_caption_never_fails(document, head, language, notation):
    trace = traced(document, head)
    for step in chain_layout(document, trace).steps:
        formula, sentence = step_caption(document, trace, step, number_format(language), notation)
        assert formula
        assert sentence
    work_sentence(document, trace)


def test_captions_name_the_shapes_that_are_multiplied():
    trace = traced(WHOLE)
    said = {step: " ".join(step_caption(WHOLE, trace, step, ENGLISH)) for step in chain_layout(WHOLE, trace).steps}
    assert "Q = u W_Q" in said["project"]
    assert "3 × 4 times 4 × 2 gives 3 × 2" in said["project"]
    assert "3 × 2 times 2 × 3 gives 3 × 3" in said["scores"]
    assert "3 × 3 times 3 × 2 gives 3 × 2" in said["mix"]
    assert "3 × 4 times 4 × 4 gives 3 × 4" in said["out"]
    assert "1.414" in said["scale"]
    masked = KINDS["masked rows"]
    assert "3 of 4" in step_caption(masked, traced(masked), "mask", ENGLISH)[1]


def test_the_work_is_counted():
    sentence = work_sentence(WHOLE, traced(WHOLE))
    assert "8 matrix products" in sentence  # X times three W, QKᵀ and AV of two heads, and W_O
    assert "2 transpositions" in sentence
    one = projection_edits.embedded(("a",), n_heads=1)
    assert "5 matrix products and 1 transposition" in work_sentence(one, traced(one))
    assert not work_sentence(edits.sentence_document("a b"), traced(edits.sentence_document("a b")))


# old numbers --------------------------------------------------------------------------------------------------


def changed_cells(cells: Cells):
    """Where a matrix carries old numbers."""
    return {(i, j) for i, row in enumerate(cells.before or ()) for j, text in enumerate(row) if text}


@given(st.data(), layers() | matrices(), st.sampled_from(LANGUAGES))
def test_exactly_the_changed_cells_carry_their_old_number(data, document, language):
    form = number_format(language)
    before = traced(document)
    name = data.draw(st.sampled_from(["X", "W_Q", "W_V"] if before.chain else ["Q", "K", "V"]))
    rows, columns = getattr(document.source, name).shape
    at = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    after = table.set_cell(document, name, *at, data.draw(st.integers(-9, 9)) + 0.25)
    trace = traced(after)
    figure = chain_figure(after, trace, query=0, form=form, before=before)
    old = named(chain_layout(document, before))
    drawn = [item for item in figure.items if isinstance(item, Cells)]
    assert {cells.name for cells in drawn} == set(old)
    for cells in drawn:
        if cells.numbers is None:
            assert cells.before is None
            continue
        was, now = old[cells.name].values, cells.values
        moved = ~np.isclose(now, was, rtol=1e-9, atol=1e-12)
        assert changed_cells(cells) == {(int(i), int(j)) for i, j in np.argwhere(moved)}, cells.name
        for i, j in changed_cells(cells):
            assert cells.before[i][j] in {cell_text(float(was[i, j]), places, form) for places in range(3)}
    assert changed_cells(figure.cells(name)) <= {at}


def test_nothing_is_old_without_a_comparison_or_a_change():
    for before in (None, traced(WHOLE, 1)):
        figure = chain_figure(WHOLE, traced(WHOLE, 1), query=0, form=ENGLISH, before=before)
        for cells in (item for item in figure.items if isinstance(item, Cells)):
            assert not changed_cells(cells)


RESIZING = {
    "a token less": lambda d: table.remove_row(d, "X", 0),
    "a token more": lambda d: table.add_row(d, "X"),
    "a dimension less": lambda d: table.remove_column(d, "X", 1),
    "a component more": lambda d: table.add_column(d, "W_Q"),
    "a value less": lambda d: table.remove_column(d, "W_V", 0),
    "fewer heads": lambda d: projection_edits.with_heads(d, 1, 1),
    "more heads": lambda d: projection_edits.with_heads(d, 4, 2),
    "no gate": lambda d: projection_edits.with_gate(d, False),
    "no W_O": lambda d: projection_edits.with_output_projection(d, False),
    "no LayerNorm": lambda d: projection_edits.with_layer_norm(d, False),
    "by hand": lambda d: BY_HAND,
    "a sentence": lambda d: edits.sentence_document("a b c"),
}


@pytest.mark.parametrize("head", [0, 1])
@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("edit", RESIZING)
def test_matrices_of_another_size_are_compared_with_nothing(edit, back, head):
    # Its last token's numbers are all alike: LayerNorm names that row.
    document = table.set_block(WHOLE, "X", 2, 0, [[1, 1, 1, 1]])
    other = RESIZING[edit](document)
    now, then = (document, other) if back else (other, document)
    trace, before = traced(now, head), traced(then, head)
    sizes = {name: tile.values.shape for name, tile in named(chain_layout(then, before)).items()}
    for tile in chain_layout(now, trace, before).tiles():
        alike = (trace.chain is None) == (before.chain is None) and sizes.get(tile.name) == tile.values.shape
        assert (tile.before is not None) == alike, tile.name
    assert_inside(chain_figure(now, trace, query=0, form=ENGLISH, before=before))


# room for everything ------------------------------------------------------------------------------------------


@given(documents, st.data(), st.sampled_from(LANGUAGES), notations)
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


@given(documents, st.data(), st.sampled_from(LANGUAGES), st.integers(LEAST_WIDTH, 1600))
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


@given(documents, st.data(), st.sampled_from(LANGUAGES), st.integers(LEAST_WIDTH, 1600))
@settings(max_examples=examples(300))
def test_the_sum_of_a_query_has_room(document, data, language, width):
    trace = traced(document, data.draw(st.integers(0, 5)))
    row = row_sum(document, trace, data.draw(st.integers(0, trace.n_q - 1)))
    with speaking(language) as form:
        figure = sum_figure(row, width=width, measure=text_width, form=form, most_terms=data.draw(st.integers(2, 24)))
    assert_inside(figure)
    assert_apart(figure)
    assert_one_line_each(figure)


def assert_one_line_each(figure):
    """A line break or a tab inside a label would be drawn as something else than what was measured."""
    for item in texts(figure):
        assert not re.search(r"[\n\r\t\v\f\x00\u2028\u2029]", item.text), repr(item.text)


def test_tokens_all_alike_are_named_within_reason():
    document = projection_document(["W" * 200] * 20 + ["a\nb"], np.ones((21, 2)), *[np.eye(2)] * 3, normalise=True)
    subtitle = named(chain_layout(document, traced(document)))["u"].subtitle
    assert subtitle.startswith("WWW")
    assert text_width(subtitle, 12, False) < 800
    assert_one_line_each(chain_figure(document, traced(document), query=0, form=ENGLISH))


# still to come ------------------------------------------------------------------------------------------------


@given(documents, st.data())
def test_steps_still_to_come_show_no_number(document, data):
    trace = traced(document)
    layout = chain_layout(document, trace)
    step = data.draw(st.integers(0, len(layout.steps) - 1))
    figure = chain_figure(document, trace, query=0, form=ENGLISH, step=step)
    reached = set(layout.steps[: step + 1])
    drawn = {item.name for item in figure.items if isinstance(item, Cells)}
    assert drawn == {tile.name for tile in layout.tiles() if tile.step in reached}
    assert {label.matrix for label in figure.labels} <= drawn
    scaled = figure.cells("scaled")
    if scaled is not None:
        assert (scaled.visible is not None) == (trace.masked and "mask" in reached)
    whole = chain_figure(document, trace, query=0, form=ENGLISH)
    titles = [item.text for item in texts(whole) if item.size == 15]
    assert [item.text for item in texts(figure) if item.size == 15] == titles, "the tiles keep their names"


# the written sums, read back ----------------------------------------------------------------------------------

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


@given(documents, st.data(), st.sampled_from(LANGUAGES))
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


@given(documents, st.data())
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


def test_a_renamed_value_stands_over_its_columns():
    document = table.rename(WHOLE, "V", "column", 1, "money")
    tiles = named(chain_layout(document, traced(document)))
    for name in ("V", "output", "gate", "gated"):
        assert tiles[name].columns == ("1", "money")
    assert tiles["concat"].columns == tiles["W_O"].rows == ("1·1", "1·money", "2·1", "2·money")
    zero = named(chain_layout(document, traced(document), notation=replace(Notation(), first_head=0)))
    assert zero["concat"].columns == ("0·1", "0·money", "1·1", "1·money")
