"""One head, or all of a layer's, as a page for the browser: no network, no other file, numbers to hover and change.

Up to MOST_LIVE tokens the page holds Q, K and V and does the sums itself; beyond it holds weights alone.
"""

from __future__ import annotations

import base64
import json
import math
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz import __version__
from attnviz.core import heads as core_heads
from attnviz.core.labels import visible_text
from attnviz.document.derive import derive
from attnviz.document.document import HEADS, Document, Head, MatrixSource, ProjectionSource, SentenceSource
from attnviz.document.trace import Trace
from attnviz.errors import InputError
from attnviz.export.chain import scaled_title
from attnviz.export.matrix_quantity import fitting_curve, head_title
from attnviz.export.palette import DARK, LIGHT, LIGHT_INK, Palette, inks
from attnviz.export.scene import Scene
from attnviz.export.svg_words import allowed
from attnviz.i18n import translate
from attnviz.resources import resource

MOST_LIVE = 64  # queries or keys whose attention the page computes
MOST_CELLS = 1024 * 1024  # of weights in a page, all heads together
MOST_COMPONENTS = 256  # of a sentence's vectors, unless it has more already
MOST_BYTES = 12_000_000  # of Q, K and V together
MIXES: dict[Head, tuple[float, float, float]] = {
    "content": (1.0, 0.0, 0.0),
    "previous": (0.0, 1.0, 0.0),
    "distance": (0.0, 0.0, 1.0),
}


def page_html(scene: Scene, *, generator: str = "", title: str = "", caption: str = "") -> str:
    """The page as text, under a title of one's own or the document's, and with a caption.

    Raises InputError where the attention is too large for one.
    """
    document, trace = scene.document, scene.trace
    title = title or document.name or _own_words(document) or translate("page", "Attention")
    texts = {
        "lang": "pt-BR" if scene.form.decimal == "," else "en",
        "generator": generator or f"attnviz {__version__}",
        "description": translate("page", "Attention of {n_q} queries to {n_k} keys, to be read and changed.").format(
            n_q=trace.n_q, n_k=trace.n_k
        ),
        "title": title,
        "caption": caption,
        "controls": translate("page", "What is shown"),
        "help": translate(
            "page",
            "Rows are queries, columns are keys. Arrow keys move between cells, Enter follows a row; hatched cells may "
            "not be looked at. Made with attnviz.",
        )
        + (
            " " + translate("page", "A cell with × is not a number (NaN), one with ▲ or ▼ is infinite.")
            if trace.drawn is not None
            else ""
        ),
        "noscript": translate("page", "This page needs JavaScript."),
    }
    raw = {
        "colours": _colours(),
        "style": resource("html", "page.css").read_text("utf-8"),
        "script": resource("html", "page.js").read_text("utf-8"),
        "data": _json(_data(scene)),
    }
    filled = {name: escape(allowed(text)) for name, text in texts.items()} | raw
    page = resource("html", "page.html").read_text("utf-8")
    # One pass over the skeleton: what is filled in is never looked at for places to fill.
    parts = page.split("{")
    return parts[0] + "".join(_part(part, filled) for part in parts[1:])


def _own_words(document: Document, longest: int = 80) -> str:
    """A sentence's own words, as many as make a title."""
    text = " ".join(getattr(document.source, "text", "").split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _part(part: str, filled: dict[str, str]) -> str:
    name, _, rest = part.partition("}")
    return filled[name] + rest


def _json(value: object) -> str:
    """JSON that can stand inside a page: nothing in it ends the script, whatever a label says."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _colours() -> str:
    return f":root {{ color-scheme: light dark; {_roles(LIGHT)} }}\n" + (
        f"@media (prefers-color-scheme: dark) {{ :root {{ {_roles(DARK)} }} }}"
    )


def _roles(palette: Palette) -> str:
    names = (
        *("paper", "canvas", "panel", "ink", "muted", "line", "grid", "hatch", "strange", "control", "accent"),
        *("highlight", "weights"),
    )
    return " ".join(f"--{name}: {palette.colour(name)};" for name in names)


def _map(palette: Palette, name: Any) -> dict[str, str]:  # noqa: ANN401  # a map's name
    return {
        "colours": palette.lut(name).tobytes().hex(),
        "inks": "".join("1" if ink == LIGHT_INK else "0" for ink in inks(palette, name)),
    }


def _data(scene: Scene) -> dict[str, object]:
    document, trace, view = scene.document, scene.trace, scene.view
    curve = (fitting_curve(trace.n_k) if view.fitting_curve else view.colour.curve) if trace.n_k > 24 else "linear"
    names = (view.colour.map, view.colour.signed_map)
    return {
        "decimal": scene.form.decimal,
        "rows": [visible_text(token) for token in trace.tokens_q],
        "keys": [visible_text(token) for token in trace.tokens_k],
        "values": [visible_text(name) for name in getattr(document.source, "value_names", ())],
        "row": scene.query,
        "step": "weights",
        "steps": _step_names(scene),
        "places": 2 if trace.n_k <= 100 else 4,
        "curve": curve if curve in ("linear", "sqrt") else "log",
        "maps": {p.name: {"weights": _map(p, names[0]), "signed": _map(p, names[1])} for p in (LIGHT, DARK)},
        "most_table": MOST_LIVE,
        "visible": _packed(trace.unhidden) if trace.masked else None,
        "words": _words(),
    } | _attention(document, trace, scene)


def _packed(visible: NDArray[np.bool_]) -> str:
    return base64.b64encode(np.packbits(visible).tobytes()).decode("ascii")


def _step_names(scene: Scene) -> dict[str, str]:
    write = scene.notation.write
    return {
        "scores": write("S = QKᵀ") if scene.trace.Q is not None else scene.notation.scores,
        "scaled": write(scaled_title(scene.document)),
        "weights": translate("page", "A: weights"),
        "output": write("O = AV"),
        "Q": "Q",
        "K": "K",
        "V": "V",
    }


def _attention(document: Document, trace: Trace, scene: Scene) -> dict[str, object]:
    """The heads with what the page computes from, or with their weights alone."""
    options = document.options
    common: dict[str, object] = {
        "divide": options.divide,
        "temperature": options.temperature,
        "d_k": trace.d_k,
        "most_d": 1,
        "decay": 0.0,
        "previous": 0.0,
        "head": 0,
        "live": True,
    }
    if max(trace.n_q, trace.n_k) <= MOST_LIVE:
        source = document.source
        if isinstance(source, SentenceSource):
            return common | _sentence(document, source)
        if isinstance(source, MatrixSource) and _bytes(source.Q, source.K, source.V) <= MOST_BYTES:
            head = {"name": head_title(document, trace, scene.notation)} | _vectors(source.Q, source.K, source.V)
            return common | {"most_d": source.d_k, "heads": [head]}
        if isinstance(source, ProjectionSource):
            found = _projected(document, scene)
            if found is not None:
                return common | {"heads": found, "head": trace.head}
    if trace.weights.size > MOST_CELLS:
        raise InputError(
            translate(
                "page", "{n_q} × {n_k} weights are too many for a page: at most {most}. Export a figure instead."
            ).format(n_q=trace.n_q, n_k=trace.n_k, most=f"{math.isqrt(MOST_CELLS)} × {math.isqrt(MOST_CELLS)}")
        )
    title = head_title(document, trace, scene.notation)
    return common | {"live": False, "heads": [{"name": title, "A": _held(*_as_written(trace))}]}


def _as_written(trace: Trace) -> tuple[NDArray[Any], np.dtype[Any]]:
    """The weights with what is no number among them; in single precision, unless one is too large for that."""
    weights = trace.written_weights[0]
    single = float(np.abs(trace.weights).max()) <= float(np.finfo(np.float32).max)
    return weights, np.dtype("<f4" if single else "<f8")


def _sentence(document: Document, source: SentenceSource) -> dict[str, object]:
    """The four heads of a sentence share their vectors: the first one holds them."""
    components = max(source.d_k, min(MOST_COMPONENTS, core_heads.MAX_D_K))
    Q = core_heads.component_vectors("q", source.tokens, source.seed, components)
    K = core_heads.component_vectors("k", source.tokens, source.seed, components)
    names = {
        "content": translate("page", "content"),
        "previous": translate("page", "previous token"),
        "distance": translate("page", "distance decay"),
        "mixed": translate("page", "mixed"),
    }
    mixes = MIXES | {"mixed": source.mix}
    found = [{"name": names[head], "mix": list(mixes[head])} for head in HEADS]
    return {
        "heads": found,
        "shared": {"Q": _held(Q), "K": _held(K)},
        "head": HEADS.index(source.head),
        "most_d": components,
        "decay": source.decay,
        "previous": source.previous,
    }


def _projected(document: Document, scene: Scene) -> list[dict[str, object]] | None:
    """Q, K and V of every head; None where they are too large."""
    whole = derive(document)
    found: list[dict[str, object]] = []
    size = 0
    for index in range(whole.n_heads):
        one = whole.for_head(index)
        vectors = [array for array in (one.Q, one.K, one.V) if array is not None]
        size += _bytes(*vectors)
        if size > MOST_BYTES:
            return None
        found.append({"name": head_title(document, one, scene.notation)} | _vectors(*vectors))
    return found


def _vectors(Q: NDArray[Any], K: NDArray[Any], V: NDArray[Any]) -> dict[str, object]:
    return {"Q": _held(Q), "K": _held(K), "V": _held(V)}


def _bytes(*arrays: NDArray[Any]) -> int:
    return sum(8 * array.size for array in arrays)


def _held(array: NDArray[Any], dtype: np.dtype[Any] = np.dtype("<f8")) -> dict[str, object]:  # noqa: B008
    """An array as the page reads it: every bit of its numbers, least significant byte first."""
    return {
        "shape": list(array.shape),
        "type": f"f{dtype.itemsize}",
        "data": base64.b64encode(np.ascontiguousarray(array, dtype=dtype).tobytes()).decode("ascii"),
    }


def _words() -> dict[str, str]:
    """The sentences of the page; it fills in what stands in braces."""
    return {
        "head": translate("page", "Head"),
        "step": translate("page", "Step"),
        "row": translate("page", "Row"),
        "divide": translate("page", "divide by √dₖ"),
        "d_k": translate("page", "dₖ"),
        "temperature": translate("page", "temperature τ"),
        "caption": translate("page", "{step}, {rows} × {columns}"),
        "picture": translate("page", "heatmap, arrow keys move"),
        "cell": translate(
            "page",
            "{query} → {key}: score {score}, scaled {scaled}, weight {weight}, number {rank} of {all} in its row",
        ),
        "weight_cell": translate("page", "{query} → {key}: weight {weight}, number {rank} of {all} in its row"),
        "strange_cell": translate("page", "{query} → {key}: weight {weight}, left out of all sums"),
        "hidden_cell": translate("page", "{query} may not look at {key}"),
        "plain_cell": translate("page", "{row}, {column}: {value}"),
        "row_title": translate("page", "“{query}” looks at · {entropy} bits"),
        "nothing": translate("page", "No key may be looked at: the weights are 0."),
        "sum": translate("page", "{key}: {score} / {divisor} = {scaled}, and e to it over the row’s sum is {weight}"),
        "output": translate("page", "mixture of values: {values}"),
    }
