"""What a row's numbers say, in words."""

from __future__ import annotations

from math import isfinite
from unicodedata import bidirectional

from attnviz.core.tokens import visible_text
from attnviz.document.explain import Verdict
from attnviz.document.trace import Trace
from attnviz.i18n import LARGE, NumberFormat, translate


def weight_phrases(said: Verdict, trace: Trace, form: NumberFormat) -> tuple[str, ...]:
    """Where a row's weight comes from, in one or two phrases without their full stop; of many that tie none alone."""
    parts: list[tuple[str, str | None]] = []
    for key, weight in said.shares:
        name = None if key == said.own else isolated(short_name(trace.tokens_k[key]))
        parts.append((percent(weight, form), name))
    if said.shares and len(said.tied) > 2:
        each = translate("figure", "{share} of the weight comes from each of {n} keys")
        return (each.format(share=parts[0][0], n=len(said.tied)),)
    if not parts:
        return (translate("figure", "The weight is spread over {n} keys").format(n=trace.n_k),)
    return (_first_share(*parts[0]), *(_next_share(*part) for part in parts[1:]))


def _first_share(share: str, key: str | None) -> str:
    if key is None:
        return translate("figure", "{share} of the weight comes from itself").format(share=share)
    return translate("figure", "{share} of the weight comes from “{key}”").format(share=share, key=key)


def _next_share(share: str, key: str | None) -> str:
    if key is None:
        return translate("figure", "{share} from itself").format(share=share)
    return translate("figure", "{share} from “{key}”").format(share=share, key=key)


def percent(share: float, form: NumberFormat) -> str:
    """A share as a whole percentage; a tiny one never as 0, and nearly all never as 100."""
    if 0 < share <= 0.005:  # half a percent would be rounded to the even 0
        return translate("figure", "< {n} %").format(n=1)
    if 0.995 <= share < 1 - 1e-9:
        return translate("figure", "> {n} %").format(n=99)
    return translate("figure", "{n} %").format(n=form.fixed(100 * share, 0))


def share_text(value: float, form: NumberFormat) -> str:
    """Two decimals, or more figures where these would be a false 0; a power of ten where they would be very many."""
    return form.fixed(value, 2) if value == 0 or 0.005 <= abs(value) < LARGE else form.short(value, 4)


def number_text(value: float, places: int, form: NumberFormat) -> str:
    """All decimals, so that a line rests while the pointer moves; a power of ten for what they cannot hold."""
    held = value == 0 or 0.5 * 10**-places <= abs(value) < LARGE or not isfinite(value)
    return form.fixed(value, places) if held else form.scientific(value)


def isolated(text: str) -> str:
    """A token inside a sentence: one that runs from right to left must not turn its neighbours around."""
    rightward = any(bidirectional(character) in ("R", "AL", "RLE", "RLO") for character in text)
    return f"\u2068{text}\u2069" if rightward else text


def quoted_sign(text: str) -> str:
    """A token that a line shows without quotation marks; one without letters has them.

    A sign would end the line, a number would seem to belong to the weight beside it.
    """
    told = isolated(text)
    return told if any(character.isalpha() for character in text) else f"“{told}”"


LONGEST_NAME = 24  # characters of a token inside a sentence


def short_name(token: str) -> str:
    """A token's label, cut so that the rest of the sentence has room."""
    name = visible_text(token)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
