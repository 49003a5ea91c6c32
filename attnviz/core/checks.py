"""The rules by which Q, K, V and the numbers beside them fit together, each with its sentence."""

from __future__ import annotations

import math
import operator

from attnviz.core.arrays import Floats, shape_text
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate


def require_matrix(role: str, array: Floats) -> None:
    """`array` must be (rows, columns) or (heads, rows, columns), and no size may be 0."""
    if array.ndim not in (2, 3):
        raise ShapeError(
            translate(
                "core",
                "{role} must be a matrix, or a stack of matrices with one per head; its shape is {found}.",
            ).format(role=role, found=shape_text(array))
        )
    if array.size == 0:
        raise ShapeError(
            translate("core", "{role} is empty: its shape is {found}, and every size must be at least 1.").format(
                role=role, found=shape_text(array)
            )
        )


def require_same_axes(role: str, array: Floats, other_role: str, other: Floats) -> None:
    """Both arrays have a head axis, or neither has."""
    if array.ndim != other.ndim:
        raise ShapeError(
            translate(
                "core",
                "{role} is {found} and {other_role} is {other_found}: give both of them heads, or neither.",
            ).format(role=role, found=shape_text(array), other_role=other_role, other_found=shape_text(other))
        )


def require_query_key(Q: Floats, K: Floats) -> None:
    """Q (n_heads, n_q, d_k) and K (kv_heads, n_k, d_k) share d_k; kv_heads divides n_heads."""
    require_matrix("Q", Q)
    require_matrix("K", K)
    require_same_axes("Q", Q, "K", K)
    if Q.shape[-1] != K.shape[-1]:
        raise ShapeError(
            translate("core", "Q is {q_shape} and K is {k_shape}: both need the same number of columns (d_k).").format(
                q_shape=shape_text(Q), k_shape=shape_text(K)
            )
        )
    require_group(Q, "K", K)


def require_group(per_head: Floats, role: str, shared: Floats) -> None:
    """The head count of `shared` divides that of `per_head`, so that heads share it in equal groups."""
    if per_head.ndim == 3 and per_head.shape[0] % shared.shape[0]:
        raise ShapeError(
            translate(
                "core",
                "{n_heads} query heads cannot share {kv_heads} heads of {role} evenly: "
                "the first number must be a multiple of the second.",
            ).format(n_heads=per_head.shape[0], kv_heads=shared.shape[0], role=role)
        )


def require_key_value(K: Floats, V: Floats) -> None:
    """K (kv_heads, n_k, d_k) and V (kv_heads, n_k, d_v) agree on kv_heads and n_k."""
    require_matrix("V", V)
    require_same_axes("K", K, "V", V)
    if K.shape[-2] != V.shape[-2]:
        raise ShapeError(
            translate(
                "core",
                "K is {k_shape} and V is {v_shape}: both need the same number of rows, one for each key.",
            ).format(k_shape=shape_text(K), v_shape=shape_text(V))
        )
    if K.shape[:-2] != V.shape[:-2]:
        raise ShapeError(
            translate("core", "K is {k_shape} and V is {v_shape}: both need the same number of heads.").format(
                k_shape=shape_text(K), v_shape=shape_text(V)
            )
        )


def require_score_value(S: Floats, V: Floats) -> None:
    """S (n_heads, n_q, n_k) and V (kv_heads, n_k, d_v) agree on n_k; kv_heads divides n_heads."""
    require_matrix("V", V)
    require_same_axes("S", S, "V", V)
    if S.shape[-1] != V.shape[-2]:
        raise ShapeError(
            translate("core", "S is {s_shape} and V is {v_shape}: V needs one row for each column of S.").format(
                s_shape=shape_text(S), v_shape=shape_text(V)
            )
        )
    require_group(S, "V", V)


def positive_count(name: str, value: object) -> int:
    """`value` as a whole number of at least 1; `name` is how a reader knows it ("d_k", "n_q")."""
    try:
        count = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        count = 0
    if isinstance(value, bool) or count < 1:
        raise InputError(
            translate("core", "{name} must be a whole number of at least 1; it is {found}.").format(
                name=name, found=value
            )
        )
    return count


def positive_temperature(value: float) -> float:
    """`value` when it is a finite number above 0."""
    if not (_is_finite(value) and value > 0):
        raise InputError(
            translate("core", "The temperature must be a finite number above 0; it is {found}.").format(found=value)
        )
    return float(value)


def non_negative(name: str, value: float) -> float:
    """`value` when it is a finite number of at least 0; `name` is how a reader knows it."""
    if not (_is_finite(value) and value >= 0):
        raise InputError(
            translate("core", "{name} must be a finite number of at least 0; it is {found}.").format(
                name=name, found=value
            )
        )
    return float(value)


def _is_finite(value: object) -> bool:
    try:
        return math.isfinite(value)  # type: ignore[arg-type]
    except (TypeError, OverflowError):
        return False
