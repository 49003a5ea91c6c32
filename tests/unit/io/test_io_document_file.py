"""The .attnviz document: what was made comes back, to the last bit, and what is broken is refused in a sentence."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.document import edits, lessons, projection_edits, upstream_edits
from attnviz.document.colour_choice import ColourChoice
from attnviz.document.document import HEADS
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.io.document_file import MAIN, VERSION, document_bytes, load_document, save_document

numbers = st.floats(-1e6, 1e6)
names = st.text(max_size=12)
SENTENCE = edits.sentence_document("um banco na praça")


def same(one, other) -> bool:
    """Equal in every field, arrays bit for bit."""
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and one.dtype == other.dtype and np.array_equal(one, other)
    if is_dataclass(one):
        return type(one) is type(other) and all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    return type(one) is type(other) and one == other


@st.composite
def by_hand(draw):
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(4))

    def matrix(rows, columns):
        return draw(hnp.arrays(np.float64, (rows, columns), elements=numbers))

    document = matrix_document(
        matrix(n_q, d_k),
        matrix(n_k, d_k),
        matrix(n_k, d_v),
        tokens_q=[draw(names) for _ in range(n_q)],
        tokens_k=[draw(names) for _ in range(n_k)],
        value_names=[draw(names) for _ in range(d_v)] if draw(st.booleans()) else (),
        name=draw(names),
    )
    if draw(st.booleans()):
        document = upstream_edits.with_values(document, draw(hnp.arrays(np.float64, (n_q, d_v), elements=numbers)))
    return edits.with_options(
        document,
        divide=draw(st.booleans()),
        temperature=draw(st.floats(0.01, 10)),
        causal=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 4)),
        padding=draw(st.integers(0, n_k - 1)),
    )


@st.composite
def sentences(draw):
    words = " ".join(draw(st.lists(st.sampled_from(["um", "banco", "👩‍👧", "שלום", "<b>"]), min_size=1, max_size=6)))
    document = edits.sentence_document(words, head=draw(st.sampled_from(HEADS)), d_k=draw(st.integers(1, 512)))
    return edits.with_seed(edits.with_decay(document, draw(st.floats(0, 3))), draw(st.integers(0, 2**40)))


@st.composite
def layers(draw):
    n_kv = draw(st.integers(1, 2))
    document = projection_edits.embedded(
        ("a", "b", "c"), d_model=draw(st.integers(1, 4)), n_heads=2 * n_kv, d_k=draw(st.integers(1, 3))
    )
    document = projection_edits.with_heads(document, 2 * n_kv, n_kv)
    document = projection_edits.with_gate(document, draw(st.booleans()))
    document = projection_edits.with_output_projection(document, draw(st.booleans()))
    return projection_edits.with_layer_norm(document, draw(st.booleans()), draw(st.sampled_from([0.0, 1e-5])))


documents = by_hand() | sentences() | layers()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(documents)
def test_a_document_comes_back_as_it_was(tmp_path, document):
    path = tmp_path / "one.attnviz"
    view = ViewState(tab="matrix", query=2, key=1, numbers=False)
    save_document(path, document, view)
    again, looked = load_document(path)
    assert same(again, document)
    assert looked == view
    assert document_bytes(again, looked) == path.read_bytes(), "saved again, it is the same file"


@pytest.mark.parametrize("name", lessons.shipped())
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_every_lesson_comes_back_as_it_was(tmp_path, name, language):
    lesson = lessons.load(name, language)
    save_document(tmp_path / "l.attnviz", lesson.document, lesson.view)
    document, view = load_document(tmp_path / "l.attnviz")
    assert same(document, lesson.document)
    assert view == lesson.view


def rewritten(path, change):
    """The file with its JSON changed."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    content = json.loads(members[MAIN])
    change(content)
    members[MAIN] = json.dumps(content).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "doc.attnviz"
    save_document(path, matrix_document([[1.0, 2]], [[3, 4]], [[5.0]]), ViewState())
    return path


def put(*path_and_value):
    *path, last, value = path_and_value

    def change(content):
        for key in path:
            content = content[key]
        content[last] = value

    return change


END = {"of": "scores", "low": None, "high": 1.0}


def test_a_newer_file_is_refused_politely(saved):
    rewritten(saved, put("format", f"attnviz document {VERSION + 1}"))
    with pytest.raises(InputError, match=r"was saved by a newer attnviz: its format is 2, .* up to 1"):
        load_document(saved)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("format", "cookbook"), "format must be one of"),
        (put("document", "source", "kind", "cake"), "document.source.kind must be one of matrices, sentence, projec"),
        (put("document", "source", "Q", {"array": "nothing"}), "document.source.Q names the array nothing"),
        (put("document", "source", "tokens_q", ["a", "b"]), "Q"),
        (put("document", "options", "temperature", -1), "τ is -1"),
        (put("document", "options", "window", 0), "window is 0"),
        (put("document", "options", "divide", "yes"), "document.options.divide must be true or false"),
        (put("document", "source", "K", None), "document.source.K must be an object"),
        (put("document", "surprise", 1), '"?surprise"? is no key of document|surprise'),
        (put("document", "training", "n", -5), "n is -5"),
        (put("view", "tab", "kitchen"), "view.tab must be one of"),
        (put("view", "query", -1), "cannot be"),
        (put("view", "colour", "others", [END, END | {"high": 2.0}]), "one matrix two ranges"),
        (put("view", "colour", "others", [END | {"low": 5.0}]), "ends before it begins"),
        (put("view", "colour", "others", [END | {"low": 1.0}]), "ends before it begins"),
        (put("view", "colour", {"low": 2.0, "high": 1.0, "others": []}), "ends before it begins"),
        (put("document", "source", []), "document.source"),
    ],
)
def test_what_no_edit_could_have_made_is_refused(saved, change, said):
    rewritten(saved, change)
    with pytest.raises(InputError, match=said) as refusal:
        load_document(saved)
    assert "doc.attnviz" in str(refusal.value)


def test_a_field_that_an_older_file_does_not_have_takes_its_default(saved):
    def older(content):
        del content["document"]["training"], content["document"]["upstream"], content["view"]

    document, view = load_document(rewritten(saved, older))
    assert view == ViewState()
    assert document.training == SENTENCE.training


@pytest.mark.parametrize("quantity", ["weights", "scores", "scaled", "mask", "gradient"])
@pytest.mark.parametrize("ends", [(None, 0.3), (-1.0, 2.0), (None, None)])
def test_a_range_of_colours_from_before_there_was_one_for_each_matrix_stays_where_it_was_seen(saved, quantity, ends):
    low, high = ends

    def older(content):
        content["view"]["quantity"] = quantity
        del content["view"]["colour"]["others"]
        content["view"]["colour"] |= {"low": low, "high": high, "map": "cividis"}

    _, view = load_document(rewritten(saved, older))
    assert view.colour == ColourChoice(map="cividis").with_ends(quantity, low, high)
    for name in ("weights", "scores", "scaled", "gradient"):
        own = view.colour.of(name)
        seen = name == quantity or (name == "weights" and quantity == "mask")
        assert (own.low, own.high) == (ends if seen else (None, None))


def test_the_ranges_of_all_matrices_come_back(tmp_path):
    colour = ColourChoice(low=0.1, high=0.3).with_ends("gradient", None, 2.0).with_ends("scores", -1.0, 1.0)
    assert [ends.of for ends in colour.others] == ["scores", "gradient"]
    view = ViewState(quantity="scores", colour=colour)
    save_document(tmp_path / "a.attnviz", SENTENCE, view)
    assert load_document(tmp_path / "a.attnviz")[1] == view
    assert colour.with_ends("scores", None, None).with_ends("gradient", None, None).others == ()


def test_every_cut_of_a_file_is_refused(saved, tmp_path):
    data = saved.read_bytes()
    cut = tmp_path / "cut.attnviz"
    for end in range(0, len(data) - 1, 7):
        cut.write_bytes(data[:end])
        with pytest.raises(InputError, match="cut"):
            load_document(cut)


def test_a_zip_that_is_something_else_is_refused(tmp_path):
    path = tmp_path / "other.attnviz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("hello.txt", "x")
    with pytest.raises(InputError, match="no attnviz document"):
        load_document(path)


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path):
    path = tmp_path / "bomb.attnviz"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MAIN, b" " * 50_000_000)
    path.write_bytes(buffer.getvalue())
    with pytest.raises(InputError, match="too large"):
        load_document(path)


@pytest.mark.parametrize("filling", ["[],", "{},", "0,"])
def test_a_text_of_millions_of_values_is_refused_before_it_is_taken_apart(tmp_path, filling):
    text = '{"format": "attnviz document 1", "document": [' + filling * 2_000_000 + "0]}"
    with zipfile.ZipFile(tmp_path / "wide.attnviz", "w") as archive:
        archive.writestr("document.json", text)
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="too many lists"):
            load_document(tmp_path / "wide.attnviz")
        assert tracemalloc.get_traced_memory()[1] < 5 * len(text)
    finally:
        tracemalloc.stop()


def test_the_file_stays_as_it_was_when_writing_fails(saved, monkeypatch):
    before = saved.read_bytes()

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InputError, match="the disk is full"):
        save_document(saved, SENTENCE, replace(ViewState(), tab="matrix"))
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parent / "samples").glob("format-*.attnviz")), ids=lambda p: p.stem
)
def test_a_file_of_every_version_is_read(path):
    """Written once and kept: what a later program makes of it is what its name says."""
    document, _view = load_document(path)
    lesson = lessons.load(path.stem.removeprefix("format-1-"), "en")
    assert same(document.source, lesson.document.source)
    assert document.options == lesson.document.options


def test_imported_attention_of_the_first_version_is_read_with_how_it_was_looked_at():
    samples = Path(__file__).parent / "samples"
    document, view = load_document(samples / "imported-format-1.attnviz")
    with np.load(samples / "ok" / "npz_attentions_tokens.npz") as origin:
        A, tokens = origin["attentions"], tuple(origin["tokens"].tolist())
    source = document.source
    assert (source.n_layers, source.n_heads) == A.shape[:2]
    for layer, head in source.stack.places():
        np.testing.assert_array_equal(source.stack.head(layer, head), A[layer, head])
    assert source.reading.tokens_q == source.reading.tokens_k == tokens
    assert (view.tab, view.layer, view.head) == ("heads", 2, 1)
    assert (view.heads.order, view.heads.least, view.heads.layer, view.heads.head) == ("first", 0.25, 3, 2)
