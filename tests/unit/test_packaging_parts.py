"""The program without Python: installing it on Linux, its icons, licences and sizes, and how it starts."""

import io
import locale
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from PySide6.QtGui import QImage

import attnviz

ROOT = Path(attnviz.__file__).parent.parent
PACKAGING = ROOT / "packaging"
HERE = str(PACKAGING)
if HERE not in sys.path:
    sys.path.append(HERE)  # after all others: there is a package called packaging

import bare  # noqa: E402
import build  # noqa: E402
import deb  # noqa: E402
import icons  # noqa: E402
import launch  # noqa: E402
import licences  # noqa: E402
import sizes  # noqa: E402
import smoke  # noqa: E402


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_install_script_puts_everything_in_place_and_takes_it_back(tmp_path):
    program = tmp_path / 'with a 100% "odd" $name' / "attnviz"
    (program / "share" / "icons").mkdir(parents=True)
    for icon in (PACKAGING / "icons").glob("*.png"):
        shutil.copy(icon, program / "share" / "icons")
    shutil.copy(ROOT / "resources" / "icons" / "attnviz.svg", program / "share" / "icons")
    for name in ("attnviz.desktop", "attnviz.xml", "install.sh"):
        shutil.copy(PACKAGING / "linux" / name, program if name.endswith(".sh") else program / "share")
    share = tmp_path / "home" / ".local" / "share"
    environment = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
    command = ["sh", str(program / "install.sh")]
    subprocess.run(command, env=environment, check=True)
    text = (share / "applications" / "attnviz.desktop").read_text(encoding="utf-8")
    escaped = str(program).replace("100%", "100%%").replace('"', '\\\\"').replace("$", "\\\\$")
    assert f'Exec="{escaped}/attnviz" %f\n' in text
    assert (share / "icons/hicolor/256x256/apps/attnviz.png").is_file()
    assert (share / "icons/hicolor/scalable/apps/attnviz.svg").is_file()
    assert (share / "mime/packages/attnviz.xml").is_file()
    subprocess.run([*command, "--remove"], env=environment, check=True)
    assert not [path for path in share.rglob("*attnviz*") if "mime/application" not in str(path)]


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not there")
def test_debian_package_holds_the_program_its_entry_and_its_licences(tmp_path):
    folder = tmp_path / "attnviz"
    for name in ("_internal/lib.so", "LICENSES/a.txt", "share/attnviz.desktop", "install.sh", "attnviz"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    package = deb.write(folder, "1.2.3", tmp_path, compression="gzip")
    listed = subprocess.run(["dpkg-deb", "-c", package], capture_output=True, text=True, check=True).stdout
    for path in (
        "./usr/lib/attnviz/attnviz",
        "./usr/lib/attnviz/_internal/lib.so",
        "./usr/bin/attnviz -> ../lib/attnviz/attnviz",
        "./usr/share/applications/attnviz.desktop",
        "./usr/share/mime/packages/attnviz.xml",
        "./usr/share/icons/hicolor/48x48/apps/attnviz.png",
        "./usr/share/doc/attnviz/LICENSES/a.txt",
    ):
        assert f"{path}\n" in listed
    assert "install.sh" not in listed
    told = subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True, check=True).stdout
    assert "Version: 1.2.3\n" in told
    assert "libgl1, libegl1, libxcb1, libwayland-client0, xkb-data, fontconfig-config" in told


# icons --------------------------------------------------------------------------------------------------------------


def test_icons_are_made_from_the_drawing(qapp):
    """Somebody who changes the SVG and forgets packaging/icons.py is told."""
    for name, data in icons.made().items():
        kept = (icons.FOLDER / name).read_bytes()
        if name.endswith(".png"):
            new, old = QImage.fromData(data), QImage.fromData(kept)
            assert new.size() == old.size()
            assert furthest(Image.open(io.BytesIO(data)), Image.open(io.BytesIO(kept))) <= 8, name


def furthest(one, other):
    """The largest difference of two pictures in any channel."""
    pairs = zip(one.convert("RGBA").tobytes(), other.convert("RGBA").tobytes(), strict=True)
    return max(abs(a - b) for a, b in pairs)


def test_windows_icon_has_every_size():
    with Image.open(icons.FOLDER / "attnviz.ico") as ico:
        assert {size for size, _ in ico.info["sizes"]} == set(icons.WINDOWS)
        for size in sorted(ico.info["sizes"]):
            ico.size = size
            assert ico.copy().size == size


def test_macos_icon_has_every_size():
    with Image.open(icons.FOLDER / "attnviz.icns") as icns:
        pixels = {width * scale for width, _height, scale in icns.info["sizes"]}
        assert {32, 64, 256, 512, 1024} <= pixels
        largest = icns.copy()
    assert largest.getpixel((4, 4))[3] == 0  # room for the shadow


# licences and sizes ---------------------------------------------------------------------------------------------------


def test_every_package_that_is_bundled_brings_its_licence():
    tops = ("numpy", "PIL", "lxml", "pptx", "xlsxwriter", "typing_extensions", "PySide6", "shiboken6", "pyqtgraph")
    pure = [(f"{top}.x", "/x.py", "PYMODULE") for top in tops]
    found = licences.entries(pure, [], [])
    assert all(Path(path).is_file() for _name, path, _kind in found)
    folders = {name.split("/")[1] for name, _path, _kind in found}
    assert folders >= {
        *("attnviz", "Inter typeface", "Python", "Qt and PySide"),
        *("numpy", "pillow", "lxml", "python-pptx", "xlsxwriter", "pyqtgraph", "pyinstaller"),
    }


def test_a_package_without_a_licence_stops_the_build(monkeypatch):
    monkeypatch.setattr(licences, "TEXTS", {})
    with pytest.raises(licences.NoLicenceError, match="PySide6_Essentials carries no licence"):
        licences.entries([("PySide6.QtCore", "/x.py", "PYMODULE")], [], [])


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="dpkg is not there")
def test_a_library_of_nobody_stops_the_build(tmp_path):
    stray = tmp_path / "libstray.so.1"
    stray.write_bytes(b"")
    with pytest.raises(licences.NoLicenceError, match=r"libstray\.so\.1 belongs to no package"):
        licences.entries([], [("libstray.so.1", str(stray), "BINARY")], [])


def test_sizes_are_told_apart_and_add_up(tmp_path):
    weights = {
        "_internal/PySide6/Qt/lib/libicudata.so.73": ("Qt: Unicode data (ICU)", 700),
        "_internal/PySide6/Qt/lib/libQt6Core.so.6": ("Qt: core, painting, windows", 600),
        "_internal/PySide6/Qt/plugins/platforms/libqxcb.so": ("Qt: SVG, D-Bus, screens and plugins, words", 50),
        "_internal/PySide6/QtCore.abi3.so": ("PySide: Qt for Python", 400),
        "_internal/numpy.libs/libscipy_openblas64_.so": ("OpenBLAS and its Fortran library", 300),
        "_internal/numpy/_core/_multiarray_umath.so": ("NumPy", 200),
        "_internal/attnviz/resources/lessons/bank.json": ("attnviz: lessons, fonts, languages, models", 7),
        "_internal/libxcb.so.1": ("libraries of the system", 6),
        "_internal/libpython3.11.so.1.0": ("Python", 5),
        "LICENSES/README.md": ("licences", 4),
        "attnviz": ("attnviz's code and Python's, compiled (and PyInstaller's bootloader)", 30),
    }
    for name, (_part, size) in weights.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x" * size)
    assert sizes.parts(tmp_path) == dict(weights.values())
    assert sizes.largest(tmp_path, 1) == [("_internal/PySide6/Qt/lib/libicudata.so.73", 700)]
    page = sizes.report(tmp_path, "Title", [])
    assert page.startswith("# Title\n")
    assert "(11 files)" in page


# the start ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def started(monkeypatch):
    """Start the program with a command line; (status, what a box showed)."""

    def start(*arguments):
        shown = []
        monkeypatch.setattr(launch, "show", shown.append)
        monkeypatch.setattr(launch, "speak_utf8", lambda: None)  # it would speak for the tests that follow, too
        monkeypatch.setattr(sys, "argv", ["attnviz", *arguments])
        return launch.main(), shown

    return start


def test_with_a_terminal_everything_is_said_there(started, capsys):
    assert started("lessons") == (0, [])
    assert "bank\tThe bank" in capsys.readouterr().out


def test_without_a_terminal_a_refusal_is_shown(started, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    status, shown = started("compute", "nothing.npz", "--to", "a.json")
    assert status == 1
    assert [text.startswith("attnviz: ") for text in shown] == [True]


def test_without_a_terminal_success_is_silent(started, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert started("lessons") == (0, [])


def test_what_is_not_there_is_not_to_be_had_by_pip(monkeypatch):
    from attnviz.errors import InputError
    from attnviz.export.extras import needed

    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(InputError, match=r"^\.mp4 is not in this program.*attnviz for Python"):
        needed("no_such_module", "video", ".mp4")


def test_missing_system_libraries_are_named_before_qt_is_read(started, monkeypatch, capsys):
    from attnviz import system_libraries

    monkeypatch.setattr(system_libraries, "missing_here", lambda environment: system_libraries.BASE[1:3])
    monkeypatch.setitem(sys.modules, "attnviz.start", None)  # importing it would fail, as it does without libGL
    assert started("--smoke") == (1, [])
    assert "libGL.so.1, libEGL.so.1" in capsys.readouterr().err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere no environment is asked")
def test_a_machine_that_knows_no_utf_8_starts_it_all_the_same(monkeypatch):
    def none_of_that(_category, name=None):
        raise locale.Error("unsupported locale setting")

    monkeypatch.setattr(launch.locale, "setlocale", none_of_that)
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_CTYPE", "xx_YY")
    launch.speak_utf8()
    assert os.environ["LC_CTYPE"] == "xx_YY"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="fontconfig is Linux's")
def test_only_a_machine_without_settings_for_typefaces_gets_those_of_the_program(monkeypatch, tmp_path):
    settings = tmp_path / "fonts.conf"
    monkeypatch.setattr(launch, "SETTINGS", settings)
    for name in ("FONTCONFIG_FILE", "FONTCONFIG_PATH"):
        monkeypatch.setenv(name, "")
    settings.write_text("")
    launch.find_typefaces()
    assert os.environ["FONTCONFIG_FILE"] == ""
    settings.unlink()
    launch.find_typefaces()
    assert Path(os.environ["FONTCONFIG_FILE"]) == PACKAGING / "fonts.conf"  # beside launch.py in the program
    monkeypatch.setenv("FONTCONFIG_FILE", "/chosen")
    launch.find_typefaces()
    assert os.environ["FONTCONFIG_FILE"] == "/chosen"


def test_settings_for_typefaces_can_be_read_and_name_where_they_are():
    settings = ElementTree.parse(PACKAGING / "linux" / "fonts.conf").getroot()
    assert "/usr/share/fonts" in [folder.text for folder in settings.findall("dir")]


@pytest.mark.skipif(not bare.can_be_made(), reason="only root changes its root")
def test_an_empty_root_holds_the_program_and_what_the_machine_must_have(tmp_path):
    program = tmp_path / "dist" / "attnviz"
    (program.parent / "_internal").mkdir(parents=True)
    shutil.copy("/bin/echo", program)
    bare.make(tmp_path / "root", program)
    names = {path.name for path in (tmp_path / "root").rglob("*.so*")}
    assert "libc.so.6" in names
    done = bare.start(tmp_path / "root", "nothing else")
    assert (done.returncode, done.stdout, done.stderr) == (0, "nothing else\n", "")


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("ld-linux-x86-64.so.2", True),
        ("libc.so.6", True),
        ("libGL.so.1", True),
        ("libwayland-client.so.0", True),
        ("libxcb-cursor.so.0", False),
        ("libwayland-cursor.so.0", False),
        ("libdbus-1.so.3", False),
        ("libcrypto.so.3", False),
    ],
)
def test_only_what_the_manual_says_is_left_to_the_machine(name, left):
    assert bool(bare.MACHINES.fullmatch(name)) is left


def test_parts_of_the_build_know_their_places():
    assert build.ROOT == ROOT
    assert smoke.ROOT == ROOT
    assert set(smoke.lesson_names()) >= {"bank", "sentence"}
    assert len(smoke.refused_samples()) == len({*smoke.REFUSED, *smoke.BAD})
