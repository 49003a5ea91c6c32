"""The chain walked backward: which gradients are drawn, in which bands and columns, and their steps in order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.document.document import Document, MatrixSource, ProjectionSource
from attnviz.document.gradient_trace import Array, GradientTrace
from attnviz.export.cells import ColourScale
from attnviz.export.chain import Column, Layout, scaled_title
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.number_column import column
from attnviz.export.scales import signed_scale
from attnviz.export.tiles import Tile
from attnviz.export.upstream_words import result_letter

MOST_PLACES = 3  # decimals: gradients are often small

# Formulas of row vectors, and the same where vectors are columns.
FORMULAS = {
    "dV": ("∂V = Aᵀ ∂O", "∂V = ∂O Aᵀ"),
    "dA": ("∂A = ∂O Vᵀ", "∂A = Vᵀ ∂O"),
    "dQ": ("∂Q = ∂S K", "∂Q = K ∂S"),
    "dK": ("∂K = ∂Sᵀ Q", "∂K = Q ∂Sᵀ"),
    "dW_O": ("∂W_O = [O₁ | …]ᵀ ∂Y", "∂W_O = ∂Y [O₁ ; …]ᵀ"),
    "dconcat": ("∂[O₁ | …] = ∂Y W_Oᵀ", "∂[O₁ ; …] = W_Oᵀ ∂Y"),
    "dW_Q": ("∂W_Q = uᵀ ∂Q", "∂W_Q = ∂Q uᵀ"),
    "dW_K": ("∂W_K = uᵀ ∂K", "∂W_K = ∂K uᵀ"),
    "dW_V": ("∂W_V = uᵀ ∂V", "∂W_V = ∂V uᵀ"),
    "du": ("∂u = ∂Q W_Qᵀ + ∂K W_Kᵀ + ∂V W_Vᵀ", "∂u = W_Qᵀ ∂Q + W_Kᵀ ∂K + W_Vᵀ ∂V"),
}


def formula(name: str, notation: Notation, *, read: str = "u") -> str:
    """The formula of a gradient in the chosen notation; `read` is what the projections read, u or X."""
    rows, columns = FORMULAS[name]
    text = columns if notation.transposed else rows
    return written(text.replace("uᵀ", f"{read}ᵀ").replace("∂u", f"∂{read}"), notation)


def written(text: str, notation: Notation) -> str:
    """Letters and head numbers of the notation; the order of factors is already its own."""
    return replace(notation, transposed=False).write(lettered(text, notation))


def lettered(sentence: str, notation: Notation) -> str:
    """A sentence with ∂S and ∂O in the letters of the notation."""
    return sentence.replace("∂S", f"∂{notation.scores}").replace("∂O", f"∂{notation.output}")


def gradient_layout(document: Document, gradient: GradientTrace, notation: Notation = STANDARD) -> Layout:
    """The tiles of one head's gradients, from ∂L/∂O on."""
    tiles = _Tiles(document, gradient, notation)
    attention = tiles.attention()
    if gradient.layer is None:
        first: Column = (tiles.start(),)
        steps = ("upstream", *tiles.attention_steps())
        return Layout(bands=((first, *attention),), steps=steps)
    after, names = tiles.after()
    before = tiles.before()
    steps = ("upstream", *names, *tiles.attention_steps(), *tiles.before_steps())
    if len(after) == 1:
        return Layout(bands=((*after, *attention), before), steps=steps)
    return Layout(bands=(after, attention, before), steps=steps)


class _Tiles:
    """Makes the tiles of one head."""

    def __init__(self, document: Document, gradient: GradientTrace, notation: Notation) -> None:
        self.document = document
        self.gradient = gradient
        self.trace = gradient.trace
        self.notation = notation
        source = document.source
        self.layer_source = source if isinstance(source, ProjectionSource) else None
        self.values = self._value_names()
        self.divided = scaled_title(document) != "S"

    # the loss, and back to the heads ------------------------------------------------------------------------

    def start(self) -> Tile:
        """Where the way back begins; it is typed into."""
        whole, letter = written(self.result_name(), self.notation), result_letter(self.document)
        name = f"∂L/∂R, R = {whole}" if letter == "R" else f"∂L/∂{whole}"
        tile = self._tile("dR", name, self.gradient.dR, self.trace.tokens_q, self._result_columns(), "upstream")
        tile = self._marked(tile) if self.layer_source is not None and self.layer_source.W_O is None else tile
        return replace(tile, editable=True, least_places=0)

    def result_name(self) -> str:
        """What the loss is of: O, O ⊙ σ(gate), the heads side by side, or Y."""
        source = self.layer_source
        if source is None or (source.W_O is None and source.n_heads == 1 and not source.gated):
            return "O"
        if source.W_O is not None:
            return "Y"
        return "(O ⊙ σ(gate))" if source.n_heads == 1 else "[O₁ ; …]" if self.notation.transposed else "[O₁ | …]"

    def after(self) -> tuple[tuple[Column, ...], tuple[str, ...]]:
        """From the loss through W_O, the heads side by side and the gate, where there are any, to ∂O."""
        layer, source = self.gradient.layer, self.layer_source
        assert layer is not None
        assert source is not None
        columns: list[Column] = [(self.start(),)]
        steps: list[str] = []
        tokens = self.trace.tokens_q
        wide = tuple(f"{self.notation.head(h)}·{name}" for h in range(source.n_heads) for name in self.values)
        if layer.dW_O is not None:
            W_O = self._tile("dW_O", self._formula("dW_O"), layer.dW_O, wide, self._result_columns(), "out", "scores")
            concat = self._tile("dconcat", self._formula("dconcat"), layer.dconcat, tokens, wide, "out")
            columns.append((self._marked(concat), replace(W_O, outlined=False)))
            steps.append("out")
        dO = self._tile("dO", written("∂O", self.notation), self.gradient.dO, tokens, self.values, "head")
        if layer.dgated is not None and layer.dgate is not None:
            head = self.trace.head
            if source.W_O is not None or source.n_heads > 1:
                title = written("∂(O ⊙ σ(gate))", self.notation)
                columns.append((self._tile("dgated", title, layer.dgated[head], tokens, self.values, "gate"),))
            gate = self._tile("dgate", "∂gate", layer.dgate[head], tokens, self.values, "gate", role="V")
            columns.append((replace(dO, step="gate"), gate))
            steps.append("gate")
        elif columns[1:] or source.n_heads > 1:
            columns.append((dO,))
            steps.append("head")
        return tuple(columns), tuple(steps)

    def _marked(self, tile: Tile) -> Tile:
        """The columns of the shown head framed among those of all."""
        source = self.layer_source
        if source is None or source.n_heads == 1:
            return tile
        return replace(tile, marked_columns=(self.trace.head * source.d_v, source.d_v))

    # through the attention ----------------------------------------------------------------------------------

    def attention(self) -> tuple[Column, ...]:
        """∂A with ∂V below it, ∂ of the scaled scores with ∂S below it, and ∂Q with ∂K below it."""
        g = self.gradient
        high = self._scores_scale()
        dV = self._tile("dV", self._formula("dV"), g.dV, self.trace.tokens_k, self.values, "values", role="V")
        dA = self._square("dA", self._formula("dA"), g.dA, "weights", role="weights")
        columns: list[Column] = [(dA, replace(dV, outlined=False, follows_key=True)), self._scores(high)]
        if g.dQ is not None and g.dK is not None:
            columns.append(self._vectors(g.dQ, g.dK, high * self._factor()))
        return tuple(columns)

    def _scores(self, high: float) -> Column:
        """∂ of the scaled scores, and ∂S below it where there is a division between them."""
        g = self.gradient
        rule = "A ⊙ (∂A − m)"
        if not self.divided:
            dS = self._square("dS", written("∂S", self.notation), g.dS, "softmax", rule)
            return (replace(dS, scale=_at_least(g.dS, high)),)
        scaled = self._square("dscaled", self._scaled_title(), g.dscaled, "softmax", rule)
        divisor = scaled_title(self.document).removeprefix("S / ")
        dS = self._square("dS", written("∂S", self.notation), g.dS, "divide", f"÷ {divisor}")
        return (
            replace(scaled, scale=_at_least(g.dscaled, high)),
            replace(dS, scale=_at_least(g.dS, high * self._factor())),
        )

    def attention_steps(self) -> tuple[str, ...]:
        division = ("divide",) if self.divided else ()
        vectors = () if self.gradient.dQ is None else ("vectors",)
        return ("weights", "values", "softmax", *division, *vectors)

    def _vectors(self, dQ: Array, dK: Array, high: float) -> Column:
        trace = self.trace
        names = tuple(str(c + 1) for c in range(trace.d_k))
        q = self._tile("dQ", self._formula("dQ"), dQ, trace.tokens_q, names, "vectors", role="Q")
        k = self._tile("dK", self._formula("dK"), dK, trace.tokens_k, names, "vectors", role="K")
        q = replace(q, scale=_at_least(dQ, high * _largest(trace.K)))
        k = replace(k, scale=_at_least(dK, high * _largest(trace.Q)), outlined=False, follows_key=True)
        return q, k

    def _scores_scale(self) -> float:
        """What a ∂ of scaled scores of ordinary size would be: ∂A spread evenly over the keys.

        Colours reach their full strength there, so that the gradient of a saturated row looks as pale as it is small.
        """
        return _largest(self.gradient.dA) / max(self.trace.n_k, 1)

    def _factor(self) -> float:
        """What one unit of ∂scaled is in ∂S."""
        options = self.document.options
        return 1 / ((self.trace.d_k**0.5 if options.divide else 1.0) * options.temperature)

    def _scaled_title(self) -> str:
        scaled = scaled_title(self.document)
        return written("∂S" if scaled == "S" else f"∂({scaled})", self.notation)

    # to the weights and the embeddings ----------------------------------------------------------------------

    def before(self) -> tuple[Column, ...]:
        layer, source = self.gradient.layer, self.layer_source
        assert layer is not None
        assert source is not None
        names = source.dimension_names or tuple(str(c + 1) for c in range(source.d_model))
        head, shared = self.trace.head, self.trace.kv_head
        weights = (
            self._weights("dW_Q", layer.dW_Q, names, "Q", head, source.n_heads),
            self._weights("dW_K", layer.dW_K, names, "K", shared, source.n_kv_heads),
            self._weights("dW_V", layer.dW_V, names, "V", shared, source.n_kv_heads),
        )
        read = "u" if source.normalise else "X"
        tokens = source.tokens
        du = self._tile("du", formula("du", self.notation, read=read), layer.du, tokens, names, "inputs", role="scores")
        columns: list[Column] = [weights, (du,)]
        if source.normalise:
            dX = self._tile("dX", "∂X", layer.dX, tokens, names, "normalise", role="scores")
            columns.append((replace(dX, subtitle=f"{dX.subtitle} · LayerNorm"),))
        return tuple(columns)

    def before_steps(self) -> tuple[str, ...]:
        source = self.layer_source
        return ("project", "inputs", "normalise") if source is not None and source.normalise else ("project", "inputs")

    def _weights(self, name: str, dW: Array, rows: tuple[str, ...], role: str, head: int, heads: int) -> Tile:
        source = self.layer_source
        assert source is not None
        width = dW.shape[1] // heads
        own = [str(c + 1) for c in range(source.d_v if role == "V" else source.d_k)]
        own += [f"g{c + 1}" for c in range(width - len(own))]
        read = "u" if source.normalise else "X"
        title = formula(name, self.notation, read=read)
        tile = self._tile(name, title, dW, rows, tuple(own * heads), "project", role=role)
        return replace(tile, outlined=False, marked_columns=(head * width, width) if heads > 1 else None)

    # parts --------------------------------------------------------------------------------------------------

    def _formula(self, name: str) -> str:
        return formula(name, self.notation)

    def _tile(
        self,
        name: str,
        title: str,
        values: Array,
        rows: tuple[str, ...],
        columns: tuple[str, ...],
        step: str,
        role: str = "output",
    ) -> Tile:
        return Tile(
            name=name,
            title=title,
            subtitle=self.notation.shape(values.shape),
            role=role,
            values=values,
            rows=rows,
            columns=columns,
            scale=signed_scale(values),
            least_places=_places(values),
            step=step,
        )

    def _square(self, name: str, title: str, values: Array, step: str, rule: str = "", role: str = "scores") -> Tile:
        """A tile of queries × keys; masked cells are hatched, since nothing goes back through them.

        `rule` says how its numbers come about, where the title does not.
        """
        trace = self.trace
        tile = self._tile(name, title, values, trace.tokens_q, trace.tokens_k, step, role)
        visible = trace.visible if trace.masked else None
        subtitle = f"{tile.subtitle} · {rule}" if rule else tile.subtitle
        return replace(tile, visible=visible, keyed_columns=True, subtitle=subtitle)

    def _value_names(self) -> tuple[str, ...]:
        source = self.document.source
        if isinstance(source, (MatrixSource, ProjectionSource)) and source.value_names:
            return source.value_names
        return tuple(str(c + 1) for c in range(self.gradient.dV.shape[1]))

    def _result_columns(self) -> tuple[str, ...]:
        source = self.layer_source
        if source is None or (source.W_O is None and source.n_heads == 1):
            return self.values
        if source.W_O is not None:
            return tuple(str(c + 1) for c in range(source.W_O.shape[1]))
        return tuple(f"{self.notation.head(h)}·{name}" for h in range(source.n_heads) for name in self.values)


def _places(values: Array) -> int:
    """Decimals with which the largest number has two digits, as in the written sum; at most `MOST_PLACES`."""
    form = column([_largest(values)])
    return MOST_PLACES if form.powers else min(form.digits, MOST_PLACES)


def _largest(values: Array | None) -> float:
    return 0.0 if values is None or not values.size else float(np.abs(values).max())


def _at_least(values: Array, high: float) -> ColourScale:
    """The signed scale of some values, or of ±`high` where they are all smaller."""
    return signed_scale(values, np.array([[high]]))
