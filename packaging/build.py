"""Builds the program that needs no Python: `./dev build`, on Windows `py tools\\bootstrap.py build`.

It lands in dist/attnviz (on macOS also in dist/attnviz.app), with the licences of all that is in it. A page in dist
says what each part weighs.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import deb
import identity
import sizes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DIST = ROOT / "dist"
SYSTEMS = {"win32": "windows", "darwin": "macos"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Build; the exit status."""
    parser = argparse.ArgumentParser(prog="./dev build", description=__doc__)
    parser.add_argument("--archive", action="store_true", help="also what is downloaded: .tar.xz and .deb, or .zip")
    parser.add_argument("--write", metavar="FOLDER", type=Path, help="also write the page about sizes there")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    if not freeze():
        return 1
    system, version = SYSTEMS.get(sys.platform, "linux"), identity.version(ROOT)
    folder = finished(system)
    stem = f"attnviz-{version}-{system}-{platform.machine().lower()}"
    archives = archived(folder, stem, version) if options.archive else []
    title = f"What attnviz {version} for {system.capitalize().replace('Macos', 'macOS')} weighs"
    page = sizes.report(folder, title, archives)
    (DIST / f"{stem}.sizes.md").write_text(page, encoding="utf-8")
    if options.write:
        (options.write / f"size-{system}.md").write_text(page, encoding="utf-8")
    total = sizes.parts(folder).total() / 1e6
    print(f"{folder.relative_to(ROOT)}: {total:.0f} MB, built in {time.monotonic() - started:.0f} s")
    return 0


def freeze() -> bool:
    """Run PyInstaller; what it says is shown only if it fails."""
    for name in ("attnviz", "attnviz.app"):
        shutil.rmtree(DIST / name, ignore_errors=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(DIST), "--workpath", str(ROOT / "build"), str(HERE / "attnviz.spec")]
    # Unpacking Python's code took a tenth of every start. What is downloaded is packed as a whole anyway.
    environment = {**os.environ, "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    return done.returncode == 0


def finished(system: str) -> Path:
    """The program's folder, with what belongs beside the program and nothing that only debuggers read."""
    if system == "macos":
        return DIST / "attnviz.app"  # sealed already: nothing may be changed in it
    folder = DIST / "attnviz"
    (folder / "_internal" / "LICENSES").rename(folder / "LICENSES")
    if system == "linux":
        strip(folder)
        share = folder / "share" / "icons"
        share.mkdir(parents=True)
        for path in [*(HERE / "icons").glob("attnviz-*.png"), ROOT / "resources" / "icons" / "attnviz.svg"]:
            shutil.copy(path, share)
        for name in ("attnviz.desktop", "attnviz.xml"):
            shutil.copy(HERE / "linux" / name, folder / "share")
        shutil.copy(HERE / "linux" / "install.sh", folder)
    return folder


def strip(folder: Path) -> None:
    """Python's own libraries without what only debuggers read; NumPy's do not load any more after that."""
    internal = folder / "_internal"
    paths = [*internal.glob("libpython*.so*"), *internal.glob("python3*/lib-dynload/*.so")]
    subprocess.run(["strip", "--strip-unneeded", *map(str, paths)], check=True)


def archived(folder: Path, stem: str, version: str) -> list[Path]:
    """What is put up for download."""
    if sys.platform == "darwin":
        target = DIST / f"{stem}.zip"  # of Python's own zip an application comes out without its links
        subprocess.run(["ditto", "-c", "-k", "--keepParent", str(folder), str(target)], check=True)
        return [target]
    if sys.platform == "win32":
        return [Path(shutil.make_archive(str(DIST / stem), "zip", DIST, folder.name))]
    archives = [Path(shutil.make_archive(str(DIST / stem), "xztar", DIST, folder.name))]
    if shutil.which("dpkg-deb"):
        archives.append(deb.write(folder, version, DIST))
    return archives


if __name__ == "__main__":
    sys.exit(main())
