"""Large tables made to harm, as attention and as one of Q, K and V: refused before they are taken apart."""

import tracemalloc

import numpy as np
import pytest

from attnviz.errors import InputError
from attnviz.io.attention import read_attention
from attnviz.io.matrices import load_matrix
from attnviz.io.table_limits import MAX_LINE

SIZE = 8_000_000
MOST_MEMORY = 8 * SIZE  # of which the bytes and the text take one part each
LONG = "layer,head,query,key,weight\n"

TABLES = {
    "commas": "," * SIZE,
    "semicolons": ";" * SIZE,
    "tabs": "\t" * SIZE,
    "quotation marks": '""' * (SIZE // 2),
    "quotation marks in lines": ('""' * 60_000 + "\n") * (SIZE // 120_000),
    "quotation marks between blanks": ('" ' * 60_000 + "\n") * (SIZE // 120_000),
    "a field without end": '1,"' + "a" * SIZE,
    "a long field": "a" * SIZE + ",1\n",
    "a long number": "1" * SIZE,
    "numbers between blanks": "0 " * (SIZE // 2),
    "numbers between blanks in lines": ("0 " * 60_000 + "\n") * (SIZE // 120_000),
    "rows without number": "0\n" * (SIZE // 2),
    "rows without number ended by CR": "0\r" * (SIZE // 2),
    "nothing": "\n" * SIZE,
    "a row too long at the end": "0.5,0.5\n" * 1000 + "0.5," * 1_000_000,
    "a word at the end": ("0.5," * 500 + "0.5\n") * 3900 + "0.5," * 500 + "x\n",
    "too many rows": ("0.5," * 300 + "0.5\n") * 6000,
}
LONG_FORMS = {
    "a long number": LONG + "0,0,0,0," + "1" * SIZE,
    "a long token": 'query,key,key_token,weight\n0,0,"' + "a" * SIZE + '",1\n',
    "too many rows": LONG + "0,0,0,0,1\n" * 800_000,
    "a word in the last row": LONG + "0,0,0,0,1\n" * 300_000 + "0,0,x,0,1\n",
    "a fraction as an index": LONG + "0,0,0,0,1\n" * 10 + "0,0,0.5,0,1\n",
    "an index beyond measure": LONG + "0,0,0,0,1\n" * 10 + "0,0,1e30,0,1\n",
    "no number as an index": LONG + "0,0,0,0,1\n" * 10 + "0,0,nan,0,1\n",
    "places far apart": LONG + "".join(f"0,0,{i},{i},1\n" for i in range(100_000)),
    "too few cells": LONG + "0,0,0,0,1\n" * 10 + "0,0,1\n",
    "only blank rows": LONG + "\n" * 100,
}


def refused(read, path) -> str:
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as refusal:
            read(path)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
    sentence = str(refusal.value)
    assert "\n" not in sentence
    assert path.name in sentence
    assert len(sentence) < 300
    return sentence


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_made_to_harm_is_no_attention(tmp_path, kind):
    path = tmp_path / "a.csv"
    path.write_text(TABLES[kind], newline="")
    refused(lambda path: read_attention([path]), path)


@pytest.mark.parametrize("kind", TABLES)
def test_nor_is_it_a_matrix(tmp_path, kind):
    path = tmp_path / "Q.csv"
    path.write_text(TABLES[kind], newline="")
    refused(load_matrix, path)


@pytest.mark.parametrize("kind", LONG_FORMS)
def test_the_long_form(tmp_path, kind):
    path = tmp_path / "a.csv"
    path.write_text(LONG_FORMS[kind], newline="")
    refused(lambda path: read_attention([path]), path)


def test_the_row_at_fault_is_named(tmp_path):
    path = tmp_path / "a.csv"
    for kind, line in (("a word in the last row", "line 300002"), ("a fraction as an index", "line 12")):
        path.write_text(LONG_FORMS[kind])
        assert line in refused(lambda path: read_attention([path]), path)


def test_the_widest_table_there_may_be_is_read(tmp_path):
    """What is refused for its size is beyond what is read, not near it."""
    A = np.full((6, 4096), 1 / 4096)
    path = tmp_path / "a.csv"
    np.savetxt(path, A, delimiter=",", fmt="%.18e")
    assert max(map(len, path.read_text().splitlines())) > MAX_LINE * 3 / 4
    np.testing.assert_array_equal(read_attention([path]).stack.head(0, 0), A)


def test_a_long_form_of_many_weights_with_tokens(tmp_path):
    """Quoted tokens with the separator and a line break in them; layers and queries counted from 1."""
    draw = np.random.default_rng(3)
    A = draw.random((2, 3, 40, 40))
    tokens = [f'say "{index}", then\ngo' for index in range(40)]
    quoted = ['"' + token.replace('"', '""') + '"' for token in tokens]
    rows = [
        f"{layer + 1},{head},{query + 1},{key + 1},{quoted[query]},{quoted[key]},{float(A[layer, head, query, key])!r}"
        for layer, head, query, key in np.ndindex(*A.shape)
    ]
    draw.shuffle(rows)
    path = tmp_path / "a.csv"
    path.write_text("Layer,Head,Query,Key,query_token,key_token,Weight\n" + "\n".join(rows) + "\n", newline="")
    found = read_attention([path])
    for layer, head in found.stack.places():
        np.testing.assert_array_equal(found.stack.head(layer, head), A[layer, head].astype(found.stack.dtype))
    assert found.tokens_q == found.tokens_k == tuple(tokens)
    path.write_text("query;key;weight\n0;0;0,25\n0;1;0,75\n1;0;0,5\n1;1;0,5\n")
    np.testing.assert_array_equal(read_attention([path]).stack.head(0, 0), [[0.25, 0.75], [0.5, 0.5]])
