"""Changing one number of a model, and what has to follow; a document's own layer; shapes as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.ledger import attention_rows, totals
from attnviz.core.model_shape import Experts, ModelShape, Recurrence
from attnviz.document import lessons, model_presets
from attnviz.document.json_place import read_places
from attnviz.document.model_shape import own_shape, shown_n, shown_shape, with_shape
from attnviz.document.settings import apply_setting, describe
from attnviz.document.shape_edits import NUMBERS, SWITCHES, consequences, with_number, with_switch
from attnviz.document.shape_file import LIMITS, shape_from, shape_values
from attnviz.document.shape_notes import counted, notes
from attnviz.document.shapes_look import ShapesLook
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.i18n import NumberFormat
from attnviz.io.document_file import load_document, save_document

PRESETS = model_presets.shipped()
presets = st.sampled_from(PRESETS).map(model_presets.load)


def test_the_hidden_size_of_gpt2_takes_head_dim_and_mlp_along():
    changed, followed = with_number(model_presets.load("gpt2"), "hidden", 1536)
    assert (changed.head_dim, changed.intermediate) == (128, 6144)
    assert "The size of a head follows: 64 → 128." in followed
    assert "The size of the MLP follows: 3,072 → 6,144." in followed
    assert "attn.c_attn: 768 × 2,304 → 1,536 × 4,608." in followed
    assert "wte: 50,257 × 768 → 50,257 × 1,536." in followed


def test_a_given_head_dim_stays_and_is_said_not_to_fit():
    changed, followed = with_number(model_presets.load("llama-3-8b"), "head_dim", 96)
    assert changed.head_dim == 96
    assert changed.head_dim_given
    assert "n_heads × head_dim = 3,072 is no longer hidden = 4,096." in followed
    assert "self_attn.q_proj: 4,096 × 4,096 → 4,096 × 3,072." in followed


def test_kv_heads_follow_where_every_query_head_has_its_own_and_else_to_what_divides():
    changed, followed = with_number(model_presets.load("gpt2"), "n_heads", 24)
    assert changed.n_kv_heads == 24
    assert changed.head_dim == 32
    assert "The key-value heads follow: 12 → 24." in followed
    changed, _ = with_number(model_presets.load("qwen3-0.6b"), "n_heads", 12)  # 8 kv-heads before
    assert changed.n_kv_heads == 4
    with pytest.raises(InputError, match="16 query heads cannot share 5 kv-heads evenly"):
        with_number(model_presets.load("qwen3-0.6b"), "n_kv_heads", 5)


def test_kv_heads_come_back_where_they_fit():
    llama = model_presets.load("llama-3-8b")  # 32 heads, 8 kv-heads
    fewer, followed = with_number(llama, "n_heads", 30)
    assert fewer.n_kv_heads == 2
    assert "The key-value heads follow: 8 → 2." in followed
    assert "8 key-value heads do not divide 30 query heads; they return where they do." in followed
    back, followed = with_number(fewer, "n_heads", 40)
    assert back.n_kv_heads == 8
    assert "The key-value heads follow: 2 → 8." in followed
    assert with_number(back, "n_heads", 32)[0] == llama
    typed, _ = with_number(fewer, "n_kv_heads", 3)
    assert with_number(typed, "n_heads", 32)[0].n_kv_heads == 1, "what is typed is the new wish"


@given(presets, st.lists(st.integers(1, 60), max_size=5))
def test_going_through_any_numbers_of_heads_and_back_changes_nothing(shape, ways):
    there = replace(shape, head_dim_given=True)
    for heads in (*ways, shape.n_heads):
        there, _ = with_number(there, "n_heads", heads)
        assert there.n_heads % there.n_kv_heads == 0
    assert there == replace(shape, head_dim_given=True)


def test_what_a_person_typed_is_not_said_to_have_followed():
    llama = model_presets.load("llama-3-8b")
    for field, value in (("n_kv_heads", 4), ("head_dim", 96), ("intermediate", 100)):
        changed, _ = with_number(llama, field, value)
        assert not any("follow" in sentence for sentence in consequences(llama, changed)), field


def test_sentences_write_numbers_as_the_language_does():
    gpt2 = model_presets.load("gpt2")
    changed, _ = with_number(gpt2, "hidden", 1536)
    assert "attn.c_attn: 768 × 2.304 → 1.536 × 4.608." in consequences(gpt2, changed, form=NumberFormat(","))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, "attention of 16 layers"),
        ({"intermediate": 9}, "attention of 16 layers + MLP"),
        ({"vocab": 9}, "attention of 16 layers + last matrix"),
        ({"n_layers": 4}, "attention of one layer"),
        ({"pattern": ("linear",)}, "nothing of it"),
        ({"family": ""}, "these layers"),
        ({"family": "", "n_layers": 1}, "this layer"),
    ],
)
def test_what_is_counted_is_named(change, expected):
    assert counted(replace(model_presets.load("qwen3.8-27b"), **change)) == expected
    assert counted(model_presets.load("gpt2")) == "the whole model"


def test_heads_that_do_not_divide_the_hidden_size_leave_head_dim_alone():
    changed, followed = with_number(model_presets.load("gpt2"), "n_heads", 7)
    assert changed.head_dim == 64
    assert "7 heads do not divide hidden = 768: head_dim stays 64." in followed


def test_the_gate_widens_the_query_only():
    gated, followed = with_switch(model_presets.load("qwen3-4b"), "gated", True)
    assert followed == ("self_attn.q_proj: 2,560 × 4,096 → 2,560 × 8,192.",)
    bare, followed = with_switch(gated, "qk_norm", False)
    assert followed == ("self_attn.q_norm goes.", "self_attn.k_norm goes.")
    assert with_switch(bare, "qk_norm", True)[0] == gated


def test_biases_are_counted():
    shape = model_presets.load("llama-3-8b")
    biased, followed = with_switch(shape, "o_bias", True)
    assert followed == ("self_attn.o_proj gets 4,096 biases.",)
    assert totals(biased).attention_layer == totals(shape).attention_layer + 4096


@given(presets, st.sampled_from(NUMBERS), st.integers(-5, 2**33))
def test_no_number_breaks_a_shape(shape, field, value):
    if getattr(shape, field) is None:
        return
    try:
        changed, followed = with_number(shape, field, value)
    except InputError:
        return
    assert getattr(changed, field) == value <= LIMITS[field]
    assert changed.n_heads % changed.n_kv_heads == 0
    assert all(sentence.endswith(".") for sentence in followed)
    assert totals(changed).attention > 0
    assert consequences(changed, changed) == ()


@given(presets, st.sampled_from(SWITCHES), st.booleans())
def test_a_switch_turned_and_turned_back_changes_nothing(shape, field, on):
    there, _ = with_switch(shape, field, on)
    assert with_switch(there, field, getattr(shape, field))[0] == shape


@pytest.mark.parametrize("name", PRESETS)
def test_a_shape_is_read_back_from_its_json(name):
    shape = model_presets.load(name)
    assert shape_from(read_places(json.dumps(shape_values(shape)), "“shape”")) == shape
    assert model_presets.preset_of(shape) == name
    assert model_presets.preset_of(replace(shape, hidden=shape.hidden + 1)) is None
    assert shape.source


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hidden": 0}, "hidden must be a whole number from 1"),
        ({"hidden": 1.5}, "hidden must be a whole number"),
        ({"n_heads": True}, "n_heads must be a whole number"),
        ({"pattern": ["some"]}, "must be one of full, sliding, linear"),
        ({"pattern": []}, "length of pattern"),
        ({"n_kv_heads": 3}, "cannot share 3 kv-heads evenly"),
        ({"experts": {"count": 2, "chosen": 3, "intermediate": 4}}, "cannot pass through 3 experts of 2"),
        ({"experts": {"count": 2}}, "has no “chosen”"),
        ({"strange": 1}, "“strange” is no key"),
    ],
)
def test_a_wrong_shape_is_refused_with_its_place(change, said):
    plain = {"name": "x", "hidden": 8, "n_heads": 2, "n_kv_heads": 2, "head_dim": 4}
    with pytest.raises(InputError, match=said):
        shape_from(read_places(json.dumps(plain | change), "“shape”"))


def test_an_unknown_model_is_named_with_those_there_are():
    with pytest.raises(InputError, match=r"no model called “gpt9”.*gpt2"):
        model_presets.load("gpt9")


def test_a_documents_own_layer():
    document = lessons.load("gato", "en").document
    own = own_shape(document)
    assert shown_shape(document) == own
    assert [(row.inputs, row.outputs) for row in attention_rows(own)] == [(4, 4)] * 3
    assert shown_n(document, None) == 5
    assert shown_n(document, 77) == 77
    by_hand = own_shape(lessons.load("bank", "en").document)
    assert attention_rows(by_hand) == ()
    assert (by_hand.head_dim, by_hand.v_dim) == (2, 2)


def test_a_document_looks_at_a_model_and_keeps_its_numbers():
    document = lessons.load("gato", "en").document
    shape = model_presets.load("gpt2")
    looking = with_shape(document, shape)
    assert looking.source is document.source
    assert shown_shape(looking) is shape
    assert shown_n(looking, None) == 1024
    assert with_shape(looking, shape) is looking
    assert with_shape(looking, None).shape is None


def test_the_model_is_a_setting():
    document = apply_setting(lessons.load("gato", "en").document, "model", "qwen3-4b")
    assert document.shape == model_presets.load("qwen3-4b")
    assert ("model", "qwen3-4b") in describe(document)
    assert apply_setting(document, "model", "own").shape is None


def test_notes_name_what_departs_from_the_plain_picture():
    shape = model_presets.load("qwen3.8-27b")
    every = ("width", "sharing", "gate", "layers", "unknown", "context")
    said = " ".join(notes(shape, 300_000, NumberFormat(), every))
    assert "24 heads × 256 = 6,144, which is not hidden = 5,120" in said
    assert "6 query heads share each of 4 kv-heads" in said
    assert "= 12,288 columns, split head by head" in said
    assert "Only 16 of 64 layers have an n × n matrix" in said
    assert "n = 300,000 is beyond the 262,144 tokens" in said
    expected = "48 layers without n × n scores, the MLP of every layer, the token table and the last matrix"
    assert f"Sizes that are not known here are not counted: {expected}." in said
    plain = ModelShape(name="", family="gpt2", hidden=8, n_heads=2, n_kv_heads=2, head_dim=4, intermediate=1, vocab=1)
    assert notes(plain, 10, NumberFormat(), every) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"n_heads": 0},
        {"n_kv_heads": 0},
        {"hidden": -4},
        {"n_layers": 10**9},
        {"pattern": ()},
        {"window": 0, "pattern": ("sliding",)},
        {"experts": Experts(count=4, chosen=0, intermediate=1)},
        {"recurrence": Recurrence(key_heads=1, value_heads=0, key_dim=1, value_dim=1)},
        {"n_kv_heads": 5},
    ],
    ids=str,
)
def test_a_shape_that_no_edit_could_make_is_refused_in_a_saved_document(change, tmp_path):
    document = with_shape(lessons.load("gato", "en").document, replace(model_presets.load("qwen3-next-80b"), **change))
    save_document(tmp_path / "a.attnviz", document, ViewState(tab="shapes"))
    with pytest.raises(InputError, match=r"“a\.attnviz”"):
        load_document(tmp_path / "a.attnviz")


@pytest.mark.parametrize("look", [{"n": 0}, {"n": 2**40}, {"batch": 0}, {"batch": 10**9}], ids=str)
def test_a_way_of_looking_that_cannot_be_is_refused(look, tmp_path):
    view = ViewState(tab="shapes", shapes=ShapesLook(**look))
    save_document(tmp_path / "a.attnviz", lessons.load("gato", "en").document, view)
    with pytest.raises(InputError, match="tokens or a batch"):
        load_document(tmp_path / "a.attnviz")


@pytest.mark.parametrize("name", PRESETS)
def test_a_saved_document_keeps_its_model(name, tmp_path):
    document = with_shape(lessons.load("gato", "en").document, model_presets.load(name))
    view = ViewState(tab="shapes", shapes=ShapesLook(n=12, picture="stack", dtype="int8"))
    save_document(tmp_path / "a.attnviz", document, view)
    found, looked = load_document(tmp_path / "a.attnviz")
    assert found.shape == document.shape
    assert looked.shapes == view.shapes
