"""What looking at attention takes in memory, known before anything of it is read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from attnviz.core.layers import BFLOAT16, Heads, Layer, Stitched
from attnviz.core.memory import free_bytes
from attnviz.core.stack import AttentionStack
from attnviz.io.stored import Source, TensorLayer, Unpacked

LITTLE = 256_000_000  # bytes that nobody need be asked about
MOST_SHARE = 4  # of free memory, one part in so many is taken without asking

# Bytes a cell, measured: of one head what is stored, its floats, and what is drawn; of a mean, its sum in float64 too.
_HEAD, _MEAN = 6, 14


def memory_needed(stack: AttentionStack, average: str = "none") -> int:
    """Bytes that showing one head takes at its peak, or several taken together; and what has to be unpacked first."""
    stored = 2 if stack.stored == BFLOAT16 else np.dtype(stack.stored).itemsize
    cell = stored + _HEAD if average == "none" else _MEAN
    return stack.n_q * stack.n_k * cell + sum(source.size for source in _packed(stack))


def much(stack: AttentionStack, average: str = "none") -> tuple[int, int] | None:
    """(bytes needed, bytes free) where that is so much that the person should be asked first; else None."""
    needed, free = memory_needed(stack, average), free_bytes()
    if free is None or needed <= max(LITTLE, free // MOST_SHARE):
        return None
    return needed, free


def _packed(stack: AttentionStack) -> list[Source]:
    """What lies packed in an archive, each once; unpacked it stays in memory."""
    found: dict[int, Source] = {}
    for layer in stack.layers:
        for source in _sources(layer):
            if isinstance(source, Unpacked):
                found[id(source)] = source
    return list(found.values())


def _sources(layer: Layer | None) -> Iterator[Source]:
    if isinstance(layer, TensorLayer):
        yield layer.tensor.source
    elif isinstance(layer, (Heads, Stitched)):
        for part in layer.heads if isinstance(layer, Heads) else layer.steps:
            yield from _sources(part)
