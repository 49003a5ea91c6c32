"""Documents with a loss, their gradients, and the way back as the Gradient view draws and writes it."""

from __future__ import annotations

import json
from pathlib import Path

from attnviz.document import projection_edits
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.projection_edits import embedded
from attnviz.document.upstream_edits import with_upstream, with_values
from attnviz.export.figure import Text
from attnviz.export.fonts import text_width
from attnviz.export.gradient_chain import gradient_layout
from attnviz.export.gradient_row import GradientRow
from attnviz.export.gradient_sum import gradient_sum_figure
from attnviz.export.notation import STANDARD, Notation
from attnviz.i18n import NumberFormat

ENGLISH = NumberFormat()
NUMBERS = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))["d"]
SEED_ZERO = with_values(matrix_document(*(NUMBERS[name] for name in "QKV"), tokens_q=("a", "b", "c")), NUMBERS["dO"])
LAYER = with_upstream(embedded(["o", "gato", "subiu"], n_heads=2), preset="random")
FULL = projection_edits.with_output_projection(projection_edits.with_gate(LAYER, True), True)
TURNED = Notation(letters="OmegaAC", transposed=True, first_head=0)


def gradient(document, head=0):
    return derive_gradient(document, derive(document)).for_head(head)


def layout(document, notation=STANDARD, head=0):
    return gradient_layout(document, gradient(document, head), notation)


def texts(figure):
    return [item.text for item in figure.items if isinstance(item, Text)]


def written(document, query=1, width=1200.0, form=ENGLISH, most_terms=7, **how):
    row = GradientRow(gradient(document), query, most_terms)
    return gradient_sum_figure(row, width=width, measure=text_width, form=form, **how)
