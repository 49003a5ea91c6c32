"""What opening gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from attnviz.document.document import Document
from attnviz.document.lesson_file import Lesson
from attnviz.document.view_state import ViewState


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Opened:
    """A document and how it wants to be looked at first."""

    document: Document
    view: ViewState
    lesson: Lesson | None = None  # a person's own, whose text and experiments come with it
    path: Path | None = None  # of an .attnviz document, where Save puts it back
    made: bool = False  # just now, and in no file yet
