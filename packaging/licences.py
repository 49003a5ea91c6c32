"""Gathers the licence of everything that is bundled, from where it was taken. Standard library only.

Python packages carry theirs in their metadata, libraries of the system in /usr/share/doc (Debian's and Ubuntu's), and
what carries none has it in packaging/licences. Something without a licence stops the build.
"""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

from contents import Entry

HERE = Path(__file__).resolve().parent
FOLDER = "LICENSES"
OF_QT = "Qt and PySide"
COMMON = Path("/usr/share/common-licenses")

# Their wheels bring no text of it.
TEXTS = {
    "PySide6_Essentials": OF_QT,
    "shiboken6": OF_QT,
}
_LICENCE_FILE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)


class NoLicenceError(Exception):
    """Something would be bundled whose licence is nowhere to be found."""


def entries(pure: Iterable[Entry], binaries: Iterable[Entry], datas: Iterable[Entry]) -> list[Entry]:
    """(name in the program, path, "DATA") of every licence text of what these tables bundle."""
    pure, binaries, datas = list(pure), list(binaries), list(datas)
    found = dict(_ours())
    for name in sorted(distributions([*pure, *binaries, *datas])):
        found |= _of_distribution(name)
    found |= _of_distribution("pyinstaller")  # its bootloader is the program's first part
    found[f"{FOLDER}/Python/LICENSE.txt"] = _pythons()
    if sys.platform.startswith("linux"):
        found |= _of_system(path for _name, path, kind in binaries if kind != "SYMLINK")
    return [(name, str(path), "DATA") for name, path in sorted(found.items())]


def _ours() -> Iterator[tuple[str, Path]]:
    root = HERE.parent
    yield f"{FOLDER}/attnviz/LICENSE", root / "LICENSE"
    yield f"{FOLDER}/Inter typeface/OFL.txt", root / "resources" / "fonts" / "OFL.txt"
    yield f"{FOLDER}/README.md", HERE / "licences" / "README.md"
    for path in sorted((HERE / "licences").glob("*.txt")):
        yield f"{FOLDER}/{OF_QT}/{path.name}", path


def distributions(bundled: Iterable[Entry]) -> set[str]:
    """Names of the Python packages that the entries come from."""
    of_top = importlib.metadata.packages_distributions()
    # auditwheel and delvewheel put the libraries of a package into folder.libs beside it.
    names = {re.split(r"[./\\]", name)[0] for name, _path, _kind in bundled}
    return {distribution for name in names for distribution in of_top.get(name, ())} - {"attnviz"}


def _of_distribution(name: str) -> dict[str, Path]:
    distribution = importlib.metadata.distribution(name)
    told = distribution.metadata["Name"]
    files = {
        f"{FOLDER}/{told}/{_short(file)}": Path(str(distribution.locate_file(file)))
        for file in distribution.files or ()
        if ".dist-info" in file.parts[0] and _LICENCE_FILE.search(file.name) and file.suffix != ".pyc"
    }
    if not files and told not in TEXTS:
        raise NoLicenceError(f"{told} carries no licence: put its text into packaging/licences and name it in TEXTS.")
    return files


def _short(file: importlib.metadata.PackagePath) -> str:
    parts = [part for part in file.parts[1:] if part != "licenses"]
    return "-".join(parts)


def _pythons() -> Path:
    stdlib = Path(sysconfig.get_path("stdlib"))
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    places = [
        stdlib / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(f"/usr/share/doc/lib{version}-minimal/copyright"),
        Path(f"/usr/share/doc/{version}-minimal/copyright"),
    ]
    for place in places:
        if place.is_file():
            return place
    raise NoLicenceError(f"Python's licence is in none of {', '.join(map(str, places))}.")


def _of_system(paths: Iterable[str]) -> dict[str, Path]:
    """Debian's word on the libraries that came from the system."""
    packages = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
    real = {Path(path).resolve() for path in paths}
    foreign = {path for path in real if not any(map(path.is_relative_to, packages))}
    owners = _owners(foreign)
    found: dict[str, Path] = {}
    for path in sorted(foreign):
        owner = owners.get(path)
        if owner is None:
            if path.is_relative_to(Path(sys.base_prefix)):
                continue  # a Python of its own, whose licence is there already
            raise NoLicenceError(f"{path} belongs to no package: the program is built on Debian or Ubuntu.")
        text = Path("/usr/share/doc", owner, "copyright")
        if not text.is_file():
            raise NoLicenceError(f"{text} is missing: install {owner} again, with its documentation.")
        found[f"{FOLDER}/system/{owner}.txt"] = text
        for name in re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text.read_text("utf-8", "replace")):
            if (COMMON / name).is_file():
                found[f"{FOLDER}/system/common/{name}.txt"] = COMMON / name
    return found


def _owners(paths: set[Path]) -> dict[Path, str]:
    """Which of Debian's packages each path belongs to."""
    by_name = {str(path): path for path in paths}
    by_name |= {name.removeprefix("/usr"): path for name, path in by_name.items()}  # before /usr was merged
    done = subprocess.run(["dpkg", "-S", *by_name], capture_output=True, text=True, check=False)
    owners = {}
    for line in done.stdout.splitlines():
        packages, _, name = line.partition(": ")
        if name in by_name:
            owners[by_name[name]] = packages.split(",")[0].split(":")[0]
    return owners
