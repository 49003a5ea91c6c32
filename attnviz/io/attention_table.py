"""A .csv or .tsv file of attention: one matrix with or without labels, or one row a weight (the long form)."""

from __future__ import annotations

from pathlib import Path

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_long import KEY, QUERY, WEIGHT, LongTable, columns_of
from attnviz.io.attention_tree import Content, Node, Texts
from attnviz.io.cells import MAX_COLUMNS
from attnviz.io.files import decoded, read_bytes
from attnviz.io.large_table import LARGE, read_large
from attnviz.io.matrix_text import parse_table
from attnviz.io.stored import in_memory
from attnviz.io.table_limits import check_lines, many_cells, many_quotes
from attnviz.io.wording import shown_name

MAX_TABLE_BYTES = 64_000_000
MAX_WIDE = 4096  # rows and columns


def read_table(path: Path) -> Content:
    """The matrix or the matrices in a table. A decimal comma is understood where cells are not parted by commas."""
    name = shown_name(path)
    text = decoded(read_bytes(path, MAX_TABLE_BYTES), name)
    first = text.split("\n", 1)[0]
    delimiter = max("\t;,", key=first.count)
    if first.count(delimiter) > MAX_WIDE + 1:
        raise InputError(
            translate("io", "{name} has a row of more than {most} numbers.").format(name=name, most=MAX_WIDE)
        )
    check_lines(text, name)
    if _is_long(first, delimiter):
        return Content(path, name, LongTable(name, delimiter).read(text))
    if many_cells(text, MAX_WIDE, MAX_WIDE) or many_quotes(text):
        raise InputError(translate("io", "{name} holds too many lists.").format(name=name))
    if first.count(delimiter) >= MAX_COLUMNS or (len(text) > LARGE and delimiter in first):
        table = read_large(text, delimiter, name, MAX_WIDE)
    else:
        table = parse_table(text, ".", where=name)
    tree: dict[str, Node] = {"attention": in_memory(table.values)}
    if table.row_labels is not None:
        tree["tokens_q"] = Texts(table.row_labels)
    if table.column_labels is not None:
        tree["tokens_k"] = Texts(table.column_labels)
    return Content(path, name, tree)


def _is_long(first: str, delimiter: str) -> bool:
    columns = columns_of(first, delimiter)
    return all(any(name in columns for name in names) for names in (WEIGHT, QUERY, KEY))
