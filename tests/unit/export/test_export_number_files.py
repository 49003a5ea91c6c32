"""Files of numbers as other programs open them: Excel needs a mark to see UTF-8, and nobody may stumble over it."""

from __future__ import annotations

import codecs
import csv

import numpy as np
import pytest

from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document
from attnviz.export.numbers import ENDINGS, write_numbers
from attnviz.i18n import number_format
from attnviz.io.attention import read_attention
from attnviz.io.matrices import load_matrix
from attnviz.session.opening import open_source

WORDS = ("não", "há", "ação", "dₖ", "praça")
SENTENCE = sentence_document(" ".join(WORDS))


@pytest.fixture(params=["en", "pt_BR"])
def weights(request, tmp_path):
    """(the file of the weights alone, the weights)."""
    path, trace = tmp_path / "pesos.csv", derive(SENTENCE)
    write_numbers(path, SENTENCE, trace, number_format(request.param), matrices=["weights"])
    return path, trace.weights


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_mark_is_where_excel_looks_for_it_and_nowhere_else(ending, tmp_path):
    path = tmp_path / f"a{ending}"
    bank = open_source("bank", "pt_BR").document
    write_numbers(path, bank, derive(bank), number_format("pt_BR"))
    data = path.read_bytes()
    assert data.startswith(codecs.BOM_UTF8) == (ending == ".csv")
    assert data.count(codecs.BOM_UTF8) == int(ending == ".csv")
    if ending == ".csv":
        assert "praça" in data.decode("utf-8-sig")


def test_its_labels_and_numbers_are_opened_again(weights):
    path, values = weights
    table = load_matrix(path)
    assert (table.row_labels, table.column_labels) == (WORDS, WORDS)
    np.testing.assert_array_equal(table.values, values)
    found = read_attention([path], {})
    np.testing.assert_array_equal(found.stack.head(0, 0), values)
    assert tuple(found.tokens_q) == WORDS


def test_numpy_and_python_read_it(weights):
    path, values = weights
    columns = range(1, len(WORDS) + 1)
    for read in (np.loadtxt, np.genfromtxt):
        skip = {"skiprows": 1} if read is np.loadtxt else {"skip_header": 1}
        found = read(path, delimiter=",", usecols=columns, encoding="utf-8", **skip)
        np.testing.assert_array_equal(found, values)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["weights", *WORDS]
    assert tuple(row[0] for row in rows[1:]) == WORDS


def test_a_large_one_is_opened_again(tmp_path):
    """Large tables are read in another way."""
    words = [f"são{index}" for index in range(400)]
    document = sentence_document(" ".join(words))
    trace = derive(document)
    write_numbers(tmp_path / "a.csv", document, trace, number_format("pt_BR"), matrices=["weights"])
    found = read_attention([tmp_path / "a.csv"], {})
    assert list(found.tokens_q) == words
    np.testing.assert_array_equal(found.stack.head(0, 0), trace.weights)
