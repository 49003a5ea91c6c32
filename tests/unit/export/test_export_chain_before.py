"""Old numbers in the chain: exactly the cells that changed carry them, and no matrix of another size does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.document import edits, projection_edits, table
from attnviz.export.chain import chain_layout
from attnviz.export.figure import Cells
from attnviz.export.tiles import cell_text
from attnviz.i18n import LANGUAGES, number_format
from tests.unit.export.any_document import layers, matrices
from tests.unit.export.drawn import BY_HAND, WHOLE, chain_figure, named, traced
from tests.unit.export.room import assert_inside

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")


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
