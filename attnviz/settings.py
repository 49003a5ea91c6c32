"""What is remembered between two starts: language, theme, window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from attnviz.document.view_state import Letters
from attnviz.i18n import LANGUAGES
from attnviz.ui.main_window import MainWindow
from attnviz.ui.theme import THEMES

MOST_RECENT = 10


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

    def restore(self, window: MainWindow) -> None:
        geometry = self._store.value("geometry")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)

    def save(self, window: MainWindow) -> None:
        self._store.setValue("geometry", window.saveGeometry())
