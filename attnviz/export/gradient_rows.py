"""∂L/∂S in the Matrix view, in words: where the followed row is largest, and which rows are 0 throughout, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from attnviz.export.bar_ticks import written
from attnviz.export.kept import Kept, same
from attnviz.export.scene import Scene
from attnviz.export.words import isolated, quoted_sign, short_name
from attnviz.i18n import translate

if TYPE_CHECKING:  # a window that shows no gradient need not load how one is computed
    from attnviz.document.gradient_trace import GradientTrace

_alive: Kept[NDArray[np.bool_]] = Kept(most=4)


def is_drawn(scene: Scene) -> bool:
    """Whether a gradient is what the scene's Matrix view shows, and is known."""
    there = scene.view.quantity == "gradient" and scene.view.drawing == "heatmap"
    return there and scene.gradient is not None and scene.gradient.dS.shape == scene.trace.weights.shape


def largest_of_row(scene: Scene) -> tuple[str, str]:
    """The followed query's largest ∂L/∂S, by size: a lead, and the key with its number."""
    assert scene.gradient is not None
    query = isolated(short_name(scene.trace.tokens_q[scene.query]))
    row = np.nan_to_num(scene.gradient.dS[scene.query])
    key = int(np.abs(row).argmax())
    if row[key] == 0:
        return translate("figure", "of “{query}” every number is 0").format(query=query), ""
    name = quoted_sign(short_name(scene.trace.tokens_k[key]))
    lead = translate("figure", "largest of “{query}”:").format(query=query)
    return lead, f" {name} {written(float(row[key]), scene.form)}"


def rows_without(scene: Scene) -> str:
    """Which queries have no gradient at all, and why; an empty text where each has some."""
    gradient = scene.gradient
    assert gradient is not None
    alive = _with_gradient(gradient)
    n, left = len(alive), int(alive.sum())
    if left == n:
        return ""
    asked = np.flatnonzero(gradient.dO.any(axis=1))  # the rows whose output L depends on
    if not left:
        why = _why_nothing(scene, asked)
        everywhere = translate("figure", "0 everywhere")
        return f"{everywhere}: {why}" if why else everywhere
    if len(asked) == 1:
        token = isolated(short_name(scene.trace.tokens_q[asked[0]]))
        return translate("figure", "Only the query “{query}” has a gradient: L depends on its output alone").format(
            query=token
        )
    if left == len(asked):
        return translate("figure", "Only {k} of {n} queries have a gradient: L depends on their outputs alone").format(
            k=left, n=n
        )
    if len(asked) < n:
        return translate("figure", "Only {k} of {n} queries have a gradient").format(k=left, n=n)
    return translate("figure", "Queries without a gradient: {k} of {n}; their weights cannot move").format(
        k=n - left, n=n
    )


def _with_gradient(gradient: GradientTrace) -> NDArray[np.bool_]:
    """(n_q,), whether any number of the row differs from 0. Known already for a gradient that did not change."""
    return _alive.get((same(gradient.dS),), (gradient.dS,), lambda: np.asarray(gradient.dS.any(axis=1)))


def _why_nothing(scene: Scene, asked: NDArray[np.intp]) -> str:
    """Why no score moves L, where that is plain."""
    if not len(asked):
        several = scene.trace.n_heads > 1
        return translate("figure", "L does not depend on this head") if several else ""
    if len(asked) > 1 or not scene.trace.masked:
        return ""
    keys = int(scene.trace.visible[asked[0]].sum())
    token = isolated(short_name(scene.trace.tokens_q[asked[0]]))
    if keys == 0:
        return translate("figure", "L depends on “{query}” alone, which may look at no key").format(query=token)
    if keys == 1:
        return translate("figure", "L depends on “{query}” alone, which may look at one key only").format(query=token)
    return ""
