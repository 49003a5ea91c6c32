"""The window: menus, tabs, lessons at the left, controls at the right, the view between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QResizeEvent, QUndoStack
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from attnviz.document.document import SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.lessons import Heading, Lesson
from attnviz.document.view_state import Tab
from attnviz.export.absent import absent_sentence
from attnviz.export.scene import Scene
from attnviz.ui import tabs
from attnviz.ui.absent_view import AbsentView
from attnviz.ui.actions import Actions
from attnviz.ui.controls_panel import ControlsPanel
from attnviz.ui.guard import guarded
from attnviz.ui.lessons_panel import LessonsPanel
from attnviz.ui.view import View

if TYPE_CHECKING:
    from attnviz.ui.matrix_view import MatrixView
    from attnviz.ui.steps_view import StepsView

MESSAGE_MS = 8000
LESSONS_FROM = 1120  # pixels of width


class MainWindow(QMainWindow):
    """Signals: `tab_requested(name)`; `view_made(tab, view)` when a tab is shown for the first time;
    `files_dropped(paths)`; `painted()` once, after the first picture; `closing()` when the window goes away."""

    tab_requested = Signal(str)
    view_made = Signal(str, object)
    files_dropped = Signal(list)
    painted = Signal()
    closing = Signal()

    def __init__(self, undo_stack: QUndoStack, lessons: tuple[Heading, ...]) -> None:
        super().__init__()
        self.setWindowTitle("attnviz")
        self.setMinimumSize(960, 600)
        self.resize(1280, 800)
        self.setAcceptDrops(True)
        self.actions_ = Actions(self, undo_stack, lessons)
        self.lessons = LessonsPanel()
        self.controls = ControlsPanel()
        self.views = QStackedWidget()
        self._made: dict[Tab, View] = {}
        self._absent: AbsentView | None = None
        self._build()
        self.may_close: Callable[[], bool] = lambda: True  # asks what would be lost
        self._painted = False
        self._narrow = False
        self._refused = False  # whether the sentence in the status bar says what went wrong

    def _build(self) -> None:
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.lessons)
        middle.addWidget(self.views, 1)
        middle.addWidget(self.controls)
        whole = QWidget()
        box = QVBoxLayout(whole)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self._bar())
        box.addLayout(middle, 1)
        self.setCentralWidget(whole)
        self.summary = QLabel()
        self.summary.setContentsMargins(10, 0, 10, 0)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.reading = QLabel()
        self.reading.setContentsMargins(10, 0, 10, 0)
        self.reading.setTextFormat(Qt.TextFormat.PlainText)
        self.statusBar().addWidget(self.summary)
        self.statusBar().addPermanentWidget(self.reading)
        self.statusBar().setSizeGripEnabled(False)

    def _bar(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("bar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 7, 12, 7)
        row.setSpacing(6)
        self._tabs: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        for name, action in self.actions_.tabs.items():
            button = QPushButton(action.text().replace("&", ""))
            button.setCheckable(True)
            button.setProperty("kind", "tab")
            button.setToolTip(f"{button.text()} ({action.shortcut().toString()})")
            button.setAccessibleName(button.text())
            button.clicked.connect(lambda _checked=False, name=name: self.tab_requested.emit(name))
            group.addButton(button)
            self._tabs[name] = button
            row.addWidget(button)
        row.addStretch(1)
        self.undo_button = self._tool("↶", self.tr("Undo"))
        self.redo_button = self._tool("↷", self.tr("Redo"))
        self.export_button = QPushButton(self.actions_.export.text().replace("&", ""))
        self.export_button.setToolTip(self.tr("Save this view as PNG, SVG or PDF (Ctrl+E)"))
        for button, action in (
            (self.undo_button, self.actions_.undo),
            (self.redo_button, self.actions_.redo),
            (self.export_button, self.actions_.export),
        ):
            button.clicked.connect(action.trigger)
            button.setEnabled(action.isEnabled())
            action.enabledChanged.connect(button.setEnabled)
            row.addWidget(button)
        return bar

    def _tool(self, sign: str, name: str) -> QPushButton:
        button = QPushButton(sign)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setFixedWidth(38)
        return button

    # showing -----------------------------------------------------------------------------------------------

    def view(self, tab: Tab) -> View:
        """A tab's view, made when it is first asked for."""
        if tab not in self._made:
            view = self._made[tab] = tabs.make(tab)
            self.views.addWidget(view)
            self.view_made.emit(tab, view)
        return self._made[tab]

    def _view_of(self, scene: Scene) -> View:
        """The view of the visible tab, or the one that says why this document has nothing to show there."""
        if absent_sentence(scene) is None:
            return self.view(scene.view.tab)
        if self._absent is None:
            self._absent = AbsentView()
            self.views.addWidget(self._absent)
        return self._absent

    @property
    def steps(self) -> StepsView:
        return cast("StepsView", self.view("steps"))

    @property
    def matrix(self) -> MatrixView:
        return cast("MatrixView", self.view("matrix"))

    def display(self, scene: Scene) -> None:
        """Show a document with its trace in the visible tab; the others are brought up to date when they are shown."""
        view = self._view_of(scene)
        before, held = self.views.currentWidget(), self.focusWidget()
        if view is not before:
            self.leave()
            self.views.setCurrentWidget(view)
            if before is not None and held is not None and before.isAncestorOf(held):
                view.focused.setFocus()  # else Qt would choose the view's first widget
        if self.focusWidget() is None:
            view.focused.setFocus()
        view.display(scene)
        self.controls.setVisible(view.beside_controls)
        self.controls.display(scene)
        self._tabs[scene.view.tab].setChecked(True)
        self._show_actions(scene)
        own = view.summary(scene)
        self.summary.setText(self._document_summary(scene) if own is None else own)

    def leave(self) -> None:
        """Stop what moves in the visible view: another one comes, or the window goes."""
        view = self.views.currentWidget()
        if isinstance(view, View):
            view.leave()

    def _show_actions(self, scene: Scene) -> None:
        acts, options = self.actions_, scene.document.options
        source = scene.document.source
        sentence, imported = isinstance(source, SentenceSource), isinstance(source, ImportedSource)
        acts.tabs[scene.view.tab].setChecked(True)
        acts.numbers.setChecked(scene.view.numbers)
        acts.letters[scene.notation.letters].setChecked(True)
        acts.transposed["columns" if scene.view.transposed else "rows"].setChecked(True)
        acts.first_heads[str(scene.view.first_head)].setChecked(True)
        for action in acts.zooms:
            action.setEnabled(scene.view.tab == "matrix")
        acts.compare.setChecked(scene.pinned)
        acts.motion.setChecked(scene.view.motion)
        acts.divide.setChecked(options.divide)
        acts.causal.setChecked(options.causal)
        acts.heads[source.head if isinstance(source, SentenceSource) else "content"].setChecked(True)
        for name, action in acts.heads.items():
            action.setEnabled(sentence or (name == "content" and not imported))
        for action in acts.matrix_acts:
            action.setEnabled(not sentence and not imported and scene.view.tab == "steps")
        acts.divide.setEnabled(scene.trace.scored)
        acts.causal.setEnabled(scene.trace.scored)
        for action in acts.next_heads.values():
            action.setEnabled(imported or scene.trace.n_heads > 1)

    def _document_summary(self, scene: Scene) -> str:
        trace = scene.trace
        tokens = self.tr("%n token(s)", "", trace.n_k)
        parts = [tokens, f"dₖ {trace.d_k}"] if trace.scored else [tokens]
        if isinstance(scene.document.source, ImportedSource):
            parts.append(self._stack_size(scene.document.source))
        if trace.V is not None:
            parts.append(f"dᵥ {trace.V.shape[1]}")
        milliseconds = scene.form.fixed(trace.seconds * 1000, 2)
        return f"{' · '.join(parts)}      {trace.weights.dtype} · {milliseconds} ms"

    def _stack_size(self, source: ImportedSource) -> str:
        """How many matrices there are, and what one of them takes."""
        sizes = f"{source.n_layers} × {source.n_heads} × {source.n_q} × {source.n_k}"
        return f"{sizes} {source.reading.stack.stored}"

    def show_lessons(self, lessons: tuple[Heading, ...], current: Lesson | None, scene: Scene) -> None:
        self.lessons.display(lessons, current, scene.palette)

    def say(self, sentence: str, wrong: bool = True) -> None:
        """A sentence in the status bar, for as long as it takes to read; what went wrong stands out."""
        bar = self.statusBar()
        bar.setProperty("wrong", wrong)
        bar.style().unpolish(bar)
        bar.style().polish(bar)
        bar.showMessage(sentence, MESSAGE_MS)
        self._refused = wrong

    def accept(self) -> None:
        """An act was accepted: what was said of one that was not is past."""
        if self._refused:
            self._refused = False
            self.statusBar().clearMessage()

    def show_busy(self) -> None:
        """Say that a picture is being computed; showing the next one takes it back."""
        self.summary.setText(self.tr("computing…"))

    def toggle_lessons(self) -> None:
        """Show or hide the left side."""
        self.lessons.setVisible(self.lessons.isHidden())
        self.actions_.lessons_panel.setChecked(not self.lessons.isHidden())

    # events ------------------------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            self.painted.emit()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the picture needs the lessons' room; they come back with the width."""
        super().resizeEvent(event)
        narrow = event.size().width() < LESSONS_FROM
        if narrow != self._narrow:
            self._narrow = narrow
            self.lessons.setVisible(not narrow)
            self.actions_.lessons_panel.setChecked(not narrow)

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _local_files(event.mimeData().urls()):
            event.acceptProposedAction()

    @guarded
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.files_dropped.emit(_local_files(event.mimeData().urls()))


def _local_files(urls: list[QUrl]) -> list[str]:
    return [url.toLocalFile() for url in urls if url.isLocalFile()]
