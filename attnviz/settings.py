"""What is remembered between two starts: language, theme, window."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast, get_args

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QWidget

from attnviz.document.lessons import shipped
from attnviz.document.view_state import Letters, Tab
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES
from attnviz.ui.desktop import bring_into_sight, is_folder, reduced_motion
from attnviz.ui.main_window import MainWindow
from attnviz.ui.panels import SIDES
from attnviz.ui.text_size import SIZES, SYSTEM
from attnviz.ui.theme import THEMES

if TYPE_CHECKING:  # figures are read about when one is made, not at every start
    from attnviz.document.figure_look import FigureLook, NamedLook

# What holds before anything is chosen in the preferences.
DEFAULTS: dict[str, object] = {
    "language": None,
    "theme": "system",
    "text_size": SYSTEM,
    "motion": None,
    "letters": "SAO",
    "first_head": 1,
    "transposed": False,
}
MOST_RECENT = 10
OWN_LESSON = "file:"  # before the path of a person's own lesson
SHARED: tuple[Tab, ...] = ("steps", "gradient")  # tabs whose picture and sum share the height
MOST_KEPT = 50  # looks of figures
T = TypeVar("T")
log = logging.getLogger("attnviz")


class Settings:
    """A thin layer over QSettings that checks what it reads: the file is the person's to edit."""

    def __init__(self) -> None:
        self._store = QSettings()

    @property
    def language(self) -> str | None:
        value = self._store.value("language", "", type=str)
        return str(value) if value in LANGUAGES else None

    @language.setter
    def language(self, name: str | None) -> None:
        """None: whatever the system speaks."""
        if name is None:
            self._store.remove("language")
        else:
            self._store.setValue("language", name)

    @property
    def theme(self) -> str:
        value = self._store.value("theme", "system", type=str)
        return str(value) if value in THEMES else "system"

    @theme.setter
    def theme(self, name: str) -> None:
        self._store.setValue("theme", name)

    @property
    def motion(self) -> bool:
        """Whether things may move: as the person has said here, else as the desktop says."""
        return bool(self._store.value("motion", not reduced_motion(), type=bool))

    @motion.setter
    def motion(self, on: bool | None) -> None:
        """None: whatever the desktop says."""
        if on is None:
            self._store.remove("motion")
        else:
            self._store.setValue("motion", on)

    @property
    def text_size(self) -> int:
        """Percent, or `text_size.SYSTEM` to follow the desktop."""
        value = self._store.value("text_size", SYSTEM, type=int)
        return value if isinstance(value, int) and value in SIZES else SYSTEM

    @text_size.setter
    def text_size(self, percent: int) -> None:
        self._store.setValue("text_size", percent)

    @property
    def hint_seen(self) -> bool:
        return bool(self._store.value("hint_seen", False, type=bool))

    def hint_was_seen(self) -> None:
        """It never comes again."""
        self._store.setValue("hint_seen", True)

    @property
    def letters(self) -> Letters:
        return "OmegaAC" if self._store.value("letters", "SAO", type=str) == "OmegaAC" else "SAO"

    @letters.setter
    def letters(self, name: Letters) -> None:
        self._store.setValue("letters", name)

    @property
    def first_head(self) -> int:
        return 0 if self._store.value("first_head", 1, type=int) == 0 else 1

    @first_head.setter
    def first_head(self, number: int) -> None:
        self._store.setValue("first_head", number)

    @property
    def transposed(self) -> bool:
        return bool(self._store.value("transposed", False, type=bool))

    @transposed.setter
    def transposed(self, on: bool) -> None:
        self._store.setValue("transposed", on)

    @property
    def recent(self) -> list[Path]:
        """Documents that were opened or saved, the latest first."""
        value = self._store.value("recent", [])
        names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [Path(name) for name in names if isinstance(name, str) and name][:MOST_RECENT]

    def used(self, path: Path) -> None:
        """The document was opened or saved just now."""
        path = path.absolute()
        names = [str(path), *(str(other) for other in self.recent if other != path)]
        self._store.setValue("recent", names[:MOST_RECENT])

    def forget_recent(self) -> None:
        self._store.remove("recent")

    @property
    def figure_look(self) -> FigureLook:
        """How the last figure left the program."""
        from attnviz.document.figure_look import FigureLook

        return self._read("figure/look", FigureLook) or FigureLook()

    @figure_look.setter
    def figure_look(self, look: FigureLook) -> None:
        self._write("figure/look", look)

    @property
    def figure_presets(self) -> tuple[NamedLook, ...]:
        """The looks that the person has kept, in their order."""
        from attnviz.document.figure_look import NamedLook

        names = [f"figure/kept{index}" for index in range(self._count())]
        return tuple(kept for name in names if (kept := self._read(name, NamedLook)) is not None)

    @figure_presets.setter
    def figure_presets(self, presets: tuple[NamedLook, ...]) -> None:
        for index, kept in enumerate(presets[:MOST_KEPT]):
            self._write(f"figure/kept{index}", kept)
        self._store.setValue("figure/count", min(len(presets), MOST_KEPT))

    def _count(self) -> int:
        value = self._store.value("figure/count", 0, type=int)
        return min(max(value, 0), MOST_KEPT) if isinstance(value, int) else 0

    @property
    def figure_folder(self) -> Path | None:
        """Where the last figure was saved, while that is there."""
        value = self._store.value("figure/folder", "", type=str)
        folder = Path(str(value)) if value else None
        return folder if folder is not None and is_folder(folder) else None

    @figure_folder.setter
    def figure_folder(self, folder: Path) -> None:
        self._store.setValue("figure/folder", str(folder))

    def _read(self, key: str, kind: type[T]) -> T | None:
        """A value kept as JSON; None where there is none, or none that can be."""
        text = self._store.value(key, "", type=str)
        if not text:
            return None
        from attnviz.document.codec import decode
        from attnviz.document.figure_look import FigureLook, NamedLook, checked
        from attnviz.document.json_place import read_places

        try:
            value = decode(read_places(str(text), key), kind, {})
            checked(value.look if isinstance(value, NamedLook) else cast(FigureLook, value))
        except InputError as error:
            log.warning("a setting is not understood: %s", error)
            return None
        return value

    def _write(self, key: str, value: object) -> None:
        from attnviz.document.codec import encode

        self._store.setValue(key, json.dumps(encode(value, {}), ensure_ascii=False))

    # where one left ----------------------------------------------------------------------------------------

    def left(self, path: Path | None, lesson: str | None, tab: Tab) -> None:
        """What was open when the program was left: a saved document, or a lesson; and the tab. Else: as before."""
        source = str(path.absolute()) if path is not None else (lesson or "").removeprefix(OWN_LESSON)
        if source:
            self._store.setValue("last/source", source)
            self._store.setValue("last/tab", tab)

    @property
    def last_source(self) -> str | None:
        """A lesson's name or a document's path; None where there is none, or the file is gone."""
        source = str(self._store.value("last/source", "", type=str))
        return source if source in shipped() or (source and Path(source).is_file()) else None

    @property
    def last_tab(self) -> Tab | None:
        tab = self._store.value("last/tab", "", type=str)
        return cast("Tab", tab) if tab in get_args(Tab) else None

    def restore(self, window: MainWindow) -> None:
        """The window as it was left; on a screen that is there."""
        geometry = self._store.value("geometry")
        if isinstance(geometry, QByteArray) and window.restoreGeometry(geometry):
            bring_into_sight(window)
        for side in SIDES:
            window.panels.want(side, bool(self._store.value(f"{side}/shown", True, type=bool)))
            width = self._store.value(f"{side}/width", 0, type=int)
            if isinstance(width, int) and width > 0:
                window.panels.set_width(side, width)

    def restore_view(self, tab: Tab, view: QWidget) -> None:
        """How its room was shared, in a tab that shares it."""
        state = self._store.value(f"shared/{tab}")
        if tab in SHARED and isinstance(state, QByteArray):
            view.splitter.restoreState(state)  # type: ignore[attr-defined]

    def save(self, window: MainWindow) -> None:
        self._store.setValue("geometry", window.saveGeometry())
        for tab in SHARED:
            if window.was_shown(tab):
                self._store.setValue(f"shared/{tab}", window.view(tab).splitter.saveState())  # type: ignore[attr-defined]
        for side in SIDES:
            self._store.setValue(f"{side}/shown", window.panels.wants(side))
            if window.panels.shows(side):
                self._store.setValue(f"{side}/width", window.panels.width_of(side))
