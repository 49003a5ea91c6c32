"""The cell under the pointer in both matrices that are compared."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.core.tokens import visible_text
from attnviz.document.trace import Trace
from attnviz.export.scene import Scene
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
        return f"{where} · " + translate("Readout", "weight {weight}").format(weight=form.fixed(only or 0.0, 4))
    sign = "+" if one > two else ""
    return f"{where} · " + translate("Readout", "weight {one} against {two} · difference {difference}").format(
        one=form.fixed(one, 4), two=form.fixed(two, 4), difference=sign + form.fixed(one - two, 4)
    )


def _weight(trace: Trace | None, row: int, column: int) -> float | None:
    if trace is None or row >= trace.n_q or column >= trace.n_k:
        return None
    return float(trace.weights[row, column])
