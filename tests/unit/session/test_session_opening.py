"""What a person names becomes a document; what is wrong with it is said with the file's name."""

from __future__ import annotations

import json

import numpy as np
import pytest

from attnviz.document import lessons
from attnviz.document.document import MatrixSource, SentenceSource
from attnviz.document.edits import sentence_document
from attnviz.document.projection_edits import embedded
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import LANGUAGES, number_format
from attnviz.session.language import Language
from attnviz.session.opening import apply_settings, open_matrices, open_source

Q, K, V = [[2.0, 0], [1, 2]], [[1.0, 0], [1, 1]], [[1.0, 0], [0.5, 0.5]]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in, with Q, K and V in several forms."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.csv").write_text("2,0\n1,2\n")
    (tmp_path / "my_K.tsv").write_text("1\t0\n1\t1\n")
    np.save(tmp_path / "values-v.npy", np.array(V))
    np.savez(tmp_path / "head.npz", Q=Q, K=K, V=V, tokens_q=["a", "b"], tokens_k=["c", "d"])
    (tmp_path / "head.json").write_text(json.dumps({"Q": Q, "K": K, "tokens_q": ["á", "<b>"]}))
    (tmp_path / "text.txt").write_text("The cat\nsat.\r\n", encoding="utf-8")
    return tmp_path


def assert_matrices(document, v=V):
    source = document.source
    assert isinstance(source, MatrixSource)
    for name, expected in (("Q", Q), ("K", K), ("V", v)):
        np.testing.assert_array_equal(getattr(source, name), expected)


# lessons ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", lessons.shipped())
def test_a_lesson_by_id_and_by_title(name, language):
    for asked in (name, lessons.load(name, "en").title, lessons.load(name, "pt_BR").title):
        opened = open_source(asked, language)
        assert opened.document.lesson == name
        assert opened.document.name == lessons.load(name, language).title
        assert opened.view == lessons.load(name, language).view


def test_a_lesson_wins_over_a_file_without_an_ending(folder):
    (folder / "bank").write_text("hello")
    assert open_source("bank", "en").document.lesson == "bank"


def test_what_is_neither_is_named():
    with pytest.raises(InputError, match=r"“nowhere”.*bank"):
        open_source("nowhere", "en")


# files --------------------------------------------------------------------------------------------------------


def test_a_text(folder):
    opened = open_source("text.txt", "en")
    assert opened.document.source.tokens == ("The", "cat", "sat", ".")
    assert opened.document.name == "text"
    assert opened.view.tab == "matrix"


def test_a_text_with_another_ending(folder):
    (folder / "poem.md").write_text("hello there")
    assert open_source("poem.md", "en").document.source.tokens == ("hello", "there")


def test_arrays_of_one_head(folder):
    opened = open_source("head.npz", "en")
    assert_matrices(opened.document)
    assert opened.document.source.tokens_q == ("a", "b")
    assert opened.document.source.tokens_k == ("c", "d")
    assert not opened.document.source.shared
    assert opened.view.tab == "steps"
    assert opened.document.name == "head"


def test_arrays_without_values(folder):
    document = open_source("head.json", "en").document
    assert_matrices(document, np.eye(2))
    assert document.source.tokens_q == document.source.tokens_k == ("á", "<b>")


def test_a_path_in_another_folder(folder, monkeypatch, tmp_path_factory):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert_matrices(open_source(str(folder / "head.npz"), "en").document)


# Q, K and V by their names ------------------------------------------------------------------------------------


def test_files_are_told_apart_by_letter_in_any_order(folder):
    paths = [folder / name for name in ("values-v.npy", "q.csv", "my_K.tsv")]
    assert_matrices(open_matrices(paths, None).document)


@pytest.mark.parametrize("name", ["Q.csv", "q.csv", "my_q.csv", "q_layer1.csv", "layer1-Q.csv", "2q.csv"])
def test_names_that_say_q(folder, name):
    (folder / name).write_text("2,0\n1,2\n")
    assert_matrices(open_matrices([folder / name, folder / "my_K.tsv", folder / "values-v.npy"], None).document)


@pytest.mark.parametrize("name", ["matrix.csv", "question.csv", "bank.csv", "qk.csv"])
def test_names_that_do_not_say(folder, name):
    (folder / name).write_text("2,0\n1,2\n")
    with pytest.raises(InputError, match=f"{name} does not say"):
        open_matrices([folder / name, folder / "my_K.tsv"], None)


def test_the_same_letter_twice(folder):
    (folder / "other_q.csv").write_text("1,1\n1,1\n")
    with pytest.raises(InputError, match=r"other_q.csv.*once"):
        open_matrices([folder / "q.csv", folder / "other_q.csv"], None)


def test_what_is_missing_is_named(folder):
    with pytest.raises(InputError, match=r"K.*together"):
        open_matrices([folder / "q.csv", folder / "values-v.npy"], None)
    with pytest.raises(InputError, match="Q"):
        open_source("my_K.tsv", "en")


def test_what_is_not_given_is_kept(folder):
    document = open_source("head.npz", "en").document
    (folder / "v.csv").write_text("9\n8\n")
    changed = open_matrices([folder / "v.csv"], document).document
    assert_matrices(changed, [[9], [8]])
    assert changed.source.tokens_q == ("a", "b")


def test_labels_in_the_files_become_names(folder):
    (folder / "q.csv").write_text("token,x,y\ncat,2,0\nsat,1,2\n")
    (folder / "v.csv").write_text("token,seat,money\ncat,1,0\nsat,0.5,0.5\n")
    source = open_matrices([folder / "q.csv", folder / "my_K.tsv", folder / "v.csv"], None).document.source
    assert source.tokens_q == source.tokens_k == ("cat", "sat")
    assert source.value_names == ("seat", "money")
    assert source.shared


# settings -----------------------------------------------------------------------------------------------------


def test_matrices_and_text_come_before_what_needs_them(folder):
    document = sentence_document("a b")
    files = ["padding=1", "Q=q.csv", "K=my_K.tsv", "V=values-v.npy", "causal=on"]
    changed = apply_settings(document, files)
    assert_matrices(changed)
    assert changed.options.padding == 1
    assert changed.options.causal
    changed = apply_settings(changed, ["head=content", "d_k=8", "text=x = y"])
    assert isinstance(changed.source, SentenceSource)
    assert changed.source.tokens == ("x", "=", "y")
    assert changed.source.d_k == 8


@pytest.mark.parametrize("name", ["X", "W_Q", "W_O"])
def test_embeddings_do_not_go_into_matrices_by_hand(folder, name):
    with pytest.raises(InputError, match=f"{name} does not belong.*Q, K, V"):
        apply_settings(open_source("head.npz", "en").document, [f"{name}=q.csv"])


def test_queries_do_not_go_into_embeddings(folder):
    projected = embedded(("a", "b"), d_model=2)
    with pytest.raises(InputError, match=r"Q does not belong.*X, W_Q, W_K, W_V, W_O"):
        apply_settings(projected, ["Q=q.csv"])
    changed = apply_settings(projected, ["X=q.csv"])
    np.testing.assert_array_equal(changed.source.X, Q)


def test_no_settings_no_change():
    document = sentence_document("a b")
    assert apply_settings(document, []) is document


def test_a_wrong_setting_is_named_with_all_there_are():
    with pytest.raises(InputError, match=r"“size”.*text.*Q, K, V"):
        apply_settings(sentence_document("a"), ["size=3"])
    with pytest.raises(InputError, match="KEY=VALUE"):
        apply_settings(sentence_document("a"), ["causal"])


# what is wrong with a file ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("gone.txt", None, "no such file"),
        ("gone.npz", None, "no such file"),
        ("empty.txt", b"", "empty"),
        ("blank.txt", b" \n\n ", "empty"),
        ("long.txt", b"a " * 5000, "4096"),
        ("bytes.txt", b"\xff\xfe\x00", "UTF"),
        ("latin.txt", "praça".encode("latin-1"), "UTF-8"),
        ("nul.txt", b"a\0b", "NUL"),
        ("wrong.json", b"{", "JSON"),
        ("list.json", b"[1, 2]", "expected queries × keys"),
        ("no_k.json", b'{"Q": [[1]]}', "K"),
        ("nan.json", b'{"Q": [[NaN]], "K": [[1]]}', "nan"),
        ("shapes.json", b'{"Q": [[1, 2]], "K": [[1]]}', "1 × 2 .*1 × 1"),
        ("huge.json", b'{"Q": [[1e200]], "K": [[1e200]]}', "largest number"),
        ("names.json", b'{"Q": [[1]], "K": [[1]], "tokens_q": ["a", "b"]}', "tokens_q"),
        ("bad.npz", b"not a zip", "npz|zip|archive"),
    ],
)
def test_errors_name_the_file(folder, name, content, found):
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(InputError, match=found) as error:
        open_source(name, "en")
    assert name in str(error.value)
    assert str(error.value).endswith(".")


def test_a_folder_is_no_file(folder):
    (folder / "folder.txt").mkdir()
    with pytest.raises(InputError, match=r"folder.txt.*folder"):
        open_source("folder.txt", "en")


def test_matrices_that_do_not_fit_say_both_shapes(folder):
    (folder / "k.csv").write_text("1,2,3\n")
    with pytest.raises(ShapeError, match="Q is 2 × 2 and K is 1 × 3"):
        open_matrices([folder / "q.csv", folder / "k.csv"], None)


def test_a_wrong_table_names_its_file_and_place(folder):
    (folder / "k.csv").write_text("1,2\n3,x\n")
    with pytest.raises(InputError, match=r"k\.csv.*x"):
        open_matrices([folder / "q.csv", folder / "k.csv"], None)


# languages ----------------------------------------------------------------------------------------------------


def test_errors_are_said_in_the_persons_language(qapp, folder):
    speech = Language()
    speech.use("pt_BR")
    try:
        with pytest.raises(InputError, match=r"Não existe.*“nowhere”|não há.*“nowhere”|“nowhere”"):
            open_source("nowhere", "pt_BR")
        with pytest.raises(InputError) as error:
            open_source("gone.txt", "pt_BR")
        assert "no such file" not in str(error.value)
        assert "gone.txt" in str(error.value)
    finally:
        speech.use("en")
    with pytest.raises(InputError, match="no such file"):
        open_source("gone.txt", "en")
    assert number_format("pt_BR").decimal == ","
