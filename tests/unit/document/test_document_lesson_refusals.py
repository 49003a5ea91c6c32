"""Lesson files with a mistake: named with their line, and never worse than a refusal."""

from __future__ import annotations

import copy
import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attnviz.document.derive import derive
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES
from tests.examples import examples
from tests.unit.document.test_document_lesson_files import (
    BY_HAND,
    EXAMPLE,
    PROJECTIONS,
    lesson_of,
    opened,
    texts,
)


def refused(text, *parts):
    """The line and the sentence with which a text is refused."""
    with pytest.raises(InputError) as caught:
        opened(text)
    sentence = str(caught.value)
    assert "\n" not in sentence
    for part in parts:
        assert part in sentence
    found = re.match(r"“my.json”, line (\d+): (.+)\.$", sentence)
    assert found, sentence
    assert ", line " not in found[2], "the line is said once"
    return int(found[1])


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=30,
)


# what is refused -----------------------------------------------------------------------------------------------


def line_of(part):
    return EXAMPLE[: EXAMPLE.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ('"title": "Who', '"titel": "Who', ("“titel” is no key of the file", "title")),
        ('"attnviz lesson 1"', '"attnviz lesson 2"', ("format must be one of attnviz lesson 1", "“attnviz lesson 2”")),
        ('"Who is she?"', "7", ("title must be a text, but it is 7",)),
        ('"Who is she?"', '"' + "x" * 201 + '"', ("201 characters", "at most 200")),
        ('"Who is she?"', '{"de": "Wer?"}', ("“de” is no key of title", "en, pt_BR")),
        ('"Who is she?"', "{}", ("title is empty", "en, pt_BR")),
        ('"Who is she?"', '"\\ud800"', ("title holds half of a character", "\\ud800")),
        ('["Ana", "says", "she", "sings"]', '["Ana", "says", "she"]', ("tokens is 3", "X is 4 × 3", "expected 4")),
        ('["Ana", "says", "she", "sings"]', '"Ana"', ("document.tokens must be a list", "“Ana”")),
        ('["Ana", "says", "she", "sings"]', '["a", "b", "c", 4]', ("document.tokens[3] must be a text", "4")),
        ('["name", "act", "pronoun"]', '["name"]', ("dimension_names is 1", "X is 4 × 3", "expected 3")),
        ('["person", "act"]', '["person"]', ("value_names is 1", "W_V is 3 × 2", "expected 2")),
        ("[0, 0, 1],", "[0, 0],", ("document.X[2] is 2", "first row is 3")),
        ("[0, 0, 1],", "[0, 0, null],", ("document.X[2][2] must be a number, but it is null",)),
        ("[0, 0, 1],", "[0, 0, true],", ("document.X[2][2] must be a number, but it is true",)),
        ("[0, 0, 1],", '[0, 0, "1"],', ("document.X[2][2] must be a number, but it is “1”",)),
        ("[0, 0, 1],", "1,", ("document.X[2] must be a list […], but it is 1",)),
        ("[0, 0, 1],", "[0, 0, 1e999],", ("“1e999” is no finite number",)),
        ("[0, 0, 1],", "[],", ("the length of document.X[2] is 0",)),
        ('"W_K": [[1, 0], [0, 1], [0, 0]]', '"W_K": {"random": [3]}', ("W_K.random is 1", "expected 2")),
        ('"W_K": [[1, 0], [0, 1], [0, 0]]', '"W_K": {"random": [3, 513]}', ("W_K.random[1]", "from 1 to 512", "513")),
        ('"W_K": [[1, 0], [0, 1], [0, 0]]', '"W_K": {"random": [3, 2], "seed": -1}', ("W_K.seed", "-1")),
        ('"W_K": [[1, 0], [0, 1], [0, 0]]', '"W_K": {"seed": 1}', ("document.W_K has no “random”",)),
        ('"causal": true}', '"causel": true}', ("“causel” is no key of document.set", "causal")),
        ('"causal": true}', '"causal": "yes"}', ("causal=yes", "on or off")),
        ('"causal": true}', '"d_k": 0}', ("d_k is 0", "1 to 512")),
        ('"causal": true}', '"causal": [1]}', ("document.set.causal must be a text", "[…]")),
        ('{"tab": "steps", "query": 3}', '{"tab": "step"}', ("view.tab must be one of steps", "“step”")),
        ('{"tab": "steps", "query": 3}', '{"query": 5}', ("view.query", "from 1 to 4", "5")),
        ('{"tab": "steps", "query": 3}', '{"head": 2}', ("view.head", "from 1 to 1", "2")),
        ('{"tab": "steps", "query": 3}', '{"head": 1.0}', ("view.head must be a whole number", "1.0")),
        ('{"tab": "steps", "query": 3}', "3", ("view must be an object {…}, but it is 3",)),
        ('["W_Q", 3, [3, 3]]', '["W_Q", 3]', ("do[0].row is 2", "expected 3")),
        ('["W_Q", 3, [3, 3]]', '["W", 3, [3, 3]]', ("row[0] must be one of Q, K", "“W”")),
        ('["W_Q", 3, [3, 3]]', '["W_Q", 0, [3, 3]]', ("row[1]", "whole number from 1", "0")),
        ('["W_Q", 3, [3, 3]]', '["W_Q", 4, [3, 3]]', ("cannot be applied", "W_Q is 3 × 2", "its row 4")),
        ('["W_Q", 3, [3, 3]]', '["W_Q", 3, [3]]', ("cannot be applied", "W_Q is 3 × 2", "row 3 is 1")),
        ('["W_Q", 3, [3, 3]]', '["Q", 3, [3, 3]]', ("cannot be applied", "Q is none", "X, W_Q, W_K, W_V")),
        ('["W_Q", 3, [3, 3]]', '["W_O", 1, [3, 3]]', ("cannot be applied", "W_O is none")),
        ('["W_Q", 3, [3, 3]]', '["X", 3, [1e308, 1e308, 1]]', ("cannot be applied", "largest number")),
        ('{"set": {"causal": false}}', '{"set": {"head": "mixed"}}', ("cannot be applied", "sentence")),
        ('{"set": {"causal": false}}', '{"set": {"speed": 1}}', ("“speed” is no key of experiments[1].do[0].set",)),
        ('{"set": {"causal": false}}', '{"put": 1}', ("“put” is no key of experiments[1].do[0]", "view, row, set")),
        ('{"set": {"causal": false}}', "{}", ("exactly one key of view, row",)),
        ('{"set": {"causal": false}}', '{"set": {}, "view": {}}', ("their number is 2",)),
        ('{"set": {"causal": false}}', '{"copy": ["X", "W_Q"]}', ("cannot be applied", "X is 4 × 3", "W_Q is 4 × 3")),
        ('{"set": {"causal": false}}', '{"tokens": ["a"]}', ("cannot be applied", "names is 1", "queries is 4")),
        ('{"set": {"causal": false}}', '{"matrices": {"W_K": [[1]]}}', ("cannot be applied", "W_K is 1 × 1")),
        ('{"set": {"causal": false}}', '{"matrices": {"W_K": [[1]], "Q": [[1]]}}', ("cannot be applied", "Q is none")),
        ('{"set": {"causal": false}}', '{"layer": {"n_head": 2}}', ("“n_head” is no key", "n_heads")),
        ('{"set": {"causal": false}}', '{"layer": {"n_heads": 65}}', ("n_heads", "from 1 to 64", "65")),
        ('{"set": {"causal": false}}', '{"layer": {"gated": 1}}', ("gated must be true or false, but it is 1",)),
        ('{"set": {"causal": false}}', '{"layer": {"eps": -1}}', ("cannot be applied", "eps is -1")),
        ('{"layer": {"n_heads": 2, "seed": 3}}', '{"layer": {"seed": 3}}', ("view.head", "from 1 to 1", "2")),
    ],
)
def test_a_mistake_is_named_with_its_line(old, new, parts):
    assert EXAMPLE.count(old) == 1
    assert refused(EXAMPLE.replace(old, new), *parts) == line_of(old)


@pytest.mark.parametrize(
    ("old", "new", "at", "parts"),
    [
        ('"W_V": [[1, 0], [0, 1], [0, 0]],', "", '"document": {', ("document has no “W_V”",)),
        ('"W_K": [[1, 0], [0, 1],', '"W_K": [[1, 0],', '"document": {', ("X is 4 × 3", "W_K is 2 × 2")),
        (
            '"W_Q": [[0, 0], [1, 0], [3, 0]]',
            '"n_heads": 3, "W_Q": {"random": [3, 3]}',
            '"document": {',
            ("W_K is 3 × 2",),
        ),
        ('"title": "Who is she?",', "", "{", ("the file has no “title”",)),
        ('"title": "Take the mask off",', "", '{\n      "title": "Take', ("experiments[1] has no “title”",)),
        ('[{"set": {"causal": false}}]', "[]", '[{"set": {"causal": false}}]', ("do is 0; expected 1 … 20",)),
        ('"X": [', '"Q": [[1]], "X": [', '["Ana"', ("“tokens” is no key of document", "tokens_q")),
        ('"X": [', '"sentence": "hi", "X": [', '["Ana"', ("“tokens” is no key of document", "sentence, set")),
    ],
)
def test_a_mistake_with_no_value_of_its_own_is_where_its_parent_begins(old, new, at, parts):
    assert EXAMPLE.count(old) == 1
    assert refused(EXAMPLE.replace(old, new), *parts) == line_of(at)


def test_a_document_of_no_kind():
    for document in ({}, {"set": {}}, {"V": [[1]]}):
        with pytest.raises(InputError, match="document needs sentence, or Q and K, or tokens"):
            lesson_of(document)


def test_both_languages_are_checked_whichever_is_opened():
    document = {"tokens_q": {"en": ["a", "b"], "pt_BR": ["a"]}, **BY_HAND}
    for language in LANGUAGES:
        with pytest.raises(InputError, match="1 names for the 2 rows of Q"):
            lesson_of(document, language=language)


def test_too_many_experiments_and_tokens():
    one = {"title": "t", "observe": "o", "do": [{"view": {}}]}
    with pytest.raises(InputError, match="experiments is 51; expected 0 … 50"):
        lesson_of(BY_HAND, experiments=[one] * 51)
    with pytest.raises(InputError, match="tokens is 65; expected 1 … 64"):
        lesson_of(PROJECTIONS | {"tokens": ["a"] * 65})


# fuzz ----------------------------------------------------------------------------------------------------------

strange = values | st.sampled_from(
    [
        -1,
        0,
        1,
        2,
        64,
        513,
        1e308,
        -1e308,
        1e-320,
        10**300,
        "on",
        "off",
        "Q",
        "W_O",
        "X",
        [],
        {},
        [[]],
        [[1]],
        [[1e308] * 4] * 4,
    ]
)


def paths(value, path=()):
    """Where every value of a JSON tree stands."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


def mutated(content, path, kind, value):
    """One value replaced, taken out, doubled, or given to another key."""
    content = copy.deepcopy(content)
    if not path:
        return value
    parent = content
    for key in path[:-1]:
        parent = parent[key]
    if kind == "replace":
        parent[path[-1]] = value
    elif kind == "remove":
        del parent[path[-1]]
    elif isinstance(parent, list):
        parent.append(parent[path[-1]])
    else:
        parent[value if isinstance(value, str) else "other"] = parent[path[-1]]
    return content


def opens_or_is_refused(text):
    try:
        lesson = opened(text, "pt_BR")
    except InputError as error:
        sentence = str(error)
    else:
        _works(lesson)
        return
    assert sentence.startswith("“my.json”")


def _works(lesson):
    derive(lesson.document)
    for experiment in lesson.experiments:
        changed = derive(experiment.apply(lesson.document))
        view = experiment.view(lesson.view, lesson.view.query)
        assert view.head < changed.n_heads or "head" not in experiment.look


@settings(max_examples=examples(400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_mutated_lesson_opens_or_is_refused(data):
    content = json.loads(data.draw(texts))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(paths(content))))
        content = mutated(
            content, path, data.draw(st.sampled_from(["replace", "remove", "double"])), data.draw(strange)
        )
    opens_or_is_refused(json.dumps(content, indent=2))


@settings(max_examples=examples(400), deadline=None)
@given(texts, st.data())
def test_a_lesson_with_damaged_characters_opens_or_is_refused(text, data):
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 8))
    opens_or_is_refused(
        text[:at] + data.draw(st.text(max_size=4) | st.sampled_from(list('{}[]",:01e9-'))) + text[at + length :]
    )
