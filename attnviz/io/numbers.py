"""Numbers as people type them, with a decimal point or a decimal comma.

A text with two sane readings is refused rather than guessed: "1,000" is a thousand to one person and one
to another.
"""

from __future__ import annotations

import math
import re

from attnviz.errors import InputError
from attnviz.i18n import NumberFormat, translate
from attnviz.io.wording import shown

# Longer than any float64 written out in full; keeps the work on a hostile cell small.
_LONGEST_NUMBER = 1200

_NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}", re.ASCII)
_GROUPED_DECIMAL = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+\.\d+|[+-]?\d{1,3}(?:\.\d{3})+,\d+", re.ASCII)
_MEANT_AS_NUMBER = re.compile(r"[+-]?[\d.,_\s'’]+(?:[eE][+-]?\d+)?")
_SEPARATED_GROUPS = re.compile(r"[+-]?[0-9]{1,3}(?:[.,_\s'’][0-9]{3})+")
_SEPARATED = re.compile(r"[+-]?[0-9]+(?:[.,_\s'’]+[0-9]+)*(?:[eE][+-]?[0-9]+)?")
# Groups of three digits, with the same sign between all of them, or digits alone.
_GROUPS = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?P<sign>[.,_\s'’])[0-9]{3}(?:(?P=sign)[0-9]{3})*)")
_NEUTRAL = (" ", "\u00a0", "\u2009", "\u202f", "_", "'", "’")  # between thousands, in whatever language
_LONGEST_INTEGER = 40
_LARGEST_EXACT = 2**53  # beyond it not every whole number is a float64
_NOT_FINITE = frozenset({"nan", "inf", "infinity", "∞"})


def parse_number(text: str, decimal: str) -> float:
    """The finite number a person typed; `decimal` ("." or ",") is their locale's sign.

    Point and comma are both read as decimal signs, except where the other locale's sign could as well
    separate thousands ("1,000" in English). Values too small for float64 become zero, as in Python.
    """
    plain = _plain(text)
    if len(plain) > _LONGEST_NUMBER or not _NUMBER.fullmatch(plain):
        raise _not_a_number(plain, text, decimal)
    if _GROUPED.fullmatch(plain) and decimal not in plain:
        raise _ambiguous(plain, decimal)
    value = float(plain.replace(",", "."))
    if not math.isfinite(value):
        raise InputError(
            translate("io", "{text} is too large; the largest number is about 1e308.").format(text=shown(text))
        )
    return value


def parse_integer(text: str, decimal: str) -> int:
    """The whole number a person typed, where only a whole number can stand.

    Digits in groups of three are read as the locale groups them, "1,024" in English and "1.024" in Portuguese, and
    with spaces, apostrophes or underscores too. A fraction of zero and a power of ten change nothing: 5.0, 1e6.
    """
    plain = _plain(text)
    grouping = "." if decimal == "," else ","
    if len(plain) <= _LONGEST_INTEGER:
        grouped = _GROUPS.fullmatch(plain)
        if grouped and grouped["sign"] in ("", None, grouping, *_NEUTRAL):
            return int(re.sub(r"[^0-9+-]", "", plain))
        if _NUMBER.fullmatch(plain) and grouping not in plain:
            value = float(plain.replace(",", "."))
            if value.is_integer() and abs(value) <= _LARGEST_EXACT:
                return int(value)
    raise _not_whole(plain, text, NumberFormat(decimal))


def meant_as_number(text: str) -> bool:
    """Whether a cell was meant as a number, good or bad; anything else may be a label."""
    plain = _plain(text)
    if plain.lower().lstrip("+-") in _NOT_FINITE:
        return True
    return bool(_MEANT_AS_NUMBER.fullmatch(plain)) and any(sign.isdigit() for sign in plain)


def decimal_sign(text: str) -> tuple[str, bool] | None:
    """The separator of one typed number and whether it must be a decimal sign; None if there is none."""
    if "." not in text and "," not in text:
        return None
    plain = _plain(text)
    if not _NUMBER.fullmatch(plain):
        return None
    return ("," if "," in plain else "."), not _GROUPED.fullmatch(plain)


def _plain(text: str) -> str:
    return text.strip().replace("−", "-")


def _ambiguous(plain: str, decimal: str) -> InputError:
    whole = plain.replace(",", "").replace(".", "")
    return InputError(
        translate(
            "io",
            "{text} could be a whole number or a fraction; write {whole} or {fraction}.",
        ).format(text=shown(plain), whole=whole, fraction=plain.replace(",", ".").replace(".", decimal))
    )


def _not_a_number(plain: str, text: str, decimal: str) -> InputError:
    """The error for a text that is no number, with the likeliest reason."""
    if not plain:
        return InputError(
            translate("io", "A number is missing here; write one such as {example}.").format(example=f"0{decimal}5")
        )
    if plain.lower().lstrip("+-") in _NOT_FINITE:
        return InputError(
            translate("io", "{text} is not allowed here: a number must be finite.").format(text=shown(text))
        )
    if len(plain) <= _LONGEST_NUMBER and _SEPARATED.fullmatch(plain):
        return _badly_separated(plain, decimal)
    return InputError(
        translate("io", "{text} is not a number; write one such as {example}.").format(
            text=shown(text), example=f"0{decimal}5"
        )
    )


def _not_whole(plain: str, text: str, form: NumberFormat) -> InputError:
    """The error for a text that is no whole number, with what was likely meant."""
    if not plain:
        return InputError(translate("io", "A whole number is missing here; write one such as 12."))
    if plain.lower().lstrip("+-") in _NOT_FINITE:
        return InputError(
            translate("io", "{text} is not allowed here: a number must be finite.").format(text=shown(text))
        )
    if len(plain) <= _LONGEST_INTEGER and _GROUPS.fullmatch(plain):  # grouped as another language does
        better = form.whole(int(re.sub(r"[^0-9+-]", "", plain)))
        return InputError(
            translate("io", "{text} is not a whole number; write {better}.").format(text=shown(text), better=better)
        )
    return InputError(translate("io", "{text} is not a whole number; write one such as 12.").format(text=shown(text)))


def _badly_separated(plain: str, decimal: str) -> InputError:
    if _GROUPED_DECIMAL.fullmatch(plain):
        last = max(plain.rfind("."), plain.rfind(","))
        digits = plain[:last].replace(",", "").replace(".", "")
        return InputError(
            translate("io", "{text} has two kinds of separators; write {better}.").format(
                text=shown(plain), better=digits + decimal + plain[last + 1 :]
            )
        )
    groups = _SEPARATED_GROUPS.fullmatch(plain)
    if "." in plain and "," in plain:
        return InputError(
            translate("io", "{text} has two kinds of separators; write only the decimal one, as in {example}.").format(
                text=shown(plain), example=f"1000{decimal}5"
            )
        )
    return InputError(
        translate("io", "{text} has separators between its digits; write {better}.").format(
            text=shown(plain), better=re.sub(r"[^0-9eE+-]", "", plain) if groups else f"1000{decimal}5"
        )
    )
