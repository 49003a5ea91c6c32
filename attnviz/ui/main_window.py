"""The window: menus, tabs, lessons at the left, controls at the right, the view between them; or a presentation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QResizeEvent, QUndoStack
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from attnviz.document.imported_source import ImportedSource
from attnviz.document.lessons import Heading, Lesson
from attnviz.document.view_state import Tab
from attnviz.export.absent import absent_sentence
from attnviz.export.scene import Scene
from attnviz.export.token_count import two_counts
from attnviz.ui import tabs
from attnviz.ui.absent_view import AbsentView
from attnviz.ui.actions import Actions
from attnviz.ui.controls_panel import ControlsPanel
from attnviz.ui.folds import opens
from attnviz.ui.free_label import FreeLabel
from attnviz.ui.guard import guarded
from attnviz.ui.hint_strip import HintStrip
from attnviz.ui.key_ways import one_stop, tab_sequence, to_next_part
from attnviz.ui.lessons_panel import LessonsPanel
from attnviz.ui.panels import Panels, Side
from attnviz.ui.progress_line import ProgressLine
from attnviz.ui.shown_actions import show_actions
from attnviz.ui.side_handle import SideHandle
from attnviz.ui.stage import Stage
from attnviz.ui.tab_bar import TabBar
from attnviz.ui.text_line import TextLine
from attnviz.ui.text_size import larger
from attnviz.ui.view import View
from attnviz.ui.voice import Voice

if TYPE_CHECKING:
    from attnviz.ui.matrix_view import MatrixView
    from attnviz.ui.presenter import Presenter
    from attnviz.ui.steps_view import StepsView

MESSAGE_MS = 8000


class MainWindow(QMainWindow):
    """Signals: `tab_requested(name)`; `view_made(tab, view)` when a tab is shown for the first time;
    `presenter_made(presenter)` when something is presented for the first time; `files_dropped(paths)`; `painted()`
    once, after the first picture; `closing()` when the window goes away."""

    tab_requested = Signal(str)
    view_made = Signal(str, object)
    presenter_made = Signal(object)
    files_dropped = Signal(list)
    painted = Signal()
    closing = Signal()

    def __init__(self, undo_stack: QUndoStack, lessons: tuple[Heading, ...]) -> None:
        super().__init__()
        self.voice = Voice(self, undo_stack)
        self.setWindowTitle("attnviz")
        self.setMinimumSize(960, 600)
        self.resize(1280, 800)
        self.setAcceptDrops(True)
        self.actions_ = Actions(self, undo_stack, lessons)
        self.voice.follow_acts(self.actions_.everything())
        self.lessons = LessonsPanel()
        self.controls = ControlsPanel()
        self.views = QStackedWidget()
        self.hint = HintStrip()
        self._made: dict[Tab, View] = {}
        self._absent: AbsentView | None = None
        self._presenter: Presenter | None = None
        self._before_presenting = Qt.WindowState.WindowNoState
        self._build()
        self.may_close: Callable[[], bool] = lambda: True  # asks what would be lost
        self._painted = False
        self._refused = False  # whether the sentence in the status bar says what went wrong

    def _build(self) -> None:
        """From outside in: what is put into something else is dressed anew there, with all that it holds."""
        self._pages = QStackedWidget()
        self.setCentralWidget(self._pages)
        whole = QWidget()
        self._pages.addWidget(whole)
        box = QVBoxLayout(whole)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self._bar = TabBar(self.actions_)
        self._bar.tab_requested.connect(self.tab_requested)
        box.addWidget(self._bar)
        row = QHBoxLayout()
        row.setSpacing(0)
        box.addLayout(row, 1)
        self._fill_between_handles(row, whole)
        self.summary = self._said()
        self.reading = self._said()
        self.statusBar().addWidget(FreeLabel(self.summary), 1)
        self.progress = ProgressLine()
        self.statusBar().addPermanentWidget(self.progress)
        self.statusBar().addPermanentWidget(self.reading)
        self.statusBar().setSizeGripEnabled(False)

    def _fill_between_handles(self, row: QHBoxLayout, whole: QWidget) -> None:
        """The panels, and at either edge what brings the side that has no room there."""
        self.handles: dict[Side, SideHandle] = {
            "lessons": SideHandle(self.tr("Lessons"), self.actions_.lessons_panel),
            "controls": SideHandle(self.tr("Controls"), self.actions_.controls_panel),
        }
        row.addWidget(self.handles["lessons"])
        middle = QWidget()
        self.panels = Panels(self.lessons, middle, self.controls, whole)
        self.panels.side_shown.connect(self._side_shown)
        row.addWidget(self.panels, 1)
        row.addWidget(self.handles["controls"])
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.hint)
        self.stage = Stage(self.views)
        column.addWidget(self.stage, 1)
        opens(self.actions_.controls_panel, self.controls)

    def _said(self) -> QLabel:
        label = QLabel()
        label.setContentsMargins(10, 0, 10, 0)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label

    # showing -----------------------------------------------------------------------------------------------

    def view(self, tab: Tab) -> View:
        """A tab's view, made when it is first asked for."""
        if tab not in self._made:
            view = self._made[tab] = tabs.make(tab)
            self.views.addWidget(view)
            self._order_tab_key()
            self.view_made.emit(tab, view)
        return self._made[tab]

    def _order_tab_key(self) -> None:
        """Tab goes through the window as the eye does: lessons, the view, controls; a new view would be last."""
        for group in self.findChildren(QButtonGroup):
            one_stop(group)
        panels = self.panels
        between = (panels.widget(0), panels.handle(1), panels.widget(1), panels.handle(2), panels.widget(2))
        tab_sequence(self.handles["lessons"], *between, self.handles["controls"])

    def to_next_part(self, step: int) -> None:
        """Bring the keys to the next part of the window, or the one before."""
        view, panels = self.views.currentWidget(), self.panels
        focused = view.focused if isinstance(view, View) else None
        stops = {self._bar: None, self.lessons: None, self.views: focused, self.controls: None}
        left, right = self.handles["lessons"], self.handles["controls"]
        middle = (panels.handle(1), self.hint, self.views, panels.handle(2))
        to_next_part((self._bar, left, self.lessons, *middle, self.controls, right), stops, step)

    def was_shown(self, tab: Tab) -> bool:
        """Whether a tab's view has been made."""
        return tab in self._made

    def _view_of(self, scene: Scene) -> View:
        """The view of the visible tab, or the one that says why this document has nothing to show there."""
        if absent_sentence(scene) is None:
            return self.view(scene.view.tab)
        if self._absent is None:
            self._absent = AbsentView()
            self.views.addWidget(self._absent)
            self._order_tab_key()
        return self._absent

    @property
    def steps(self) -> StepsView:
        return cast("StepsView", self.view("steps"))

    @property
    def matrix(self) -> MatrixView:
        return cast("MatrixView", self.view("matrix"))

    def display(self, scene: Scene) -> None:
        """Show a document with its trace in the visible tab; the others are brought up to date when they are shown."""
        if self.presenting:
            assert self._presenter is not None
            self._presenter.display(scene)
            self.voice.pass_over(scene)
            return
        view = self._view_of(scene)
        before, held = self.views.currentWidget(), self.focusWidget()
        self.voice.turn(scene, self.actions_.tabs[scene.view.tab].text().replace("&", ""))
        if view is not before:
            self.leave()
            moves = before is not None and held is not None and before.isAncestorOf(held)
            if moves:  # beforehand: Qt would give it to what is next to the view, then to the view's first widget
                view.focused.setFocus()
            self.views.setCurrentWidget(view)
        if self.focusWidget() is None:
            view.focused.setFocus()
        self._show_own_side(view, self.panels.shows("controls"))
        self.panels.need_controls(view.beside_controls)
        if view is not before:
            self.settle()
        view.display(scene)
        if view is not before:  # what it shows takes another room than an empty one
            self.settle()
        self.controls.display(scene)
        self.hint.display(scene)
        self._bar.show_tab(scene.view.tab)
        show_actions(self.actions_, scene)
        own = view.summary(scene)
        self.summary.setText(self._document_summary(scene) if own is None else own)
        self.voice.display(scene)

    def prepare(self, scene: Scene) -> Callable[[], None] | None:
        """What showing the scene would make the window wait for, to be called in a worker; None where it is quick."""
        if self.presenting:
            return self.presenter.prepare(scene)
        return self._view_of(scene).prepare(scene)

    def expect(self, scene: Scene) -> None:
        """The scene will be shown when that has been done: what was chosen is shown already."""
        if not self.presenting:
            self._view_of(scene).expect(scene)
            self.controls.display(scene)
            self._bar.show_tab(scene.view.tab)
            show_actions(self.actions_, scene)

    def settle(self) -> None:
        """Lay out at once what would be laid out when the event loop comes round."""
        self.panels.refresh()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.stage.fit()

    def leave(self) -> None:
        """Stop what moves in the visible view: another one comes, or the window goes."""
        view = self.views.currentWidget()
        if isinstance(view, View):
            view.leave()

    def _document_summary(self, scene: Scene) -> str:
        trace = scene.trace
        tokens = two_counts(trace) or self.tr("%n token(s)", "", trace.n_k)
        parts = [tokens, f"dₖ {trace.d_k}"] if trace.scored else [tokens]
        if isinstance(scene.document.source, ImportedSource):
            parts.append(self._stack_size(scene.document.source))
        if trace.V is not None:
            parts.append(f"dᵥ {trace.V.shape[1]}")
        # What was made in haste is not all of it, and a number that changes with every picture is read by nobody.
        took = "" if trace.hasty else f" · {scene.form.fixed(trace.seconds * 1000, 2)} ms"
        return f"{' · '.join(parts)}      {trace.weights.dtype}{took}"

    def _stack_size(self, source: ImportedSource) -> str:
        """How many matrices there are, and what one of them takes."""
        sizes = f"{source.n_layers} × {source.n_heads} × {source.n_q} × {source.n_k}"
        return f"{sizes} {source.reading.stack.stored}"

    def show_lessons(
        self, lessons: tuple[Heading, ...], current: Lesson | None, scene: Scene, observed: int | None
    ) -> None:
        """`observed`: the experiment of whose outcome there is something to read, if any."""
        self.lessons.display(lessons, current, scene.palette, observed)
        if self.presenting and observed is None:
            self.presenter.observe("")

    def say(self, sentence: str, wrong: bool = True) -> None:
        """A sentence in the status bar, for as long as it takes to read; what went wrong stands out."""
        bar = self.statusBar()
        bar.setProperty("wrong", wrong)
        bar.style().unpolish(bar)
        bar.style().polish(bar)
        bar.showMessage(sentence, MESSAGE_MS)
        self.voice.say(sentence, urgent=wrong)
        self._refused = wrong

    def accept(self) -> None:
        """An act was accepted: what was said of one that was not is past."""
        if self._refused:
            self._refused = False
            self.statusBar().clearMessage()

    def forget_typing(self) -> None:
        """Another document comes: what is half typed was meant for the one that goes."""
        held = self.focusWidget()
        if isinstance(held, TextLine):
            held.setModified(False)

    def show_busy(self) -> None:
        """Say that a picture is being computed; showing the next one takes it back."""
        self.summary.setText(self.tr("computing…"))

    def _side_shown(self, side: Side, shown: bool) -> None:
        view = self.views.currentWidget()
        for name, handle in self.handles.items():  # at usual text the least window has the controls
            handle.display(larger() and self.panels.lacks_room(name), self.panels.shows(name))
        if side == "lessons":
            self.actions_.lessons_panel.setChecked(shown)
        else:
            self.actions_.controls_panel.setChecked(shown)
            if isinstance(view, View):
                self._show_own_side(view, shown)

    def _show_own_side(self, view: View, shown: bool) -> None:
        """Controls that a tab has of its own come and go as those of the document do."""
        if view.side is not None:
            opens(self.actions_.controls_panel, view.side)
            view.side.setVisible(shown)

    def take_place_of(self, old: MainWindow) -> None:
        """As large, and with the same sides, as the window that goes."""
        self.setGeometry(old.geometry())
        self.setWindowState(old.windowState())
        self.panels.take_over(old.panels)
        self.hint.offered = old.hint.offered

    # presenting --------------------------------------------------------------------------------------------

    @property
    def presenting(self) -> bool:
        """Whether the picture has the whole screen."""
        return self._presenter is not None and self._pages.currentWidget() is self._presenter

    @property
    def presenter(self) -> Presenter:
        """What shows the picture on the whole screen, made when it is first asked for."""
        if self._presenter is None:
            from attnviz.ui.presenter import Presenter

            self._presenter = Presenter()
            self._pages.addWidget(self._presenter)
            self.presenter_made.emit(self._presenter)
        return self._presenter

    def present(self, on: bool) -> None:
        """Give the picture the whole screen, or take it back: the window is again as it was."""
        if on == self.presenting:
            return
        for part in (self.menuBar(), self.statusBar()):
            part.setVisible(not on)
        if on:
            self.leave()
            self._before_presenting = self.windowState()
            self.addActions(self.actions_.all())  # a menu that is hidden takes its keys along
            self._pages.setCurrentWidget(self.presenter)
            self.setWindowState(self._before_presenting | Qt.WindowState.WindowFullScreen)
            self.presenter.begin()
        else:
            self.presenter.end()
            for action in self.actions_.all():
                self.removeAction(action)
            self._pages.setCurrentIndex(0)
            self.setWindowState(self._before_presenting)

    # events ------------------------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            self.painted.emit()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.presenting:
            self.panels.make_room(event.size().width())

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        self.present(False)
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
