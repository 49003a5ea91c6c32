"""Faults of a large JSON file are seen before its numbers are read, and nothing that is right is taken for one."""

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.errors import InputError
from attnviz.io import attention_json, json_faults
from attnviz.io.attention import read_attention
from attnviz.io.json_faults import find_fault
from attnviz.io.json_tree import MAX_DEPTH, MAX_NUMBER, read_json_tree

texts = st.text(alphabet=st.sampled_from('ab"\\[]{},: é\n'), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers(-(10**20), 10**20) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=20,
)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """Everything goes through several parts, as a large file does."""
    monkeypatch.setattr(json_faults, "CHUNK", 37)


def fault(data, **options):
    return find_fault(data, MAX_DEPTH, MAX_NUMBER, **options)


@given(value=st.lists(values, max_size=5), indent=st.sampled_from([None, 0, 2]), plain=st.booleans())
def test_what_is_right_is_never_refused(value, indent, plain):
    found = fault(json.dumps(value, indent=indent, ensure_ascii=plain).encode("utf-8", "surrogatepass"))
    # Lists of numbers that differ in length are JSON, but no matrix, and refused as such when they are read.
    assert found is None or found.kind == "ragged"


@given(value=st.lists(values, min_size=1, max_size=5), seed=st.integers(0, 10**6))
def test_what_is_called_no_json_is_none(value, seed):
    chance = random.Random(seed)
    data = bytearray(json.dumps(value).encode())
    at = chance.randrange(len(data))
    data[at : at + chance.randrange(2)] = bytes([chance.choice(b'[]{},:"0 .e-+xt')])
    found = fault(bytes(data))
    if found is not None and found.kind == "grammar":
        with pytest.raises(InputError):
            read_json_tree(data.decode("utf-8", "replace"), "a.json")


ROWS = np.full((2, 3, 20, 20), 0.05).tolist()
WHOLE = json.dumps({"tokens": ["a", 'b"', "[c"] * 6 + ["d", "e"], "attentions": ROWS})


@pytest.mark.parametrize(
    ("cut", "instead", "said"),
    [
        ("0.05]]]]}", "0.05, 0.05]]]]}", r"\[19\] is 21, but that of the first row is 20"),
        ("0.05]]]]}", "x0.05]]]]}", "“x0.05]]]]}” cannot be read"),
        ("0.05]]]]}", "0.05]]]", "the end of the file cannot be read"),
        ("0.05]]]]}", "0.05,]]]]}", "“]]]]}” cannot be read"),
        ("0.05]]]]}", "0.05]]}]}", "“}]}” cannot be read"),
        ("0.05]]]]}", "0.0.5]]]]}", "cannot be read"),
        ("0.05]]]]}", "0e5e5]]]]}", "cannot be read"),
        ("0.05]]]]}", "0.05]]]]} 1", "cannot be read"),
        ("0.05]]]]}", '"a"]]]]}', "texts where numbers are expected"),
        ("0.05]]]]}", "true]]]]}", "true and false"),
        ("0.05]]]]}", "1" * 900 + "]]]]}", "more than 400 digits"),
        ("0.05]]]]}", "0.05]]]], " + '"x": ' + "[" * 50 + "]" * 50 + "}", "nested too deeply"),
    ],
    ids=range(12),
)
def test_a_fault_at_the_end_is_said_and_is_one_for_the_reader_too(tmp_path, monkeypatch, cut, instead, said):
    text = WHOLE[: -len(cut)] + instead
    assert WHOLE.endswith(cut)
    for name, content in (("a.json", text), ("a.html", f"<script>const params = {text}")):
        if name == "a.html" and instead.endswith("} 1"):
            continue  # a page may go on
        (tmp_path / name).write_text(content)
        monkeypatch.setattr(attention_json, "LARGE", 0)
        with pytest.raises(InputError, match=said):
            read_attention([tmp_path / name])
        monkeypatch.setattr(attention_json, "LARGE", 10**9)
        with pytest.raises(InputError):
            read_attention([tmp_path / name])


def test_the_place_is_told_past_texts_blanks_and_other_signs(tmp_path, monkeypatch):
    content = {"tokens": ["é", 'a"b', "\\"], "attentions": [[0.5, 0.5], [0.5, 0.5]]}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    spoiled = text.replace("0.5\n  ]\n ]", "0.5;\n  ]\n ]")
    assert spoiled != text
    (tmp_path / "a.json").write_text(spoiled, encoding="utf-8")
    said = []
    for large in (0, 10**9):
        monkeypatch.setattr(attention_json, "LARGE", large)
        with pytest.raises(InputError) as refusal:
            read_attention([tmp_path / "a.json"])
        said.append(str(refusal.value))
    assert said[0] == said[1]
    assert "line 14, column 7" in said[0]


def test_a_large_file_that_is_right_is_read_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(attention_json, "LARGE", 0)
    (tmp_path / "a.json").write_text("\ufeff" + WHOLE, encoding="utf-8")
    found = read_attention([tmp_path / "a.json"])
    assert (found.stack.n_layers, found.stack.n_heads, found.stack.n_q) == (2, 3, 20)
    assert found.tokens_k[1] == 'b"'
