"""The loss that the way back begins with: its presets, and a person's own numbers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from attnviz.document import projection_edits
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient, result_shape
from attnviz.document.edits import sentence_document
from attnviz.document.matrix_edits import add_row, matrix_document
from attnviz.document.projection_edits import embedded
from attnviz.document.upstream import Upstream, place
from attnviz.document.upstream_edits import (
    set_block,
    with_preset,
    with_seed,
    with_target,
    with_upstream,
    with_values,
)
from attnviz.errors import InputError, ShapeError

BACKWARD = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))["d"]
SEED_ZERO = with_values(matrix_document(*(BACKWARD[name] for name in "QKV")), BACKWARD["dO"])
WORDS = "a rose is a rose"


def gradient(document):
    return derive_gradient(document, derive(document))


def test_places_count_from_either_end_and_stay_inside():
    assert [place(index, 3) for index in (0, 2, 3, 99, -1, -3, -99)] == [0, 2, 2, 2, 2, 0, 0]


def test_the_default_is_one_number_of_the_last_row():
    found = gradient(matrix_document(*(BACKWARD[name] for name in "QKV")))
    expected = np.zeros((3, 4))
    expected[2, 0] = 1
    np.testing.assert_array_equal(found.dR, expected)
    assert found.value == found.result[2, 0]


def test_each_preset_has_the_gradient_of_its_loss():
    R = gradient(SEED_ZERO).result
    cell, ones, drawn, again, squared, entropy = (
        gradient(with_upstream(SEED_ZERO, **fields))
        for fields in (
            {"preset": "cell", "row": 1, "column": 2},
            {"preset": "ones"},
            {"preset": "random", "seed": 4},
            {"preset": "random", "seed": 5},
            {"preset": "squared", "row": 0, "target": (1.0,)},
            {"preset": "cross_entropy", "row": 1, "column": 99},
        )
    )
    assert np.argwhere(cell.dR).tolist() == [[1, 2]]
    assert (ones.dR == 1).all()
    assert not np.allclose(drawn.dR, again.dR)
    np.testing.assert_allclose(squared.dR[0], R[0] - [1, 0, 0, 0])
    assert not squared.dR[1:].any()
    np.testing.assert_allclose(entropy.dR[1].sum(), 0, atol=1e-15)
    assert entropy.dR[1].argmin() == 3
    assert entropy.value == pytest.approx(-np.log(np.exp(R[1, 3]) / np.exp(R[1]).sum()))


def test_a_loss_belongs_to_what_the_layer_gives_out():
    document = embedded(WORDS.split(), d_model=4, n_heads=2, d_k=3)
    assert result_shape(document) == gradient(document).dR.shape == (5, 2 * document.source.d_v)
    with_out = projection_edits.with_output_projection(document, True)
    found = gradient(with_out)
    assert result_shape(with_out) == found.dR.shape
    assert found.layer.dY is found.dR
    sentence = sentence_document(WORDS, d_k=7)
    assert result_shape(sentence) == gradient(sentence).dR.shape == (5, 7)


def test_typing_into_any_preset_makes_it_ones_own():
    edited = set_block(with_upstream(SEED_ZERO, preset="ones"), 1, 2, [[5.0]])
    assert edited.upstream.preset == "custom"
    expected = np.ones((3, 4))
    expected[1, 2] = 5
    np.testing.assert_array_equal(gradient(edited).dR, expected)
    assert not edited.upstream.values.flags.writeable


@pytest.mark.parametrize("preset", ["cell", "ones", "random", "squared", "cross_entropy"])
def test_choosing_ones_own_keeps_what_was_there(preset):
    before = with_upstream(matrix_document(*(BACKWARD[name] for name in "QKV")), preset=preset, row=1, target=(1, 2))
    own = with_preset(before, "custom")
    np.testing.assert_array_equal(gradient(own).dR, gradient(before).dR)
    typed = set_block(own, 0, 0, [[9.0]])
    again = with_preset(with_preset(typed, "ones"), "custom")
    np.testing.assert_array_equal(gradient(again).dR, gradient(typed).dR)


def test_edits_that_change_nothing_return_the_same_document():
    for edit in (
        lambda d: with_upstream(d, preset="custom"),
        lambda d: with_values(d, BACKWARD["dO"]),
        lambda d: set_block(d, 0, 0, [[BACKWARD["dO"][0][0]]]),
        lambda d: with_seed(d, 0),
        lambda d: with_target(d, ()),
        lambda d: with_preset(d, "custom"),
    ):
        assert edit(SEED_ZERO) is SEED_ZERO


def test_ones_own_numbers_follow_the_shape_of_the_document():
    longer = add_row(SEED_ZERO, "Q")
    found = gradient(longer)
    np.testing.assert_array_equal(found.dR[:3], BACKWARD["dO"])
    assert not found.dR[3].any()
    assert gradient(with_values(SEED_ZERO, np.ones((9, 9)))).dR.shape == (3, 4)


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: with_preset(d, "nothing"),
        lambda d: with_seed(d, 0.5),
        lambda d: with_seed(d, -1),
        lambda d: with_target(d, (float("nan"),)),
        lambda d: with_values(d, [[np.inf]]),
    ],
)
def test_wishes_that_make_no_sense_are_refused(edit):
    with pytest.raises(InputError):
        edit(SEED_ZERO)


def test_a_block_must_fit():
    with pytest.raises(ShapeError, match="∂L/∂O"):
        set_block(SEED_ZERO, 2, 3, [[1, 2]])


def test_an_upstream_without_a_shape_fits_every_document():
    odd = Upstream(preset="cell", row=500, column=-500)
    for document in (SEED_ZERO, sentence_document("one"), embedded(["a"])):
        assert np.argwhere(gradient(replace(document, upstream=odd)).dR).tolist() == [
            [result_shape(document)[0] - 1, 0]
        ]
