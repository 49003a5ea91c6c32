"""Libraries that a plain installation does not have: read when first needed, and asked for by name when missing."""

from __future__ import annotations

import importlib
from typing import Any, Literal

from attnviz.errors import InputError
from attnviz.i18n import translate

Extra = Literal["slides", "animation", "video"]


def needed(module: str, extra: Extra, what: str) -> Any:  # noqa: ANN401  # a module, whatever it holds
    """The module, read now. Raises InputError with the line that installs it; `what` is what it is for, as “.pptx”."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise InputError(
            translate(
                "export", 'For {what} a library is missing. This installs it: pip install "attnviz[{extra}]"'
            ).format(what=what, extra=extra)
        ) from error
