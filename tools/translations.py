"""Collects every translatable sentence into the .ts catalogs and compiles them: run after changing any text.

python tools/translations.py           update resources/i18n/*.ts and compile them to .qm
python tools/translations.py --list    also print what is not translated yet
"""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).parent.parent
I18N = ROOT / "resources" / "i18n"
CATALOGS = ("attnviz_en.ts", "attnviz_pt_BR.ts")


def update(folder: Path) -> list[Path]:
    """Bring the catalogs in `folder` up to date with the source; return them."""
    sources = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "attnviz").rglob("*.py"))]
    catalogs = [folder / name for name in CATALOGS]
    for catalog in catalogs:
        options = ["-no-obsolete", "-locations", "none", "-source-language", "en"]
        plural = ["-pluralonly"] if catalog.name == "attnviz_en.ts" else []
        _run("pyside6-lupdate", *options, *plural, *sources, "-ts", str(catalog))
    return catalogs


def compile_catalog(catalog: Path, target: Path) -> None:
    """One .ts to one .qm."""
    _run("pyside6-lrelease", "-silent", str(catalog), "-qm", str(target))


def unfinished(catalog: Path) -> list[str]:
    """Source texts of a catalog that have no translation."""
    missing = []
    for message in ET.parse(catalog).iter("message"):
        translation = message.find("translation")
        if translation is None or translation.get("type") == "unfinished":
            missing.append(message.findtext("source") or "")
    return missing


def _run(tool: str, *arguments: str) -> None:
    command = Path(sys.executable).with_name(tool)
    done = subprocess.run([str(command), *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{tool}: {done.stdout}{done.stderr}")


def main() -> int:
    """Update, compile, and say what is missing."""
    I18N.mkdir(parents=True, exist_ok=True)
    status = 0
    for catalog in update(I18N):
        compile_catalog(catalog, catalog.with_suffix(".qm"))
        missing = unfinished(catalog)
        print(f"{catalog.name}: {len(missing)} unfinished")
        if missing:
            status = 1
            if "--list" in sys.argv:
                print("\n".join(f"  {text}" for text in missing))
    return status


if __name__ == "__main__":
    sys.exit(main())
