"""Edges that Qt draws at every scale of a screen: whole, and combo boxes like the other controls."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QComboBox, QLineEdit, QStyle, QStyleOptionComboBox

from attnviz.export.palette import PALETTES
from attnviz.resources import resource
from attnviz.settings import Settings
from attnviz.ui import text_size
from tests.gui.conftest import come_to_rest

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen
RATIOS = (1.0, 1.25, 1.5, 2.0, 3.0)


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


def rendered(widget, ratio):
    image = QImage(QSize(widget.width(), widget.height()) * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(255, 0, 255))
    widget.render(image)
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    return np.stack([rows >> shift & 255 for shift in (16, 8, 0)], axis=-1).astype(int)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("percent", [100, 150, 200])
def test_every_token_has_all_of_its_edge(start, theme, percent) -> None:
    """As much of it at the left as at the right: the first one stands at the widget's own edge."""
    Settings().text_size = percent
    app = start("sentence", theme=theme)
    app.look(tab="matrix")
    come_to_rest()
    chips = app.window.matrix.sentence.chips
    panel = np.array(QColor(PALETTES[theme].panel).getRgb()[:3])
    for ratio in RATIOS:
        middle = np.abs(rendered(chips, ratio)[round(text_size.px(11) * ratio)] - panel).sum(axis=1)
        left = middle[: round(2 * ratio)].sum()
        width = int(text_size_of_first(app) * ratio)
        right = middle[width - round(1 * ratio) : width + round(2 * ratio)].sum()
        assert left == pytest.approx(right, rel=0.35), ratio
        assert left > 0


def text_size_of_first(app) -> int:
    """Pixels of the first token with its edge."""
    from attnviz.export.fonts import text_width
    from attnviz.ui.sentence_bar import CHIP

    return int(text_width(app.scene.trace.tokens_q[0], text_size.px(CHIP)) + 14)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_arrow_of_a_combo_box_has_the_colour_of_quiet_words(theme) -> None:
    text = resource("icons", f"down-{theme}.svg").read_text(encoding="utf-8")
    assert f'stroke="{PALETTES[theme].muted}"' in text


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_combo_boxes_are_about_as_high_as_fields_and_their_arrows_grow(start, percent) -> None:
    Settings().text_size = percent
    app = start("sentence", size=(1280, 800))
    app.look(tab="matrix")
    come_to_rest()
    field = app.window.findChild(QLineEdit).sizeHint().height()
    combos = [combo for combo in app.window.findChildren(QComboBox) if combo.isVisible()]
    assert len(combos) >= 3
    for combo in combos:
        assert abs(combo.height() - field) <= 6
        option = QStyleOptionComboBox()
        combo.initStyleOption(option)
        arrow = combo.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxArrow, combo
        )
        assert arrow.width() >= text_size.px(12)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_tab_with_nothing_to_show_has_the_ground_of_all_pictures(start, theme) -> None:
    app = start("sentence", theme=theme)
    app.look(tab="heads")
    come_to_rest()
    view = app.window.views.currentWidget()
    corner = view.grab().toImage().pixelColor(5, 5)
    assert corner == QColor(PALETTES[theme].canvas)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("percent", [100, 200])
def test_the_list_of_a_combo_box_can_be_read(start, qtbot, theme, percent) -> None:
    """What is chosen stands out in it, in the ink for that, and nothing is cut off."""
    Settings().text_size = percent
    app = start("sentence", "pt_BR", theme)
    for tab in ("matrix", "gradient", "shapes"):
        app.look(tab=tab)
        come_to_rest()
        for combo in [each for each in app.window.findChildren(QComboBox) if each.isVisible()]:
            combo.showPopup()
            view = combo.view()
            qtbot.waitUntil(view.isVisible)
            come_to_rest()
            assert view.sizeHintForColumn(0) <= view.viewport().width(), combo.accessibleName()
            row = view.visualRect(view.currentIndex())
            image = view.viewport().grab(row).toImage()
            colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
            palette = PALETTES[theme]
            assert image.pixelColor(image.width() - 6, image.height() // 2) == QColor(palette.accent)
            assert QColor(palette.on_accent).name() in colours
            combo.hidePopup()
