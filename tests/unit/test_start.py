"""What the start of the window does without: what is there at its first picture, and what was done until then."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

# Each comes with the first act that needs it: another tab, a dialog, a file to be written.
LATER = {
    "attnviz.export.deck",
    "attnviz.export.film",
    "attnviz.export.fitted",
    "attnviz.export.html",
    "attnviz.ui.code_view",
    "attnviz.ui.command_palette",
    "attnviz.ui.export_dialog",
    "attnviz.ui.gradient_view",
    "attnviz.ui.guide_window",
    "attnviz.ui.heads_view",
    "attnviz.ui.matrix_view",
    "attnviz.ui.preferences",
    "attnviz.ui.presenter",
    "attnviz.ui.question_dialog",
    "attnviz.ui.shapes_view",
    "attnviz.ui.training_view",
    "PIL",
    "lxml",
    "numpy.random",
    "pptx",
    "pyqtgraph",
}


def printed(code: str) -> list[str]:
    """What a process prints that runs this code where there is no screen."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_first_picture_comes_without_what_other_acts_need():
    first, *loaded = printed("""
import sys
from attnviz.cli import main
assert main(["--smoke"]) == 0
print(*sys.modules, sep="\\n")
""")
    assert first == "first picture"
    assert "attnviz.ui.steps_view" in loaded
    assert LATER.isdisjoint(loaded)


def test_what_is_imported_is_not_looked_through_for_cycles():
    """Not while it is imported, and not later, where such a look would take some frames."""
    looks, kept = printed("""
import gc
from attnviz import cli
looks, seen = [], []
gc.callbacks.append(lambda phase, info: looks.append(phase))
real, libraries = gc.freeze, cli._require_libraries
def imported():
    real()
    print(len(looks) - seen[0])
    print(gc.get_freeze_count())
    raise SystemExit(0)
cli._require_libraries = lambda: (libraries(), seen.append(len(looks)))
gc.freeze = imported
cli.main(["--smoke"])
""")
    assert int(looks) == 0
    assert int(kept) > 10_000


@pytest.mark.parametrize("turn", [1, 2])
def test_a_program_finds_nothing_that_another_tests_program_has_left(turn):
    """Else the tests above would begin in whichever tab was left last."""
    assert printed("""
from attnviz.settings import Settings
from attnviz.start import make_qapplication
application, settings = make_qapplication(), Settings()
print(settings.last_source, settings.last_tab)
settings.left(None, "bank", "code")
print(settings.last_source, settings.last_tab)
""") == ["None None", "bank code"]


def test_every_named_part_exists():
    """Else the list above would say nothing."""
    import importlib.util

    ours = [name for name in LATER if name.startswith("attnviz.")]
    assert [name for name in ours if importlib.util.find_spec(name) is None] == []
