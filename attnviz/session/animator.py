"""Makes an animation in a process of its own: the command line's `export`, guided.

Painting hundreds of pictures would hold up the window, and fonts cannot be shared between threads; a process can also
be ended at any time, and takes nothing with it if a library in it fails.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTemporaryDir, QTimer, Signal

from attnviz.document.document import Document
from attnviz.document.view_state import ViewState
from attnviz.export.sweep import Motion, sweep_text
from attnviz.i18n import translate
from attnviz.io.document_file import save_document

PATIENCE = 10_000  # milliseconds that a process which was asked to stop may still take


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmOrder:
    """What is to be made. `size` None: as the figures are."""

    motion: Motion
    size: tuple[int, int] | None = None
    theme: str = "light"


class Animator(QObject):
    """One film at a time. Signals: `progressed(done, all)`; then one of `finished(path)`, `failed(sentence)` and
    `cancelled()`. A file is there only after `finished`."""

    progressed = Signal(int, int)
    finished = Signal(object)
    failed = Signal(str)
    cancelled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._folder: QTemporaryDir | None = None
        self._path = Path()
        self._stopping = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(self._end)

    @property
    def busy(self) -> bool:
        return self._process is not None

    def start(self, document: Document, view: ViewState, language: str, order: FilmOrder, path: Path) -> None:
        """Begin; the document is given as a file. Raises InputError where it cannot be written to one."""
        assert self._process is None, "one film at a time"
        folder = QTemporaryDir()
        source = Path(folder.path()) / "film.attnviz"
        save_document(source, document, view)
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        environment.insert("PYTHONUTF8", "1")
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._over)
        process.errorOccurred.connect(self._broken)
        self._process, self._folder, self._path, self._stopping = process, folder, path, False
        program, *arguments = [*_program(), *_arguments(source, view, language, order, path)]
        process.start(program, arguments)

    def cancel(self) -> None:
        """Stop soon; no file is left."""
        if self._process is not None and not self._stopping:
            self._stopping = True
            self._process.closeWriteChannel()
            self._patience.start()

    def stop(self) -> None:
        """Stop now, before the program ends."""
        process = self._process
        if process is not None:
            self.blockSignals(True)
            self.cancel()
            if not process.waitForFinished(PATIENCE):
                process.kill()
                process.waitForFinished()
            self.blockSignals(False)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _read(self) -> None:
        assert self._process is not None
        lines = bytes(self._process.readAllStandardOutput().data()).decode("ascii", "replace").split()
        counts = lines[-1].split("/") if lines else []
        if len(counts) == 2 and all(count.isdigit() for count in counts) and not self._stopping:
            self.progressed.emit(int(counts[0]), int(counts[1]))

    def _broken(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:  # of the others `finished` tells too
            self._over(1, QProcess.ExitStatus.CrashExit)

    def _over(self, code: int, status: QProcess.ExitStatus) -> None:
        process, stopping = self._process, self._stopping
        if process is None:
            return
        said = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        self._process = self._folder = None
        self._patience.stop()
        process.deleteLater()
        if status == QProcess.ExitStatus.NormalExit and code == 0:
            self.finished.emit(self._path)
        elif stopping:
            self.cancelled.emit()
        else:
            last = said.splitlines()[-1].removeprefix("attnviz: ") if said else ""
            self.failed.emit(last or translate("session", "The animation could not be made."))


def _program() -> list[str]:
    """This program on the command line."""
    if not getattr(sys, "frozen", False):
        return [sys.executable, "-m", "attnviz"]
    beside = Path(sys.executable).with_name("attnviz-cli.exe")  # on Windows the one with a window cannot say anything
    return [str(beside) if beside.exists() else sys.executable]


def _arguments(source: Path, view: ViewState, language: str, order: FilmOrder, path: Path) -> list[str]:
    motion = order.motion
    arguments = ["export", str(source), "--view", view.tab, "--sweep", sweep_text(motion.sweep), "--guided"]
    arguments += ["--seconds", repr(motion.seconds), "--fps", str(motion.fps), "--easing", motion.easing]
    arguments += ["--theme", order.theme, "--lang", language, "--to", str(path)]
    if motion.back:
        arguments.append("--back")
    if order.size is not None:
        arguments += ["--size", f"{order.size[0]}x{order.size[1]}px"]
    return arguments
