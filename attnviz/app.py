"""The composition root: makes the session, the tracer and the window, and joins every signal between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QGuiApplication

from attnviz import joins
from attnviz.acts.appearance import Appearance
from attnviz.acts.before import Before
from attnviz.acts.displaying import Displaying
from attnviz.acts.editing import Acts
from attnviz.acts.filing import Filing
from attnviz.acts.gaze import Gaze
from attnviz.acts.help import HelpActs
from attnviz.acts.imports import ImportActs
from attnviz.acts.presenting import Presenting
from attnviz.acts.training import TrainingActs
from attnviz.acts.upstream import UpstreamActs
from attnviz.acts.waiting import Waiting
from attnviz.document import lessons
from attnviz.document.document import Document, ProjectionSource, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.imported_view import fitted_view
from attnviz.document.lesson_file import Lesson
from attnviz.document.trace import Trace
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.paint import forget
from attnviz.export.scene import Scene
from attnviz.i18n import number_format, translate
from attnviz.session.companion import Companion
from attnviz.session.comparer import Comparer
from attnviz.session.findings import Findings
from attnviz.session.garbage import Garbage
from attnviz.session.gradients import Gradients
from attnviz.session.head_grids import HeadGrids
from attnviz.session.language import Language
from attnviz.session.opening import Opened, open_file
from attnviz.session.saturations import Saturations
from attnviz.session.session import Place, Session
from attnviz.session.tracer import Tracer
from attnviz.session.trainings import Trainings
from attnviz.settings import Settings
from attnviz.ui import report, text_size, theme
from attnviz.ui.main_window import MainWindow


class Application(QObject):
    """One window on one session. `show` opens it; `close` ends it cleanly."""

    def __init__(
        self,
        settings: Settings,
        language: Language,
        opened: Opened,
        theme_name: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        # Without a parent: it outlives all others, which end with the application's children.
        self.garbage = Garbage()
        self.garbage.start()
        self.settings = settings
        self.language = language
        self.appearance = Appearance(self, theme_name)
        self.view = self.appearance.of_person(opened.view)
        self._own_lessons: dict[str, Lesson] = {}
        self._remember(opened)
        self.session = Session(opened.document, opened.path, self)
        self.filing = Filing(self)
        self.tracer = Tracer(self)
        self.saturations = Saturations(self)
        self.scene: Scene | None = None
        self.displaying = Displaying(self)
        self.before = Before(self)
        self._trace: Trace | None = None  # of all heads; the scene shows one
        self.ended: Callable[[], object] = lambda: None  # called when the window has been closed
        self.importing = ImportActs(self)
        self.acts = Acts(self)
        self.upstream_acts = UpstreamActs(self)
        self.gaze = Gaze(self)
        self.presenting = Presenting(self)
        self.help = HelpActs(self)
        trainings = Trainings(self)
        self.training = TrainingActs(self, trainings)
        grids = HeadGrids(self)
        self.waiting = Waiting(self, grids)
        heads = Findings(self), grids
        comparer = Comparer(self)
        self.tracer.beside = comparer
        self.companions: tuple[Companion, ...] = (comparer, Gradients(self), trainings, *heads)
        joins.join_waiting(self, grids)
        self._join_session()
        self.window = self._new_window()
        self._join_window()
        self.before.flash.timeout.connect(self.before.over)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.appearance.system_theme_changed)
        self.request()

    # building ----------------------------------------------------------------------------------------------

    def _new_window(self) -> MainWindow:
        text_size.use(self.settings.text_size)
        theme.apply(self.appearance.palette)
        self.lessons = lessons.headings(self.language.name)
        window = MainWindow(self.session.undo_stack, self.lessons)
        window.actions_.themes[self.appearance.theme_name].setChecked(True)
        window.actions_.languages[self.language.name].setChecked(True)
        window.actions_.text_sizes[self.settings.text_size].setChecked(True)
        self.settings.restore(window)
        window.may_close = self.filing.may_close
        return window

    def _join_window(self) -> None:
        window = self.window
        window.view_made.connect(lambda tab, view: joins.join_view(self, tab, view))
        joins.join_window(self, window)
        joins.join_menus(self, window)

    def _join_session(self) -> None:
        self.session.place_changed.connect(self._moved)
        self.session.document_changed.connect(self._edited)
        self.session.state_changed.connect(self._show_title)
        self.session.state_changed.connect(self.filing.state_changed)
        self.filing.watch.changed.connect(self.filing.changed_on_disk)
        self.filing.recovery.failed.connect(self.filing.not_kept)
        self.filing.listen_to_desktop()
        self.tracer.traced.connect(self._traced)
        self.tracer.busy.connect(self._busy)
        self.tracer.failed.connect(self._failed)
        for companion in self.companions:
            companion.completed.connect(self.refresh)

    # showing -----------------------------------------------------------------------------------------------

    @Slot(object, object)
    def _traced(self, document: Document, trace: Trace) -> None:
        self.before.came(document, trace)
        self._trace = trace
        scene = Scene(
            document=document,
            trace=trace.for_head(self.view.head),
            view=self.gaze.fit(document, trace),
            palette=self.appearance.palette,
            form=number_format(self.language.name),
            before=self.before.of_head(),
            pinned=self.before.pinned is not None,
        )
        self.displaying.show(scene)

    @Slot()
    def _edited(self) -> None:
        self.window.accept()
        self.window.hint.dismiss()
        self.request()

    @Slot()
    def request(self) -> None:
        """Have what is looked at of the document traced."""
        self.tracer.request(self.importing.picked())

    @Slot(bool)
    def _busy(self, busy: bool) -> None:
        if busy:
            self.window.show_busy()
        else:
            self.waiting.over()
            self.refresh()

    @property
    def trace(self) -> Trace | None:
        """The trace of all heads; the scene shows one."""
        return self._trace

    @Slot(object, object)
    def _failed(self, _document: Document, error: Exception) -> None:
        if not isinstance(error, InputError):
            raise error
        self.window.say(str(error))

    @property
    def latest(self) -> Scene | None:
        """What is shown, or will be as soon as its picture is there: what further acts go on from."""
        return self.displaying.latest

    def show_scene(self, scene: Scene) -> None:
        """Another way of showing what is there already."""
        self.displaying.show(scene)

    def display(self, scene: Scene) -> None:
        """Show a scene now."""
        self.scene = scene
        self.window.display(scene)
        self.window.show_lessons(self.lessons, self.lesson, scene, self.acts.observed)
        self._show_title()
        self.gaze.show()

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that the document began as: one of the shipped ones, in the window's language, or the person's."""
        return self._lesson_of(self.session.document)

    def _lesson_of(self, document: Document) -> Lesson | None:
        name = document.lesson
        if any(heading.id == name for heading in self.lessons):
            return lessons.load(str(name), self.language.name)
        return self._own_lessons.get(name or "")

    def refresh(self) -> None:
        """Show the last good picture again, so that a refused control returns to what holds."""
        if self.latest is not None:
            self.displaying.show(self.latest)

    def look(self, **changes: object) -> None:
        """Change what is looked at: no edit, nothing to undo."""
        place = (self.view.layer, self.view.head, self.view.average)
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]
        self.window.accept()
        moved = place != (self.view.layer, self.view.head, self.view.average)
        latest = self.latest
        if latest is None or self._trace is None:
            return
        trace = self._trace.for_head(self.view.head) if moved else latest.trace
        view = fitted_view(latest.document, self.view)
        scene = replace(latest, view=view, trace=trace, before=self.before.of_head())
        if moved and trace.place is not None:
            self.displaying.coming = scene
            self.request()  # shows it, at once where that is cheap
            if self.latest is not scene:
                return
        self.displaying.show(scene)

    @property
    def name(self) -> str:
        """What the document is called: by its file, its lesson, its own name, or its kind."""
        document, path = self.session.document, self.session.path
        if path is not None:
            return path.name
        return self.lesson.title if self.lesson else document.name or self._kind(document)

    def _show_title(self) -> None:
        name = self.name
        edited = translate("app", "{name} — edited").format(name=name) if self.session.dirty else name
        self.window.setWindowTitle(f"{edited} — attnviz")

    @staticmethod
    def _kind(document: Document) -> str:
        """What a document without a name is called."""
        if isinstance(document.source, SentenceSource):
            return translate("app", "sentence")
        if isinstance(document.source, ProjectionSource):
            return translate("app", "embeddings")
        if isinstance(document.source, ImportedSource):
            return translate("app", "attention")
        return translate("app", "matrices")

    # opening -----------------------------------------------------------------------------------------------

    def open(self, opened: Opened, text: str) -> None:
        """Another document in this window, as an act that can be undone: nothing that was made is lost."""
        self._remember(opened)
        self.window.statusBar().clearMessage()
        self.before.pinned = None
        if not self.session.open(text, opened.document, opened.path, opened.view, made=opened.made):
            self._come_to(opened.view)

    @Slot(object, object)
    def _moved(self, left: Place, place: Place) -> None:
        """Another document has come, opened or by undo: it is looked at as it was, or as it wants to be first."""
        left.view = self.view
        self.window.forget_typing()
        if place.view is not None:
            self._come_to(place.view)

    def _come_to(self, view: ViewState) -> None:
        self.view = replace(self.appearance.of_person(view), numbers=self.view.numbers)

    def _remember(self, opened: Opened) -> None:
        """Keep a person's own lesson, so that undoing back to it finds its text and experiments."""
        if opened.lesson is not None:
            self._own_lessons[opened.lesson.id] = opened.lesson

    def open_lesson(self, name: str) -> None:
        lesson = lessons.load(name, self.language.name)
        self.open(Opened(document=lesson.document, view=lesson.view), lesson.title)

    # the window ---------------------------------------------------------------------------------------------

    def replace_window(self) -> None:
        """A new window in the place of the old one, as another language wants."""
        forget()  # what texts of the old size were set in, and lines in the old language: some megabytes
        old, self.window = self.window, self._new_window()
        self._join_window()
        presenting = old.presenting
        old.present(False)
        self.window.take_place_of(old)
        self.displaying.show_now()
        if old.isVisible():
            self.window.show()
            self.window.activateWindow()  # the keys go on where they were
            self.window.settle()
        _discard(old)
        self.garbage.expect()
        self.help.forget_window()
        if presenting:
            self.presenting.enter()

    def speak(self, language: str) -> None:
        """Another language for texts, lessons' own words and numbers; the window is told by whoever asks.

        A lesson that nobody has edited is there as it is shipped in that language; an edited one is the person's.
        """
        spoken_before = self.language.name
        self.language.use(language)
        own_before = {name: lesson.document for name, lesson in self._own_lessons.items()}
        self._read_own_lessons_again()

        def told(document: Document) -> Document:
            lesson = self._lesson_of(document)
            if lesson is None:
                return document
            own = own_before.get(lesson.id)
            return lesson.document if document is (own or lessons.load(lesson.id, spoken_before).document) else document

        self.session.retell(told)
        self.displaying.change(form=number_format(language))

    def _read_own_lessons_again(self) -> None:
        """A person's lessons in the new language, from their files; one whose file is gone stays as it is."""
        for name in list(self._own_lessons):
            try:
                self._remember(open_file(Path(name.removeprefix("file:")), self.language.name))
            except InputError as error:
                report.log.warning("lesson not read again: %s", error)

    # life --------------------------------------------------------------------------------------------------

    def show(self) -> None:
        self.window.show()

    def say(self, sentence: str) -> None:
        """A sentence in the status bar of whichever window there is."""
        if sentence:
            self.window.say(sentence, wrong=False)

    def after_first_picture(self, act: Callable[[], object]) -> None:
        """Do something once the window has been painted."""
        self.window.painted.connect(lambda: QTimer.singleShot(0, act))

    def end_soon(self) -> None:
        """The window closes: once it has, tell whoever waits for that."""
        QTimer.singleShot(0, lambda: self.ended())

    def save_layout(self) -> None:
        self.settings.save(self.window)
        self.settings.left(self.session.path, self.session.document.lesson, self.view.tab)

    def welcome(self) -> None:
        """The first minute: one hint, until it has been read or followed."""
        if not self.settings.hint_seen and self.session.document.lesson == lessons.DEFAULT_LESSON:
            self.window.hint.offer(self.scene)

    def close(self) -> None:
        """End in the one order that PySide and pyqtgraph survive: worker, window, pending deletions."""
        self.tracer.stop()
        self.displaying.stop()
        self.saturations.stop()
        self.acts.stop()
        self.help.stop()
        self.importing.stop()
        for companion in self.companions:
            companion.stop()
        self.before.flash.stop()
        _discard(self.window)
        self.filing.close()
        self.session.close()
        for part in self.children():  # here, not when Python finds that nobody needs them: that may be in any thread
            part.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.garbage.stop()


def _discard(window: MainWindow) -> None:
    window.blockSignals(True)
    window.may_close = lambda: True
    window.leave()
    window.close()
    window.deleteLater()
