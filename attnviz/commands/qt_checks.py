"""The checks that need Qt's application object: screens, typeface, translations, folders."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QSettings, QStandardPaths, QTranslator, qVersion
from PySide6.QtGui import QFontDatabase, QFontInfo, QFontMetrics, QGuiApplication, QImageReader, QImageWriter

from attnviz.commands.doctor import Finding
from attnviz.i18n import LANGUAGES, translate
from attnviz.resources import resource

NAMES = {"en": "English", "pt_BR": "Português (Brasil)"}  # each in itself
LEAST_WIDTH, LEAST_HEIGHT = 960, 600  # of the window


def qt() -> Iterator[Finding]:
    """Qt has started, and where it shows windows."""
    yield Finding("ok", f"Qt {qVersion()} ({QGuiApplication.platformName()})")
    yield Finding("ok", translate("doctor", "OpenGL is not needed: the processor draws"))


def screens() -> Iterator[Finding]:
    """Every screen, and whether the window fits."""
    found = [] if QGuiApplication.platformName() == "offscreen" else QGuiApplication.screens()  # or one made up
    fits = False
    for screen in found:
        size, ratio = screen.availableSize(), screen.devicePixelRatio()
        fits = fits or (size.width() >= LEAST_WIDTH and size.height() >= LEAST_HEIGHT)
        yield Finding(
            "ok",
            translate("doctor", "Screen: {width} × {height}, scale {ratio}").format(
                width=size.width(), height=size.height(), ratio=QLocale().toString(ratio, "g", 6)
            ),
        )
    if found and not fits:
        yield Finding(
            "note",
            translate("doctor", "The window wants {width} × {height}, and no screen is as large.").format(
                width=LEAST_WIDTH, height=LEAST_HEIGHT
            ),
            translate("doctor", "A smaller scale factor in the system’s settings makes room."),
        )


def typeface() -> Iterator[Finding]:
    """Whether the shipped typeface is used."""
    from attnviz.export.fonts import FAMILY, font, load_fonts

    found = QFontInfo(font(13)).family() if load_fonts() else ""
    if found == FAMILY:
        yield Finding("ok", translate("doctor", "Typeface: {name}").format(name=FAMILY))
    else:
        absent = translate("doctor", "The typeface {name} is not found.").format(name=FAMILY)
        yield Finding("wrong", absent, _reinstall())


def writing() -> Iterator[Finding]:
    """Whether tokens in any script can be read: Inter has Latin, Greek and Cyrillic, the rest is the system's."""
    from attnviz.export.fonts import font

    system = QFontDatabase.WritingSystem
    scripts = (
        (translate("doctor", "Chinese"), system.SimplifiedChinese),
        (translate("doctor", "Japanese"), system.Japanese),
        (translate("doctor", "Korean"), system.Korean),
        (translate("doctor", "Arabic"), system.Arabic),
        (translate("doctor", "Hindi"), system.Devanagari),
    )
    absent = [name for name, script in scripts if not QFontDatabase.families(script)]
    if not QFontMetrics(font(13)).inFontUcs4(ord("😀")):  # no script in Qt's list
        absent.append(translate("doctor", "emoji"))
    if absent:
        yield Finding(
            "note",
            translate("doctor", "No typeface here has: {scripts}. Such tokens show as boxes.").format(
                scripts=", ".join(absent)
            ),
            translate(
                "doctor",
                "Install typefaces that have them, on Debian and Ubuntu: {command}",
            ).format(command="sudo apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"),
        )


def translations() -> Iterator[Finding]:
    """Whether every language can be spoken: the program's own sentences, and Qt's."""
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for language in LANGUAGES:
        own, of_qt = QTranslator(), QTranslator()
        spoken = own.load(QLocale(language), "attnviz", "_", str(resource("i18n")))
        spoken = spoken and (language == "en" or bool(own.translate("Actions", "&Open…")))
        name = NAMES[language]
        if not spoken:
            yield Finding("wrong", translate("doctor", "{name} is not found.").format(name=name), _reinstall())
        elif not of_qt.load(QLocale(language), "qtbase", "_", folder):
            yield Finding(
                "note", translate("doctor", "{name}: Qt’s own words, such as Cancel, are English.").format(name=name)
            )
        else:
            yield Finding("ok", translate("doctor", "Language: {name}").format(name=name))


def picture_formats() -> Iterator[Finding]:
    """Whether Qt has brought the formats that figures and icons are in."""
    written = {bytes(kind.data()) for kind in QImageWriter.supportedImageFormats()}
    read = {bytes(kind.data()) for kind in QImageReader.supportedImageFormats()}
    absent = [name for name, there in (("png", b"png" in written), ("svg", b"svg" in read)) if not there]
    if absent:
        yield Finding(
            "wrong",
            translate("doctor", "Qt lacks picture formats: {names}").format(names=", ".join(absent)),
            _reinstall(),
        )
    else:
        yield Finding("ok", translate("doctor", "Picture formats: PNG, SVG"))


def settings() -> Iterator[Finding]:
    """Whether language, theme and window can be remembered."""
    store = QSettings()
    where = store.fileName()
    if store.isWritable() and store.status() == QSettings.Status.NoError:
        yield Finding("ok", translate("doctor", "Settings: {file}").format(file=where))
    else:
        yield Finding(
            "wrong",
            translate("doctor", "Settings cannot be kept in {file}.").format(file=where),
            _allow(Path(where).parent),
        )


def recovery_and_log() -> Iterator[Finding]:
    """Whether what is not saved can be kept, and faults written down."""
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"attnviz")
    except OSError:
        lost = translate("doctor", "Neither recovered documents nor the log can be kept in {folder}.")
        yield Finding("wrong", lost.format(folder=folder), _allow(folder))
        return
    yield Finding("ok", translate("doctor", "Recovery and log: {folder}").format(folder=folder))


def _allow(folder: Path) -> str:
    return translate("doctor", "Give yourself the right to write in {folder}.").format(folder=folder)


def _reinstall() -> str:
    return translate("doctor", "A file of the program is missing: install it again.")


OF_QT = (qt, screens, typeface, writing, translations, picture_formats, settings, recovery_and_log)
