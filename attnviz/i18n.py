"""Language without Qt: the hook through which sentences are translated, and numbers by locale.

Core, document and io raise sentences a person reads, yet may not import Qt. They call `translate`, which
gives the English text until the application (or the command line) installs Qt's translator.
"""

from __future__ import annotations

import locale
import math
import os
from collections.abc import Callable
from dataclasses import dataclass

Translator = Callable[[str, str], str]

LANGUAGES = ("en", "pt_BR")
LARGE = 1e6  # beyond it numbers are written as powers of ten


def _untranslated(_context: str, text: str) -> str:
    return text


_translator: Translator = _untranslated


def translate(context: str, text: str) -> str:
    """The sentence `text` in the person's language. Call it with literals, so that lupdate finds them.

    There are no plural forms here: word a sentence so that it fits every number.
    """
    return _translator(context, text)


def install(translator: Translator | None) -> None:
    """Route `translate` through `translator`; None returns to the English source text."""
    global _translator
    _translator = translator or _untranslated


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """Numbers as the locale writes them. Rounding is half to even on the true binary value."""

    decimal: str = "."

    def fixed(self, value: float, places: int) -> str:
        """`value` with exactly `places` decimals, beyond LARGE as a power of ten; a rounded zero never shows a minus
        sign."""
        if not math.isfinite(value):
            return self._special(value)
        if abs(value) > LARGE:
            return self.scientific(value)
        text = f"{value:.{places}f}"
        if text.startswith("-") and not text.strip("-0."):
            text = text[1:]
        return self._localise(text)

    def short(self, value: float, places: int = 2) -> str:
        """`value` with at most `places` decimals, trailing zeros dropped; very large or small ones as powers of ten."""
        if not math.isfinite(value):
            return self._special(value)
        if value != 0 and (abs(value) >= LARGE or abs(value) < 0.5 * 10**-places):
            return self.scientific(value)
        text = f"{value:.{places}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return self._localise("0" if text in ("-0", "") else text)

    def scientific(self, value: float, digits: int = 2) -> str:
        """`value` as mantissa and power of ten, e.g. 1.5e-07 → 1.5·10⁻⁷."""
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return self._times_power(self._localise(mantissa), int(exponent))

    def power_of_ten(self, logarithm: float, digits: int = 2) -> str:
        """10^logarithm as `scientific` writes it, however far beyond what a float holds."""
        exponent = math.floor(logarithm)
        mantissa = round(10 ** (logarithm - exponent), digits - 1)
        if mantissa >= 10:
            mantissa, exponent = mantissa / 10, exponent + 1
        return self._times_power(self.short(mantissa, digits - 1), exponent)

    def exact(self, value: float) -> str:
        """The shortest text that reads back as the same float64 (for a cell's editor)."""
        if not math.isfinite(value):
            return self._special(value)
        text = repr(float(value))
        return self._localise(text.removesuffix(".0"))

    def whole(self, value: int) -> str:
        """A whole number in groups of three: 12,288, or 12.288 where the comma is the decimal sign."""
        return f"{value:,}".replace(",", self.grouping).replace("-", "−")

    @property
    def grouping(self) -> str:
        """What stands between thousands."""
        return "." if self.decimal == "," else ","

    @property
    def separator(self) -> str:
        """What stands between numbers in a list: a semicolon where the decimal sign is a comma."""
        return "; " if self.decimal == "," else ", "

    def vector(self, values: list[float], places: int = 2) -> str:
        """Numbers in square brackets, e.g. [1; 0,5] in Portuguese and [1, 0.5] in English."""
        return "[" + self.separator.join(self.short(value, places) for value in values) + "]"

    @staticmethod
    def _times_power(mantissa: str, exponent: int) -> str:
        return f"{mantissa}·10{str(exponent).translate(_SUPERSCRIPTS)}"

    def _special(self, value: float) -> str:
        if math.isnan(value):
            return "NaN"
        return "∞" if value > 0 else "−∞"

    def _localise(self, text: str) -> str:
        return text.replace("-", "−").replace(".", self.decimal)


_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def number_format(language: str) -> NumberFormat:
    """The number format of one of LANGUAGES."""
    return NumberFormat("," if language == "pt_BR" else ".")


def system_language() -> str:
    """The one of LANGUAGES that the system asks for: Portuguese where it says so, else English.

    Read from the environment as gettext does (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), else from the C library, so that
    the command line need not load Qt to know it.
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "pt_BR" if value.lower().startswith("pt") else "en"
    system = locale.getlocale()[0] or ""
    return "pt_BR" if system.lower().startswith(("pt", "portuguese")) else "en"
