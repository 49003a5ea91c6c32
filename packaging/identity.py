"""What each system wants to know of the program: version, names, the kind of file it opens. Standard library only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NAME = "attnviz"
IDENTIFIER = "attnviz.program"
DOCUMENT_TYPE = "attnviz.document"
SUMMARY = "See, change, understand and show transformer attention"
MIME = "application/x-attnviz"
COPYRIGHT = "MIT licence, the attnviz authors"


def version(root: Path = ROOT) -> str:
    """attnviz.__version__, read without importing anything."""
    text = (root / "attnviz" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise ValueError("attnviz/__init__.py does not say __version__")
    return found[1]


def four_numbers(text: str) -> tuple[int, int, int, int]:
    """A version as Windows counts: four numbers; what is not one ends it ("1.2.0rc1" is 1.2.0.0)."""
    numbers = [int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", text)[0])][:4]
    first, second, third, fourth = numbers + [0] * (4 - len(numbers))
    return first, second, third, fourth


def windows_strings(text: str) -> dict[str, str]:
    """What the file's properties show on Windows."""
    return {
        "CompanyName": "attnviz",
        "FileDescription": SUMMARY,
        "FileVersion": text,
        "InternalName": NAME,
        "LegalCopyright": COPYRIGHT,
        "OriginalFilename": f"{NAME}.exe",
        "ProductName": NAME,
        "ProductVersion": text,
    }


def windows_version_file(text: str) -> str:
    """The version resource of attnviz.exe, as PyInstaller reads it from a file."""
    numbers = four_numbers(text)
    strings = ",\n        ".join(f"StringStruct({name!r}, {value!r})" for name, value in windows_strings(text).items())
    return f"""VSVersionInfo(
    ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0, OS=0x40004, fileType=1, subtype=0),
    kids=[
        StringFileInfo([StringTable("040904B0", [
        {strings},
        ])]),
        VarFileInfo([VarStruct("Translation", [0x0409, 1200])]),
    ],
)
"""


def info_plist(text: str) -> dict[str, Any]:
    """Info.plist of the macOS application: it opens .attnviz, follows the dark theme and is crisp on any screen."""
    return {
        "CFBundleDisplayName": NAME,
        "CFBundleShortVersionString": text,
        "CFBundleVersion": ".".join(map(str, four_numbers(text)[:3])),
        "CFBundleLocalizations": ["en", "pt_BR"],
        "CFBundleDevelopmentRegion": "en",
        "LSApplicationCategoryType": "public.app-category.education",
        "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": COPYRIGHT,
        "NSPrincipalClass": "NSApplication",
        "NSRequiresAquaSystemAppearance": False,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "attnviz document",
                "CFBundleTypeRole": "Editor",
                "CFBundleTypeIconFile": f"{NAME}.icns",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [DOCUMENT_TYPE],
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": DOCUMENT_TYPE,
                "UTTypeDescription": "attnviz document",
                # It is a zip archive, but not one that a double click should unpack.
                "UTTypeConformsTo": ["public.data"],
                "UTTypeIconFile": f"{NAME}.icns",
                "UTTypeTagSpecification": {"public.filename-extension": ["attnviz"], "public.mime-type": [MIME]},
            }
        ],
    }
