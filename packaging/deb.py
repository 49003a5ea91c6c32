"""A Debian package around the frozen program's folder. Needs dpkg-deb, which Debian and Ubuntu have."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
from pathlib import Path

import identity

HERE = Path(__file__).resolve().parent
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def write(folder: Path, version: str, to: Path, compression: str = "xz") -> Path:
    """attnviz_VERSION_ARCHITECTURE.deb in the folder `to`, of the program in `folder`."""
    architecture = ARCHITECTURES[platform.machine()]
    name = f"attnviz_{version}_{architecture}"
    tree = to / name
    shutil.rmtree(tree, ignore_errors=True)
    fill(folder, tree)
    control = tree / "DEBIAN"
    control.mkdir()
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(path.stat().st_size for path in files) // 1024
    (control / "control").write_text(control_text(version, architecture, size), encoding="utf-8")
    sums = (f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files)
    (control / "md5sums").write_text("".join(sums), encoding="utf-8")
    package = to / f"{name}.deb"
    command = ["dpkg-deb", "--root-owner-group", f"-Z{compression}", "--build", str(tree), str(package)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return package


def fill(folder: Path, tree: Path) -> None:
    """Everything at its place below `tree`, as Debian has it."""
    program = tree / "usr/lib/attnviz"
    ignored = shutil.ignore_patterns("share", "install.sh", "LICENSES")
    shutil.copytree(folder, program, symlinks=True, ignore=ignored)
    documentation = tree / "usr/share/doc/attnviz"
    shutil.copytree(folder / "LICENSES", documentation / "LICENSES")
    shutil.copy(HERE.parent / "LICENSE", documentation / "copyright")
    for path in (tree / "usr/bin", tree / "usr/share/applications", tree / "usr/share/mime/packages"):
        path.mkdir(parents=True)
    (tree / "usr/bin/attnviz").symlink_to("../lib/attnviz/attnviz")
    shutil.copy(HERE / "linux/attnviz.desktop", tree / "usr/share/applications")
    shutil.copy(HERE / "linux/attnviz.xml", tree / "usr/share/mime/packages")
    icons = tree / "usr/share/icons/hicolor"
    for icon in sorted((HERE / "icons").glob("attnviz-*.png")):
        size = icon.stem.removeprefix("attnviz-")
        place = icons / f"{size}x{size}/apps"
        place.mkdir(parents=True)
        shutil.copy(icon, place / "attnviz.png")
    (icons / "scalable/apps").mkdir(parents=True)
    shutil.copy(HERE.parent / "resources/icons/attnviz.svg", icons / "scalable/apps")


def control_text(version: str, architecture: str, kilobytes: int) -> str:
    """What dpkg is told. Qt's libraries come along; what draws on the screen must be the machine's own."""
    libc = (os.confstr("CS_GNU_LIBC_VERSION") or "").split()[-1]
    return f"""Package: attnviz
Version: {version}
Architecture: {architecture}
Maintainer: The attnviz authors <attnviz@localhost>
Installed-Size: {kilobytes}
Depends: libc6 (>= {libc}), zlib1g, libgl1, libegl1, libxcb1, libwayland-client0, xkb-data, fontconfig-config
Section: education
Priority: optional
Description: {identity.SUMMARY[0].lower()}{identity.SUMMARY[1:]}
 Change any number of Q, K and V by hand and see what follows, step by step;
 read the attention of real models; take figures away as SVG, PDF or slides.
"""
