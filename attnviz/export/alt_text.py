"""What a person who cannot see a figure is told: what it is, how it was made, what stands out. No lists of cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.tokens import visible_text
from attnviz.document.document import Document
from attnviz.document.explain import verdict
from attnviz.document.view_state import Tab
from attnviz.export.absent import absent_sentence
from attnviz.export.figure import Figure
from attnviz.export.health import health_of, sentence
from attnviz.export.matrix_quantity import Shown, head_title, shown
from attnviz.export.scene import Scene
from attnviz.export.shares import are_shares
from attnviz.export.tiles import cell_text
from attnviz.export.words import isolated, percent, share_text, short_name
from attnviz.i18n import translate

if TYPE_CHECKING:
    from attnviz.document.gradient_trace import GradientTrace

Numbers = NDArray[np.floating[Any]]

COMPARED = 1 << 16  # weights among which a row that has changed is looked for
TOLD = 5  # keys of the followed row
MOST_TOLD = 6  # numbers of a vector
MOST_WORDS = 1500  # characters of what a view says itself


def alt_text(scene: Scene, figure: Figure) -> str:
    """The description of the visible view; `figure` is its picture, whose own words other views keep."""
    tell = TELLERS.get(scene.view.tab)
    if tell is None or absent_sentence(scene) is not None:
        return _short(figure.description)
    return " ".join(part for part in tell(scene, figure) if part)


def _matrix(scene: Scene, figure: Figure) -> list[str]:
    if scene.view.drawing != "heatmap":
        return [_about(scene), _short(figure.description), _settings(scene)]
    matrix = shown(scene)
    return [_about(scene), _heatmap(scene, matrix), _settings(scene), _stands_out(scene, matrix), _row(scene)]


def _steps(scene: Scene, _figure: Figure) -> list[str]:
    trace, notation = scene.trace, scene.notation
    chain = " → ".join(
        notation.write(name)
        for name, there in (
            ("Q", trace.Q is not None),
            ("K", trace.K is not None),
            ("S", True),
            ("S / √dₖ" if scene.document.options.divide else "S", scene.document.options.divide),
            ("A", True),
            ("V", trace.V is not None),
            ("O", trace.output is not None),
        )
        if there
    )
    lead = translate("alt", "Attention computed step by step: {chain}, {n_q} queries by {n_k} keys, dₖ = {d_k}.")
    said = lead.format(chain=chain, n_q=trace.n_q, n_k=trace.n_k, d_k=trace.d_k)
    return [_about(scene), said, _settings(scene), _row(scene), _output(scene)]


def _gradient(scene: Scene, figure: Figure) -> list[str]:
    own = figure.description.split(" ① ")[0]  # what follows is the sum, line by line
    lead = own.rsplit(". ", 1)[0]
    return [_about(scene), lead if lead.endswith(".") else f"{lead}.", _settings(scene), _row(scene)]


def _named(scene: Scene, figure: Figure) -> list[str]:
    return [_about(scene), _short(figure.description)]


def outcome_text(scene: Scene, since: Scene | None = None) -> str:
    """What an edit has made of the followed row: where it looks, and what it becomes, or what comes back to it.

    Where since that scene one row alone has changed, it is that row: a number was typed in it, and the cursor has gone
    on, with the followed row, to another.
    """
    row = scene.query if since is None else _touched(since, scene)
    if row != scene.query:
        scene = replace(scene, view=replace(scene.view, query=row))
    if scene.view.tab != "gradient" or scene.gradient is None:
        return " ".join(part for part in (_row(scene), _output(scene)) if part)
    forward = since is None or _changed(since.trace.weights, scene.trace.weights).any()
    return " ".join(part for part in (_row(scene) if forward else "", _back(scene, scene.gradient)) if part)


def _touched(before: Scene, now: Scene) -> int:
    """The one row that has changed, or the followed one."""
    one, other, followed = before.trace, now.trace, now.query
    alike = (one.tokens_q, one.weights.shape) == (other.tokens_q, other.weights.shape)
    if not alike or other.n_q * other.n_k > COMPARED:
        return followed
    changed = _changed(one.weights, other.weights)
    if one.output is not None and other.output is not None and one.output.shape == other.output.shape:
        changed |= _changed(one.output, other.output)
    if now.view.tab == "gradient" and before.gradient is not None and now.gradient is not None:
        changed |= _changed(before.gradient.dS, now.gradient.dS)
    return int(np.argmax(changed)) if np.count_nonzero(changed) == 1 else followed


def _changed(before: Numbers, now: Numbers) -> NDArray[np.bool_]:
    """Which rows are others, (n_q,); all of them where the shape is another."""
    if before.shape != now.shape:
        return np.ones(len(now), dtype=bool)
    rows: NDArray[np.bool_] = (before != now).any(axis=1)
    return rows


def _back(scene: Scene, gradient: GradientTrace) -> str:
    """What comes back to the scores of the followed row, and how much of it got through the softmax."""
    query = scene.query
    row = [float(value) for value in gradient.dS[query][:MOST_TOLD]]
    vector = scene.form.vector(row, 3)
    if gradient.dS.shape[1] > MOST_TOLD:
        vector = vector[:-1] + ", …]"
    token = _token(scene.trace.tokens_q[query])
    if not gradient.dA[query].any():
        return translate("alt", "No gradient reaches the scores of “{query}”.").format(query=token)
    said = translate("alt", "The gradient of the scores of “{query}” is {vector}; {percent} of ∂A gets through.")
    return said.format(query=token, vector=vector, percent=percent(float(gradient.passed[query]), scene.form))


def _about(scene: Scene) -> str:
    """What the document is called."""
    name = scene.document.name.strip()
    return "" if not name else name if name[-1] in ".!?…”" else f"{name}."


def _heatmap(scene: Scene, matrix: Shown) -> str:
    trace = scene.trace
    rows = translate("alt", "rows are queries, columns are keys")
    if scene.view.transposed:
        rows = translate("alt", "columns are queries, rows are keys")
    return translate("alt", "Heatmap of {title}, {head}, {n_q} queries by {n_k} keys; {rows}.").format(
        title=matrix.title, head=_head(scene), n_q=trace.n_q, n_k=trace.n_k, rows=rows
    )


def _head(scene: Scene) -> str:
    """The head without the letter that the heading has before it."""
    return head_title(scene.document, scene.trace, scene.notation).removeprefix("A · ")


def _settings(scene: Scene) -> str:
    """What was done to the scores."""
    options, document = scene.document.options, scene.document
    if not scene.trace.scored:
        return ""
    parts = [translate("alt", "divided by √dₖ") if options.divide else translate("alt", "not divided by √dₖ")]
    if options.temperature != 1:
        parts.append(translate("alt", "temperature {number}").format(number=scene.form.short(options.temperature)))
    parts += _masks(document)
    return translate("alt", "Scores: {settings}.").format(settings=", ".join(parts))


def _masks(document: Document) -> list[str]:
    options = document.options
    found = []
    if options.causal:
        found.append(translate("alt", "causal mask"))
    if options.window is not None:
        found.append(translate("alt", "a window of {n} keys").format(n=options.window))
    if options.padding:
        found.append(translate("alt", "{n} keys of padding").format(n=options.padding))
    return found


def _stands_out(scene: Scene, matrix: Shown) -> str:
    """The largest number, and what is odd about the weights."""
    trace = scene.trace
    if matrix.quantity == "mask":
        share = float(np.mean(trace.visible)) if trace.masked else 1.0
        return translate("alt", "{share} of the pairs may look at each other.").format(share=percent(share, scene.form))
    values = np.asarray(matrix.values)
    seen = np.isfinite(values) if matrix.visible is None else np.isfinite(values) & matrix.visible
    parts = []
    if seen.any():
        at = int(np.argmax(np.where(seen, values, -np.inf)))
        i, j = divmod(at, values.shape[1])
        parts.append(
            translate("alt", "The largest number is {number}, of the query “{query}” and the key “{key}”.").format(
                number=cell_text(float(values[i, j]), 2, scene.form),
                query=_token(trace.tokens_q[i]),
                key=_token(trace.tokens_k[j]),
            )
        )
    if matrix.quantity == "weights":
        if trace.measures.n_rows and are_shares(trace):
            bits = scene.form.fixed(trace.measures.mean_entropy, 2)
            parts.append(translate("alt", "Mean entropy of the rows: {bits} bits.").format(bits=bits))
        said = sentence(health_of(trace), trace, scene.form)
        parts.append(said if said.endswith(".") else f"{said}.")
    return " ".join(parts)


def _row(scene: Scene) -> str:
    """Where the followed row looks."""
    trace, query = scene.trace, scene.query
    token = _token(trace.tokens_q[query])
    said = verdict(scene.document, trace, query)
    if said is None:
        return translate("alt", "The query “{query}” may not look at any key.").format(query=token)
    if not said.tied:
        return translate("alt", "The query “{query}” looks at no key: no weight is above 0.").format(query=token)
    if len(said.tied) > TOLD:
        each = share_text(float(trace.weights[query][said.tied[0]]), scene.form)
        alike = translate("alt", "The query “{query}” gives {n} keys the same weight, {weight} each.")
        return alike.format(query=token, n=len(said.tied), weight=each)
    row = np.nan_to_num(trace.weights[query])
    best = [int(j) for j in np.argsort(-row, kind="stable")[:TOLD] if row[j] > 0.005]
    if not best:
        return translate("alt", "The query “{query}” looks at every key a little.").format(query=token)
    shares = ", ".join(f"“{_token(trace.tokens_k[j])}” {scene.form.fixed(float(row[j]), 2)}" for j in best)
    return translate("alt", "The query “{query}” looks at {shares}.").format(query=token, shares=shares)


def _output(scene: Scene) -> str:
    """What the followed row becomes, and which named value wins."""
    trace, query = scene.trace, scene.query
    said = verdict(scene.document, trace, query)
    if trace.output is None or said is None:
        return ""
    numbers = [float(value) for value in trace.output[query][:MOST_TOLD]]
    written = (
        scene.form.vector(numbers) if trace.output.shape[1] <= MOST_TOLD else scene.form.vector(numbers)[:-1] + ", …]"
    )
    if said.winners:
        names = translate("figure", " and ").join(isolated(short_name(name)) for name in said.winners)
        return translate("alt", "Its output is {vector}: {names} is largest.").format(vector=written, names=names)
    return translate("alt", "Its output is {vector}.").format(vector=written)


def _token(token: str) -> str:
    return isolated(short_name(visible_text(token)))


def _short(text: str) -> str:
    return text if len(text) <= MOST_WORDS else text[: MOST_WORDS - 1].rstrip() + "…"


TELLERS: dict[Tab, Callable[[Scene, Figure], list[str]]] = {
    "matrix": _matrix,
    "steps": _steps,
    "gradient": _gradient,
    "heads": _named,
    "training": _named,
    "shapes": _named,
}
