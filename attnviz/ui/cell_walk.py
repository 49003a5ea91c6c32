"""From cell to cell of a matrix by keys."""

from __future__ import annotations

from PySide6.QtCore import Qt

from attnviz.document.zoom import Window
from attnviz.export.scene import Scene

KEYS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_PageUp: (-10, 0),
    Qt.Key.Key_PageDown: (10, 0),
}
ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


def start_cell(scene: Scene, column: int | None, window: Window | None) -> tuple[int, int]:
    """Where the keys go on: at the cursor, in its `column` of the followed row.

    Before there is one (None), in the followed row, or in the middle of the `window` in sight where that row or its
    first key is not.
    """
    if column is not None:
        return scene.query, min(column, scene.trace.n_k - 1)
    if window is None:
        return scene.query, 0
    first_row, rows, first_column, columns = window
    row = scene.query if first_row <= scene.query + 0.5 <= first_row + rows else int(first_row + rows / 2)
    return row, int(first_column + columns / 2)


def next_cell(scene: Scene, cell: tuple[int, int], key: Qt.Key) -> tuple[int, int]:
    """The cell that a key of `KEYS` or `ENDS` leads to from this one, (row, column)."""
    (row, column), trace = cell, scene.trace
    if key in ENDS:
        return row, 0 if key == Qt.Key.Key_Home else trace.n_k - 1
    down, right = KEYS[key]
    if scene.view.transposed:  # the arrows go where they point
        down, right = right, down
    return min(max(row + down, 0), trace.n_q - 1), min(max(column + right, 0), trace.n_k - 1)
