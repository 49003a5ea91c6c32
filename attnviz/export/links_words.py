"""What is said of lines and arcs: how the weights are drawn, which of them, and where a query looks."""

from __future__ import annotations

from attnviz.core.links import Links
from attnviz.core.tokens import visible_text
from attnviz.document.links_look import LinksLook
from attnviz.document.trace import Trace
from attnviz.export.words import isolated, percent, share_text
from attnviz.i18n import NumberFormat, translate

TOLD = 5  # keys of the query


def links_title(asked: bool, arcs: bool) -> str:
    """How the weights are drawn; where arcs were `asked` for in vain, why."""
    if arcs:
        return translate("figure", "A as arcs: the wider, the heavier")
    if asked:
        return translate("figure", "A as lines: arcs need the same tokens as queries and keys")
    return translate("figure", "A as lines: the wider, the heavier")


def chosen_text(links: Links, look: LinksLook, form: NumberFormat) -> str:
    """Which weights are drawn, and how much of all weight they are."""
    said = translate(
        "figure", "Weights from {threshold} up, at most {most} a query: {n} drawn, {share} of all weight"
    ).format(
        n=len(links),
        threshold=form.short(look.threshold, 3),
        most=look.most,
        share=percent(links.share, form),
    )
    if links.left_out:
        said += " · " + translate("figure", "left out, the lightest: {n}").format(n=links.left_out)
    return said


def links_text(trace: Trace, links: Links, look: LinksLook, query: int, form: NumberFormat, *, arcs: bool) -> str:
    """The picture for who cannot see it: what is drawn, and where the query looks."""
    lead = translate("figure", "Lines from {n_q} queries to {n_k} keys.")
    if arcs:
        lead = translate("figure", "Arcs from {n_q} queries to {n_k} keys.")
    return " ".join(
        (
            lead.format(n_q=trace.n_q, n_k=trace.n_k),
            f"{chosen_text(links, look, form)}.",
            query_text(trace, links, query, form, arcs=arcs),
        )
    )


def query_text(trace: Trace, links: Links, query: int, form: NumberFormat, *, arcs: bool) -> str:
    """Where the lines or arcs of a query lead, the heaviest first; or that it has none."""
    mine = [(float(w), int(j)) for i, j, w in zip(links.queries, links.keys, links.weights, strict=True) if i == query]
    told = ", ".join(
        f"{isolated(visible_text(trace.tokens_k[j]))} {share_text(w, form)}"
        for w, j in sorted(mine, reverse=True)[:TOLD]
    )
    if mine and arcs:
        said = translate("figure", "The query “{query}” has arcs to: {weights}.")
    elif mine:
        said = translate("figure", "The query “{query}” has lines to: {weights}.")
    elif arcs:
        said = translate("figure", "The query “{query}” has no arcs.")
    else:
        said = translate("figure", "The query “{query}” has no lines.")
    return said.format(query=isolated(visible_text(trace.tokens_q[query])), weights=told)
