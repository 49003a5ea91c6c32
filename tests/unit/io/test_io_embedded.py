"""The document inside a figure: it opens again as it was, and no hostile file does harm."""

from __future__ import annotations

import base64
import contextlib
import struct
import time
import tracemalloc
import zlib
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.figure_look import FigureLook
from attnviz.document.imported_view import picked_document
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.fonts import text_width
from attnviz.export.formats import file_bytes
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from attnviz.io.document_file import document_bytes
from attnviz.io.embedded import MOST_BYTES, embedded_document, png_with, svg_element
from attnviz.session.opening import open_file, open_source

pytestmark = pytest.mark.usefixtures("qapp")

EMPTY = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\0IEND\xaeB`\x82"  # no picture, but a PNG's frame
BOMB = '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "{}">{}]><svg>&b30;<metadata>{}</metadata></svg>'


def chunk(kind, data, crc=None):
    check = zlib.crc32(kind + data) if crc is None else crc
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def png(*chunks):
    return EMPTY[:8] + b"".join(chunks) + EMPTY[8:]


def ours(packed):
    return chunk(b"zTXt", b"attnviz document\0\0" + packed)


def figure(document, view, path, **look):
    trace = derive(document).for_head(view.head)
    scene = Scene(document=document, trace=trace, view=view, form=number_format("en"))
    path.write_bytes(file_bytes(scene, FigureLook(**look), path, text_width))
    return path


@pytest.mark.parametrize("ending", [".png", ".svg"])
@pytest.mark.parametrize("lesson", ["bank", "gato", "sentence", "way-back"])
def test_the_document_that_made_a_figure_opens(tmp_path, lesson, ending):
    made = lessons.load(lesson, "en")
    path = figure(made.document, made.view, tmp_path / f"a{ending}", dpi=48)
    opened = open_file(path, "en")
    assert document_bytes(opened.document, opened.view) == document_bytes(made.document, made.view)
    assert opened.path is None  # Save must not write a document over a picture
    np.testing.assert_array_equal(derive(opened.document).weights, derive(made.document).weights)


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_a_figure_is_a_source_of_the_command_line(tmp_path, ending):
    made = lessons.load("bank", "en")
    path = figure(made.document, made.view, tmp_path / f"a{ending}", dpi=48)
    assert open_source(str(path), "en").document.source.tokens_q == made.document.source.tokens_q


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_without_a_document_that_is_said(tmp_path, ending):
    made = lessons.load("bank", "en")
    path = figure(made.document, made.view, tmp_path / f"a{ending}", embed=False, dpi=48)
    with pytest.raises(InputError, match=f"a{ending}” holds no attnviz document"):
        open_file(path, "en")


def test_a_document_that_is_too_large_stays_outside(tmp_path):
    generator = np.random.default_rng(0)
    n = 500
    document = matrix_document(generator.normal(size=(n, 512)), generator.normal(size=(n, 512)))
    path = figure(document, ViewState(tab="matrix", numbers=False), tmp_path / "a.svg")
    assert path.stat().st_size < 2 * MOST_BYTES
    with pytest.raises(InputError, match="holds no attnviz document"):
        open_file(path, "en")


def test_imported_attention_opens_again_and_says_nothing_of_where_it_lay(tmp_path):
    weights = np.random.default_rng(1).dirichlet(np.ones(6), size=(2, 3, 6)).astype(np.float32)
    source = tmp_path / "secret place" / "weights.npy"
    source.parent.mkdir()
    np.save(source, weights)
    made = open_file(source, "en")
    view = replace(made.view, tab="matrix", layer=1, head=2)
    path = figure(picked_document(made.document, view), view, tmp_path / "a.svg")
    source.unlink()
    opened = open_file(path, "en")
    again = picked_document(opened.document, opened.view)
    np.testing.assert_allclose(derive(again).for_head(2).weights, weights[1, 2], rtol=1e-6)
    assert b"secret" not in embedded_document(path) + path.read_bytes()
    with ZipFile(BytesIO(embedded_document(path))) as archive:
        assert all(b"secret" not in archive.read(name) for name in archive.namelist())


@given(st.binary(max_size=400))
def test_any_bytes_come_back(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("any")
    (folder / "a.png").write_bytes(png_with(EMPTY, {"Title": "a\n“b” 🙂"}, data))
    (folder / "a.svg").write_text(f"<svg><metadata>{svg_element(data)}</metadata></svg>", encoding="utf-8")
    assert embedded_document(folder / "a.png") == embedded_document(folder / "a.svg") == data


def test_an_editor_may_give_the_element_a_prefix_and_break_its_lines(tmp_path):
    text = base64.encodebytes(b"x" * 300).decode()
    (tmp_path / "a.svg").write_text(
        f'<svg xmlns:n="urn:attnviz:document"><metadata>\n<n:attnviz-document\n  encoding="base64">\n{text}'
        "</n:attnviz-document></metadata></svg>",
        encoding="utf-8",
    )
    assert embedded_document(tmp_path / "a.svg") == b"x" * 300


@pytest.mark.parametrize("view", ["steps", "matrix", "code"])
def test_a_label_cannot_pass_for_the_document(tmp_path, view):
    label = svg_element(b"forged")
    document = matrix_document([[1.0]], [[1.0]], tokens_q=(label,), name=label)
    path = figure(document, ViewState(tab=view), tmp_path / "a.svg", embed=False, title=label)
    with pytest.raises(InputError, match="holds no attnviz document"):
        open_file(path, "en")


# hostile files ------------------------------------------------------------------------------------------------

ZEROS = zlib.compress(b"A" * 200_000_000)

HOSTILE = {
    "empty.png": b"",
    "other.png": b"GIF89a",
    "no-end.png": EMPTY[:8],
    "cut.png": png(ours(zlib.compress(b"QUJD")))[:-20],
    "long.png": EMPTY[:8] + struct.pack(">I4s", 0xFFFFFFFF, b"zTXt"),
    "bomb.png": png(ours(ZEROS)),
    "unpackable.png": png(ours(b"\xff" * 50)),
    "unended.png": png(ours(zlib.compress(b"QUJD" * 100)[:-8])),
    "crc.png": png(chunk(b"zTXt", b"attnviz document\0\0" + zlib.compress(b"QUJD"), crc=0)),
    "no-base64.png": png(ours(zlib.compress(b"\xff\xfe <"))),
    "no-zip.png": png(ours(zlib.compress(base64.b64encode(b"no archive")))),
    "chunks.png": EMPTY[:8] + chunk(b"tEXt", b"") * 200_000,
    "empty.svg": b"",
    "entities.svg": BOMB.format(
        "a" * 1000, "".join(f'<!ENTITY b{i} "{f"&b{i - 1};" * 20 if i else "&a;"}">' for i in range(31)), "&b30;"
    ).encode(),
    "entity-inside.svg": b"<svg><metadata><attnviz-document>&b;</attnviz-document></metadata></svg>",
    "unclosed.svg": b"<svg><metadata><attnviz-document>QUJD",
    "no-zip.svg": b"<svg><metadata><attnviz-document>QUJD</attnviz-document></metadata></svg>",
    "endless.svg": b"<attnviz-document" + b" a" * 5_000_000,
    "angles.svg": b"<" * 5_000_000,
    "names.svg": b"<a.a" * 2_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_a_sentence_soon_and_in_little_memory(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(HOSTILE[name])
    tracemalloc.start()
    start = time.monotonic()
    with pytest.raises(InputError) as caught:
        open_file(path, "en")
    taken = time.monotonic() - start
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert name in str(caught.value)
    assert peak < 60_000_000 + len(HOSTILE[name])
    assert taken < 20  # a bound against endless work, not a measurement


@given(st.binary(max_size=300), st.integers(0, 300), st.sampled_from([".png", ".svg"]))
@example(b"\t\t\r ", 70, ".svg")  # a member that would begin before the archive does
def test_a_damaged_figure_opens_or_is_refused(tmp_path_factory, noise, at, ending):
    made = lessons.load("bank", "en")
    data = document_bytes(made.document, made.view)
    whole = png_with(EMPTY, {}, data) if ending == ".png" else f"<svg>{svg_element(data)}</svg>".encode()
    path = tmp_path_factory.mktemp("noise") / f"a{ending}"
    path.write_bytes(whole[:at] + noise + whole[at + len(noise) :])
    with contextlib.suppress(InputError):  # and nothing else
        assert open_file(path, "en").document.source is not None
