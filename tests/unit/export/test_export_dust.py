"""Sums whose terms cancel are written as 0, not as what rounding leaves of them."""

from __future__ import annotations

import pytest

from attnviz.document.derive import derive
from attnviz.document.explain import row_sum
from attnviz.document.matrix_edits import matrix_document
from attnviz.export.sum_figure import natural_width, sum_figure
from attnviz.i18n import NumberFormat


def width(text: str, size: float, bold: bool = False) -> float:
    return len(text) * size * 0.6


@pytest.mark.usefixtures("qapp")
def test_products_that_cancel_are_written_as_zero() -> None:
    document = matrix_document([[0.1, 0.2, 0.3]], [[3, 0, -1], [1, 1, 1]], [[1], [2]])
    trace = derive(document)
    assert trace.scores[0, 0] != 0  # the dust is really there
    figure = sum_figure(row_sum(document, trace, 0), width=1400, measure=width, form=NumberFormat())
    texts = [item.text for item in figure.items if hasattr(item, "text")]
    assert not any("10⁻" in text for text in texts)
    assert "0" in texts


@pytest.mark.usefixtures("qapp")
def test_the_natural_width_gives_every_product_its_room() -> None:
    document = matrix_document([[1.73, -0.58]], [[-0.82, 1.63]] * 3, [[0.5, -0.25]] * 3)
    row = row_sum(document, derive(document), 0)
    form = NumberFormat(",")
    needed = natural_width(row, measure=width, form=form)
    texts = [i.text for i in sum_figure(row, width=needed, measure=width, form=form).items if hasattr(i, "text")]
    assert sum("1,73·(−0,82) + (−0,58)·1,63" in text for text in texts) == 3
