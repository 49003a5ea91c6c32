"""The current document as a short script that runs by itself and prints the matrices on screen."""

from __future__ import annotations

import numpy as np

from attnviz import __version__
from attnviz.document.document import Document, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.trace import Trace
from attnviz.document.view_state import Script
from attnviz.export.code.imported_script import imported_script
from attnviz.export.code.literals import title
from attnviz.export.code.numpy_script import numpy_script
from attnviz.export.code.page import Printing
from attnviz.export.code.reach import require_within_reach
from attnviz.export.code.torch_script import torch_script
from attnviz.export.notation import STANDARD, Notation
from attnviz.i18n import translate

INPUTS = "attention.npz"  # the file of inputs, where the script's own name is not known
WIDE = 12  # columns from which a row needs more than an ordinary line
LARGEST_FIXED = 1e6  # beyond it zeros would fill the line
MOST_LOOKED_AT = 1_000_000  # scores; of more, nobody reads the printed few for their size


def code_text(
    document: Document,
    trace: Trace,
    language: Script,
    notation: Notation = STANDARD,
    inputs: str = INPUTS,
) -> str:
    """The script. `trace` is the document's, of all heads or of one; it says which odd cases have to be caught.

    `inputs`: the .npz file that a script of many numbers reads (`beside` says whether there is one).
    Raises InputError when numbers are so large that plain arithmetic would overflow.
    """
    if isinstance(document.source, ImportedSource):
        body = imported_script(document, trace, language, inputs)
        return "\n".join([*_heading(document, language), "", *body, ""])
    require_within_reach(document, trace)
    printing = _printing(document, trace)
    if language == "numpy":
        body = numpy_script(document, trace, notation, printing, inputs)
    else:
        body = torch_script(document, trace, notation, printing, inputs, linear=language == "torch-linear")
    return "\n".join([*_heading(document, language), "", *body, ""])


def _heading(document: Document, language: Script) -> list[str]:
    """Comments that say what this is. The name comes third: a comment on line 1 or 2 could choose an encoding."""
    needs = translate("code", "Needs Python and {library}; rows are queries, columns are keys.").format(
        library="NumPy" if language == "numpy" else "PyTorch"
    )
    return [f"# attnviz {__version__}", f"# {needs}", f"# {title(document.name.strip() or _kind(document))}"]


def _kind(document: Document) -> str:
    if isinstance(document.source, SentenceSource):
        return document.source.text
    return translate("code", "Attention, step by step")


def _printing(document: Document, trace: Trace) -> Printing:
    """How this document's numbers are best printed."""
    columns = max(array.shape[-1] for array in (trace.scores, trace.Q, trace.V) if array is not None)
    if isinstance(document.source, SentenceSource) or trace.scores.size > MOST_LOOKED_AT:
        return Printing(fixed=True, wide=columns > WIDE)
    largest = max(float(np.abs(array).max()) for array in (trace.scaled, trace.scores, trace.V) if array is not None)
    return Printing(fixed=largest < LARGEST_FIXED, wide=columns > WIDE)
