"""A layer and a head, or what is taken together, in words."""

from __future__ import annotations

from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place
from attnviz.export.notation import Notation
from attnviz.i18n import translate


def place_name(source: ImportedSource, place: Place, notation: Notation) -> str:
    """“layer 3 · head 5”, “layer 3 · mean of its 12 heads”, …; counted from 1 or 0 as the person counts heads."""
    layer, head = notation.head(place.layer), head_name(source, place.head, notation)
    if place.average == "heads":
        mean = translate("figure", "mean of its {n} heads").format(n=source.stack.heads_of(place.layer))
        return translate("figure", "layer {number}").format(number=layer) + f" · {mean}"
    if place.average == "layers":
        return f"{head} · " + translate("figure", "mean of {n} layers").format(n=source.n_layers)
    if place.average == "all":
        return translate("figure", "mean of all {n} heads").format(n=source.stack.n_matrices)
    if place.average == "rollout":
        return translate("figure", "rollout up to layer {number}").format(number=layer)
    return translate("figure", "layer {number}").format(number=layer) + f" · {head}"


def head_name(source: ImportedSource | None, head: int, notation: Notation) -> str:
    """The head's number, and the name that its file gives it."""
    number = translate("figure", "head {number}").format(number=notation.head(head))
    names = () if source is None else source.reading.head_names
    if source is None or source.n_layers > 1 or head >= len(names):
        return number
    # Many files name their heads by number: that would say the same twice, perhaps counted otherwise.
    return names[head][:40] or number
