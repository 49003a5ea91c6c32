"""Exported files, good and bad: every reader gives arrays or a sentence, and takes little memory."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from attnviz.errors import InputError
from attnviz.io.matrices import load_arrays, load_matrix, read_text

FOLDER = Path(__file__).parents[2] / "data" / "exports"
FILES = sorted(path for path in FOLDER.glob("*/*") if path.is_file())

OPEN = {
    "bad/csv_one_number.csv": (1, 1),
    "bad/huge_values.npy": (4, 4),
    "bad/negative_weights.npy": (4, 4),
    "bad/npy_1d.npy": (1, 16),
    "ok/csv_numbers_only.csv": (10, 10),
    "ok/csv_quoted_tokens.csv": (6, 6),
    "ok/tsv_labels.tsv": (10, 10),
}


def test_the_samples_are_there():
    assert len(FILES) > 50


def attempt(function, path):
    """The answer, or the sentence of the refusal."""
    try:
        return function(path), None
    except InputError as error:
        return None, str(error)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_reader_gives_an_answer_or_a_sentence_in_little_memory(path):
    name = f"{path.parent.name}/{path.name}"
    tracemalloc.start()
    try:
        for function in (load_matrix, load_arrays, read_text):
            answer, sentence = attempt(function, path)
            if sentence is not None:
                assert path.name in sentence
                assert "\n" not in sentence
                assert len(sentence) < 400
                assert function is not load_matrix or name not in OPEN
            elif function is load_matrix:
                assert answer.values.shape == OPEN[name]
                assert np.isfinite(answer.values).all()
            else:
                assert function is read_text
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


def test_quoted_tokens_come_out_exactly():
    table = load_matrix(FOLDER / "ok" / "csv_quoted_tokens.csv")
    tokens = ("a,b", 'say "hi"', "", "line\nbreak", "0.5", "=1+1")
    assert (table.row_labels, table.column_labels) == (tokens, tokens)
    assert table.values[0, 0] == 0.1666666716337204


def test_labels_of_a_tab_table_come_out_exactly():
    table = load_matrix(FOLDER / "ok" / "tsv_labels.tsv")
    assert table.row_labels == ("o", "▁g", "a", "to", "▁sub", "iu", "▁no", "▁te", "lh", "ado")
    assert table.column_labels == table.row_labels
    assert table.values[1].tolist()[:2] == [0.463101, 0.536898]
