"""The ledger against published totals, to the unit."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.growth import attention_work, growth, scores_exceed_cache, state_numbers, work_parts
from attnviz.core.ledger import attention_rows, layer_rows, mlp_rows, outside_rows, parameters, recurrent_rows, totals
from attnviz.core.model_shape import ModelShape, Recurrence
from attnviz.document import model_presets

DATA = Path(__file__).parents[2] / "data"

WIDTHS = {"float32": 4, "bfloat16": 2}


@pytest.fixture(scope="module")
def seed_shapes() -> dict:
    return json.loads((DATA / "seed_numbers.json").read_text(encoding="utf-8"))["e"]


# Whole models: parameters of the published checkpoints; GPT-3 as its matrices are added up in 3Blue1Brown's lesson.
MODELS = {
    "gpt2": 124_439_808,
    "gpt2-medium": 354_823_168,
    "gpt2-large": 774_030_080,
    "gpt2-xl": 1_557_611_200,
    "gpt3-175b": 175_181_291_520,
    "bert-base": 109_482_240,
    "llama-3-8b": 8_030_261_248,
    "qwen3-0.6b": 596_049_920,
    "qwen3-4b": 4_022_468_096,
    "qwen3-next-80b": 79_674_391_296,
}
# Attention of one layer.
LAYERS = {
    "gpt2": 2_362_368,
    "gpt3-175b": 603_979_776,
    "qwen3-0.6b": 6_291_712,
    "qwen3-4b": 26_214_656,
    "qwen3.5-9b": 58_720_768,
    "qwen3.8-27b": 104_858_112,
}


@pytest.mark.parametrize(("name", "expected"), MODELS.items())
def test_a_models_parameters_are_the_published_ones(name, expected):
    assert totals(model_presets.load(name)).model == expected


@pytest.mark.parametrize(("name", "expected"), LAYERS.items())
def test_a_layers_attention_is_the_published_one(name, expected):
    assert totals(model_presets.load(name)).attention_layer == expected


def test_attention_of_all_layers():
    assert totals(model_presets.load("gpt2")).attention == 28_348_416
    assert totals(model_presets.load("gpt3-175b")).attention == 57_982_058_496


def test_gpt3_one_head_is_four_matrices_of_one_size():
    rows = attention_rows(model_presets.load("gpt3-175b"))
    assert [row.parameters // 96 for row in rows] == [1_572_864] * 4
    assert sum(row.parameters for row in rows) // 96 == 6_291_456


def test_gpt2_without_biases_as_nanogpt_counts_it():
    gpt2 = model_presets.load("gpt2")
    bare = replace(gpt2, qkv_bias=False, o_bias=False, mlp_bias=False, norm="rms")
    assert [row.parameters for row in attention_rows(bare)] == [1_769_472, 589_824]
    assert totals(bare).model == 124_337_664
    # Its attention scores are 1,610,612,736 operations at n = 1024: a multiply-add is two of them.
    assert 2 * attention_work(gpt2, 1024)[0] == 1_610_612_736


def test_the_gated_layer_of_the_lesson(seed_shapes):
    expected = seed_shapes["qwen3.8-27b-like full-attention layer"]
    shape = model_presets.load("qwen3.8-27b")
    rows = {row.name.rsplit(".", 1)[-1]: row for row in attention_rows(shape)}
    for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
        assert list(rows[name].stored) == expected["shapes"][name]["weight_shape"]
        assert rows[name].parameters == expected["shapes"][name]["parameters"]
    assert rows["q_norm"].parameters == expected["shapes"]["q_norm"]
    assert rows["k_norm"].parameters == expected["shapes"]["k_norm"]
    assert totals(shape).attention_layer * 2 == expected["attention_bytes_bf16_per_layer"]
    assert totals(replace(shape, gated=False)).attention_layer == expected["without_gate"]
    assert shape.layer_kinds.count("full") == expected["full_attention_layers_if_64_layers_every_4th"]


@pytest.mark.parametrize(
    ("name", "key"), [("qwen3.8-27b", "qwen3.8-27b-like full-attention layer"), ("gpt2", "gpt2-small layer")]
)
def test_score_matrices_in_bytes(seed_shapes, name, key):
    shape = model_presets.load(name)
    for size in seed_shapes[key]["score_matrix"].values():
        found = growth(shape, size["n"])
        for dtype, width in WIDTHS.items():
            assert found.scores_head * width == size["one_head_bytes"][dtype]
            assert found.scores_layer * width == size["all_heads_bytes"][dtype]


def test_cache_of_keys_and_values(seed_shapes):
    shape = model_presets.load("qwen3.8-27b")
    expected = seed_shapes["qwen3.8-27b-like full-attention layer"]["kv_cache_bytes_bf16_per_layer"]
    for text, n in (("1k", 1024), ("8k", 8192), ("128k", 131_072), ("256k", 262_144)):
        assert growth(shape, n).cache * 2 == 16 * expected[text]
    assert growth(model_presets.load("qwen3-0.6b"), 1).cache_token * 2 == 114_688


def test_gpt2_matrices_as_its_checkpoint_stores_them(seed_shapes):
    rows = attention_rows(model_presets.load("gpt2"))
    expected = seed_shapes["gpt2-small layer"]["shapes"]
    assert [row.name for row in rows] == ["h.{i}.attn.c_attn", "h.{i}.attn.c_proj"]
    for row, name in zip(rows, ("c_attn", "c_proj"), strict=True):
        assert list(row.stored) == expected[name]["weight_shape_on_disk"]
        assert row.parameters == expected[name]["parameters"]


def test_scores_grow_with_the_square_and_the_cache_with_n():
    shape = model_presets.load("llama-3-8b")
    one, ten = growth(shape, 1000, 3), growth(shape, 10_000, 3)
    assert ten.scores == 100 * one.scores
    assert ten.cache == 10 * one.cache
    for part, more in zip(one.parts, ten.parts, strict=True):
        assert more.all == (100 if part.step == "scores" else 10) * part.all
    assert one.scores == 3 * growth(shape, 1000).scores


def test_hybrid_layers_without_scores_carry_a_state_that_does_not_grow():
    shape = model_presets.load("qwen3-next-80b")
    assert shape.layer_kinds.count("full") == 12
    assert growth(shape, 10).state == growth(shape, 1_000_000).state == 36 * state_numbers(shape)
    # 32 heads of 128 × 128, and the last three inputs of a convolution over 2 · 2048 + 4096 channels
    assert state_numbers(shape) == 32 * 128 * 128 + 3 * 8192
    assert growth(shape, 1000).scores == 12 * 16 * 1000**2


def test_a_sliding_layer_keeps_its_window_only():
    shape = ModelShape(
        name="", hidden=8, n_layers=2, n_heads=2, n_kv_heads=1, head_dim=4, pattern=("sliding",), window=5
    )
    found = growth(shape, 20)
    assert found.scores == 2 * 2 * 20 * 5
    assert found.cache == 2 * 5 * 8
    assert found.cache_token == 0  # none of its layers keeps every token


def test_multiply_adds_of_a_layer_are_those_of_its_products():
    shape = ModelShape(name="", hidden=6, n_heads=2, n_kv_heads=1, head_dim=4, v_head_dim=3)
    n = 5
    products = [(n, 6, 8), (n, 6, 4), (n, 6, 3), (n, 6, 6)]  # rows, inner, columns of x W_Q, x W_K, x W_V, o W_O
    products += 2 * [(n, 4, n), (n, n, 3)]  # Q Kᵀ and A V of each head
    assert growth(shape, n).work == sum(a * b * c for a, b, c in products)


@st.composite
def shapes(draw):
    """Models of all kinds of layers, with and without what is not always known."""
    small = st.integers(1, 9)
    kv = draw(small)
    linear = draw(st.none() | st.builds(Recurrence, key_heads=small, value_heads=small, key_dim=small, value_dim=small))
    return ModelShape(
        name="",
        family=draw(st.sampled_from(["", "gpt2", "bert", "llama", "qwen3_next"])),
        hidden=draw(small),
        n_layers=draw(st.integers(1, 12)),
        n_heads=kv * draw(small),
        n_kv_heads=kv,
        head_dim=draw(small),
        v_head_dim=draw(st.none() | small),
        gated=draw(st.booleans()),
        pattern=tuple(draw(st.lists(st.sampled_from(["full", "sliding", "linear"]), min_size=1, max_size=4))),
        window=draw(small),
        recurrence=linear,
        intermediate=draw(st.none() | small),
        vocab=draw(st.none() | small),
        tied=draw(st.booleans()),
        causal=draw(st.booleans()),
        pooler=draw(st.booleans()),
    )


def products(shape, kind, n):
    """Multiply-adds of one layer of a kind, product by product, but for a recurrent one's state."""
    if kind == "linear":
        return sum(row.work(n, 1) for row in recurrent_rows(shape))
    seen = n if kind == "full" else min(n, shape.window)
    heads = shape.n_heads * n * seen
    return sum(row.work(n, 1) for row in attention_rows(shape)) + heads * shape.head_dim + heads * shape.v_dim


@given(shapes(), st.integers(1, 30), st.integers(1, 5))
def test_one_layer_times_the_layers_is_all_and_the_parts_are_the_whole(shape, n, batch):
    cost = growth(shape, n, batch)
    parts = {part.step: part for part in cost.parts}
    counts = {kind: shape.count(kind) for kind in ("full", "sliding", "linear")}
    layers = {"matrices": counts["full"] + counts["sliding"], "scores": counts["full"], "window": counts["sliding"]}
    layers |= {"recurrent": counts["linear"], "state": counts["linear"], "mlp": shape.n_layers, "pooler": 1, "head": 1}
    for step, part in parts.items():
        assert part.layers == layers[step]
        assert part.layer * part.layers == part.all > 0
    assert sum(part.all for part in cost.parts) == cost.work
    state = parts["state"].all if "state" in parts else 0
    expected = sum(
        products(shape, kind, n) + sum(row.work(n, 1) for row in mlp_rows(shape)) for kind in shape.layer_kinds
    )
    expected += sum(row.work(n, 1) for row in outside_rows(shape))
    if shape.causal and shape.tied and shape.vocab:
        expected += n * shape.hidden * shape.vocab  # the token table is the last matrix too
    assert cost.work == batch * expected + state


@given(shapes(), st.integers(1, 50), st.integers(1, 9))
def test_everything_is_counted_for_the_whole_batch(shape, n, batch):
    one, many = growth(shape, n), growth(shape, n, batch)
    for name in ("scores_head", "scores_layer", "scores", "cache_token", "cache", "state", "work"):
        assert getattr(many, name) == batch * getattr(one, name), name


@pytest.mark.parametrize(
    ("name", "layer", "layers", "all_layers"),
    [("qwen3.8-27b", 12_884_901_888, 16, 206_158_430_208), ("gpt2", 1_610_612_736, 12, 19_327_352_832)],
)
def test_the_scores_of_a_layer_are_counted_without_its_matrices(name, layer, layers, all_layers):
    found = next(part for part in work_parts(model_presets.load(name), 1024) if part.step == "scores")
    assert (found.layer, found.layers, found.all) == (layer, layers, all_layers)


@given(shapes())
def test_from_which_n_on_the_scores_exceed_the_cache(shape):
    n = scores_exceed_cache(shape)
    if n is None:
        assert growth(shape, 10).scores == 0
        return
    here = growth(shape, n)
    assert here.scores > here.cache
    if n > 1:
        before = growth(shape, n - 1)
        assert before.scores <= before.cache


def test_experts_are_all_stored_and_a_few_are_used():
    rows = {row.name.split("mlp.")[-1]: row for row in mlp_rows(model_presets.load("qwen3-next-80b"))}
    up = rows["experts.{e}.up_proj"]
    assert up.parameters == 512 * 2048 * 512
    assert up.work(7, 1) == 7 * 10 * 2048 * 512


def test_a_document_of_q_k_and_v_has_no_projections():
    shape = ModelShape(name="", hidden=2, n_heads=1, n_kv_heads=1, head_dim=2, projections=False, norm="none")
    assert layer_rows(shape, "full") == ()
    assert growth(shape, 3).scores == 9


def test_the_total_is_the_sum_of_all_rows():
    for name in model_presets.shipped():
        shape = model_presets.load(name)
        found = totals(shape)
        if found.model is not None:
            layers = sum(parameters(layer_rows(shape, kind)) for kind in shape.layer_kinds)
            assert found.model == layers + parameters(outside_rows(shape)), name
