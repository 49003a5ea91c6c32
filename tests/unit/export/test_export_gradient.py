"""The Gradient view as a figure: its tiles, the written way back, captions in every notation, and the check."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from attnviz.core.jacobian import softmax_jacobian
from attnviz.document import projection_edits
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.edits import sentence_document, with_options
from attnviz.document.gradient_check import check_gradient
from attnviz.document.matrix_edits import matrix_document, set_matrix
from attnviz.document.projection_edits import embedded
from attnviz.document.upstream import PRESETS
from attnviz.document.upstream_edits import with_upstream, with_values
from attnviz.document.view_state import ViewState
from attnviz.export.check_words import check_details, check_sentence, check_step
from attnviz.export.figure import Cells, Rect, Text
from attnviz.export.fonts import text_width
from attnviz.export.gradient_captions import gradient_caption, gradient_shapes
from attnviz.export.gradient_chain import gradient_layout
from attnviz.export.gradient_row import GradientRow
from attnviz.export.gradient_sum import gradient_sum_figure, gradient_sum_width, percent
from attnviz.export.jacobian_cells import rounded
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.number_column import Column, column, exact_column
from attnviz.export.products import Forms, Product, dot_texts, product_text, without_dust
from attnviz.export.scene import Scene
from attnviz.export.upstream_words import named_loss, preset_names
from attnviz.export.views import view_figure
from attnviz.i18n import NumberFormat, number_format
from tests.unit.export.drawn import BANK, figure_of

NUMBERS = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))["d"]
SEED_ZERO = with_values(matrix_document(*(NUMBERS[name] for name in "QKV"), tokens_q=("a", "b", "c")), NUMBERS["dO"])
LAYER = with_upstream(embedded(["o", "gato", "subiu"], n_heads=2), preset="random")
FULL = projection_edits.with_output_projection(projection_edits.with_gate(LAYER, True), True)
ENGLISH = NumberFormat()
pytestmark = pytest.mark.usefixtures("qapp")
TURNED = Notation(letters="OmegaAC", transposed=True, first_head=0)


def gradient(document, head=0):
    return derive_gradient(document, derive(document)).for_head(head)


def layout(document, notation=STANDARD, head=0):
    return gradient_layout(document, gradient(document, head), notation)


def texts(figure):
    return [item.text for item in figure.items if isinstance(item, Text)]


def written(document, query=1, width=1200.0, form=ENGLISH, most_terms=7, **how):
    row = GradientRow(gradient(document), query, most_terms)
    return gradient_sum_figure(row, width=width, measure=text_width, form=form, **how)


# tiles --------------------------------------------------------------------------------------------------------


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


# the written way back -----------------------------------------------------------------------------------------


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


def test_a_result_that_does_not_come_out_from_what_is_shown_is_called_approximate():
    product = Product([(1.004, 1.004)], 1.004**2)  # 1.00 · 1.00 is not 1.01
    two = Column(2)
    assert product_text(product, Forms(two, two, two), ENGLISH, 12) == "= 1.00·1.00 ≈ "
    three = Column(3)
    assert product_text(product, Forms(three, three, two), ENGLISH, 12) == "= 1.004·1.004 = "


def test_a_column_has_one_form():
    assert [Column(2).text(value, ENGLISH) for value in (0.6, -0.34, 0.0001)] == ["0.60", "−0.34", "0.00"]
    assert column([0.06, -5.6e-4]) == Column(3)
    assert column([2e-9, 0.0]).text(2e-9, ENGLISH) == "2·10⁻⁹"
    assert exact_column([1.0, 0.5], 3) == Column(1)


@pytest.mark.parametrize("seed", range(30))
def test_rows_of_the_jacobian_add_up_to_zero_as_they_are_written(seed):
    rng = np.random.default_rng(seed)
    a = rng.dirichlet(np.ones(rng.integers(2, 7)))
    shown, places = rounded(softmax_jacobian(a))
    assert places in (2, 3)
    assert not np.round(shown.sum(axis=1), places).any()
    np.testing.assert_allclose(shown, softmax_jacobian(a), atol=0.5 * len(a) * 10.0**-places)
    np.testing.assert_array_equal(shown, shown.T)


def parsed(text):
    """The number of a text, and what one unit of its last digit is worth."""
    mantissa, _, power = text.replace("−", "-").partition("·10")
    exponent = int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")) or 0)
    return float(mantissa) * 10.0**exponent, 10.0 ** (exponent - len(mantissa.partition(".")[2]))


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


def test_percentages_have_the_digits_that_say_something():
    shares = (0.9, 0.196, 0.0144, 0.00061, 1e-9, 0.0)
    assert [percent(share, ENGLISH) for share in shares] == ["90 %", "20 %", "1.4 %", "0.06 %", "1·10⁻⁷ %", "0 %"]


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


# captions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", [STANDARD, TURNED], ids=["rows", "columns"])
@pytest.mark.parametrize("document", [SEED_ZERO, LAYER, FULL, sentence_document("a b c")])
def test_every_step_has_a_formula_and_a_sentence(document, notation):
    back = gradient(document)
    for step in gradient_layout(document, back, notation).steps:
        formula, sentence = gradient_caption(document, back, step, ENGLISH, notation)
        assert formula
        assert sentence
        assert "{" not in sentence
        if notation is TURNED:
            assert not re.search(r"∂S|∂O\b|∂Oᵀ", f"{formula} {sentence}")


def test_formulas_and_shapes_in_both_notations():
    back = gradient(SEED_ZERO)

    def caption(step, notation):
        return "|".join(gradient_caption(SEED_ZERO, back, step, ENGLISH, notation))

    assert caption("values", STANDARD).startswith("∂V = Aᵀ ∂O|")
    assert gradient_shapes(SEED_ZERO, back, "values") == "3 × 3 times 3 × 4 gives 3 × 4"
    assert gradient_shapes(SEED_ZERO, back, "softmax") == ""
    assert caption("values", TURNED).startswith("∂V = ∂C Aᵀ|")
    assert gradient_shapes(SEED_ZERO, back, "values", TURNED) == "4 × 3 times 3 × 3 gives 4 × 3"
    assert caption("vectors", TURNED).startswith("∂Q = K ∂Ω, ∂K = Q ∂Ωᵀ|")
    assert caption("divide", STANDARD).startswith("∂S = ∂(S / √dₖ) / √dₖ|")


def test_without_a_division_there_is_one_gradient_of_the_scores():
    plain = with_options(SEED_ZERO, divide=False)
    found = layout(plain)
    assert [tile.name for tile in found.tiles()] == ["dR", "dA", "dV", "dS", "dQ", "dK"]
    assert "divide" not in found.steps
    assert gradient_caption(plain, gradient(plain), "softmax", ENGLISH)[0] == "∂S = A ⊙ (∂A − m), m = Σ A ⊙ ∂A"
    warm = [tile.title for tile in layout(with_options(plain, temperature=2.0)).tiles()]
    assert warm.count("∂S") == 1
    assert "∂(S / τ)" in warm


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


def test_every_tile_has_its_shape_and_its_row_labels():
    for tile in layout(FULL).tiles():
        assert tile.subtitle.startswith(STANDARD.shape(tile.values.shape)), tile.name
        assert tile.row_labels, tile.name
    lines = texts(written(SEED_ZERO))
    assert "3 × 3" in lines
    assert [lines.count(token) for token in "abc"] == [2, 2, 2], "J has labels above and beside it"


def test_the_loss_is_named_with_its_token_component_and_number():
    bank = with_upstream(BANK, preset="cell", row=2, column=0)
    assert named_loss(bank, gradient(bank), ENGLISH, STANDARD) == "L = O[praça, seat] = 0.858"
    squared = with_upstream(BANK, preset="squared", row=2, target=(1.0,))
    assert named_loss(squared, gradient(squared), ENGLISH, STANDARD) == (
        "L = ½ ‖O[praça] − t‖² = 0.02 · t = (seat 1, money 0)"
    )
    layer = with_upstream(LAYER, preset="cell", row=0, column=3)
    assert "[o, 2·2] = " in named_loss(layer, gradient(layer), ENGLISH, STANDARD)
    assert named_loss(SEED_ZERO, gradient(SEED_ZERO), ENGLISH, TURNED).startswith("L = Σ C ⊙ ∂L/∂C = ")


def test_the_loss_is_written_as_what_it_is():
    formulas = {
        preset: gradient_caption(d, gradient(d), "upstream", ENGLISH)[0]
        for preset in PRESETS
        for d in [with_upstream(SEED_ZERO, preset=preset, row=1, column=2)]
    }
    assert formulas == {
        "cell": "L = O[2, 3]",
        "ones": "L = Σ O",
        "random": "L = Σ O ⊙ ∂L/∂O",
        "squared": "L = ½ ‖O[2] − t‖²",
        "cross_entropy": "L = −log softmax(O[2])[3]",
        "custom": "L = Σ O ⊙ ∂L/∂O",
    }
    assert set(preset_names()) == set(PRESETS)


# the check, and the whole figure ------------------------------------------------------------------------------


def test_the_check_is_told_without_jargon_and_in_full():
    back = derive_gradient(SEED_ZERO, derive(SEED_ZERO))
    check = check_gradient(SEED_ZERO, back)
    assert re.fullmatch(
        r"✓ agrees with really moving each of the 36 numbers \(largest difference [\d.]+·10⁻¹\S\)",
        check_sentence(check, ENGLISH),
    )
    assert re.fullmatch(r"moved up and down by h = \d.*·10⁻⁶ … \d.*·10⁻⁶", check_step(check, ENGLISH))
    details = check_details(check, ENGLISH)
    for part in ("central differences", "h = ", "largest relative difference", "|row sum of ∂S|"):
        assert part in details
    few = check_sentence(check_gradient(SEED_ZERO, back, most_work=1), ENGLISH)
    assert "of the 36 numbers, drawn at random" in few


def test_a_gradient_that_is_wrong_is_told_too():
    from dataclasses import replace

    back = derive_gradient(SEED_ZERO, derive(SEED_ZERO))
    wrong = check_gradient(SEED_ZERO, replace(back, dQ=back.dQ + 1))
    assert check_sentence(wrong, ENGLISH) == (
        "✗ does not agree with really moving the numbers of Q (largest difference 1)"
    )


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
