"""Sub-word pieces: decoded for reading, split characters joined, grouped into words."""

from itertools import pairwise
from unicodedata import category

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.grouped import grouped
from attnviz.core.pieces import Shared, _alphabet, is_special, read_pieces
from attnviz.core.stack import stack_of_arrays
from attnviz.core.words import group_words
from attnviz.errors import ShapeError

SIGNS = {byte: sign for sign, byte in _alphabet().items()}


def encoded(data):
    """Bytes as byte-level pieces write them."""
    return "".join(SIGNS[byte] for byte in data)


def test_byte_level_pieces_are_decoded_and_split_characters_joined():
    found = read_pieces(["Ġ", "Se", "Ã¡n", "Ċ", "ä¸", "Ń"])
    assert found.writing == "bytes"
    assert found.texts == (" ", "Se", "án", "\n", "⟨E4 B8⟩", "⟨AD⟩")
    assert found.shared == (Shared(4, 5, "中"),)
    assert found.labels == (" ", "Se", "án", "\n", "中⟨E4 B8⟩", "中⟨AD⟩")
    assert found.word_texts == ("Seán", "\n", "中")


def test_the_alphabet_has_a_sign_for_every_byte():
    assert sorted(SIGNS) == list(range(256))
    assert (SIGNS[0x20], SIGNS[0x0A], SIGNS[0x41], SIGNS[0xAD], SIGNS[0x00], SIGNS[0xFF]) == tuple("ĠĊAŃĀÿ")


@pytest.mark.parametrize(
    ("pieces", "writing", "words"),
    [
        (["un", "##afford", "##able", "."], "hashes", ("unaffordable", ".")),
        (["o", "▁g", "a", "to", "▁sub", "iu"], "underline", ("o", "gato", "subiu")),
        (["<s>", "O", "Ġgato", "Ġsub", "iu", "</s>"], "bytes", ("<s>", "O", "gato", "subiu", "</s>")),
        (["[CLS]", "gato", "##s", "[SEP]"], "hashes", ("[CLS]", "gatos", "[SEP]")),
        (["The", "Ġdon", "'t", ",", "Ġco"], "bytes", ("The", "don't", ",", "co")),
        (["▁", "gato", ".", "▁E", "le"], "underline", ("gato", ".", "Ele")),
        (["▁a", "<0xE4>", "<0xB8>", "<0xAD>"], "underline", ("a中",)),
        (["o", "gato", "é"], "plain", ("o", "gato", "é")),
        (["##"], "plain", ("##",)),
        (["<|endoftext|>", "Ġa", "b"], "bytes", ("<|endoftext|>", "ab")),
        (["<｜begin▁of▁sentence｜>", "Ġa", "b"], "bytes", ("<｜begin▁of▁sentence｜>", "ab")),
        (["<start▁x>", "▁a", "b"], "underline", ("<start▁x>", "ab")),
    ],
)
def test_words_of_each_way_of_writing(pieces, writing, words):
    found = read_pieces(pieces)
    assert (found.writing, found.word_texts) == (writing, words)


def test_genuine_letters_that_only_look_like_bytes_stay():
    assert read_pieces(["é", "ü", "Ã"]).texts == ("é", "ü", "Ã")
    assert read_pieces(["Ġenerali", "Ħaġar"]).writing == "plain"


def test_no_pieces():
    assert read_pieces([]).words == ()


@given(text=st.text(min_size=1, max_size=20), cuts=st.lists(st.integers(1, 60), max_size=8), seed=st.integers(0, 9))
def test_byte_level_pieces_hold_the_text_however_it_is_cut(text, cuts, seed):
    data = (" " + text).encode()
    edges = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    pieces = [encoded(data[first:end]) for first, end in pairwise(edges)]
    found = read_pieces(pieces)
    if found.writing != "bytes":  # control signs and what looks like a special token are taken for genuine text
        assert any(is_special(piece) for piece in pieces) or any(category(sign) == "Cc" for sign in text)
        return
    assert len(found.texts) == len(pieces)
    if "⟨" not in text and not any(map(is_special, pieces)):
        assert " " + text == "".join(
            "".join(split.character for split in found.shared if split.last == index) + _plain(found.texts[index])
            for index in range(len(pieces))
        )
    assert [first for first, _ in found.words] == [0, *(end for _, end in found.words[:-1])]
    assert found.words[-1][1] == len(pieces)


def _plain(text):
    while "⟨" in text:
        text = text[: text.index("⟨")] + text[text.index("⟩") + 1 :]
    return text


def test_grouping_sums_over_keys_and_averages_over_queries():
    A = np.array([[1.0, 0, 0, 0], [0.4, 0.6, 0, 0], [0.2, 0.3, 0.5, 0], [0.1, 0.2, 0.3, 0.4]])
    words = read_pieces(["un", "##afford", "##able", "."]).words
    found = group_words(A, words, words)
    np.testing.assert_allclose(found, [[1, 0], [0.6, 0.4]])
    assert not found.flags.writeable


@given(sizes=st.lists(st.integers(1, 4), min_size=1, max_size=6), other=st.lists(st.integers(1, 3), min_size=1))
def test_rows_of_words_still_sum_to_one(sizes, other):
    n_q, n_k = sum(sizes), sum(other)
    A = np.random.default_rng(n_q).random((n_q, n_k)).astype(np.float32)
    A /= A.sum(axis=1, keepdims=True)

    def spans(counts):
        ends = np.cumsum(counts)
        return [(int(end - count), int(end)) for end, count in zip(ends, counts, strict=True)]

    found = group_words(A, spans(sizes), spans(other))
    assert (found.shape, found.dtype) == ((len(sizes), len(other)), A.dtype)
    np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-5)
    by_hand = [
        [A[first:end, left:right].sum(axis=1).mean() for left, right in spans(other)] for first, end in spans(sizes)
    ]
    np.testing.assert_allclose(found, by_hand, rtol=1e-5)


def test_a_grouped_stack_gives_the_same_as_the_plain_sum():
    A = np.random.default_rng(0).random((2, 7, 5))
    queries, keys = [(0, 3), (3, 4), (4, 7)], [(0, 1), (1, 4), (4, 5)]
    stack = grouped(stack_of_arrays([A]), [first for first, _ in queries], [first for first, _ in keys])
    for head in range(2):
        np.testing.assert_allclose(stack.head(0, head), group_words(A[head], queries, keys), rtol=1e-12)


def test_rows_that_are_not_known_are_left_out_of_the_mean():
    A = np.array([[np.nan, np.nan], [0.25, 0.75], [np.nan, np.nan]])
    found = group_words(A, [(0, 2), (2, 3)], [(0, 1), (1, 2)])
    np.testing.assert_array_equal(found, [[0.25, 0.75], [np.nan, np.nan]])


@pytest.mark.parametrize("spans", [[(0, 1)], [(0, 1), (2, 3)], [(0, 0), (0, 3)], [(1, 3)], []])
def test_words_must_cover_the_pieces(spans):
    with pytest.raises(ShapeError, match="cover all 3 pieces"):
        group_words(np.eye(3), spans, [(0, 3)])
