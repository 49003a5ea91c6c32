"""What the pointer or the keyboard cursor is on, as one line of text."""

from __future__ import annotations

from math import isfinite, isinf, isnan, log

from PySide6.QtCore import QCoreApplication

from attnviz.core.arrays import Bools
from attnviz.core.attention import scale_scores
from attnviz.core.tokens import visible_text
from attnviz.document.explain import log_weight, rank_in_row
from attnviz.document.trace import Array
from attnviz.export.chain import chain_layout
from attnviz.export.scene import Scene
from attnviz.export.words import isolated, number_text
from attnviz.i18n import NumberFormat
from attnviz.ui.compare_readout import compare_reading
from attnviz.ui.training_readout import training_reading

KEPT = 1e-12  # of smaller weights a large trace keeps few digits or none (see `core.blocked.LOWEST`)


def weight_reading(scene: Scene, row: int, column: int) -> str:
    """Query, key, raw and scaled score, weight and its rank in the row; the gradient too where it is shown."""
    trace, form, options = scene.trace, scene.form, scene.document.options
    translate = QCoreApplication.translate
    where = translate("Readout", "query “{query}” · key “{key}”").format(
        query=isolated(visible_text(trace.tokens_q[row])), key=isolated(visible_text(trace.tokens_k[column]))
    )
    if not trace.scored:
        return f"{where} · {_weight_reading(scene, row, column)}"
    # Of the followed row only: the whole matrix of scores may not have been computed.
    scores = trace.scores_of(row)
    score = translate("Readout", "score {score}").format(score=number_text(float(scores[column]), 3, form))
    if not trace.visible[row, column]:
        return f"{where} · {score} · " + translate("Readout", "masked: may not be looked at")
    scaled = scale_scores(scores, d_k=trace.d_k, divide=options.divide, temperature=options.temperature)
    number = translate("Readout", "scaled score {scaled}").format(scaled=number_text(float(scaled[column]), 3, form))
    numbers = f"{number} · {_weight_reading(scene, row, column, scaled)}"
    return f"{where} · {score} · {numbers}{_gradient_reading(scene, row, column)}"


def _weight_reading(scene: Scene, row: int, column: int, scaled: Array | None = None) -> str:
    """The weight and its rank in the row, whose scaled scores tell both where weights are too small to be kept."""
    trace, form = scene.trace, scene.form
    weights = trace.weights[row]
    weight = float(weights[column])
    number = weight if trace.drawn is None else float(trace.drawn[row, column])
    if isnan(number):
        return QCoreApplication.translate("Readout", "weight NaN, not a number: left out of all sums")
    if isinf(number):
        return QCoreApplication.translate("Readout", "weight {weight}: left out of all sums").format(
            weight=form.fixed(number, 4)
        )
    if not trace.visible[row, column]:
        return QCoreApplication.translate("Readout", "masked: may not be looked at")
    return QCoreApplication.translate("Readout", "weight {weight} · rank {rank} of {n}").format(
        weight=_weight(weight, trace.visible[row], column, scaled, form),
        rank=rank_in_row(weights, column, trace.visible[row], scaled),
        n=int(trace.visible[row].sum()),
    )


def _weight(weight: float, visible: Bools, column: int, scaled: Array | None, form: NumberFormat) -> str:
    """Four decimals, or a power of ten for what they cannot hold."""
    if scaled is not None and abs(weight) < KEPT:
        logarithm = log_weight(scaled, visible, column)
        if isfinite(logarithm):
            return form.power_of_ten(logarithm / log(10))
    return number_text(weight, 4, form)


def _gradient_reading(scene: Scene, row: int, column: int) -> str:
    if scene.view.quantity != "gradient" or scene.view.tab != "matrix" or scene.gradient is None:
        return ""
    name = scene.notation.write("∂L/∂S")
    return f" · {name} {number_text(float(scene.gradient.dS[row, column]), 4, scene.form)}"


def cell_reading(scene: Scene, matrix: str, row: int, column: int) -> str:
    """The cell of any matrix of the chain: its labels and its number; nothing for a cell that is no more."""
    if scene.view.tab == "gradient":
        from attnviz.ui.gradient_readout import gradient_reading  # comes with its tab

        return gradient_reading(scene, matrix, row, column)
    if scene.view.tab == "training":
        return training_reading(scene, matrix, row, column)
    if matrix == "difference":
        return compare_reading(scene, row, column)
    trace, form = scene.trace, scene.form
    if matrix in ("scores", "scaled", "weights"):
        return weight_reading(scene, row, column) if row < trace.n_q and column < trace.n_k else ""
    if not trace.scored:
        return ""  # imported weights: the pointer still stands where a matrix of another document was
    tile = next(
        (t for t in chain_layout(scene.document, trace, None, scene.notation).tiles() if t.name == matrix), None
    )
    if tile is None or row >= tile.values.shape[0] or column >= tile.values.shape[1]:
        return ""
    value = form.short(float(tile.values[row, column]), 6)
    return f"{tile.title} · {visible_text(tile.rows[row])} · {visible_text(tile.columns[column])} = {value}"
