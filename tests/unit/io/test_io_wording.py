"""Words as people and file systems are shown them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.io.wording import file_stem


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Why divide?", "Why divide"),
        ("“O gato subiu no”", "O gato subiu no"),
        ("a/b: c", "a b c"),
        ("cafe\u0301 e pão", "cafe\u0301 e pão"),
        ("नमस्ते", "नमस्ते"),
        ("q_proj-2", "q_proj-2"),
        ("con", "con 1"),
        ("_", "attnviz"),
        ("", "attnviz"),
        ("?!…", "attnviz"),
        ("x" * 300, "x" * 80),
    ],
)
def test_a_title_becomes_a_file_name(words, expected):
    assert file_stem(words) == expected


@given(st.text())
def test_no_words_give_a_name_that_no_system_takes(words):
    stem = file_stem(words)
    assert stem
    assert stem == stem.strip(" -_")
    assert not set(stem) & set('/\\:*?"<>|.\n\t\0')
    assert len(stem) <= 82
