"""Notices when another program changes the file that is open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

SETTLED = 300  # milliseconds: a program that writes a file may touch it several times

Stamp = tuple[int, int]


class FileWatch(QObject):
    """Signal: `changed(path)` once the file at `path` is another than when it was last looked at, or gone."""

    changed = Signal(Path)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._path: Path | None = None
        self._stamp: Stamp | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLED)
        self._watcher.fileChanged.connect(self._touched)
        self._timer.timeout.connect(self._look)

    def look_at(self, path: Path | None) -> None:
        """Watch this file from now on, as it is now; no other any more."""
        if self._watcher.files():
            self._watcher.removePaths(self._watcher.files())
        self._path = path
        self._stamp = None if path is None else stamp(path)
        if path is not None and path.exists():
            self._watcher.addPath(str(path))

    @property
    def path(self) -> Path | None:
        return self._path

    def stop(self) -> None:
        """Hear of no file any more: the window that would ask about it is gone."""
        self.look_at(None)
        self._timer.stop()

    def _touched(self, _path: str) -> None:
        self._timer.start()

    def _look(self) -> None:
        path = self._path
        if path is None:
            return
        if path.exists() and not self._watcher.files():  # another file was put in its place
            self._watcher.addPath(str(path))
        found = stamp(path)
        if found != self._stamp:
            self._stamp = found
            self.changed.emit(path)


def stamp(path: Path) -> Stamp | None:
    """What tells one state of a file from another; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
