"""What counts as a matrix here: real numbers, float32 or float64, owned and read-only."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate

Floats: TypeAlias = NDArray[np.floating[Any]]
Bools: TypeAlias = NDArray[np.bool_]


def as_floats(role: str, value: ArrayLike, dtype: DTypeLike | None = None) -> Floats:
    """`value` as an array of floats, not copied when it is one already.

    Without `dtype`, float32 and float64 stay as they are, float16 becomes float32 (which holds all of its
    numbers), and integers, booleans and longer floats become float64. `role` is the name a reader knows
    the matrix by ("Q", "K"); it opens every message.

    Raises ShapeError when the rows differ in length, InputError for anything that is not real numbers.
    """
    try:
        array = np.asarray(value)
    except (ValueError, TypeError) as error:
        raise ShapeError(
            translate("core", "{role} must be a rectangle of numbers: all its rows need the same length.").format(
                role=role
            )
        ) from error
    if array.dtype.kind not in "biuf":
        raise InputError(
            translate("core", "{role} must hold real numbers only; it holds values of type {found}.").format(
                role=role, found=type_name(array)
            )
        )
    float_type = _float_type(array.dtype, dtype)
    if array.dtype == float_type:
        return array
    # A float64 too large for float32 becomes infinite here; whoever needs finite numbers checks next.
    with np.errstate(over="ignore"):
        return array.astype(float_type)


def _float_type(found: np.dtype[Any], wanted: DTypeLike | None) -> np.dtype[Any]:
    if wanted is None:
        return np.dtype(np.float32 if found in (np.float16, np.float32) else np.float64)
    chosen = np.dtype(wanted)
    if chosen not in (np.float32, np.float64):
        raise InputError(
            translate("core", "Numbers are kept as float32 or float64; {found} is not available.").format(found=chosen)
        )
    return chosen


def frozen_floats(role: str, value: ArrayLike, dtype: DTypeLike | None = None) -> Floats:
    """`as_floats`, then read-only: a copy of our own, or `value` itself where nobody can write to it."""
    return frozen(as_floats(role, value, dtype))


def frozen(array: Floats) -> Floats:
    """`array` itself when nobody can write to it, otherwise a read-only copy."""
    if is_read_only(array):
        return array
    copy = array.copy()
    copy.setflags(write=False)
    return copy


def is_read_only(array: object) -> bool:
    """Whether neither `array` nor any array whose memory it looks into can be written."""
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return False
        array = array.base
    return True


def require_finite(role: str, array: Floats) -> None:
    """Raise InputError naming the first NaN or infinity of `array`, if there is one."""
    finite = np.isfinite(array)
    if not finite.all():
        _refuse_first(role, array, ~finite)


def require_numbers(role: str, array: Floats) -> None:
    """Raise InputError naming the first NaN of `array`; infinities may stay."""
    # The smallest entry of an array with a NaN is NaN: no second array as large as the first is needed.
    with np.errstate(invalid="ignore"):
        smallest = array.min()
    if np.isnan(smallest):
        _refuse_first(role, array, np.isnan(array))


def _refuse_first(role: str, array: Floats, wrong: Bools) -> None:
    where = np.unravel_index(int(wrong.argmax()), wrong.shape)
    raise InputError(
        translate(
            "core",
            "{role} holds {value} at position ({place}), counted from 1; a finite number belongs there.",
        ).format(role=role, value=array[where], place=", ".join(str(int(index) + 1) for index in where))
    )


def type_name(array: np.ndarray[Any, Any]) -> str:
    """The type of the entries in plain words, e.g. "str", "complex128"."""
    name: str = array.dtype.type.__name__
    return name.removesuffix("_")


def shape_text(array: Floats | Bools) -> str:
    """The shape as a reader writes it, e.g. "8 × 64 × 16"; a single number's shape is "1"."""
    return " × ".join(str(size) for size in array.shape) or "1"


def quiet(values: Floats) -> Floats:
    """The same numbers with every NaN one that no operation complains of; files hold others too, bit by bit."""
    strange = np.isnan(values)
    return np.where(strange, values.dtype.type(np.nan), values) if strange.any() else values
