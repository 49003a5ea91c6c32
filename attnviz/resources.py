"""The one finder of packaged files: installed, frozen, or in a source tree."""

from __future__ import annotations

from pathlib import Path


def resource(*parts: str) -> Path:
    """The path of a packaged file, e.g. resource("lessons", "bank.json").

    A wheel carries the resources inside the package; an editable install and a source tree have them beside it.
    """
    here = Path(__file__).parent
    inside = here / "resources"
    root = inside if inside.is_dir() else here.parent / "resources"
    return root.joinpath(*parts)
