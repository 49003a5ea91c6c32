"""Dialogs: which file, what the keys do, what this program is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from attnviz import __version__

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


def ask_open_paths(parent: QWidget) -> list[Path]:
    """Which files to open."""
    names, _ = QFileDialog.getOpenFileNames(
        parent,
        QCoreApplication.translate("Dialogs", "Open a document, a text, or Q, K and V"),
        "",
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
    if not name:
        return None
    path = Path(name)
    if path.suffix.lower().lstrip(".") not in kinds:
        ending = next((kind for kind, text in kinds.items() if text == chosen), next(iter(kinds)))
        path = path.with_name(f"{path.name}.{ending}")
    return path


def show_shortcuts(parent: QWidget, rows: list[tuple[str, str]]) -> QDialog:
    """Every act that has keys, and the keys of the canvas."""
    translate = QCoreApplication.translate
    rows = [
        *rows,
        (translate("Dialogs", "Move between cells"), "← → ↑ ↓, Tab"),
        (translate("Dialogs", "Edit the cell"), "Enter, F2, 0–9"),
        (translate("Dialogs", "Change a number by dragging; finer, coarser"), "Shift, Ctrl"),
        (translate("Dialogs", "Copy or paste a block"), "Ctrl+C, Ctrl+V"),
        (translate("Dialogs", "Training: run or pause"), translate("Dialogs", "Space")),
        (translate("Dialogs", "Training: one step"), "N"),
        (translate("Dialogs", "Training: back to the start"), "R"),
    ]
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(translate("Dialogs", "Keyboard shortcuts"))
    grid = QGridLayout()
    grid.setHorizontalSpacing(28)
    half = (len(rows) + 1) // 2
    for index, (act, keys) in enumerate(rows):
        column = 2 * (index // half)
        name = QLabel(keys)
        name.setProperty("role", "heading")
        grid.addWidget(QLabel(act), index % half, column)
        grid.addWidget(name, index % half, column + 1)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    box = QVBoxLayout(dialog)
    box.setContentsMargins(20, 18, 20, 14)
    box.setSpacing(16)
    box.addLayout(grid)
    box.addWidget(buttons)
    dialog.open()
    return dialog


def show_about(parent: QWidget) -> QMessageBox:
    """Name, version, licence."""
    translate = QCoreApplication.translate
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(translate("Dialogs", "About attnviz"))
    box.setText(f"attnviz {__version__}")
    box.setInformativeText(
        translate(
            "Dialogs",
            "See, change, understand and show transformer attention. Free software under the MIT licence; it uses Qt "
            "(LGPL), NumPy and pyqtgraph, and the typeface Inter (OFL).",
        )
    )
    box.open()
    return box
