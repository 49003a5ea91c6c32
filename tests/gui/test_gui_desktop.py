"""What is read from the desktop: whether things shall move."""

from __future__ import annotations

import pytest

from attnviz.settings import Settings
from attnviz.ui import desktop


@pytest.fixture
def linux(monkeypatch, tmp_path):
    """A desktop with settings of its own; linux(file, text) writes one."""
    monkeypatch.setattr(desktop.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def write(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    return write


@pytest.mark.parametrize(
    ("name", "text", "reduced"),
    [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations = 0\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=true\n", False),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-theme-name=Any%thing\n", False),
        ("gtk-4.0/settings.ini", "no section\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=1\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=slow\n", False),
    ],
)
def test_the_desktops_wish_is_the_default(linux, name, text, reduced) -> None:
    linux(name, text)
    assert desktop.reduced_motion() == reduced
    assert Settings().motion == (not reduced)


def test_what_is_said_here_holds_against_the_desktop(linux) -> None:
    linux("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n")
    settings = Settings()
    settings.motion = True
    assert settings.motion


def test_without_a_word_things_move(linux) -> None:
    assert not desktop.reduced_motion()
