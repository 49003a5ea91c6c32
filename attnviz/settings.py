"""What is remembered between two starts: language, theme, window."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QByteArray, QSettings

from attnviz.document.view_state import Letters
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES
from attnviz.ui.main_window import MainWindow
from attnviz.ui.theme import THEMES

if TYPE_CHECKING:  # figures are read about when one is made, not at every start
    from attnviz.document.figure_look import FigureLook, NamedLook

MOST_RECENT = 10
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
    def language(self, name: str) -> None:
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
        return bool(self._store.value("motion", True, type=bool))

    @motion.setter
    def motion(self, on: bool) -> None:
        self._store.setValue("motion", on)

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
        return folder if folder is not None and folder.is_dir() else None

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

    def restore(self, window: MainWindow) -> None:
        geometry = self._store.value("geometry")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)

    def save(self, window: MainWindow) -> None:
        self._store.setValue("geometry", window.saveGeometry())
