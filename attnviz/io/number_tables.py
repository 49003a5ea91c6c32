"""Matrices with their labels as text: CSV for programs, LaTeX and Markdown for pages, TSV and HTML for a spreadsheet.

A label may hold anything: each format writes it so that it is read back as that label, and as nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from attnviz.core.labels import visible_text
from attnviz.errors import InputError
from attnviz.i18n import NumberFormat, translate

MOST_NUMBERS = 4_000_000  # written as text; more belong into an .npz
FORMULA_SIGNS = ("=", "+", "-", "@")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NumberTable:
    """One matrix (rows, columns) with a label for each row and column."""

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: NDArray[Any]
    visible: NDArray[np.bool_] | None = None  # False: the cell may not be looked at, and is shown as a dash

    def texts(self, number: Callable[[float], str], hidden: str) -> Iterator[tuple[str, list[str]]]:
        """(label, numbers) of every row, as `number` writes them."""
        for i, (label, row) in enumerate(zip(self.rows, self.values.tolist(), strict=True)):
            seen = [True] * len(row) if self.visible is None else self.visible[i].tolist()
            yield label, [number(value) if may else hidden for value, may in zip(row, seen, strict=True)]


def csv_text(tables: Sequence[NumberTable]) -> str:
    """The matrices one below the other, a blank line between; each begins with its name and its column labels.

    Numbers are whole, with a decimal point in every language, and read back bit for bit. Lines end as RFC 4180 wants.
    """
    check_size(tables)
    lines: list[str] = []
    for table in tables:
        if lines:
            lines.append("")
        lines.append(",".join(_csv(label) for label in (table.name, *table.columns)))
        number = _whole if table.values.dtype == np.float64 else _whole_single
        lines += [",".join([_csv(label), *map(number, row)]) for label, row in _rows(table)]
    return "\r\n".join(lines) + "\r\n"


def _rows(table: NumberTable) -> Iterator[tuple[str, list[float]]]:
    yield from zip(table.rows, table.values.tolist(), strict=True)


def _whole(value: float) -> str:
    """The shortest text that reads back as the same float64; whole numbers and switches without a point."""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(int(value))


def _whole_single(value: float) -> str:
    return str(np.float32(value)).removesuffix(".0") if isinstance(value, float) else str(int(value))


def _csv(label: str) -> str:
    """A label as one quoted field. Where a spreadsheet would take it for a formula it gets an apostrophe in front."""
    clean = "".join(visible_text(sign) if category(sign) in ("Cc", "Cs") else sign for sign in label)
    if len(clean) > 1 and clean.startswith(FORMULA_SIGNS):
        clean = f"'{clean}"
    return '"' + clean.replace('"', '""') + '"'


def tsv_text(table: NumberTable, form: NumberFormat) -> str:
    """A table that pastes into a spreadsheet of the same language: labels made visible, tabs between."""
    check_size([table])
    heading = "\t".join(["", *map(_pasted, table.columns)])
    rows = [
        "\t".join([_pasted(label), *texts])
        for label, texts in table.texts(lambda value: _spreadsheet(value, form), hidden="")
    ]
    return "\n".join([heading, *rows]) + "\n"


def _pasted(label: str) -> str:
    shown = visible_text(label)
    return f"'{shown}" if len(shown) > 1 and shown.startswith(FORMULA_SIGNS) else shown


def _spreadsheet(value: float, form: NumberFormat) -> str:
    """A number as a spreadsheet reads it: a plain minus, and the language's decimal sign."""
    return form.exact(value).replace("−", "-") if math.isfinite(value) else str(value)


def html_table(table: NumberTable, form: NumberFormat) -> str:
    """The same as HTML, which spreadsheets and word processors prefer on the clipboard.

    A spreadsheet reads what is shown in its own language: `sdval` tells LibreOffice the number whatever that is, and
    `sdnum` that it is written in English (LibreOffice's own attributes, as Calc itself writes them).
    """
    check_size([table])
    heading = "".join(f'<th scope="col">{escape(visible_text(label))}</th>' for label in table.columns)
    lines = ["<table>", f"<tr><td></td>{heading}</tr>"]
    for label, cells in table.texts(lambda value: _html_number(value, form), hidden="<td></td>"):
        lines.append(f'<tr><th scope="row">{escape(visible_text(label))}</th>{"".join(cells)}</tr>')
    return "\n".join([*lines, "</table>"]) + "\n"


def _html_number(value: float, form: NumberFormat) -> str:
    shown = _spreadsheet(value, form)
    return f'<td sdval="{float(value)!r}" sdnum="1033;">{shown}</td>' if math.isfinite(value) else f"<td>{shown}</td>"


def markdown_text(tables: Sequence[NumberTable], form: NumberFormat, places: int = 3) -> str:
    """Pipe tables as GitHub and Pandoc read them, each under a heading."""
    check_size(tables)
    parts: list[str] = []
    for table in tables:
        heading = ["", *map(_markdown, table.columns)]
        lines = [f"### {_markdown(table.name)}", "", _pipes(heading), _pipes([":--"] + ["--:"] * len(table.columns))]
        lines += [
            _pipes([f"**{_markdown(label)}**", *texts])
            for label, texts in table.texts(lambda value: form.fixed(value, places), hidden="–")
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _pipes(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _markdown(label: str) -> str:
    """A label that means nothing to Markdown or HTML: every sign that could is written as its number."""
    return "".join(f"&#{ord(sign)};" if sign in _MARKDOWN_SIGNS else sign for sign in visible_text(label))


_MARKDOWN_SIGNS = frozenset("\\`*_{}[]()<>#+-.!|&~^$:@=\"'/")


def latex_text(tables: Sequence[NumberTable], form: NumberFormat, places: int = 3) -> str:
    """Each matrix as a booktabs table with its labels, and as a bmatrix: the author keeps the one that fits."""
    check_size(tables)
    most = max((table.values.shape[1] for table in tables), default=0)
    lines = [
        "% needs \\usepackage{amsmath,booktabs}; labels beyond Latin letters need lualatex or xelatex",
        f"\\setcounter{{MaxMatrixCols}}{{{max(most, 10)}}}",
    ]
    for table in tables:
        lines += ["", *_booktabs(table, form, places), "", *_bmatrix(table, form, places)]
    return "\n".join(lines) + "\n"


def _booktabs(table: NumberTable, form: NumberFormat, places: int) -> Iterator[str]:
    yield f"% {table.name}"
    yield f"\\begin{{tabular}}{{l{'r' * len(table.columns)}}}"
    yield "\\toprule"
    yield " & ".join([_latex(table.name), *map(_latex, table.columns)]) + " \\\\"
    yield "\\midrule"
    for label, texts in table.texts(lambda value: f"${_latex_number(value, form, places)}$", hidden="--"):
        yield " & ".join([_latex(label), *texts]) + " \\\\"
    yield "\\bottomrule"
    yield "\\end{tabular}"


def _bmatrix(table: NumberTable, form: NumberFormat, places: int) -> Iterator[str]:
    yield "\\["
    yield f"\\text{{{_latex(table.name)}}} = \\begin{{bmatrix}}"
    for _, texts in table.texts(lambda value: _latex_number(value, form, places), hidden="\\cdot"):
        yield " & ".join(texts) + " \\\\"
    yield "\\end{bmatrix}"
    yield "\\]"


def _latex_number(value: float, form: NumberFormat, places: int) -> str:
    """A number in mathematics; a comma in braces, so that no space follows it."""
    if not math.isfinite(value):
        return "\\mathrm{NaN}" if math.isnan(value) else "\\infty" if value > 0 else "-\\infty"
    return form.fixed(value, places).replace("−", "-").replace(",", "{,}")


def _latex(label: str) -> str:
    """A label whose every sign is itself; an opening bracket after a line's end would be an option of that line."""
    return "".join(_LATEX_SIGNS.get(sign, sign) for sign in visible_text(label))


_LATEX_SIGNS = {
    "\\": "\\textbackslash{}",
    "{": "\\{",
    "}": "\\}",
    "$": "\\$",
    "&": "\\&",
    "#": "\\#",
    "_": "\\_",
    "%": "\\%",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    "`": "\\textasciigrave{}",
    '"': "\\textquotedbl{}",
    "'": "{'}",
    "-": "{-}",
    "[": "{[}",
    "*": "{*}",
    # What stands for blanks and signs that cannot be seen.
    "␣": "\\textvisiblespace{}",
    "⏎": "$\\hookleftarrow$",
    "⇥": "$\\mapsto$",
    "∅": "$\\emptyset$",
    "⟨": "$\\langle$",
    "⟩": "$\\rangle$",
}


def check_size(tables: Sequence[NumberTable]) -> None:
    """Raises InputError for more numbers than anyone reads as text."""
    count = sum(table.values.size for table in tables)
    if count > MOST_NUMBERS:
        raise InputError(
            translate("io", "{count} numbers are too many for a text: at most {most}. Save them as .npz.").format(
                count=count, most=MOST_NUMBERS
            )
        )
