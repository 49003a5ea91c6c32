"""The main job: a sentence is typed, d_k dragged, √d_k switched off, the matrix turns binary, the figure is saved."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attnviz.document.document import SentenceSource
from tests.gui.conftest import click, drag, handle, settle


def type_sentence(app, text: str) -> None:
    app.window.actions_.new_sentence.trigger()
    line = app.window.matrix.sentence.line
    assert line.hasFocus()
    line.selectAll()
    line.insert(text)  # as a paste does: keyClicks cannot type every script
    QTest.keyClick(line, Qt.Key.Key_Return)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_from_the_first_window_to_the_svg(start, tmp_path, language) -> None:
    app = start("bank", language)
    type_sentence(app, "to be, or not to be: that is the question")
    source = app.session.document.source
    assert isinstance(source, SentenceSource)
    assert source.tokens[:4] == ("to", "be", ",", "or")
    controls = app.window.controls
    drag(controls.d_k.slider, handle(controls.d_k.slider), 300)
    assert app.session.document.source.d_k == 512
    click(controls.divide, controls.divide.rect().center())
    assert not app.session.document.options.divide
    settle(app)  # on a slow machine the hand still drags
    weights = app.scene.trace.weights
    assert (weights.max(axis=1) > 0.9).mean() > 0.8  # binary
    target = tmp_path / "figure.svg"
    app.acts.export(target)
    nodes = ET.parse(target).iter("{http://www.w3.org/2000/svg}text")
    texts = [text for node in nodes for text in node.itertext()]  # one element may hold what goes on in one line
    assert "question" in texts
    assert "A = softmax(S)" in texts


def test_a_drag_is_live_and_one_undo_step(sentence) -> None:
    slider = sentence.window.controls.d_k.slider
    seen = []
    sentence.tracer.traced.connect(lambda document, trace: seen.append(document.source.d_k))
    drag(slider, handle(slider), -60, steps=30)
    assert len(set(seen)) >= 3  # pictures before the hand let go; how many depends on how busy the machine is
    settle(sentence)
    dragged = seen[-1]
    assert sentence.session.undo_stack.count() == 1
    QTest.keyClick(sentence.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert sentence.session.document.source.d_k == 64
    QTest.keyClick(
        sentence.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert sentence.session.document.source.d_k == dragged != 64


@pytest.mark.parametrize(
    ("name", "typed", "read"),
    [
        ("d_k", "100", lambda d: d.source.d_k == 100),
        ("temperature", "0,5", lambda d: d.options.temperature == 0.5),
        ("decay", "1.25", lambda d: d.source.decay == 1.25),
        ("previous", "0", lambda d: d.source.previous == 0),
    ],
)
def test_every_number_can_be_typed(sentence, name, typed, read) -> None:
    field = getattr(sentence.window.controls, name).field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, typed)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert read(sentence.session.document)


@pytest.mark.parametrize("typed", ["", "abc", "0", "-1", "1e999", "513", "nan"])
def test_a_wrong_d_k_is_refused_and_the_field_returns(sentence, typed) -> None:
    before = sentence.session.document
    field = sentence.window.controls.d_k.field
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClicks(field, typed)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert sentence.session.document is before
    assert sentence.window.statusBar().currentMessage()
    sentence.window.matrix.heatmap.setFocus()
    assert field.text() == "64"


def test_the_mixture_keeps_its_sum(sentence) -> None:
    mix = sentence.window.controls.mix
    QTest.keyClick(mix.fields[0], Qt.Key.Key_PageUp)
    shares = sentence.session.document.source.mix
    assert shares[0] == pytest.approx(0.6)
    assert sum(shares) == pytest.approx(1)
    assert [field.text() for field in mix.fields] == ["0.60", "0.24", "0.16"]


@pytest.mark.parametrize("head", ["content", "previous", "distance", "mixed"])
def test_each_head_shows_its_own_numbers(sentence, head) -> None:
    controls = sentence.window.controls
    click(controls.heads.button(head), controls.heads.button(head).rect().center())
    assert sentence.session.document.source.head == head
    assert controls.heads.button(head).isChecked()
    assert controls.decay.isVisible() == (head in ("distance", "mixed"))
    assert controls.previous.isVisible() == (head in ("previous", "mixed"))
    assert controls.mix.isVisible() == (head == "mixed")
    assert controls.seed.isVisible() == (head in ("content", "mixed"))


def test_masks_combine(sentence) -> None:
    controls = sentence.window.controls
    click(controls.causal, controls.causal.rect().center())
    click(controls.windowed, controls.windowed.rect().center())
    n = sentence.scene.trace.n_k
    visible = sentence.scene.trace.visible
    assert visible.sum(axis=1).tolist() == [1, 2] + [3] * (n - 2)
    field = controls.padding
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "4")
    QTest.keyClick(field, Qt.Key.Key_Return)
    trace = sentence.scene.trace
    assert not trace.visible[-1].any()
    assert np.array_equal(trace.weights[-1], np.zeros(n))  # no NaN, no ghost of a weight
    sentence.look(query=n - 1)
    sentence.window.grab()


SENTENCES = {
    "one token": ("hello", 1),
    "identical": ("same " * 1000, 1000),
    "emoji": ("I ❤️ 👩‍👩‍👧 and 🇧🇷", 5),
    "right to left": ("שלום עולם", 2),
    "combining": ("e\u0301 a\u0303o", 2),
    "markup": ("<b> &amp;", None),
    "tabs and newlines": ("a\tb\nc", 3),
}


@pytest.mark.parametrize("kind", SENTENCES)
def test_any_sentence_gives_a_right_picture(bank, kind, qtbot) -> None:
    text, count = SENTENCES[kind]
    type_sentence(bank, text)
    qtbot.waitUntil(lambda: bank.scene.document is bank.session.document)
    trace = bank.scene.trace
    if count is not None:
        assert trace.n_k == count
    assert np.allclose(trace.weights.sum(axis=1), 1)
    bank.window.grab()
    bank.look(tab="steps")
    bank.window.grab()


@pytest.mark.parametrize("text", ["", "   ", "\t\n", "word " * 4097])
def test_a_sentence_that_is_none_is_refused(sentence, text) -> None:
    before = sentence.session.document
    type_sentence(sentence, text)
    assert sentence.session.document is before
    assert sentence.window.statusBar().currentMessage()


def test_a_long_sentence_is_computed_beside_the_window(sentence, qtbot) -> None:
    with qtbot.waitSignal(sentence.tracer.traced, timeout=20_000):
        type_sentence(sentence, " ".join(f"w{i}" for i in range(600)))
        assert sentence.scene.trace.n_k != 600  # the window did not wait
    assert sentence.scene.trace.n_k == 600
    sentence.window.grab()


def test_hover_reads_query_key_scores_weight_and_rank(sentence, qtbot) -> None:
    heatmap = sentence.window.matrix.heatmap
    QTest.mouseMove(heatmap, heatmap.cell_center("weights", 8, 7))
    qtbot.waitUntil(lambda: bool(sentence.window.reading.text()))
    trace = sentence.scene.trace
    text = sentence.window.reading.text()
    assert f"“{trace.tokens_q[8]}”" in text
    assert f"“{trace.tokens_k[7]}”" in text
    assert f"weight {trace.weights[8, 7]:.4f}" in text
    assert f"rank 1 of {trace.n_k}" in text


def test_clicking_a_row_follows_it_and_is_no_edit(sentence) -> None:
    heatmap = sentence.window.matrix.heatmap
    click(heatmap, heatmap.cell_center("weights", 3, 5))
    assert sentence.view.query == 3
    assert sentence.session.undo_stack.count() == 0
    assert sentence.scene.trace.tokens_q[3] in sentence.window.matrix.bars.title.text()


def test_the_keyboard_cursor_walks_the_heatmap(sentence) -> None:
    heatmap = sentence.window.matrix.heatmap
    heatmap.setFocus()
    before = sentence.view.query
    QTest.keyClick(heatmap, Qt.Key.Key_Down)
    QTest.keyClick(heatmap, Qt.Key.Key_End)
    assert sentence.view.query == before + 1
    assert f"“{sentence.scene.trace.tokens_k[-1]}”" in sentence.window.reading.text()


def test_a_sentence_can_be_undone_back_to_the_matrices(bank) -> None:
    first = bank.session.document
    type_sentence(bank, "another sentence altogether")
    assert bank.lesson is None
    bank.session.undo_stack.undo()
    assert bank.session.document is first
    assert bank.lesson.id == "bank"
