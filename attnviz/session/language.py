"""Installs a language: Qt's own texts, the program's, and the hook through which errors are translated."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from attnviz import i18n
from attnviz.resources import resource


class Language:
    """Keeps the installed translators alive; `use` exchanges them."""

    def __init__(self) -> None:
        self._translators: list[QTranslator] = []
        self.name = "en"

    def use(self, name: str) -> None:
        """Speak one of i18n.LANGUAGES from now on. Needs a QCoreApplication; windows must be built anew."""
        for translator in self._translators:
            QCoreApplication.removeTranslator(translator)
        self._translators = []
        self.name = name
        locale = QLocale(name)
        QLocale.setDefault(locale)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for prefix, where in (("qtbase", folder), ("attnviz", str(resource("i18n")))):
            translator = QTranslator()
            if translator.load(locale, prefix, "_", where):
                QCoreApplication.installTranslator(translator)
                self._translators.append(translator)
        i18n.install(QCoreApplication.translate)
