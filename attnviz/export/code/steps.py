"""The steps of attention as lines of script: only those that the document has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.document.document import Document, MatrixSource, Options, ProjectionSource, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.trace import Trace
from attnviz.export.code.dialect import Dialect
from attnviz.export.code.lines import BLANK, Line, Shown
from attnviz.export.code.sentence import has_places, sentence_scores
from attnviz.export.notation import Notation
from attnviz.i18n import translate


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What this script calls scores and output: in identifiers, in comments, and where it prints (ASCII alone,
    because not every terminal can write more)."""

    S: str
    O: str  # noqa: E741
    output: str
    printed_S: str


def names_of(notation: Notation) -> Names:
    book = notation.letters == "SAO"
    return Names(
        S=notation.scores,
        O=notation.output,
        output="output" if book else "context",
        printed_S="S" if book else "Omega",
    )


@dataclass(frozen=True, slots=True)
class Steps:
    lines: list[Line]
    shown: list[Shown]


def attention_steps(document: Document, trace: Trace, dialect: Dialect, notation: Notation) -> Steps:
    """Everything from the inputs to the last output, in the order in which it is computed."""
    source, names = document.source, names_of(notation)
    assert not isinstance(source, ImportedSource)  # `imported_script` writes that
    steps = Steps([], [])
    if isinstance(source, ProjectionSource):
        _project(steps, source, trace, dialect)
        _dot_scores(steps, source, dialect, names)
    elif isinstance(source, MatrixSource):
        _dot_scores(steps, source, dialect, names)
    else:
        steps.lines.extend(sentence_scores(source, dialect, names.S))
    steps.shown.append(Shown(names.printed_S, "scores"))
    _weigh(steps, source, document.options, trace, dialect, names)
    if not isinstance(source, SentenceSource):
        _mix(steps, source, dialect, names)
    if isinstance(source, ProjectionSource):
        _after(steps, source, dialect, names)
    return steps


def stacked(source: MatrixSource | SentenceSource | ProjectionSource) -> bool:
    """Whether Q, K and V have an axis for heads."""
    return isinstance(source, ProjectionSource) and source.n_heads > 1


def shared(source: MatrixSource | SentenceSource | ProjectionSource) -> bool:
    """Whether several query heads read one head of keys and values."""
    return isinstance(source, ProjectionSource) and source.n_kv_heads < source.n_heads


def empty_rows(document: Document, trace: Trace) -> bool:
    """Whether some query may look at nothing."""
    return hides(document) and not bool(trace.visible.any(axis=1).all())


def hides(document: Document) -> bool:
    """Whether the document has a mask."""
    options = document.options
    return options.causal or options.window is not None or options.padding > 0


def divides(options: Options) -> bool:
    """Whether anything stands between the scores and the softmax."""
    return options.divide or options.temperature != 1


def stable_sigmoid(trace: Trace) -> bool:
    """Whether a gate is so negative that e^-x passes the largest float."""
    return trace.chain is not None and trace.chain.gate is not None and bool(np.min(trace.chain.gate) < -700)


def _project(steps: Steps, source: ProjectionSource, trace: Trace, d: Dialect) -> None:
    """X → u → Q, K, V, cut into heads where there are several."""
    lines, x = steps.lines, "X"
    if source.normalise:
        assert trace.chain is not None
        *before, last = d.layer_norm(source.eps, constant_rows=bool(trace.chain.constant.any()))
        lines.extend(Line(f"{name} = {expression}") for name, expression in before)
        lines.append(Line(f"{last[0]} = {last[1]}", translate("code", "LayerNorm: each row has mean 0, variance 1")))
        lines.append(BLANK)
        steps.shown.append(Shown("u", "u"))
        x = "u"
    several = source.n_heads > 1
    kv_heads = "n_kv_heads" if shared(source) else "n_heads"

    def heads(W: str, count: str) -> str:
        product = d.product(x, W)
        return d.split_heads(product, count) if several else product

    if source.gated:
        lines.append(
            Line(
                f"both = {heads('W_Q', 'n_heads')}",
                translate("code", "columns of each head: first its query, then its gate")
                if several
                else translate("code", "columns: first the query, then the gate"),
            )
        )
        lines.append(Line("Q, gate = both[..., :d_k], both[..., d_k:]"))
    else:
        lines.append(Line(f"Q = {heads('W_Q', 'n_heads')}", translate("code", "queries: what each token asks for")))
    lines.append(Line(f"K = {heads('W_K', kv_heads)}", translate("code", "keys: what each token answers to")))
    lines.append(Line(f"V = {heads('W_V', kv_heads)}", translate("code", "values: what each token gives")))
    lines.append(BLANK)
    steps.shown.extend(Shown(name, name) for name in ("Q", "K", "V"))


def _dot_scores(steps: Steps, source: MatrixSource | ProjectionSource, d: Dialect, names: Names) -> None:
    comment = translate("code", "{scores}: how well each query matches each key").format(scores=names.S)
    keys = "K"
    if shared(source):
        keys = "K_of_head"
        together = translate("code", "neighbouring query heads share one head of keys")
        steps.lines.append(Line(f"{keys} = {d.repeated('K')}", together))
    steps.lines.append(Line(f"scores = Q @ {d.transposed(keys, stacked=stacked(source))}", comment))


def _weigh(
    steps: Steps,
    source: MatrixSource | SentenceSource | ProjectionSource,
    options: Options,
    trace: Trace,
    d: Dialect,
    names: Names,
) -> None:
    """Scores → divided → masked → weights."""
    lines, current = steps.lines, "scores"
    if divides(options):
        lines.append(_divided(options, d, names))
        current = "scaled"
        steps.shown.append(Shown(printed_scaled(options, names.printed_S), current))
    document = Document(source=source, options=options)
    if hides(document):
        lines.append(BLANK)
        lines.extend(_mask(source, options, d))
        lines.append(Line(f"masked = {d.hidden(current)}", translate("code", "a key that may not be seen gets −∞")))
        label = printed_scaled(options, names.printed_S)
        steps.shown.append(Shown(translate("code", "{matrix}, masked").format(matrix=label), "masked"))
        current = "masked"
    empty = empty_rows(document, trace)
    comment = (
        translate("code", "A: each row sums to 1, or to 0 where a query sees no key")
        if empty
        else translate("code", "A: each row sums to 1")
    )
    lines.append(Line(f"weights = {d.softmax(current, empty_rows=empty)}", comment))
    steps.shown.append(Shown("A", "weights"))


def printed_scaled(options: Options, letter: str) -> str:
    """What the divided scores are called where they are printed."""
    if not divides(options):
        return letter
    if options.divide and options.temperature != 1:
        return f"{letter} / (sqrt(d_k) * temperature)"
    return f"{letter} / sqrt(d_k)" if options.divide else f"{letter} / temperature"


def _divided(options: Options, d: Dialect, names: Names) -> Line:
    root = d.root("d_k")
    if options.temperature == 1:
        return Line(f"scaled = scores / {root}", translate("code", "{scores} / √d_k").format(scores=names.S))
    divisor = f"({root} * temperature)" if options.divide else "temperature"
    return Line(
        f"scaled = scores / {divisor}",
        translate("code", "below 1 it sharpens the rows, above 1 it flattens them"),
    )


def _mask(source: MatrixSource | SentenceSource | ProjectionSource, options: Options, d: Dialect) -> list[Line]:
    """`visible`: True where a query may look at a key."""
    n_q, n_k = ("n", "n") if source.n_q == source.n_k else ("n_q", "n_k")
    lines = []
    if not (isinstance(source, SentenceSource) and has_places(source)):  # places have asked for n already
        lines.append(Line("n = scores.shape[-1]" if n_q == n_k else "n_q, n_k = scores.shape"))
    looks_back = options.causal or options.window is not None
    if looks_back and n_q != n_k:
        lines.append(Line("", translate("code", "The queries are the last n_q of the n_k positions.")))
    if options.window is not None:
        comment = translate("code", "nobody looks ahead, nor further back than the window")
        lines.append(Line(f"visible = {d.band(n_q, n_k, window=True)}", comment))
    elif options.causal:
        lines.append(
            Line(f"visible = {d.band(n_q, n_k, window=False)}", translate("code", "causal: nobody looks ahead"))
        )
    if options.padding:
        if not looks_back:
            lines.append(Line(f"visible = {d.everything(n_q, n_k)}"))
        lines.append(Line("visible[:, -padding:] = False", translate("code", "the last keys are padding")))
    return lines


def _mix(steps: Steps, source: MatrixSource | ProjectionSource, d: Dialect, names: Names) -> None:
    values = "V"
    if shared(source):
        values = "V_of_head"
        steps.lines.append(Line(f"{values} = {d.repeated('V')}", translate("code", "and one head of values")))
    comment = translate("code", "{output}: every row of A mixes the values").format(output=names.O)
    steps.lines.append(Line(f"{names.output} = weights @ {values}", comment))
    steps.shown.append(Shown(names.O, names.output))


def _after(steps: Steps, source: ProjectionSource, d: Dialect, names: Names) -> None:
    """Output gate, the heads side by side, and W_O, where the source has them."""
    lines, current = steps.lines, names.output
    if source.gated or source.n_heads > 1 or source.W_O is not None:
        lines.append(BLANK)
    if source.gated:
        comment = translate("code", "every component passes by its own share, between 0 and 1")
        lines.append(Line(f"share = {d.sigmoid('gate')}", comment))
        lines.append(Line(f"gated = {current} * share"))
        steps.shown.extend([Shown("sigmoid(gate)", "share"), Shown(f"{names.O} * sigmoid(gate)", "gated")])
        current = "gated"
    if source.n_heads > 1:
        lines.append(Line(f"concat = {d.side_by_side(current)}", translate("code", "the heads side by side")))
        steps.shown.append(Shown("concat", "concat"))
        current = "concat"
    if source.W_O is not None:
        lines.append(Line(f"Y = {d.product(current, 'W_O')}", translate("code", "the output projection")))
        steps.shown.append(Shown("Y", "Y"))
