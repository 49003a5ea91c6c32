"""A scene made without a window: everything that its view draws worked out at once."""

from __future__ import annotations

import itertools
from dataclasses import replace

from attnviz.document.comparison import compared_document, fitting
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.document import Document, ProjectionSource
from attnviz.document.head_grid import grids
from attnviz.document.imported_source import ImportedSource
from attnviz.document.trace import Trace
from attnviz.document.training_runs import TrainingRuns, finished
from attnviz.document.view_state import ViewState
from attnviz.export.palette import LIGHT, Palette
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat


def whole_scene(
    document: Document,
    view: ViewState,
    form: NumberFormat,
    *,
    palette: Palette = LIGHT,
    trace: Trace | None = None,
    training: TrainingRuns | None = None,
) -> Scene:
    """What the window would have after all its workers are done.

    `trace`, of all heads, and `training` are taken where they are known already. Raises InputError where something
    that the view shows cannot be computed.
    """
    trace = derive(document) if trace is None else trace
    scene = Scene(document=document, trace=trace.for_head(view.head), view=view, form=form, palette=palette)
    if view.tab == "training":
        return replace(scene, training=finished(document.training) if training is None else training)
    if view.tab == "heads" and isinstance(document.source, (ImportedSource, ProjectionSource)):
        *_, grid = grids(document, itertools.repeat(False))
        return replace(scene, grid=grid)
    if view.tab != "matrix":
        return scene
    if view.drawing == "compare":
        comparison = fitting(view.compare, document, pinned=False)
        other = compared_document(document, comparison)
        scene = replace(scene, view=replace(view, compare=comparison))
        if other is not None:
            beside = trace if other is document else derive(other)
            head = comparison.head if comparison.kind == "head" and beside.n_heads > 1 else scene.trace.head
            return replace(scene, other=beside.for_head(head))
        return scene
    if view.quantity == "gradient":
        return replace(scene, gradient=derive_gradient(document, trace).for_head(scene.trace.head))
    return scene
