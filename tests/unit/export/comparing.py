"""Scenes of two matrices beside each other, for the tests of their figure."""

from __future__ import annotations

from attnviz.document import edits
from attnviz.document.comparison import compared_document, fitting
from attnviz.document.derive import derive
from attnviz.document.view_state import ViewState
from attnviz.export.compare_figure import compare_figure
from attnviz.export.fonts import text_width
from attnviz.export.scene import Scene
from attnviz.i18n import number_format

ENGLISH = number_format("en")
SENTENCE = edits.sentence_document("the fat cat sat on the mat because it was warm")
PLOTS = ("weights", "other", "difference")


def compared(document, comparison, *, form=ENGLISH, query=0, **look):
    comparison = fitting(comparison, document, pinned=False)
    other = compared_document(document, comparison)
    head = comparison.head if comparison.kind == "head" and other is document else 0
    view = ViewState(tab="matrix", drawing="compare", compare=comparison, query=query, **look)
    return Scene(
        document=document,
        trace=derive(document).for_head(0),
        other=None if other is None else derive(other).for_head(head),
        view=view,
        form=form,
    )


def at(scene, width, height):
    return compare_figure(scene, width=width, height=height, measure=text_width)


def words(n):
    many = ["the", "fat", "cat", "sat", "on", "the", "mat", "because", "it", "was", "warm", "and", "soft", "."]
    return edits.sentence_document(" ".join(many[i % len(many)] for i in range(n)))
