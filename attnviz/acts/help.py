"""Help and preferences: finding a command, the keys, what is remembered, the self-check, what the program is.

What these show is read when it is first asked for, not at every start.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from attnviz.app import Application
    from attnviz.session.errand import Errand
    from attnviz.ui.command_match import Entry
    from attnviz.ui.command_palette import CommandPalette
    from attnviz.ui.guide_window import GuideWindow
    from attnviz.ui.preferences import PreferencesDialog


class HelpActs(QObject):
    """Slots of the help menu, and of Edit ▸ Preferences."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self._palette: CommandPalette | None = None
        self._offered: list[Callable[[], object]] = []
        self._used: list[str] = []  # what was chosen in the palette, the latest last
        self._checking: Errand | None = None
        self._guide: GuideWindow | None = None

    def forget_window(self) -> None:
        """Another window has come in its place, as another language wants: nothing of the old one is kept."""
        self._palette = self._guide = None
        self._offered = []

    # the command palette -----------------------------------------------------------------------------------

    def show_palette(self) -> None:
        """Every act, experiment and control of the view, found by a few letters. Again: it goes away."""
        from attnviz import joins
        from attnviz.ui.command_palette import CommandPalette

        if self._palette is None:
            self._palette = CommandPalette(self._app.window)
            joins.join_palette(self, self._palette)
        if self._palette.isVisible():
            self._palette.leave(keep_focus=True)
        else:
            self._palette.open(self._entries())

    def _entries(self) -> list[Entry]:
        from attnviz.ui.command_match import Entry
        from attnviz.ui.menu_walk import STEP, acts_of
        from attnviz.ui.reasons import why_not

        acts = self._app.window.actions_
        acts.recent.aboutToShow.emit()  # it is filled when it is opened
        found = [act for act in acts_of(self._app.window.menuBar()) if act.action is not acts.palette]
        self._offered = [act.action.trigger for act in found]
        entries = []
        for act in found:
            text, where, file = act.text, act.where, act.action.data()
            if isinstance(file, Path):
                text, where = file.name, f"{where}{STEP}{file.parent}"
            entries.append(
                Entry(
                    text=text,
                    where=where,
                    keys=act.keys,
                    why=why_not(acts, act.action),
                    checked=act.action.isChecked() if act.action.isCheckable() else None,
                    lately=self._lately(text),
                )
            )
        return [*entries, *self._experiments(), *self._controls([act.text for act in found])]

    def _controls(self, acts: list[str]) -> list[Entry]:
        """What can be set in the visible tab and at its right, folded away or not.

        After the `acts`, which go first among equals.
        """
        from attnviz.ui.command_match import Entry
        from attnviz.ui.control_walk import controls_of
        from attnviz.ui.menu_walk import STEP, plain

        window, entries = self._app.window, []
        view, tab = window.views.currentWidget(), window.actions_.tabs[self._app.view.tab]
        parts: list[tuple[QWidget, QAction, bool]] = [(view, tab, False)]
        if window.panels.needed:
            parts.append((window.controls, window.actions_.controls_panel, True))
        for part, named, same in parts:
            for control in controls_of(part, acts, same=same):
                where = STEP.join(name for name in (plain(named.text()), control.within) if name)
                self._offered.append(control.use)
                text, lately = control.text, self._lately(control.text)
                entries.append(Entry(text=text, also=control.also, where=where, checked=control.checked, lately=lately))
        return entries

    def _lately(self, text: str) -> int:
        return self._used.index(text) + 1 if text in self._used else 0

    def _experiments(self) -> list[Entry]:
        """What the lesson suggests to try; nothing is offered without a lesson."""
        from attnviz.ui.command_match import Entry

        lesson = self._app.lesson
        if lesson is None:
            return []
        count = len(lesson.experiments)
        self._offered += [partial(self._app.acts.apply_experiment, index) for index in range(count)]
        return [Entry(text=experiment.title, where=lesson.title) for experiment in lesson.experiments]

    def choose(self, index: int) -> None:
        """Do what was chosen in the palette."""
        act = self._offered[index]
        assert self._palette is not None
        text = self._palette.found.entries[index].text
        self._used = [*(used for used in self._used if used != text), text]
        act()

    # the keys, and what the program is ---------------------------------------------------------------------

    def show_shortcuts(self) -> None:
        """Every key, of the menus and of the views."""
        from attnviz.ui.shortcuts_dialog import ShortcutsDialog

        ShortcutsDialog(self._app.window).open()

    def show_guide(self) -> None:
        """The user guide, in a window beside this one."""
        from attnviz.ui.guide_window import GuideWindow

        if self._guide is None:
            self._guide = GuideWindow(self._app.language.name, self._app.window)
        self._guide.show()
        self._guide.raise_()
        self._guide.activateWindow()

    def show_about(self) -> None:
        """Name, versions, licences."""
        from attnviz.commands.facts import about
        from attnviz.ui.about_dialog import AboutDialog

        AboutDialog(about(), self._app.window).open()

    def show_self_check(self) -> None:
        """What the program needs, and whether it is there. Files and numbers are looked at in a worker."""
        from attnviz import joins
        from attnviz.commands import doctor
        from attnviz.session.errand import Errand
        from attnviz.ui.self_check_dialog import SelfCheckDialog

        dialog = SelfCheckDialog(self._app.window)
        if self._checking is None:
            self._checking = Errand(self)
        joins.join_self_check(self._checking, dialog)
        in_qt = doctor.of_qt()
        self._checking.run(lambda: [*doctor.without_qt(), *in_qt])
        dialog.open()

    def stop(self) -> None:
        """Let go of what runs, before the program ends."""
        if self._checking is not None:
            self._checking.stop()

    # preferences -------------------------------------------------------------------------------------------

    def show_preferences(self) -> None:
        """What is remembered from one start to the next."""
        self._open_preferences()

    def _open_preferences(self, focused: str = "") -> PreferencesDialog:
        from attnviz import joins
        from attnviz.ui.preferences import PreferencesDialog

        dialog = PreferencesDialog(self._app.window)
        joins.join_preferences(self, dialog)
        dialog.display(self._preferences(), self._app.appearance.palette)
        dialog.open()
        dialog.focus(focused)
        return dialog

    def _preferences(self) -> dict[str, object]:
        settings, look = self._app.settings, self._app.appearance
        return {
            "language": settings.language,
            "theme": look.theme_name,
            "text_size": settings.text_size,
            "motion": settings.motion,
            "letters": settings.letters,
            "first_head": settings.first_head,
            "transposed": settings.transposed,
        }

    def prefer(self, dialog: PreferencesDialog, name: str, value: object) -> None:
        """Another choice: it holds at once."""
        if name == "language":
            self._prefer_language(dialog, value)
        elif name == "text_size":  # another window comes for it, and the dialog on that
            dialog.close()
            self._app.appearance.set_text_size(cast(int, value))
            self._open_preferences("text_size")
        else:
            self._apply(name, value)
            dialog.display(self._preferences(), self._app.appearance.palette)

    def _apply(self, name: str, value: object) -> None:
        look = self._app.appearance
        if name == "theme":
            look.set_theme(str(value))
            self._app.window.actions_.themes[str(value)].setChecked(True)
        elif name == "motion":
            look.set_motion(cast("bool | None", value))
        else:
            look.set_notation(**{name: value})

    def _prefer_language(self, dialog: PreferencesDialog, value: object) -> None:
        """Another language brings another window, and the dialog comes back on it."""
        from attnviz.i18n import system_language

        dialog.close()
        self._app.appearance.set_language(str(value) if value else system_language())
        self._app.settings.language = None if value is None else str(value)
        self._open_preferences("language")

    def reset(self, dialog: PreferencesDialog) -> None:
        """All as it was before anything was chosen."""
        from attnviz.settings import DEFAULTS

        for name, value in DEFAULTS.items():
            if name not in ("language", "text_size"):
                self._apply(name, value)
        dialog.close()
        self._app.appearance.set_text_size(cast(int, DEFAULTS["text_size"]))
        if self._app.settings.language is None:
            self._open_preferences()
        else:
            self._prefer_language(dialog, None)
