"""The cell under the pointer in both matrices that are compared."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.core.tokens import visible_text
from attnviz.document.trace import Trace
from attnviz.export.scene import Scene
from attnviz.export.words import isolated, number_text
from attnviz.i18n import NumberFormat


def compare_reading(scene: Scene, row: int, column: int) -> str:
    """Query and key, both weights, and the difference where both matrices have one; both pairs where they differ.

    The second matrix may be of another sentence: at the same place stand other words.
    """
    sides = [trace for trace in (scene.trace, scene.other) if trace is not None and _has(trace, row, column)]
    if not sides:
        return ""
    form = scene.form
    pairs = [_pair(trace, row, column) for trace in sides]
    weights = [_weight(trace, row, column) for trace in sides]
    said = [_said(trace, row, column, weight, form) for trace, weight in zip(sides, weights, strict=True)]
    translate = QCoreApplication.translate
    each = [
        f"{pair} · " + translate("Readout", "weight {weight}").format(weight=weight)
        for pair, weight in zip(pairs, said, strict=True)
    ]
    if len(sides) == 1:
        return each[0]
    difference = translate("Readout", "difference {difference}").format(
        difference=_difference(scene, row, column, weights[0] - weights[1])
    )
    if pairs[0] == pairs[1]:
        both = translate("Readout", "weight {one} against {two}").format(one=said[0], two=said[1])
        both = f"{pairs[0]} · {both}"
    else:
        both = translate("Readout", "{one} against {two}").format(one=each[0], two=each[1])
    return f"{both} · {difference}" if sides[0].weights.shape == sides[1].weights.shape else both


def _difference(scene: Scene, row: int, column: int, number: float) -> str:
    """The number with its sign; rounding alone is no difference."""
    told = number if scene.difference is None else float(scene.difference.told((row, column)))
    return ("+" if told > 0 else "") + number_text(told, 4, scene.form)


def _has(trace: Trace, row: int, column: int) -> bool:
    return row < trace.n_q and column < trace.n_k


def _pair(trace: Trace, row: int, column: int) -> str:
    return QCoreApplication.translate("Readout", "query “{query}” · key “{key}”").format(
        query=isolated(visible_text(trace.tokens_q[row])), key=isolated(visible_text(trace.tokens_k[column]))
    )


def _weight(trace: Trace, row: int, column: int) -> float:
    return float((trace.weights if trace.drawn is None else trace.drawn)[row, column])


def _said(trace: Trace, row: int, column: int, weight: float, form: NumberFormat) -> str:
    """The number; of a masked cell, whose 0 is no answer to a question, that too."""
    text = number_text(weight, 4, form)
    if weight == 0 and not trace.visible[row, column]:
        return QCoreApplication.translate("Readout", "{weight} (masked)").format(weight=text)
    return text
