"""Numbers as tables: every format is read back by another reader, with any label."""

from __future__ import annotations

import csv
import io
import itertools
import re
import shutil
import subprocess
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attnviz.cli import main
from attnviz.core.labels import visible_text
from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_options
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.numbers import number_tables, shown_table, write_numbers
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import NumberFormat, number_format
from attnviz.io.number_tables import NumberTable, csv_text, html_table, latex_text, markdown_text, tsv_text
from attnviz.session.opening import open_source

EN, PT = NumberFormat("."), NumberFormat(",")
HOSTILE = ("<b>", "a&b", '"quoted"', "it's", "😀", "שלום", "x" * 200, "nul\0!", "a|b", "`c`", "*d*", "[e](f)",
           "$g$",
           "100%", "h_i^j", "k\\l", "{m}", "~n#",
           "--", "=1+1", "tab\there", "line\nbreak", " ", "", ",", ";")  # fmt: skip


def table(labels, values=None, **options):
    n = len(labels)
    numbers = np.arange(n * n, dtype=float).reshape(n, n) / 7 if values is None else values
    return NumberTable(name="weights", rows=tuple(labels), columns=tuple(labels), values=numbers, **options)


# CSV and TSV -------------------------------------------------------------------------------------------------


@given(arrays(np.float64, (3, 2), elements=st.floats(allow_nan=False)))
def test_csv_keeps_every_bit(values):
    text = csv_text([NumberTable(name="A", rows=("a", "b", "c"), columns=("x", "y"), values=values)])
    rows = list(csv.reader(io.StringIO(text, newline="")))
    np.testing.assert_array_equal(np.array([[float(cell) for cell in row[1:]] for row in rows[1:]]), values)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=4))
def test_csv_keeps_every_label(labels):
    rows = list(csv.reader(io.StringIO(csv_text([table(labels)]), newline="")))
    for found, label in zip([row[0] for row in rows[1:]], labels, strict=True):
        assert found.removeprefix("'") == label.removeprefix("'")


def test_csv_of_hostile_labels():
    rows = list(csv.reader(io.StringIO(csv_text([table(HOSTILE)]), newline="")))
    assert all(len(row) == len(HOSTILE) + 1 for row in rows)
    names = [row[0] for row in rows[1:]]
    assert names[HOSTILE.index("=1+1")] == "'=1+1", "a spreadsheet must not compute a label"
    assert names[HOSTILE.index("nul\0!")] == "nul⟨U+0000⟩!"
    assert names[HOSTILE.index("x" * 200)] == "x" * 200
    assert names[HOSTILE.index(",")] == ","


def test_csv_of_several_matrices_has_a_blank_line_between():
    rows = list(csv.reader(io.StringIO(csv_text([table("ab"), table("c")]), newline="")))
    assert [len(row) for row in rows] == [3, 3, 3, 0, 2, 2]


def test_csv_of_float32_is_as_short_as_its_numbers():
    text = csv_text([table("a", np.array([[0.1]], dtype=np.float32))])
    assert text == '"weights","a"\r\n"a",0.1\r\n'


@pytest.mark.parametrize("form", [EN, PT])
def test_tsv_pastes_as_a_rectangle(form):
    rows = [line.split("\t") for line in tsv_text(table(HOSTILE), form).splitlines()]
    assert {len(row) for row in rows} == {len(HOSTILE) + 1}
    assert len(rows) == len(HOSTILE) + 1
    number = rows[1][2].replace(form.decimal, ".")
    assert float(number) == 1 / 7
    assert rows[0][1 + HOSTILE.index("=1+1")] == "'=1+1"


def test_numbers_below_zero_have_a_minus_that_spreadsheets_know():
    assert "\t-1,5\n" in tsv_text(table("a", np.array([[-1.5]])), PT)


# HTML --------------------------------------------------------------------------------------------------------


class Cells(HTMLParser):
    """The texts of a table's cells, row by row, and every tag."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.rows, self.tags = [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1] and data != "\n":
            self.rows[-1][-1] += data


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_html_shows_every_label(labels):
    read = Cells()
    read.feed(html_table(table(labels), EN))
    assert read.tags == {"table", "tr", "td", "th"}
    assert [row[0] for row in read.rows[1:]] == [visible_text(label) for label in labels]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=4))
def test_html_tells_a_spreadsheet_the_number_in_any_language(values):
    made = NumberTable(name="A", rows=("a",), columns=tuple(map(str, values)), values=np.array([values]))
    for form in (EN, PT):
        told = re.findall(r'<td sdval="([^"]+)" sdnum="1033;">([^<]+)</td>', html_table(made, form))
        assert [float(one) for one, _ in told] == values
        assert all(("." not in text) or form is EN for _, text in told)


def test_hidden_cells_are_empty_where_people_read_and_dashes_on_pages():
    seen = np.array([[True, False], [True, True]])
    hidden = table("ab", visible=seen)
    assert tsv_text(hidden, EN).splitlines()[1] == "a\t0\t"
    assert "| **a** | 0.000 | – |" in markdown_text([hidden], EN)
    assert "a & $0.000$ & -- \\\\" in latex_text([hidden], EN)
    assert "0.000 & \\cdot \\\\" in latex_text([hidden], EN)
    assert csv_text([hidden]).splitlines()[1] == '"a",0,0.14285714285714285'


# Markdown ----------------------------------------------------------------------------------------------------


def by_markdown(text):
    """The texts of the tables' cells, as markdown-it reads them with HTML allowed."""
    markdown_it = pytest.importorskip("markdown_it")
    tokens = markdown_it.MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    cells = []
    for before, token in itertools.pairwise(tokens):
        if before.type in ("td_open", "th_open"):
            assert all(
                child.type in ("text", "text_special", "strong_open", "strong_close") for child in token.children
            )
            cells.append("".join(child.content for child in token.children))
    return cells


@given(st.lists(st.text(), min_size=1, max_size=3))
def test_markdown_shows_every_label(labels):
    cells = by_markdown(markdown_text([table(labels)], EN))
    width = len(labels) + 1
    assert cells[1:width] == [visible_text(label).replace("\0", "\ufffd") for label in labels]
    assert cells[width::width] == [visible_text(label) for label in labels]


def test_markdown_of_hostile_labels():
    cells = by_markdown(markdown_text([table(HOSTILE)], PT))
    assert cells[1 : len(HOSTILE) + 1] == [visible_text(label) for label in HOSTILE]
    assert "0,143" in cells


# LaTeX -------------------------------------------------------------------------------------------------------

BACK = {
    "\\textbackslash{}": "\\", "\\{": "{", "\\}": "}", "\\$": "$", "\\&": "&", "\\#": "#", "\\_": "_", "\\%": "%",
    "\\textasciicircum{}": "^", "\\textasciitilde{}": "~", "\\textless{}": "<", "\\textgreater{}": ">",
    "\\textbar{}": "|", "\\textasciigrave{}": "`", "\\textquotedbl{}": '"', "{'}": "'", "{-}": "-", "{[}": "[",
    "{*}": "*", "\\textvisiblespace{}": "␣", "$\\hookleftarrow$": "⏎", "$\\mapsto$": "⇥", "$\\emptyset$": "∅",
    "$\\langle$": "⟨", "$\\rangle$": "⟩",
}  # fmt: skip


def read_latex(text):
    """A LaTeX label as it is printed; an unknown command or a bare special sign is refused."""
    found = ""
    while text:
        known = next((code for code in BACK if text.startswith(code)), None)
        if known is None:
            assert text[0] not in "\\{}$&#_%^~", text
        found += BACK[known] if known else text[0]
        text = text[len(known) if known else 1 :]
    return found


@given(st.lists(st.text(), min_size=1, max_size=3))
def test_latex_prints_every_label(labels):
    text = latex_text([table(labels)], EN)
    body = text[text.index("\\midrule\n") + 9 : text.index("\n\\bottomrule")]
    names = [re.split(r" & (?=\$)", line)[0] for line in body.split("\n")]
    assert [read_latex(name) for name in names] == [visible_text(label) for label in labels]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed (texlive-latex-recommended)")
def test_latex_compiles_with_hostile_labels(tmp_path):
    labels = [label for label in HOSTILE if label.isascii() or label in ("␣", "ção")]
    page = latex_text([table(labels)], PT)
    text = "\\documentclass{article}\n\\usepackage{amsmath,booktabs}\n\\usepackage[T1]{fontenc}\n"
    text += f"\\begin{{document}}\n\\tiny {page}\n\\end{{document}}\n"
    (tmp_path / "a.tex").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-600:]


def test_latex_of_a_wide_matrix_asks_for_its_columns():
    text = latex_text([table([str(k) for k in range(14)])], PT)
    assert "\\setcounter{MaxMatrixCols}{14}" in text
    assert "0{,}143" in text
    assert text.count("\\begin{bmatrix}") == text.count("\\end{bmatrix}") == 1


def test_latex_of_what_is_not_finite():
    text = latex_text([table("ab", np.array([[np.inf, -np.inf], [np.nan, -1.0]]))], EN)
    assert "\\infty & -\\infty" in text
    assert "\\mathrm{NaN} & -1.000" in text


# documents ---------------------------------------------------------------------------------------------------


def test_every_step_has_its_labels():
    bank = open_source("bank", "en").document
    found = {table.name: table for table in number_tables(bank, derive(bank))}
    assert found["weights"].columns == ("sentei", "banco", "praça")
    assert found["output"].columns == ("seat", "money")
    assert found["Q"].rows == ("sentei", "banco", "praça")
    assert found["Q"].columns == ("1", "2")


def test_every_head_is_a_table_of_its_own():
    gato = open_source("gato", "en").document
    names = [table.name for table in number_tables(gato, derive(gato), ["weights"])]
    assert names == ["weights 1", "weights 2"]


def test_a_masked_weight_is_hidden_and_not_zero():
    document = with_options(sentence_document("a b c"), causal=True)
    found = number_tables(document, derive(document), ["weights"])[0]
    assert not found.visible[0, 1]
    assert markdown_text([found], EN).splitlines()[4].endswith("| – | – |")


def test_what_there_is_none_of_is_refused(tmp_path):
    document = sentence_document("a b c")
    with pytest.raises(InputError, match="weights"):
        write_numbers(tmp_path / "a.csv", document, derive(document), EN, matrices=["weight"])
    with pytest.raises(InputError, match=r"\.csv"):
        write_numbers(tmp_path / "a.xlsx", document, derive(document), EN)


def test_too_many_numbers_are_refused():
    huge = np.broadcast_to(np.float64(0), (4001, 1000))
    wide = NumberTable(name="A", rows=("r",) * 4001, columns=("c",) * 1000, values=huge)
    with pytest.raises(InputError, match=r"\.npz"):
        csv_text([wide])


def test_what_is_shown_is_copied():
    document = sentence_document("a b c")
    scene = whole_scene(document, ViewState(tab="matrix", quantity="scaled"), number_format("en"))
    np.testing.assert_array_equal(shown_table(scene).values, derive(document).scaled)


@pytest.mark.parametrize("ending", ["csv", "tex", "md", "npz", "json"])
def test_the_command_line_writes_every_format(tmp_path, ending):
    path = tmp_path / f"a.{ending}"
    assert main(["compute", "bank", "--matrix", "weights", "--to", str(path)]) == 0
    data = path.read_bytes()
    assert b"weights" in data
    assert b"output" not in data
    if ending == "csv":
        rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))
        bank = open_source("bank", "en").document
        np.testing.assert_array_equal(np.array([row[1:] for row in rows[1:]], dtype=float), derive(bank).weights)


def test_the_command_line_refuses_other_endings(tmp_path):
    with pytest.raises(SystemExit):
        main(["compute", "bank", "--to", str(tmp_path / "a.xlsx")])
    assert main(["compute", "bank", "--to", str(tmp_path / "a.md"), "--matrix", "nothing"]) == 1
