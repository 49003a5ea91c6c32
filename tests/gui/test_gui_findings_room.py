"""Notes on an imported file leave the picture its room in a low window, and are a press away."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.core.softmax import softmax
from tests.gui.conftest import click

LEAST_PICTURE = 300  # pixels of height in a window of 600


@pytest.fixture
def odd_file(tmp_path):
    """Attention of which three things must be said."""
    visible = np.tri(14, dtype=bool) & (np.arange(14) < 12)
    A = softmax(np.random.default_rng(0).normal(size=(1, 2, 14, 14)), visible)
    A[0, 0, 2, 0] += 0.4
    A[0, 1, 4, :9] = 1 / 9
    path = tmp_path / "odd.npz"
    np.savez(path, A=A)
    return path


def opened(start, path, tab, language="en", size=(960, 600)):
    app = start("bank", language, size=size)
    app.filing.open_files([path])
    app.look(tab=tab)
    view = app.window.view(tab)
    for _ in range(200):
        if view.findings.sentences:
            break
        QTest.qWait(5)
    return app, view, view.findings


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_in_a_low_window_findings_leave_the_matrix_its_room(start, odd_file, language):
    _, view, strip = opened(start, odd_file, "matrix", language)
    assert len(strip.sentences) == 1
    assert view.heatmap.height() >= LEAST_PICTURE
    assert strip.height() < view.height() / 6


@pytest.mark.parametrize("tab", ["matrix", "heads"])
def test_what_is_put_away_is_counted_and_comes_at_a_press(start, odd_file, tab):
    app, _, strip = opened(start, odd_file, tab)
    first = strip.sentences[0]
    more = strip.buttons["2 more…"]
    assert more.toolTip()
    click(more, QPoint(8, 8))
    assert len(strip.sentences) == 3
    fewer = strip.buttons["fewer"]
    assert fewer.hasFocus()
    click(fewer, QPoint(8, 8))
    assert strip.sentences == [first]
    app.window.resize(1280, 800)
    QApplication.processEvents()
    assert len(strip.sentences) == 3
    assert not {"fewer", "2 more…"} & set(strip.buttons)
    app.window.resize(960, 600)
    QApplication.processEvents()
    assert strip.sentences == [first]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "in layer 1 · head 2 · query “3”"), ("pt_BR", "em camada 1 · cabeça 2 · query “3”")]
)
def test_a_negative_weight_is_told_with_its_place_however_heads_are_counted(start, tmp_path, language, said):
    A = np.full((1, 2, 6, 6), 1 / 6)
    A[0, 1, 3, 2] = -0.4
    np.savez(tmp_path / "negative.npz", A=A, tokens=np.array(list("012345")))
    app, _, strip = opened(start, tmp_path / "negative.npz", "matrix", language)
    assert said in strip.sentences[0]
    app.look(first_head=0)
    assert said.replace("1 ·", "0 ·").replace("2 ·", "1 ·") in strip.sentences[0]
    assert not strip.buttons.keys() & {"Apply the softmax", "Aplicar o softmax"}
    app.look(head=1)
    figure = app.window.matrix.heatmap.figure
    assert sum("“3”" in getattr(item, "text", "") for item in figure.items) == 1
