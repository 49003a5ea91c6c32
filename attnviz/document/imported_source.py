"""Attention that somebody exported: all its layers and heads, and what was done to make sense of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from attnviz.core import remedies
from attnviz.core.grouped import grouped
from attnviz.core.pieces import read_pieces
from attnviz.core.remedies import Crop, Remedy
from attnviz.core.stack import AttentionStack
from attnviz.document.place import Place

Holds = Literal["weights", "scores"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileStamp:
    """A file, and what tells that it is still the one that was read."""

    path: str
    size: int
    changed: int  # microseconds: nanoseconds would be more than JSON keeps

    @property
    def name(self) -> str:
        return Path(self.path).name


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Reading:
    """Attention as it was read from files or arrays, before anything was done to it."""

    stack: AttentionStack
    tokens_q: tuple[str, ...]  # as the model's tokeniser writes them
    tokens_k: tuple[str, ...]
    seams: tuple[int, ...] = ()  # rows with which a step of a generation begins, the first one's aside
    head_names: tuple[str, ...] = ()  # of one layer's heads, or none
    files: tuple[FileStamp, ...] = ()
    part: str = ""  # which of several sets of attention in the file this is
    causal: bool | None = None  # what the file says of the model; None: nothing
    notes: tuple[str, ...] = ()  # whole sentences about how the file was read
    answers: tuple[tuple[str, str], ...] = ()  # to what the file leaves open: (question, choice)
    questioned: bool = False  # whether the file leaves anything open


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """One remedy that was chosen, with its number or its part."""

    remedy: Remedy
    factor: float = 1.0  # of "rescale"
    rows: tuple[int, int] | None = None  # of "crop": the first row, and the one after the last
    keys: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ImportedSource:
    """What was read, what was chosen to be done about it, and what that gives: made by `imported`."""

    reading: Reading
    treatments: tuple[Treatment, ...] = ()
    words: bool = False  # pieces of words taken together
    holds: Holds = "weights"
    d_k: int = 64  # whose root divides scores, where they are to be divided; weights have none
    place: Place | None = None  # the one matrix that is traced; a document that was not picked from has none
    stack: AttentionStack
    tokens_q: tuple[str, ...]  # as a person reads them
    tokens_k: tuple[str, ...]
    seams: tuple[int, ...] = ()
    pieces: bool = False  # whether the tokens are pieces that can be taken together to words

    @property
    def n_q(self) -> int:
        return self.stack.n_q

    @property
    def n_k(self) -> int:
        return self.stack.n_k

    @property
    def n_layers(self) -> int:
        return self.stack.n_layers

    @property
    def n_heads(self) -> int:
        """The heads of the layer that has most."""
        return self.stack.n_heads


def imported(
    reading: Reading,
    treatments: tuple[Treatment, ...] = (),
    *,
    words: bool = False,
    holds: Holds = "weights",
    d_k: int = 64,
) -> ImportedSource:
    """The source that these choices give. Nothing is read or computed before a head is looked at."""
    stack, tokens_q, tokens_k, seams = reading.stack, reading.tokens_q, reading.tokens_k, reading.seams
    for treatment in treatments:
        stack, tokens_q, tokens_k, seams = _treated(treatment, stack, tokens_q, tokens_k, seams)
    queries = read_pieces(tokens_q)
    keys = queries if tokens_k == tokens_q else read_pieces(tokens_k)
    if words:
        starts = [first for first, _ in queries.words]
        stack = grouped(stack, starts, [first for first, _ in keys.words])
        tokens_q, tokens_k = queries.word_texts, keys.word_texts
        seams = tuple(sorted({sum(start < seam for start in starts) for seam in seams}))
    else:
        tokens_q, tokens_k = queries.labels, keys.labels
    return ImportedSource(
        reading=reading,
        treatments=treatments,
        words=words,
        holds=holds,
        d_k=d_k,
        stack=stack,
        tokens_q=tokens_q,
        tokens_k=tokens_k,
        seams=seams,
        pieces=any(len(read.words) < len(read.texts) for read in (queries, keys)),
    )


def _treated(
    treatment: Treatment,
    stack: AttentionStack,
    tokens_q: tuple[str, ...],
    tokens_k: tuple[str, ...],
    seams: tuple[int, ...],
) -> tuple[AttentionStack, tuple[str, ...], tuple[str, ...], tuple[int, ...]]:
    remedy = treatment.remedy
    if remedy == "transpose":
        return remedies.transposed(stack), tokens_k, tokens_q, ()
    if remedy == "crop":
        rows, keys = treatment.rows or (0, stack.n_q), treatment.keys or (0, stack.n_k)
        kept = tuple(seam - rows[0] for seam in seams if rows[0] < seam < rows[1])
        stack = remedies.cropped(stack, Crop(rows=rows, keys=keys))
        return stack, tokens_q[slice(*rows)], tokens_k[slice(*keys)], kept
    if remedy == "rescale":
        return remedies.rescaled(stack, treatment.factor), tokens_q, tokens_k, seams
    if remedy == "first-batch":
        return remedies.first_of_batch(stack), tokens_q, tokens_k, seams
    simple = {
        "softmax": remedies.softmaxed,
        "normalise": remedies.normalised,
        "mask-future": remedies.without_future,
        "clear": remedies.finite_only,
    }
    return simple[remedy](stack), tokens_q, tokens_k, seams
