"""Sentences into tokens, and tokens as labels."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.core.graphemes import graphemes
from attnviz.core.tokens import MAX_TOKENS, split_sentence, visible_text
from attnviz.errors import InputError

FAMILY = "👩🏽‍👩‍👧"
HEART_ON_FIRE = "❤️‍🔥"
NODDING = "🙂‍↕️"
WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("the cat sat", ["the", "cat", "sat"]),
        ("  o gato\tsubiu\n no ", ["o", "gato", "subiu", "no"]),
        ("Don't stop, guarda-chuva!", ["Don't", "stop", ",", "guarda-chuva", "!"]),
        ("don’t d'água e‑mail", ["don’t", "d'água", "e‑mail"]),
        ("'quoted' - a-- b-", ["'", "quoted", "'", "-", "a", "-", "-", "b", "-"]),
        ("wait... (really)?", ["wait", ".", ".", ".", "(", "really", ")", "?"]),
        ("3,14 is_x x2", ["3", ",", "14", "is_x", "x2"]),
        ("R$5 a+b", ["R", "$", "5", "a", "+", "b"]),
        ("cafe\u0301 na\u0303o", ["cafe\u0301", "na\u0303o"]),
        ("我喜欢。カナ 々a", ["我", "喜", "欢", "。", "カ", "ナ", "々", "a"]),
        ("か\u3099", ["か\u3099"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("שלום, עולם", ["שלום", ",", "עולם"]),
        ("صה״ל", ["صה״ל"]),
        ("می\u200cخواهم كتاب؟", ["می\u200cخواهم", "كتاب", "؟"]),
        ("क्षत्रिय हिन्दी।", ["क्षत्रिय", "हिन्दी", "।"]),
        (f"hi{FAMILY}{HEART_ON_FIRE}x", ["hi", FAMILY, HEART_ON_FIRE, "x"]),
        (NODDING + WALES, [NODDING, WALES]),
        ("🇧🇷🇵🇹🇧", ["🇧🇷", "🇵🇹", "🇧"]),
        ("1️⃣ 👍🏿👍", ["1️⃣", "👍🏿", "👍"]),
        ("\ufeffHello", ["\ufeffHello"]),
        ("a\u00a0b\u3000c\u2028d", ["a", "b", "c", "d"]),
        ("<b>&amp;", ["<", "b", ">", "&", "amp", ";"]),
        ("\x00a", ["\x00", "a"]),
        ("a \u0301b", ["a", "\u0301b"]),
        ("#️⃣*", ["#️⃣", "*"]),
    ],
)
def test_split(text, tokens):
    assert split_sentence(text) == tuple(tokens)


PIECES = st.sampled_from([*"ab'-’ \n,._1我か🇧", "\u0301", "\u200d", "\ufe0f", "\u200f", FAMILY, "👍", "🏽", "\ud800"])
TEXTS = st.text(max_size=40) | st.lists(PIECES, max_size=20).map("".join)


@given(TEXTS)
def test_nothing_but_whitespace_is_lost(text):
    bare = "".join(text.split())
    if bare:
        tokens = split_sentence(text)
        assert "".join(tokens) == bare
        assert all(tokens)
    else:
        with pytest.raises(InputError):
            split_sentence(text)


@given(TEXTS)
def test_graphemes_join_to_the_text(text):
    assert "".join(graphemes(text)) == text


@pytest.mark.parametrize("text", ["", " ", "\n\t\u3000\u00a0"])
def test_empty(text):
    with pytest.raises(InputError, match="The sentence is empty: type at least one word"):
        split_sentence(text)


def test_longest_sentence():
    assert len(split_sentence("a " * MAX_TOKENS)) == MAX_TOKENS
    with pytest.raises(InputError, match="more than 4096 tokens"):
        split_sentence("a " * (MAX_TOKENS + 1))


@pytest.mark.parametrize(
    ("token", "label"),
    [
        ("", "∅"),
        (" ", "␣"),
        (" the", "␣the"),
        ("a b ", "a␣b␣"),
        ("\u00a0x\u3000", "␣x␣"),
        ("\n", "⏎"),
        ("\r\n", "⟨U+000D⟩⏎"),
        ("\t\t", "⇥⇥"),
        ("\x00", "⟨U+0000⟩"),
        ("\x1b[0m", "⟨U+001B⟩[0m"),
        ("\x7f\x85", "⟨U+007F⟩⟨U+0085⟩"),
        ("a\u200bb", "a⟨U+200B⟩b"),
        ("\ufeffHello", "⟨U+FEFF⟩Hello"),
        ("\u202eabc\u202c", "⟨U+202E⟩abc⟨U+202C⟩"),
        ("\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"),
        ("co\u00adop", "co⟨U+00AD⟩op"),
        ("\u2028\u2029", "⟨U+2028⟩⟨U+2029⟩"),
        ("\ud83d", "⟨U+D83D⟩"),
        ("\u200d", "⟨U+200D⟩"),
        ("a\u200db", "a⟨U+200D⟩b"),
        ("👩\u200d", "👩⟨U+200D⟩"),
        ("👩\u200c👩", "👩⟨U+200C⟩👩"),
        ("\ufe0f", "⟨U+FE0F⟩"),
        ("\u3164", "⟨U+3164⟩"),
        ("x\U000e0041", "x⟨U+E0041⟩"),
    ],
)
def test_label_shows_the_invisible(token, label):
    assert visible_text(token) == label


@pytest.mark.parametrize(
    "token",
    [
        "cat",
        "␣gato",
        "<b>",
        "&amp;",
        "שלום",
        "كتاب",
        "می\u200cخواهم",
        "क्\u200dष",
        "cafe\u0301",
        FAMILY,
        HEART_ON_FIRE,
        NODDING,
        WALES,
        "🇧🇷",
        "1️⃣",
        "Ġthe",
        "▁the",
        "∅",
        "\ufffd",
    ],
)
def test_label_leaves_the_visible_alone(token):
    assert visible_text(token) == token


@example("\ufe00\u200cA")  # a joiner after what is a sign itself
@example("\u034f\u200cA")
@example("e\u0301\u200d\u2800")
@example("\u0628\u200c\u3164")
@given(TEXTS)
def test_label_is_one_visible_line(token):
    label = visible_text(token)
    assert label
    assert label.isprintable() or not any(character.isspace() for character in label)
    assert visible_text(label) == label, "a label needs no label"
