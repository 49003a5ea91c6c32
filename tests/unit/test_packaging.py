"""The program without Python: what goes in and what stays out, and what each system is told of it.

Building it takes a minute and is tried by packaging/smoke.py in CI; here is what goes before, for all three systems.
"""

import configparser
import plistlib
import re
import sys
import types
from pathlib import Path
from xml.etree import ElementTree

import pytest

import attnviz

ROOT = Path(attnviz.__file__).parent.parent
PACKAGING = ROOT / "packaging"
HERE = str(PACKAGING)
if HERE not in sys.path:
    sys.path.append(HERE)  # after all others: there is a package called packaging

import contents  # noqa: E402
import identity  # noqa: E402
import licences  # noqa: E402

# what goes in --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/Qt/translations/qtbase_pt_BR.qm",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        "PySide6\\plugins\\styles\\qmodernwindowsstyle.dll",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6\\Qt6Core.dll",
        "numpy/_core/_multiarray_umath.so",
        "attnviz/resources/lessons/bank.json",
        "pptx/templates/default.pptx",
        "pptx/templates/notesMaster.xml",
        "pyqtgraph/colors/maps/viridis.csv",
        "LICENSES/numpy/LICENSE.txt",
    ],
)
def test_what_the_program_needs_is_kept(name):
    assert contents.kept([(name, "", "")])


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/platforms/libqeglfs.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/sqldrivers/libqsqlite.so",
        "PySide6\\plugins\\tls\\qopensslbackend.dll",
        "PySide6\\opengl32sw.dll",
        "PySide6\\Qt6Network.dll",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/translations/qt_help_pt_BR.qm",
        "numpy/_core/tests/data/x.csv",
        "pptx/templates/docx-icon.emf",
    ],
)
def test_what_the_program_never_uses_is_left_out(name):
    assert not contents.kept([(name, "", "")])


def test_what_is_left_undone_before_the_first_line_is_what_pyinstaller_does():
    hooks = Path(pytest.importorskip("PyInstaller").__file__).parent / "hooks" / "rthooks"
    assert set(contents.IDLE_HOOKS) <= {path.stem for path in hooks.glob("*.py")}


def test_libraries_that_nothing_left_asks_for_go():
    entries = [
        ("PySide6/QtCore.so", "/v/QtCore.so", "EXTENSION"),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/v/libqxcb.so", "BINARY"),
        ("libQt6Core.so.6", "Qt/lib/libQt6Core.so.6", "SYMLINK"),
        ("Qt/lib/libQt6Core.so.6", "/v/libQt6Core.so.6", "BINARY"),
        ("libicu.so", "/usr/lib/libicu.so", "BINARY"),
        ("libxcb.so", "/usr/lib/libxcb.so", "BINARY"),
        ("libgtk.so", "/usr/lib/libgtk.so", "BINARY"),
        ("libonlygtk.so", "/usr/lib/libonlygtk.so", "BINARY"),
        ("libpython3.11.so.1.0", "/usr/lib/libpython3.11.so.1.0", "BINARY"),
    ]
    needs = {
        "/v/QtCore.so": ["libQt6Core.so.6", "libc.so.6"],
        "/v/libqxcb.so": ["libxcb.so"],
        "/v/libQt6Core.so.6": ["libicu.so"],
        "/usr/lib/libicu.so": ["libicu.so"],  # a circle ends
        "/usr/lib/libgtk.so": ["libonlygtk.so"],
    }
    kept = contents.reached(entries, lambda path: needs.get(path, []))
    assert {name for name, _, _ in entries} - {name for name, _, _ in kept} == {"libgtk.so", "libonlygtk.so"}
    assert contents.unresolved(kept, ["libxcb.so", "libgtk.so"]) == ["libgtk.so"]


def test_links_to_what_was_left_out_go_too():
    there, gone = ("libA.so", "Qt/libA.so", "SYMLINK"), ("libB.so", "Qt/libB.so", "SYMLINK")
    text = ("a.json", "/x/a.json", "DATA")
    assert contents.without_dangling([there, gone, text], [("Qt/libA.so", "/v/libA.so", "BINARY")]) == [there, text]


def test_no_module_that_is_needed_is_excluded():
    """Everything that attnviz names anywhere is there, but for the video encoder and the arrays of other libraries."""
    named = set()
    for path in (ROOT / "attnviz").rglob("*.py"):
        named |= set(re.findall(r"^ *(?:import|from) ([\w.]+)", path.read_text(encoding="utf-8"), re.MULTILINE))
        named |= set(re.findall(r'needed\("([\w.]+)"', path.read_text(encoding="utf-8")))
    assert {"numpy", "PySide6.QtGui", "PIL.Image", "pptx"} <= named
    assert named & set(contents.EXCLUDED_MODULES) <= {"av"}


# the description of the program, for each system -------------------------------------------------------------------


class Recorder:
    """Stands for PyInstaller's classes: keeps what they were given."""

    def __init__(self):
        self.calls = []

    def of(self, kind):
        def made(*arguments, **options):
            self.calls.append((kind, arguments, options))
            entry = ("PySide6/QtCore.so", str(PACKAGING), "EXTENSION")
            screen = [(name, str(PACKAGING), "BINARY") for name in SCREEN]
            return types.SimpleNamespace(pure=[], scripts=[], binaries=[entry, *screen], datas=[])

        return made

    def options(self, kind):
        return [options for made, _, options in self.calls if made == kind]


SCREEN = (
    "libxcb-cursor.so.0",
    "libxcb-icccm.so.4",
    "libxcb-keysyms.so.1",
    "libxcb-shape.so.0",
    "libxkbcommon-x11.so.0",
    "libwayland-cursor.so.0",
)


@pytest.fixture
def evaluated(monkeypatch, tmp_path):
    """Run attnviz.spec as if on a platform; what it asked PyInstaller for."""

    def evaluate(platform, imports=SCREEN):
        recorder = Recorder()
        classes = {kind: recorder.of(kind) for kind in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
        bindepend = types.ModuleType("PyInstaller.depend.bindepend")
        bindepend.get_imports = lambda path: [(name, None) for name in imports]
        bindepend.resolve_library_path = lambda name: str(PACKAGING)
        monkeypatch.setitem(sys.modules, "PyInstaller.depend.bindepend", bindepend)
        monkeypatch.setattr(licences, "entries", lambda *tables: [("LICENSES/a.txt", __file__, "DATA")])
        monkeypatch.setattr(sys, "path", [*sys.path])
        monkeypatch.setattr(sys, "platform", platform)
        code = compile((PACKAGING / "attnviz.spec").read_text(encoding="utf-8"), "attnviz.spec", "exec")
        exec(code, {**classes, "SPECPATH": HERE, "workpath": str(tmp_path)})
        return recorder

    return evaluate


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_description_names_only_files_that_exist(evaluated, platform):
    recorder = evaluated(platform)
    (analysis,) = [(arguments, options) for kind, arguments, options in recorder.calls if kind == "Analysis"]
    assert Path(analysis[0][0][0]).is_file()
    assert all(Path(source).is_file() for source, _target in analysis[1]["datas"])
    targets = {f"{target}/{Path(source).name}" for source, target in analysis[1]["datas"]}
    assert {"attnviz/resources/lessons/bank.json", "attnviz/resources/fonts/OFL.txt"} <= {
        target.replace("\\", "/") for target in targets
    }
    assert not [target for target in targets if target.endswith(".ts")]
    for options in recorder.options("EXE"):
        assert "icon" not in options or Path(options["icon"]).is_file()
        assert options["upx"] is options["strip"] is False


def test_windows_has_one_program_with_a_window_and_one_for_the_terminal(evaluated):
    programs = evaluated("win32").options("EXE")
    assert {(options["name"], options["console"]) for options in programs} == {
        ("attnviz", False),
        ("attnviz-cli", True),
    }


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_elsewhere_there_is_one(evaluated, platform):
    (options,) = evaluated(platform).options("EXE")
    assert options["name"] == "attnviz"


def test_only_macos_has_an_application_bundle(evaluated):
    assert not evaluated("linux").options("BUNDLE")
    (bundle,) = evaluated("darwin").options("BUNDLE")
    assert bundle["name"] == "attnviz.app"
    assert bundle["version"] == attnviz.__version__


def test_a_linux_program_without_its_screen_libraries_is_not_built(evaluated):
    with pytest.raises(SystemExit, match=r"libwayland-cursor\.so\.0, libxcb-cursor\.so\.0"):
        evaluated("linux", imports=[name for name in SCREEN if "cursor" not in name])


# what each system is told -----------------------------------------------------------------------------------------


def test_version_is_the_packages():
    assert identity.version() == attnviz.__version__


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("0.1.0", (0, 1, 0, 0)), ("1.2", (1, 2, 0, 0)), ("1.2.3.4.5", (1, 2, 3, 4)), ("2.0.1rc3", (2, 0, 1, 0))],
)
def test_windows_counts_four_numbers(text, numbers):
    assert identity.four_numbers(text) == numbers


def test_version_resource_is_what_pyinstaller_reads():
    seen = {}

    def kept(kind):
        return lambda *arguments, **options: seen.setdefault(kind, []).append((arguments, options)) or kind

    kinds = [
        "VSVersionInfo",
        "FixedFileInfo",
        "StringFileInfo",
        "StringTable",
        "StringStruct",
        "VarFileInfo",
        "VarStruct",
    ]
    eval(identity.windows_version_file("1.2.3"), {kind: kept(kind) for kind in kinds})
    assert seen["FixedFileInfo"][0][1]["filevers"] == (1, 2, 3, 0)
    strings = dict(arguments for arguments, _ in seen["StringStruct"])
    assert strings["ProductVersion"] == "1.2.3"
    assert strings["OriginalFilename"] == "attnviz.exe"


def test_macos_opens_documents_with_it():
    plist = plistlib.loads(plistlib.dumps(identity.info_plist(attnviz.__version__)))
    (opened,) = plist["CFBundleDocumentTypes"]
    (declared,) = plist["UTExportedTypeDeclarations"]
    assert opened["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert declared["UTTypeTagSpecification"]["public.filename-extension"] == ["attnviz"]
    assert plist["NSHighResolutionCapable"]
    assert plist["NSRequiresAquaSystemAppearance"] is False  # dark where the system is dark


def test_linux_opens_documents_with_it():
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(PACKAGING / "linux" / "attnviz.desktop", encoding="utf-8")
    main = entry["Desktop Entry"]
    mime = ElementTree.parse(PACKAGING / "linux" / "attnviz.xml").find("{*}mime-type")
    assert main["MimeType"] == f"{mime.get('type')};" == f"{identity.MIME};"
    assert main["Exec"].endswith("%f")
    assert mime.find("{*}glob").get("pattern") == "*.attnviz"
    assert main["Icon"] == mime.find("{*}icon").get("name") == "attnviz"
