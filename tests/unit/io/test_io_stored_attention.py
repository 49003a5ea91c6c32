"""Imported attention in an .attnviz: inside it while small, else in its own file, which must still be the same."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attnviz.core.layers import BFLOAT16
from attnviz.core.softmax import softmax
from attnviz.document import stored_attention
from attnviz.document.imported_edits import with_holds, with_words
from attnviz.document.imported_source import Treatment, imported
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.io.attention_objects import attention_of
from attnviz.io.document_file import document_bytes, load_document, save_document
from attnviz.session.attention_opening import attention_opened, open_attention
from tests.examples import examples

SAMPLES = Path(__file__).parent / "samples" / "ok"


def opened(A, tokens=None):
    return attention_opened(attention_of(A, tokens), (), {}).document


def again(document, path, view=None):
    save_document(path, document, view or ViewState())
    return load_document(path)


def same_numbers(one, other) -> None:
    assert list(one.stack.places()) == list(other.stack.places())
    for place in one.stack.places():
        np.testing.assert_array_equal(one.stack.head(*place), other.stack.head(*place))
        assert one.stack.head(*place).dtype == other.stack.head(*place).dtype


@pytest.mark.parametrize(
    "path", sorted(SAMPLES.glob("*.np?")) + sorted(SAMPLES.glob("*.safetensors")), ids=lambda path: path.name
)
def test_every_sample_comes_back_to_the_last_bit(path, tmp_path):
    document = open_attention([path]).document
    view = ViewState(tab="heads", layer=1, head=2, average="heads")
    loaded, seen = again(document, tmp_path / "a.attnviz", view)
    one, other = document.source, loaded.source
    same_numbers(one, other)
    assert seen == view
    assert (one.tokens_q, one.tokens_k, one.seams, one.holds) == (
        other.tokens_q,
        other.tokens_k,
        other.seams,
        other.holds,
    )
    assert one.reading.notes == other.reading.notes
    assert one.stack.some.precision == other.stack.some.precision
    assert document_bytes(document, view) == document_bytes(loaded, view)


@settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_everything_chosen_comes_back(tmp_path, data):
    layers, heads, n = (data.draw(st.integers(1, 3)) for _ in range(3))
    r = np.random.default_rng(data.draw(st.integers(0, 99)))
    A = r.normal(size=(layers, heads, n, n)).astype(data.draw(st.sampled_from(["f2", "f4", "f8"])))
    if data.draw(st.booleans()):
        A[0, 0, 0] = np.nan
    document = opened(list(A), [data.draw(st.text(max_size=5)) for _ in range(n)])
    if data.draw(st.booleans()):
        document = with_holds(document, "scores")
    treatments = [
        Treatment(remedy="transpose"),
        Treatment(remedy="rescale", factor=data.draw(st.floats(0.01, 100))),
        Treatment(remedy="crop", rows=(0, n), keys=(n - 1, n)),
        Treatment(remedy="clear"),
    ]
    chosen = tuple(data.draw(st.lists(st.sampled_from(treatments[:2] + treatments[3:]), max_size=3)))
    document = replace(document, source=imported(document.source.reading, chosen, holds=document.source.holds, d_k=7))
    loaded, _ = again(document, tmp_path / "a.attnviz")
    same_numbers(document.source, loaded.source)
    assert loaded.source.treatments == chosen
    assert (loaded.source.holds, loaded.source.d_k) == (document.source.holds, 7)
    assert loaded.source.tokens_k == document.source.tokens_k


def test_words_stay_words(tmp_path):
    document = with_words(opened(softmax(np.zeros((2, 2, 3, 3))), ["▁o", "▁ga", "to"]), True)
    assert again(document, tmp_path / "a.attnviz")[0].source.tokens_k == ("o", "gato")


def test_numbers_rounded_to_bfloat16_still_count_as_rounded(tmp_path):
    document = open_attention([SAMPLES / "pt_list_bf16.pt"]).document
    assert document.source.stack.some.precision == BFLOAT16
    loaded, _ = again(document, tmp_path / "a.attnviz")
    assert loaded.source.stack.some.precision == BFLOAT16


@pytest.fixture
def large(tmp_path, monkeypatch):
    """A document whose attention is too large to lie in it, saved; the file with the numbers beside it."""
    monkeypatch.setattr(stored_attention, "MOST_INSIDE", 1000)
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / "weights.npy"
    np.save(path, softmax(np.random.default_rng(0).normal(size=(2, 2, 8, 8))))
    document = open_attention([path]).document
    saved = tmp_path / "a.attnviz"
    save_document(saved, document, ViewState())
    assert saved.stat().st_size < 5000
    return document, saved, path


def test_large_attention_is_read_from_its_own_file(large):
    document, saved, _ = large
    same_numbers(document.source, load_document(saved)[0].source)


def test_a_file_that_is_gone_is_named(large):
    _, saved, path = large
    path.unlink()
    with pytest.raises(InputError, match=r"weights\.npy.*no longer there"):
        load_document(saved)


def test_a_file_that_moved_beside_the_document_is_found(large):
    document, saved, path = large
    before = document.source.stack.head(1, 1)
    path.rename(saved.parent / path.name)
    loaded, _ = load_document(saved)
    np.testing.assert_array_equal(loaded.source.stack.head(1, 1), before)
    assert loaded.source.reading.files[0].path == str(saved.parent / path.name)


def test_a_file_that_changed_is_refused(large):
    _, saved, path = large
    np.save(path, softmax(np.random.default_rng(1).normal(size=(2, 2, 8, 8))))
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 5_000_000))
    with pytest.raises(InputError, match=r"weights\.npy.*changed"):
        load_document(saved)


def test_attention_from_nowhere_that_is_too_large_is_not_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(stored_attention, "MOST_INSIDE", 10)
    monkeypatch.setattr(stored_attention, "MOST_EVER", 100)
    with pytest.raises(InputError, match="no file"):
        save_document(tmp_path / "a.attnviz", opened(softmax(np.zeros((2, 2, 8, 8)))), ViewState())
    assert not (tmp_path / "a.attnviz").exists()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"d_k": 64', '"d_k": 0'),
        ('"seams": []', '"seams": [99]'),
        ('"treatments": []', '"treatments": [{"remedy": "crop", "rows": [0, 99], "keys": [0, 1]}]'),
        ('"treatments": []', '"treatments": [{"remedy": "rescale", "factor": -1}]'),
        ('"tokens_k": [', '"tokens_k": ["more", '),
    ],
)
def test_what_no_saving_could_have_written_is_refused(tmp_path, old, new):
    import io
    import re
    import zipfile

    data = document_bytes(opened(softmax(np.zeros((1, 1, 3, 3)))), ViewState())
    path = tmp_path / "a.attnviz"
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "document.json":
                text = re.sub(r"\[\s+\]", "[]", content.decode())
                assert old in text
                content = text.replace(old, new).encode()
            target.writestr(name, content)
    with pytest.raises(InputError, match=r"a\.attnviz"):
        load_document(path)
