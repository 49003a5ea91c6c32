"""The chain's tiles for every kind of document, and the steps in which they come."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.document import projection_edits, table
from attnviz.export.chain import chain_layout
from attnviz.export.figure import Cells
from attnviz.export.notation import Notation
from attnviz.i18n import number_format
from tests.unit.export.any_document import layered_documents, notations
from tests.unit.export.drawn import WHOLE, chain_figure, named, traced
from tests.unit.export.room import texts

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
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


@given(layered_documents, st.integers(0, 5), notations)
def test_every_tile_has_a_label_for_each_row_and_column(document, head, notation):
    for tile in chain_layout(document, traced(document, head), notation=notation).tiles():
        assert tile.values.shape == (len(tile.rows), len(tile.columns)), tile.name
        assert tile.title


def test_a_renamed_value_stands_over_its_columns():
    document = table.rename(WHOLE, "V", "column", 1, "money")
    tiles = named(chain_layout(document, traced(document)))
    for name in ("V", "output", "gate", "gated"):
        assert tiles[name].columns == ("1", "money")
    assert tiles["concat"].columns == tiles["W_O"].rows == ("1·1", "1·money", "2·1", "2·money")
    zero = named(chain_layout(document, traced(document), notation=replace(Notation(), first_head=0)))
    assert zero["concat"].columns == ("0·1", "0·money", "1·1", "1·money")


@given(layered_documents, st.data())
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
