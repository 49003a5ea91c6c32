"""Unexpected errors: to a log file with all that is known, and to a dialog a person can read.

An exception in a slot ends neither the program nor the work: the document is kept for recovery first, then one dialog
says so. What repeats is counted, and the status bar says so: every time after a rest, as of another act, and now and
then of what comes without one, as with the pictures of a drag. A fault below Python, which does end the program, is
written to a file of its own by `faulthandler`, and the next start says so in one line.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from PySide6.QtCore import QCoreApplication, QObject, QStandardPaths, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:  # read when it is needed, if ever
    from attnviz.ui.report_dialog import ReportDialog

log = logging.getLogger("attnviz")

Work = str  # what has become of it: "saved", "kept" or "at risk"
LARGEST_LOG = 1_000_000  # bytes from which it is begun anew
AGAIN = 1.0  # seconds after which the same fault answers another act; of a picture it comes much sooner
STALE = 7 * 24 * 3600  # seconds after which an empty file of crashes is nobody's
CRASHES = "crash-*.txt"


def log_file() -> Path:
    """Where the log is written."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(folder) / "attnviz.log"


class Reporter(QObject):
    """Takes faults from any thread and tells of them in the window's.

    `keep` keeps the person's work and says what has become of it; `say` puts a sentence in the status bar.
    """

    _raised = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.keep: Callable[[], Work] = lambda: "saved"
        self.say: Callable[[str], None] = lambda sentence: None
        self._counts: Counter[str] = Counter()
        self._shown: set[str] = set()
        self._last: dict[str, float] = {}  # when each came last
        self._dialog: ReportDialog | None = None  # the last one, while there is one
        self._opened = 0
        self._raised.connect(self._tell, Qt.ConnectionType.QueuedConnection)  # never from inside a paint event

    def take(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        """Write a fault down, and have it told."""
        text = "".join(traceback.format_exception(kind, error, trace))
        place = traceback.extract_tb(trace)[-1:] if trace is not None else []
        which = f"{kind.__name__} {[(frame.filename, frame.lineno) for frame in place]}"
        self._counts[which] += 1
        count = self._counts[which]
        if count == 1:
            _write(text)
        elif _is_round(count):
            _write(f"{which}: {count} times\n")
        self._raised.emit(which, text)

    @Slot(str, str)
    def _tell(self, which: str, text: str) -> None:
        from attnviz.ui.report_dialog import ReportDialog

        now = time.monotonic()
        rested = now - self._last.get(which, now) >= AGAIN
        self._last[which] = now
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.add(text)
            self._shown.add(which)
            return
        if which in self._shown:
            if rested or _is_round(self._counts[which]):
                self.say(QCoreApplication.translate("Report", "That went wrong again. The details are in the log."))
            return
        self._shown.add(which)
        parent = QApplication.activeModalWidget() or QApplication.activeWindow()
        dialog = self._dialog = ReportDialog(sentence_about(self._kept()), log_file(), parent)
        self._opened += 1
        dialog.destroyed.connect(partial(self._gone, self._opened))
        dialog.add(text)
        dialog.show()

    def _gone(self, number: int, *_: object) -> None:
        """A dialog is no more: closed, or gone with the window it stood on."""
        if number == self._opened:
            self._dialog = None

    def _kept(self) -> Work:
        try:
            return self.keep()
        except Exception:
            log.exception("the work was not kept")
            return "at risk"


def sentence_about(work: Work) -> str:
    """What has become of the person's work."""
    translate = QCoreApplication.translate
    if work == "kept":
        return translate(
            "Report",
            "Your document is still open, and a copy of it as it is now has been kept: should attnviz end, the next "
            "start offers it.",
        )
    if work == "saved":
        return translate("Report", "Your document is still open, and nothing in it is unsaved.")
    return translate("Report", "Your document is still open, but no copy of it could be kept: please save it now.")


def _is_round(count: int) -> bool:
    """2, 10, 100, 1000 …: what repeats without end must not fill the disk."""
    return count == 2 or str(count).strip("0") == "1"


def _write(text: str) -> None:
    log.error(text)
    if sys.stderr is not None:  # a windowed program on Windows has none
        sys.stderr.write(text)


def cannot_start(error: Exception) -> None:
    """Tell of a fault before there is a window, and wait until it is read."""
    from attnviz.ui.report_dialog import ReportDialog

    text = "".join(traceback.format_exception(error))
    log.error(text)
    sentence = QCoreApplication.translate("Report", "attnviz cannot start. The command attnviz doctor may say why.")
    dialog = ReportDialog(sentence, log_file())
    dialog.add(text)
    dialog.exec()


# Hooks --------------------------------------------------------------------------------------------------------


def install() -> Reporter:
    """Send every unhandled exception, of any thread, to the log and to a dialog."""
    _open_log()
    reporter = Reporter()

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):  # Ctrl+C in the terminal: the window asks what is to be saved
            QApplication.closeAllWindows()
        else:
            reporter.take(kind, error, trace)

    sys.excepthook = hook
    threading.excepthook = lambda args: reporter.take(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = _unraisable
    return reporter


def uninstall() -> None:
    """Leave exceptions to Python again, and the log to others."""
    sys.excepthook = sys.__excepthook__
    threading.excepthook = threading.__excepthook__
    sys.unraisablehook = sys.__unraisablehook__
    for handler in list(log.handlers):
        log.removeHandler(handler)
        handler.close()


def _open_log() -> None:
    path = log_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LARGEST_LOG:
            path.replace(path.with_suffix(".old.log"))
        handler = logging.FileHandler(path, encoding="utf-8", delay=False)
    except OSError as error:
        log.warning("no log is kept: %s", error)
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)


def _unraisable(args: sys.UnraisableHookArgs) -> None:
    """An exception where nobody can be told of it, such as in a destructor: for the log."""
    text = "".join(traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback))
    log.error("%s: %r\n%s", args.err_msg or "ignored", args.object, text)


# Faults below Python ------------------------------------------------------------------------------------------


class CrashWatch:
    """Has faults that end the program written to a file, which a clean end takes away.

    `found` says whether an earlier run has left one; what stands in it is in the log then.
    """

    def __init__(self) -> None:
        self._path = log_file().with_name(f"crash-{os.getpid()}.txt")
        self._file: TextIO | None = None
        self.found = False
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self.found = _left_by_crashes(self._path)
            self._file = self._path.open("w", encoding="utf-8")
        except OSError as error:
            log.warning("crashes are not written down: %s", error)
            return
        faulthandler.enable(self._file)

    def sentence(self) -> str:
        """What the status bar says of an earlier run; empty where it ended as it should."""
        if not self.found:
            return ""
        text = QCoreApplication.translate(
            "Report", "attnviz ended unexpectedly last time. What is known of it is in {file}"
        )
        return text.format(file=log_file())

    def stop(self) -> None:
        """The end is near, and clean."""
        if self._file is None:
            return
        faulthandler.disable()
        self._file.close()
        self._file = None
        self._path.unlink(missing_ok=True)


def _left_by_crashes(own: Path) -> bool:
    """Move what earlier runs have left to the log; whether there was any."""
    found = False
    for path in sorted(own.parent.glob(CRASHES)):
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
            old = time.time() - path.stat().st_mtime > STALE
            if text.strip() or old or path == own:
                path.unlink()  # on Windows it refuses while a running program writes to it
        except OSError as error:
            log.warning("%s: %s", path.name, error)
            continue
        if text.strip():
            log.error("an earlier run ended here (%s):\n%s", path.name, text)
            found = True
    return found
