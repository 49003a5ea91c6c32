"""Dialogs that ask which file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

DOCUMENTS = {"attnviz": "attnviz (*.attnviz)"}
SCRIPTS = {"py": "Python (*.py)"}
ANIMATIONS = {"gif": "GIF (*.gif)", "webp": "WebP (*.webp)", "mp4": "MP4 (*.mp4)"}
NUMBERS = {
    "npz": "NumPy (*.npz)",
    "csv": "CSV (*.csv)",
    "json": "JSON (*.json)",
    "tex": "LaTeX (*.tex)",
    "md": "Markdown (*.md)",
}


def ask_document_path(parent: QWidget, suggestion: Path) -> Path | None:
    """Where to save the document."""
    return _ask_path(parent, QCoreApplication.translate("Dialogs", "Save the document"), suggestion, DOCUMENTS)


def ask_animation_path(parent: QWidget, suggestion: Path, ending: str) -> Path | None:
    """Where to save an animation of a format."""
    title = QCoreApplication.translate("Dialogs", "Export the animation")
    return _ask_path(parent, title, suggestion, {ending: ANIMATIONS[ending]})


def ask_numbers_path(parent: QWidget, suggestion: Path) -> Path | None:
    """Where to save the numbers."""
    title = QCoreApplication.translate("Dialogs", "Save the numbers")
    return _ask_path(parent, title, suggestion, NUMBERS)


def ask_script_path(parent: QWidget, suggestion: Path) -> Path | None:
    """Where to save a script."""
    title = QCoreApplication.translate("Dialogs", "Save the script")
    return _ask_path(parent, title, suggestion, SCRIPTS)


def ask_open_paths(parent: QWidget, folder: Path | None) -> list[Path]:
    """Which files to open; the dialog begins in `folder`, or where the program was started."""
    names, _ = QFileDialog.getOpenFileNames(
        parent,
        QCoreApplication.translate("Dialogs", "Open a document, a text, or Q, K and V"),
        "" if folder is None else str(folder),
        QCoreApplication.translate("Dialogs", "Documents, texts, matrices")
        + " (*.attnviz *.txt *.md *.npz *.json *.csv *.tsv *.npy *.safetensors *.pt *.pth *.html *.png *.svg)"
        + ";;"
        + QCoreApplication.translate("Dialogs", "All files (*)"),
    )
    return [Path(name) for name in names]


def ask_matrix_path(parent: QWidget, matrix: str) -> Path | None:
    """Which file to fill a matrix from."""
    title = QCoreApplication.translate("Dialogs", "Fill {matrix} from a file").replace("{matrix}", matrix)
    name, _ = QFileDialog.getOpenFileName(parent, title, "", "CSV, TSV, NumPy (*.csv *.tsv *.txt *.npy)")
    return Path(name) if name else None


def _ask_path(parent: QWidget, title: str, suggestion: Path, kinds: dict[str, str]) -> Path | None:
    name, chosen = QFileDialog.getSaveFileName(parent, title, str(suggestion), ";;".join(kinds.values()))
    # Where it has asked whether to replace a file, two windows go at once, and some window managers then give the keys
    # to neither of ours.
    parent.activateWindow()
    if not name:
        return None
    path = Path(name)
    if path.suffix.lower().lstrip(".") not in kinds:
        ending = next((kind for kind, text in kinds.items() if text == chosen), next(iter(kinds)))
        path = path.with_name(f"{path.name}.{ending}")
    return path
