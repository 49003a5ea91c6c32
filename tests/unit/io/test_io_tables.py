"""Blocks of numbers: delimiters, decimal signs, labels, and where a fault is said to be."""

import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.errors import InputError
from attnviz.i18n import install
from attnviz.io.matrix_text import MAX_COLUMNS, MAX_ROWS, format_table, parse_table

SQUARE = [[1.0, 2.0], [3.0, 4.0]]


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1\t2\n3\t4", SQUARE),
        ("1\t2\r\n3\t4\r\n", SQUARE),
        ("1\t2\r3\t4\r\r", SQUARE),
        ("1;2\n3;4\n\n  \n", SQUARE),
        ("1 2\n3 4", SQUARE),
        ("  1   2\n  3   4  ", SQUARE),
        ("1, 2\n3, 4", SQUARE),
        ("1.0,2.0\n3.0,4.0", SQUARE),
        ('"1","2"\n"3","4"', SQUARE),
        ("\ufeff1\t2\n3\t4", SQUARE),
        ("[[1, 2], [3, 4]]", SQUARE),
        ("[[1. 2.]\n [3. 4.]]", SQUARE),
        ("[[1; 2]; [3; 4]]".replace("]; [", "], ["), SQUARE),
        ("[1; 0,5]", [[1.0, 0.5]]),
        ("1,5;2,5", [[1.5, 2.5]]),
        ("1.5;2.5", [[1.5, 2.5]]),
        ("1,5\t2,5", [[1.5, 2.5]]),
        ("1,5 2,5", [[1.5, 2.5]]),
        ('"1,5","2,5"', [[1.5, 2.5]]),
        ("1,2,3\n4,5,6", [[1, 2, 3], [4, 5, 6]]),
        ("1.234,5.678", [[1.234, 5.678]]),
        ("7", [[7.0]]),
        ("−1\t1e-3", [[-1.0, 1e-3]]),
    ],
)
def test_blocks_that_mean_the_same_in_both_locales(text, values, decimal):
    table = parse_table(text, decimal)
    assert table.values.tolist() == values
    assert (table.row_labels, table.column_labels) == (None, None)
    assert table.values.dtype == np.float64
    assert not table.values.flags.writeable


@pytest.mark.parametrize(
    ("text", "english", "portuguese"),
    [
        ("1,5\n2,5", [[1, 5], [2, 5]], [[1.5], [2.5]]),
        ("1,5", [[1, 5]], [[1.5]]),
        ("1.234\t5.678", [[1.234, 5.678]], None),
        ("1,000;2,000", None, [[1, 2]]),
        ("1,000\n2,500", None, [[1], [2.5]]),
        ("1,2\n3", None, [[1.2], [3]]),
        ("1,234.5", None, None),
        ("1.234,5", None, None),
        ("1.234\n5.5", [[1.234], [5.5]], [[1.234], [5.5]]),
        ("1,234\t5,5", [[1.234, 5.5]], [[1.234, 5.5]]),
        ("5.5\t1,234", None, None),
        ("1.234\t0,5", None, None),
        ("1 000\n2 050", None, None),
        ("1\u00a0000 2", None, None),
        ("100 200", [[100, 200]], [[100, 200]]),
    ],
)
def test_the_locale_settles_only_what_the_block_leaves_open(text, english, portuguese):
    for decimal, expected in ((".", english), (",", portuguese)):
        if expected is None:
            with pytest.raises(InputError):
                parse_table(text, decimal)
        else:
            assert parse_table(text, decimal).values.tolist() == expected


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize(
    ("text", "rows", "columns", "values"),
    [
        ("a\tb\n1\t2", None, ("a", "b"), [[1, 2]]),
        ("a,b\n1,2", None, ("a", "b"), [[1, 2]]),
        ("x\t1\ny\t2", ("x", "y"), None, [[1], [2]]),
        ("\ta\tb\nx\t1\t2", ("x",), ("a", "b"), [[1, 2]]),
        (",a,b\nx,1,2", ("x",), ("a", "b"), [[1, 2]]),
        ("q/k;a;b\nx;1;2", ("x",), ("a", "b"), [[1, 2]]),
        ("  a b\nx 1 2", ("x",), ("a", "b"), [[1, 2]]),
        ("gato 1,5\no 2,5", ("gato", "o"), None, [[1.5], [2.5]]),
        ("weight\n1\n2", None, ("weight",), [[1], [2]]),
        ("\ta\t0.5\nx\t1\t2", ("x",), ("a", "0.5"), [[1, 2]]),
        ("\t\tb\nx\t1\t2", ("x",), ("", "b"), [[1, 2]]),
        (",0,1\n0,5,6\n1,7,8", ("0", "1"), ("0", "1"), [[5, 6], [7, 8]]),
        ("t,,7,a\n,1,2,3\n7,4,5,6\na,7,8,9", ("", "7", "a"), ("", "7", "a"), np.arange(1, 10).reshape(3, 3)),
        (",o,;\no,1,2\n;,3,4", ("o", ";"), ("o", ";"), SQUARE),
        ("[CLS]\t1\n[SEP]\t2", ("[CLS]", "[SEP]"), None, [[1], [2]]),
        ('"a,""b""\nc",1', ('a,"b"\nc',), None, [[1]]),
        ('"\t1\n"\t2', ('"', '"'), None, [[1], [2]]),
        ('5" nail\t1', ('5" nail',), None, [[1]]),
        ("'=1+1\t1", ("=1+1",), None, [[1]]),
    ],
)
def test_a_whole_row_or_column_of_text_is_labels(text, rows, columns, values, decimal):
    table = parse_table(text, decimal)
    assert (table.row_labels, table.column_labels) == (rows, columns)
    assert table.values.tolist() == np.asarray(values).tolist()


FAULTS = [
    ("", "no numbers"),
    (" \n\t\n", "no numbers"),
    ("a,b", "only labels"),
    (",a,b", "only labels"),
    ("a\nb", "only labels|not a number"),
    ("1\t2\n\n3\t4", "Row 2 is blank"),
    ("\n1 2", "Row 1 is blank"),
    ("1,2\n\n3,4", "Row 2 is blank"),
    ("1 2\n3 x", "Row 2, column 2: “x” is not a number"),
    ("a b\n1 2\n3 x", "Row 3, column 2: “x”"),
    ("n 1 2\nm 3 x", "Row 2, column 3: “x”"),
    ("1 x\n3 4", "Row 1, column 2: “x”"),
    ("1\t\n3\t4", "Row 1, column 2: A number is missing"),
    ("1\t2\n3\t\n", "Row 2, column 2: A number is missing"),
    ("\t2\n3\t4", "Row 1, column 1: A number is missing"),
    ("1,2\n3,", "Row 2, column 2: A number is missing"),
    ("1\t2\n3", "row 2 is 1, but in row 1 it is 2"),
    ("1;2\n3;4;5", "row 2 is 3, but in row 1 it is 2"),
    ("1\tnan", "Row 1, column 2: “nan” .* finite"),
    ("1 2\n3 -inf", "Row 2, column 2: “-inf” .* finite"),
    ("1\t1e999", "Row 1, column 2: “1e999” is too large"),
    ("1\t2\n3\t4\0", "Row 2, column 2 holds a NUL"),
    ("a\0\t2", "Row 1, column 1 holds a NUL"),
    ("[[1, 2]", "square brackets"),
    ("[[[1, 2]]]", "square brackets"),
    ("[[1, 2], [3]]", "row 2 is 1, but in row 1 it is 2"),
    ("[[1, nan]]", "column 2: “ nan”"),
    ('"a,1\nb;2', "quotation marks|number of cells"),
    ("0.5\t1\n2\t0,5", r"“0.5” \(row 1, column 1\) and “0,5” \(row 2, column 2\)"),
    ("0,5\t1.234", r"“0,5” \(row 1, column 1\) and “1.234” \(row 1, column 2\)"),
]


@pytest.mark.parametrize(("text", "sentence"), FAULTS)
def test_a_fault_is_one_sentence_that_says_where(text, sentence):
    with pytest.raises(InputError, match=sentence):
        parse_table(text, ".")


def test_the_sentence_begins_with_the_place_given():
    with pytest.raises(InputError, match=r"^Q: Row 1, column 2: "):
        parse_table("1\tx", ".", where="Q")


def test_a_translation_is_used():
    install(lambda context, text, *_: f"<{context}>{text}")
    try:
        with pytest.raises(InputError, match=r"^<io>There are no numbers"):
            parse_table("", ".")
    finally:
        install(None)


@pytest.mark.parametrize(
    "text",
    [
        "1," * 1_000_000,
        "1 " * 1_000_000,
        "[[1" + ",1" * 1_000_000 + "]]",
        '"",' * 500_000,
        "1\n" * 100_000,
        "1\n" * (MAX_ROWS + 1),
        "\n".join(["1\t" * MAX_COLUMNS + "1"]),
        "1" * 3_000_000,
        '"' + "a" * 200_000 + '",1',
        ' "a' * 300_000,
        "[" * 500_000 + "]" * 500_000,
        "a" * 1_000_000 + "\t1\n2",
    ],
    ids=lambda text: text[:8],
)
def test_a_huge_or_hostile_text_is_refused_quickly_in_a_short_sentence(text):
    start = time.monotonic()
    with pytest.raises(InputError) as caught:
        parse_table(text, ".")
    assert time.monotonic() - start < 5
    assert len(str(caught.value)) < 250


def test_the_largest_table_with_labels_is_read():
    rows = "\n".join(["x" + "\t1" * MAX_COLUMNS] * MAX_ROWS)
    table = parse_table("\t" + "\t".join(["c"] * MAX_COLUMNS) + "\n" + rows, ".")
    assert table.values.shape == (MAX_ROWS, MAX_COLUMNS)


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)


def matrices(max_side=4):
    return st.tuples(st.integers(1, max_side), st.integers(1, max_side)).flatmap(
        lambda shape: st.lists(
            st.lists(NUMBERS, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
        )
    )


def same_bits(first, second):
    return np.asarray(first, dtype=np.float64).tobytes() == np.asarray(second, dtype=np.float64).tobytes()


@given(matrices(), st.sampled_from(",;\t "), st.sampled_from(".,"))
def test_numbers_survive_writing_and_reading_bit_for_bit(values, delimiter, locale):
    assert same_bits(parse_table(format_table(values, delimiter=delimiter), locale).values, values)


@given(matrices(), st.sampled_from(";\t "))
def test_numbers_with_decimal_commas_survive_where_the_comma_is_decimal(values, delimiter):
    text = format_table(values, delimiter=delimiter, decimal=",")
    assert same_bits(parse_table(text, ",").values, values)


@given(st.data(), matrices(), st.sampled_from(",;"))
def test_labels_survive_too(data, values, delimiter):
    rows = data.draw(st.lists(WORDS, min_size=len(values), max_size=len(values)))
    columns = data.draw(st.lists(WORDS, min_size=len(values[0]), max_size=len(values[0])))
    columns[0] = "gato"
    table = parse_table(format_table(values, rows, columns, delimiter=delimiter), ".")
    assert (table.row_labels, table.column_labels) == (tuple(rows), tuple(columns))
    assert same_bits(table.values, values)


@given(st.text(alphabet='0123456789.,;\t \n\r"[]ax-+e\0\u00a0', max_size=40), st.sampled_from(".,"))
def test_any_text_gives_a_table_or_a_sentence(text, decimal):
    try:
        table = parse_table(text, decimal)
    except InputError:
        return
    assert table.values.ndim == 2
    assert table.values.size
    assert np.isfinite(table.values).all()
    assert table.row_labels is None or len(table.row_labels) == table.values.shape[0]
    assert table.column_labels is None or len(table.column_labels) == table.values.shape[1]


def test_a_label_that_a_spreadsheet_would_run_is_guarded_in_the_file_and_whole_again_after_reading():
    labels = ["=1+1", "'=x", "+cmd", "@sum", "-", "it's"]
    text = format_table(np.zeros((6, 6)), labels, labels)
    assert not re.search(r'(?:^|,)"?[=+@]\w', text, re.MULTILINE)
    assert parse_table(text, ".").row_labels == tuple(labels)


@pytest.mark.parametrize("bad", [{"delimiter": ",", "decimal": ","}])
def test_a_file_nobody_could_read_is_not_written(bad):
    with pytest.raises(ValueError, match="delimiter and decimal"):
        format_table([[1.0]], **bad)


def test_only_a_matrix_is_written():
    with pytest.raises(ValueError, match="2-D"):
        format_table([1.0, 2.0])
