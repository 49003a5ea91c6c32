"""One typed number: what is read, what is refused, and that nothing is read as something else."""

import math
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.errors import InputError
from attnviz.i18n import NumberFormat
from attnviz.io.matrix_text import parse_number
from attnviz.io.numbers import parse_integer

BOTH = [
    ("0", 0.0),
    ("12", 12.0),
    ("+1", 1.0),
    ("-2.5", -2.5),
    ("−2,5", -2.5),
    ("  3.25 ", 3.25),
    ("\u00a04,5\u00a0", 4.5),
    ("0,125", 0.125),
    ("0.125", 0.125),
    ("-0.125", -0.125),
    (".5", 0.5),
    (",5", 0.5),
    ("5.", 5.0),
    ("1e-3", 1e-3),
    ("1E5", 1e5),
    ("1,5e3", 1500.0),
    ("1.5e−3", 1.5e-3),
    ("1,000e3", 1000.0),
    ("1000,125", 1000.125),
    ("1234.567", 1234.567),
    ("1,0000", 1.0),
    ("1.00", 1.0),
    ("1e308", 1e308),
    ("1e-400", 0.0),
    ("007", 7.0),
]


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize(("text", "value"), BOTH)
def test_both_decimal_signs_are_read_in_either_locale(text, value, decimal):
    assert parse_number(text, decimal) == value


@pytest.mark.parametrize(("text", "decimal"), [("1.000", "."), ("1,000", ","), ("-12.345", "."), ("123,456", ",")])
def test_the_locales_own_sign_is_never_ambiguous(text, decimal):
    assert parse_number(text, decimal) == float(text.replace(",", "."))


def test_minus_zero_keeps_its_sign():
    assert math.copysign(1, parse_number("−0", ".")) == -1


REFUSED = [
    ("", "missing"),
    ("   ", "missing"),
    ("\u00a0", "missing"),
    ("abc", "not a number"),
    ("0x10", "not a number"),
    ("1e", "not a number"),
    ("e5", "not a number"),
    ("--1", "not a number"),
    ("- 1", "not a number"),
    (".", "not a number"),
    ("1e1.5", "not a number"),
    ("50%", "not a number"),
    ("1/2", "not a number"),
    ("1j", "not a number"),
    ("٣", "not a number"),
    ("３", "not a number"),
    ("²", "not a number"),
    ("1" * 2000, "not a number"),
    ("nan", "must be finite"),
    ("NaN", "must be finite"),
    ("-nan", "must be finite"),
    ("inf", "must be finite"),
    ("+Infinity", "must be finite"),
    ("−INF", "must be finite"),
    ("∞", "must be finite"),
    ("1e999", "too large"),
    ("-1e309", "too large"),
    ("9" * 400, "too large"),
    ("1,000.5", "two kinds of separators"),
    ("1.000,5", "two kinds of separators"),
    ("1,5.5,5", "two kinds of separators"),
    ("1,000,000", "separators between"),
    ("1.000.000", "separators between"),
    ("1_000", "separators between"),
    ("1 000", "separators between"),
    ("1\u00a0000", "separators between"),
    ("1\u202f000,5", "separators between"),
    ("1'000", "separators between"),
]


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_no_single_finite_number_is_refused_with_its_reason(text, reason, decimal):
    with pytest.raises(InputError, match=reason) as caught:
        parse_number(text, decimal)
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize(
    ("text", "decimal", "advice"),
    [
        ("1,000", ".", "write 1000 or 1.000."),
        ("1.000", ",", "write 1000 or 1,000."),
        ("-12,345", ".", "write -12345 or -12.345."),
        ("1,234.5", ".", "write 1234.5."),
        ("1.234,5", ".", "write 1234.5."),
        ("1,234.5", ",", "write 1234,5."),
        ("1,234,567", ",", "write 1234567."),
    ],
)
def test_an_ambiguous_number_comes_with_ways_to_write_it(text, decimal, advice):
    with pytest.raises(InputError) as caught:
        parse_number(text, decimal)
    assert advice in str(caught.value)
    for way in re.findall(r"[-\d.,]*\d", advice):
        parse_number(way, decimal)


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(".,"))
@example(1.234, ",")
@example(5e-324, ".")
def test_repr_in_the_locales_sign_reads_back_bit_for_bit(number, decimal):
    read = parse_number(repr(number).replace(".", decimal), decimal)
    assert read.hex() == number.hex()


@given(st.text(alphabet="0123456789.,+-−eE_ \u00a0naif٣x", max_size=12), st.sampled_from(".,"))
@example("1,000", ".")
@example("12.345", ",")
@example("1_0", ".")
def test_no_text_is_read_as_anything_but_its_only_sane_value(text, decimal):
    try:
        read = parse_number(text, decimal)
    except InputError:
        return
    other = "," if decimal == "." else "."
    body = text.strip().replace("−", "-")
    # An independent grammar: one sign, digits, at most one separator, at most one exponent.
    assert set(body) <= set("0123456789.,+-eE")
    assert body.count(".") + body.count(",") <= 1
    mantissa = body.lower().split("e")[0].lstrip("+-")
    whole, _, after = mantissa.partition(other)
    thousands = other in mantissa and "e" not in body.lower() and len(after) == 3 and 1 <= len(whole) <= 3
    assert not thousands or whole.startswith("0")
    assert math.isfinite(read)
    assert read == float(body.replace(",", "."))


# whole numbers ------------------------------------------------------------------------------------------------


@given(st.integers(-(10**15), 10**15), st.sampled_from(".,"))
def test_a_whole_number_is_read_as_it_is_written(value, decimal):
    for text in (str(value), NumberFormat(decimal).whole(value), f"{value:_}", f"{value:,}".replace(",", "\u202f")):
        assert parse_integer(text, decimal) == value


@pytest.mark.parametrize(
    ("text", "decimal", "expected"),
    [
        ("1,024", ".", 1024),
        ("1.024", ",", 1024),
        ("1,048,576", ".", 1_048_576),
        ("1.048.576", ",", 1_048_576),
        (" 12 288 ", ".", 12288),
        ("1e6", ".", 1_000_000),
        ("1.5e3", ".", 1500),
        ("1,5e3", ",", 1500),
        ("5.0", ".", 5),
        ("007", ".", 7),
    ],
)
def test_digits_in_groups_are_a_whole_number(text, decimal, expected):
    assert parse_integer(text, decimal) == expected


@pytest.mark.parametrize(
    ("text", "decimal", "said"),
    [
        ("1.024", ".", "“1.024” is not a whole number; write 1,024."),
        ("1,024", ",", "“1,024” is not a whole number; write 1.024."),
        ("abc", ".", "“abc” is not a whole number; write one such as 12."),
        ("0.5", ".", "“0.5” is not a whole number; write one such as 12."),
        ("0,5", ",", "“0,5” is not a whole number; write one such as 12."),
        ("1,02", ".", "“1,02” is not a whole number; write one such as 12."),
        ("1,024.000,5", ".", "“1,024.000,5” is not a whole number; write one such as 12."),
        ("1,024 576", ".", "“1,024 576” is not a whole number; write one such as 12."),
        ("", ".", "A whole number is missing here; write one such as 12."),
        ("inf", ".", "“inf” is not allowed here: a number must be finite."),
        ("9" * 41, ".", "is not a whole number"),
        ("1e300", ".", "is not a whole number"),
    ],
)
def test_what_is_no_whole_number_says_what_would_be_one(text, decimal, said):
    with pytest.raises(InputError) as caught:
        parse_integer(text, decimal)
    assert said in str(caught.value)


@given(st.text(max_size=50), st.sampled_from(".,"))
def test_no_text_breaks_the_reader_of_whole_numbers(text, decimal):
    try:
        found = parse_integer(text, decimal)
    except InputError:
        return
    assert isinstance(found, int)
    assert any(sign.isdigit() for sign in text)
