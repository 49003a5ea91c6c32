"""The chain of one head: which tiles it has, in which bands and columns, and the steps in which they appear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from attnviz.core.tokens import visible_text
from attnviz.document.document import Document, MatrixSource, ProjectionSource, editable
from attnviz.document.trace import Array, Chain, Trace
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.scales import signed_scale, weights_scale
from attnviz.export.tiles import Tile
from attnviz.export.words import isolated
from attnviz.i18n import translate

Column = tuple[Tile | None, ...]  # tiles one above the other; None leaves the place free


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Layout:
    """Bands from top to bottom, columns from left to right, and the names of the steps in order."""

    bands: tuple[tuple[Column, ...], ...]
    steps: tuple[str, ...]

    def tiles(self) -> list[Tile]:
        return [tile for band in self.bands for column in band for tile in column if tile is not None]


def chain_layout(
    document: Document, trace: Trace, before: Trace | None = None, notation: Notation = STANDARD
) -> Layout:
    """The tiles of `trace`; with `before`, those whose numbers differ from it carry the old ones too."""
    if trace.chain is not None and isinstance(document.source, ProjectionSource):
        layout = _projected(document, trace, trace.chain, notation)
    else:
        layout = _plain(document, trace)
    layout = _each(layout, lambda tile: _in_notation(tile, notation))
    if before is None:
        return layout
    old = {tile.name: tile.values for tile in chain_layout(document, before).tiles()} if _alike(trace, before) else {}
    return _each(layout, lambda tile: _with_old(tile, old))


def _in_notation(tile: Tile, notation: Notation) -> Tile:
    """Title and shape as the chosen notation writes them."""
    subtitle = tile.subtitle
    if subtitle == shape_text(tile.values.shape):
        subtitle = notation.shape(tile.values.shape)
    elif tile.name == "weights" and notation.transposed:
        subtitle = translate("figure", "each column sums to 1")
    elif tile.name == "u" and notation.transposed and tile.subtitle == _each_row():
        subtitle = translate("figure", "each column: mean 0, variance 1")
    return replace(tile, title=notation.write(tile.title), subtitle=subtitle)


def _each_row() -> str:
    return translate("figure", "each row: mean 0, variance 1")


def _each(layout: Layout, change: Callable[[Tile], Tile]) -> Layout:
    """The layout with every tile changed."""
    bands = tuple(
        tuple(tuple(None if tile is None else change(tile) for tile in column) for column in band)
        for band in layout.bands
    )
    return replace(layout, bands=bands)


def _alike(trace: Trace, before: Trace) -> bool:
    return (trace.chain is None) == (before.chain is None) and trace.scored == before.scored


def _with_old(tile: Tile, old: dict[str, Array]) -> Tile:
    if tile.name not in old or old[tile.name].shape != tile.values.shape:
        return tile
    return replace(tile, before=old[tile.name])


def _plain(document: Document, trace: Trace) -> Layout:
    """Q, K → S → S/√d_k → A → O with V below A."""
    q = _vectors(document, "Q", trace.Q, trace.tokens_q, trace.d_k, "vectors")
    k = _vectors(document, "K", trace.K, trace.tokens_k, trace.d_k, "vectors")
    v = _vectors(document, "V", trace.V, trace.tokens_k, 0, "vectors")
    first = (q, replace(k, outlined=False, follows_key=True) if k else None)
    value = replace(v, outlined=False, follows_key=True) if v else None
    band = (first, *_attention(document, trace, value))
    steps = (*(("vectors",) if q else ()), *_attention_steps(trace))
    return Layout(bands=(band,), steps=steps)


def _attention(document: Document, trace: Trace, below_weights: Tile | None) -> tuple[Column, ...]:
    output = _output(document, trace)
    columns: tuple[Column, ...] = (
        (_scores(trace),),
        (_scaled(document, trace),),
        (_weights(trace),) if below_weights is None else (_weights(trace), below_weights),
    )
    return columns if output is None else (*columns, (output,))


def _attention_steps(trace: Trace) -> tuple[str, ...]:
    steps = ("scores", "scale", "mask", "softmax")
    return steps if trace.output is None else (*steps, "mix")


def _projected(document: Document, trace: Trace, chain: Chain, notation: Notation) -> Layout:
    """X → u → W → Q, K, V above; S → … → O → gate → concat → W_O → Y below."""
    source = document.source
    assert isinstance(source, ProjectionSource)
    names = source.dimension_names or tuple(str(c + 1) for c in range(source.d_model))
    X = _tile(document, "X", "X", chain.X, source.tokens, names, "embeddings", role="scores")
    before: list[Column] = [(X,)]
    if chain.normalised:
        before.append((_normalised(document, chain, source, names),))
    columns_q, columns_k = _head_names(source, source.n_heads), _head_names(source, source.n_kv_heads, keys=True)
    columns_v = _head_names(source, source.n_kv_heads, keys=True, values=True)
    before.append(
        (
            _projection(document, "W_Q", chain.W_Q, names, columns_q, "Q", trace.head, source.n_heads),
            _projection(document, "W_K", chain.W_K, names, columns_k, "K", trace.kv_head, source.n_kv_heads),
            _projection(document, "W_V", chain.W_V, names, columns_v, "V", trace.kv_head, source.n_kv_heads),
        )
    )
    q = _vectors(document, "Q", trace.Q, trace.tokens_q, trace.d_k, "project")
    k = _vectors(document, "K", trace.K, trace.tokens_k, trace.d_k, "project")
    v = _vectors(document, "V", trace.V, trace.tokens_k, 0, "project")
    keyed = tuple(replace(tile, outlined=False, follows_key=True) if tile else None for tile in (k, v))
    before.append((q, *keyed))
    bands: list[tuple[Column, ...]] = [tuple(before), _attention(document, trace, None)]
    after, later = _after(document, trace, chain, source, notation)
    if after:
        bands.append(after)
    normalise = ("normalise",) if chain.normalised else ()
    return Layout(bands=tuple(bands), steps=("embeddings", *normalise, "project", *_attention_steps(trace), *later))


def _after(
    document: Document, trace: Trace, chain: Chain, source: ProjectionSource, notation: Notation
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """Gate, the heads side by side, and W_O, where the source has them."""
    columns: list[Column] = []
    steps: list[str] = []
    value_names = _value_names(document, source.d_v)
    if chain.gate is not None and chain.gated is not None:
        gate = 1 / (1 + np.exp(-np.clip(chain.gate[trace.head], -700, 700)))
        columns.append((_tile(document, "gate", "σ(gate)", gate, source.tokens, value_names, "gate", role="V"),))
        columns.append(
            (_tile(document, "gated", "O ⊙ σ(gate)", chain.gated[trace.head], source.tokens, value_names, "gate"),)
        )
        steps.append("gate")
    if source.n_heads > 1:
        wide = tuple(f"{notation.head(h)}·{name}" for h in range(source.n_heads) for name in value_names)
        columns.append((_tile(document, "concat", "[O₁ | O₂ | …]", chain.concat, source.tokens, wide, "concat"),))
        steps.append("concat")
    if chain.W_O is not None and chain.Y is not None:
        rows = tuple(f"{notation.head(h)}·{name}" for h in range(source.n_heads) for name in value_names)
        out = tuple(str(c + 1) for c in range(chain.W_O.shape[1]))
        W_O = _tile(document, "W_O", "W_O", chain.W_O, rows, out, "out", role="scores")
        columns.append((replace(W_O, outlined=False),))
        columns.append((_tile(document, "Y", "Y", chain.Y, source.tokens, out, "out"),))
        steps.append("out")
    return tuple(columns), tuple(steps)


def _normalised(document: Document, chain: Chain, source: ProjectionSource, names: tuple[str, ...]) -> Tile:
    tile = _tile(document, "u", "u = LayerNorm(X)", chain.u, source.tokens, names, "normalise", role="scores")
    # The trace compared with may have had more tokens than the document has now.
    flat = [source.tokens[i] for i in np.flatnonzero(chain.constant) if i < len(source.tokens)]
    if flat:
        text = translate("figure", "{tokens}: all numbers alike, so nothing to scale").format(tokens=_few(flat))
    else:
        text = _each_row()
    return replace(tile, subtitle=text, row_labels=False)


def _few(tokens: list[str]) -> str:
    """The first names of a list, cut to what a subtitle can hold."""
    names = [visible_text(token) for token in tokens[:3]]
    short = [name if len(name) <= 12 else name[:11] + "…" for name in names]
    return ", ".join(isolated(name) for name in short) + (", …" if len(tokens) > 3 else "")


def _head_names(source: ProjectionSource, heads: int, *, keys: bool = False, values: bool = False) -> tuple[str, ...]:
    """Column labels of a W: the component within the head; a gate's columns are g1, g2, …"""
    width = source.d_v if values else source.d_k
    names = [str(c + 1) for c in range(width)]
    if not keys and source.gated:
        names += [f"g{c + 1}" for c in range(source.d_v)]
    return tuple(names * heads)


def _projection(
    document: Document,
    name: str,
    W: Array,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    role: str,
    head: int,
    heads: int,
) -> Tile:
    tile = _tile(document, name, name, W, rows, columns, "project", role=role)
    width = W.shape[1] // heads
    marked = (head * width, width) if heads > 1 else None
    return replace(tile, outlined=False, marked_columns=marked)


def _vectors(
    document: Document, name: str, values: Array | None, tokens: tuple[str, ...], d_k: int, step: str
) -> Tile | None:
    if values is None:
        return None
    columns = tuple(str(c + 1) for c in range(d_k)) if d_k else _value_names(document, values.shape[1])
    return _tile(document, name, name, values, tokens, columns, step, role=name)


def _scores(trace: Trace) -> Tile:
    return Tile(
        name="scores",
        title="S = QKᵀ" if trace.Q is not None else "S",
        subtitle=shape_text(trace.scores.shape),
        role="scores",
        values=trace.scores,
        rows=trace.tokens_q,
        columns=trace.tokens_k,
        scale=signed_scale(trace.scores),
        row_labels=trace.Q is None or trace.chain is not None,
        step="scores",
        keyed_columns=True,
    )


def scaled_title(document: Document) -> str:
    """The formula of the scaled scores, as the options make it."""
    warm = document.options.temperature != 1
    if document.options.divide:
        return "S / (√dₖ · τ)" if warm else "S / √dₖ"
    return "S / τ" if warm else "S"


def _scaled(document: Document, trace: Trace) -> Tile:
    divided, plain = translate("figure", "divided by √dₖ"), translate("figure", "not divided")
    subtitle = divided if document.options.divide else plain
    if trace.masked:
        subtitle = translate("figure", "{how}, then masked").format(how=subtitle)
    return Tile(
        name="scaled",
        title=scaled_title(document),
        subtitle=subtitle,
        role="scores",
        values=trace.scaled,
        rows=trace.tokens_q,
        columns=trace.tokens_k,
        scale=signed_scale(trace.scaled),
        row_labels=False,
        visible=trace.visible if trace.masked else None,
        least_places=2,
        step="scale",
        keyed_columns=True,
    )


def _weights(trace: Trace) -> Tile:
    return Tile(
        name="weights",
        title="A = softmax",
        subtitle=translate("figure", "each row sums to 1"),
        role="weights",
        values=trace.weights,
        rows=trace.tokens_q,
        columns=trace.tokens_k,
        scale=weights_scale(),
        row_labels=False,
        visible=trace.visible if trace.masked else None,
        least_places=2,
        step="softmax",
        keyed_columns=True,
    )


def _output(document: Document, trace: Trace) -> Tile | None:
    if trace.output is None:
        return None
    columns = _value_names(document, trace.output.shape[1])
    tile = _tile(document, "output", "O = AV", trace.output, trace.tokens_q, columns, "mix", role="output")
    return replace(tile, scale=signed_scale(trace.V, trace.output), row_labels=False, least_places=2)


def _tile(
    document: Document,
    name: str,
    title: str,
    values: Array,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    step: str,
    *,
    role: str = "output",
) -> Tile:
    typed = name in editable(document.source)
    return Tile(
        name=name,
        title=title,
        subtitle=shape_text(values.shape),
        role=role,
        values=values,
        rows=rows,
        columns=columns,
        scale=signed_scale(values),
        least_places=1 if typed or name in ("Q", "K", "V") else 2,
        editable=typed,
        step=step,
    )


def _value_names(document: Document, d_v: int) -> tuple[str, ...]:
    source = document.source
    if isinstance(source, (MatrixSource, ProjectionSource)) and source.value_names:
        return source.value_names
    return tuple(str(c + 1) for c in range(d_v))


def shape_text(shape: tuple[int, ...]) -> str:
    """A shape as people write it, 3 × 2."""
    return " × ".join(str(size) for size in shape)
