"""The tabs: how each view is made when it is first shown. Imports wait until then, so that the window comes quickly."""

from __future__ import annotations

from collections.abc import Callable

from attnviz.document.view_state import Tab
from attnviz.ui.view import View


def _steps() -> View:
    from attnviz.ui.steps_view import StepsView

    return StepsView()


def _matrix() -> View:
    from attnviz.ui.matrix_view import MatrixView

    return MatrixView()


def _heads() -> View:
    from attnviz.ui.heads_view import HeadsView

    return HeadsView()


def _code() -> View:
    from attnviz.ui.code_view import CodeView

    return CodeView()


def _gradient() -> View:
    from attnviz.ui.gradient_view import GradientView

    return GradientView()


def _shapes() -> View:
    from attnviz.ui.shapes_view import ShapesView

    return ShapesView()


def _training() -> View:
    from attnviz.ui.training_view import TrainingView

    return TrainingView()


_VIEWS: dict[Tab, Callable[[], View]] = {
    "steps": _steps,
    "matrix": _matrix,
    "heads": _heads,
    "training": _training,
    "shapes": _shapes,
    "gradient": _gradient,
    "code": _code,
}


def make(tab: Tab) -> View:
    """The view of a tab."""
    return _VIEWS[tab]()
