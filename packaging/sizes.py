"""What each part of the frozen program weighs: a table for people. Standard library only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

# The first that matches a path below the program's folder tells what it belongs to.
PARTS = (
    ("licences", r"LICENSES/"),
    ("attnviz: lessons, fonts, languages, models", r"(.*/)?attnviz/resources/"),
    ("attnviz's code and Python's, compiled (and PyInstaller's bootloader)", r"attnviz(-cli)?(\.exe)?$|MacOS/"),
    ("Qt: Unicode data (ICU)", r".*libicu"),
    ("Qt: core, painting, windows", r"(.*/)?((lib)?Qt6(Core|Gui|Widgets)\.(so|dll)|Qt(Core|Gui|Widgets)\.framework/)"),
    ("Qt: SVG, D-Bus, screens and plugins, words", r"(.*/)?(PySide6/(Qt|plugins|translations)/|(lib)?Qt6\w+\.dll)"),
    ("PySide: Qt for Python", r"(.*/)?(PySide6|shiboken6)/"),
    ("OpenBLAS and its Fortran library", r".*(openblas|gfortran|quadmath)"),
    ("NumPy", r"(.*/)?numpy(\.libs)?/"),
    ("Pillow: .gif and .webp", r"(.*/)?(PIL|pillow\.libs)/"),
    ("lxml and python-pptx: .pptx", r"(.*/)?(lxml|pptx)/"),
    ("Python", r".*(libpython|python3|base_library|Python\b|lib-dynload|vcruntime|\.pyd$)"),
    ("libraries of the system", r".*\.(so|dll|dylib)\b"),
    ("colour maps, installation files", r""),
)


def parts(folder: Path) -> Counter[str]:
    """Bytes on disk of each of PARTS."""
    total: Counter[str] = Counter()
    for path in _files(folder):
        name = path.relative_to(folder).as_posix().removeprefix("_internal/").removeprefix("Contents/")
        total[next(part for part, pattern in PARTS if re.match(pattern, name))] += path.stat().st_size
    return total


def largest(folder: Path, count: int) -> list[tuple[str, int]]:
    """The largest files, as (name, bytes)."""
    sized = sorted(((path.stat().st_size, path) for path in _files(folder)), reverse=True)
    return [(path.relative_to(folder).as_posix(), size) for size, path in sized[:count]]


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


def report(folder: Path, title: str, archives: list[Path]) -> str:
    """The whole page, in Markdown; megabytes of 1,000,000 bytes."""
    by_part = parts(folder)
    lines = [f"# {title}", "", "Made by `./dev build --write docs`. Megabytes of a million bytes.", ""]
    lines += ["| part | MB |", "|---|---:|"]
    lines += [f"| {part} | {_megabytes(size)} |" for part, size in by_part.most_common()]
    lines += [f"| **all** ({sum(1 for _ in _files(folder))} files) | **{_megabytes(by_part.total())}** |"]
    if archives:
        lines += ["", "| to download | MB |", "|---|---:|"]
        lines += [f"| {path.name} | {_megabytes(path.stat().st_size)} |" for path in archives]
    lines += ["", "| largest files | MB |", "|---|---:|"]
    lines += [f"| {name} | {_megabytes(size)} |" for name, size in largest(folder, 15)]
    return "\n".join(lines) + "\n"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f}"
