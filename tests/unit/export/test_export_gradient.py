"""The Gradient view as a figure: its tiles, the arrows between them, and all that stands below."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.document import projection_edits
from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_options
from attnviz.document.matrix_edits import set_matrix
from attnviz.document.view_state import ViewState
from attnviz.export.figure import Cells, Rect, Text
from attnviz.export.fonts import text_width
from attnviz.export.gradient_captions import gradient_caption
from attnviz.export.notation import STANDARD
from attnviz.export.scene import Scene
from attnviz.export.views import view_figure
from attnviz.i18n import NumberFormat
from tests.unit.export.drawn import BANK, figure_of
from tests.unit.export.way_back import FULL, LAYER, NUMBERS, SEED_ZERO, gradient, layout, texts, written

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = NumberFormat()


# tiles ---------------------------------------------------------------------------------------------------------


def test_the_tiles_are_the_gradients_of_seed_zero_as_printed():
    tiles = {tile.name: tile for tile in layout(SEED_ZERO).tiles()}
    assert list(tiles) == ["dR", "dA", "dV", "dscaled", "dS", "dQ", "dK"]
    for name, oracle in (("dR", "dO"), ("dV", "dV"), ("dA", "dA"), ("dscaled", "dS"), ("dQ", "dQ"), ("dK", "dK")):
        np.testing.assert_allclose(tiles[name].values, NUMBERS[oracle], atol=1e-15)
    cells = figure_of(SEED_ZERO, "gradient").cells("dscaled")
    assert cells.numbers[1] == ("−0.34", "−0.16", "0.50")
    assert figure_of(SEED_ZERO, "gradient").cells("dR").numbers[0] == ("−0.65", "−0.13", "0.78", "1.49")


def test_only_where_the_way_begins_can_be_typed_into():
    for document in (SEED_ZERO, LAYER, FULL, sentence_document("a b")):
        assert [tile.name for tile in layout(document).tiles() if tile.editable] == ["dR"]


def test_a_layer_goes_back_to_its_weights_and_embeddings():
    assert [tile.name for tile in layout(LAYER).tiles()] == [
        *("dR", "dO", "dA", "dV", "dscaled", "dS", "dQ", "dK", "dW_Q", "dW_K", "dW_V", "du")
    ]
    normalised = projection_edits.with_layer_norm(FULL, True, 0.0)
    names = [tile.name for tile in layout(normalised).tiles()]
    assert names == [
        *("dR", "dconcat", "dW_O", "dgated", "dO", "dgate", "dA", "dV", "dscaled", "dS", "dQ", "dK"),
        *("dW_Q", "dW_K", "dW_V", "du", "dX"),
    ]
    assert layout(normalised).steps == (
        *("upstream", "out", "gate", "weights", "values", "softmax", "divide", "vectors"),
        *("project", "inputs", "normalise"),
    )


@pytest.mark.parametrize("document", [SEED_ZERO, LAYER, FULL, sentence_document("a b c"), BANK])
def test_every_tile_belongs_to_a_step_and_every_step_to_a_tile(document):
    found = layout(document)
    assert {tile.step for tile in found.tiles()} == set(found.steps)
    for tile in found.tiles():
        assert tile.values.shape == (len(tile.rows), len(tile.columns)), tile.name


def test_the_shown_heads_columns_are_framed():
    first, second = ({tile.name: tile.marked_columns for tile in layout(FULL, head=head).tiles()} for head in range(2))
    assert (first["dW_Q"], second["dW_Q"]) == ((0, 4), (4, 4))  # a query of 2 and its gate of 2
    assert (first["dconcat"], second["dconcat"]) == ((0, 2), (2, 2))
    assert first["dR"] is None


def test_masked_cells_are_hatched_and_zero():
    document = with_options(SEED_ZERO, causal=True)
    for tile in layout(document).tiles():
        if tile.name in ("dA", "dscaled", "dS"):
            assert tile.visible is not None
            assert not tile.values[~tile.visible].any()
    assert layout(SEED_ZERO).tiles()[1].visible is None


def test_a_saturated_gradient_looks_as_pale_as_it_is_small():
    sharp = set_matrix(SEED_ZERO, "Q", 20 * np.array(NUMBERS["Q"]))
    tiles = {tile.name: tile for tile in layout(sharp).tiles()}
    for name in ("dscaled", "dS", "dQ", "dK"):
        tile = tiles[name]
        assert np.abs(tile.values).max() < 0.05 * tile.scale.high, name


def test_without_a_division_there_is_one_gradient_of_the_scores():
    plain = with_options(SEED_ZERO, divide=False)
    found = layout(plain)
    assert [tile.name for tile in found.tiles()] == ["dR", "dA", "dV", "dS", "dQ", "dK"]
    assert "divide" not in found.steps
    assert gradient_caption(plain, gradient(plain), "softmax", ENGLISH)[0] == "∂S = A ⊙ (∂A − m), m = Σ A ⊙ ∂A"
    warm = [tile.title for tile in layout(with_options(plain, temperature=2.0)).tiles()]
    assert warm.count("∂S") == 1
    assert "∂(S / τ)" in warm


def test_every_tile_has_its_shape_and_its_row_labels():
    for tile in layout(FULL).tiles():
        assert tile.subtitle.startswith(STANDARD.shape(tile.values.shape)), tile.name
        assert tile.row_labels, tile.name
    lines = texts(written(SEED_ZERO))
    assert "3 × 3" in lines
    assert [lines.count(token) for token in "abc"] == [2, 2, 2], "J has labels above and beside it"


# arrows --------------------------------------------------------------------------------------------------------


def arrows(figure):
    """Each arrow with the matrix that begins next to where it points, and the one it comes from."""
    cells = [item for item in figure.items if isinstance(item, Cells) and item.name != "jacobian"]
    found = set()
    for item in figure.items:
        if isinstance(item, Text) and item.text in "→↘↗↓":
            right, down = {"→": (1, 0), "↘": (1, 1), "↗": (1, -1), "↓": (0, 1)}[item.text]

            def near(c, item=item, sx=right, sy=down, ahead=True):
                x, y = c.x + c.width / 2 - item.x, c.y + c.height / 2 - item.y
                wanted = (x * sx > 0 if sx else abs(x) < c.width) if ahead else (x * sx < 0 if sx else abs(x) < c.width)
                level = abs(y) < c.height / 2 if not sy else (y * sy > 0) == ahead
                return wanted and level

            ahead = min((c for c in cells if near(c)), key=lambda c: abs(c.x - item.x) + abs(c.y - item.y))
            behind = [c for c in cells if near(c, ahead=False)]
            source = min(behind, key=lambda c: abs(c.x + c.width - item.x) + abs(c.y + c.height / 2 - item.y))
            found.add((source.name, ahead.name))
    return found


def test_arrows_go_from_each_gradient_to_those_that_are_computed_from_it():
    assert arrows(figure_of(SEED_ZERO, "gradient")) == {
        *(("dR", "dA"), ("dR", "dV"), ("dA", "dscaled"), ("dscaled", "dS"), ("dS", "dQ"), ("dS", "dK"))
    }
    assert arrows(figure_of(with_options(SEED_ZERO, divide=False), "gradient")) == {
        *(("dR", "dA"), ("dR", "dV"), ("dA", "dS"), ("dS", "dQ"), ("dS", "dK"))
    }


# the whole figure ----------------------------------------------------------------------------------------------


def test_the_figure_has_chain_row_and_check():
    figure = figure_of(SEED_ZERO, "gradient", query=1)
    lines = texts(figure)
    assert figure.cells("dQ") is not None
    assert figure.cells("jacobian") is not None
    told = " ".join(lines)
    for part in ("agrees with really moving each of the 36 numbers", "h = ", "relative", "|row sum of ∂S|"):
        assert part in told
    outlined = [item for item in figure.items if isinstance(item, Rect) and item.stroke == "highlight"]
    assert len(outlined) == 5  # ∂O, ∂A, ∂(S / √dₖ), ∂S, ∂Q
    assert "of the gradient" in figure.description.lower()


def test_steps_still_to_come_are_empty():
    figure = figure_of(SEED_ZERO, "gradient", back_step=1)
    assert figure.cells("dA") is not None
    for name in ("dV", "dscaled", "dS", "dQ", "dK"):
        assert figure.cells(name) is None


def test_saturation_below_the_chain():
    figure = figure_of(SEED_ZERO, "gradient", inspector="saturation")
    assert figure.cells("jacobian") is None
    assert any("gradient passed" in line for line in texts(figure))


def test_nothing_leaves_the_figure():
    for document in (SEED_ZERO, FULL, sentence_document("one two three four five six seven")):
        figure = figure_of(document, "gradient")
        for item in figure.items:
            if isinstance(item, Text) and item.align == "left":
                assert item.x + text_width(item.text, item.size, item.bold) <= figure.width + 1, item.text
                assert item.y <= figure.height


def test_a_scene_that_brings_its_gradient_is_not_computed_again(monkeypatch):
    back = gradient(SEED_ZERO)
    monkeypatch.setattr("attnviz.export.gradient_page.derive_gradient", None)
    scene = Scene(
        document=SEED_ZERO,
        trace=derive(SEED_ZERO),
        view=ViewState(tab="gradient"),
        form=ENGLISH,
        gradient=back,
    )
    figure = view_figure(scene, text_width)
    assert figure.cells("dA").values is back.dA
    assert not any("central differences" in line for line in texts(figure))
