"""Every matrix of a model with its size, and what they amount to. Whole numbers throughout: totals are exact.

A matrix is given as inputs × outputs, as it is used (x W), however its checkpoint stores it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from attnviz.core.checkpoint_names import Names, names_of
from attnviz.core.model_shape import Experts, LayerKind, ModelShape, Recurrence

Role = Literal["Q", "K", "V", "QKV", "O", "norm", "mlp", "recurrent", "table", "outside"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One matrix, or with inputs 0 one vector, of a checkpoint."""

    name: str
    role: Role
    inputs: int
    outputs: int
    bias: bool = False
    copies: int = 1  # of which one stands for all, as experts do
    used: int = 1  # of these copies, by each token
    stored: tuple[int, int] | None = None  # in the checkpoint, where it is a matrix
    once: bool = False  # used for one token of a sequence, and not for each

    @property
    def parameters(self) -> int:
        """Numbers in it, in all of its copies."""
        return self.copies * (max(self.inputs, 1) * self.outputs + (self.outputs if self.bias else 0))

    def work(self, n: int, batch: int) -> int:
        """Multiply-adds for n tokens: one for every number of the matrix and every token. Looking up costs none."""
        if self.role == "table":
            return 0
        return batch * (1 if self.once else n) * self.used * self.inputs * self.outputs


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Parameters. `mlp` and `model` are None where the numbers they need are not known."""

    attention_layer: int  # of one layer with an n × n matrix
    linear_layer: int  # of one without
    attention: int  # of all layers, with or without
    mlp_layer: int | None
    norms: int  # of all layers, and the last one
    outside: int  # embeddings and what comes after the last layer
    model: int | None


def attention_rows(shape: ModelShape) -> tuple[Row, ...]:
    """The matrices of a layer that attends.

    q_proj: hidden → n_heads · head_dim, and with the gate fused in n_heads · (head_dim + v_dim);
    k_proj: hidden → n_kv_heads · head_dim; v_proj: hidden → n_kv_heads · v_dim; o_proj: n_heads · v_dim → hidden.
    """
    if not shape.projections:
        return ()
    names, prefix = names_of(shape.family), names_of(shape.family).layer
    q = shape.n_heads * (shape.head_dim + (shape.v_dim if shape.gated else 0))
    k, v = shape.n_kv_heads * shape.head_dim, shape.n_kv_heads * shape.v_dim
    parts: list[tuple[str, Role, int]] = [(names.q, "Q", q), (names.k, "K", k), (names.v, "V", v)]
    if names.qkv is not None:
        parts = [(names.qkv, "QKV", q + k + v)]
    rows = [_matrix(names, prefix + name, role, shape.hidden, width, shape.qkv_bias) for name, role, width in parts]
    if shape.qk_norm:
        rows += [_vector(prefix + name, shape.head_dim, "norm", False) for name in (names.q_norm, names.k_norm)]
    if shape.o_proj:
        rows.append(_matrix(names, prefix + names.o, "O", shape.n_heads * shape.v_dim, shape.hidden, shape.o_bias))
    return tuple(rows)


def recurrent_rows(shape: ModelShape) -> tuple[Row, ...]:
    """The matrices of a Gated DeltaNet layer: queries, keys, values and a gate; two numbers a head; a convolution."""
    r = shape.recurrence
    if r is None:
        return ()
    names = names_of(shape.family)
    prefix = f"{names.layer}linear_attn."
    rows = [
        _matrix(names, prefix + name, "recurrent", shape.hidden, width, False)
        for name, width in zip(names.recurrent, _recurrent_widths(r, len(names.recurrent)), strict=True)
    ]
    conv = Row(name=f"{prefix}conv1d", role="recurrent", inputs=r.kernel, outputs=2 * r.keys + r.values)
    vectors = [
        _vector(prefix + name, width, "recurrent", False)
        for name, width in (("dt_bias", r.value_heads), ("A_log", r.value_heads), ("norm", r.value_dim))
    ]
    out = _matrix(names, f"{prefix}out_proj", "recurrent", r.values, shape.hidden, False)
    return (*rows, conv, *vectors, out)


def _recurrent_widths(r: Recurrence, count: int) -> tuple[int, ...]:
    if count == 2:
        return 2 * r.keys + 2 * r.values, 2 * r.value_heads
    return 2 * r.keys + r.values, r.values, r.value_heads, r.value_heads


def mlp_rows(shape: ModelShape) -> tuple[Row, ...]:
    """The matrices after attention: one MLP, or experts and the router that chooses among them."""
    names = names_of(shape.family)
    if shape.experts is not None:
        return _expert_rows(shape, shape.experts, names)
    if shape.intermediate is None:
        return ()
    hidden, wide, bias = shape.hidden, shape.intermediate, shape.mlp_bias
    up = [(names.gate, wide), (names.up, wide)] if shape.mlp_gated else [(names.up, wide)]
    if shape.mlp_gated and names.gate_up is not None:
        up = [(names.gate_up, 2 * wide)]
    rows = [_matrix(names, names.layer + name, "mlp", hidden, width, bias) for name, width in up]
    return (*rows, _matrix(names, names.layer + names.down, "mlp", wide, hidden, bias))


def _expert_rows(shape: ModelShape, experts: Experts, names: Names) -> tuple[Row, ...]:
    hidden, wide, layer = shape.hidden, experts.intermediate, names.layer
    rows = [_matrix(names, layer + names.router, "mlp", hidden, experts.count, False)]
    for name, inputs, outputs in zip(names.expert, (hidden, hidden, wide), (wide, wide, hidden), strict=True):
        rows.append(
            Row(
                name=layer + name,
                role="mlp",
                inputs=inputs,
                outputs=outputs,
                copies=experts.count,
                used=experts.chosen,
                stored=(outputs, inputs),
            )
        )
    if experts.shared:
        prefix, shared = layer + names.shared_expert, experts.shared
        sizes = (("gate_proj", hidden, shared), ("up_proj", hidden, shared), ("down_proj", shared, hidden))
        rows += [_matrix(names, prefix + name, "mlp", inputs, outputs, False) for name, inputs, outputs in sizes]
        if experts.shared_gate:
            rows.append(_matrix(names, f"{layer}mlp.shared_expert_gate", "mlp", hidden, 1, False))
    return tuple(rows)


def norm_rows(shape: ModelShape) -> tuple[Row, ...]:
    """The normalisations of one layer, besides those of queries and keys."""
    if shape.norm == "none":
        return ()
    names = names_of(shape.family)
    kept = names.norms[: shape.norms]
    return tuple(_vector(names.layer + name, shape.hidden, "norm", shape.norm == "layer") for name in kept)


def layer_rows(shape: ModelShape, kind: LayerKind) -> tuple[Row, ...]:
    """Everything in one layer of a kind."""
    own = recurrent_rows(shape) if kind == "linear" else attention_rows(shape)
    return (*own, *mlp_rows(shape), *norm_rows(shape))


def outside_rows(shape: ModelShape) -> tuple[Row, ...]:
    """What stands before the first layer and after the last."""
    names, hidden, shift = names_of(shape.family), shape.hidden, shape.norm == "layer"
    rows: list[Row] = []
    tables = ((names.embedding, shape.vocab), (names.positions, shape.positions), (names.segments, shape.segments))
    for name, count in tables:
        if count:
            rows.append(Row(name=name, role="table", inputs=count, outputs=hidden, stored=(count, hidden)))
    if shape.embedding_norm:
        rows.append(_vector(names.embedding_norm, hidden, "outside", shift))
    if shape.final_norm and shape.norm != "none":
        rows.append(_vector(names.final_norm, hidden, "outside", shift))
    if shape.pooler:
        rows.append(replace(_matrix(names, names.pooler, "outside", hidden, hidden, True), once=True))
    if not shape.tied and shape.vocab:
        rows.append(_matrix(names, names.head, "outside", hidden, shape.vocab, False))
    return tuple(rows)


def totals(shape: ModelShape) -> Totals:
    """Parameters of a layer, of all layers, and of the model."""
    linear = shape.count("linear")
    attention_layer, linear_layer = parameters(attention_rows(shape)), parameters(recurrent_rows(shape))
    attention = (shape.n_layers - linear) * attention_layer + linear * linear_layer
    mlp = parameters(mlp_rows(shape)) if shape.intermediate is not None or shape.experts is not None else None
    norms, outside = shape.n_layers * parameters(norm_rows(shape)), parameters(outside_rows(shape))
    known = mlp is not None and shape.vocab is not None and (not linear or shape.recurrence is not None)
    return Totals(
        attention_layer=attention_layer,
        linear_layer=linear_layer,
        attention=attention,
        mlp_layer=mlp,
        norms=norms,
        outside=outside,
        model=attention + shape.n_layers * mlp + norms + outside if known and mlp is not None else None,
    )


def parameters(rows: tuple[Row, ...]) -> int:
    """Numbers in all of them."""
    return sum(row.parameters for row in rows)


def _matrix(names: Names, name: str, role: Role, inputs: int, outputs: int, bias: bool) -> Row:
    stored = (inputs, outputs) if names.in_out else (outputs, inputs)
    return Row(name=name, role=role, inputs=inputs, outputs=outputs, bias=bias, stored=stored)


def _vector(name: str, width: int, role: Role, shift: bool) -> Row:
    return Row(name=name, role=role, inputs=0, outputs=width, bias=shift)
