"""A script written to a file, with the file of its inputs beside it where it needs one."""

from __future__ import annotations

from pathlib import Path

from attnviz.document.document import Document
from attnviz.document.trace import Trace
from attnviz.document.view_state import Script
from attnviz.export.code.inputs import beside
from attnviz.export.code.writer import code_text
from attnviz.export.notation import STANDARD, Notation
from attnviz.io.atomic import atomic_write
from attnviz.io.results import write_npz


def write_code(
    path: Path, document: Document, trace: Trace, language: Script, notation: Notation = STANDARD
) -> tuple[Path, ...]:
    """Write the script, and its inputs as a .npz file of the same name; the files that were written."""
    inputs = path.with_suffix(".npz")
    text = code_text(document, trace, language, notation, inputs.name)
    given = beside(document)
    if given:
        write_npz(inputs, given)
    with atomic_write(path) as file:
        file.write(text.encode("utf-8"))
    return (path, inputs) if given else (path,)
