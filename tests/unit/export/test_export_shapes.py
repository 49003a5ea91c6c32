"""The pictures of a model's shape: to scale, wired rightly, with the numbers of the ledger."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnviz.core.growth import growth
from attnviz.core.ledger import totals
from attnviz.core.model_shape import Experts, ModelShape, Recurrence
from attnviz.document import lessons, model_presets
from attnviz.document.derive import derive
from attnviz.document.model_shape import with_shape
from attnviz.document.shape_file import LIMITS
from attnviz.document.shape_notes import whole
from attnviz.document.shapes_look import MAX_BATCH, MAX_N, PICTURES, ShapesLook
from attnviz.document.view_state import ViewState
from attnviz.export.figure import Path, Rect, Text
from attnviz.export.layer_figure import weight_blocks
from attnviz.export.recurrence_figure import kept
from attnviz.export.scene import Scene
from attnviz.export.shape_sheet import Subject
from attnviz.export.shapes_figure import LEAST_WIDTH, shapes_figure
from attnviz.export.views import view_figure
from attnviz.export.wiring_figure import right_head, tiled_head
from attnviz.i18n import NumberFormat

FORM = NumberFormat()


def measure(text: str, size: float, bold: bool) -> float:
    return len(text) * size * 0.56


def scene(model: str | None = None, lesson: str = "gato", **look) -> Scene:
    document = lessons.load(lesson, "en").document
    if model is not None:
        document = with_shape(document, model_presets.load(model))
    view = ViewState(tab="shapes", shapes=ShapesLook(**look))
    return Scene(document=document, trace=derive(document).for_head(0), view=view, form=FORM)


def texts(figure) -> str:
    return "\n".join(item.text for item in figure.items if isinstance(item, Text))


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("width", [0.0, 756.0, 980.0])
@pytest.mark.parametrize("n", [1, 2, 1024, 1_048_576])
def test_nothing_leaves_a_picture(picture, width, n):
    for name in (*model_presets.shipped(), None):
        figure = shapes_figure(scene(name, n=n, picture=picture), measure, width)
        assert figure.width >= max(width, LEAST_WIDTH[picture])
        for item in figure.items:
            if isinstance(item, Text):
                taken = measure(item.text, item.size, item.bold)
                left = item.x - {"left": 0, "center": taken / 2, "right": taken}[item.align]
                assert left >= 0, (name, item)
                assert left + taken <= figure.width + 1, (name, item)
                assert 0 <= item.y <= figure.height
            elif isinstance(item, Rect):
                assert item.width > 0
                assert item.height > 0
                assert item.x + item.width <= figure.width + 1
                assert item.y + item.height <= figure.height


LARGEST = ModelShape(
    name="x" * 200,
    family="llama",
    gated=True,
    qk_norm=True,
    norm="layer",
    pattern=("linear", "sliding", "full"),
    recurrence=Recurrence(key_heads=4096, value_heads=4096, key_dim=2**16, value_dim=2**16, kernel=64),
    experts=Experts(count=2**16, chosen=2**16, intermediate=2**24, shared=2**24),
    **{name: LIMITS[name] for name in ("hidden", "n_layers", "n_heads", "n_kv_heads", "head_dim", "vocab", "context")},
)


@pytest.mark.parametrize("picture", PICTURES)
def test_the_largest_model_that_may_be_is_drawn(picture):
    document = with_shape(lessons.load("gato", "en").document, LARGEST)
    largest = replace(scene(n=MAX_N, batch=MAX_BATCH, picture=picture), document=document)
    figure = shapes_figure(largest, measure, 700)
    assert len(figure.items) < 5000
    assert figure.height < 4000


def test_matrices_are_drawn_on_one_scale():
    figure = shapes_figure(scene("qwen3.8-27b", n=8192), measure)
    sizes = [(item.width, item.height) for item in figure.items if isinstance(item, Rect) and item.height > 30][:4]
    unit = sizes[0][0] / 12_288
    expected = [(12_288, 5120), (1024, 5120), (1024, 5120), (5120, 6144)]
    assert sizes == [(pytest.approx(w * unit), pytest.approx(h * unit)) for w, h in expected]


def test_the_gate_alternates_with_the_query_head_by_head():
    shape = model_presets.load("qwen3.8-27b")
    subject = Subject(shape=shape, n=8, batch=1, dtype="bf16", form=FORM)
    parts = weight_blocks(subject)[0].parts
    assert parts == (("Q", 256), ("highlight", 256)) * 24


def test_the_right_wiring_repeats_and_the_wrong_one_tiles():
    shape = replace(model_presets.load("qwen3-4b"), n_heads=4, n_kv_heads=2)
    assert [right_head(shape, head) for head in range(4)] == [0, 0, 1, 1]
    assert [tiled_head(shape, head) for head in range(4)] == [0, 1, 0, 1]
    figure = shapes_figure(scene("qwen3.8-27b", picture="heads"), measure)
    wires = [item for item in figure.items if isinstance(item, Path)]
    assert len(wires) == 2 * 24
    ends = {item.points[1][0] for item in wires[:6]}
    assert len(ends) == 1, "six neighbours read the same kv-head"
    assert len({item.points[1][0] for item in wires[24:28]}) == 4, "tiled, four neighbours read four"
    assert "18 of 24 heads just read" in texts(figure)
    assert "Wrong" not in texts(shapes_figure(scene("gpt2", picture="heads"), measure))


def test_the_ledger_writes_every_total():
    found = totals(model_presets.load("qwen3-4b"))
    cost = growth(model_presets.load("qwen3-4b"), 4096, 2)
    said = texts(shapes_figure(scene("qwen3-4b", picture="ledger", n=4096, batch=2), measure))
    for value in (found.attention_layer, found.attention, found.model, cost.scores, cost.cache, cost.work):
        assert whole(value, FORM) in said
    assert "2 × 4,096 × 1,024" in said
    assert "self_attn.q_proj" in said


@pytest.mark.parametrize(("dtype", "expected"), [("fp32", "240 MiB"), ("bf16", "120 MiB"), ("int8", "60 MiB")])
def test_bytes_follow_the_dtype(dtype, expected):
    assert expected in texts(shapes_figure(scene("qwen3.8-27b", dtype=dtype), measure))


def test_only_the_layers_that_attend_have_a_square():
    figure = shapes_figure(scene("qwen3.8-27b", picture="stack"), measure)
    squares = [item for item in figure.items if isinstance(item, Rect) and item.stroke == "weights"]
    states = [item for item in figure.items if isinstance(item, Rect) and item.stroke == "V"]
    assert (len(squares), len(states)) == (16 + 1, 48 + 1)  # one of each is the legend's
    assert max(item.width for item in states) < min(item.width for item in squares[1:])


def test_the_state_stays_and_the_cache_grows():
    shape = model_presets.load("gpt2")
    sizes = [kept(Subject(shape=shape, n=n, batch=1, dtype="bf16", form=FORM)) for n in (10, 1000)]
    assert sizes == [(768, 10 * 2 * 768), (768, 1000 * 2 * 768)]
    said = texts(shapes_figure(scene("gpt2", picture="recurrence", n=1000), measure))
    assert "999 steps" in said


def test_the_chart_marks_n_and_what_the_model_was_made_for():
    said = texts(shapes_figure(scene("gpt2", picture="growth", n=512), measure))
    assert "n = 512" in said
    assert "made for 1,024" in said


def test_the_view_is_exported_as_it_is_shown():
    shown = scene("gpt2", picture="ledger")
    assert texts(view_figure(shown, measure)) == texts(shapes_figure(shown, measure))
    assert "GPT-2 small" in view_figure(shown, measure).title


def test_a_document_of_q_k_and_v_is_drawn_without_projections():
    said = texts(shapes_figure(scene(None, "bank"), measure))
    assert "n × 2" in said
    assert "W_Q" not in said
