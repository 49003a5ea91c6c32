"""The health of a head in words: one sentence on what is odd, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core import health as core
from attnviz.core.health import Health
from attnviz.document.trace import Array, Trace
from attnviz.export.kept import Kept, same
from attnviz.export.scales import is_signed
from attnviz.export.shares import are_shares
from attnviz.export.words import isolated, percent, short_name
from attnviz.i18n import NumberFormat, translate

MANY = 1 / 3  # of the queries that can choose among keys: a matrix with as many saturated ones looks binary
EVEN = 0.99  # of the keys that could be looked at: from here on a row is called nearly even
ALIKE = 0.9999  # and from here on even: its weights differ by a hundredth of themselves
OWN = 0.9  # of all weight on the diagonal

_known: Kept[Health] = Kept(most=8)


def health_of(trace: Trace) -> Health:
    """The health of a trace's weights; asked for again, it costs nothing."""
    return _known.get(*_key(trace), lambda: core.health(*_given(trace), signed=_signed(trace), guess=not trace.scored))


def examine(trace: Trace) -> Iterator[Health | None]:
    """The same a little at a time: a None for each step, the answer at the end. A large matrix takes many steps."""
    for found in core.in_steps(*_given(trace), signed=_signed(trace), guess=not trace.scored):
        yield None if found is None else _keep(trace, found)


def _given(trace: Trace) -> tuple[Array, NDArray[np.bool_] | None, Array | None]:
    return trace.weights, trace.written_weights[1], trace.drawn


def _signed(trace: Trace) -> bool:
    """Whether some weight is negative: only an imported one may be."""
    return not trace.scored and is_signed(trace.weights)


def _keep(trace: Trace, found: Health) -> Health:
    return _known.get(*_key(trace), lambda: found)


def _key(trace: Trace) -> tuple[Hashable, tuple[NDArray[Any] | None, ...]]:
    return same(trace.weights), (trace.weights,)


def is_odd(found: Health) -> bool:
    """Whether something is wrong with the numbers themselves."""
    return not found.sums_hold or found.negative > 0


def sentence(found: Health, trace: Trace, form: NumberFormat) -> str:
    """What is oddest, in one sentence; or that nothing is."""
    return _wrong_numbers(found, trace) or _odd_weights(found, trace, form)


def _wrong_numbers(found: Health, trace: Trace) -> str:
    """What keeps the numbers from being weights; nothing where they are. Of rows that are not measured it says so."""
    if found.unjudged:
        said = (
            translate("figure", "Cells that are not a number: {k}").format(k=found.nan)
            if found.nan
            else translate("figure", "Infinite cells: {k}").format(k=found.infinite)
        )
        if found.looking and are_shares(trace):
            rest = translate("figure", "queries that are left out of all measures: {n}").format(n=found.unjudged)
        else:
            rest = translate("figure", "they are left out of all sums")
        return f"{said}; {rest}"
    if found.slipped:
        return _slip(found, trace)
    if found.off:
        return translate("figure", "Queries whose weights do not sum to 1: {k} of {n}").format(k=found.off, n=found.n_q)
    return "" if are_shares(trace) else translate("figure", "Some numbers are negative: these are no weights")


def _slip(found: Health, trace: Trace) -> str:
    """Which query has a negative number among others that have weights."""
    said = translate("figure", "Query “{query}” has a negative weight: no weight can be below 0")
    if len(found.below) > 1:
        said = translate(
            "figure", "Queries with a negative weight: {k} of {n}, the first “{query}”; no weight can be below 0"
        )
    query = isolated(short_name(trace.tokens_q[found.below[0]]))
    return said.format(query=query, k=len(found.below), n=found.n_q)


def _odd_weights(found: Health, trace: Trace, form: NumberFormat) -> str:
    """What is oddest about numbers that are weights."""
    if found.empty:
        return translate("figure", "Queries that may look at no key: {k} of {n}; their weights are 0").format(
            k=found.empty, n=found.n_q
        )
    if found.n_k == 1:
        return translate("figure", "There is only one key: every query gives it all its weight")
    if found.looking and not found.choosing:
        return translate("figure", "Every query may look at one key alone and gives it all its weight")
    if _many_saturated(found):
        return translate("figure", "Saturated queries: {k} of {n}; almost no gradient passes through them").format(
            k=found.saturated, n=found.choosing
        )
    if found.sink:
        return translate("figure", "One token takes most of the attention")
    if trace.n_q == trace.n_k > 1 and found.diagonal > OWN:
        return translate("figure", "Nearly every query looks at itself: {share} of the weight").format(
            share=percent(found.diagonal, form)
        )
    if not trace.masked and trace.measures.mean_effective >= EVEN * found.n_k:
        if trace.measures.mean_effective >= ALIKE * found.n_k:
            return translate("figure", "Every query looks at all keys alike: nothing is chosen")
        return translate("figure", "Every query looks at all keys nearly alike: little is chosen")
    if found.saturated:
        return translate("figure", "Few queries are saturated: {k} of {n}").format(k=found.saturated, n=found.choosing)
    return translate("figure", "Nothing is odd")


def _many_saturated(found: Health) -> bool:
    return found.saturated > 0 and found.saturated >= MANY * found.choosing


def facts(found: Health, trace: Trace, form: NumberFormat, transposed: bool) -> list[str]:
    """The numbers of the strip, what is wrong or missing first: the last are cut off where room is short.

    Shares only of what are shares; that all rows sum to 1 only where all can be judged. Where no row looks at anything
    there is nothing to sum or to share.
    """
    told = [(found.off > 0, _sums(found))] if found.off or (found.looking and not found.unjudged) else []
    told.append((found.nan > 0, translate("figure", "NaN {k}").format(k=found.nan)))
    if found.negative:
        told.append((True, translate("figure", "negative: {k}").format(k=found.negative)))
    if found.infinite:
        told.append((True, translate("figure", "infinite: {k}").format(k=found.infinite)))
    if are_shares(trace):
        if found.looking:
            told.append((False, _on_later_keys(trace, transposed).format(share=percent(found.above, form))))
        if found.choosing:
            said = translate("figure", "saturated {k} of {n}").format(k=found.saturated, n=found.choosing)
            told.append((False, said))
        told.append((found.empty > 0, translate("figure", "fully masked {k}").format(k=found.empty)))
    return [text for _, text in sorted(told, key=lambda each: not each[0])]


def _on_later_keys(trace: Trace, transposed: bool) -> str:
    """Which side of the diagonal later keys lie on, with room for their share; where the matrix is not square, also
    which diagonal is meant: there are two."""
    square = trace.n_q == trace.n_k
    if transposed:  # columns are queries
        if square:
            return translate("figure", "below the diagonal {share}")
        return translate("figure", "below the diagonal that ends at the bottom right: {share}")
    if square:
        return translate("figure", "above the diagonal {share}")
    return translate("figure", "above the diagonal that ends at the bottom right: {share}")


def _sums(found: Health) -> str:
    """What the rows sum to; those that may look at no key sum to 0, and are told of beside it."""
    if found.off:
        return translate("figure", "sums not all 1")
    return translate("figure", "other sums all 1") if found.empty else translate("figure", "sums all 1")


def sink_badge(found: Health, trace: Trace, form: NumberFormat) -> str | None:
    """What the badge says where the first token takes most of the attention."""
    if not found.sink or not are_shares(trace):
        return None
    return translate("figure", "sink: “{token}” receives {share} of all attention").format(
        token=isolated(short_name(trace.tokens_k[0])), share=percent(found.first, form)
    )
