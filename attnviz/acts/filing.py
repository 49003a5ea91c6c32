"""Files: opening, saving, what was used lately, what another program changed, and what would be lost."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QStandardPaths, Slot
from PySide6.QtGui import QFileOpenEvent

from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.document_file import SUFFIX, save_document
from attnviz.io.model_config import is_config_file
from attnviz.session.attention_opening import are_attention
from attnviz.session.file_names import MATRIX_FILES
from attnviz.session.file_watch import FileWatch
from attnviz.session.opening import Opened, open_file, open_matrices
from attnviz.session.recovery import Recovered, Recovery
from attnviz.ui import dialogs, file_dialogs
from attnviz.ui.desktop import is_folder

if TYPE_CHECKING:
    from attnviz.app import Application


class Filing(QObject):
    """Slots of the file menu, and the keeper of the file that is open."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self.recovery = Recovery(recovery_folder(), self)
        self.watch = FileWatch(self)

    # opening -----------------------------------------------------------------------------------------------

    def open_dialog(self) -> None:
        self.open_files(dialogs.ask_open_paths(self._app.window, self._used_folder()))

    def _used_folder(self) -> Path | None:
        """Where the document was opened or saved that was used last, as far as that is still there."""
        folders = dict.fromkeys(path.parent for path in self._app.settings.recent)
        return next((folder for folder in folders if is_folder(folder)), None)

    def open_files(self, paths: list[Path]) -> None:
        """One document, text, lesson or archive of matrices; tables of numbers into Q, K and V."""
        if not paths:
            return
        try:
            if are_attention(paths):
                self._app.importing.open(paths)
            elif all(path.suffix.lower() in MATRIX_FILES for path in paths):
                opened = open_matrices(paths, self._app.session.document)
                self._app.open(opened, translate("acts", "Open files"))
            elif len(paths) == 1 and is_config_file(paths[0]):
                self._app.acts.shapes.open_config(paths[0])
            elif len(paths) == 1:
                self._open(paths[0])
            else:
                raise InputError(
                    translate("acts", "{n} files at once: open one text, or the tables of Q, K and V together.").format(
                        n=len(paths)
                    )
                )
        except InputError as error:
            self._problem(error)

    def _open(self, path: Path) -> None:
        opened = open_file(path, self._app.language.name)
        source = opened.document.source
        if isinstance(source, ImportedSource) and not self._app.importing.may_show(source.stack, path.name):
            return
        self._app.open(opened, translate("acts", "Open {file}").format(file=path.name))
        self._app.settings.used(path)

    def listen_to_desktop(self) -> None:
        """Hear of files that the desktop asks to open: on macOS that is an event, elsewhere the command line.

        Only there: a filter in Python is called for every event of the program.
        """
        application = QCoreApplication.instance()
        if sys.platform == "darwin" and application is not None:
            application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A file that the desktop asks to open (macOS sends an event, others the command line)."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.open_files([Path(event.file())])
            return True
        return super().eventFilter(watched, event)

    # saving ------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Into the document's file; ask for one where it has none. Whether it was saved."""
        path = self._app.session.path
        return self._save_in(path) if path is not None else self.save_as()

    def save_as(self) -> bool:
        suggestion = self._app.session.path or self._app.acts.suggestion(SUFFIX)
        path = dialogs.ask_document_path(self._app.window, suggestion)
        return path is not None and self._save_in(path.absolute())

    def _save_in(self, path: Path) -> bool:
        document = self._app.session.document
        try:
            save_document(path, document, self._app.view)
        except InputError as error:
            self._problem(error)
            return False
        self.watch.look_at(path)
        self._app.session.saved(document, path)
        self._app.settings.used(path)
        self._app.window.say(translate("acts", "Saved: {file}").format(file=path), wrong=False)
        return True

    def _problem(self, error: InputError) -> None:
        self.refuse(str(error))

    def refuse(self, sentence: str) -> None:
        """Say why a file is not opened, or not saved."""
        file_dialogs.show_problem(self._app.window, sentence)

    # losing nothing ----------------------------------------------------------------------------------------

    def may_close(self) -> bool:
        """Whether the window may go: everything is saved, or the person lets it go."""
        session = self._app.session
        if session.dirty:
            answer = file_dialogs.ask_unsaved(self._app.window, self._app.name)
            if answer == "cancel" or (answer == "save" and not self.save()):
                return False
        left = len(session.left_unsaved)
        return left == 0 or file_dialogs.ask_left_unsaved(self._app.window, left)

    def state_changed(self) -> None:
        """Keep what is not saved; watch the file that is open."""
        session = self._app.session
        if session.dirty:
            self.recovery.keep(session.document, self._app.view, session.path)
        else:
            self.recovery.forget()
        if self.watch.path != session.path:
            self.watch.look_at(session.path)

    def keep_now(self) -> str:
        """Something has gone wrong: keep what is unsaved at once. What has become of it, as `report` says it."""
        session = self._app.session
        if not session.dirty:
            return "saved"
        self.recovery.keep(session.document, self._app.view, session.path)
        return "kept" if self.recovery.keep_now() else "at risk"

    @Slot(str)
    def not_kept(self, problem: str) -> None:
        """What is not saved would be lost if the program were ended by force now."""
        self._app.window.say(
            translate("acts", "Unsaved work cannot be kept for recovery, so save it soon. {problem}").format(
                problem=problem
            )
        )

    def changed_on_disk(self, path: Path) -> None:
        """Another program changed the file that is open."""
        if not path.exists():
            self._app.window.say(
                translate("acts", "{file} is no longer there; Save puts it back.").format(file=path.name)
            )
        elif file_dialogs.ask_reload(self._app.window, path, unsaved=self._app.session.dirty):
            try:
                self._open(path)
            except InputError as error:
                self._problem(error)

    def offer_recovered(self) -> None:
        """What a program that was ended by force had not saved: take it over, or let it go."""
        found = self.recovery.abandoned()
        if not found:
            return
        nameless = translate("acts", "without a name")
        names = [recovered.path.name if recovered.path else recovered.document.name or nameless for recovered in found]
        take = file_dialogs.ask_recover(self._app.window, names)
        if take is None:
            return  # neither: asked again at the next start
        if take:
            for recovered in found:
                self._take(recovered)
        for recovered in found:
            self.recovery.settle(recovered)

    def _take(self, recovered: Recovered) -> None:
        opened = Opened(document=recovered.document, view=recovered.view, path=recovered.path, made=True)
        self._app.open(opened, translate("acts", "Recover"))

    def close(self) -> None:
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.watch.stop()
        self.recovery.close()


def recovery_folder() -> Path:
    """Where documents are kept that were not saved; each person's own."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)) / "recovery"
