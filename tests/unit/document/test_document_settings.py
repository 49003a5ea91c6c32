"""KEY=VALUE: every setting can be given, is refused with its name, and is written down so that it reads back."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from attnviz.cli import SETTINGS_HELP
from attnviz.document import edits
from attnviz.document.document import HEADS, MAX_D_K
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.settings import SETTINGS, apply_setting, describe, split_setting
from attnviz.errors import InputError
from attnviz.export.views import provenance

SENTENCE = edits.sentence_document("the cat sat on the mat")
MATRICES = matrix_document([[2, 0], [1, 2], [0, 1]], [[1, 0], [1, 1], [0, 2]])


def applied(document, pairs):
    for key, value in pairs:
        document = apply_setting(document, key, value)
    return document


def content(document):
    """All of a sentence document, comparable."""
    source = document.source
    fields = ("text", "tokens", "head", "d_k", "decay", "previous", "mix", "seed")
    return [getattr(source, name) for name in fields], document.options


@st.composite
def documents(draw):
    """A sentence document with everything a person can set drawn at random."""
    positive = st.floats(0, edits.MOST_STRENGTH)
    document = edits.with_head(SENTENCE, draw(st.sampled_from(HEADS)))
    if document.source.head in ("distance", "mixed"):
        document = edits.with_decay(document, draw(positive))
    if document.source.head in ("previous", "mixed"):
        document = edits.with_previous(document, draw(positive))
    if document.source.head == "mixed":
        parts = draw(st.tuples(*[st.floats(0, 1)] * 3))
        assume(sum(parts) > 1e-3)
        document = edits.with_mix(document, [part / sum(parts) for part in parts])
    document = edits.with_d_k(edits.with_seed(document, draw(st.integers(0, 2**63 - 1))), draw(st.integers(1, MAX_D_K)))
    return edits.with_options(
        document,
        temperature=draw(st.floats(1e-300, 1e300)),
        divide=draw(st.booleans()),
        causal=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 4096)),
        padding=draw(st.integers(0, 5)),
    )


@given(documents())
def test_what_is_described_makes_the_same_document_again(document):
    again = applied(edits.sentence_document("something else"), describe(document))
    assert content(again) == content(document)


@given(documents())
def test_a_figure_says_what_made_it(document):
    written = json.loads(provenance(document))
    again = applied(edits.sentence_document("something else"), written["settings"].items())
    assert content(again) == content(document)


def test_matrices_describe_their_options():
    document = edits.with_options(MATRICES, divide=False, temperature=1.23456789, causal=True, window=2, padding=1)
    assert applied(MATRICES, describe(document)).options == document.options


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("text", "one two", lambda d: d.source.tokens == ("one", "two")),
        ("head", "distance", lambda d: d.source.head == "distance"),
        ("d_k", " 512 ", lambda d: d.source.d_k == 512),
        ("scale", "off", lambda d: not d.options.divide),
        ("causal", "on", lambda d: d.options.causal),
        ("window", "3", lambda d: d.options.window == 3),
        ("padding", "2", lambda d: d.options.padding == 2),
        ("temperature", "5e-1", lambda d: d.options.temperature == 0.5),
        ("decay", ".5", lambda d: d.source.decay == 0.5),
        ("previous", "2.", lambda d: d.source.previous == 2),
        ("mix", "0.5;0.25;0.25", lambda d: d.source.mix == (0.5, 0.25, 0.25)),
        ("mix", "1, 0, 0", lambda d: d.source.mix == (1, 0, 0)),
        ("seed", "7", lambda d: d.source.seed == 7),
    ],
)
def test_a_setting_is_applied(key, value, found):
    assert found(apply_setting(SENTENCE, key, value))


def test_every_setting_is_listed_in_the_help():
    for key in (*SETTINGS, "Q", "K", "V"):
        assert f"{key}=" in SETTINGS_HELP


def test_a_window_can_be_taken_off():
    assert apply_setting(apply_setting(SENTENCE, "window", "3"), "window", "off").options.window is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("d_k", "sixty"),
        ("d_k", "1.5"),
        ("d_k", "-1"),
        ("d_k", "0"),
        ("d_k", "1" * 25),
        ("d_k", "٣"),
        ("scale", "yes"),
        ("causal", ""),
        ("window", "none"),
        ("window", "0"),
        ("padding", "-1"),
        ("padding", "6"),
        ("temperature", "0,5"),
        ("temperature", "nan"),
        ("temperature", "inf"),
        ("temperature", "1e999"),
        ("temperature", "0"),
        ("temperature", "1_0"),
        ("decay", "1e300"),
        ("mix", "1"),
        ("mix", "0.5,0.5"),
        ("mix", "a,b,c"),
        ("mix", "0.5,0.5,0.5"),
        ("seed", "0x10"),
        ("seed", "9223372036854775808"),
        ("head", "Mixed head"),
        ("text", "   "),
    ],
)
def test_a_wrong_value_is_refused_in_one_sentence(key, value):
    with pytest.raises(InputError) as error:
        apply_setting(SENTENCE, key, value)
    text = str(error.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert "{" not in text, "a placeholder was left in the sentence"


def test_a_wrong_value_is_named_with_its_key():
    with pytest.raises(InputError, match=r"d_k=sixty is not understood: d_k takes a whole number"):
        apply_setting(SENTENCE, "d_k", "sixty")
    with pytest.raises(InputError, match=r"mix=1 has 1 numbers.*three"):
        apply_setting(SENTENCE, "mix", "1")
    with pytest.raises(InputError, match=r"no setting called “sise”.*text.*seed"):
        apply_setting(SENTENCE, "sise", "1")


@given(st.sampled_from(sorted(SETTINGS)), st.text(max_size=12))
def test_no_text_at_all_makes_a_setting_fail_otherwise(key, value):
    for document in (SENTENCE, MATRICES):
        with contextlib.suppress(InputError):
            apply_setting(document, key, value)


@pytest.mark.parametrize(
    ("text", "pair"),
    [("d_k=64", ("d_k", "64")), ("text=a = b", ("text", "a = b")), (" d_k =1", ("d_k", "1")), ("text=", ("text", ""))],
)
def test_key_and_value_are_split_at_the_first_equals_sign(text, pair):
    assert split_setting(text) == pair


@pytest.mark.parametrize("text", ["", "d_k", "=5"])
def test_what_has_no_key_or_no_value_is_refused(text):
    with pytest.raises(InputError, match="KEY=VALUE"):
        split_setting(text)
