"""The checks that need no Qt: Python and packages, system libraries, the screen, extras, lessons, the arithmetic."""

from __future__ import annotations

import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from itertools import product

from attnviz.commands import facts
from attnviz.commands.doctor import Finding
from attnviz.i18n import LANGUAGES, translate

Version = tuple[int, ...]

OLDEST_PYTHON = (3, 11)
# Distribution, what is imported, the oldest version that will do, and the first that will not: as in pyproject.toml.
PACKAGES: tuple[tuple[str, str, Version, Version], ...] = (
    ("numpy", "numpy", (2, 2), (3,)),
    ("PySide6-Essentials", "PySide6", (6, 10, 3), (6, 11)),
    ("pyqtgraph", "pyqtgraph", (0, 14), (0, 15)),
)

# The weights of the lesson “The bank, by hand”, rows sentei, banco, praça, worked out with 50 digits.
BANK_WEIGHTS = (
    (0.44580827410760318, 0.44580827410760318, 0.10838345178479362),
    (0.07431963111601946, 0.30569525083897439, 0.61998511804500614),
    (0.14002924504337807, 0.28399540974126003, 0.57597534521536188),
)
NEAR = 1e-12


def python() -> Iterator[Finding]:
    """Whether Python is new enough."""
    here = f"Python {platform.python_version()}"
    if sys.version_info >= OLDEST_PYTHON:
        yield Finding("ok", here)
    else:
        needed = ".".join(map(str, OLDEST_PYTHON))
        yield Finding(
            "wrong",
            translate("doctor", "{found} is too old.").format(found=here),
            translate("doctor", "Install Python {needed} or newer.").format(needed=needed),
        )


def packages() -> Iterator[Finding]:
    """Whether what the program stands on is installed, in a version that it was tried with."""
    reinstall = translate("doctor", "This installs what fits: {command}").format(
        command="pip install --force-reinstall attnviz"
    )
    for distribution, module, oldest, too_new in PACKAGES:
        if not _can_be_found(module):
            yield Finding("wrong", translate("doctor", "{name} is missing.").format(name=distribution), reinstall)
            continue
        found = facts.version(distribution)
        if found is None or oldest <= numbers_of(found) < too_new:
            yield Finding("ok", f"{distribution} {found or ''}".strip())
            continue
        fits = translate("doctor", "{name} {found} does not fit: from {oldest}, below {too_new}.").format(
            name=distribution, found=found, oldest=_dotted(oldest), too_new=_dotted(too_new)
        )
        yield Finding("wrong", fits, reinstall)


def _can_be_found(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:  # something stands in its place that cannot be loaded
        return False


def numbers_of(version: str) -> Version:
    """The leading numbers of a version: 2.4.6rc1 is (2, 4, 6)."""
    numbers: list[int] = []
    for part in version.split("."):
        digits = part[: next((i for i, sign in enumerate(part) if not sign.isdecimal()), len(part))]
        if not digits:
            break
        numbers.append(int(digits))
        if digits != part:
            break
    return tuple(numbers)


def _dotted(version: Version) -> str:
    return ".".join(map(str, version))


def system_libraries() -> Iterator[Finding]:
    """What Qt's wheels expect of a Linux system."""
    from attnviz.system_libraries import install_command, missing_here

    absent = missing_here(os.environ)
    if absent:
        names = ", ".join(library.soname for library in absent)
        yield Finding(
            "wrong",
            translate("doctor", "System libraries that Qt needs are missing: {names}").format(names=names),
            translate("doctor", "This installs them: {command}").format(command=install_command(absent)),
        )
    elif sys.platform.startswith("linux"):
        yield Finding("ok", translate("doctor", "The system libraries that Qt needs"))


def screen() -> Iterator[Finding]:
    """Whether there is a screen for the window."""
    from attnviz.system_libraries import screenless, unanswered

    deaf = unanswered(os.environ)
    if deaf:
        what = translate("doctor", "No screen answers: {names}.").format(names=", ".join(deaf))
    elif screenless(os.environ):
        what = translate("doctor", "There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set.")
    else:
        return
    yield Finding(
        "wrong",
        what,
        translate(
            "doctor", "The window needs a desktop. The commands lessons, compute, export and code work without one."
        ),
    )


def extras() -> Iterator[Finding]:
    """The libraries of some formats, which a plain installation does not have."""
    wanted = (
        ("python-pptx", "pptx", "slides", translate("doctor", "slides (.pptx)")),
        ("pillow", "PIL", "animation", translate("doctor", "animations (.gif, .webp)")),
        ("av", "av", "video", translate("doctor", "films (.mp4)")),
    )
    for distribution, module, extra, purpose in wanted:
        if importlib.util.find_spec(module) is not None:
            yield Finding("ok", f"{distribution} {facts.version(distribution) or ''}".strip() + f": {purpose}")
            continue
        if facts.frozen():
            advice = translate("doctor", "This build of the program comes without it.")
        else:
            command = f'pip install "attnviz[{extra}]"'
            advice = translate("doctor", "This installs it: {command}").format(command=command)
        absent = translate("doctor", "{name} is not installed: no {purpose}.")
        yield Finding("note", absent.format(name=distribution, purpose=purpose), advice)


def blas() -> Iterator[Finding]:
    """What multiplies matrices; the window gives it one thread."""
    yield Finding("ok", f"BLAS: {facts.blas()}")


def the_bank_lesson() -> Iterator[Finding]:
    """The first lesson's numbers, computed now, against those worked out beforehand."""
    import numpy as np

    from attnviz.document.derive import derive
    from attnviz.document.lessons import DEFAULT_LESSON, load

    weights = derive(load(DEFAULT_LESSON, "en").document).weights
    off = float(np.abs(np.squeeze(weights) - np.array(BANK_WEIGHTS)).max())
    if off <= NEAR:
        yield Finding("ok", translate("doctor", "The numbers of the first lesson come out right"))
    else:
        yield Finding(
            "wrong",
            translate("doctor", "The numbers of the first lesson are off by {off}.").format(off=f"{off:.1e}"),
            translate("doctor", "NumPy or the processor computes wrongly; another version of NumPy may help."),
        )


def matrix_products() -> Iterator[Finding]:
    """A product of whole numbers, which BLAS must give exactly, against one made without BLAS."""
    import numpy as np

    n = 48
    left = np.arange(n * n).reshape(n, n) * 7 % 23 - 11
    right = np.arange(n * n).reshape(n, n) * 5 % 19 - 9
    exact = (left[:, :, None] * right[None, :, :]).sum(axis=1)  # (n, n), int64: no BLAS
    for kind in (np.float64, np.float32):
        found = left.astype(kind) @ right.astype(kind)  # (n, n)
        if not np.array_equal(found, exact):
            yield Finding(
                "wrong",
                translate("doctor", "Matrix products in {kind} come out wrong.").format(kind=np.dtype(kind).name),
                translate("doctor", "NumPy or the processor computes wrongly; another version of NumPy may help."),
            )
            return
    yield Finding("ok", translate("doctor", "Matrix products are exact"))


def lessons() -> Iterator[Finding]:
    """Whether every lesson can be read in both languages."""
    from attnviz.document.lessons import load, shipped

    for name, language in product(shipped(), LANGUAGES):
        load(name, language)
    yield Finding("ok", translate("doctor", "Lessons: {count}").format(count=len(shipped())))


def temporary_files() -> Iterator[Finding]:
    """Whether there is a place for files that are in the making."""
    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"attnviz")
    except OSError as error:
        yield Finding(
            "wrong",
            translate("doctor", "No temporary file can be written."),
            translate("doctor", "Free some space, or set TMPDIR to a folder that can be written ({error}).").format(
                error=error
            ),
        )
        return
    yield Finding("ok", translate("doctor", "Temporary files: {folder}").format(folder=tempfile.gettempdir()))


BEFORE_QT = (
    python,
    packages,
    system_libraries,
    screen,
    extras,
    blas,
    the_bank_lesson,
    matrix_products,
    lessons,
    temporary_files,
)
