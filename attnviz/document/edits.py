"""Pure functions Document → Document. An edit that changes nothing returns the same object."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from attnviz.core.tokens import MAX_TOKENS, split_sentence
from attnviz.document import projection_edits
from attnviz.document.document import (
    HEADS,
    MAX_D_K,
    Document,
    Head,
    Options,
    ProjectionSource,
    SentenceSource,
    Source,
    resized,
)
from attnviz.document.imported_edits import with_score_d_k
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.i18n import translate

# λ and c beyond this change no weight any more; far beyond, the scores would pass the largest float.
MOST_STRENGTH = 1_000_000


def with_options(document: Document, **changes: object) -> Document:
    """The document with some options changed."""
    options = replace(document.options, **changes)  # type: ignore[arg-type]
    _check_options(options, document.source.n_k)
    return document if options == document.options else replace(document, options=options)


def with_text(document: Document, text: str) -> Document:
    """The document's sentence replaced; from matrices it becomes a sentence with the mixed head."""
    tokens = split_sentence(text)
    source = document.source
    if isinstance(source, SentenceSource):
        if text == source.text:
            return document
        return _with_source(document, replace(source, text=text, tokens=tokens))
    return Document(source=SentenceSource(text=text, tokens=tokens), options=_without_sizes(document.options))


def with_head(document: Document, head: str) -> Document:
    """The sentence under another score function."""
    if head not in HEADS:
        raise InputError(
            translate("document", "There is no head called “{name}”: choose one of {heads}.").format(
                name=head, heads=", ".join(HEADS)
            )
        )
    return _with_sentence(document, "head", head)


def with_d_k(document: Document, d_k: int) -> Document:
    """The number of components of each query and key.

    A sentence appends or drops random components; matrices by hand gain columns of zeros or lose their last ones.
    """
    if not 1 <= d_k <= MAX_D_K:
        raise InputError(
            translate("document", "d_k is {found}, but it must be a whole number from 1 to {most}.").format(
                found=d_k, most=MAX_D_K
            )
        )
    source = document.source
    if isinstance(source, SentenceSource):
        return _with_sentence(document, "d_k", d_k)
    if isinstance(source, ProjectionSource):
        return projection_edits.with_d_k(document, d_k)
    if isinstance(source, ImportedSource):
        return with_score_d_k(document, d_k)
    if d_k == source.d_k:
        return document
    return _with_source(document, replace(source, Q=resized(source.Q, d_k), K=resized(source.K, d_k)))


def with_decay(document: Document, decay: float) -> Document:
    """λ of the distance head."""
    _check_range("λ", decay, 0.0, MOST_STRENGTH)
    return _with_sentence(document, "decay", decay)


def with_previous(document: Document, strength: float) -> Document:
    """c of the previous-token head."""
    _check_range("c", strength, 0.0, MOST_STRENGTH)
    return _with_sentence(document, "previous", strength)


def with_mix(document: Document, mix: Sequence[float]) -> Document:
    """Shares of content, previous token and distance in the mixed head; they must be ≥ 0 and sum to 1."""
    if len(mix) != 3 or not all(math.isfinite(w) and w >= 0 for w in mix) or abs(sum(mix) - 1) > 1e-6:
        raise InputError(
            translate(
                "document",
                "The mixture {found} does not fit: it takes three numbers of at least 0 that sum to 1.",
            ).format(found=", ".join(f"{w:g}" for w in mix))
        )
    return _with_sentence(document, "mix", (float(mix[0]), float(mix[1]), float(mix[2])))


def with_mix_share(document: Document, which: int, share: float) -> Document:
    """One share of the mixture set, the other two scaled to keep the sum at 1."""
    source = _sentence(document)
    share = min(max(share, 0.0), 1.0)
    if share == source.mix[which]:
        return document
    first, second = (w for index, w in enumerate(source.mix) if index != which)
    rest = 1 - share
    # Rounded, so that the fields beside the sliders stay readable; below a millionth there is no ratio to keep.
    kept = round(rest * first / (first + second), 4) if first + second > 1e-6 else rest / 2
    kept = min(kept, rest)
    others = [kept, max(round(rest - kept, 12), 0.0)]
    return with_mix(document, [*others[:which], share, *others[which:]])


def with_seed(document: Document, seed: int) -> Document:
    """Other random query and key vectors for the same words."""
    if not 0 <= seed < 2**63:
        raise InputError(
            translate("document", "The seed is {found}, but it must be a whole number of at least 0.").format(
                found=seed
            )
        )
    return _with_sentence(document, "seed", seed)


def sentence_document(text: str, *, head: Head = "mixed", d_k: int = 64) -> Document:
    """A new document for a typed sentence."""
    return Document(source=SentenceSource(text=text, tokens=split_sentence(text), head=head, d_k=d_k))


def _with_sentence(document: Document, field: str, value: object) -> Document:
    source = _sentence(document)
    if getattr(source, field) == value:
        return document
    return _with_source(document, replace(source, **{field: value}))  # type: ignore[arg-type]


def _sentence(document: Document) -> SentenceSource:
    if not isinstance(document.source, SentenceSource):
        raise InputError(
            translate(
                "document",
                "Heads, their settings and the seed belong to a sentence, but this document is Q, K and V typed by "
                "hand: give it a sentence first.",
            )
        )
    return document.source


def _with_source(document: Document, source: Source) -> Document:
    options = document.options
    if options.padding >= source.n_k:
        options = replace(options, padding=max(0, source.n_k - 1))
    return replace(document, source=source, options=options)


def _without_sizes(options: Options) -> Options:
    """Options for another source: what depends on the number of tokens is dropped."""
    return replace(options, window=None, padding=0)


def _check_options(options: Options, n_k: int) -> None:
    _check_range("τ", options.temperature, 0.0, None, above=True)
    if options.window is not None and not 1 <= options.window <= MAX_TOKENS:
        raise InputError(
            translate("document", "The window is {found}, but it must be a whole number of at least 1.").format(
                found=options.window
            )
        )
    if not 0 <= options.padding < max(n_k, 1):
        raise InputError(
            translate(
                "document",
                "{found} padding tokens do not fit: there are {n} keys, and one must stay visible.",
            ).format(found=options.padding, n=n_k)
        )


def _check_range(name: str, value: float, low: float, high: float | None, *, above: bool = False) -> None:
    if not math.isfinite(value) or value < low or (above and value == low) or (high is not None and value > high):
        if high is not None and value > high:
            bound = translate("document", "at most {high}")
        else:
            bound = translate("document", "more than {low}") if above else translate("document", "at least {low}")
        raise InputError(
            translate("document", "{name} is {found}, but it must be a number of {bound}.").format(
                name=name, found=f"{value:g}", bound=bound.format(low=f"{low:g}", high=high)
            )
        )
