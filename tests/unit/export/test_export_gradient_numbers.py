"""How numbers of the way back are rounded and cut: a column in one form, products in their room, shares."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core.jacobian import softmax_jacobian
from attnviz.export.fonts import text_width
from attnviz.export.gradient_sum import percent
from attnviz.export.jacobian_cells import rounded
from attnviz.export.number_column import Column, column, exact_column
from attnviz.export.products import Forms, Product, dot_texts, product_text, without_dust
from attnviz.i18n import NumberFormat

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = NumberFormat()


def test_a_column_has_one_form():
    assert [Column(2).text(value, ENGLISH) for value in (0.6, -0.34, 0.0001)] == ["0.60", "−0.34", "0.00"]
    assert column([0.06, -5.6e-4]) == Column(3)
    assert column([2e-9, 0.0]).text(2e-9, ENGLISH) == "2·10⁻⁹"
    assert exact_column([1.0, 0.5], 3) == Column(1)


def test_a_result_that_does_not_come_out_from_what_is_shown_is_called_approximate():
    product = Product([(1.004, 1.004)], 1.004**2)  # 1.00 · 1.00 is not 1.01
    two = Column(2)
    assert product_text(product, Forms(two, two, two), ENGLISH, 12) == "= 1.00·1.00 ≈ "
    three = Column(3)
    assert product_text(product, Forms(three, three, two), ENGLISH, 12) == "= 1.004·1.004 = "


def test_products_are_cut_where_there_is_no_room():
    forms = Forms(Column(2), Column(2), Column(2))
    factors = [(1.0, 2.0), (3.0, -4.0), (0.5, 0.5)]
    long, short = Product(factors, -9.75), Product(factors[:2], -10.0)
    (whole, _), size = dot_texts([long, short], [500, 500], forms, ENGLISH, text_width, (13, 10))
    assert (whole, size) == ("= 1·2 + 3·(−4) + 0.5·0.5 = ", 13)
    # One line that must be cut cuts the others too, and all have one size.
    cut, _ = dot_texts([long] * 2, [500, text_width(whole, 10, False) - 1], forms, ENGLISH, text_width, (13, 10))
    assert cut == ["= 3·(−4) + … (2.25) = "] * 2
    assert dot_texts([long], [10], forms, ENGLISH, text_width, (13, 10))[0] == ["= … = "]
    assert without_dust(1e-17, [0.1, -0.1]) == 0
    assert without_dust(1e-17, [1e-17]) == 1e-17


def test_percentages_have_the_digits_that_say_something():
    shares = (0.9, 0.196, 0.0144, 0.00061, 1e-9, 0.0)
    assert [percent(share, ENGLISH) for share in shares] == ["90 %", "20 %", "1.4 %", "0.06 %", "1·10⁻⁷ %", "0 %"]


@pytest.mark.parametrize("seed", range(30))
def test_rows_of_the_jacobian_add_up_to_zero_as_they_are_written(seed):
    rng = np.random.default_rng(seed)
    a = rng.dirichlet(np.ones(rng.integers(2, 7)))
    shown, places = rounded(softmax_jacobian(a))
    assert places in (2, 3)
    assert not np.round(shown.sum(axis=1), places).any()
    np.testing.assert_allclose(shown, softmax_jacobian(a), atol=0.5 * len(a) * 10.0**-places)
    np.testing.assert_array_equal(shown, shown.T)
