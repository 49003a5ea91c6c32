"""Theme, language, notation and motion: live, and kept for the next start."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from attnviz.document.view_state import ViewState
from attnviz.export.palette import Palette
from attnviz.ui import text_size, theme

if TYPE_CHECKING:
    from attnviz.app import Application


class Appearance(QObject):
    """How everything looks and speaks, whatever document is open."""

    def __init__(self, app: Application, theme_name: str) -> None:
        super().__init__(app)
        self._app = app
        self.theme_name = theme_name
        self.palette: Palette = theme.resolve(theme_name)

    def of_person(self, view: ViewState) -> ViewState:
        """A document's way of looking, with what the person has chosen for all of them."""
        settings = self._app.settings
        letters = view.letters if view.letters != "SAO" else settings.letters
        return replace(
            view,
            motion=settings.motion,
            letters=letters,
            first_head=settings.first_head,
            transposed=settings.transposed,
        )

    def set_notation(self, **changes: object) -> None:
        """Other letters, or heads counted from 0."""
        self._app.look(**changes)
        for name in changes:
            setattr(self._app.settings, name, getattr(self._app.view, name))

    def toggle_motion(self) -> None:
        """Animation of the played steps on or off."""
        self.set_motion(not self._app.view.motion)

    def set_motion(self, on: bool | None) -> None:
        """The same, or None: as the desktop says."""
        self._app.settings.motion = on
        self._app.look(motion=self._app.settings.motion)

    def set_theme(self, name: str) -> None:
        self.theme_name = name
        self._app.settings.theme = name
        self.palette = theme.resolve(name)
        theme.apply(self.palette)
        if self._app.latest is not None:
            self._app.show_scene(replace(self._app.latest, palette=self.palette))

    def set_text_size(self, percent: int) -> None:
        """Larger or smaller text everywhere, live, in a new window; `text_size.SYSTEM` follows the desktop."""
        app = self._app
        before = text_size.percent()
        app.settings.text_size = percent
        app.save_layout()
        text_size.use(percent)
        if text_size.percent() != before:
            app.replace_window()
            app.window.voice.say(self.tr("Text size: {percent}").format(percent=text_size.written(text_size.percent())))

    def change_text_size(self, steps: int) -> None:
        """So many sizes larger, or smaller below 0."""
        self.set_text_size(text_size.next_size(steps))

    def system_theme_changed(self) -> None:
        if self.theme_name == "system":
            self.set_theme("system")

    def set_language(self, name: str) -> None:
        """Another language, live: widgets hold no state, so a new window simply takes the old one's place."""
        app = self._app
        if name == app.language.name:
            return
        app.settings.language = name
        app.save_layout()
        document = app.session.document
        app.speak(name)
        app.replace_window()
        if app.session.document is not document:
            app.before.begin_anew()
            app.request()
