"""The window's look: one palette for widgets and pictures, applied through Fusion and a style sheet."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from attnviz.export.fonts import font
from attnviz.export.palette import PALETTES, Palette
from attnviz.resources import resource
from attnviz.ui.text_size import px

THEMES = ("system", "light", "dark")
DRESSED = "dressed"  # property of the application: it has its style


def resolve(theme: str) -> Palette:
    """The palette of a theme setting; "system" follows the desktop, light where it does not say."""
    if theme == "system":
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return PALETTES["dark" if dark else "light"]
    return PALETTES["dark" if theme == "dark" else "light"]


def apply(palette: Palette) -> None:
    """Dress the whole application."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    if application.property(DRESSED) is None:  # once: PySide keeps every style that another has taken the place of
        application.setStyle("Fusion")
        application.setProperty(DRESSED, True)
    # What does not change is not said again: Qt would dress every widget anew, those of a window that goes as well.
    type_, colours, sheet = font(px(13)), _qt_palette(palette), style_sheet(palette)
    if application.font() != type_:
        application.setFont(type_)
    if application.palette() != colours:
        application.setPalette(colours)
    if application.styleSheet() != sheet:
        application.setStyleSheet(sheet)


def _qt_palette(p: Palette) -> QPalette:
    qt = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, p.panel),
        (role.Base, p.paper),
        (role.AlternateBase, p.canvas),
        (role.Button, p.panel),
        (role.WindowText, p.ink),
        (role.Text, p.ink),
        (role.ButtonText, p.ink),
        (role.BrightText, p.danger),
        (role.PlaceholderText, p.muted),
        (role.ToolTipBase, p.panel),
        (role.ToolTipText, p.ink),
        (role.Highlight, p.accent),
        (role.HighlightedText, p.on_accent),
        (role.Link, p.accent),
        (role.Mid, p.line),
        (role.Dark, p.line),
        (role.Light, p.panel),
        (role.Shadow, p.line),
    ):
        qt.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        qt.setColor(QPalette.ColorGroup.Disabled, which, QColor(p.muted))
    return qt


def style_sheet(p: Palette) -> str:
    """Lines, corners and spacings; colours come from the palette, sizes grow with the text."""
    knob = px(12)
    arrow = resource("icons", f"down-{p.name}.svg").as_posix()
    return f"""
    QMainWindow, QDialog {{ background: {p.panel}; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QToolTip {{ background: {p.panel}; color: {p.ink}; border: 1px solid {p.line}; padding: 4px 6px; }}
    QMenuBar {{ background: {p.panel}; border-bottom: 1px solid {p.line}; padding: 1px 6px; }}
    QMenuBar::item {{ padding: 5px 9px; background: transparent; border-radius: 5px; }}
    QMenuBar::item:selected {{ background: {p.canvas}; }}
    QMenu {{ background: {p.panel}; border: 1px solid {p.line}; padding: 5px; menu-scrollable: 1; }}
    QMenu::item {{ padding: 6px 26px 6px 22px; border-radius: 5px; }}
    QMenu::item:selected {{ background: {p.accent}; color: {p.on_accent}; }}
    QMenu::item:disabled {{ color: {p.muted}; }}
    QMenu::separator {{ height: 1px; background: {p.line}; margin: 5px 8px; }}
    QStatusBar {{ background: {p.panel}; border-top: 1px solid {p.line}; color: {p.muted}; }}
    QStatusBar QLabel {{ color: {p.muted}; font-size: {px(12)}px; }}
    QStatusBar[wrong="true"] {{ color: {p.danger}; font-weight: 600; }}
    QStatusBar::item {{ border: none; }}
    QAbstractScrollArea::corner {{ background: transparent; }}
    QSplitter::handle {{ background: {p.line}; }}
    QScrollArea {{ border: none; background: transparent; }}
    QScrollBar:vertical {{ background: transparent; width: {px(10)}px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: {px(10)}px; margin: 0; }}
    QScrollBar::handle {{ background: {p.control}; border-radius: 4px; min-height: 24px; min-width: 24px;
        margin: 1px; }}
    QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
        background: transparent; width: 0; height: 0; }}

    #bar, #side, #inspector, #sentence {{ background: {p.panel}; }}
    #bar {{ border-bottom: 1px solid {p.line}; }}
    #sentence {{ background: {p.canvas}; }}
    #left {{ border-right: 1px solid {p.line}; background: {p.panel}; }}
    #right {{ border-left: 1px solid {p.line}; background: {p.panel}; }}
    #hint {{ background: {p.canvas}; border-bottom: 1px solid {p.line}; border-left: 3px solid {p.highlight}; }}
    QSplitter#panels > #left, QSplitter#panels > #right {{ border: none; }}
    QSplitter::handle:focus {{ background: {p.accent}; }}
    #black {{ background: black; }}
    #hint_over, #observed {{ background: {p.panel}; color: {p.muted}; border: 1px solid {p.line}; border-radius: 9px;
        padding: 8px 16px; }}
    #observed {{ color: {p.ink}; border-color: {p.highlight}; }}
    #canvas {{ background: {p.canvas}; }}
    #inspector {{ border-top: 1px solid {p.line}; }}

    QLabel[role="heading"] {{ color: {p.muted}; font-size: {px(12)}px; font-weight: 600; }}
    QLabel[role="muted"] {{ color: {p.muted}; font-size: {px(12)}px; }}
    QLabel[wrong="true"] {{ color: {p.danger}; font-weight: 600; }}
    QComboBox {{ background: {p.paper}; border: 1px solid {p.control}; border-radius: 6px; padding: 3px 2px 3px 7px;
        combobox-popup: 0; }}
    QComboBox:focus {{ border: 2px solid {p.accent}; padding: 2px 1px 2px 6px; }}
    QComboBox:disabled {{ background: {p.canvas}; border-color: {p.line}; color: {p.muted}; }}
    QComboBox QAbstractItemView {{ background: {p.panel}; border: 1px solid {p.control}; outline: none; padding: 4px;
        selection-background-color: {p.accent}; selection-color: {p.on_accent}; }}
    QComboBox QAbstractItemView::item {{ padding: 3px 6px; border-radius: 4px; }}
    QComboBox QAbstractItemView::item:selected {{ background: {p.accent}; color: {p.on_accent}; }}
    QComboBox::drop-down {{ border: none; width: {px(18)}px; }}
    QComboBox::down-arrow {{ image: url("{arrow}"); width: {px(12)}px; height: {px(12)}px; }}
    QPlainTextEdit {{ border: 2px solid transparent; }}
    QPlainTextEdit:focus {{ border-color: {p.accent}; }}
    QTextBrowser, QTreeWidget {{ border: 1px solid {p.line}; }}
    QTextBrowser:focus, QTreeWidget:focus {{ border-color: {p.accent}; }}
    QLabel[reads="true"] {{ border: 1px solid transparent; border-radius: 4px; }}
    QLabel[reads="true"]:focus {{ border-color: {p.accent}; }}

    QPushButton {{ background: {p.panel}; border: 1px solid {p.line}; border-radius: 6px; padding: 5px 12px; }}
    QPushButton:hover {{ border-color: {p.control}; background: {p.canvas}; }}
    QPushButton:focus {{ border-color: {p.accent}; }}
    QPushButton:disabled {{ color: {p.muted}; background: {p.canvas}; }}
    QDialog QPushButton:default {{ background: {p.accent}; color: {p.on_accent}; border-color: {p.accent};
        font-weight: 600; }}
    QDialog QPushButton:default:disabled {{ background: {p.canvas}; color: {p.muted}; border-color: {p.line}; }}
    QDialog QPushButton:default:focus {{ border: 3px double {p.on_accent}; padding: 3px 10px; }}
    QPushButton[kind="tab"] {{ border: 1px solid transparent; color: {p.muted}; padding: 5px 14px; }}
    QPushButton[kind="tab"]:checked {{ border: 1px solid {p.line}; background: {p.canvas}; color: {p.ink};
        font-weight: 600; }}
    QPushButton[kind="tab"]:focus {{ border-color: {p.accent}; }}
    #player {{ background: {p.canvas}; }}
    QPushButton[kind="player"] {{ padding: 0; }}
    QPushButton[kind="segment"] {{ border-radius: 0; padding: 6px {px(8)}px; border: 1px solid {p.line}; }}
    QPushButton[kind="segment"]:checked {{ background: {p.accent}; color: {p.on_accent}; font-weight: 600;
        border-color: {p.accent}; }}
    QPushButton[kind="segment"]:focus {{ border: 2px solid {p.accent}; padding: 5px {px(8) - 1}px; }}
    QPushButton[kind="segment"]:checked:focus {{ border: 3px double {p.on_accent}; padding: 4px {px(8) - 2}px; }}
    QPushButton[kind="link"] {{ border: 1px solid transparent; background: transparent; color: {p.accent};
        font-weight: 600; padding: 2px 6px; }}
    QPushButton[kind="link"]:hover {{ text-decoration: underline; }}
    QPushButton[kind="link"]:focus {{ border-color: {p.accent}; }}

    QFrame[kind="card"] {{ border: 1px solid {p.line}; border-radius: 7px; background: {p.panel}; }}

    #popup {{ background: {p.panel}; border: 1px solid {p.control}; border-radius: 8px; }}

    QListWidget {{ border: none; background: transparent; outline: none; }}

    QLineEdit {{ background: {p.paper}; border: 1px solid {p.control}; border-radius: 6px; padding: 4px 8px;
        selection-background-color: {p.accent}; selection-color: {p.on_accent}; }}
    QLineEdit:focus {{ border-color: {p.accent}; }}
    QLineEdit[kind="number"] {{ border: 1px solid transparent; padding: 1px 4px; font-weight: 600;
        background: transparent; }}
    QLineEdit[framed="true"] {{ border-color: {p.control}; background: {p.paper}; }}
    QLineEdit[kind="number"]:hover {{ border-color: {p.line}; }}
    QLineEdit[kind="number"]:focus {{ border-color: {p.accent}; background: {p.paper}; }}
    QLineEdit[kind="cell"] {{ border: 2px solid {p.accent}; border-radius: 2px; padding: 0 2px; }}
    QLineEdit[wrong="true"] {{ border: 2px solid {p.danger}; }}

    QSlider {{ min-height: {px(20)}px; }}
    QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {p.line}; }}
    QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {p.accent}; }}
    QSlider::handle:horizontal {{ width: {knob}px; height: {knob}px; margin: -{knob // 2}px 0;
        border-radius: {knob // 2 + 2}px;
        border: 2px solid {p.accent}; background: {p.panel}; }}
    QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {p.accent}; }}
    QSlider:focus {{ border: 1px dotted {p.accent}; border-radius: 4px; }}
    """
