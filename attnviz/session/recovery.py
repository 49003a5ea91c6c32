"""What was not saved when the program was ended by force: kept in a folder of its own, found at the next start.

Each running program owns one folder by a lock. A folder whose owner is gone is offered to the next one that starts.
"""

from __future__ import annotations

import json
import logging
import shutil
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QRunnable, Qt, QThreadPool, QTimer, Signal, Slot

from attnviz.document.document import Document
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.atomic import atomic_write
from attnviz.io.document_file import SUFFIX, load_document, save_document
from attnviz.io.wording import shown_name

DELAY = 2000  # milliseconds from a change until it is kept; later changes do not put it off
PATIENCE = 3000  # milliseconds that a disk may take when there is no time to lose
KEPT = f"unsaved{SUFFIX}"
ABOUT = "about.json"
LOCK = "lock"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Recovered:
    """A document that was not saved, and the file it belongs to."""

    document: Document
    view: ViewState
    path: Path | None
    folder: Path


class Recovery(QObject):
    """Keeps the document of one running program under `root`, at most DELAY after it changed.

    Signal: `failed(sentence)` when that was not possible; once, until it is again.
    """

    failed = Signal(str)
    _kept = Signal(str)  # why not; empty where it was

    def __init__(self, root: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root
        self._folder: Path | None = None
        self._lock: QLockFile | None = None
        self._offered: dict[Path, QLockFile] = {}
        self._waiting: tuple[Document, ViewState, Path | None] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self._write)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._failing = False
        self._kept.connect(self._heard, Qt.ConnectionType.QueuedConnection)

    def keep(self, document: Document, view: ViewState, path: Path | None) -> None:
        """The document is worth keeping: soon it will be."""
        self._waiting = (document, view, path)
        if not self._timer.isActive():
            self._timer.start()

    def keep_now(self) -> bool:
        """Do not wait, for something has gone wrong; whether what is unsaved is on the disk."""
        before = self._written()
        self._timer.stop()
        self._write()
        return self._pool.waitForDone(PATIENCE) and self._written() not in (None, before)

    def _written(self) -> tuple[int, int] | None:
        """Which file it is that keeps what is unsaved: every write puts a new one in the place of the old."""
        path = None if self._folder is None else self._folder / KEPT
        if path is None or not path.exists():
            return None
        return path.stat().st_ino, path.stat().st_mtime_ns

    def forget(self) -> None:
        """Nothing is unsaved any more."""
        self._waiting = None
        self._timer.stop()
        self._pool.waitForDone()
        if self._folder is not None:
            for name in (KEPT, ABOUT):
                (self._folder / name).unlink(missing_ok=True)

    def close(self) -> None:
        """Leave nothing behind."""
        self.forget()
        if self._folder is not None and self._lock is not None:
            self._lock.unlock()
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = self._lock = None

    def _write(self) -> None:
        if self._waiting is None:
            return
        waiting, self._waiting = self._waiting, None
        try:
            folder = self._claimed()
        except OSError as error:
            self._heard(str(_not_written(self._root, error)))
            return
        self._pool.start(_Keep(folder, *waiting, self._kept.emit))

    @Slot(str)
    def _heard(self, problem: str) -> None:
        """Of the first of several failures the person is told; work goes on, and saving is still possible."""
        if problem:
            log.warning("not kept for recovery: %s", problem)
            if not self._failing:
                self.failed.emit(problem)
        self._failing = bool(problem)

    def _claimed(self) -> Path:
        """This program's folder, made and locked when it is first needed."""
        if self._folder is not None and not self._folder.is_dir():
            self._folder = self._lock = None  # its disk went away, and may be back
        if self._folder is None:
            folder = self._root / uuid.uuid4().hex
            folder.mkdir(parents=True)
            lock = QLockFile(str(folder / LOCK))
            lock.setStaleLockTime(0)  # a lock is stale when its owner is gone, never merely because it is old
            if not lock.tryLock(0):
                raise OSError(f"{folder} cannot be locked")
            self._folder, self._lock = folder, lock
        return self._folder

    def abandoned(self) -> list[Recovered]:
        """What programs that were ended by force have left, the latest last. Each is given to one program only.

        A folder that cannot be read is left where it is, and said in the log.
        """
        found = []
        for folder in sorted(self._root.glob("*"), key=lambda path: path.stat().st_mtime):
            if folder == self._folder or not folder.is_dir():
                continue
            lock = QLockFile(str(folder / LOCK))
            lock.setStaleLockTime(0)
            if not lock.tryLock(0):
                continue
            try:
                recovered = _read(folder)
            except (InputError, OSError, ValueError) as error:
                log.warning("%s cannot be recovered: %s", folder, error)
                continue
            if recovered is None:
                lock.unlock()
                shutil.rmtree(folder, ignore_errors=True)
                continue
            self._offered[folder] = lock  # held until it is settled: no other program offers it meanwhile
            found.append(recovered)
        return found

    def settle(self, recovered: Recovered) -> None:
        """It was taken over, or is not wanted: do not offer it again."""
        lock = self._offered.pop(recovered.folder)
        lock.unlock()
        shutil.rmtree(recovered.folder, ignore_errors=True)


class _Keep(QRunnable):
    """Writes one state, away from the window's thread: a disk may take its time."""

    def __init__(
        self, folder: Path, document: Document, view: ViewState, path: Path | None, tell: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._folder, self._document, self._view, self._path = folder, document, view, path
        self._tell = tell

    def run(self) -> None:
        try:
            about = {"path": None if self._path is None else str(self._path)}
            with atomic_write(self._folder / ABOUT) as file:
                file.write(json.dumps(about).encode())
            save_document(self._folder / KEPT, self._document, self._view)
        except InputError as error:
            self._tell(str(error))
        else:
            self._tell("")


def _not_written(folder: Path, error: OSError) -> InputError:
    return InputError(
        translate("session", "{folder} cannot be written: {reason}.").format(
            folder=shown_name(folder), reason=error.strerror or str(error)
        )
    )


def _read(folder: Path) -> Recovered | None:
    if not (folder / KEPT).exists():
        return None
    about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    path = about.get("path") if isinstance(about, dict) else None
    document, view = load_document(folder / KEPT)
    return Recovered(document=document, view=view, path=Path(path) if isinstance(path, str) else None, folder=folder)
