"""A person's own lesson: what opens, and for each mistake one sentence with file, line, what was found and expected."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attnviz.core.initial import initial_matrix
from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.document import MatrixSource, ProjectionSource, SentenceSource
from attnviz.document.json_text import MAX_DEPTH, read_json
from attnviz.document.lesson_file import MAX_BYTES, own_lesson
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES
from attnviz.resources import resource
from attnviz.session.opening import open_file, open_source
from tests.examples import examples

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLE = (DOCS / "example-lesson.json").read_text(encoding="utf-8")
SHIPPED = {name: resource("lessons", f"{name}.json").read_text(encoding="utf-8") for name in lessons.shipped()}

PROJECTIONS = {
    "tokens": ["a", "b", "c"],
    "X": [[1, 0], [0, 1], [1, 1]],
    "W_Q": [[1, 0], [0, 1]],
    "W_K": [[1, 0], [0, 1]],
    "W_V": [[1, 2], [3, 4]],
}
BY_HAND = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [0, 1]]}


def opened(text, language="en"):
    return own_lesson(text, "“my.json”", "file:my.json", language)


def lesson_of(document, *steps, language="en", **more):
    """A lesson with one experiment."""
    experiments = [{"title": "t", "observe": "o", "do": list(steps)}] if steps else []
    content = {"format": "attnviz lesson 1", "title": "T", "document": document, "experiments": experiments, **more}
    return opened(json.dumps(content), language)


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


# reading JSON with lines ---------------------------------------------------------------------------------------

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=30,
)


@given(values, st.sampled_from([None, 0, 2]), st.booleans())
def test_the_same_value_as_json_loads(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    read = read_json(text, "f").plain()
    assert repr(read) == repr(json.loads(text))  # repr tells 1 from 1.0 and 0.0 from -0.0


@given(st.text(alphabet='{}[]",:.eE+-0123456789 \n\\/ntfalsru', max_size=40))
def test_what_json_loads_refuses_is_refused(text):
    try:
        expected = json.loads(text, parse_constant=lambda name: pytest.fail(name))
    except ValueError:
        with pytest.raises(InputError):
            read_json(text, "f")
        return
    try:
        read = read_json(text, "f").plain()
    except InputError as error:
        sentence = str(error)
    else:
        assert repr(read) == repr(expected)
        return
    assert "twice" in sentence or "finite" in sentence, "JSON allows it, and so does a lesson"


@given(values)
def test_every_line_is_the_values_own(value):
    text = json.dumps(value, indent=1)

    def check(node):
        line = text.split("\n")[node.line - 1].strip()
        plain = node.plain()
        if isinstance(plain, (list, dict)):
            assert line.rstrip(",").endswith(("[", "{", "[]", "{}"))
        else:
            assert line.rstrip(",").endswith(json.dumps(plain))
        inner = node.value.values() if isinstance(node.value, dict) else node.value
        for item in inner if isinstance(node.value, (list, dict)) else ():
            check(item)

    check(read_json(text, "f"))


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 1, "the end of the file"),
        ("\n\n", 3, "the end of the file"),
        ('{"a": 1,\n}', 2, "“}”"),
        ("[1,\n2,\n]", 3, "“]”"),
        ("[1\n2]", 2, "“,” / “]”"),
        ('{"a"\n1}', 2, "“:”"),
        ("{a: 1}", 1, "“a: 1}”"),
        ('["a\nb"]', 1, "closing quotation mark"),
        ('[1,\n"a]', 2, "closing quotation mark"),
        ('["\\x"]', 1, "closing quotation mark"),
        ("[1] // note", 1, "“// note”"),
        ("[\n'a']", 2, "“'a']”"),
        ("[01]", 1, "“1]”"),
        ("[1.]", 1, "“.]”"),
        ("[+1]", 1, "“+1]”"),
        ("[True]", 1, "“True]”"),
        ("[1,\nNaN]", 2, "“NaN” is no finite number"),
        ("[-Infinity]", 1, "“-Infinity” is no finite number"),
        ("[\n\n1e999]", 3, "“1e999” is no finite number"),
        ("[" + "9" * 5000 + "]", 1, "is no finite number"),
        ('{"a": 1,\n"b": 2,\n"a": 3}', 3, "“a” stands twice"),
        ("[" * 100_000, 1, f"more than {MAX_DEPTH} levels"),
        ('{"a":\n' * 100, MAX_DEPTH + 1, f"more than {MAX_DEPTH} levels"),
        ('["\u202e\x7f\x00]', 1, "closing quotation mark"),
    ],
)
def test_broken_json_is_located(text, line, part):
    assert refused(text, part) == line


def test_line_ends_of_every_system_count_once():
    for end in ("\n", "\r\n", "\r"):
        assert refused(end.join(["{", "", '"format": 1,', '"format": 2}']), "twice") == 4


# what opens ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_docs_opens(language):
    found = open_file(DOCS / "example-lesson.json", language)
    lesson = found.lesson
    assert found.document is lesson.document
    assert found.view == lesson.view == ViewState(tab="steps", query=2)
    assert found.document.lesson == lesson.id == f"file:{(DOCS / 'example-lesson.json').absolute()}"
    assert found.document.name == lesson.title == "Who is she?"
    assert isinstance(found.document.source, ProjectionSource)


def test_the_examples_numbers_are_true():
    lesson = opened(EXAMPLE)
    trace = derive(lesson.document)
    both, unmasked, anew = (derive(e.apply(lesson.document)) for e in lesson.experiments)
    texts = [experiment.observe for experiment in lesson.experiments]
    assert f"{trace.weights[0, 2, 0]:.2f} of its weight goes to Ana" in lesson.text
    assert f"{both.weights[0, 2, 0]:.2f} each" in texts[0]
    assert both.weights[0, 2, 0] == both.weights[0, 2, 1]
    assert f"Ana keeps {unmasked.weights[0, 2, 0]:.2f}" in texts[1]
    assert anew.weights[:, 2, 0].max() < 0.6 * trace.weights[0, 2, 0]


def test_the_json_of_the_docs_opens_and_names_every_key():
    text = (DOCS / "lessons.md").read_text(encoding="utf-8")
    lesson = opened(re.search(r"```json\n(\{.*?\n\})\n```", text, re.DOTALL)[1])
    np.testing.assert_allclose(derive(lesson.experiments[0].apply(lesson.document)).weights[0], 0.5)
    from attnviz.document import experiments, lesson_file

    keys = (*lesson_file.LESSON_KEYS, *lesson_file._PROJECTIONS, *lesson_file._MATRICES, *experiments._VIEW)
    for key in (*keys, *experiments._READERS, *experiments._LAYER, "sentence", "random"):
        assert f"`{key}`" in text or f'"{key}"' in text, f"docs/lessons.md does not tell of {key}"
    for step in re.findall(r'^\| `(\{"\w+": .*\})` \|', text, re.MULTILINE):
        assert next(iter(json.loads(step.replace("[[…]]", "[[1]]")))) in (*experiments._READERS, "view")


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shipped_lesson_is_a_file_like_any_other(tmp_path, name, language):
    path = tmp_path / "copy.json"
    path.write_text(SHIPPED[name], encoding="utf-8")
    lesson, original = open_source(str(path), language).lesson, lessons.load(name, language)
    assert (lesson.title, lesson.text, lesson.view) == (original.title, original.text, original.view)
    assert lesson.id == f"file:{path}"
    np.testing.assert_array_equal(derive(lesson.document).weights, derive(original.document).weights)


def test_the_smallest_lessons():
    for document, kind in (
        ({"sentence": "hi"}, SentenceSource),
        (BY_HAND, MatrixSource),
        (PROJECTIONS, ProjectionSource),
    ):
        lesson = opened(json.dumps({"format": "attnviz lesson 1", "title": "T", "document": document}))
        assert isinstance(lesson.document.source, kind)
        assert (lesson.subtitle, lesson.text, lesson.experiments, lesson.view) == ("", "", (), ViewState())


def test_every_part_of_projections():
    document = PROJECTIONS | {
        "W_Q": {"random": [2, 12], "seed": 4},
        "W_K": {"random": [2, 2]},
        "W_V": {"random": [2, 4]},
        "W_O": {"random": [8, 3]},
        "n_heads": 2,
        "n_kv_heads": 1,
        "gated": True,
        "normalise": True,
        "eps": 0.5,
        "dimension_names": ["one", "two"],
        "value_names": ["p", "q", "r", "s"],
        "set": {"causal": True, "temperature": 2, "window": 2, "scale": "off"},
    }
    lesson = lesson_of(document)
    source, options = lesson.document.source, lesson.document.options
    np.testing.assert_array_equal(source.W_Q, np.round(initial_matrix(2, 12, seed=4, name="W_Q"), 2))
    np.testing.assert_array_equal(source.W_K, np.round(initial_matrix(2, 2, seed=0, name="W_K"), 2))
    assert (source.n_heads, source.n_kv_heads, source.gated, source.normalise, source.eps) == (2, 1, True, True, 0.5)
    assert (source.dimension_names, source.value_names) == (("one", "two"), ("p", "q", "r", "s"))
    assert (options.causal, options.temperature, options.window, options.divide) == (True, 2, 2, False)
    assert derive(lesson.document).chain.Y.shape == (3, 3)


def test_the_number_of_key_value_heads_follows_the_heads():
    document = PROJECTIONS | {"n_heads": 2, "X": [[1, 0]], "tokens": ["a"]}
    assert lesson_of(document).document.source.n_kv_heads == 2


def test_a_language_that_is_missing_is_the_one_there_is():
    texts = {"title": {"pt_BR": "olá"}, "text": {"en": "hi", "pt_BR": "oi"}}
    lesson = lesson_of({"sentence": {"pt_BR": "o gato"}}, **texts)
    assert (lesson.title, lesson.text, lesson.document.source.text) == ("olá", "hi", "o gato")


def test_view_counts_from_one():
    lesson = lesson_of(
        PROJECTIONS | {"n_heads": 2}, view={"tab": "matrix", "head": 2, "query": 3, "key": 1, "letters": "OmegaAC"}
    )
    assert lesson.view == ViewState(tab="matrix", head=1, query=2, key=0, letters="OmegaAC")


# which .json is what -------------------------------------------------------------------------------------------


def test_arrays_stay_arrays(tmp_path):
    path = tmp_path / "head.json"
    for extra in ({}, {"format": 1, "document": {"x": 1}}):
        path.write_text(json.dumps(BY_HAND | extra))
        found = open_file(path, "en")
        assert found.lesson is None
        assert isinstance(found.document.source, MatrixSource)


@pytest.mark.parametrize(
    "content", [{"document": BY_HAND}, {"format": "attnviz lesson 1"}, {"format": 2, "document": 3}]
)
def test_half_a_lesson_is_told_what_it_lacks(tmp_path, content):
    path = tmp_path / "half.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"^“half.json”, line 1: "):
        open_file(path, "en")


def test_a_broken_lesson_is_located_in_its_file(tmp_path):
    path = tmp_path / "broken.json"
    path.write_text(EXAMPLE.replace('"view": {', '"view": {{'), encoding="utf-8")
    with pytest.raises(InputError, match=r"^“broken.json”, line 21: .*“\{"):
        open_file(path, "en")


def test_too_large_a_lesson_is_refused_by_its_size(tmp_path):
    path = tmp_path / "large.json"
    path.write_text(EXAMPLE + " " * (MAX_BYTES - len(EXAMPLE.encode()) + 1), encoding="utf-8")
    with pytest.raises(
        InputError, match=rf"^“large.json” is too large for a lesson.* {MAX_BYTES + 1} bytes.*{MAX_BYTES}"
    ):
        open_file(path, "en")
    path.write_text(EXAMPLE + " " * (MAX_BYTES - len(EXAMPLE.encode())), encoding="utf-8")
    assert open_file(path, "en").lesson


def test_another_encoding_is_named(tmp_path):
    path = tmp_path / "latin.json"
    path.write_bytes(EXAMPLE.encode("utf-8") + "é".encode("latin-1"))
    with pytest.raises(InputError, match=r"^“latin.json” is not UTF-8"):
        open_file(path, "en")
    path.write_bytes(EXAMPLE.encode("utf-8-sig"))
    assert open_file(path, "en").lesson.title == "Who is she?"


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
        ('["a person", "an act"]', '["a person"]', ("value_names is 1", "W_V is 3 × 2", "expected 2")),
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


# experiments ---------------------------------------------------------------------------------------------------


def applied(document, *steps):
    """The document before and after; doing it again changes nothing."""
    lesson = lesson_of(document, *steps)
    (experiment,) = lesson.experiments
    changed = experiment.apply(lesson.document)
    assert experiment.apply(changed) is changed
    return lesson.document, changed


@pytest.mark.parametrize("matrix", ["X", "W_Q", "W_K", "W_V"])
def test_a_row_of_any_projection(matrix):
    _, changed = applied(PROJECTIONS, {"row": [matrix, 2, [7, 8]]})
    assert getattr(changed.source, matrix)[1].tolist() == [7, 8]


def test_the_layer():
    before, changed = applied(
        PROJECTIONS, {"layer": {"n_heads": 2, "gated": True, "W_O": True, "normalise": True, "eps": 0.25}}
    )
    source = changed.source
    assert (source.n_heads, source.n_kv_heads, source.gated, source.normalise, source.eps) == (2, 2, True, True, 0.25)
    np.testing.assert_array_equal(source.W_O, np.eye(4))
    np.testing.assert_array_equal(source.W_K[:, :2], before.source.W_K)
    _, shared = applied(PROJECTIONS, {"layer": {"n_heads": 4, "n_kv_heads": 2}})
    assert (shared.source.n_heads, shared.source.n_kv_heads) == (4, 2)


def test_another_draw_is_the_draw_of_random_matrices_with_that_seed():
    _, changed = applied(PROJECTIONS, {"layer": {"seed": 9}})
    drawn = lesson_of(PROJECTIONS | {name: {"random": [2, 2], "seed": 9} for name in ("W_Q", "W_K", "W_V")}).document
    for name in ("W_Q", "W_K", "W_V"):
        np.testing.assert_array_equal(getattr(changed.source, name), getattr(drawn.source, name))


def test_matrices_of_another_size_drop_names_that_fit_no_more():
    named = PROJECTIONS | {"value_names": ["p", "q"], "dimension_names": ["d", "e"]}
    _, same = applied(named, {"matrices": {"X": [[1, 2]]}}, {"tokens": ["only"]})
    assert (same.source.tokens, same.source.value_names, same.source.dimension_names) == (
        ("only",),
        ("p", "q"),
        ("d", "e"),
    )
    wide = {"X": [[1, 2, 3]] * 3} | {name: {"random": [3, 3]} for name in ("W_Q", "W_K", "W_V")}
    _, changed = applied(named, {"matrices": wide})
    assert (changed.source.value_names, changed.source.dimension_names) == ((), ())
    _, hand = applied(BY_HAND, {"matrices": {"Q": [[5, 6]], "K": [[7, 8]], "V": [[1]]}})
    assert hand.source.Q.tolist() == [[5, 6]]


def test_a_matrix_copied_and_tokens_of_matrices_by_hand():
    _, changed = applied(BY_HAND | {"Q": [[3, 1], [4, 1]]}, {"copy": ["Q", "K"]}, {"tokens": ["x", "y"]})
    assert changed.source.K.tolist() == [[3, 1], [4, 1]]
    assert changed.source.tokens_q == changed.source.tokens_k == ("x", "y")
    with pytest.raises(InputError, match="all must be the same tokens"):
        lesson_of(BY_HAND | {"tokens_q": ["a", "b"], "tokens_k": ["c", "d"]}, {"tokens": ["x", "y"]})


def test_steps_for_another_kind_of_document_are_refused():
    for step in ({"row": ["Q", 1, [1]]}, {"matrices": {"X": [[1]]}}, {"tokens": ["a"]}, {"layer": {"gated": True}}):
        with pytest.raises(InputError, match="this experiment cannot be applied"):
            lesson_of({"sentence": "hi"}, step)


def test_how_an_experiment_is_looked_at():
    look = {"view": {"tab": "matrix", "head": 2, "query": 2, "key": 3}}
    (experiment,) = lesson_of(PROJECTIONS, {"row": ["X", 3, [1, 2]]}, {"layer": {"n_heads": 2}}, look).experiments
    shown = ViewState(motion=False)
    assert experiment.follow(0) == 1
    assert experiment.view(shown, 0) == ViewState(tab="matrix", head=1, query=1, key=2, motion=False)
    (row,) = lesson_of(PROJECTIONS, {"row": ["X", 3, [1, 2]]}).experiments
    assert row.follow(0) == 2
    assert row.view(ViewState(tab="matrix", head=1), 0) == ViewState(tab="matrix", head=1, query=2)
    (neither,) = lesson_of(PROJECTIONS, {"row": ["W_Q", 2, [1, 2]]}).experiments
    assert neither.view(ViewState(query=1), 0) == ViewState(query=0)


def test_a_view_may_use_what_the_steps_before_it_made():
    lesson_of(BY_HAND, {"matrices": {"Q": [[1, 1]] * 5}}, {"view": {"query": 5}})
    with pytest.raises(InputError, match=r"query must be a whole number from 1 to 2"):
        lesson_of(BY_HAND, {"view": {"query": 5}})


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
texts = st.sampled_from([EXAMPLE, *SHIPPED.values()])


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
