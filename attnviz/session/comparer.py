"""The other weights of a comparison: traced like the document, beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Slot

from attnviz.document.comparison import Comparison, compared_document, fitting
from attnviz.document.derive import cells, derive
from attnviz.document.difference import Asked, Difference, difference_of, keep_written
from attnviz.document.document import Document, ProjectionSource
from attnviz.document.trace import Trace
from attnviz.errors import InputError
from attnviz.export.scene import Scene
from attnviz.session.companion import Companion
from attnviz.session.tracer import Tracer


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Pair:
    """The document to put beside another one, and once it is traced its trace, of all heads."""

    document: Document
    comparison: Comparison
    beside: Document | None
    trace: Trace | None = None

    def of(self, document: Document, comparison: Comparison) -> bool:
        return self.document is document and self.comparison == comparison


class Comparer(Companion):
    """Fills `scene.other`: the trace of one head that the Matrix tab puts beside the document's; and the difference.

    While a document changes, the other trace is made along with its own (`tracer.Beside`): made afterwards, it would
    never be ready before a hand that drags has changed the document again. What else is asked for is made by a tracer
    of its own.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tracer = Tracer(self)
        self._tracer.traced.connect(self._traced)
        self._tracer.failed.connect(self._failed)
        self._looked: Comparison | None = None  # at this one, now
        self._pinned: Trace | None = None  # or at this one's numbers
        self._asked: _Pair | None = None  # by the view
        self._made: _Pair | None = None  # along with a document's trace, in whichever thread that was made
        self._next: _Pair | None = None  # that will be made so
        self._shown: tuple[_Pair, int, Trace] | None = None  # the head of a pair that was asked for last
        self._difference: Difference | None = None  # that was shown last
        self._prepared: Difference | None = None  # that was made along with a document's trace
        self._blocks = Asked()
        self._asking = False

    def complete(self, scene: Scene) -> Scene:
        if scene.view.tab != "matrix" or scene.view.drawing != "compare":
            self._difference = self._prepared = None
            self._let_go()
            held = scene.other is not None or scene.difference is not None
            return replace(scene, other=None, difference=None) if held else scene
        comparison = fitting(scene.view.compare, scene.document, scene.pinned)
        scene = replace(scene, view=replace(scene.view, compare=comparison))
        if comparison.kind == "pinned":
            if self._looked is not None:
                self._prepared = None  # of another comparison
            self._let_go()
            self._pinned = scene.before
            return self._with_difference(replace(scene, other=scene.before))
        self._looked, self._pinned = comparison, None
        pair = self._pair_for(scene.document, comparison)
        if pair.trace is None:
            return replace(scene, other=None, difference=None)
        another_head = comparison.kind == "head" and isinstance(scene.document.source, ProjectionSource)
        head = comparison.head if another_head else scene.trace.head
        if self._shown is None or self._shown[:2] != (pair, head):
            self._shown = pair, head, pair.trace.for_head(head)
        return self._with_difference(replace(scene, other=self._shown[2]))

    def _let_go(self) -> None:
        """Hold no other trace, nor what it was made with: as large matrices again as the document has."""
        self._looked = self._pinned = self._asked = self._made = self._next = self._shown = None
        self._tracer.forget()

    def _with_difference(self, scene: Scene) -> Scene:
        """The scene with the difference that is there already, if it is that of its traces, or another one."""
        trace, other = scene.trace, scene.other
        there = (found for found in (self._difference, self._prepared) if found is not None)
        if other is None:
            self._difference = None
        else:
            self._difference = next((found for found in there if found.of(trace, other)), None)
            self._difference = self._difference or self._new_difference(trace, other)
        return replace(scene, difference=self._difference)

    def _new_difference(self, trace: Trace, other: Trace) -> Difference | None:
        found = difference_of(trace, other, self._blocks)
        if found is not None and found.lazy:
            keep_written(trace, other)
        return found

    def _pair_for(self, document: Document, comparison: Comparison) -> _Pair:
        """The other trace if it is there; else it is asked for."""
        made = self._made
        if made is not None and made.of(document, comparison) and made is not self._asked:
            self._asked = made
            if made.beside is not None and made.trace is not None:
                self._tracer.carry_on(made.beside, made.trace)
        elif self._asked is None or not self._asked.of(document, comparison):
            self._ask(document, comparison)
        assert self._asked is not None
        return self._asked

    def _ask(self, document: Document, comparison: Comparison) -> None:
        self._asked = pair = self._beside(document, comparison)  # without a trace: never yesterday's beside today's
        if pair.beside is None:
            return
        self._asking = True
        try:
            self._tracer.request(pair.beside)
        finally:
            self._asking = False

    def _beside(self, document: Document, comparison: Comparison) -> _Pair:
        """What belongs beside the document; what does not depend on its options is taken from the pair before."""
        before = self._asked
        if before is not None and before.of(document, comparison):
            return replace(before, trace=None)
        if before is not None and before.comparison == comparison and before.document.source is document.source:
            beside = before.beside
            # Another source; or the document itself, whose trace has every head, or one that differs in its options.
            if beside is not None and beside.source is not document.source:
                return _Pair(document=document, comparison=comparison, beside=replace(document, source=beside.source))
        try:
            beside = compared_document(document, comparison)
        except InputError:
            beside = None  # the strip, where the sentence is typed, says why
        return _Pair(document=document, comparison=comparison, beside=beside)

    # along with the document's trace -----------------------------------------------------------------------

    def cells(self, document: Document) -> int:
        pair, last = self._wanted(document), self._tracer.last
        if pair is None or pair.beside is None or pair.beside is document:
            return 0
        known = last is not None and last[0].source is pair.beside.source and last[0].options == pair.beside.options
        return 0 if known else cells(pair.beside)

    def make(self, document: Document, trace: Trace, exact: bool, hasty: bool) -> None:
        pair, other = self._wanted(document), self._pinned
        if pair is not None and pair.beside is not None:
            other = trace
            if pair.beside is not document:
                other = derive(pair.beside, previous=self._tracer.last, exact=exact, hasty=hasty)
            self._made = replace(pair, trace=other)
        else:
            self._made = None
        if other is None:
            return
        found = self._prepared
        if found is None or not found.of(trace, other):  # a document that is asked for again has it already
            found = self._new_difference(trace, other)
        if found is not None:
            found.prepare()
        self._prepared = found

    def rough(self, document: Document) -> bool:
        made, looked = self._made, self._looked
        if made is None or made.trace is None or looked is None or not made.of(document, looked):
            return False
        return made.trace.rough

    def _wanted(self, document: Document) -> _Pair | None:
        looked, found = self._looked, self._next
        if looked is None:
            return None
        if found is None or not found.of(document, looked):
            found = self._next = self._beside(document, looked)
        return found

    # by itself ---------------------------------------------------------------------------------------------

    @Slot(object, object)
    def _traced(self, document: Document, trace: Trace) -> None:
        if self._asked is None:  # it came after the comparison had been left
            self._tracer.forget()
        if self._asked is None or document is not self._asked.beside:
            return
        self._asked = replace(self._asked, trace=trace)
        if not self._asking:  # computed at once while it was asked for: whoever asks shows it
            self.completed.emit()

    @Slot(object, object)
    def _failed(self, document: Document, error: Exception) -> None:
        if self._asked is not None and document is self._asked.beside:
            self._asked = replace(self._asked, trace=None)
        if not isinstance(error, InputError):
            raise error

    def stop(self) -> None:
        self._tracer.stop()
