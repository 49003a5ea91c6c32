"""What runs here: versions of the program and of what it is made of, for a report of a fault."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys

from attnviz import __version__
from attnviz.i18n import translate


def frozen() -> bool:
    """Whether this is the program built for a system, which has no pip."""
    return bool(getattr(sys, "frozen", False))


def version(distribution: str) -> str | None:
    """The version of what is installed under this name; None where nothing is, or a built program does not say."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def blas() -> str:
    """The library that NumPy multiplies matrices with, its version, and how many threads it may use."""
    import numpy as np

    built = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    name = " ".join(str(part) for part in (built.get("name"), built.get("version")) if part)
    threads = os.environ.get("OPENBLAS_NUM_THREADS")
    if threads is None:
        return name or translate("facts", "unknown")
    return translate("facts", "{name}, threads: {threads}").format(name=name, threads=threads)


def about() -> tuple[tuple[str, str], ...]:
    """(name, version) of everything that matters to whoever looks for a fault. Needs Qt."""
    import numpy as np
    import PySide6
    from PySide6.QtCore import QLocale, qVersion
    from PySide6.QtGui import QGuiApplication

    kind = translate("facts", "built for this system") if frozen() else translate("facts", "installed in Python")
    screen = QGuiApplication.primaryScreen()
    ratio = f", {QLocale().toString(screen.devicePixelRatio(), 'g', 6)}×" if screen is not None else ""
    return (
        ("attnviz", f"{__version__} ({kind})"),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()}, {platform.machine()})"),
        ("Qt", f"{qVersion()} ({QGuiApplication.platformName()}{ratio})"),
        ("PySide6", PySide6.__version__),
        ("NumPy", np.__version__),
        ("BLAS", blas()),
        (translate("facts", "System"), platform.platform()),
    )


def as_text(facts: tuple[tuple[str, str], ...]) -> str:
    """One a line, for a message."""
    return "\n".join(f"{name}: {value}" for name, value in facts)
