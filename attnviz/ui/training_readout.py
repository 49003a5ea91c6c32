"""What the pointer is on in the Training tab, as one line of text."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.core.training.parameters import NAMES, parameters_in
from attnviz.document.trained import trained_trace
from attnviz.export.scene import Scene
from attnviz.export.training_words import run_name


def training_reading(scene: Scene, matrix: str, row: int, column: int) -> str:
    """A number of the picture; rows and columns count from 1. Nothing for a cell that is no more."""
    runs, twin = scene.training, matrix.endswith("'")
    if runs is None or (twin and len(runs.histories) < 2):
        return ""
    history = runs.histories[1 if twin else 0]
    state = history.at(scene.view.training.step)
    name = matrix.removesuffix("'")
    if name in NAMES:
        values = getattr(parameters_in(history.plan, state.flat), name)
        if row >= values.shape[0] or column >= values.shape[1]:
            return ""
        text = f"{name}[{row + 1}, {column + 1}] = {scene.form.fixed(float(values[row, column]), 4)}"
    else:
        trace = trained_trace(history.plan, state).for_head(scene.view.head)
        if row >= trace.n_q or column >= trace.n_k:
            return ""
        query, key = trace.tokens_q[row], trace.tokens_k[column]
        translate = QCoreApplication.translate
        if trace.visible[row, column]:
            weight = scene.form.fixed(float(trace.weights[row, column]), 4)
            text = translate("Readout", "{query} looks at {key}: {weight}").format(query=query, key=key, weight=weight)
        else:
            text = translate("Readout", "{query} may not look at {key}").format(query=query, key=key)
    return f"{run_name(history.plan)} · {text}" if len(runs.histories) > 1 else text
