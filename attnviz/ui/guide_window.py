"""Shift+F1: the user guide, read from the files that the repository shows, with its headings to go by at the left."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QAction,
    QFont,
    QFontMetrics,
    QImage,
    QKeySequence,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout, QWidget

from attnviz.resources import resource
from attnviz.ui.announce import announce
from attnviz.ui.guard import guarded
from attnviz.ui.key_splitter import KeySplitter
from attnviz.ui.reading_text import ReadingText
from attnviz.ui.screen_room import SizedDialog
from attnviz.ui.text_size import px
from attnviz.ui.wrapped_items import WrappedTree

WIDTH, HEIGHT = 1180, 760
MOST_CONTENTS = 0.36  # of the window
MARGIN = 26
PICTURE = "\ufffc"  # what stands for one in a text
LINE = 118  # per cent of a line of text
ABOVE = {1: 0, 2: 20}  # headings, by level
REST_MS = 120  # after a change of width, until pictures are fitted anew
FIRST = "README.md"
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
HEADING = re.compile(r"^(#{1,2}) (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
PAGE, PLACE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Page:
    """One file of the guide: its title, and the headings in it."""

    path: Path
    title: str
    headings: tuple[str, ...]


def pages(language: str) -> tuple[Page, ...]:
    """The guide in a language, in the order in which its first page names the others."""
    folder = resource("guide", language)
    first = folder / FIRST
    names = [name for _, name in LINK.findall(first.read_text(encoding="utf-8")) if (folder / name).suffix == ".md"]
    in_order = dict.fromkeys([FIRST, *(name for name in names if "/" not in name)])
    return tuple(_page(folder / name) for name in in_order)


def _page(path: Path) -> Page:
    found = HEADING.findall(FENCE.sub("", path.read_text(encoding="utf-8")))
    return Page(path, found[0][1], tuple(title for signs, title in found if signs == "##"))


class GuideText(ReadingText):
    """Pages as text. Pictures are as wide as there is room for; links that lead out of the guide are words only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document().setDocumentMargin(MARGIN)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # pictures know their room beforehand
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.sourceChanged.connect(self._space_out)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._fit)

    @guarded
    def loadResource(self, kind: int, name: QUrl | str) -> object:
        path = Path(self.source().resolved(QUrl(name)).toLocalFile())
        if kind == QTextDocument.ResourceType.MarkdownResource:
            return LINK.sub(_within, path.read_text(encoding="utf-8"))
        if kind == QTextDocument.ResourceType.ImageResource:
            return self._fitted(QImage(str(path)))
        return super().loadResource(kind, name)

    def _fitted(self, image: QImage) -> QImage:
        """No wider than the page, and drawn with all the points that the screen has."""
        room = self.viewport().width() - 2 * MARGIN
        if image.isNull() or image.width() <= room:
            return image
        ratio = self.devicePixelRatioF()
        width = min(round(room * ratio), image.width())
        small = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        small.setDevicePixelRatio(width / room)
        return small

    def _space_out(self) -> None:
        """Room above headings and between paragraphs, and long lines of code broken: Markdown says nothing of these."""
        block = self.document().begin()
        cursor = QTextCursor(self.document())
        tables: dict[int, QTextTable] = {}  # not the document's root's: PySide keeps that of the page before
        cursor.beginEditBlock()  # laid out once, at the end
        while block.isValid():
            cursor.setPosition(block.position())
            table = cursor.currentTable()
            if table is not None:
                tables[table.objectIndex()] = table
            cursor.mergeBlockFormat(_spaced(block, table is not None))
            block = block.next()
        cursor.endEditBlock()
        for table in tables.values():
            look = table.format().toTableFormat()
            look.setCellPadding(px(5))
            look.setBorderBrush(self.palette().mid())
            look.setTopMargin(px(4))
            look.setBottomMargin(px(12))
            table.setFormat(look)

    def show_page(self, path: Path) -> None:
        self.setSource(QUrl.fromLocalFile(str(path)), QTextDocument.ResourceType.MarkdownResource)

    def show_heading(self, index: int) -> None:
        """Bring a heading of the page, counted without its title, to the top."""
        place = -1
        block = self.document().begin()
        while block.isValid():
            place += block.blockFormat().headingLevel() == 2
            if place == index:
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(top) - px(8))
                return
            block = block.next()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and not self.source().isEmpty():
            self._rest.start()

    def _fit(self) -> None:
        """The same place of the page, its pictures fitted to another width."""
        bar = self.verticalScrollBar()
        share = bar.value() / max(bar.maximum(), 1)
        self.reload()
        bar.setValue(round(share * bar.maximum()))


def _spaced(block: QTextBlock, in_table: bool) -> QTextBlockFormat:
    """The room around one paragraph."""
    form, level = QTextBlockFormat(), block.blockFormat().headingLevel()
    form.setTopMargin(px(ABOVE[level]) if level else 0)
    form.setNonBreakableLines(False)
    if _is_code(block):
        form.setLeftMargin(px(16))
        form.setBottomMargin(0 if _is_code(block.next()) else px(10))
        return form
    form.setBottomMargin(px(4 if in_table or block.textList() is not None else 10))
    if block.text() != PICTURE:
        form.setLineHeight(LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    return form


def _is_code(block: QTextBlock) -> bool:
    return block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)


def _within(link: re.Match[str]) -> str:
    """A link to a page or picture of the guide as it is, of any other only its words."""
    words, target = link.groups()
    return words if "/" in target else link.group(0)


class GuideWindow(SizedDialog):
    """Stands beside the program, which goes on being used."""

    def __init__(self, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("User guide"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.contents = WrappedTree()
        self.contents.setAccessibleName(self.tr("Contents of the guide"))
        self.contents.setToolTip(self.tr("Choose what to read"))
        self.contents.setHeaderHidden(True)
        self.contents.setRootIsDecorated(False)
        self.contents.setIndentation(px(14))
        self.contents.setStyleSheet(f"QTreeView {{ padding: {px(6)}px; }} QTreeView::item {{ padding: 2px 0; }}")
        self.text = GuideText()
        self.text.setAccessibleName(self.tr("User guide"))
        self.text.sourceChanged.connect(self._came_to)
        self.contents.currentItemChanged.connect(self._chosen)
        split = KeySplitter(orientation=Qt.Orientation.Horizontal)
        split.setAccessibleName(self.tr("User guide"))
        split.addWidget(self.contents)
        split.addWidget(self.text)
        split.handle(1).setAccessibleName(self.tr("Width of the contents"))
        split.handle(1).setToolTip(self.tr("Drag, or press the arrow keys, to give more room or less"))
        split.setStretchFactor(1, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(split)
        self._add_ways()
        self.resize_within(WIDTH, HEIGHT)
        self.pages = pages(language)
        for page in self.pages:
            self._add(page)
        contents = min(self._widest_title() + px(42), round(self.width() * MOST_CONTENTS))
        split.setSizes([contents, self.width() - contents])
        first = self.contents.topLevelItem(0)
        assert first is not None
        self.contents.setCurrentItem(first)
        self.contents.setFocus()

    def _widest_title(self) -> int:
        items = [self.contents.topLevelItem(index) for index in range(self.contents.topLevelItemCount())]
        return max(QFontMetrics(item.font(0)).horizontalAdvance(item.text(0)) for item in items if item is not None)

    def _add_ways(self) -> None:
        """Back and forward, as in any reader."""
        for keys, way in (("Alt+Left", self.text.backward), ("Alt+Right", self.text.forward)):
            action = QAction(self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(way)
            self.addAction(action)

    def _add(self, page: Page) -> None:
        item = QTreeWidgetItem([page.title])
        item.setData(0, PAGE, str(page.path))
        item.setData(0, PLACE, -1)
        item.setToolTip(0, page.title)
        font = self.contents.font()
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(0, font)
        for place, heading in enumerate(page.headings):
            below = QTreeWidgetItem([heading])
            below.setData(0, PAGE, str(page.path))
            below.setData(0, PLACE, place)
            below.setToolTip(0, heading)
            item.addChild(below)
        self.contents.addTopLevelItem(item)

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is None:
            return
        path, place = Path(item.data(0, PAGE)), int(item.data(0, PLACE))
        if Path(self.text.source().toLocalFile()) != path:
            self.text.show_page(path)
        if place < 0:
            self.text.verticalScrollBar().setValue(0)
        else:
            self.text.show_heading(place)

    def _came_to(self, url: QUrl) -> None:
        """A link was followed, or the way back was taken: the contents say where that is."""
        path = Path(self.text.source().resolved(url).toLocalFile())  # told before the source is another
        for index in range(self.contents.topLevelItemCount()):
            item = self.contents.topLevelItem(index)
            assert item is not None
            here = Path(item.data(0, PAGE)) == path
            item.setExpanded(here)
            if here and self.text.hasFocus():
                announce(self.text, item.text(0))  # the keys are there already: no focus tells of it
            current = self.contents.currentItem()
            if here and (current is None or Path(current.data(0, PAGE)) != path):
                with QSignalBlocker(self.contents):
                    self.contents.setCurrentItem(item)
