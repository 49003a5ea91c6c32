"""The other weights of a comparison: traced like the document, beside it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from attnviz.document.comparison import Comparison, compared_document, fitting
from attnviz.document.document import Document, ProjectionSource
from attnviz.document.trace import Trace
from attnviz.errors import InputError
from attnviz.export.scene import Scene
from attnviz.session.companion import Companion
from attnviz.session.tracer import Tracer


class Comparer(Companion):
    """Fills `scene.other`: the trace of one head that the Matrix tab puts beside the document's."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tracer = Tracer(self)
        self._tracer.traced.connect(self._traced)
        self._tracer.failed.connect(self._failed)
        self._asked: tuple[Document, Comparison] | None = None  # what `_document` was made of
        self._document: Document | None = None
        self._trace: Trace | None = None  # of `_document`, all heads
        self._asking = False

    def complete(self, scene: Scene) -> Scene:
        if scene.view.tab != "matrix" or scene.view.drawing != "compare":
            return scene
        comparison = fitting(scene.view.compare, scene.document, scene.pinned)
        scene = replace(scene, view=replace(scene.view, compare=comparison))
        if comparison.kind == "pinned":
            return replace(scene, other=scene.before)
        self._ask(scene.document, comparison)
        if self._document is None or self._trace is None:
            return replace(scene, other=None)
        another_head = comparison.kind == "head" and isinstance(self._document.source, ProjectionSource)
        other = self._trace.for_head(comparison.head if another_head else scene.trace.head)
        return replace(scene, other=other)

    def _ask(self, document: Document, comparison: Comparison) -> None:
        if self._asked is not None and self._asked[0] is document and self._asked[1] == comparison:
            return
        self._asked = (document, comparison)
        self._trace = None  # never yesterday's numbers beside today's
        try:
            self._document = compared_document(document, comparison)
        except InputError:
            self._document = None  # the strip, where the sentence is typed, says why
        if self._document is None:
            return
        self._asking = True
        try:
            self._tracer.request(self._document)
        finally:
            self._asking = False

    @Slot(object, object)
    def _traced(self, document: Document, trace: Trace) -> None:
        if document is not self._document:
            return
        self._trace = trace
        if not self._asking:  # computed at once while it was asked for: whoever asks shows it
            self.completed.emit()

    @Slot(object, object)
    def _failed(self, _document: Document, error: Exception) -> None:
        self._trace = None
        if not isinstance(error, InputError):
            raise error

    def stop(self) -> None:
        self._tracer.stop()
