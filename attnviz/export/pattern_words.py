"""What heads do, in words: the names of the patterns, their definitions, and one head's scores."""

from __future__ import annotations

from attnviz.core.patterns import UNTOLD, Patterns
from attnviz.document.head_grid import HeadGrid, value_of
from attnviz.document.heads_look import PATTERNS
from attnviz.export.notation import Notation
from attnviz.i18n import NumberFormat, translate


def pattern_names() -> dict[str, str]:
    """What each pattern is called."""
    return {
        "previous": translate("pattern", "previous token"),
        "distance": translate("pattern", "distance decay"),
        "same": translate("pattern", "same token"),
        "first": translate("pattern", "first-token sink"),
        "diagonal": translate("pattern", "diagonal"),
        "uniform": translate("pattern", "uniform"),
        "induction": translate("pattern", "induction"),
    }


def definitions() -> dict[str, str]:
    """How each is measured, in a sentence; `core.patterns.Patterns` says it exactly."""
    return {
        "previous": translate("pattern", "mean weight on the token just before the query’s own"),
        "distance": translate(
            "pattern",
            "how well the weights fall exponentially with distance: R² of a line through log weight, relative to an "
            "even spread; λ is its slope",
        ),
        "same": translate("pattern", "mean weight on other occurrences of the query’s own token"),
        "first": translate("pattern", "mean weight on the first token, over all other queries"),
        "diagonal": translate("pattern", "mean weight on the query’s own token"),
        "uniform": translate("pattern", "mean entropy as a share of the largest possible one"),
        "induction": translate(
            "pattern", "mean weight on tokens that came right after an earlier occurrence of the query’s own"
        ),
    }


def place_text(grid: HeadGrid, index: int, notation: Notation) -> str:
    """“layer 3 · head 5”; the head alone where there is only one layer."""
    layer, head = grid.places[index]
    number = translate("figure", "head {number}").format(number=notation.head(head))
    if grid.n_layers == 1:
        return number
    return translate("figure", "layer {number}").format(number=notation.head(layer)) + f" · {number}"


def scores_text(found: Patterns, form: NumberFormat, separator: str = " · ") -> str:
    """Every pattern with its number but those of which nothing can be told; where that is all of them, why."""
    if found == UNTOLD:
        return translate("pattern", "its rows are no weights, so no pattern is defined")
    names = pattern_names()
    parts = []
    for pattern in PATTERNS:
        value = value_of(found, pattern)
        if value is None:
            continue
        text = f"{names[pattern]} {form.fixed(value, 2)}"
        if pattern == "distance" and found.slope is not None and value > 0:
            text += f" (λ {form.fixed(found.slope, 2)})"
        parts.append(text)
    return separator.join(parts)


def strongest(found: Patterns) -> str | None:
    """The pattern that the head shows most; None where it shows none by half."""
    shown = [(value_of(found, name) or 0.0, name) for name in PATTERNS]
    value, name = max(shown, key=lambda pair: pair[0])
    return name if value >= 0.5 else None
