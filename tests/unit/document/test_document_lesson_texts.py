"""The lessons that come with the program: found, loaded, and said in both languages."""

from __future__ import annotations

import json

import numpy as np
import pytest

from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.document import editable
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES
from attnviz.resources import resource
from tests.unit.document.test_document_lessons import every_language, same, shown

ENGLISH_TITLES = ("cat",)  # the sentence of the from-scratch books, in every language

IDS = lessons.shipped()
every_lesson = pytest.mark.parametrize("name", IDS)


# loading ------------------------------------------------------------------------------------------------------


def test_the_lessons_are_there_in_teaching_order():
    assert IDS[:6] == ("bank", "one-query", "gato", "sentence", "cat", "bank-two")
    assert lessons.DEFAULT_LESSON in IDS


@every_lesson
@every_language
def test_a_lesson_loads_and_computes(name, language):
    lesson = lessons.load(name, language)
    trace = derive(lesson.document)
    assert lesson.id == name
    assert lesson.document.lesson == name
    assert lesson.document.name == lesson.title
    assert 0 <= lesson.view.query < trace.n_q, "the followed row lies outside the document"
    assert lesson.view.tab in ("steps", "matrix", "gradient", "training", "shapes")
    assert lesson.experiments


@every_lesson
def test_a_lesson_says_everything_in_both_languages(name):
    english, portuguese = (lessons.load(name, language) for language in LANGUAGES)
    fields = ("subtitle", "text") if name in ENGLISH_TITLES else ("title", "subtitle", "text")
    pairs = [(getattr(english, field), getattr(portuguese, field)) for field in fields]
    for one, other in zip(english.experiments, portuguese.experiments, strict=True):
        pairs += [(one.title, other.title), (one.observe, other.observe)]
    for one, other in pairs:
        assert one.strip()
        assert other.strip()
        assert one != other, "the same text stands for both languages"


def translations(value, path=""):
    """Every {"en": …} of a lesson file, with where it stands."""
    if isinstance(value, dict):
        if "en" in value:
            yield path, value
        else:
            for key, inner in value.items():
                yield from translations(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from translations(inner, f"{path}/{index}")


@every_lesson
def test_no_text_of_the_file_lacks_a_language(name):
    data = json.loads(resource("lessons", f"{name}.json").read_text(encoding="utf-8"))
    found = list(translations(data))
    assert found
    for path, texts in found:
        assert set(texts) == set(LANGUAGES), path
    for experiment in data["experiments"]:
        assert set(experiment["title"]) == set(experiment["observe"]) == set(LANGUAGES)


@every_lesson
def test_a_lesson_is_found_by_its_title_in_any_language(name):
    for spoken in LANGUAGES:
        title = lessons.load(name, spoken).title
        for written in (title, title.upper(), f"  {title} "):
            assert lessons.load(written, "en").id == name


def test_titles_and_ids_are_all_different():
    names = [title for name in IDS for title in {lessons.load(name, spoken).title.casefold() for spoken in LANGUAGES}]
    assert len(set(names)) == len(names)
    assert len(set(IDS)) == len(IDS)


def test_an_unknown_lesson_is_named_with_those_there_are():
    with pytest.raises(InputError, match=r"“banc”.*bank, one-query"):
        lessons.load("banc", "en")


# experiments --------------------------------------------------------------------------------------------------

EXPERIMENTS = [(name, index) for name in IDS for index in range(len(lessons.load(name, "en").experiments))]


@pytest.mark.parametrize(("name", "index"), EXPERIMENTS)
@every_language
def test_an_experiment_changes_what_is_seen_and_doing_it_again_does_not(name, index, language):
    lesson = lessons.load(name, language)
    once = lesson.experiments[index].apply(lesson.document)
    view = lesson.experiments[index].view(lesson.view, lesson.view.query)
    if once is lesson.document:
        assert view != lesson.view
        return
    assert lesson.experiments[index].steps
    assert once.name == lesson.document.name
    before, now = derive(lesson.document), derive(once)
    moved = not np.array_equal(before.weights, now.weights) or not np.array_equal(before.output, now.output)
    beside = ("upstream", "training", "shape")  # what other tabs show of a document
    assert moved or any(getattr(once, part) is not getattr(lesson.document, part) for part in beside)
    assert lesson.experiments[index].apply(once) is once
    assert view.query < now.n_q
    assert view.head < now.n_heads


@every_language
def test_the_sentences_experiments_show_what_they_say(language):
    lesson = lessons.load("sentence", language)
    saturated, causal, previous, distance = (derive(e.apply(lesson.document)) for e in lesson.experiments)
    plain = derive(lesson.document)
    assert plain.measures.saturated == 0
    assert (saturated.weights.max(axis=1) > 0.9).mean() >= 0.9, "almost every row puts nearly all on one key"
    assert saturated.measures.mean_jacobian < 0.1 * plain.measures.mean_jacobian
    assert not causal.visible[np.triu_indices(causal.n_q, 1)].any()
    same(causal.weights[-1], plain.weights[-1])
    assert (previous.weights[1:].argmax(axis=1) == np.arange(previous.n_q - 1)).all()
    same(previous.weights[0], 1 / previous.n_q)
    assert (distance.weights.argmax(axis=1) == np.arange(distance.n_q)).all()


@every_lesson
def test_a_lesson_says_the_same_numbers_in_both_languages(name):
    english, portuguese = (lessons.load(name, language) for language in LANGUAGES)
    for one, other in zip(english.experiments, portuguese.experiments, strict=True):
        assert shown(one.observe, "en") == shown(other.observe, "pt_BR")
    assert shown(english.text, "en") == shown(portuguese.text, "pt_BR")
    for matrix in editable(english.document.source):
        same(getattr(english.document.source, matrix), getattr(portuguese.document.source, matrix))
