"""A person's own lesson: what opens, and for each mistake one sentence with file, line, what was found and expected."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

from attnviz.core.initial import initial_matrix
from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.document import MatrixSource, ProjectionSource, SentenceSource
from attnviz.document.lesson_file import MAX_BYTES, own_lesson
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES
from attnviz.resources import resource
from attnviz.session.opening import open_file, open_source

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


texts = st.sampled_from([EXAMPLE, *SHIPPED.values()])
