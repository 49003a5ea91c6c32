"""Imported attention as a script: it reads the same file with NumPy and prints the matrix that is looked at."""

from __future__ import annotations

from pathlib import Path

from attnviz.document.document import Document
from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place
from attnviz.document.trace import Trace
from attnviz.document.view_state import Script
from attnviz.errors import InputError
from attnviz.i18n import translate


def imported_script(document: Document, trace: Trace, language: Script, inputs: str) -> list[str]:
    """The lines after the heading: the document's weights from `inputs`, an .npz file of one matrix, and what they say.

    Raises InputError for PyTorch: there is nothing to compute here.
    """
    source = document.source
    assert isinstance(source, ImportedSource)
    if language != "numpy":
        raise InputError(
            translate("code", "Imported attention is not computed here, so there is no module to write: choose NumPy.")
        )
    place = trace.place or Place()
    read_from = ", ".join(Path(file.path).name for file in source.reading.files)
    lines = ["import numpy as np", ""]
    if read_from:
        came_from = translate("code", "the weights came from")
        lines.append(f"# {came_from} {_plain(read_from)}")
    counted = translate("code", "layer and head, counted from 0")
    lines += [
        f"# {counted}: {place.layer}, {place.head}",
        f"data = np.load({inputs!r})",
        f'A = data["weights"]  # ({trace.n_q}, {trace.n_k})',
        'tokens = list(data["tokens_k"])',
        "",
        "sums = A.sum(axis=1)",
        "bits = -(A * np.log2(A, where=A > 0, out=np.zeros_like(A))).sum(axis=1)",
        "best = A.argmax(axis=1)",
        "",
        "np.set_printoptions(precision=4, suppress=True, linewidth=120)",
        'print("A =")',
        "print(A)",
        'print("row sums:", sums)',
        'print("entropy in bits:", bits)',
        'print("looked at most:", [tokens[key] for key in best])',
    ]
    return lines


def _plain(text: str) -> str:
    """A file's name inside a comment."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
