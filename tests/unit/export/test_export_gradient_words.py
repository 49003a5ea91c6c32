"""What the Gradient view says: formulas and shapes of its steps, the loss by its name, and the check."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.edits import sentence_document
from attnviz.document.gradient_check import check_gradient
from attnviz.document.upstream import PRESETS
from attnviz.document.upstream_edits import with_upstream
from attnviz.export.check_words import check_details, check_sentence, check_step
from attnviz.export.gradient_captions import gradient_caption, gradient_shapes
from attnviz.export.gradient_chain import gradient_layout
from attnviz.export.notation import STANDARD
from attnviz.export.upstream_words import named_loss, preset_names
from attnviz.i18n import NumberFormat
from tests.unit.export.drawn import BANK
from tests.unit.export.way_back import FULL, LAYER, SEED_ZERO, TURNED, gradient

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = NumberFormat()


# captions ------------------------------------------------------------------------------------------------------


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


# the loss ------------------------------------------------------------------------------------------------------


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


# the check -----------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("checked", "unmeasured", "said"),
    [
        (36, 0, "✓ agrees with really moving each of the 36 numbers (largest difference 0)"),
        (
            30,
            6,
            "✓ agrees with really moving 30 of the 36 numbers (largest difference 0) · slopes too large to measure: 6",
        ),
        (
            4,
            1,
            "✓ agrees with really moving 4 of the 36 numbers, drawn at random (largest difference 0)"
            " · slopes too large to measure: 1",
        ),
        (0, 36, "not checked: the slopes of all 36 numbers moved are too large to measure"),
    ],
)
def test_slopes_that_cannot_be_measured_are_neither_ticked_nor_called_a_sample(checked, unmeasured, said):
    found = check_gradient(SEED_ZERO, derive_gradient(SEED_ZERO, derive(SEED_ZERO)))
    agreement = replace(found.agreement, absolute=0.0, checked=checked, unmeasured=unmeasured, passed=checked > 0)
    told = replace(found, agreement=agreement)
    assert check_sentence(told, ENGLISH) == said
    assert ("largest relative difference" in check_details(told, ENGLISH)) == (checked > 0)


def test_a_gradient_that_is_wrong_is_told_too():
    back = derive_gradient(SEED_ZERO, derive(SEED_ZERO))
    wrong = check_gradient(SEED_ZERO, replace(back, dQ=back.dQ + 1))
    assert check_sentence(wrong, ENGLISH) == (
        "✗ does not agree with really moving the numbers of Q (largest difference 1)"
    )
