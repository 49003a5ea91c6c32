"""Figures beyond the file: copied to the clipboard, and dropped back on the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.export_hand import choose, opened, saved


def test_image_and_svg_are_copied_together(bank):
    bank.window.actions_.copy_figure.trigger()
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    svg = bytes(data.data("image/svg+xml").data()).decode("utf-8")
    assert "softmax" in svg
    assert "attnviz-document" in svg
    QApplication.clipboard().clear()


def test_the_dialog_copies_what_it_shows(bank):
    dialog = opened(bank)
    choose(dialog.preset, "square")
    QTest.mouseClick(dialog.copy_, Qt.MouseButton.LeftButton)
    data = QGuiApplication.clipboard().mimeData()
    image = QImage(data.imageData())
    assert image.width() == image.height()
    assert 'width="120mm"' in bytes(data.data("image/svg+xml").data()).decode("utf-8")
    QApplication.clipboard().clear()
    dialog.reject()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Attention computed step by step"), ("pt_BR", "Atenção calculada passo a passo")]
)
def test_the_description_is_copied(start, language, words):
    app = start("bank", language=language)
    app.look(tab="steps")
    app.window.actions_.copy_description.trigger()
    text = QGuiApplication.clipboard().text()
    assert words in text
    assert ("0.62" if language == "en" else "0,62") in text
    QApplication.clipboard().clear()


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_figure_dropped_on_the_window_opens_its_document(start, tmp_path, ending):
    app = start("bank")
    app.look(tab="steps", query=2)
    app.acts.export(tmp_path / f"a.{ending}")
    saved(app)
    made = app.session.document
    app.open_lesson("gato")
    assert app.session.document.source.tokens != made.source.tokens_q
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / f"a.{ending}"))])
    app.window.dropEvent(
        QDropEvent(
            QPointF(300, 300), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
    )
    assert app.session.document.source.tokens_q == made.source.tokens_q
    assert app.session.path is None
    assert app.view.query == 2
    assert app.view.tab == "steps"
