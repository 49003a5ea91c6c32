"""Edits of the tables a person types, whatever source they belong to."""

from __future__ import annotations

from numpy.typing import ArrayLike

from attnviz.document import matrix_edits, projection_edits
from attnviz.document.document import Document, MatrixName, ProjectionSource


def set_cell(document: Document, name: MatrixName, row: int, column: int, value: float) -> Document:
    """One number changed."""
    return set_block(document, name, row, column, [[value]])


def set_block(document: Document, name: MatrixName, row: int, column: int, block: ArrayLike) -> Document:
    """A block of numbers written with its first cell at (row, column)."""
    if isinstance(document.source, ProjectionSource):
        return projection_edits.set_block(document, name, row, column, block)
    return matrix_edits.set_block(document, name, row, column, block)


def add_row(document: Document, name: MatrixName) -> Document:
    """A row of zeros at the end, with its partners in the other matrices."""
    if isinstance(document.source, ProjectionSource):
        return projection_edits.add_row(document, name)
    return matrix_edits.add_row(document, name)


def remove_row(document: Document, name: MatrixName, row: int) -> Document:
    """A row taken out, with its partners."""
    if isinstance(document.source, ProjectionSource):
        return projection_edits.remove_row(document, name, row)
    return matrix_edits.remove_row(document, name, row)


def add_column(document: Document, name: MatrixName) -> Document:
    """A column of zeros at the end, with its partners."""
    if isinstance(document.source, ProjectionSource):
        return projection_edits.add_column(document, name)
    return matrix_edits.add_column(document, name)


def remove_column(document: Document, name: MatrixName, column: int) -> Document:
    """A column taken out, with its partners."""
    if isinstance(document.source, ProjectionSource):
        return projection_edits.remove_column(document, name, column)
    return matrix_edits.remove_column(document, name, column)


def rename(document: Document, matrix: str, axis: str, index: int, text: str) -> Document:
    """Another name for the token, embedding dimension or value component that a label stands for."""
    if isinstance(document.source, ProjectionSource):
        if axis == "row" and matrix not in ("W_Q", "W_K", "W_V"):
            return projection_edits.rename_token(document, index, text)
        if matrix in ("X", "u") or axis == "row":
            return projection_edits.rename_dimension(document, index, text)
        return projection_edits.rename_value(document, index % document.source.d_v, text)
    if axis == "column":
        return matrix_edits.rename_value(document, index, text)
    return matrix_edits.rename_token(document, "q" if matrix in ("Q", "scores") else "k", index, text)
