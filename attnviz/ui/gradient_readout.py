"""What the pointer is on in the Gradient tab, as one line of text."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.core.jacobian import softmax_jacobian
from attnviz.core.tokens import visible_text
from attnviz.export.gradient_chain import gradient_layout
from attnviz.export.jacobian_cells import shown_keys
from attnviz.export.scene import Scene


def gradient_reading(scene: Scene, matrix: str, row: int, column: int) -> str:
    """The labels and the number of a cell of a gradient; nothing for a cell that is no more."""
    gradient, form = scene.gradient, scene.form
    if gradient is None:
        return ""
    if matrix == "jacobian":
        return _jacobian_reading(scene, row, column)
    tile = next(
        (t for t in gradient_layout(scene.document, gradient, scene.notation).tiles() if t.name == matrix), None
    )
    if tile is None or row >= tile.values.shape[0] or column >= tile.values.shape[1]:
        return ""
    where = f"{tile.title} · {visible_text(tile.rows[row])} · {visible_text(tile.columns[column])}"
    if tile.visible is not None and not tile.visible[row, column]:
        return f"{where} · " + QCoreApplication.translate("Readout", "masked: may not be looked at")
    return f"{where} = {form.short(float(tile.values[row, column]), 6)}"


def _jacobian_reading(scene: Scene, row: int, column: int) -> str:
    trace, form = scene.trace, scene.form
    a = trace.weights[scene.query].astype(float)
    kept = shown_keys(a)
    if max(row, column) >= len(kept):
        return ""
    J = softmax_jacobian(a[kept])
    text = QCoreApplication.translate("Readout", "weight of “{one}” against the scaled score of “{other}”: {number}")
    return text.format(
        one=visible_text(trace.tokens_k[kept[row]]),
        other=visible_text(trace.tokens_k[kept[column]]),
        number=form.short(float(J[row, column]), 6),
    )
