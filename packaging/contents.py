"""What the frozen program holds of all that PyInstaller finds. Standard library only.

Names are those of PyInstaller's tables: paths below the program's folder, with "/" whatever the system.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

Entry = tuple[str, str, str]  # name in the program, path on this machine, type

# Imported by name inside a function, where PyInstaller's reading of the code cannot see it.
HIDDEN_IMPORTS = (
    "PIL.GifImagePlugin",
    "PIL.Image",
    "PIL.WebPImagePlugin",
    "PIL.features",
    "pptx",
    "pptx.dml.color",
    "pptx.enum.text",
    "pptx.oxml",
)

EXCLUDED_MODULES = (
    # Of pyqtgraph only two colour maps are read, as files.
    "pyqtgraph",
    # H.264: 100 MB of its own, and its encoder is GPL. The program says so where somebody asks for .mp4.
    "av",
    # attnviz.show takes tensors by their methods; none of these is needed for it.
    "matplotlib",
    "pandas",
    "scipy",
    "torch",
    "PySide6.QtDBus",
    "PySide6.QtNetwork",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtPrintSupport",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtSql",
    "PySide6.QtTest",
    "PySide6.QtXml",
    # Pillow writes .gif and .webp here, and draws no text.
    "PIL.AvifImagePlugin",
    "PIL.ImageCms",
    "PIL.ImageQt",
    "PIL.ImageShow",
    "PIL.ImageTk",
    "PIL._avif",
    "PIL._imagingcms",
    "PIL._imagingft",
    "PIL._imagingtk",
    "lxml.html",
    "lxml.isoschematron",
    "lxml.objectify",
    "lxml.sax",
    "numpy._core._multiarray_tests",
    "numpy._core._operand_flag_tests",
    "numpy._core._rational_tests",
    "numpy._core._simd",
    "numpy._core._struct_ufunc_tests",
    "numpy._core._umath_tests",
    "numpy._core.tests",
    "numpy.distutils",
    "numpy.f2py",
    "numpy.random._examples",
    "numpy.testing",
    # Nothing speaks to a network: without these OpenSSL stays outside.
    "_hashlib",
    "_ssl",
    "ssl",
    # Tools of developers, and parts of Python that only they use.
    "IPython",
    "PyInstaller",
    "_curses",
    "_sqlite3",
    "_tkinter",
    "curses",
    "doctest",
    "ensurepip",
    "hypothesis",
    "idlelib",
    "lib2to3",
    "mypy",
    "pip",
    "pkg_resources",
    "pytest",
    "readline",
    "setuptools",
    "sqlite3",
    "tkinter",
    "turtle",
    "venv",
)

# What PyInstaller has a program do before its first line, and this one has no use for.
IDLE_HOOKS = (
    "pyi_rth_inspect",  # finds the source of frozen code: there is none here
    "pyi_rth_pkgutil",  # lists frozen modules: nothing asks
    # Loads Qt, for the commands too that need none, to tell it where its plugins are: PySide has told it already. And
    # it leaves that in the environment, for programs with a Qt of their own that this one opens a file with.
    "pyi_rth_pyside6",
)

# Left to the system by PyInstaller, but not every desktop with Wayland has it.
BROUGHT = ("libwayland-cursor.so.0",)

_QT = r"PySide6/(Qt/)?"  # Windows has Qt's files beside PySide's

PLUGINS = (
    # Windows and dead keys, on each system; offscreen draws figures where there is no screen.
    r"platforms/(lib)?q(xcb|wayland\w*|offscreen|windows|cocoa)",
    r"platforminputcontexts/",
    r"platformthemes/(lib)?q(xdgdesktopportal)",
    r"wayland-(shell-integration|decoration-client)/",
    r"styles/",
    # The program's own icons are SVG; pasted and dropped pictures are PNG, which Qt reads by itself.
    r"iconengines/(lib)?qsvgicon",
    r"imageformats/(lib)?qsvg",
)

TRANSLATIONS = r"translations/qtbase_(en|pt_BR)\.qm$"

# Windows' libraries for drawing with OpenGL and Direct3D: the program paints with the processor.
_IDLE_QT = (
    r"opengl32sw\.dll",
    r"d3dcompiler_\d+\.dll",
    r"Qt6(Network|OpenGL|OpenGLWidgets|Pdf|PrintSupport|Qml\w*|Quick\w*|Sql|Test|VirtualKeyboard|Xml)\.dll",
)

_LEFT_OUT = re.compile(
    "|".join(
        [
            rf"{_QT}(lib/)?({'|'.join(_IDLE_QT)})",
            rf"{_QT}plugins/(?!{'|'.join(PLUGINS)})",
            rf"{_QT}(?=translations/)(?!{TRANSLATIONS})",
            r"PySide6/(glue|include|typesystems|scripts|support|qml|QtAsyncio)/",
            r".*\.(pyi|pxd|h|c|cpp)$",
            r"pptx/templates/(?!default\.pptx|theme\.xml|notes)",
            r"(?:.*/)?(tests?|testing)/",
            r"[^/]*\.dist-info/(?!METADATA$)",
        ]
    )
)


def kept(entries: Iterable[Entry]) -> list[Entry]:
    """The entries without what is left out."""
    return [entry for entry in entries if not _LEFT_OUT.match(entry[0].replace("\\", "/"))]


def reached(entries: Iterable[Entry], needs: Callable[[str], Iterable[str]]) -> list[Entry]:
    """The entries without libraries that nothing left asks for. `needs`: the names that a library's file asks for.

    PyInstaller brings the libraries of every plugin, also of those that are left out afterwards.
    """
    entries = list(entries)
    by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        by_name.setdefault(_base(entry[0]), []).append(entry)
    waiting = [entry for entry in entries if _is_asked_for_by_python(entry)]
    found = {entry[0] for entry in waiting}
    while waiting:
        entry = waiting.pop()
        names = {_base(entry[1])} if entry[2] == "SYMLINK" else set(map(_base, needs(entry[1])))
        for other in (other for name in names for other in by_name.get(name, ()) if other[0] not in found):
            found.add(other[0])
            waiting.append(other)
    return [entry for entry in entries if entry[0] in found]


def _is_asked_for_by_python(entry: Entry) -> bool:
    """Modules, plugins and Python itself: nothing links to them."""
    name, _path, kind = entry
    return kind == "EXTENSION" or "/plugins/" in name or _base(name).startswith(("libpython", "Python"))


def without_dangling(datas: Iterable[Entry], binaries: Iterable[Entry]) -> list[Entry]:
    """The data without links to libraries that are not there any more."""
    present = {_base(entry[0]) for entry in binaries}
    return [entry for entry in datas if entry[2] != "SYMLINK" or _base(entry[1]) in present]


def _base(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def unresolved(entries: Iterable[Entry], needed: Iterable[str]) -> list[str]:
    """Those of the `needed` libraries that are not among the entries: PyInstaller warns of them and goes on."""
    present = {_base(entry[0]) for entry in entries}
    return sorted(set(needed) - present)
