"""Attention that was read, as documents hold it; and read again from the files that a document refers to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attnviz.document.imported_source import FileStamp, ImportedSource, Reading
from attnviz.document.stored_attention import StoredAttention, moved, restored
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention import read_attention
from attnviz.io.attention_result import Imported
from attnviz.io.wording import shown_name


def reading_of(found: Imported, paths: Sequence[Path], answers: Mapping[str, str]) -> Reading:
    """What was read, with positions where there are no labels."""
    stack = found.stack
    return Reading(
        stack=stack,
        tokens_q=found.tokens_q or positions(stack.n_q),
        tokens_k=found.tokens_k or positions(stack.n_k),
        seams=found.seams,
        head_names=found.head_names or (),
        files=tuple(map(file_stamp, paths)),
        causal=found.causal,
        notes=tuple(note.text for note in found.notes) + tuple(question.text for question in found.questions),
        answers=tuple(sorted(answers.items())),
        questioned=bool(found.questions),
    )


def positions(count: int) -> tuple[str, ...]:
    """Labels of tokens that have none: their positions, from 1."""
    return tuple(str(index + 1) for index in range(count))


def file_stamp(path: Path) -> FileStamp:
    """What tells later whether the file is still the same. Raises InputError when it is gone."""
    try:
        status = path.stat()
    except OSError as error:
        raise _gone(path) from error
    return FileStamp(path=str(path.absolute()), size=status.st_size, changed=status.st_mtime_ns // 1000)


def read_again(plain: StoredAttention, document: Path) -> ImportedSource:
    """The source whose numbers lie in files of their own, which must be those that were saved.

    A file that is no longer where it was may stand beside the document. Raises InputError where it is gone, or is
    another one now.
    """
    if not plain.files:
        raise InputError(translate("file", "{name} holds no attention, and names no file of it.").format(
            name=shown_name(document)))  # fmt: skip
    paths = [_found(file, document) for file in plain.files]
    found = read_attention(paths, dict(plain.answers))
    return restored(moved(plain, tuple(map(file_stamp, paths))), found.stack)


def _found(file: FileStamp, document: Path) -> Path:
    path = Path(file.path)
    if not path.is_absolute():
        raise InputError(translate("file", "{name} refers to a file without saying where it is.").format(
            name=shown_name(document)))  # fmt: skip
    beside = document.absolute().parent / path.name
    there = [place for place in (path, beside) if place.is_file()]
    if not there:
        raise _gone(path)
    for place in there:
        if file_stamp(place).size == file.size and (place == beside or file_stamp(place).changed == file.changed):
            return place
    raise InputError(
        translate(
            "file",
            "The attention of this document lies in {name}, which has changed since it was saved; open that file "
            "itself.",
        ).format(name=shown_name(path))
    )


def _gone(path: Path) -> InputError:
    return InputError(
        translate(
            "file", "The attention lies in {name}, which is no longer there; put it back, or beside the document."
        ).format(name=shown_name(path))
    )
