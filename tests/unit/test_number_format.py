"""Numbers as each language writes them: rounded on their true value, never "−0", and read back exactly."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.i18n import LANGUAGES, number_format, system_language

ENGLISH, PORTUGUESE = (number_format(language) for language in LANGUAGES)
finite = st.floats(allow_nan=False, allow_infinity=False)
ordinary = st.floats(-1e6, 1e6)
places = st.integers(0, 6)


def plain(text, form):
    """The text as Python writes it."""
    return text.replace("−", "-").replace(form.decimal, ".")


@given(ordinary, places, st.sampled_from([ENGLISH, PORTUGUESE]))
def test_fixed_rounds_the_true_value_half_to_even(value, count, form):
    exact = Decimal(value).quantize(Decimal(1).scaleb(-count), ROUND_HALF_EVEN)
    assert Decimal(plain(form.fixed(value, count), form)) == exact


@given(st.integers(-4000, 4000), places)
def test_ties_go_to_the_even_digit(eighths, count):
    value = eighths / 8  # exact in binary, so ties are true ties
    exact = Decimal(value).quantize(Decimal(1).scaleb(-count), ROUND_HALF_EVEN)
    assert Decimal(plain(ENGLISH.fixed(value, count), ENGLISH)) == exact


@given(finite, places)
def test_a_rounded_zero_has_no_sign(value, count):
    for form in (ENGLISH, PORTUGUESE):
        for text in (form.fixed(value, count), form.short(value, count)):
            assert re.fullmatch(r"−[0.,]*", text) is None
            assert "-" not in text, "the sign is a minus, not a hyphen"


@given(finite, places)
def test_portuguese_differs_in_the_decimal_sign_only(value, count):
    for method in ("fixed", "short"):
        english, portuguese = (getattr(form, method)(value, count) for form in (ENGLISH, PORTUGUESE))
        assert english.replace(".", ",") == portuguese
    assert ENGLISH.exact(value).replace(".", ",") == PORTUGUESE.exact(value)


@given(st.floats(-999999, 999999), st.integers(1, 6))
def test_short_is_fixed_without_its_last_zeros(value, count):
    text = ENGLISH.short(value, count)
    if "·10" in text:
        assert abs(value) < 0.5 * 10**-count
        return
    assert Decimal(plain(text, ENGLISH)) == Decimal(plain(ENGLISH.fixed(value, count), ENGLISH))
    assert not re.search(r"\.\d*0$", text)


@given(finite)
def test_exact_reads_back(value):
    for form in (ENGLISH, PORTUGUESE):
        assert float(plain(form.exact(value), form)) == value


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (ENGLISH.fixed(0.125, 2), "0.12"),
        (ENGLISH.fixed(0.375, 2), "0.38"),
        (ENGLISH.fixed(2.675, 2), "2.67"),  # the float is a little below
        (ENGLISH.fixed(-0.001, 2), "0.00"),
        (ENGLISH.fixed(-0.0, 0), "0"),
        (ENGLISH.fixed(-1.5, 1), "−1.5"),
        (PORTUGUESE.fixed(1234.5, 1), "1234,5"),
        (ENGLISH.short(1.50), "1.5"),
        (ENGLISH.short(100.0), "100"),
        (ENGLISH.short(0.0), "0"),
        (ENGLISH.short(-0.0), "0"),
        (ENGLISH.short(1e6), "1·10⁶"),
        (ENGLISH.short(-2.5e-7), "−2.5·10⁻⁷"),
        (PORTUGUESE.short(2.5e-7), "2,5·10⁻⁷"),
        (ENGLISH.scientific(123456.0), "1.2·10⁵"),
        (ENGLISH.scientific(9.99e5), "1·10⁶"),
        (ENGLISH.exact(2.0), "2"),
        (PORTUGUESE.exact(0.1), "0,1"),
        (ENGLISH.fixed(float("nan"), 2), "NaN"),
        (ENGLISH.fixed(float("inf"), 2), "∞"),
        (PORTUGUESE.short(float("-inf"), 2), "−∞"),
        (ENGLISH.vector([1, 0.5]), "[1, 0.5]"),
        (PORTUGUESE.vector([1, 0.5]), "[1; 0,5]"),
    ],
)
def test_as_written(found, expected):
    assert found == expected


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "pt_BR.UTF-8"}, "pt_BR"),
        ({"LANG": "pt_PT"}, "pt_BR"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "pt_BR:en"}, "pt_BR"),
        ({"LANG": "pt_BR", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "pt_BR"}, "pt_BR"),
    ],
)
def test_the_systems_language(monkeypatch, environment, language):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


@given(st.floats(1e6, 1e300, exclude_min=True), places, st.sampled_from([ENGLISH, PORTUGUESE]))
def test_a_large_number_never_takes_more_room_than_a_power_of_ten(value, count, form):
    assert form.fixed(value, count) == form.scientific(value)
    assert len(form.fixed(-value, count)) <= len("−1.5·10³⁰⁰")
