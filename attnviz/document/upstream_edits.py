"""Edits of where the way back begins. An edit that changes nothing returns the same document."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core.losses import Linear
from attnviz.document.blocks import equal, written
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient, result_shape
from attnviz.document.document import Document, frozen
from attnviz.document.gradient_trace import Array
from attnviz.document.upstream import PRESETS, Preset, Upstream, fitted, loss_of
from attnviz.errors import InputError
from attnviz.i18n import translate

MAX_SEED = 2**63 - 1


def with_upstream(document: Document, **changes: object) -> Document:
    """The document with some fields of its upstream changed."""
    return _with(document, replace(document.upstream, **changes))  # type: ignore[arg-type]


def with_preset(document: Document, preset: Preset) -> Document:
    """Another preset. "custom" begins with the numbers of the one before, where it has none of its own yet."""
    if preset not in PRESETS:
        raise InputError(
            translate("gradient", "There is no loss called “{name}”: choose one of {names}.").format(
                name=preset, names=", ".join(PRESETS)
            )
        )
    if preset == "custom" and document.upstream.values is None:
        return with_values(document, gradient_of_result(document))
    return with_upstream(document, preset=preset)


def with_values(document: Document, values: ArrayLike) -> Document:
    """A matrix of one's own as ∂L/∂R; it is cut, or filled up with zeros, to the shape of R."""
    matrix = np.atleast_2d(np.asarray(values, dtype=np.float64))
    if not np.isfinite(matrix).all():
        raise InputError(
            translate("document", "{name} holds NaN or infinity, but every number must be finite.").format(name="∂L/∂O")
        )
    matrix = fitted(matrix, result_shape(document))
    return _with(document, replace(document.upstream, preset="custom", values=frozen(matrix)))


def set_block(document: Document, row: int, column: int, block: ArrayLike) -> Document:
    """A block of ∂L/∂R typed over what the preset says: it becomes a matrix of one's own."""
    changed = written(frozen(gradient_of_result(document)), "∂L/∂O", row, column, block)
    return document if changed is None else with_values(document, changed)


def gradient_of_result(document: Document) -> Array:
    """∂L/∂R (n_q, d_out) as it is now; only a loss that is not linear in R needs the way there for it."""
    loss = loss_of(document.upstream, result_shape(document))
    return loss.G if isinstance(loss, Linear) else derive_gradient(document, derive(document)).dR


def with_seed(document: Document, seed: float) -> Document:
    """Another draw of the random preset."""
    if not (math.isfinite(seed) and seed == round(seed) and 0 <= seed <= MAX_SEED):
        raise InputError(
            translate("document", "The seed is {found}, but it must be a whole number of at least 0.").format(
                found=f"{seed:g}"
            )
        )
    return with_upstream(document, seed=int(seed))


def with_target(document: Document, target: Sequence[float]) -> Document:
    """What the followed row of R should become, for the squared error."""
    if not all(math.isfinite(value) for value in target):
        raise InputError(
            translate("document", "{name} holds NaN or infinity, but every number must be finite.").format(name="t")
        )
    return with_upstream(document, target=tuple(float(value) for value in target))


def _with(document: Document, upstream: Upstream) -> Document:
    same = all(equal(getattr(upstream, name), getattr(document.upstream, name)) for name in Upstream.__slots__)
    return document if same else replace(document, upstream=upstream)
