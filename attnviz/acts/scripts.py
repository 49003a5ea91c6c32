"""Saving the script of the document that is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.ui import dialogs

if TYPE_CHECKING:
    from attnviz.app import Application


def save_dialog(app: Application) -> None:
    """Ask where, and save."""
    path = dialogs.ask_script_path(app.window, app.acts.suggestion(".py"))
    if path is not None:
        save(app, path)


def save(app: Application, path: Path) -> None:
    """Write the script that the Code tab shows, and beside it the numbers that are too many for it."""
    scene = app.scene
    if scene is None:
        return
    from attnviz.export.code.files import write_code  # read when first asked for, not at every start

    try:
        written = write_code(path, scene.document, scene.trace, scene.view.code, scene.notation)
    except InputError as error:
        app.window.say(str(error))
        return
    if len(written) == 1:
        sentence = translate("scripts", "Saved: {file}").format(file=path)
    else:
        sentence = translate("scripts", "Saved: {file}, and its numbers in {numbers}").format(
            file=path, numbers=written[1].name
        )
    app.window.say(sentence, wrong=False)
