"""Unexpected errors: to a log file with all that is known, and to a dialog a person can read."""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

log = logging.getLogger("attnviz")


def log_file() -> Path:
    """Where the log is written."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(folder) / "attnviz.log"


def install() -> None:
    """Send every unhandled exception to the log and to a dialog."""
    path = log_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(path, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    sys.excepthook = _report


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    text = "".join(traceback.format_exception(kind, error, trace))
    log.error(text)
    if sys.stderr is not None:  # a windowed program on Windows has none
        sys.stderr.write(text)
    if QApplication.instance() is None or QApplication.activeModalWidget() is not None:
        return  # one dialog at a time: a fault while painting would open hundreds
    translate = QCoreApplication.translate
    box = QMessageBox(QApplication.activeWindow())
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("attnviz")
    box.setText(translate("Report", "Something went wrong inside attnviz. What you had is still there."))
    box.setInformativeText(translate("Report", "The details are in {file}.").replace("{file}", str(log_file())))
    box.setDetailedText(text)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowModality(Qt.WindowModality.ApplicationModal)
    box.show()
