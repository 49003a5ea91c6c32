"""`attnviz.show` and `attnviz.save`: attention of a Python program in a window, or in a document."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attnviz.io.attention_objects import attention_of
from attnviz.io.document_file import SUFFIX, save_document
from attnviz.session.attention_opening import attention_opened
from attnviz.session.opened import Opened

if TYPE_CHECKING:
    import os

    from attnviz.app import Application

_open: list[Shown] = []  # windows that are shown while the program goes on: somebody has to keep them


class Shown:
    """A window that was opened without waiting for it. `close()` closes it; `closed` says whether it is."""

    def __init__(self, application: Application) -> None:
        self._application: Application | None = application
        application.ended = self._end

    @property
    def closed(self) -> bool:
        return self._application is None

    def close(self) -> None:
        """Close the window without asking about what was not saved."""
        self._end()

    def _end(self) -> None:
        application, self._application = self._application, None
        if application is not None:
            application.close()
            _open.remove(self)


def show(
    attentions: object,
    tokens: Sequence[str] | None = None,
    *,
    keys: Sequence[str] | None = None,
    name: str = "",
    language: str | None = None,
    theme: str | None = None,
    block: bool | None = None,
) -> Shown | None:
    """Open a window on attention weights: a first look at what a model returned.

        outputs = model(**inputs, output_attentions=True)
        attnviz.show(outputs, tokenizer.convert_ids_to_tokens(inputs["input_ids"][0]))

    `attentions`: an array or PyTorch tensor of shape (n, n), (heads, n, n) or (layers, heads, n, n), with or without a
    batch axis of one; a list or tuple with one of these for each layer; a dict; or an object with `.attentions`.
    `tokens` label queries and keys; with `keys` given, queries alone. Rows are queries.

    Waits until the window is closed and returns None; the interpreter goes on, and `show` may be called again. With
    an event loop of Qt that runs already (a Qt program, IPython or a notebook after `%gui qt`) it returns at once; so
    it does with `block=False`, and then the caller has to run the loop.

    Raises attnviz.errors.InputError, a ValueError, with one sentence when there is no attention, or no screen.
    """
    opened = _opened(attentions, tokens, keys, name)
    from attnviz.start import open_window, stay  # Qt is loaded only now

    wait = not _loop_runs() if block is None else block
    application = open_window(opened, language, theme)
    if wait:
        stay(application)
        return None
    shown = Shown(application)
    _open.append(shown)
    return shown


def save(
    path: str | os.PathLike[str],
    attentions: object,
    tokens: Sequence[str] | None = None,
    *,
    keys: Sequence[str] | None = None,
    name: str = "",
) -> Path:
    """Write attention weights as an .attnviz document, which attnviz opens; the path that was written.

    What `attentions`, `tokens` and `keys` may be: see `show`. A path without ending gets “.attnviz”.
    """
    target = Path(path)
    if target.suffix.lower() != SUFFIX:
        target = target.with_name(target.name + SUFFIX)
    opened = _opened(attentions, tokens, keys, name or target.stem)
    save_document(target, opened.document, opened.view)
    return target


def _opened(attentions: object, tokens: Sequence[str] | None, keys: Sequence[str] | None, name: str) -> Opened:
    return attention_opened(attention_of(attentions, tokens, keys=keys, name=name), (), {})


def _loop_runs() -> bool:
    """Whether somebody else runs Qt's event loop: a program of its own, or IPython between its prompts."""
    from PySide6.QtCore import QCoreApplication, QThread

    if QCoreApplication.instance() is not None and QThread.currentThread().loopLevel() > 0:
        return True
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return str(getattr(shell, "active_eventloop", None) or "").startswith("qt")
