"""A few figures, kept as SVG: whatever changes in them is seen in a diff, and meant.

After a change that is meant, look at the new figures and keep them:
    UPDATE_SNAPSHOTS=1 python -m pytest tests/unit/export/test_export_snapshots.py
"""

from __future__ import annotations

import difflib
import os
from dataclasses import replace
from pathlib import Path

import pytest
from drawn import BANK, FOURTEEN

from attnviz.document.comparison import Comparison
from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_options
from attnviz.document.figure_look import FigureLook, Parts, with_preset
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.shapes_look import ShapesLook
from attnviz.document.view_state import ViewState
from attnviz.export.files import svg_of
from attnviz.export.fonts import text_width
from attnviz.export.formats import drawn_of
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import number_format
from attnviz.session.opening import open_source

pytestmark = pytest.mark.usefixtures("qapp")

FOLDER = Path(__file__).parent / "snapshots"
OWN = FigureLook(embed=False)
ODD = ("<b>&\"'", "👩‍👩‍👧‍👦", "مرحبا", "nul\0", "w" * 200)

SNAPSHOTS = {
    "bank-steps": (BANK, ViewState(tab="steps", query=1), OWN),
    "fourteen-matrix": (FOURTEEN, ViewState(tab="matrix"), OWN),
    "masked-column": (
        with_options(FOURTEEN, causal=True),
        ViewState(tab="matrix", query=5),
        replace(with_preset(OWN, "column"), title="Causal", caption="Nobody looks ahead."),
    ),
    "bare-dark": (
        sentence_document("one two three four", head="previous"),
        ViewState(tab="matrix"),
        replace(OWN, theme="dark", background="transparent", parts=Parts(
            heading=False, numbers=False, margins=False, measures=False, colour_bar=False, health=False, row=False,
        )),
    ),
    "column-steps": (BANK, ViewState(tab="steps", query=1), with_preset(OWN, "column")),
    "column-gradient": (BANK, ViewState(tab="gradient", query=1), with_preset(OWN, "column")),
    "slide-code": (BANK, ViewState(tab="code"), with_preset(OWN, "slide")),
    "arcs": (FOURTEEN, ViewState(tab="matrix", drawing="arcs"), OWN),
    "heads": (open_source("gato", "en").document, ViewState(tab="heads"), OWN),
    "shapes-ledger": (
        open_source("gato", "en").document, ViewState(tab="shapes", shapes=ShapesLook(picture="ledger")), OWN,
    ),
    "compare-slide": (
        BANK,
        ViewState(tab="matrix", drawing="compare", compare=Comparison(kind="divide")),
        with_preset(OWN, "slide"),
    ),
    "hostile": (
        matrix_document([[2.0, 0], [1, 2], [0, 1], [1, 1], [0, 0]], [[1.0, 0], [1, 1], [0, 2], [1, 0], [2, 1]],
                        tokens_q=ODD, name=ODD[0]),
        ViewState(tab="matrix", query=4),
        replace(OWN, title=ODD[0], caption=ODD[2]),
    ),
}  # fmt: skip


def text_of(name):
    document, view, look = SNAPSHOTS[name]
    scene = whole_scene(document, view, number_format("en"), trace=derive(document))
    return svg_of(drawn_of(scene, look, text_width))


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_figure_is_as_it_was(name):
    path, found = FOLDER / f"{name}.svg", text_of(name)
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(found, encoding="utf-8", newline="\n")
    kept = path.read_text(encoding="utf-8")
    changed = difflib.unified_diff(kept.splitlines(), found.splitlines(), "kept", "now", lineterm="", n=0)
    assert kept == found, "\n".join(list(changed)[:40])


def test_every_snapshot_is_of_a_figure():
    assert {path.stem for path in FOLDER.iterdir()} == set(SNAPSHOTS)


def test_a_figure_is_the_same_twice():
    assert text_of("fourteen-matrix") == text_of("fourteen-matrix")
