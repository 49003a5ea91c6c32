"""What stands above two pictures that are compared: each side by what makes it different."""

from __future__ import annotations

from attnviz.core.tokens import visible_text
from attnviz.document.derive_imported import picked
from attnviz.document.document import HEADS, Document, ProjectionSource, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place
from attnviz.export.place_words import place_name
from attnviz.export.scene import Scene
from attnviz.i18n import translate

LONGEST = 48  # characters of a sentence in a title
BEFORE = 3  # words before the first that differs, where titles cannot begin at the beginning


def side_names(scene: Scene) -> tuple[str, str]:
    """The names of the document's weights and of those beside them."""
    comparison, options = scene.view.compare, scene.document.options
    if comparison.kind == "divide":
        names = (translate("compare", "divided by √dₖ"), translate("compare", "not divided"))
        return names if options.divide else names[::-1]
    if comparison.kind == "causal":
        names = (translate("compare", "causal mask"), translate("compare", "without the causal mask"))
        return names if options.causal else names[::-1]
    if comparison.kind == "head":
        return _heads(scene)
    if comparison.kind == "sentence":
        return _sentences(scene.document, comparison.text)
    return translate("compare", "now"), translate("compare", "pinned")


def _heads(scene: Scene) -> tuple[str, str]:
    source, wanted = scene.document.source, scene.view.compare.head
    if isinstance(source, ProjectionSource):
        head = translate("compare", "head {number}")
        other = min(max(wanted, 0), source.n_heads - 1)
        return (
            head.format(number=scene.notation.head(scene.trace.head)),
            head.format(number=scene.notation.head(other)),
        )
    if isinstance(source, ImportedSource):
        comparison = scene.view.compare
        beside = picked(source, Place(layer=comparison.layer, head=comparison.head)).place or Place()
        here = scene.trace.place or Place()
        return place_name(source, here, scene.notation), place_name(source, beside, scene.notation)
    assert isinstance(source, SentenceSource)
    return head_name(source.head), head_name(HEADS[min(max(wanted, 0), len(HEADS) - 1)])


def head_name(head: str) -> str:
    """A score function in words."""
    return {
        "content": translate("compare", "content head"),
        "previous": translate("compare", "previous-token head"),
        "distance": translate("compare", "distance head"),
        "mixed": translate("compare", "mixed head"),
    }[head]


def _sentences(document: Document, other: str) -> tuple[str, str]:
    """Both sentences, in which a person sees what makes them different."""
    source = document.source
    if not isinstance(source, SentenceSource):
        return document.name, f"“{_short(_words(other))}”"
    one, two = _words(source.text), _words(other)
    start = 0
    if _short(one) == _short(two) and one != two:
        start = next(
            (k for k, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), min(map(len, (one, two)))
        )
        start = max(start - BEFORE, 0)
    return f"“{_short(one, start)}”", f"“{_short(two, start)}”"


def _words(text: str) -> list[str]:
    return [visible_text(word) for word in text.split()]


def _short(words: list[str], start: int = 0) -> str:
    """The words from `start` on, as many as are short enough; of one that is too long itself its beginning."""
    shown = ("…" if start else "") + " ".join(words[start:])
    if len(shown) <= LONGEST:
        return shown
    cut = shown[: LONGEST - 1]
    whole = cut if shown[LONGEST - 1] == " " else cut.rpartition(" ")[0]
    return (whole or cut).rstrip() + "…"
