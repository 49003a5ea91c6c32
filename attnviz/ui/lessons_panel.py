"""The left side: lessons to choose, the chosen one's text, and its experiments."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from attnviz.document.lessons import Heading, Lesson
from attnviz.export.fonts import font
from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.accessible import ScrollArea
from attnviz.ui.announce import announce, tell_current_soon
from attnviz.ui.folded_text import FoldedText
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import px

WIDTH, LEAST, MOST = 240, 190, 480  # pixels at usual text: at first, and as the person may have it
SIDES = 44  # pixels beside a text: margins, the ring of one that the keys are on, and a scroll bar
ROW = 29  # pixels of a lesson whose title has one line
CHOSEN = 47  # and of the chosen one, with its subtitle
LEFT, RIGHT = 10, 6  # beside its title
Index = QModelIndex | QPersistentModelIndex


class LessonsPanel(ScrollArea):
    """Signals: `lesson_requested(id)`; `experiment_requested(index)`."""

    lesson_requested = Signal(str)
    experiment_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("left")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it is reached, and scrolled to, by itself
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(px(LEAST))
        self.setMaximumWidth(px(MOST))
        inside = QWidget()
        inside.setObjectName("side")
        self.setWidget(inside)
        self._box = QVBoxLayout(inside)
        self._box.setContentsMargins(12, 12, 12, 12)
        self._box.setSpacing(6)
        self.list = _Rows()
        self.list.setAccessibleName(self.tr("Lessons"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._delegate = _LessonRow(self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.became_wide.connect(self._fit)
        self.list.row_reached.connect(self._bring_row)
        self.list.currentRowChanged.connect(self._bring_row)
        # itemActivated and clicked are the person's doing; currentRowChanged also fires when the program selects.
        self.list.itemClicked.connect(self._chosen)
        self.list.itemActivated.connect(self._chosen)
        self._text = FoldedText(px(WIDTH) - SIDES)
        self._text.label.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._text.label.setProperty("reads", True)
        self._box.addWidget(_heading(self.tr("Lessons")))
        self._box.addWidget(self.list)
        self._box.addWidget(self._text)
        self._try = _heading(self.tr("Try"))
        self._box.addWidget(self._try)
        self._cards: list[ExperimentCard] = []
        self._box.addStretch(1)
        self._text.hide()
        self._try.hide()
        self._shown: Lesson | None = None
        self._lessons: tuple[Heading, ...] = ()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(WIDTH), super().sizeHint().height())

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._text.set_room(self.width() - SIDES)

    def display(
        self, lessons: tuple[Heading, ...], current: Lesson | None, palette: Palette, observed: int | None = None
    ) -> None:
        """`observed`: the experiment that made what is shown; its card alone says what there is to see."""
        if palette is not self._delegate.palette_:
            self._delegate.palette_ = palette
            self.list.viewport().update()
        if lessons is not self._lessons:
            self._fill(lessons)
        row = next((i for i, lesson in enumerate(lessons) if current and lesson.id == current.id), -1)
        if row != self.list.currentRow():
            self.list.setCurrentRow(row)
        if row != self._delegate.chosen:  # where a person chose it, it is the current row already
            self._delegate.chosen = row
            self._fit()
        if current is not self._shown:
            self._show_lesson(current)
        for index, card in enumerate(self._cards):
            card.observe(index == observed)

    def tell_observation(self) -> None:
        """An experiment has been applied: say what it lets one see, and bring it into sight."""
        for card in self._cards:
            if card.observed:
                announce(card.apply, card.text)
                QTimer.singleShot(0, card, partial(self._bring, card))  # by then it has its new height

    def _bring(self, card: ExperimentCard) -> None:
        """Scroll until a card can be read."""
        if card in self._cards:
            self._box.activate()
            self.ensureWidgetVisible(card, 0, 8)

    @Slot(int)
    def _bring_row(self, row: int) -> None:
        """Scroll until the row that has the keys is in sight: the list is longer than what is seen of it."""
        item, inside = self.list.item(row), self.widget()
        if item is not None and inside is not None and self.list.hasFocus():
            place = self.list.visualItemRect(item).translated(self.list.viewport().mapTo(inside, QPoint(0, 0)))
            room = max(self.viewport().height() - place.height(), 0) // 2
            self.ensureVisible(place.center().x(), place.center().y(), 0, min(place.height(), room))

    def cards(self) -> list[ExperimentCard]:
        return self._cards

    def _fill(self, lessons: tuple[Heading, ...]) -> None:
        self._lessons = lessons
        self.list.clear()
        for lesson in lessons:
            item = QListWidgetItem(lesson.title)
            item.setData(Qt.ItemDataRole.UserRole, lesson.id)
            item.setData(Qt.ItemDataRole.UserRole + 1, lesson.subtitle)
            item.setToolTip(f"{lesson.title}\n{lesson.subtitle}")
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, lesson.subtitle)
            self.list.addItem(item)
        self._delegate.chosen = -1
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """As high as its rows, of which the chosen one has its subtitle too."""
        self.list.scheduleDelayedItemsLayout()
        heights = [self._delegate.height(self.list.model().index(row, 0)) for row in range(self.list.count())]
        self.list.setFixedHeight(sum(heights) + 4)

    def _show_lesson(self, lesson: Lesson | None) -> None:
        self._shown = lesson
        for card in self._cards:
            self._box.removeWidget(card)
            card.hide()  # at once: it is deleted only when the loop comes round
            card.deleteLater()
        self._cards = []
        self._text.setVisible(lesson is not None)
        self._try.setVisible(lesson is not None and bool(lesson.experiments))
        if lesson is None:
            return
        self._text.display(lesson.text)
        for index, experiment in enumerate(lesson.experiments):
            card = ExperimentCard(experiment.title, experiment.observe)
            card.apply.clicked.connect(lambda _checked=False, index=index: self.experiment_requested.emit(index))
            self._box.insertWidget(self._box.count() - 1, card)
            self._cards.append(card)
        # Made last, they would be last of the whole window.
        before: QWidget = self._text.more
        QWidget.setTabOrder(self.list, self._text.label)
        QWidget.setTabOrder(self._text.label, before)
        for card in self._cards:
            QWidget.setTabOrder(before, card.apply)
            before = card.apply

    @Slot(QListWidgetItem)
    def _chosen(self, item: QListWidgetItem) -> None:
        self.lesson_requested.emit(item.data(Qt.ItemDataRole.UserRole))


class ExperimentCard(QFrame):
    """One experiment: what to do, a button that does it, and afterwards what to observe."""

    def __init__(self, title: str, observe: str) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        box = QVBoxLayout(self)
        box.setContentsMargins(10, 8, 8, 6)
        box.setSpacing(3)
        what = QLabel(title)
        what.setWordWrap(True)
        what.setTextFormat(Qt.TextFormat.PlainText)
        self.apply = QPushButton(self.tr("apply"))
        self.apply.setProperty("kind", "link")
        self.apply.setCursor(Qt.CursorShape.PointingHandCursor)
        self.apply.setAccessibleName(self.tr("Apply: {experiment}").format(experiment=title))
        self.apply.setToolTip(self.tr("Make this change; Undo takes it back"))
        self._seen = QLabel(observe)
        self._seen.setWordWrap(True)
        self._seen.setProperty("role", "muted")
        self._seen.setTextFormat(Qt.TextFormat.PlainText)
        self._seen.hide()
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.apply)
        box.addWidget(what)
        box.addWidget(self._seen)
        box.addLayout(row)

    def observe(self, seen: bool) -> None:
        self._seen.setVisible(seen)

    @property
    def text(self) -> str:
        """What there is to observe."""
        return self._seen.text()

    @property
    def observed(self) -> bool:
        return not self._seen.isHidden()


class _Rows(QListWidget):
    """Signals: `became_wide()` when there is another width; `row_reached(row)` when the keys come to a row."""

    became_wide = Signal()
    row_reached = Signal(int)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.became_wide.emit()

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.row_reached.emit(self.currentRow())
        tell_current_soon(self)


class _LessonRow(QStyledItemDelegate):
    """A lesson's title, in as many lines as it needs; the chosen one has its subtitle below and a coloured edge."""

    palette_: Palette = LIGHT
    chosen = -1  # row

    def __init__(self, rows: QListWidget) -> None:
        super().__init__(rows)
        self._rows = rows

    def height(self, index: Index) -> int:
        """Pixels of a row."""
        metrics = QFontMetrics(font(px(13)))
        room = QRect(0, 0, max(self._rows.viewport().width() - LEFT - RIGHT, 1), 10_000)
        title = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, index.data())
        return px(CHOSEN if index.row() == self.chosen else ROW) + max(title.height() - metrics.height(), 0)

    @guarded
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, self.height(index))

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        p = self.palette_
        painter.save()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(p.canvas))
            painter.drawRoundedRect(rect.adjusted(0, 2, 0, -2), 6, 6)
        if selected:
            painter.fillRect(rect.x(), rect.y() + 3, 2, rect.height() - 6, QColor(p.accent))
        if state & QStyle.StateFlag.State_HasFocus and selected:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(p.accent))
            painter.drawRoundedRect(rect.adjusted(1, 2, -2, -3), 6, 6)
        room = rect.adjusted(LEFT, 5, -RIGHT, -4)
        left = Qt.AlignmentFlag.AlignLeft
        painter.setFont(font(px(13)))
        painter.setPen(QColor(p.ink))
        painter.drawText(room, left | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, index.data())
        if index.row() == self.chosen:
            painter.setFont(font(px(12)))
            painter.setPen(QColor(p.muted))
            subtitle = index.data(Qt.ItemDataRole.UserRole + 1)
            fitting = painter.fontMetrics().elidedText(subtitle, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, left | Qt.AlignmentFlag.AlignBottom, fitting)
        painter.restore()


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "heading")
    return label
