"""The pictures of a model's shape: to scale, wired rightly, with the numbers of the ledger."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

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
from attnviz.export.fonts import text_width
from attnviz.export.layer_figure import weight_blocks
from attnviz.export.ledger_figure import memory_table, parameter_table, work_table
from attnviz.export.ledger_table import draw_tables, written
from attnviz.export.recurrence_figure import kept
from attnviz.export.scene import Scene
from attnviz.export.shape_sheet import Subject, new_sheet
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
    wires = [wire for wire in wires if wire.fill is None]
    assert len(wires) == 2 * 24
    assert {wire.colour for wire in wires} == {"ink", "muted", "danger"}, "the colours of Q, K and V are theirs alone"
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
    assert "2 × n × 1,024" in said
    assert "self_attn.q_proj" in said


@pytest.mark.parametrize(("dtype", "expected"), [("fp32", "240 MiB"), ("bf16", "120 MiB"), ("int8", "60 MiB")])
def test_bytes_follow_the_dtype(dtype, expected):
    assert expected in texts(shapes_figure(scene("qwen3.8-27b", dtype=dtype), measure))


def test_only_the_layers_that_attend_have_a_square():
    figure = shapes_figure(scene("qwen3.8-27b", picture="stack"), measure)
    squares = [item for item in figure.items if isinstance(item, Rect) and item.stroke == "weights"]
    states = [item for item in figure.items if isinstance(item, Rect) and item.stroke == "output"]
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
    assert "made for 1,024 tokens" in said
    assert "4,096" in said, "the axis writes its numbers as the heading does"
    assert (
        "From n = 129 on the scores take more memory" in said
    )  # 2 · 64 numbers of K and V for each of a head's scores


def test_the_chart_says_which_axis_a_line_is_read_on_and_gives_both_units():
    figure = shapes_figure(scene("qwen3.8-27b", picture="growth"), measure)
    said = texts(figure).split("\n")
    assert "multiply-adds of attention of 16 layers (right)" in said
    assert all(f"{name} (left)" in said for name in ("scores: n²", "KV cache: n", "weights of attention"))
    assert "multiply-adds, MAC (right axis)" in said
    assert [text for text in said if text.endswith(" TMAC")]
    lines = {item.colour for item in figure.items if isinstance(item, Path) and len(item.points) > 5}
    assert lines <= {"scores", "K", "muted", "ink"}, "no line but the cache's has the colour of Q, K or V"


@pytest.mark.parametrize("height", [300.0, 420.0, 600.0, 900.0])
def test_the_charts_axis_lies_in_the_room_it_is_shown_in(height):
    figure = shapes_figure(scene("qwen3.8-27b", picture="growth"), measure, 700, height)
    axis = next(item for item in figure.items if isinstance(item, Text) and item.text == "tokens n")
    assert axis.y < max(height, 360)
    assert shapes_figure(scene("gpt2", picture="growth"), measure, 700).height > 500, "a file has room enough"


def test_every_picture_says_for_how_many_sequences_it_counts():
    for picture in PICTURES:
        said = texts(shapes_figure(scene("qwen3.5-9b", picture=picture, n=1024, batch=256), measure))
        assert "n = 1,024, for a batch of 256" in said, picture
        assert "batch" not in texts(shapes_figure(scene("qwen3.5-9b", picture=picture), measure)), picture
    said = texts(shapes_figure(scene("gpt2", n=1024, batch=4), measure))
    assert "4 × 12 × n × n" in said
    assert "96 MiB" in said  # of S, in bf16


def test_all_made_matrices_have_their_bytes():
    said = texts(shapes_figure(scene("gpt2", n=1024), measure)).split("\n")
    for title in ("X", "Q", "K", "V", "S", "A · V"):
        assert said[said.index(title) + 2].endswith("MiB"), title


def test_with_one_token_nothing_is_lost_on_the_way():
    for n, expected in (
        (1, "nothing has to be carried yet"),
        (2, "one step, which may lose some"),
        (3, "2 steps, and"),
    ):
        figure = shapes_figure(scene("gpt2", picture="recurrence", n=n), measure)
        assert expected in texts(figure)
        assert "0 step" not in texts(figure) + figure.description


# the ledger's work ----------------------------------------------------------------------------------------------


def numbers_of(table):
    return {entry.name: entry.cells for entry in table.entries}


@pytest.mark.parametrize("name", model_presets.shipped())
@pytest.mark.parametrize("batch", [1, 3])
def test_every_row_of_work_is_one_layer_times_the_layers_and_all_rows_are_the_sum(name, batch):
    subject = Subject(shape=model_presets.load(name), n=1024, batch=batch, dtype="bf16", form=FORM)
    *rows, last = work_table(subject).entries
    for row in rows:
        one, layers, all_layers = row.cells
        if one != "":
            assert one * layers == all_layers, row.name
    assert sum(row.cells[2] for row in rows) == last.cells[2] == growth(subject.shape, 1024, batch).work
    matrices = parameter_table(subject).entries
    attention = [row for row in matrices if row.colour != "ink"]  # Q, K, V and the last one
    found = next(row for row in rows if row.name == "matrices of attention")
    assert sum(row.cells[4] for row in attention) == found.cells[0]


def test_scores_are_counted_without_the_matrices_before_them():
    subject = Subject(shape=model_presets.load("qwen3.8-27b"), n=1024, batch=1, dtype="bf16", form=FORM)
    found = numbers_of(work_table(subject))
    assert found["Q · Kᵀ and A · V, all heads"] == (12_884_901_888, 16, 206_158_430_208)
    assert found["Sum of these: attention of 16 layers"] == ("", "", 1_924_145_348_608)
    gpt2 = numbers_of(work_table(replace(subject, shape=model_presets.load("gpt2"))))
    assert gpt2["Q · Kᵀ and A · V, all heads"] == (1_610_612_736, 12, 19_327_352_832)
    assert "Sum of these: the whole model" in gpt2


def test_the_memory_of_a_batch_is_that_of_all_its_sequences():
    subject = Subject(shape=model_presets.load("qwen3.5-9b"), n=64, batch=1, dtype="bf16", form=FORM)
    one, many = (memory_table(replace(subject, batch=batch)).entries for batch in (1, 256))
    assert [row.cells[0] for row in many] == [256 * row.cells[0] for row in one]
    assert many[0].name == "scores of one head, 256 × n × n"


@pytest.mark.parametrize("name", [*model_presets.shipped(), None])
@pytest.mark.parametrize(("n", "batch"), [(1, 1), (1024, 1), (MAX_N, MAX_BATCH)])
@pytest.mark.parametrize("width", [640.0, 800.0, 980.0, 1200.0])
def test_nothing_in_the_ledger_collides_or_is_cut(name, n, batch, width):
    figure = shapes_figure(scene(name, n=n, batch=batch, picture="ledger"), measure, width)
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for item in figure.items:
        if isinstance(item, Text) and item.y > 60:
            taken = measure(item.text, item.size, item.bold)
            left = item.x - (taken if item.align == "right" else 0)
            lines.setdefault(item.y, []).append((left, left + taken, item.text))
            assert "…" not in item.text
    for line in lines.values():
        for (_, end, text), (start, _, following) in pairwise(sorted(line)):
            assert start >= end + 8, (text, following)


@pytest.mark.parametrize("name", model_presets.shipped())
@pytest.mark.parametrize("room", [700.0, 1200.0])
def test_a_column_does_not_mix_powers_of_ten_with_longer_numbers_in_full(name, room):
    subject = Subject(shape=model_presets.load(name), n=MAX_N, batch=MAX_BATCH, dtype="bf16", form=FORM)
    for table in (parameter_table(subject), memory_table(subject), work_table(subject)):
        sheet = new_sheet(measure)
        draw_tables(sheet, [table], 0, room)
        columns: dict[float, list[str]] = {}
        for item in sheet.items:
            if isinstance(item, Text) and item.align == "right":
                columns.setdefault(item.x, []).append(item.text)
        for found in columns.values():
            full = [text for text in found if text.replace(",", "").isdigit()]
            assert max(map(len, full), default=0) <= len("999,999,999,999,999")
            if any("·" in text for text in found):
                assert max(map(len, full), default=0) <= len("999,999,999")


def test_small_numbers_stay_in_full_even_in_a_narrow_window(qapp):
    said = texts(shapes_figure(scene("gpt2", n=1024, picture="ledger"), text_width, 648))
    assert "1,811,939,328" in said  # multiply-adds of c_attn: 1024 · 768 · 2304
    assert "Attention, in one layer" in texts(shapes_figure(scene(picture="ledger"), measure))


def test_a_model_of_nothing_known_has_a_ledger():
    unknown = replace(model_presets.load("qwen3.8-27b"), pattern=("linear",))
    empty = replace(scene(picture="ledger"), document=with_shape(lessons.load("gato", "en").document, unknown))
    said = texts(shapes_figure(empty, measure))
    assert "64 layers without n × n scores" in said
    for picture in PICTURES:
        looked = replace(scene(picture=picture), document=empty.document)
        assert shapes_figure(looked, measure).items


@pytest.mark.parametrize(
    ("value", "limit", "expected"),
    [
        (4_503_599_627_370_496, 10**15, "4.50·10¹⁵"),
        (999_999_999_999_999, 10**15, "999,999,999,999,999"),
        (9_999_999_999_999_999, 10**15, "1.00·10¹⁶"),
        (1_000_000, 10**9, "1,000,000"),
    ],
)
def test_long_numbers_are_powers_of_ten(value, limit, expected):
    assert written(value, FORM, limit) == expected
    assert written(value, NumberFormat(","), limit) == expected.translate(str.maketrans(".,", ",."))


def test_the_view_is_exported_as_it_is_shown():
    shown = scene("gpt2", picture="ledger")
    assert texts(view_figure(shown, measure)) == texts(shapes_figure(shown, measure))
    assert "GPT-2 small" in view_figure(shown, measure).title


def test_a_document_of_q_k_and_v_is_drawn_without_projections():
    said = texts(shapes_figure(scene(None, "bank"), measure))
    assert "n × 2" in said
    assert "W_Q" not in said
