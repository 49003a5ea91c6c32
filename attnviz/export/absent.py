"""What a tab says instead of a picture where a document has not what it shows."""

from __future__ import annotations

from attnviz.document.document import Document, ProjectionSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.view_state import Tab
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.scene import Scene
from attnviz.i18n import translate


def absent_sentence(scene: Scene) -> str | None:
    """Why the scene's tab has nothing to show; None where it has."""
    return why_absent(scene.document, scene.view.tab)


def why_absent(document: Document, tab: Tab) -> str | None:
    """Why a tab has nothing to show of a document; None where it has."""
    source = document.source
    if tab == "heads" and not isinstance(source, (ImportedSource, ProjectionSource)):
        return translate(
            "absent",
            "This document has one head. The grid of heads is for a layer of projections (New from embeddings) and for "
            "attention that was exported from a model (Open).",
        )
    if not isinstance(source, ImportedSource):
        return None
    if tab == "steps":
        return translate(
            "absent",
            "This attention was computed elsewhere: its file holds the weights A, but no Q, K and V to compute them "
            "from. The Matrix tab shows one head, the Heads tab all of them.",
        )
    if tab == "gradient":
        return translate(
            "absent",
            "There is no way back through attention that was imported: that takes Q, K and V, and its file holds only "
            "what came out of them.",
        )
    if tab == "shapes" and document.shape is None:
        return translate(
            "absent",
            "Attention weights say nothing of the other matrices of their model. Drop its config.json on this window "
            "to see their shapes.",
        )
    return None


def absent_figure(scene: Scene, measure: Measure) -> Figure:
    """The sentence as a figure, for a file."""
    sheet, width = Sheet(measure), 640.0
    lines = _wrapped(absent_sentence(scene) or "", width - 48, measure)
    for index, line in enumerate(lines):
        sheet.text(24, 40 + 20 * index, line, size=13, colour="muted")
    return Figure(
        width=width,
        height=60.0 + 20 * len(lines),
        items=tuple(sheet.items),
        title=scene.document.name or translate("figure", "Attention weights"),
        description=" ".join(lines),
    )


def _wrapped(text: str, width: float, measure: Measure) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if measure(longer, 13, False) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
