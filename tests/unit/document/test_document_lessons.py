"""Every shipped lesson: loads in both languages, shows the numbers it was written for, and its experiments work."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.document import ProjectionSource
from attnviz.document.explain import verdict
from attnviz.document.gradient_check import check_gradient
from attnviz.document.saturation import saturation
from attnviz.i18n import LANGUAGES

NUMBERS = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))
BANK, ONE_QUERY, GATO = NUMBERS["a"], NUMBERS["b"], NUMBERS["c"]
STEPS = ("scores", "scaled", "weights", "output")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def same(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def shown(text, language):
    """The decimal numbers and percentages a text mentions, read as the language writes them."""
    decimal = r"\d+,\d+|\d+%" if language == "pt_BR" else r"\d+\.\d+|\d+ %"
    found = re.findall(decimal, text)
    return [float(n.strip("% ")) / 100 if "%" in n else float(n.replace(",", ".")) for n in found]


def said(text, language, *values):
    """That the numbers of a text are these values, in order, each rounded as the text writes it."""
    sign = "," if language == "pt_BR" else "."
    written = re.findall(rf"\d+\{sign}\d+|\d+ ?%", text)
    assert len(written) == len(values), written
    for number, value in zip(written, values, strict=True):
        places = 2 if "%" in number else len(number.split(sign)[1])
        expected = f"{value:.{places}f}"
        found = f"{int(number.strip('% ')) / 100:.2f}" if "%" in number else number.replace(sign, ".")
        assert found == expected, f"{number} is said, but it is {value}"


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
    before, now = shown(lesson.experiments[2].observe, language)
    assert now == round(float(undivided[0]), 3)
    assert abs(before - plain[0]) < 6e-4  # the text cuts .4555 where rounding gives .456


def after(lesson, *indices):
    """The trace of a lesson after some of its experiments."""
    document = lesson.document
    for index in indices:
        document = lesson.experiments[index].apply(document)
    return derive(document)


@every_language
def test_the_gatos_numbers(language):
    lesson = lessons.load("gato", language)
    source = lesson.document.source
    assert isinstance(source, ProjectionSource)
    assert source.tokens == tuple(token.replace("␣", " ") for token in GATO["tokens"])
    trace = derive(lesson.document)
    same(trace.chain.X, GATO["X"])
    same(trace.chain.u, GATO["u"])
    same(np.linalg.norm(trace.chain.u, axis=1), 2)  # LayerNorm: every row of one length
    for found, expected in ((trace.Q[0], "q"), (trace.K[0], "k"), (trace.V[0], "v")):
        same(found, GATO[expected])
    for step in STEPS:
        same(getattr(trace, step)[0], GATO[step])
    same(trace.Q[1], trace.Q[0])  # the second head asks the same
    assert (lesson.view.head, lesson.view.query) == (0, 4)
    said(lesson.text, language, trace.weights[0, 4, 2:4].sum())


@every_language
def test_the_gatos_experiments(language):
    lesson = lessons.load("gato", language)
    trace = derive(lesson.document)
    undivided, causal, second, plain = (after(lesson, index) for index in range(4))
    texts = [experiment.observe for experiment in lesson.experiments]
    same(undivided.weights[0], GATO["weights_unscaled"])
    said(texts[0], language, trace.weights[0, 4, 2:4].sum(), undivided.weights[0, 4, 2:4].sum())
    said(texts[1], language, trace.weights[0, 0, 2:4].sum())
    same(causal.weights[:, 4], trace.weights[:, 4])
    same(causal.weights[:, 0], [[1, 0, 0, 0, 0]] * 2)
    assert np.abs(causal.weights[:, :4] - trace.weights[:, :4]).max(axis=2).min() > 0.05
    same(second.weights, trace.weights)
    said(texts[2], language, trace.weights[1, 4, 1])
    assert trace.weights[1, 4].argmax() == 1
    lengths = np.linalg.norm(trace.chain.X, axis=1)
    assert lengths.argmin() == 3  # iu
    said(texts[3], language, trace.weights[0, 4, 3], plain.weights[0, 4, 3])


@every_language
def test_the_cats_numbers(language):
    lesson = lessons.load("cat", language)
    trace = derive(lesson.document)
    source = lesson.document.source
    assert source.tokens == ("the", "fat", "cat", "sat", "on", "the", "mat")
    np.testing.assert_array_equal(source.X, np.round(source.X, 1))
    assert (source.n_heads, source.d_model, source.d_k, source.d_v) == (1, 4, 3, 3)
    said(lesson.text, language, trace.weights.min(), trace.weights.max(), 1 / 7)
    same(trace.output[0, 0], trace.output[0, 5])  # both "the"
    assert lesson.view.letters == "OmegaAC"


@every_language
def test_the_cats_experiments(language):
    lesson = lessons.load("cat", language)
    trace = derive(lesson.document)
    anew, equal, longer, causal = (after(lesson, index) for index in range(4))
    texts = [experiment.observe for experiment in lesson.experiments]
    said(texts[0], language, anew.weights.min(), anew.weights.max())
    for name in ("W_Q", "W_K", "W_V"):
        assert not np.allclose(getattr(anew.chain, name), getattr(trace.chain, name))
    same(equal.scores[0], equal.scores[0].T)
    assert not np.allclose(equal.weights[0], equal.weights[0].T, atol=0.01)
    said(texts[1], language, equal.scores[0, 2, 6], equal.weights[0, 2, 6], equal.weights[0, 6, 2])
    assert equal.scores[0, 6, 2] == pytest.approx(equal.scores[0, 2, 6])
    assert longer.d_k == 12
    said(texts[2], language, trace.scores.max(), longer.scores.max(), longer.scaled.max(), trace.scaled.max())
    said(texts[3], language)
    assert (causal.weights[0, 2] > 0).tolist() == [True] * 3 + [False] * 4
    same(causal.weights[0, 0], [1, 0, 0, 0, 0, 0, 0])
    assert (causal.weights[0, 5] > 0).sum() == 6
    assert not np.allclose(causal.output[0, 0], causal.output[0, 5], atol=0.01)


@every_language
def test_two_sentences_one_word(language):
    lesson = lessons.load("bank-two", language)
    trace = derive(lesson.document)
    other, alone, both, causal = (after(lesson, index) for index in range(4))
    texts = [experiment.observe for experiment in lesson.experiments]
    at = [e.view(lesson.view, lesson.view.query).query for e in lesson.experiments]
    assert trace.tokens_q == ("banco", "do", "rio")
    assert other.tokens_q == ("conta", "no", "banco")
    for changed, row in zip((other, alone, both, causal), at, strict=True):
        assert changed.tokens_q[row] == "banco"
        np.testing.assert_array_equal(changed.chain.X[row], trace.chain.X[lesson.view.query])
    said(lesson.text, language, *trace.output[0, 0])
    said(texts[0], language, *other.output[0, 2])
    same(other.output[0, 2], trace.output[0, 0][::-1])
    said(texts[1], language, *alone.output[0, 0])
    same(alone.weights, [[[1]]])
    said(texts[2], language, both.weights[0, 2, 0], *both.output[0, 2])
    assert both.weights[0, 2, 0] == both.weights[0, 2, 4]
    assert both.tokens_q == ("conta", "no", "banco", "do", "rio")
    said(texts[3], language, *causal.output[0, 0])
    same(after(lesson, 0, 3).output[0, 2], other.output[0, 2])
    assert lesson.document.source.value_names[1] == {"en": "money", "pt_BR": "dinheiro"}[language]


def test_what_the_sentences_heads_are_said_to_show_is_seen_whatever_was_tried_before():
    lesson = lessons.load("sentence", "en")
    before = [(), *((index,) for index in range(len(lesson.experiments))), (0, 1), (1, 0)]
    for tried in before:
        previous, distance = (after(lesson, *tried, index).weights for index in (2, 3))
        n = len(previous)
        assert np.ptp(previous[0]) == pytest.approx(0, abs=1e-12), "the first row is flat"
        assert (previous[1:].argmax(axis=1) == np.arange(n - 1)).all(), "a diagonal below the main one"
        assert (distance.argmax(axis=1) == np.arange(n)).all()
        around = distance[np.arange(1, n - 1), np.arange(2, n)], distance[np.arange(1, n - 1), np.arange(n - 2)]
        np.testing.assert_allclose(*around, err_msg="each token looks around itself, ahead as far as back")
        assert around[0].min() > 0.05, "and not at itself alone"


def test_experiments_of_the_way_back_show_the_same_whatever_was_tried_before():
    lesson = lessons.load("way-back", "en")

    def found(document):
        back = derive_gradient(document, derive(document))
        return {**back.arrays(), "weights": back.trace.weights, "value": np.array(back.value), "passed": back.passed}

    for after in lesson.experiments:
        alone = found(after.apply(lesson.document))
        for before in lesson.experiments:
            document = after.apply(before.apply(lesson.document))
            for name, array in found(document).items():
                np.testing.assert_array_equal(array, alone[name], err_msg=f"{before.title} → {after.title}: {name}")


def test_an_experiment_shows_the_way_back_to_its_end():
    lesson = lessons.load("way-back", "en")
    view = replace(lesson.view, back_step=0)
    for experiment in lesson.experiments:
        assert experiment.view(view, 0).back_step is None


@every_language
def test_the_way_back(language):
    lesson, seed_zero = lessons.load("way-back", language), NUMBERS["d"]
    texts = [experiment.observe for experiment in lesson.experiments]

    def back(index):
        document = lesson.experiments[index].apply(lesson.document)
        return derive_gradient(document, derive(document))

    start = derive_gradient(lesson.document, derive(lesson.document))
    for name in ("dV", "dA", "dQ", "dK"):
        same(getattr(start, name), seed_zero[name])
    same(start.dscaled, seed_zero["dS"])
    same(start.dR, seed_zero["dO"])
    assert check_gradient(lesson.document, start).agreement.passed
    mean = (start.trace.weights[1] * start.dA[1]).sum()
    said(lesson.text, language, *abs(start.dA[1]), -mean, *abs(start.dscaled[1]), start.passed[1])
    cell, sharp, sharper, _, equal, causal, squared = (back(index) for index in range(7))
    said(texts[0], language, *start.trace.weights[1])
    same(cell.dV[:, 0], start.trace.weights[1])
    assert cell.dQ.any(axis=1).tolist() == [False, True, False]
    norm = sharp.trace.measures.jacobian[1]
    same(sharp.dA, start.dA)
    for number in (f"{100 * sharp.passed[1]:.1f}", f"{100 * start.passed[1]:.0f}", f"{norm:.3f}"):
        assert (number.replace(".", ",") if language == "pt_BR" else number) in texts[1]
    assert sharp.trace.weights[1].max() == pytest.approx(0.98, abs=0.005)
    assert sharper.passed.max() < 1e-3
    assert sharper.trace.weights.max(axis=1).min() > 0.99
    curve = saturation(lesson.document, gradient=True)
    passed = {int(d_k): share for d_k, share in zip(curve.d_k, curve.plain.passed, strict=True)}
    assert np.ptp(curve.divided.passed) < 1e-12
    undivided = f"{100 * passed[4]:.0f}"
    for number in (
        undivided,
        f"{100 * curve.divided.passed[0]:.0f}",
        f"{100 * passed[8]:.1f}",
        f"{100 * passed[64]:.1f}",
    ):
        assert (number.replace(".", ",") if language == "pt_BR" else number) in texts[3]
    assert passed[512] < 1e-4
    same(equal.dS, 0)
    assert np.ptp(equal.dA, axis=1).max() < 1e-15
    assert not causal.dS[~causal.trace.visible].any()
    assert not causal.dS[0].any()
    assert np.sign(squared.dS[1]).tolist() == [-1, 1, -1]
    assert (f"{squared.value:.2f}".replace(".", ",") if language == "pt_BR" else f"{squared.value:.2f}") in texts[6]
