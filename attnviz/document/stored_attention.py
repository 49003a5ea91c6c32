"""Imported attention as a document's file holds it: its arrays, or where the file lies that it was read from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.layers import BFLOAT16, ArrayLayer, Layer
from attnviz.core.stack import AttentionStack, stack_of
from attnviz.document.imported_source import FileStamp, Holds, ImportedSource, Reading, Treatment, imported
from attnviz.errors import InputError
from attnviz.i18n import translate

MOST_INSIDE = 64_000_000  # bytes of all heads, as they are stored: above it a document refers to its files
MOST_EVER = 512_000_000  # of attention that came from no file
MOST_D_K = 512
MOST_TREATMENTS = 16
KEPT_TYPES = ("float16", "float32", "float64")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StoredAttention:
    """`ImportedSource` in plain fields. `layers` is empty where `files` are to be read again."""

    tokens_q: tuple[str, ...]
    tokens_k: tuple[str, ...]
    layers: tuple[NDArray[Any] | None, ...] = ()  # (n_heads, n_q, n_k) each; None for one that was not returned
    rounded: str = ""  # the type that the numbers were rounded to before they were kept, where that is another
    files: tuple[FileStamp, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    seams: tuple[int, ...] = ()
    head_names: tuple[str, ...] = ()
    causal: bool | None = None
    notes: tuple[str, ...] = ()
    questioned: bool = False
    treatments: tuple[Treatment, ...] = ()
    words: bool = False
    holds: Holds = "weights"
    d_k: int = 64

    @property
    def referring(self) -> bool:
        """Whether the numbers have to be read from `files`."""
        return not self.layers


def stored(source: ImportedSource) -> StoredAttention:
    """The source in plain fields, its arrays inside where they are small. Raises InputError where they cannot be."""
    reading = source.reading
    size = _size(reading.stack)
    inside = size <= MOST_INSIDE or not reading.files
    if inside and size > MOST_EVER:
        raise InputError(
            translate(
                "file",
                "This attention takes {found} MB, and it came from no file that the document could refer to: save it "
                "as .safetensors or .npz first, and open that.",
            ).format(found=round(size / 1e6))
        )
    layers, rounded = _arrays(reading.stack) if inside else ((), "")
    return StoredAttention(
        tokens_q=reading.tokens_q,
        tokens_k=reading.tokens_k,
        layers=layers,
        rounded=rounded,
        files=reading.files,
        answers=reading.answers,
        seams=reading.seams,
        head_names=reading.head_names,
        causal=reading.causal,
        notes=reading.notes,
        questioned=reading.questioned,
        treatments=source.treatments,
        words=source.words,
        holds=source.holds,
        d_k=source.d_k,
    )


def restored(plain: StoredAttention, stack: AttentionStack | None = None) -> ImportedSource:
    """The source again, from arrays inside or from `stack`, which was read from its files.

    Raises InputError or ShapeError for what no saving could have written.
    """
    if stack is None:
        stack = stack_of([None if array is None else _layer(array, plain.rounded) for array in plain.layers])
    _check(plain, stack)
    reading = Reading(
        stack=stack,
        tokens_q=plain.tokens_q,
        tokens_k=plain.tokens_k,
        seams=plain.seams,
        head_names=plain.head_names,
        files=plain.files,
        causal=plain.causal,
        notes=plain.notes,
        answers=plain.answers,
        questioned=plain.questioned,
    )
    return imported(reading, plain.treatments, words=plain.words, holds=plain.holds, d_k=plain.d_k)


@dataclass(frozen=True, eq=False)
class _Rounded(ArrayLayer):
    """A layer in memory whose numbers have been rounded to another type than they are kept in."""

    rounded: str = ""

    @property
    def precision(self) -> str:
        return self.rounded or self.stored


def _layer(array: NDArray[Any], rounded: str) -> Layer:
    if array.ndim != 3 or 0 in array.shape:
        raise InputError(
            translate("file", "A layer of attention has {axes} axes; expected heads × queries × keys.").format(
                axes=array.ndim
            )
        )
    return _Rounded(array, rounded)


def _size(stack: AttentionStack) -> int:
    itemsize = 2 if stack.some.stored == "float16" else stack.dtype.itemsize
    return stack.n_matrices * stack.n_q * stack.n_k * itemsize


def _arrays(stack: AttentionStack) -> tuple[tuple[NDArray[Any] | None, ...], str]:
    """Every layer as one array, of the smallest type that holds its numbers; and what they had been rounded to."""
    precision = stack.some.precision
    kept = np.dtype(np.float16) if precision == "float16" == stack.some.stored else stack.dtype
    layers = []
    for index in range(stack.n_layers):
        heads = [stack.head(index, head) for head in range(stack.heads_of(index))]
        layers.append(np.stack(heads).astype(kept) if heads else None)
    return tuple(layers), precision if precision in ("float16", BFLOAT16) and precision != kept.name else ""


def _check(plain: StoredAttention, stack: AttentionStack) -> None:
    sizes = (len(plain.tokens_q), len(plain.tokens_k))
    if sizes != (stack.n_q, stack.n_k):
        raise InputError(
            translate(
                "file", "There are {n_q} and {n_k} tokens, but the matrices have {rows} rows and {columns} columns."
            ).format(n_q=sizes[0], n_k=sizes[1], rows=stack.n_q, columns=stack.n_k)
        )
    fits = (
        1 <= plain.d_k <= MOST_D_K
        and all(0 < seam < stack.n_q for seam in plain.seams)
        and len(plain.treatments) <= MOST_TREATMENTS
        and plain.rounded in ("", "float16", BFLOAT16)
    )
    if not fits or not _treatments_fit(plain.treatments, stack.n_q, stack.n_k):
        raise InputError(translate("file", "What was done to the attention does not fit its matrices."))


def _treatments_fit(treatments: tuple[Treatment, ...], n_q: int, n_k: int) -> bool:
    for treatment in treatments:
        if treatment.remedy == "transpose":
            n_q, n_k = n_k, n_q
        elif treatment.remedy == "crop":
            (top, bottom), (left, right) = treatment.rows or (0, n_q), treatment.keys or (0, n_k)
            if not (0 <= top < bottom <= n_q and 0 <= left < right <= n_k):
                return False
            n_q, n_k = bottom - top, right - left
        elif treatment.remedy == "rescale" and not 0 < treatment.factor < float("inf"):
            return False
    return True


def moved(plain: StoredAttention, files: tuple[FileStamp, ...]) -> StoredAttention:
    """The same with its files found elsewhere."""
    return replace(plain, files=files)
