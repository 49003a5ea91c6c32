"""A root directory with the frozen program and next to nothing else, to see that it brings along what it promises.

In it are only the libraries that docs/standalone.md leaves to the machine: the C library's, zlib, OpenGL's, the first
ones of X11 and Wayland, and what these need. There is no typeface, no setting, no other program. Linux, as root.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# By these names the machine's own libraries are asked for.
MACHINES = re.compile(
    r"ld-linux[\w-]*\.so\.2|lib(c|m|dl|rt|util|pthread|resolv)\.so\.\d"
    r"|lib(GL|EGL|xcb|z)\.so\.1|libwayland-client\.so\.0"
)
UTF_8 = Path("/usr/lib/locale/C.utf8")  # of the C library too
PLACE = "opt/attnviz"


def can_be_made() -> bool:
    """Whether this process may change its root, and finds what is needed for it."""
    tools = ("chroot", "ldd", "objdump")
    return sys.platform.startswith("linux") and os.geteuid() == 0 and all(map(shutil.which, tools))


def make(root: Path, program: Path) -> None:
    """Fill the new folder `root`; `program` is the file to start, in the folder that holds all of it."""
    shutil.copytree(program.parent, root / PLACE, symlinks=True)
    for name in ("tmp", "dev/shm", "home"):
        (root / name).mkdir(parents=True)
    for path in sorted(left_to_the_machine(program.parent)):
        target = root / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)  # what a link points to, under the link's name
    if UTF_8.is_dir():
        shutil.copytree(UTF_8, root / UTF_8.relative_to("/"))


def left_to_the_machine(folder: Path) -> set[Path]:
    """The machine's libraries that the program in `folder` may use, with those that they need themselves."""
    internal = folder / "_internal"
    asked = needed_by(folder / "attnviz")  # it begins before it knows of its own libraries
    for library in internal.rglob("*.so"):
        asked |= needed_by(library, internal)
    found = {path for name, path in asked if MACHINES.fullmatch(name) and internal not in path.parents}
    return found | {path for library in found for _name, path in needed_by(library)}


def asked_for_in_vain(folder: Path) -> set[str]:
    """Libraries that something in the program's folder links to, and that neither it nor every machine has."""
    files = {path.name: path for path in [folder / "attnviz", *folder.rglob("*.so*")]}
    command = ["objdump", "-p", *map(str, files.values())]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"^\s+NEEDED\s+(\S+)", told, re.MULTILINE))
    return {name for name in names - files.keys() if not MACHINES.fullmatch(name)}


def needed_by(library: Path, first: Path | None = None) -> set[tuple[str, Path]]:
    """Names and places of all that the loader would bring for a library, looking in `first` before anywhere else."""
    environment = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": str(first or "")}
    told = subprocess.run(["ldd", library], env=environment, capture_output=True, text=True, check=False).stdout
    lines = re.findall(r"^\s*(?:(\S+) => )?(/\S+) \(0x", told, re.MULTILINE)
    return {(Path(name or path).name, Path(path)) for name, path in lines}


def start(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in there to its end, offscreen unless `environment` says otherwise."""
    return subprocess.run(
        ["chroot", str(root), f"/{PLACE}/attnviz", *arguments],
        env={"PATH": os.environ["PATH"], "HOME": "/home", "QT_QPA_PLATFORM": "offscreen", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )


def screen(root: Path) -> dict[str, str]:
    """What leads to the X server from in there; empty where there is none, or only a file in /tmp leads to it."""
    number = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", os.environ.get("DISPLAY", ""))
    if number is None or f"@/tmp/.X11-unix/X{number[1]}\n" not in Path("/proc/net/unix").read_text(encoding="utf-8"):
        return {}
    if os.environ.get("XAUTHORITY"):
        shutil.copy(os.environ["XAUTHORITY"], root / "tmp" / "authority")
    return {"DISPLAY": os.environ["DISPLAY"], "XAUTHORITY": "/tmp/authority", "QT_QPA_PLATFORM": "xcb"}
