"""Whatever stands in a file, reading it gives attention or one sentence. More cases: python -m tests.fuzz 100000."""

import contextlib
import json
import random
import struct

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from attnviz.io.attention import read_attention
from attnviz.io.json_tree import read_json_tree
from attnviz.io.plain_pickle import RefusedError, read_plain
from tests.fuzz.mutate import run, try_file

CASES = 2500

names = st.sampled_from(
    ["attentions", "tokens", "layer_0", "layer_1", "Q", "weights", "attention", "maskUpperTri", "x"]
)
values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=4) | st.lists(st.floats(0, 1), min_size=2, max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=24,
)


def test_spoiled_samples_open_or_are_refused(tmp_path):
    outcome = run(CASES, random.SystemRandom().randrange(1 << 30), tmp_path)
    assert sum(outcome.values()) == CASES
    assert min(outcome.values()) > CASES // 20


@given(value=values)
def test_any_json(tmp_path_factory, value):
    path = tmp_path_factory.mktemp("json", numbered=True) / "a.json"
    path.write_text(json.dumps(value))
    try_file(path)


@given(value=values.filter(lambda value: "NaN" not in json.dumps(value) and "Infinity" not in json.dumps(value)))
def test_json_is_read_as_pythons_own_reader_does(value):
    found, _ = read_json_tree(json.dumps(value), "a.json")

    def plain(node):
        if isinstance(node, np.ndarray):
            return [None if np.isnan(number) else number for number in node.tolist()]
        if isinstance(node, list):
            return [plain(item) for item in node]
        return {key: plain(item) for key, item in node.items()} if isinstance(node, dict) else node

    assert plain(found) == json.loads(json.dumps(value))


@given(data=st.binary(max_size=200))
def test_any_bytes_as_a_pickle(data):
    with contextlib.suppress(RefusedError):
        read_plain(b"\x80\x02" + data)


@given(header=values, data=st.binary(max_size=64))
def test_any_safetensors_header(tmp_path_factory, header, data):
    path = tmp_path_factory.mktemp("st", numbered=True) / "a.safetensors"
    written = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(written)) + written + data)
    try_file(path)


@given(text=st.text(alphabet=st.sampled_from('01.5,;\t\n" ab-"layerheadquerykweight'), max_size=80))
def test_any_table(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("csv", numbered=True) / "a.csv"
    path.write_text(text, newline="")
    try_file(path)


@given(
    array=arrays.arrays(
        st.sampled_from(["<f2", "<f4", ">f4", "<f8", ">f8", "|u1", "<i4", "<i8"]),
        st.tuples(*[st.integers(1, 3)] * 2, st.integers(1, 6), st.integers(1, 6)),
    ),
    order=st.sampled_from("CF"),
)
def test_any_array_comes_out_as_it_went_in(tmp_path_factory, array, order):
    path = tmp_path_factory.mktemp("npy", numbered=True) / "a.npy"
    np.save(path, np.asarray(array, order=order))
    stack = read_attention([path]).stack
    if array.shape[0] == 1:
        assert stack.n_layers == 1
    for layer, head in stack.places():
        np.testing.assert_array_equal(stack.head(layer, head), array[layer, head].astype(stack.dtype))
    try_file(path)
