"""Every shipped lesson: loads in both languages, shows the numbers it was written for, and its experiments work."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.document import MatrixSource
from attnviz.document.explain import verdict
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES
from attnviz.resources import resource

NUMBERS = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))
BANK, ONE_QUERY = NUMBERS["a"], NUMBERS["b"]
STEPS = ("scores", "scaled", "weights", "output")

IDS = lessons.shipped()
every_lesson = pytest.mark.parametrize("name", IDS)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def same(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def shown(text, language):
    """The numbers a text mentions, read as the language writes them."""
    decimal = r"\d+,\d+" if language == "pt_BR" else r"\d+\.\d+"
    return [float(number.replace(",", ".")) for number in re.findall(decimal, text)]


# loading ------------------------------------------------------------------------------------------------------


def test_the_seeds_lessons_are_there_in_teaching_order():
    assert [name for name in IDS if name in ("bank", "one-query", "sentence")] == ["bank", "one-query", "sentence"]
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
    assert lesson.view.tab in ("steps", "matrix")
    assert lesson.experiments


@every_lesson
def test_a_lesson_says_everything_in_both_languages(name):
    english, portuguese = (lessons.load(name, language) for language in LANGUAGES)
    pairs = [(getattr(english, field), getattr(portuguese, field)) for field in ("title", "subtitle", "text")]
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
    names = [name for language in LANGUAGES for name in {lessons.load(i, language).title.casefold() for i in IDS}]
    assert len(set(names)) == len(names)
    assert len(set(IDS)) == len(IDS)


def test_an_unknown_lesson_is_named_with_those_there_are():
    with pytest.raises(InputError, match=r"“banc”.*bank, one-query"):
        lessons.load("banc", "en")


# numbers ------------------------------------------------------------------------------------------------------


@every_language
def test_the_banks_numbers(language):
    lesson = lessons.load("bank", language)
    trace = derive(lesson.document)
    for step in STEPS:
        same(getattr(trace, step), BANK["matrix"][step])
        same(getattr(trace, step)[lesson.view.query], BANK[step])
    same(trace.V, BANK["V"])
    assert trace.tokens_q[lesson.view.query] == "banco"


@every_language
@pytest.mark.parametrize(("index", "variant"), [(0, "V_row3=[0,1]"), (1, "q=[1,0]"), (2, "q=[0,0]")])
def test_the_banks_experiments(language, index, variant):
    lesson = lessons.load("bank", language)
    experiment = lesson.experiments[index]
    trace = derive(experiment.apply(lesson.document))
    for step in STEPS:
        same(getattr(trace, step)[lesson.view.query], BANK["variants"][variant][step])
    for number in shown(experiment.observe, language):
        assert np.isclose(trace.weights, number, atol=5e-3).any(), f"{number} is not one of the weights"


@every_language
def test_the_verdict_turns_to_money(language):
    lesson = lessons.load("bank", language)
    seat, money = lesson.document.source.value_names
    query = lesson.view.query
    assert verdict(lesson.document, derive(lesson.document), query).winners == (seat,)
    changed = lesson.experiments[0].apply(lesson.document)
    assert verdict(changed, derive(changed), query).winners == (money,)


@every_language
def test_one_querys_numbers(language):
    trace = derive(lessons.load("one-query", language).document)
    for step in STEPS:
        same(getattr(trace, step), [ONE_QUERY[step]])


@every_language
def test_one_querys_experiments(language):
    lesson = lessons.load("one-query", language)
    plain = derive(lesson.document).weights[0]
    longer, turned, undivided = (derive(e.apply(lesson.document)).weights[0] for e in lesson.experiments)
    assert round(100 * longer[0]) == 97
    same(turned[[1, 0, 2]], plain)
    before, after = shown(lesson.experiments[2].observe, language)
    assert after == round(float(undivided[0]), 3)
    assert abs(before - plain[0]) < 6e-4  # the text cuts .4555 where rounding gives .456


# experiments --------------------------------------------------------------------------------------------------

EXPERIMENTS = [(name, index) for name in IDS for index in range(len(lessons.load(name, "en").experiments))]


@pytest.mark.parametrize(("name", "index"), EXPERIMENTS)
@every_language
def test_an_experiment_changes_what_is_seen_and_doing_it_again_does_not(name, index, language):
    lesson = lessons.load(name, language)
    once = lesson.experiments[index].apply(lesson.document)
    assert once is not lesson.document
    assert once.name == lesson.document.name
    before, after = derive(lesson.document), derive(once)
    moved = not np.array_equal(before.weights, after.weights)
    assert moved or not np.array_equal(before.output, after.output)
    assert lesson.experiments[index].apply(once) is once


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
    if isinstance(english.document.source, MatrixSource):
        for matrix in "QKV":
            same(getattr(english.document.source, matrix), getattr(portuguese.document.source, matrix))
