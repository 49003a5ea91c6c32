"""All attention matrices of a model: layers, and heads in them, each read when it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core.arrays import Floats, as_floats
from attnviz.core.layers import BFLOAT16, Layer, array_layer, decoded, float_type
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate

BAND_BYTES = 1 << 23  # of stored numbers that are worked on together


@dataclass(frozen=True, slots=True, eq=False)
class AttentionStack:
    """A frozen set of attention matrices; None stands for a layer whose attention was not returned.

    At least one layer is there, and all layers have the same n_q and n_k (`stack_of` checks); the number of heads may
    differ between them. Layers and heads are counted from 0.
    """

    layers: tuple[Layer | None, ...]

    @property
    def some(self) -> Layer:
        """A layer that is there."""
        return next(layer for layer in self.layers if layer is not None)

    @property
    def n_layers(self) -> int:
        return len(self.layers)

    @property
    def n_heads(self) -> int:
        """The heads of the layer that has most."""
        return max(layer.n_heads for layer in self.layers if layer is not None)

    @property
    def n_q(self) -> int:
        return self.some.n_q

    @property
    def n_k(self) -> int:
        return self.some.n_k

    @property
    def dtype(self) -> np.dtype[Any]:
        """What `head` gives: float32, or float64 where a layer needs it."""
        wide = any(float_type(layer.stored) == np.float64 for layer in self.layers if layer is not None)
        return np.dtype(np.float64 if wide else np.float32)

    @property
    def stored(self) -> str:
        """The type the numbers are kept in, by name, e.g. "float16" or "bfloat16"."""
        return self.some.stored

    @property
    def uniform(self) -> bool:
        """Whether every layer is there and has the same number of heads."""
        return all(layer is not None and layer.n_heads == self.n_heads for layer in self.layers)

    @property
    def n_matrices(self) -> int:
        """The heads of all layers together."""
        return sum(layer.n_heads for layer in self.layers if layer is not None)

    @property
    def head_bytes(self) -> int:
        """What one head takes in memory once it is read."""
        return self.n_q * self.n_k * self.dtype.itemsize

    @property
    def total_bytes(self) -> int:
        """What all heads would take in memory."""
        return self.head_bytes * self.n_matrices

    def heads_of(self, layer: int) -> int:
        """How many heads a layer has; 0 where its attention was not returned."""
        found = self.layers[layer]
        return 0 if found is None else found.n_heads

    def places(self) -> Iterator[tuple[int, int]]:
        """Every (layer, head) that is there, in order."""
        for index in range(self.n_layers):
            for head in range(self.heads_of(index)):
                yield index, head

    def head(self, layer: int, head: int) -> Floats:
        """One matrix (n_q, n_k), float32 or float64 (`dtype`), C order, read-only; may hold NaN and infinities.

        Raises InputError when the layer was not returned or its file cannot be read any more.
        """
        return self.rows(layer, head, 0, self.n_q)

    def rows(self, layer: int, head: int, first: int, last: int) -> Floats:
        """Rows first … last - 1 of a head, as `head` gives them, (last - first, n_k)."""
        found = self._layer(layer, head)
        with np.errstate(over="ignore", invalid="ignore"):
            values = np.ascontiguousarray(decoded(found.raw(head, first, last), found.stored), dtype=self.dtype)
        # A view: whoever owns the memory may still be allowed to write to it elsewhere.
        values = values.view()
        values.setflags(write=False)
        return values

    def bands(self, layer: int, head: int) -> Iterator[tuple[int, Floats]]:
        """The rows of a head a few at a time, each band with the index of its first row."""
        step = self._band(self._layer(layer, head), 1)
        for first in range(0, self.n_q, step):
            yield first, self.rows(layer, head, first, min(first + step, self.n_q))

    def reduced(self, layer: int, head: int, rows: int, columns: int) -> Floats:
        """A head of at most `rows` × `columns` cells, each the largest of a block: no bright cell is lost.

        Every block spans ⌈n_q / rows⌉ × ⌈n_k / columns⌉ cells, those at the lower and right ends perhaps fewer. A NaN
        is the largest of its block, but a row of NaN alone, what a softmax over no key gives, counts as 0. The numbers
        are those of `head`; the matrix is never in memory as a whole.
        """
        found = self._layer(layer, head)
        tall, wide = -(-self.n_q // max(1, rows)), -(-self.n_k // max(1, columns))
        out = np.empty((-(-self.n_q // tall), -(-self.n_k // wide)), dtype=self.dtype)
        step = self._band(found, tall)
        for first in range(0, self.n_q, step):
            last = min(first + step, self.n_q)
            raw = found.raw(head, first, last)
            band = _largest(raw, found.stored, tall, wide)
            if np.isnan(band).any():
                band = _block_max(_without_empty(decoded(raw, found.stored)), tall, wide)
            out[first // tall : first // tall + len(band)] = band
        out.setflags(write=False)
        return out

    def _layer(self, layer: int, head: int) -> Layer:
        found = self.layers[layer]
        if found is None:
            raise InputError(
                translate("core", "The model did not return the attention of layer {layer}, counted from 0.").format(
                    layer=layer
                )
            )
        if not 0 <= head < found.n_heads:
            raise IndexError(f"layer {layer} has {found.n_heads} heads, none is number {head}")
        return found

    def _band(self, layer: Layer, multiple: int) -> int:
        """How many rows to read together: a multiple of `multiple`."""
        if layer.at_once:
            return max(1, -(-self.n_q // multiple)) * multiple
        row_bytes = self.n_k * (2 if layer.stored == BFLOAT16 else np.dtype(layer.stored).itemsize)
        return max(1, BAND_BYTES // (row_bytes * multiple)) * multiple


def stack_of(layers: Sequence[Layer | None]) -> AttentionStack:
    """A stack of these layers. Raises InputError when none is there, ShapeError when their sizes differ."""
    there = [layer for layer in layers if layer is not None]
    if not there:
        raise InputError(not_returned())
    sizes = {(layer.n_q, layer.n_k) for layer in there}
    if len(sizes) > 1:
        raise ShapeError(
            translate("core", "The layers differ in size ({found}); expected the same for all.").format(
                found=", ".join(f"{n_q} × {n_k}" for n_q, n_k in sorted(sizes)[:4])
            )
        )
    return AttentionStack(tuple(layers))


def stack_of_arrays(arrays: Sequence[ArrayLike | None]) -> AttentionStack:
    """A stack in memory: one array (n_heads, n_q, n_k) a layer, or None; copied where others could write to it."""
    layers: list[Layer | None] = []
    for index, value in enumerate(arrays):
        if value is None:
            layers.append(None)
            continue
        array = np.asarray(value)
        if array.dtype != np.float16 and array.dtype.kind not in "iu":  # both are decoded when they are read
            array = as_floats("A", array)
        if array.ndim != 3 or 0 in array.shape:
            raise ShapeError(
                translate(
                    "core", "Layer {layer}, counted from 0, has shape {found}; expected heads × queries × keys."
                ).format(layer=index, found=" × ".join(map(str, array.shape)) or "1")
            )
        layers.append(array_layer(array))
    return stack_of(layers)


def not_returned() -> str:
    """What to say when there is no attention at all, the commonest mistake in exporting it."""
    return translate(
        "core",
        'There is no attention inside: the model did not return it. Load the model with attn_implementation="eager", '
        "call it with output_attentions=True, and export again.",
    )


def _largest(raw: NDArray[Any], stored: str, tall: int, wide: int) -> Floats:
    """Blocks of tall × wide stored numbers as their maximum, decoded."""
    if stored in (BFLOAT16, "float16"):
        # Bits of floats that are not negative order like whole numbers, and NaN comes last: no need to decode them all.
        native = raw.astype(raw.dtype.newbyteorder("="), copy=False)
        bits = _block_max(native.view(np.uint16), tall, wide)
        if bits.max() < 0x8000:
            return decoded(bits if stored == BFLOAT16 else bits.view(np.float16), stored)
    return _block_max(decoded(raw, stored), tall, wide)


def _without_empty(rows: NDArray[Any]) -> NDArray[Any]:
    """The rows, those of NaN alone as 0."""
    return np.where(np.isnan(rows).all(axis=1, keepdims=True), 0, rows)


def _block_max(values: NDArray[Any], tall: int, wide: int) -> NDArray[Any]:
    """Rows first, which are contiguous, then strided columns: a maximum along short rows would be far slower."""
    fewer = _fewer_rows(values, tall)
    if wide == 1:
        return fewer
    out = fewer[:, ::wide].copy()
    for start in range(1, wide):
        part = fewer[:, start::wide]
        np.maximum(out[:, : part.shape[1]], part, out=out[:, : part.shape[1]])
    return out


def _fewer_rows(values: NDArray[Any], tall: int) -> NDArray[Any]:
    """Blocks of `tall` rows as one; reduceat would be fifty times slower."""
    if tall == 1:
        return values
    whole = len(values) // tall
    body: NDArray[Any] = np.maximum.reduce(values[: whole * tall].reshape(whole, tall, values.shape[1]), axis=1)
    if whole * tall == len(values):
        return body
    return np.concatenate([body, np.maximum.reduce(values[whole * tall :], axis=0, keepdims=True)])
