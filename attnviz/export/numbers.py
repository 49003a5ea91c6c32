"""The numbers of a document as tables with labels, and every file that they are written to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from attnviz.document.document import Document, MatrixSource, ProjectionSource
from attnviz.document.trace import Trace
from attnviz.errors import InputError
from attnviz.export.matrix_quantity import shown
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat, translate
from attnviz.io.atomic import atomic_write
from attnviz.io.number_tables import NumberTable, csv_text, latex_text, markdown_text
from attnviz.io.results import write_json, write_npz

PLACES = 3  # decimals where people read; programs get every digit

TextWriter = Callable[[Sequence[NumberTable], NumberFormat, int], str]
TEXTS: dict[str, TextWriter] = {
    ".csv": lambda tables, _form, _places: csv_text(tables),
    ".tex": latex_text,
    ".md": markdown_text,
}
# Excel takes a CSV for the old alphabet of its system, in which “ç” becomes “Ã§”, unless its first sign is a byte order
# mark; what else reads CSV passes over it. TeX and Markdown would print it.
MARKED = (".csv",)
ARRAYS = {".npz": write_npz, ".json": write_json}
ENDINGS = (*ARRAYS, *TEXTS)


def write_numbers(
    path: Path,
    document: Document,
    trace: Trace,
    form: NumberFormat,
    *,
    matrices: Sequence[str] = (),
    places: int = PLACES,
) -> None:
    """Write every step, or those named in `matrices`, in the format that the file's ending names.

    .npz and .json hold the arrays as they are; .csv, .tex and .md hold tables with labels, one a head, in UTF-8. Raises
    InputError for another ending, a step there is none of, or more numbers than a text can hold.
    """
    suffix = path.suffix.lower()
    if suffix in ARRAYS:
        arrays = trace.arrays()
        chosen = _chosen([name for name in arrays if not name.startswith("tokens_")], matrices)
        ARRAYS[suffix](path, {key: value for key, value in arrays.items() if key in chosen or key.startswith("tokens")})
        return
    if suffix not in TEXTS:
        raise InputError(
            translate("export", "{file} ends in “{found}”, but numbers are saved as {expected}.").format(
                file=path.name, found=path.suffix, expected=", ".join(ENDINGS)
            )
        )
    text = TEXTS[suffix](number_tables(document, trace, matrices), form, places)
    with atomic_write(path) as file:
        file.write(text.encode("utf-8-sig" if suffix in MARKED else "utf-8", "replace"))


def number_tables(document: Document, trace: Trace, matrices: Sequence[str] = ()) -> list[NumberTable]:
    """Every step that is a matrix, with its labels; of several heads one table each, counted from 1."""
    arrays = {name: array for name, array in trace.arrays().items() if not isinstance(array, tuple)}
    names = Names(document, trace)
    found: list[NumberTable] = []
    for name in _chosen(list(arrays), matrices):
        array = arrays[name]
        heads = [array] if array.ndim == 2 else list(array.reshape(-1, *array.shape[-2:]))
        for index, values in enumerate(heads):
            title = name if len(heads) == 1 else f"{name} {index + 1}"
            rows, columns = names.of(name, values)
            hidden = trace.written_weights[1] if name == "weights" else None
            found.append(NumberTable(name=title, rows=rows, columns=columns, values=values, visible=hidden))
    return found


def shown_table(scene: Scene) -> NumberTable:
    """The matrix that the Matrix tab shows; on other tabs the weights. What “Copy numbers” copies."""
    trace = scene.trace
    if scene.view.tab != "matrix":
        values, visible = trace.written_weights
        return NumberTable(name="weights", rows=trace.tokens_q, columns=trace.tokens_k, values=values, visible=visible)
    matrix = shown(scene)
    return NumberTable(
        name=matrix.title, rows=trace.tokens_q, columns=trace.tokens_k, values=matrix.values, visible=matrix.visible
    )


def _chosen(there: list[str], asked: Sequence[str]) -> list[str]:
    for name in asked:
        if name not in there:
            raise InputError(
                translate("export", "There is no matrix “{name}” here: choose among {names}.").format(
                    name=name, names=", ".join(there)
                )
            )
    return [name for name in there if not asked or name in asked]


class Names:
    """What the rows and columns of each step are called."""

    def __init__(self, document: Document, trace: Trace) -> None:
        source = document.source
        keys, queries = trace.tokens_k, trace.tokens_q
        values: tuple[str, ...] = ()
        dimensions: tuple[str, ...] = ()
        if isinstance(source, (MatrixSource, ProjectionSource)):
            values = source.value_names
        if isinstance(source, ProjectionSource):
            dimensions = source.dimension_names
        self._rows = dict.fromkeys(("Q", "scores", "scaled", "weights", "visible", "output"), queries)
        self._rows |= dict.fromkeys(("K", "V"), keys)
        self._rows |= dict.fromkeys(("X", "u", "gate", "gated", "concat", "Y"), queries)
        self._rows |= dict.fromkeys(("W_Q", "W_K", "W_V"), dimensions)
        self._columns = dict.fromkeys(("scores", "scaled", "weights", "visible"), keys)
        self._columns |= dict.fromkeys(("V", "output", "gate", "gated"), values)
        self._columns |= dict.fromkeys(("X", "u"), dimensions)

    def of(self, name: str, values: NDArray[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Labels of rows and of columns; numbers from 1 where there are no names."""
        rows, columns = values.shape
        return _fitting(self._rows.get(name, ()), rows), _fitting(self._columns.get(name, ()), columns)


def _fitting(names: tuple[str, ...], count: int) -> tuple[str, ...]:
    return names if len(names) == count else tuple(str(index + 1) for index in range(count))
