"""The user guide in its window: opened by its key, read by headings and links; and a picture that is still true."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtTest import QTest

from attnviz.ui import screen_room
from attnviz.ui.guide_window import GuideWindow
from tests.gui.conftest import click
from tools.guide_pictures import GUIDE, PICTURES

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def guide(bank, qtbot):
    QTest.keyClick(bank.window, Qt.Key.Key_F1, SHIFT)
    window = bank.help._guide
    yield window
    window.close()


def name(window) -> str:
    return Path(window.text.source().toLocalFile()).name


def heading(window, title: str):
    (item,) = window.contents.findItems(title, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)
    return item


def test_its_key_opens_it_and_escape_closes_it(bank, guide) -> None:
    assert guide.isVisible()
    assert not guide.isModal()
    assert name(guide) == "README.md"
    assert "attnviz shows how attention is computed" in guide.text.toPlainText()
    QTest.keyClick(guide, Qt.Key.Key_Escape)
    assert guide.isHidden()
    bank.window.actions_.guide.trigger()
    assert bank.help._guide is guide
    assert guide.isVisible()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_every_title_of_the_contents_is_there_in_full(qtbot, monkeypatch, language) -> None:
    """On one line each, where the screen is as wide as the guide wants to be."""
    monkeypatch.setattr(screen_room, "room_of", lambda _widget: QRect(0, 0, 1920, 1080))
    window = GuideWindow(language)
    qtbot.addWidget(window)
    window.show()
    for index in range(window.contents.topLevelItemCount()):
        item = window.contents.topLevelItem(index)
        needed = QFontMetrics(item.font(0)).horizontalAdvance(item.text(0))
        assert window.contents.visualItemRect(item).width() > needed + 4, item.text(0)


def test_a_heading_comes_to_the_top(guide, qtbot) -> None:
    guide.contents.setCurrentItem(heading(guide, "Editing"))
    assert name(guide) == "steps.md"
    top = guide.text.cursorForPosition(guide.text.viewport().rect().topLeft())
    below = [top.block().text(), top.block().next().text()]
    assert "Editing" in below


def test_a_link_moves_the_contents_and_the_way_back_too(guide) -> None:
    guide.text.verticalScrollBar().setValue(0)
    link = guide.text.document().find("Matrix: a whole")
    click(guide.text.viewport(), guide.text.cursorRect(link).center() - QPoint(20, 0))
    assert name(guide) == "matrix.md"
    assert guide.contents.currentItem().text(0) == "Matrix: a whole sentence"
    assert guide.contents.currentItem().isExpanded()
    guide.text.backward()
    assert name(guide) == "README.md"
    assert guide.contents.currentItem().text(0) == "User guide"


def test_what_leads_out_of_the_guide_is_no_link(guide) -> None:
    guide.contents.setCurrentItem(heading(guide, "Writing your own"))
    assert "docs/lessons.md" in guide.text.toPlainText()
    assert "../" not in guide.text.toHtml()


def test_pictures_fit_the_page(guide, qtbot) -> None:
    room = guide.text.viewport().width()
    assert guide.text.document().size().width() <= room
    guide.resize(guide.width() - 150, guide.height())
    qtbot.waitUntil(lambda: guide.text.document().size().width() <= guide.text.viewport().width() < room)


def test_it_speaks_the_language_of_the_window(bank) -> None:
    bank.window.actions_.guide.trigger()
    assert "one number at a time" in bank.help._guide.text.toPlainText()
    bank.appearance.set_language("pt_BR")
    bank.window.actions_.guide.trigger()
    assert "um número de cada vez" in bank.help._guide.text.toPlainText()


def pixels(image: QImage) -> np.ndarray:
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return rows[:, : grey.width()].astype(float)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_picture_of_the_guide_is_still_true(language, qtbot) -> None:
    """Made afresh, it looks as the stored one does. Else: python tools/guide_pictures.py, and look at what it makes."""
    fresh, kept = PICTURES["steps"](language), QImage(str(GUIDE / language / "steps.png"))
    assert fresh.size() == kept.size()
    apart = np.abs(pixels(fresh) - pixels(kept)) > 48
    assert apart.mean() < 0.01


def test_the_comparison_would_see_another_picture() -> None:
    kept = [pixels(QImage(str(GUIDE / language / "steps.png"))) for language in ("en", "pt_BR")]
    assert (np.abs(kept[0] - kept[1]) > 48).mean() > 0.01
