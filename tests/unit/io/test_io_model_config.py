"""Any model's config.json: what opens, and for each that does not one sentence, soon and in little memory."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.growth import growth
from attnviz.core.ledger import totals
from attnviz.document import model_presets
from attnviz.errors import InputError
from attnviz.io.model_config import MAX_BYTES, is_config, load_config, read_config, shortest

CONFIGS = Path(__file__).parents[2] / "data" / "configs"
SMALL = {
    "model_type": "llama",
    "hidden_size": 64,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "intermediate_size": 96,
    "vocab_size": 100,
    "max_position_embeddings": 128,
}


def read(**changes):
    return read_config(json.dumps(SMALL | changes), "“config.json”")


def shape(**changes):
    return read(**changes).shape


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.json")), ids=lambda path: path.stem)
def test_a_configuration_is_the_shipped_model(path):
    found = load_config(path)
    shipped = model_presets.load(path.stem)
    assert replace(found.shape, name=shipped.name, source=shipped.source) == shipped
    assert found.notes == ()
    assert is_config(path.read_text(encoding="utf-8"))


def test_head_dim_comes_from_the_file_and_not_from_the_division():
    found = shape(hidden_size=2560, num_attention_heads=32, head_dim=128, num_key_value_heads=8)
    assert found.head_dim == 128
    assert found.head_dim_given
    assert not shape().head_dim_given
    assert shape().head_dim == 16
    # These families have a width of their own where the file gives none.
    assert shape(model_type="qwen3").head_dim == 128
    assert shape(model_type="gemma").head_dim == 256


def test_heads_that_do_not_divide_the_hidden_size_need_a_head_dim():
    with pytest.raises(InputError, match="gives no head_dim, and 4 heads do not divide its hidden size 66"):
        read(hidden_size=66)
    assert shape(hidden_size=66, head_dim=16).head_dim == 16


def test_biases_by_family():
    plain = shape()
    assert not plain.qkv_bias
    assert not plain.o_bias
    asked = shape(attention_bias=True)
    assert asked.qkv_bias
    assert asked.o_bias
    qwen2 = shape(model_type="qwen2")
    assert qwen2.qkv_bias
    assert not qwen2.o_bias
    assert shape(model_type="llama", mlp_bias=True).mlp_bias


def test_layers_that_attend_to_everything():
    assert shape(num_hidden_layers=8, model_type="gemma2", sliding_window=16).pattern == ("sliding", "full")
    assert shape(model_type="mistral", sliding_window=4096).pattern == ("sliding",)
    assert shape(model_type="mistral", sliding_window=None).pattern == ("full",)
    kinds = ["linear_attention", "full_attention"] * 2
    found = shape(model_type="qwen3_next", num_hidden_layers=4, layer_types=kinds)
    assert found.pattern == ("linear", "full")
    assert growth(found, 10).scores == 2 * 4 * 100
    assert found.recurrence is not None


@given(st.lists(st.sampled_from(["full", "sliding", "linear"]), min_size=1, max_size=30))
def test_the_shortest_pattern_repeats_to_the_same_layers(kinds):
    short = shortest(tuple(kinds))
    assert [short[i % len(short)] for i in range(len(kinds))] == kinds


def test_a_mixture_of_experts():
    found = shape(model_type="mixtral", num_local_experts=8, num_experts_per_tok=2).experts
    assert (found.count, found.chosen, found.intermediate) == (8, 2, 96)
    partly = read(
        model_type="qwen3_moe", num_experts=8, num_experts_per_tok=2, moe_intermediate_size=32, mlp_only_layers=[0]
    )
    assert "Only some layers have experts" in partly.notes[0]
    assert totals(partly.shape).model is None
    with pytest.raises(InputError, match="does not give num_experts_per_tok"):
        read(model_type="mixtral", num_local_experts=8)


def test_unknown_keys_are_ignored_and_missing_ones_named_together():
    assert shape(rope_scaling={"factor": [1, 2, {"x": None}]}, whatever="…") == shape()
    with pytest.raises(InputError) as caught:
        read_config('{"model_type": "llama", "vocab_size": 5}', "“config.json”")
    assert "hidden_size, num_hidden_layers, num_attention_heads" in str(caught.value)


def test_an_unknown_family_is_read_like_llama_and_says_so():
    found = read(model_type="newcomer")
    assert found.shape.hidden == 64
    assert "“newcomer” is no family known here" in found.notes[0]
    nameless = read_config(json.dumps({key: value for key, value in SMALL.items() if key != "model_type"}), "“a”")
    assert "names no model_type" in nameless.notes[0]


def test_compressed_keys_and_values_are_refused():
    with pytest.raises(InputError, match="kv_lora_rank says that “deepseek_v3” compresses"):
        read(model_type="deepseek_v3", kv_lora_rank=512)


def test_a_model_is_called_as_its_file_calls_it_and_else_as_the_file(tmp_path):
    folder = tmp_path / "eyes"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(SMALL), encoding="utf-8")
    assert load_config(folder / "config.json").shape.name == "config.json (llama)"
    (folder / "mine.json").write_text(json.dumps(SMALL), encoding="utf-8")
    assert load_config(folder / "mine.json").shape.name == "mine"
    for own in ("meta-llama/Meta-Llama-3-8B", "/data/Meta-Llama-3-8B/", "C:\\models\\Meta-Llama-3-8B"):
        (folder / "config.json").write_text(json.dumps(SMALL | {"_name_or_path": own}), encoding="utf-8")
        assert load_config(folder / "config.json").shape.name == "Meta-Llama-3-8B"


WRONG = [-1, 0, 1e30, 1.5, True, "64", [64], {"a": 1}, 10**15]


@pytest.mark.parametrize("value", WRONG, ids=str)
@pytest.mark.parametrize("key", ["hidden_size", "num_hidden_layers", "num_key_value_heads", "head_dim", "vocab_size"])
def test_a_number_that_cannot_be_is_named(key, value):
    with pytest.raises(InputError) as caught:
        read(**{key: value})
    assert key in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none(word):
    with pytest.raises(InputError, match="is no finite number"):
        read_config('{"model_type": "llama", "hidden_size": ' + word + "}", "“config.json”")


def test_kv_heads_must_divide_the_heads():
    with pytest.raises(InputError, match="4 query heads cannot share 3 kv-heads evenly"):
        read(num_key_value_heads=3)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        '{"a":' * 10_000,
        '{"model_type": "llama", "x": [' + "1," * (MAX_BYTES // 2 - 20) + "1]}",
        '{"model_type": "llama", "x": [' + "[]," * (MAX_BYTES // 3 - 20) + "[]]}",
        '{"model_type": "llama"' + " " * (MAX_BYTES * 40) + "}",
        '{"model_type": "llama", "model_type": "gpt2"}',
        '{"model_type": 7}',
        '{"model_type": "llama", "layer_types": ["strange"], "hidden_size": 1, "num_hidden_layers": 1, '
        '"num_attention_heads": 1}',
        "[1, 2]",
        "",
        "\x00",
    ],
    ids=["deep list", "deep object", "long list", "long lists", "huge", "twice", "kind", "layers", "list", "", "zero"],
)
def test_hostile_files_are_refused_with_one_sentence_and_little_memory(text):
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as caught:
            read_config(text, "“config.json”")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert str(caught.value).count("\n") == 0
    assert "“config.json”" in str(caught.value)
    assert most < len(text) * 2 + 60_000_000


def test_what_is_a_configuration_and_what_only_names_a_model():
    assert is_config('{"model_type": "llama"}')
    assert is_config('{"architectures": ["X"], "hidden_size": }'), "broken, but meant as one"
    assert is_config('{"model_type": "llama"' + " " * (2 * MAX_BYTES))
    assert not is_config('{"Q": [[1]], "K": [[1]]}')
    assert not is_config('{"model_type": "gpt2", "attention": [[1]]}')
    assert not is_config('{"model_type": "gpt2", "attention": [' + "1," * MAX_BYTES)
    assert not is_config("[1]")
    assert not is_config('"model_type"')


def test_a_huge_file_is_not_read(tmp_path):
    path = tmp_path / "config.json"
    path.write_text('{"model_type": "llama"' + " " * 400_000 + "}", encoding="utf-8")
    with pytest.raises(InputError, match="too large"):
        load_config(path)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda children: st.lists(children, max_size=3) | st.dictionaries(st.sampled_from(list(SMALL)), children),
        max_leaves=12,
    )
)
def test_no_json_text_breaks_the_reader(content):
    try:
        found = read_config(json.dumps(content), "“config.json”")
    except InputError:
        return
    assert found.shape.hidden >= 1
    assert totals(found.shape).attention > 0
