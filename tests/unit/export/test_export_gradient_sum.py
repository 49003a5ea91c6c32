"""The way back of a followed row written out: every number is right, and whoever reckons by hand gets it."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from attnviz.core.jacobian import softmax_jacobian
from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_options
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.upstream_edits import with_upstream, with_values
from attnviz.export.figure import Text
from attnviz.export.fonts import text_width
from attnviz.export.gradient_row import GradientRow
from attnviz.export.gradient_sum import gradient_sum_width
from attnviz.i18n import NumberFormat, number_format
from tests.unit.export.drawn import BANK, figure_of
from tests.unit.export.way_back import SEED_ZERO, gradient, texts, written

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = NumberFormat()


def test_the_followed_row_is_written_out_with_its_numbers():
    lines = texts(written(SEED_ZERO))
    assert lines[lines.index("② m = Σ a·∂a") + 1 :][:2] == [
        "= 0.144·(−2.72) + 0.598·(−0.61) + 0.259·1.59 = ",
        "−0.345",
    ]
    assert "0.144·(−2.72 + 0.345) = " in lines
    for number in ("−2.72", "−0.61", "1.59", "−0.34", "−0.16", "0.50"):
        assert number in lines
    assert "sum = 0" in lines
    assert "norm of J: 0.418" in lines
    assert "20 % of ∂A gets through" in lines
    assert "① ∂a = ∂o · v" in lines


NUMBER = r"−?\d+(?:\.\d+)?(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"


def drawn_at_random(seed):
    """Three keys whose gradients are of any size."""
    rng = np.random.default_rng(seed)
    size = 10.0 ** rng.uniform(-6, 2)
    document = matrix_document(*(rng.normal(size=(3, 2)) for _ in range(3)))
    return with_values(document, size * rng.normal(size=(3, 2)))


def parsed(text):
    """The number of a text, and what one unit of its last digit is worth."""
    mantissa, _, power = text.replace("−", "-").partition("·10")
    exponent = int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")) or 0)
    return float(mantissa) * 10.0**exponent, 10.0 ** (exponent - len(mantissa.partition(".")[2]))


@pytest.mark.parametrize("seed", range(12))
def test_every_written_number_is_the_right_one_to_its_last_digit(seed):
    document = drawn_at_random(seed)
    back = gradient(document)
    a, dA, dscaled = back.trace.weights[1], back.dA[1], back.dscaled[1]
    mean = float(a @ dA)
    lines = texts(written(document))
    read = [line for line in lines if re.fullmatch(r"[\d.]+·\(.*\) [=≈] ", line)]
    assert len(read) == 3
    for line, weight, value in zip(read, a, dA, strict=True):
        numbers = [parsed(text) for text in re.findall(NUMBER, line.replace("·(", " ("))]
        for (shown, digits), exact in zip(numbers, (weight, value, abs(mean)), strict=True):
            assert abs(shown - exact) <= 0.5000001 * digits
    results = [parsed(lines[lines.index(line) + 1]) for line in read]
    for (shown, digits), exact in zip(results, dscaled, strict=True):
        assert abs(shown - exact) <= 0.5000001 * digits


def by_hand(line):
    """What a line of products and sums gives when it is reckoned from what it says."""
    plain = line.strip(" =≈").replace("…", "0")
    for power in set(re.findall(r"·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", plain)):
        exponent = power[3:].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
        plain = plain.replace(power, f"e{exponent}")
    plain = re.sub(r"0 \((.*)\)$", r"(\1)", plain)
    return eval(plain.replace("−", "-").replace("·", "*"), {"__builtins__": {}})


@pytest.mark.parametrize(
    "document", [SEED_ZERO, with_upstream(BANK, preset="random"), *(drawn_at_random(seed) for seed in range(20))]
)
def test_whoever_reckons_the_sums_by_hand_gets_what_is_written(document):
    lines, checked = texts(written(document, width=2000.0)), 0
    for line, result in pairwise(lines):
        if line.endswith(" = ") and ("·(" in line or line.startswith("= ")):
            shown, digits = parsed(result)
            assert abs(by_hand(line) - shown) <= 0.5001 * digits, (line, result)
            checked += 1
    assert checked >= 3


def test_the_jacobian_is_the_rows_own():
    figure = written(SEED_ZERO, query=2)
    a = derive(SEED_ZERO).weights[2]
    np.testing.assert_allclose(figure.cells("jacobian").values, softmax_jacobian(a))


def test_a_long_row_shows_the_terms_that_matter_and_what_the_rest_adds():
    document = with_upstream(sentence_document(" ".join(f"w{i}" for i in range(30)), d_k=8), preset="random")
    lines = texts(written(document, most_terms=6))
    assert "… and 25 more" in lines
    assert sum(line.startswith("∂o·") for line in lines) == 5
    assert len(figure_of(document, "gradient").cells("jacobian").values) == 30


def test_a_row_the_loss_does_not_ask_about_says_so_and_names_one_that_it_does():
    document = with_upstream(BANK, preset="cell", row=2, column=0)
    lines = texts(written(document, query=0))
    assert "The loss does not ask about this row, so all of it is 0." in lines
    assert "Follow “praça”" in lines
    assert not any("gets through" in line for line in lines)
    assert not any(line.startswith(("①", "③")) for line in lines), "no heading over nothing"
    (link,) = written(document, query=0).labels
    assert (link.matrix, link.axis, link.index) == ("dO", "row", 2)
    nothing = texts(written(with_values(BANK, np.zeros((3, 2))), query=0))
    assert "∂L/∂O is 0 everywhere: nothing goes back." in nothing


def test_a_masked_key_is_called_masked_and_an_empty_row_empty():
    lines = texts(written(with_options(SEED_ZERO, causal=True), query=1))
    assert lines.count("masked") == 2
    blind = matrix_document([[1.0]] * 3, [[1.0]], [[2.0]], options=with_options(BANK, causal=True).options)
    assert "No key may be looked at: nothing goes back." in texts(written(with_upstream(blind, preset="ones"), query=0))


@pytest.mark.parametrize("width", [620.0, 900.0, 1600.0])
def test_no_text_reaches_into_the_next_column(width):
    wide = max(
        width,
        gradient_sum_width(GradientRow(gradient(SEED_ZERO), 1, 7), measure=text_width, form=ENGLISH)
        if width > 900
        else 0,
    )
    figure = written(SEED_ZERO, width=wide)
    items = [item for item in figure.items if isinstance(item, Text)]
    rows = {}
    for item in items:
        rows.setdefault(round(item.y), []).append(item)
    for row in rows.values():
        row.sort(key=lambda item: item.x)
        for one, other in pairwise(row):
            if one.align == other.align == "left":
                assert one.x + text_width(one.text, one.size, one.bold) <= other.x + 1, (one.text, other.text)


def test_portuguese_writes_decimal_commas():
    assert "−0,345" in texts(written(SEED_ZERO, form=number_format("pt_BR")))
