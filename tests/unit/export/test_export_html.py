"""The page for the browser: used in a real Chromium where one is installed, read as text everywhere."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from drawn import BANK, FOURTEEN, words

from attnviz.core.labels import visible_text
from attnviz.document.derive import derive
from attnviz.document.document import HEADS
from attnviz.document.edits import with_d_k, with_head, with_options
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.formats import FORMATS
from attnviz.export.html import MOST_LIVE, page_html
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import number_format
from attnviz.session.language import Language
from attnviz.session.opening import open_source
from tests.unit.export.browser import in_chromium, needs_chromium, page_of

pytestmark = pytest.mark.usefixtures("qapp")

GATO = open_source("gato", "en").document
HOSTILE = ("<b>", "</script><script>window.hit=1</script>", "<img src=x onerror='window.hit=1'>", "a&b\"'", "😀",
           "שלום",
           "x" * 200, "nul\0!", "{title}", "\u2028")  # fmt: skip


def hostile_document():
    n = len(HOSTILE)
    name = "</title><script>window.hit=1</script>&amp;{data}\0"
    return matrix_document(np.eye(n), np.eye(n), np.ones((n, 1)), tokens_q=HOSTILE, name=name)


NUMBERS = """
const plain = (values) => Array.from(values, (v) => Number.isFinite(v) ? v : String(v));
const found = Object.fromEntries(
  Object.entries(attnviz.steps()).map(([name, m]) => [name, [m.rows, m.columns, plain(m.values)]]));
"""


def matrix(found, name):
    rows, columns, values = found[name]
    return np.array(list(map(float, values))).reshape(rows, columns)


def assert_numbers(found, document, head=0):
    trace = derive(document).for_head(head)
    for name, expected in (("scores", trace.scores), ("scaled", trace.scaled), ("weights", trace.weights)):
        np.testing.assert_allclose(matrix(found, name), expected, rtol=1e-11, atol=1e-12, err_msg=name)
    if trace.output is not None:
        np.testing.assert_allclose(matrix(found, "output"), trace.output, rtol=1e-11, atol=1e-12)


# numbers -----------------------------------------------------------------------------------------------------

MASKED = with_options(FOURTEEN, causal=True)
CASES = {
    "bank": BANK,
    "fourteen": FOURTEEN,
    "masked": MASKED,
    "window": with_options(FOURTEEN, window=3, temperature=0.5),
    "undivided": with_options(FOURTEEN, divide=False),
    "a row that sees nothing": with_options(FOURTEEN, window=1, padding=1),
    "huge": with_options(matrix_document([[1e150], [1]], [[1e150], [-1e150]], tokens_q=("a", "b")), divide=False),
    "rectangle": matrix_document([[1.0, 2]], [[1.0, 0], [0, 1], [1, 1]], [[1.0], [2], [3]], tokens_q=("q",),
                                 tokens_k=("a", "b", "c")),
    "64": words(64),
}  # fmt: skip


@needs_chromium
@pytest.mark.parametrize("name", CASES)
def test_the_page_computes_the_same_numbers(tmp_path, name):
    assert_numbers(in_chromium(tmp_path, page_of(CASES[name]), NUMBERS + "return found;"), CASES[name])


@needs_chromium
@pytest.mark.parametrize("head", range(4))
def test_the_four_heads_of_a_sentence(tmp_path, head):
    script = (
        f"fields = document.getElementById('head'); fields.value = {head}; fields.dispatchEvent(new Event('change'));"
    )
    found = in_chromium(tmp_path, page_of(MASKED), f"let fields; {script}{NUMBERS}return found;")
    assert_numbers(found, with_head(MASKED, HEADS[head]))


@needs_chromium
def test_the_heads_of_projections(tmp_path):
    script = "const head = document.getElementById('head'); head.value = 1; head.dispatchEvent(new Event('change'));"
    assert_numbers(in_chromium(tmp_path, page_of(GATO), script + NUMBERS + "return found;"), GATO, head=1)


def with_slider(d_k):
    """Moves the slider of d_k."""
    return (
        f"const d = document.getElementById('d_k'); d.value = {d_k};"
        "d.dispatchEvent(new Event('input')); attnviz.refresh();"
    )


@needs_chromium
@pytest.mark.parametrize("d_k", [1, 7, 200])
@pytest.mark.parametrize("head", ["content", "mixed"])
def test_the_slider_of_d_k(tmp_path, d_k, head):
    document = with_head(FOURTEEN, head)
    script = with_slider(d_k)
    found = in_chromium(tmp_path, page_of(document), script + NUMBERS + "return found;")
    assert_numbers(found, with_d_k(document, d_k))


@needs_chromium
def test_the_slider_of_matrices_by_hand_takes_components_away(tmp_path):
    script = with_slider(1)
    found = in_chromium(tmp_path, page_of(BANK), script + NUMBERS + "return [found, d.max];")
    assert_numbers(found[0], with_d_k(BANK, 1))
    assert found[1] == "2"


@needs_chromium
def test_the_division_can_be_switched_off(tmp_path):
    found = in_chromium(
        tmp_path, page_of(BANK), "document.getElementById('divide').click();" + NUMBERS + "return found;"
    )
    assert_numbers(found, with_options(BANK, divide=False))


# reading -----------------------------------------------------------------------------------------------------


@needs_chromium
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_cells_are_written_as_the_program_writes_them(tmp_path, language):
    script = """return [...document.querySelectorAll('tbody tr')].map(
      (r) => [...r.querySelectorAll('td')].map((c) => c.textContent));"""
    form = number_format(language)
    found = in_chromium(tmp_path, page_of(FOURTEEN, language=language), script)
    assert found == [[form.fixed(float(a), 2) for a in row] for row in derive(FOURTEEN).weights]


@needs_chromium
def test_an_exact_half_is_rounded_to_the_even_digit(tmp_path):
    V = [[0.125], [0.375], [-0.125]]
    document = matrix_document([[0.0]] * 3, [[0.0]] * 3, V, tokens_q=("a", "b", "c"))
    script = """const s = document.getElementById('step'); s.value = 'V'; s.dispatchEvent(new Event('change'));
    return [...document.querySelectorAll('td[data-row]')].map((c) => c.textContent);"""
    assert in_chromium(tmp_path, page_of(document), script) == [number_format("en").fixed(v[0], 2) for v in V]


@needs_chromium
def test_hovering_and_keys_read_the_cell(tmp_path):
    script = """
    const cell = (i, j) => document.querySelector(`td[data-row="${i}"][data-column="${j}"]`);
    const reading = document.getElementById('reading'), said = [];
    cell(1, 2).dispatchEvent(new MouseEvent('mouseover', {bubbles: true}));
    said.push(reading.textContent);
    cell(1, 0).focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'Home']) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
      said.push(reading.textContent);
    }
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}));
    const marked = [...document.querySelectorAll('tr[aria-selected="true"] th')].map((t) => t.textContent);
    return [said, marked, document.getElementById('row-title').textContent, document.getElementById('followed').value];
    """
    said, marked, title, followed = in_chromium(tmp_path, page_of(BANK, query=1), script)
    assert said[0].startswith("banco → praça: score 4.00, scaled 2.83, weight 0.62, number 1 of 3")
    assert [line.split(":")[0] for line in said[1:]] == ["banco → banco", "praça → banco", "praça → sentei"]
    assert marked == ["praça"]
    assert "praça" in title
    assert followed == "2"


@needs_chromium
def test_one_cell_at_a_time_is_in_the_tab_order(tmp_path):
    script = """const cells = [...document.querySelectorAll('td[data-row]')];
    return [cells.length, cells.filter((c) => c.tabIndex === 0).length,
      cells.every((c) => c.textContent),
      document.querySelectorAll('th[scope=col]').length, document.querySelectorAll('th[scope=row]').length,
      [...document.querySelectorAll('select, input')].every(
        (f) => f.labels.length === 1 && f.labels[0].textContent.trim())];"""
    assert in_chromium(tmp_path, page_of(FOURTEEN), script) == [196, 1, True, 14, 14, True]


@needs_chromium
def test_masked_cells_are_hatched_and_said(tmp_path):
    script = """const cell = document.querySelector('td[data-row="2"][data-column="9"]');
    return [cell.classList.contains('hidden'), cell.textContent, cell.getAttribute('aria-label')];"""
    assert in_chromium(tmp_path, page_of(MASKED), script) == [True, "", "three may not look at ten"]


@needs_chromium
def test_the_row_is_written_out(tmp_path):
    script = "return [...document.querySelectorAll('#sum p')].map((p) => p.textContent);"
    lines = in_chromium(tmp_path, page_of(BANK, query=1), script)
    assert lines[0] == "praça: 4.00 / 1.41 = 2.83, and e to it over the row’s sum is 0.62"
    assert lines[-1] == "mixture of values: 0.85 · 0.15"


@needs_chromium
def test_a_row_that_sees_nothing_has_no_entropy(tmp_path):
    script = """const follow = document.getElementById('followed'), title = document.getElementById('row-title');
    return [...follow.options].map((option) => {
      follow.value = option.value; follow.dispatchEvent(new Event('change')); return title.textContent; });"""
    document = CASES["a row that sees nothing"]
    titles = in_chromium(tmp_path, page_of(document), script)
    for title, row in zip(titles, derive(document).for_head(0).visible, strict=True):
        assert title.endswith("· 0.00 bits" if row.any() else "· – bits")


@needs_chromium
def test_large_attention_is_a_picture_with_the_same_reading(tmp_path):
    document = words(MOST_LIVE + 6)
    script = (
        NUMBERS
        + """
    const canvas = document.querySelector('canvas'), context = canvas.getContext('2d');
    canvas.focus();
    canvas.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true, cancelable: true}));
    return [found, canvas.width, document.getElementById('reading').textContent,
      Array.from(context.getImageData(3, 3, 1, 1).data)];"""
    )
    found, width, said, pixel = in_chromium(tmp_path, page_of(document), script)
    assert list(found) == ["weights"]
    np.testing.assert_array_equal(matrix(found, "weights"), derive(document).weights.astype(np.float32))
    assert width == MOST_LIVE + 6
    assert said.startswith("w1 → w0: weight")
    assert pixel[3] == 255
    assert pixel[:3] != [255, 255, 255]


@needs_chromium
def test_light_and_dark(tmp_path):
    script = """const cell = document.querySelector('td[data-row="0"][data-column="2"]');
    return [getComputedStyle(document.body).backgroundColor, cell.style.background];"""
    light, dark = (in_chromium(tmp_path, page_of(BANK), script, dark=dark) for dark in (False, True))
    assert light[0] == "rgb(246, 246, 244)"
    assert dark[0] == "rgb(23, 24, 28)"
    assert light[1] != dark[1]


@needs_chromium
def test_hostile_labels_are_only_text(tmp_path):
    script = """return [typeof window.hit, document.title, document.querySelectorAll('img, b').length,
      [...document.querySelectorAll('tbody th')].map((t) => t.textContent),
      [...document.querySelectorAll('#followed option')].map((t) => t.textContent),
      document.getElementById('sum').textContent];"""
    hit, title, images, rows, options, written = in_chromium(tmp_path, page_of(hostile_document(), query=5), script)
    assert hit == "undefined"
    assert images == 0
    assert title == "</title><script>window.hit=1</script>&amp;{data}\ufffd"
    assert rows == options == [visible_text(token) for token in HOSTILE]
    assert "\u2068שלום\u2069" in written


# as text -----------------------------------------------------------------------------------------------------


def test_the_page_asks_nobody_for_anything():
    page = page_of(BANK)
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|url\(|@import|src=|href=", page)


@pytest.mark.parametrize(("language", "lang"), [("en", "en"), ("pt_BR", "pt-BR")])
def test_the_page_speaks_the_documents_language(language, lang):
    speech = Language()
    speech.use(language)
    try:
        page = page_of(BANK, language=language)
    finally:
        speech.use("en")
    assert f'<html lang="{lang}">' in page
    assert f'"decimal":"{number_format(language).decimal}"' in page


def test_the_page_says_what_made_it():
    assert '<meta name="generator" content="made by us">' in page_of(BANK)


@pytest.mark.parametrize(("document", "most"), [(BANK, 45_000), (FOURTEEN, 150_000), (words(64), 450_000)])
def test_the_page_is_small(document, most):
    assert len(page_of(document).encode("utf-8")) < most


def test_too_much_attention_is_refused():
    scene = whole_scene(words(70), ViewState(tab="matrix"), number_format("en"))
    huge = replace(scene.trace, weights=np.broadcast_to(np.float32(0), (1025, 1024)))
    with pytest.raises(InputError, match="too many for a page"):
        page_html(replace(scene, trace=huge))


def test_half_an_emoji_does_no_harm():
    document = matrix_document([[1.0]], [[1.0]], tokens_q=("\ud83d",), name="\ud83d")
    page_of(document).encode("utf-8")


def test_the_page_is_a_format_like_any_other():
    assert ".html" in FORMATS
