"""How many queries and keys there are, where these are not the same tokens."""

from __future__ import annotations

from attnviz.document.trace import Trace
from attnviz.i18n import translate


def two_counts(trace: Trace) -> str:
    """Both numbers in words; nothing where one number of tokens says it."""
    if trace.same_tokens:
        return ""
    said = translate("figure", "queries: {n_q} · keys: {n_k}")
    return said.format(n_q=trace.n_q, n_k=trace.n_k)
