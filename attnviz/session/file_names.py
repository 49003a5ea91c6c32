"""What the name of a file says of its content."""

from __future__ import annotations

from pathlib import Path

from attnviz.document.document import MatrixName

MATRICES: tuple[MatrixName, ...] = ("Q", "K", "V", "X", "W_Q", "W_K", "W_V", "W_O")
ARRAY_FILES = (".npz", ".json")
MATRIX_FILES = (".csv", ".tsv", ".npy")
# Kinds that hold no text a person wrote: reading them as attention says best what they are.
BINARY_FILES = (".gz", ".pkl", ".pickle", ".bin", ".h5", ".hdf5")


def letter(path: Path) -> MatrixName | None:
    """Which of Q, K and V a file's name says it holds: q.csv, my_K.npy, values-v.tsv."""
    stem = path.stem.upper()
    for name in MATRICES[:3]:
        if stem == name:
            return name
    for name in MATRICES[:3]:
        if stem.endswith(name) and not stem[-2:-1].isalpha():
            return name
        if stem.startswith(name) and not stem[1:2].isalpha():
            return name
    return None


def of_no_matrix(path: Path) -> bool:
    """Whether a table or array is none of Q, K and V by its name: then it can only be attention."""
    return path.suffix.lower() in MATRIX_FILES and letter(path) is None
