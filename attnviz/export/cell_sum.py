"""What one cell of the chain is made of, in one line of real numbers: 1·1 + 2·1 = 3."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from attnviz.core.attention import scale_scores
from attnviz.export.products import equals
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat

PLACES = 2  # decimals of what is written
MOST_TERMS = 4  # of a sum that are written out, the largest


def cell_sum(scene: Scene, matrix: str, row: int, column: int) -> str:
    """The sum behind a cell of S, S/√d_k, A or O; "" for other cells, and where there is none to tell."""
    writes = {"scores": _score, "scaled": _scaled, "weights": _weight, "output": _output}
    trace = scene.trace
    if matrix not in writes or row >= trace.n_q or (matrix != "output" and column >= trace.n_k):
        return ""
    if not trace.scored and matrix != "output":
        return ""
    if matrix in ("scaled", "weights") and not trace.visible[row, column]:
        return ""
    return writes[matrix](scene, row, column)


def _score(scene: Scene, row: int, column: int) -> str:
    """q · k, term by term; a sentence's other heads have scores that no product gives."""
    trace = scene.trace
    if trace.Q is None or trace.K is None:
        return ""
    q, k = trace.Q[row].astype(float), trace.K[column].astype(float)
    result = float(trace.scores_of(row)[column])
    if not math.isclose(float(q @ k), result, rel_tol=1e-4, abs_tol=1e-6):
        return ""
    return _products(list(zip(q.tolist(), k.tolist(), strict=True)), result, scene.form)


def _scaled(scene: Scene, row: int, column: int) -> str:
    trace, options, form = scene.trace, scene.document.options, scene.form
    raw = float(trace.scores_of(row)[column])
    result = float(scale_scores(np.array(raw), d_k=trace.d_k, divide=options.divide, temperature=options.temperature))
    parts, found = [form.short(raw, PLACES)], _read(raw)
    if options.divide:
        parts.append(form.short(math.sqrt(trace.d_k), PLACES))
        found /= _read(math.sqrt(trace.d_k))
    if options.temperature != 1:
        parts.append(form.short(options.temperature, PLACES))
        found /= _read(options.temperature) or math.nan
    if len(parts) == 1:
        return ""
    return f"{' ÷ '.join(parts)} {_equals(found, result)} {form.short(result, PLACES)}"


def _weight(scene: Scene, row: int, column: int) -> str:
    """e to the scaled score, over the sum of the row's."""
    trace, form = scene.trace, scene.form
    scaled = trace.scaled_of(row).astype(float)
    seen = scaled[trace.visible[row]]
    largest = float(seen.max()) if seen.size else math.inf
    if not math.isfinite(largest) or abs(largest) > 12 or not math.isfinite(scaled[column]):
        return ""  # the written sum subtracts the largest first: one line does not hold that
    part, total, result = math.exp(scaled[column]), float(np.exp(seen).sum()), float(trace.weights[row, column])
    power = form.fixed(float(scaled[column]), PLACES)
    fraction = f"e^{power} ÷ Σ = {form.fixed(part, PLACES)} ÷ {form.fixed(total, PLACES)}"
    return f"{fraction} {_equals(_read(part) / (_read(total) or math.nan), result)} {form.fixed(result, PLACES)}"


def _output(scene: Scene, row: int, column: int) -> str:
    """The weights times a column of V."""
    trace = scene.trace
    if trace.V is None or trace.output is None or column >= trace.V.shape[1]:
        return ""
    weights, values = trace.weights[row].astype(float), trace.V[:, column].astype(float)
    result = float(trace.output[row, column])
    return _products(list(zip(weights.tolist(), values.tolist(), strict=True)), result, scene.form)


def _products(factors: Sequence[tuple[float, float]], result: float, form: NumberFormat) -> str:
    """a·b + c·d = result, with the largest terms where there are many."""
    kept = list(range(len(factors)))
    if len(factors) > MOST_TERMS:
        by_size = sorted(kept, key=lambda at: -abs(factors[at][0] * factors[at][1]))
        kept = sorted(by_size[: MOST_TERMS - 1])
    text = " + ".join(f"{_factor(factors[at][0], form)}·{_factor(factors[at][1], form)}" for at in kept)
    if len(kept) < len(factors):
        return f"{text} + … = {form.short(result, PLACES)}"
    found = math.fsum(_read(factors[at][0]) * _read(factors[at][1]) for at in kept)
    return f"{text} {_equals(found, result)} {form.short(result, PLACES)}"


def _factor(value: float, form: NumberFormat) -> str:
    """A negative one in parentheses: its sign is not a subtraction."""
    text = form.short(value, PLACES)
    return f"({text})" if text.startswith("−") else text


def _read(value: float) -> float:
    """The number as whoever reads it has it."""
    return round(value, PLACES) if abs(value) >= 0.5 * 10**-PLACES else value


def _equals(found: float, result: float) -> str:
    return equals(abs(found - _read(result)) <= 0.5 * 10**-PLACES + 1e-9)
