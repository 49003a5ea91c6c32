"""Small moves on tables that every kind of source shares."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from attnviz.document.document import Floats, MatrixName, Source, editable, frozen
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate

MAX_NAME = 200  # characters of a token's name
MOST_SCORES = 2**24  # of all heads together: 128 MB an array


def own_matrix(source: Source, name: MatrixName) -> Floats:
    """One of the matrices that a person types.

    Raises InputError where the source has none of that name: it may have been typed into what undo took away.
    """
    if name not in editable(source):
        raise InputError(
            translate("document", "{name} does not belong to this document, whose matrices are {expected}.").format(
                name=name, expected=", ".join(editable(source))
            )
        )
    matrix: Floats = getattr(source, name)
    return matrix


def written(matrix: Floats, name: str, row: int, column: int, block: ArrayLike) -> Floats | None:
    """The matrix with a block written at (row, column), or None where that changes nothing.

    Raises ShapeError when the block does not fit inside.
    """
    values = np.array(block, dtype=np.float64, ndmin=2)
    room = (matrix.shape[0] - row, matrix.shape[1] - column)
    if values.shape[0] > room[0] or values.shape[1] > room[1]:
        raise ShapeError(
            translate(
                "document",
                "The pasted block is {rows} × {columns}, but from this cell {name} has room for {free_rows} × "
                "{free_columns}: add rows or columns first.",
            ).format(rows=values.shape[0], columns=values.shape[1], name=name, free_rows=room[0], free_columns=room[1])
        )
    place = np.s_[row : row + values.shape[0], column : column + values.shape[1]]
    if (matrix[place] == values).all():
        return None
    changed = np.array(matrix)  # one copy and no look at the rest: a large matrix is edited many times a second
    changed[place] = values
    changed.setflags(write=False)
    return changed


def grown(matrix: Floats, axis: int) -> Floats:
    """The matrix with a row (axis 0) or column (axis 1) of zeros at its end."""
    pad = [(0, 0), (0, 0)]
    pad[axis] = (0, 1)
    return frozen(np.pad(matrix, pad))


def by_head(W: Floats, heads: int) -> np.ndarray:
    """(rows, heads · width) → (rows, heads, width)"""
    return W.reshape(W.shape[0], heads, -1)


def side_by_side(per_head: np.ndarray) -> Floats:
    """(rows, heads, width) → (rows, heads · width)"""
    return frozen(per_head.reshape(per_head.shape[0], -1))


def cut(per_head: np.ndarray, width: int) -> np.ndarray:
    """Each head's block made `width` wide: zeros appended, or the last columns dropped."""
    changed = np.zeros((*per_head.shape[:2], width))
    kept = min(width, per_head.shape[2])
    changed[:, :, :kept] = per_head[:, :, :kept]
    return changed


def equal(one: object, other: object) -> bool:
    """Whether two fields of a source, arrays or not, say the same."""
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and np.array_equal(one, other)
    return not isinstance(other, np.ndarray) and one == other


def without(names: tuple[str, ...], index: int) -> tuple[str, ...]:
    """The names but one."""
    return names[:index] + names[index + 1 :]


def new_name(names: tuple[str, ...]) -> str:
    """A number that is not yet a name."""
    number = len(names) + 1
    while str(number) in names:
        number += 1
    return str(number)


def checked_name(text: str) -> None:
    """Raise InputError when a name is longer than a label can hold."""
    if len(text) > MAX_NAME:
        raise InputError(
            translate("document", "This name has {found} characters, but a label holds at most {most}.").format(
                found=len(text), most=MAX_NAME
            )
        )


def check_scores(n: int, n_heads: int) -> None:
    """Raise InputError when the score matrices of all heads would be more than is kept."""
    found = n_heads * n * n
    if found > MOST_SCORES:
        raise InputError(
            translate(
                "document", "{n} tokens under {heads} heads make {found} scores, but {most} are the most that are kept."
            ).format(n=n, heads=n_heads, found=found, most=MOST_SCORES)
        )
