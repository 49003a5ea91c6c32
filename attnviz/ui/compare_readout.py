"""The cell under the pointer in both matrices that are compared."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.core.tokens import visible_text
from attnviz.document.trace import Trace
from attnviz.export.scene import Scene
from attnviz.export.tiles import cell_text
from attnviz.export.words import isolated


def compare_reading(scene: Scene, row: int, column: int) -> str:
    """Query and key, both weights, and the difference where both matrices have the cell."""
    one, two = _weight(scene.trace, row, column), _weight(scene.other, row, column)
    there = scene.trace if one is not None else scene.other
    if there is None or (one is None and two is None):
        return ""
    translate = QCoreApplication.translate
    where = translate("Readout", "query “{query}” · key “{key}”").format(
        query=isolated(visible_text(there.tokens_q[row])), key=isolated(visible_text(there.tokens_k[column]))
    )
    form = scene.form
    if one is None or two is None:
        only = one if two is None else two
        return f"{where} · " + translate("Readout", "weight {weight}").format(weight=cell_text(only or 0.0, 4, form))
    sign = "+" if one > two else ""
    return f"{where} · " + translate("Readout", "weight {one} against {two} · difference {difference}").format(
        one=cell_text(one, 4, form), two=cell_text(two, 4, form), difference=sign + cell_text(one - two, 4, form)
    )


def _weight(trace: Trace | None, row: int, column: int) -> float | None:
    if trace is None or row >= trace.n_q or column >= trace.n_k:
        return None
    return float((trace.weights if trace.drawn is None else trace.drawn)[row, column])
