"""What a person names (a lesson, a file, settings) becomes a document. No Qt in here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from attnviz.document import lessons, matrix_edits, projection_edits
from attnviz.document.document import Document, MatrixName, MatrixSource, ProjectionSource
from attnviz.document.edits import sentence_document
from attnviz.document.lesson_file import is_lesson, own_lesson
from attnviz.document.settings import SETTINGS, apply_setting, split_setting
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_kind import ALWAYS
from attnviz.io.document_file import SUFFIX, load_document
from attnviz.io.embedded import SUFFIXES as FIGURES
from attnviz.io.embedded import embedded_document
from attnviz.io.files import decoded, read_bytes
from attnviz.io.json_arrays import MAX_JSON_BYTES
from attnviz.io.matrices import NoMatrices, load_arrays, load_matrix, read_text
from attnviz.io.matrix_text import Table
from attnviz.io.model_config import is_config, load_config
from attnviz.io.wording import shown_name
from attnviz.session.attention_opening import are_attention, open_attention
from attnviz.session.file_names import ARRAY_FILES, MATRICES, MATRIX_FILES, letter
from attnviz.session.neither import neither
from attnviz.session.opened import Opened

__all__ = ["Opened", "apply_settings", "open_file", "open_matrices", "open_source", "with_matrix_files"]

ENDINGS = (SUFFIX, *ARRAY_FILES, *MATRIX_FILES, *ALWAYS, *FIGURES, ".txt")  # of files that may be missing


def open_source(name: str, language: str) -> Opened:
    """A lesson by its id or title, or a file by its path.

    Raises InputError with one sentence when it is neither, or the file's content is at fault.
    """
    path = Path(name)
    if path.suffix and (path.exists() or path.suffix.lower() in ENDINGS):
        return open_file(path, language)
    lesson = lessons.load(name, language)
    return Opened(document=lesson.document, view=lesson.view)


def open_file(path: Path, language: str) -> Opened:
    """A text file as a sentence; an .npz or .json file with Q and K (and V, tokens_q, tokens_k) as matrices.

    A .json file may also be a lesson (docs/lessons.md), which is then opened as shipped ones are.
    """
    suffix = path.suffix.lower()
    if suffix == SUFFIX:
        document, view = load_document(path)
        return Opened(document=document, view=view, path=path.absolute())
    if suffix in FIGURES:
        return _from_figure(path)
    if are_attention([path]):
        return open_attention([path])
    if suffix == ".json":
        text = decoded(read_bytes(path, MAX_JSON_BYTES), shown_name(path))
        if is_config(text):
            config = load_config(path)
            home = lessons.load(lessons.DEFAULT_LESSON, language).document
            document = replace(home, name=config.shape.name, lesson=None, shape=config.shape)
            return Opened(document=document, view=ViewState(tab="shapes"))
        if is_lesson(text):
            lesson = own_lesson(text, shown_name(path), f"file:{path.absolute()}", language)
            return Opened(document=lesson.document, view=lesson.view, lesson=lesson)
    if suffix in ARRAY_FILES:
        return Opened(document=_from_arrays(path), view=ViewState(tab="steps"))
    if suffix in MATRIX_FILES:
        return open_matrices([path], None)
    text = read_text(path)
    try:
        document = sentence_document(" ".join(text.split("\n")))
    except InputError as error:
        raise _in_file(path, error) from error
    return Opened(document=replace(document, name=path.stem), view=ViewState(tab="matrix"))


def _from_figure(path: Path) -> Opened:
    """The document that made a figure, as it was looked at. Saving it asks where: the file is the figure's."""
    document, view = load_document(path, embedded_document(path))
    return Opened(document=document, view=view)


def open_matrices(paths: Sequence[Path], document: Document | None) -> Opened:
    """Q, K and V from files of their own, told apart by their names: q.csv, my_K.npy, values-v.tsv.

    What is not given is kept from `document` where it is one of matrices.
    """
    found: dict[MatrixName, Path] = {}
    for path in paths:
        name = letter(path)
        if name is None or name in found:
            raise InputError(
                translate(
                    "opening",
                    "{file} does not say which matrix it holds: let its name begin or end with Q, K or V, each once "
                    "(for example q.csv, k.csv and v.csv).",
                ).format(file=path.name)
            )
        found[name] = path
    return Opened(document=with_matrix_files(document, found), view=ViewState(tab="steps"), made=True)


def with_matrix_files(document: Document | None, files: dict[MatrixName, Path]) -> Document:
    """The document with matrices read from files, all at once so that their common size may change.

    A file reads the same in every language: between commas the decimal sign is a point.
    """
    if document is not None:
        _check_belonging(document, files)
    tables = {name: load_matrix(path) for name, path in files.items()}
    if document is not None and isinstance(document.source, ProjectionSource):
        return projection_edits.set_matrices(document, {name: table.values for name, table in tables.items()})
    if document is not None and isinstance(document.source, MatrixSource):
        changed = matrix_edits.set_matrices(document, {name: table.values for name, table in tables.items()})
        return _named(changed, tables)
    missing = [name for name in ("Q", "K") if name not in tables]
    if missing:
        raise InputError(
            translate("opening", "Missing: {names}. Q and K are needed together.").format(names=", ".join(missing))
        )
    value = tables.get("V")
    fresh = matrix_edits.matrix_document(tables["Q"].values, tables["K"].values, value.values if value else None)
    return _named(fresh, tables)


def _check_belonging(document: Document, files: dict[MatrixName, Path]) -> None:
    """Raise InputError when a matrix is none of the document's: a sentence may become Q, K and V, nothing else."""
    expected = MATRICES[3:] if isinstance(document.source, ProjectionSource) else MATRICES[:3]
    strange = [name for name in files if name not in expected]
    if strange:
        raise InputError(
            translate("opening", "{name} does not belong to this document, whose matrices are {expected}.").format(
                name=strange[0], expected=", ".join(expected)
            )
        )


def apply_settings(document: Document, settings: Iterable[str]) -> Document:
    """KEY=VALUE settings applied, matrices and text first, since the others may need them."""
    pairs = [split_setting(text) for text in settings]
    files = {key: Path(value) for key, value in pairs if key in MATRICES}
    if files:
        document = with_matrix_files(document, files)
    rest = [pair for pair in pairs if pair[0] not in MATRICES]
    for key, value in sorted(rest, key=lambda pair: pair[0] != "text"):
        if key not in SETTINGS:
            raise InputError(
                translate("settings", "There is no setting called “{key}”: choose one of {keys}.").format(
                    key=key, keys=", ".join([*SETTINGS, *MATRICES])
                )
            )
        document = apply_setting(document, key, value)
    return document


def _from_arrays(path: Path) -> Document:
    try:
        arrays = load_arrays(path)
    except NoMatrices as error:
        raise neither(path, error) from error
    tokens_q, tokens_k = arrays.get("tokens_q"), arrays.get("tokens_k")
    try:
        return matrix_edits.matrix_document(
            arrays["Q"],
            arrays["K"],
            arrays.get("V"),
            tokens_q=cast("tuple[str, ...] | None", tokens_q),
            tokens_k=cast("tuple[str, ...] | None", tokens_k),
            name=path.stem,
        )
    except InputError as error:
        raise _in_file(path, error) from error


def _named(document: Document, tables: dict[MatrixName, Table]) -> Document:
    """Row labels of the files as token names, column labels of V as names of the value dimensions."""
    source = document.source
    assert isinstance(source, MatrixSource)
    queries = tables["Q"].row_labels if "Q" in tables else None
    keys = next((tables[name].row_labels for name in ("K", "V") if name in tables and tables[name].row_labels), None)
    values = tables["V"].column_labels if "V" in tables else None
    tokens_q = queries or (keys if keys and source.shared and source.n_q == len(keys) else source.tokens_q)
    tokens_k = keys or (queries if queries and source.shared and source.n_k == len(queries) else source.tokens_k)
    named = replace(
        source,
        tokens_q=tokens_q,
        tokens_k=tokens_k,
        value_names=values or source.value_names,
        shared=tokens_q == tokens_k,
    )
    return replace(document, source=named)


def _in_file(path: Path, error: InputError) -> InputError:
    return type(error)(translate("opening", "{file}: {problem}").format(file=path.name, problem=error))
