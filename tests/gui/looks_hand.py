"""A hand that changes what is shown of a large matrix, an eye on who works for it, and a fresh window to compare."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QWidget

from attnviz.core import links
from attnviz.document.trace import Later
from attnviz.document.unwritten import Unwritten
from attnviz.export import colour_bar, links_figure, paint, picture, scales
from attnviz.ui import links_canvas
from attnviz.ui.prepared_canvas import LARGE


def choose(combo: QComboBox, data: object) -> None:
    """Go through a list with the keys, to one of its items; what lies between is chosen on the way."""
    index = combo.findData(data)
    assert index >= 0, data
    combo.setFocus()
    while combo.currentIndex() != index:
        before = combo.currentIndex()
        QTest.keyClick(combo, Qt.Key.Key_Down if before < index else Qt.Key.Key_Up)
        assert combo.currentIndex() != before, "the control answers in the turn of the key"


def rest(qtbot, app) -> None:
    """Wait until all is there that was asked for, margins and health included."""

    def over() -> bool:
        scene, matrix = app.scene, app.window.matrix
        if not app.displaying.rests or app.tracer._running is not None or scene.document is not app.session.document:
            return False
        if scene.view.tab != "matrix":
            return True
        if scene.view.quantity == "gradient" and scene.view.drawing == "heatmap" and scene.gradient is None:
            return False
        if scene.view.drawing == "compare" and (scene.other is None or scene.difference is None):
            return False
        heatmap = matrix.heatmap if scene.view.drawing == "heatmap" else None
        return not scene.trace.rough and (heatmap is None or heatmap.settled)

    qtbot.waitUntil(over, timeout=30_000)
    for _ in range(3):  # a layout that the last picture asked for
        QTest.qWait(1)
        qtbot.waitUntil(over, timeout=30_000)


def pixels(widget: QWidget) -> np.ndarray:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.bits(), np.uint8).reshape(image.height(), image.width(), 4)[..., :3].copy()


def shown(app) -> dict[str, object]:
    """What the Matrix tab shows: its pictures, and what its controls say."""
    matrix = app.window.matrix
    page = {"heatmap": matrix.heatmap, "compare": matrix.compare.canvas}.get(app.view.drawing, matrix.links.canvas)
    assert page.isVisible()
    controls = matrix.controls
    return {
        "picture": pixels(page),
        "row": pixels(matrix.inspector.bars) if matrix.inspector.bars.isVisible() else None,
        "controls": tuple(combo.currentText() for combo in (controls.drawing, controls.quantity, controls.curve)),
        "said": matrix.inspector.title.text(),
    }


def same_as_fresh(qtbot, start, app) -> None:
    """A window that never showed anything else shows the same, pixel by pixel."""
    rest(qtbot, app)
    fresh = start("sentence")
    fresh.look(**{name: getattr(app.view, name) for name in LOOKED})
    fresh.session.edit("the same", app.session.document)
    rest(qtbot, fresh)
    fresh.look(zoom=app.view.zoom)  # of another text all is shown at first
    rest(qtbot, fresh)
    one, other = shown(app), shown(fresh)
    for name, found in one.items():
        assert np.array_equal(found, other[name]), f"another {name}: {app.view}"


LOOKED = ("tab", "quantity", "drawing", "colour", "fitting_curve", "links", "compare", "query", "sorted_bars")
LOOKED += ("transposed", "inspector", "key")


@dataclass
class Watch:
    """Who did what takes longer than a frame: (what, whether in the window's own thread)."""

    seen: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def here(self) -> list[str]:
        return [what for what, own in self.seen if own]

    @property
    def elsewhere(self) -> list[str]:
        return [what for what, own in self.seen if not own]

    def note(self, what: str) -> None:
        self.seen.append((what, threading.current_thread() is threading.main_thread()))


def watch(patch) -> Watch:
    """Note every look at a whole large matrix, and every laying out and painting of thousands of curves."""
    watched = Watch()

    def around(owner: object, name: str, large: Callable[..., bool], kind: Callable = lambda f: f) -> None:
        work = getattr(owner, name)

        def noted(*args, **options):
            if large(*args, **options):
                watched.note(name)
            return work(*args, **options)

        patch.setattr(owner, name, kind(noted))

    def many(array, *_more, **_options) -> bool:
        return array is not None and getattr(array, "values", array).size > LARGE

    for name in ("_range", "_row_ends", "_considered"):
        around(scales, name, many)
    around(colour_bar, "_find_marks", many)
    around(picture, "_levels", lambda cells, *_: not _few(cells))
    around(picture, "reduce_max", lambda part, *_: part.size > LARGE)
    around(links.RowLinks, "of", many, staticmethod)
    around(links_canvas, "links_figure", lambda scene, **_: scene.trace.weights.size > LARGE)
    around(paint, "_paint_curves", lambda *_: True)
    around(Unwritten, "whole", lambda array: array._whole is None and array.size > LARGE)
    around(Later, "compute", lambda later: not later.made and _large_made(later))
    assert links_figure.RowLinks is links.RowLinks
    return watched


def _few(cells) -> bool:
    """Whether only a small part is drawn."""
    rows, columns = cells.touched()
    return len(rows) * len(columns) <= LARGE


def _large_made(later: Later) -> bool:
    """Whether what is computed is a matrix."""
    make = later._make
    return make is not None and make.__qualname__.startswith(("_later_scores", "traced"))
