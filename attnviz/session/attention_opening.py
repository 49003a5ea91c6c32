"""Files of attention become documents; what they leave open is stated, and may be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attnviz.document.imported_edits import imported_document
from attnviz.document.view_state import ViewState
from attnviz.io.attention import read_attention
from attnviz.io.attention_kind import is_attention_file
from attnviz.io.attention_reading import reading_of
from attnviz.io.attention_result import Imported, Question
from attnviz.session.file_names import BINARY_FILES, of_no_matrix
from attnviz.session.opened import Opened

ASKED = ("set", "array", "batch", "labels", "labels-q", "labels-k")  # kinds of questions that are asked at once
TEXTS = (".txt", ".json", ".npy")  # that may hold the tokens beside a file of attention


def are_attention(paths: Sequence[Path]) -> bool:
    """Whether files are to be opened as attention: each of them is, or tokens stand beside one that is."""
    if len(paths) == 1 and (of_no_matrix(paths[0]) or paths[0].suffix.lower() in BINARY_FILES):
        return True
    found = [is_attention_file(path) for path in paths]
    rest = [path for path, known in zip(paths, found, strict=True) if not known]
    return any(found) and len(rest) <= 1 and all(path.suffix.lower() in TEXTS for path in rest)


def open_attention(paths: Sequence[Path], answers: Mapping[str, str] | None = None) -> Opened:
    """The document of files of attention, read as they suggest where they leave something open.

    Raises InputError with one sentence when they hold none.
    """
    return attention_opened(read_attention(paths, answers or {}), paths, answers or {})


def attention_opened(found: Imported, paths: Sequence[Path], answers: Mapping[str, str]) -> Opened:
    """The document of what was read; it opens on its first head, or on the grid of all of them."""
    many = found.stack.n_matrices > 1
    view = ViewState(tab="heads" if many else "matrix", layer=next(found.stack.places())[0])
    return Opened(document=imported_document(reading_of(found, paths, answers), found.name), view=view)


def open_questions(found: Imported, answers: Mapping[str, str]) -> tuple[Question, ...]:
    """What has to be asked before the attention is shown: everything but what a guess can state."""
    return tuple(question for question in found.questions if question.kind in ASKED and question.kind not in answers)
