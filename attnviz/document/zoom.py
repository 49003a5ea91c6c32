"""The part of a matrix that is looked at: its first row, rows, first column and columns, in cells and fractions."""

from __future__ import annotations

Window = tuple[float, float, float, float]  # (first row, rows, first column, columns)

KEY_STEP = 1.5  # how much closer a key or a button comes
LEAST = 3.0  # cells along an axis; closer nothing more is to be seen


def whole(rows: int, columns: int) -> Window:
    """The window that shows all of a matrix."""
    return 0.0, float(rows), 0.0, float(columns)


def kept(window: Window | None, rows: int, columns: int) -> Window | None:
    """The window moved and shrunk into a matrix of this size; None where it would show all of it."""
    if window is None:
        return None
    row, height = _inside(window[0], window[1], rows)
    column, width = _inside(window[2], window[3], columns)
    if height > rows - 1e-6 and width > columns - 1e-6:
        return None
    return row, height, column, width


def closer(
    window: Window | None, factor: float, at: tuple[float, float], rows: int, columns: int, *, wide: float = 1.0
) -> Window | None:
    """The window `factor` times closer (below 1: further off) about the point `at` = (row, column), which stays.

    `wide` is how many times wider than high a drawn cell is: of cells that are not square the longer side waits, so
    that a long thin matrix is drawn out to squares before it grows as a whole.
    """
    first_row, height, first_column, width = window or whole(rows, columns)
    down = across = factor
    if factor > 1 and wide < 1:
        down = max(1.0, factor * wide)
    elif factor > 1 and wide > 1:
        across = max(1.0, factor / wide)
    new_height = _between(height / down, min(LEAST, rows), rows)
    new_width = _between(width / across, min(LEAST, columns), columns)
    row = at[0] - (at[0] - first_row) * new_height / height
    column = at[1] - (at[1] - first_column) * new_width / width
    return kept((row, new_height, column, new_width), rows, columns)


def moved(window: Window | None, down: float, right: float, rows: int, columns: int) -> Window | None:
    """The window `down` rows and `right` columns further."""
    if window is None:
        return None
    row, height, column, width = window
    return kept((row + down, height, column + right, width), rows, columns)


def boxed(
    window: Window | None, one: tuple[float, float], other: tuple[float, float], rows: int, columns: int
) -> Window | None:
    """The smallest window of the shape of `window` that holds the box between two points (row, column)."""
    _, height, _, width = window or whole(rows, columns)
    low_row, high_row = sorted((one[0], other[0]))
    low_column, high_column = sorted((one[1], other[1]))
    share = max(
        (high_row - low_row) / height,
        (high_column - low_column) / width,
        min(LEAST, rows) / height,
        min(LEAST, columns) / width,
    )
    share = min(share, 1.0)
    tall, broad = height * share, width * share
    centre = (low_row + high_row) / 2, (low_column + high_column) / 2
    return kept((centre[0] - tall / 2, tall, centre[1] - broad / 2, broad), rows, columns)


def holding(window: Window | None, row: int, column: int, rows: int, columns: int) -> Window | None:
    """The window, moved as little as it takes to show the cell whole."""
    if window is None:
        return None
    return kept(
        (_reached(window[0], window[1], row), window[1], _reached(window[2], window[3], column), window[3]),
        rows,
        columns,
    )


def _inside(first: float, count: float, whole_count: int) -> tuple[float, float]:
    count = min(max(count, 1e-6), float(whole_count))
    return _between(first, 0.0, whole_count - count), count


def _reached(first: float, count: float, index: int) -> float:
    if count < 1:
        return float(index)
    return _between(first, index + 1 - count, float(index))


def _between(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))
