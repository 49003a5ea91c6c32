"""Errors whose text a person reads: what was found, what was expected, and where."""

from __future__ import annotations


class InputError(ValueError):
    """What the person gave is at fault. The message is one whole sentence, already in their language."""


class ShapeError(InputError):
    """Two matrices do not fit each other; the message names both shapes."""
