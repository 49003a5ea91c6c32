"""Imported numbers that are none, on the page for the browser."""

from __future__ import annotations

import base64
import json
import re

import numpy as np
import pytest

from attnviz.core.stack import stack_of_arrays
from attnviz.document.imported_edits import imported_document
from attnviz.document.imported_source import Reading
from attnviz.export.palette import LIGHT
from tests.unit.export.browser import in_chromium, needs_chromium, page_of

pytestmark = pytest.mark.usefixtures("qapp")


def imported(A):
    tokens = tuple(f"t{i}" for i in range(len(A)))
    return imported_document(Reading(stack=stack_of_arrays([np.asarray(A)[None]]), tokens_q=tokens, tokens_k=tokens))


def with_strange(n):
    """Weights with a NaN, both infinities and a row of NaN alone; the numbers of their rows stay."""
    A = np.full((n, n), 1 / n)
    A[0, 1], A[1, 0], A[1, 2], A[2] = np.nan, np.inf, -np.inf, np.nan
    return A


def decoded(page):
    data = json.loads(re.search(r'<script [^>]*id="data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])
    held = data["heads"][0]["A"]
    values = np.frombuffer(base64.b64decode(held["data"]), dtype=f"<{held['type']}").reshape(held["shape"])
    seen = data["visible"] and np.unpackbits(np.frombuffer(base64.b64decode(data["visible"]), np.uint8))
    return values, None if seen is None else seen[: values.size].reshape(values.shape).astype(bool)


@pytest.mark.parametrize("n", [4, 30, 70])
def test_the_page_holds_what_is_no_number_as_it_is(n):
    A = with_strange(n)
    values, seen = decoded(page_of(imported(A)))
    hidden = np.arange(n)[:, None] == 2
    np.testing.assert_array_equal(values, np.where(hidden, 0, A).astype(np.float32))
    np.testing.assert_array_equal(seen, np.broadcast_to(~hidden, A.shape))


@pytest.mark.parametrize("size", [1e30, 1e308])
def test_the_page_holds_large_numbers_as_they_are(size):
    A = np.full((4, 4), size)
    with np.errstate(all="raise"):
        values, _ = decoded(page_of(imported(A)))
    np.testing.assert_allclose(values, A, rtol=1e-7)


SHOWN = """
const cell = (i, j) => { const td = document.querySelector(`td[data-row="${i}"][data-column="${j}"]`); return td && {
  text: td.textContent, kind: td.className, ground: getComputedStyle(td).backgroundColor,
  sign: getComputedStyle(td, "::before").content }; };
const said = (row) => { const f = document.getElementById("followed"); f.value = row;
  f.dispatchEvent(new Event("change"));
  return [document.getElementById("row-title").textContent, document.getElementById("bars").textContent,
          document.getElementById("bars").innerHTML.includes("NaN%"), reading()]; };
const reading = () => document.getElementById("reading").textContent;
"""


@needs_chromium
@pytest.mark.parametrize("dark", [False, True])
def test_the_page_shows_what_is_no_number_as_none(tmp_path, dark):
    page = page_of(imported(with_strange(4)))
    script = SHOWN + "return [cell(0, 1), cell(1, 0), cell(1, 2), cell(0, 0), cell(2, 1), said(0), said(1), said(3)];"
    nan, infinite, minus, plain, hidden, row, other, sound = in_chromium(tmp_path, page, script, dark=dark)
    assert [cell["text"] for cell in (nan, infinite, minus, plain, hidden)] == ["NaN", "∞", "−∞", "0.25", ""]
    assert [cell["kind"] for cell in (nan, infinite, minus, plain, hidden)] == [*("strange",) * 3, "", "hidden"]
    assert nan["ground"] == infinite["ground"] != plain["ground"]
    assert "· – bits" in row[0]
    assert "· – bits" in other[0]
    assert "2.00 bits" in sound[0]
    assert row[1].count("NaN") == 1
    assert not row[2]
    assert "weight 0.25, number 1 of 3" in row[3]


@needs_chromium
def test_small_cells_have_a_sign_and_the_reading_says_what_they_are(tmp_path):
    page = page_of(imported(with_strange(30)))
    move = """document.querySelector('td[data-row="0"][data-column="1"]').dispatchEvent(
        new MouseEvent("mouseover", { bubbles: true }));"""
    script = SHOWN + move + "return [cell(0, 1), cell(1, 0), cell(0, 0), reading()];"
    nan, infinite, plain, reading = in_chromium(tmp_path, page, script)
    assert (nan["sign"], infinite["sign"], plain["sign"]) == ('"×"', '"▲"', "none")
    assert reading == "t0 → t1: weight NaN, left out of all sums"


@needs_chromium
def test_a_picture_of_many_cells_has_the_ground_of_no_number(tmp_path):
    script = (
        SHOWN
        + """const canvas = document.querySelector("canvas"), context = canvas.getContext("2d");
        const part = (i, j) => { const k = canvas.width / 70; return context.getImageData(j * k, i * k, k, k).data; };
        const at = (i, j) => Array.from(part(i, j).slice(0, 3));
        const inks = (i, j) => new Set(new Uint32Array(part(i, j).buffer)).size;
        return [at(0, 1), at(1, 0), at(0, 0), said(0), [inks(0, 1), inks(1, 0), inks(1, 2), inks(0, 0), inks(2, 2)]];"""
    )
    nan, infinite, plain, row, inks = in_chromium(tmp_path, page_of(imported(with_strange(70))), script)
    assert nan == infinite == [int(LIGHT.strange[at : at + 2], 16) for at in (1, 3, 5)]
    assert plain != nan
    assert row[1].startswith("t1NaN"), "first of the bars"
    assert [found > 1 for found in inks] == [True, True, True, False, False], "these have a sign"
