"""KEY=VALUE settings of a document, shared by the command line and the lessons' experiments."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from attnviz.document import edits, model_presets
from attnviz.document.document import Document, SentenceSource
from attnviz.document.model_shape import with_shape
from attnviz.errors import InputError
from attnviz.i18n import translate

SWITCH = {"on": True, "off": False}
OWN_LAYER = "own"  # the model that is none: the document's own layer


def apply_setting(document: Document, key: str, value: str) -> Document:
    """The document with the setting `key` given by the text `value`.

    Raises InputError naming the key and what it takes.
    """
    if key not in SETTINGS:
        raise InputError(
            translate("settings", "There is no setting called “{key}”: choose one of {keys}.").format(
                key=key, keys=", ".join(SETTINGS)
            )
        )
    return SETTINGS[key](document, key, value)


def split_setting(text: str) -> tuple[str, str]:
    """KEY and VALUE of one KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise InputError(
            translate("settings", "“{text}” is not a setting: write KEY=VALUE, for example d_k=64.").format(text=text)
        )
    return key.strip(), value


def _text(document: Document, _key: str, value: str) -> Document:
    return edits.with_text(document, value)


def _head(document: Document, _key: str, value: str) -> Document:
    return edits.with_head(document, value)


def _d_k(document: Document, key: str, value: str) -> Document:
    return edits.with_d_k(document, _integer(key, value))


def _scale(document: Document, key: str, value: str) -> Document:
    return edits.with_options(document, divide=_switch(key, value))


def _causal(document: Document, key: str, value: str) -> Document:
    return edits.with_options(document, causal=_switch(key, value))


def _window(document: Document, key: str, value: str) -> Document:
    return edits.with_options(document, window=None if value == "off" else _integer(key, value))


def _padding(document: Document, key: str, value: str) -> Document:
    return edits.with_options(document, padding=_integer(key, value))


def _temperature(document: Document, key: str, value: str) -> Document:
    return edits.with_options(document, temperature=_number(key, value))


def _decay(document: Document, key: str, value: str) -> Document:
    return edits.with_decay(document, _number(key, value))


def _previous(document: Document, key: str, value: str) -> Document:
    return edits.with_previous(document, _number(key, value))


def _mix(document: Document, key: str, value: str) -> Document:
    parts = value.replace(";", ",").split(",")
    if len(parts) != 3:
        raise InputError(
            translate(
                "settings",
                "{key}={value} has {found} numbers, but the mixture takes three: content, previous token, distance.",
            ).format(key=key, value=value, found=len(parts))
        )
    return edits.with_mix(document, [_number(key, part) for part in parts])


def _seed(document: Document, key: str, value: str) -> Document:
    return edits.with_seed(document, _integer(key, value))


def _model(document: Document, _key: str, value: str) -> Document:
    return with_shape(document, None if value == OWN_LAYER else model_presets.load(value))


SETTINGS: dict[str, Callable[[Document, str, str], Document]] = {
    "text": _text,
    "head": _head,
    "d_k": _d_k,
    "scale": _scale,
    "causal": _causal,
    "window": _window,
    "padding": _padding,
    "temperature": _temperature,
    "decay": _decay,
    "previous": _previous,
    "mix": _mix,
    "seed": _seed,
    "model": _model,
}


def describe(document: Document) -> list[tuple[str, str]]:
    """The settings that made a document, as (key, value) texts that `apply_setting` reads back."""
    options = document.options
    rows: list[tuple[str, str]] = []
    source = document.source
    if isinstance(source, SentenceSource):
        rows += [("text", source.text), ("head", source.head), ("d_k", str(source.d_k))]
        if source.head in ("distance", "mixed"):
            rows.append(("decay", _exact(source.decay)))
        if source.head in ("previous", "mixed"):
            rows.append(("previous", _exact(source.previous)))
        if source.head == "mixed":
            rows.append(("mix", ",".join(map(_exact, source.mix))))
        rows.append(("seed", str(source.seed)))
    rows += [
        ("scale", "on" if options.divide else "off"),
        ("temperature", _exact(options.temperature)),
        ("causal", "on" if options.causal else "off"),
    ]
    if options.window is not None:
        rows.append(("window", str(options.window)))
    if options.padding:
        rows.append(("padding", str(options.padding)))
    preset = None if document.shape is None else model_presets.preset_of(document.shape)
    if preset is not None:
        rows.append(("model", preset))
    return rows


def _exact(value: float) -> str:
    """The shortest text that reads back as the same number."""
    return repr(float(value)).removesuffix(".0")


def _switch(key: str, value: str) -> bool:
    if value not in SWITCH:
        raise InputError(
            translate("settings", "{key}={value} is not understood: {key} is on or off.").format(key=key, value=value)
        )
    return SWITCH[value]


def _integer(key: str, value: str) -> int:
    digits = value.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise InputError(
            translate("settings", "{key}={value} is not understood: {key} takes a whole number.").format(
                key=key, value=value
            )
        )
    return int(digits)


def _number(key: str, value: str) -> float:
    """A number with a decimal point: settings are the same in every language."""
    text = value.strip()
    if _NUMBER.fullmatch(text) is None or not math.isfinite(float(text)):
        raise InputError(
            translate(
                "settings",
                "{key}={value} is not understood: {key} takes a number with a decimal point, such as 0.5.",
            ).format(key=key, value=value)
        )
    return float(text)


_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
