"""Files of attention opened in the real window: what is shown, said, asked, mended and saved."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from attnviz.core.softmax import softmax
from attnviz.document.imported_source import ImportedSource
from attnviz.ui.question_dialog import QuestionDialog
from tests.gui.conftest import click, settle

SAMPLES = Path(__file__).parents[1] / "unit" / "io" / "samples"
TRUTH = np.load(SAMPLES / "truth.npz")
INDEX = {entry["file"]: entry for entry in json.loads((SAMPLES / "index.json").read_text(encoding="utf-8"))}
FOLDERS = (SAMPLES, Path(__file__).parents[1] / "data" / "exports")
FILES = [name for name in INDEX if any((folder / name).exists() for folder in FOLDERS)]
ASKED = {"ok/json_bertviz_encdec.json", "ok/encdec_three_kinds.npz", "odd/token_count_mismatch.json"}


def sample(name: str) -> Path:
    """A file of exported attention, good, odd or bad."""
    return next(folder / name for folder in FOLDERS if (folder / name).exists())


def answered(act, accept=True, **answers):
    """Do something that asks; answer the dialog. The questions that were asked."""
    seen: list[str] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QuestionDialog):
            QTimer.singleShot(20, answer)
            return
        seen.extend(dialog.lists)
        for kind, key in answers.items():
            dialog.lists[kind].setCurrentIndex(dialog.lists[kind].findData(key))
        if accept:
            dialog.accept()
        else:
            dialog.reject()

    QTimer.singleShot(0, answer)
    act()
    return seen


def problem(app) -> str:
    """The sentence of the dialog that is open, which is then closed; "" where there is none."""
    boxes = [box for box in app.window.findChildren(QMessageBox) if box.isVisible()]
    texts = [box.text() for box in boxes]
    for box in boxes:
        box.close()
    return " ".join(texts)


def strip(app):
    return app.window.matrix.findings


@pytest.mark.parametrize("name", FILES)
def test_every_sample_gives_its_right_answer(bank, name):
    entry, before = INDEX[name], bank.session.document
    path = sample(name)
    if name in ASKED:
        assert answered(lambda: bank.filing.open_files([path]))
    else:
        bank.filing.open_files([path])
    said = problem(bank)
    source = bank.session.document.source
    if isinstance(source, ImportedSource):
        assert not said
        assert entry["behaviour"] != "refuse"
        _check_numbers(bank, entry)
        for tab in ("matrix", "heads", "steps", "code"):
            bank.look(tab=tab)
    else:
        assert bank.session.document is before
        assert path.name in said
        assert "\n" not in said
        assert entry["behaviour"] != "open"


def _check_numbers(app, entry) -> None:
    """The head that is shown is the one that the truth names."""
    if "truth" not in entry:
        return
    name, part = re.fullmatch(
        r"(\w+)(\[.*\])?", entry["truth"].split(",")[0] if "[" not in entry["truth"] else entry["truth"]
    ).groups()  # of several sets, the first is shown
    truth = TRUTH[name]
    for index in (part or "").strip("[]").split(","):
        truth = (
            truth[: int(index[1:]), : int(index[1:])]
            if index.startswith(":")
            else truth[int(index)]
            if index
            else truth
        )
    source = app.session.document.source
    assert (source.n_q, source.n_k) == truth.shape[-2:]
    matrices = truth.reshape(-1, *truth.shape[-2:])
    assert source.stack.n_matrices == len(matrices)
    places = list(source.stack.places())
    for index in (0, len(places) - 1):
        app.look(layer=places[index][0], head=places[index][1])
        wanted = np.nan_to_num(matrices[index])
        np.testing.assert_allclose(app.scene.trace.weights, wanted, atol=entry.get("atol", 1e-6), rtol=0)


@pytest.fixture
def scores(bank):
    bank.filing.open_files([sample("odd/scores_unmasked.npy")])
    bank.look(tab="matrix")
    return bank


def test_scores_are_named_and_mended_with_one_click_and_undo(scores):
    assert "scores, not weights" in " ".join(strip(scores).sentences)
    before = scores.scene.trace.weights
    click(strip(scores).buttons["Apply the softmax"], strip(scores).buttons["Apply the softmax"].rect().center())
    np.testing.assert_allclose(scores.scene.trace.weights, softmax(before), atol=1e-12)
    assert "scores, not weights" not in " ".join(strip(scores).sentences)
    scores.session.undo_stack.undo()
    np.testing.assert_array_equal(scores.scene.trace.weights, before)
    assert "scores, not weights" in " ".join(strip(scores).sentences)


def test_options_belong_to_scores_alone(scores):
    controls = scores.window.controls
    assert not controls.divide.isEnabled()
    assert not controls.causal.isEnabled()
    assert scores.window.matrix.controls.quantity.count() == 2
    scores.importing.set_scores(True)
    assert controls.causal.isEnabled()
    controls.causal.click()
    assert not np.triu(scores.scene.trace.weights, 1).any()
    assert scores.window.matrix.controls.quantity.count() == 4


def test_percentages_are_divided(bank):
    bank.filing.open_files([sample("odd/percent.npy")])
    bank.look(tab="matrix")
    button = strip(bank).buttons["Rescale to weights"]
    click(button, button.rect().center())
    np.testing.assert_allclose(bank.scene.trace.weights.sum(1), 1, atol=1e-5)
    assert bank.window.controls.place.plain.isVisible()
    bank.window.controls.place.plain.click()
    np.testing.assert_allclose(bank.scene.trace.weights.sum(1), 100, atol=1e-3)


def test_the_notes_can_be_closed(scores):
    click(strip(scores).buttons["×"], strip(scores).buttons["×"].rect().center())
    assert strip(scores).isHidden()


def test_labels_that_do_not_fit_are_asked_about_and_never_guessed(bank):
    path = sample("odd/token_count_mismatch.json")
    assert answered(lambda: bank.filing.open_files([path])) == ["labels"]
    assert bank.scene.trace.tokens_k == tuple(str(i + 1) for i in range(10))
    tokens = json.loads(path.read_text(encoding="utf-8"))["tokens"]
    answered(bank.importing.read_otherwise, labels="last")
    assert bank.scene.trace.tokens_k[1].strip() == tokens[0].strip("▁ ")
    bank.session.undo_stack.undo()
    assert bank.scene.trace.tokens_k[1] == "2"


def test_cancelling_the_question_leaves_all_as_it_was(bank):
    before = bank.session.document
    answered(lambda: bank.filing.open_files([sample("odd/token_count_mismatch.json")]), accept=False)
    assert bank.session.document is before


@pytest.fixture
def model(start):
    return start(str(sample("ok/npz_attentions_tokens.npz")))


def test_keys_step_through_heads_and_layers(model):
    model.look(tab="matrix")
    window = model.window
    for key, modifiers, place in (
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier, (0, 1)),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier, (1, 1)),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.AltModifier, (1, 0)),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.AltModifier, (0, 3)),
    ):
        QTest.keyClick(window, key, modifiers)
        assert (model.scene.trace.place.layer, model.scene.trace.place.head) == place


def test_the_fields_choose_layer_head_and_mean(model):
    model.look(tab="matrix")
    place = model.window.controls.place
    place.layer.setFocus()
    place.layer.selectAll()
    QTest.keyClicks(place.layer, "3")
    QTest.keyClick(place.layer, Qt.Key.Key_Return)
    assert model.scene.trace.place.layer == 2
    QTest.keyClick(place.head, Qt.Key.Key_Up)
    assert model.scene.trace.place.head == 1
    place.average.setCurrentIndex(place.average.findData("heads"))
    place.average.activated.emit(place.average.currentIndex())
    np.testing.assert_allclose(model.scene.trace.weights, TRUTH["base"][2].mean(0), atol=1e-6)
    place.average.activated.emit(place.average.findData("rollout"))
    np.testing.assert_allclose(model.scene.trace.weights.sum(1), 1, atol=1e-6)


def test_pieces_become_words(model):
    model.look(tab="matrix")
    model.window.controls.place.words.click()
    assert model.scene.trace.tokens_k == ("o", "gato", "subiu", "no", "telhado")
    np.testing.assert_allclose(model.scene.trace.weights.sum(1), 1, atol=1e-6)
    model.session.undo_stack.undo()
    assert model.scene.trace.n_k == 10


def test_the_pointer_reads_weight_and_rank_and_no_score(model):
    model.look(tab="matrix", layer=1, head=2)
    model.gaze.read("weights", 9, 0)
    said = model.window.reading.text()
    assert f"weight {TRUTH['base'][1, 2, 9, 0]:.4f}" in said
    assert "score" not in said


POINTED_AT = ("Q", "K", "V", "X", "W_Q", "scores", "scaled", "weights", "output", "dR", "difference", "loss", "nothing")
COMING = ("ok/LHnn_f64.npy", "odd/scores_unmasked.npy", "one-query", "state", "way-back", "sentence", "shapes", "bank")


@pytest.mark.parametrize("tab", ["steps", "matrix", "heads", "gradient", "training", "shapes", "code"])
def test_a_pointer_that_rests_reads_what_is_there_of_whatever_document_comes(bank, tab):
    """It stood on a cell of another document; that matrix may be gone, or smaller."""
    bank.look(tab=tab)
    for matrix in POINTED_AT:
        assert bank.session.document.lesson == "bank"
        bank.gaze.read(matrix, 2, 2)
        for name in COMING:  # at last the first again
            if "/" in name:
                bank.filing.open_files([sample(name)])
            else:
                bank.open_lesson(name)
            bank.look(tab=tab)
            bank.gaze.show()
            assert "\n" not in bank.window.reading.text(), (matrix, name)


@pytest.mark.parametrize("pinned", [False, True])
@pytest.mark.parametrize("first", COMING)
def test_numbers_are_compared_with_those_of_the_same_kind_only(bank, first, pinned):
    """One after another, undone again; before each the numbers may have been pinned."""
    bank.look(tab="steps")
    for name in (first, *COMING):
        if pinned and bank.before.pinned is None:
            bank.before.pin()
        if "/" in name:
            bank.filing.open_files([sample(name)])
        elif name == "bank":
            bank.acts.new_sentence()  # of no lesson, as files are of none
        else:
            bank.open_lesson(name)
        bank.look(tab="steps")
        assert pinned or bank.scene.before is None
    while bank.session.undo_stack.canUndo():
        bank.session.undo_stack.undo()
    settle(bank)  # no comparison on the way has failed


def test_saved_and_opened_again_it_is_as_it_was_left(model, start, tmp_path):
    model.look(tab="matrix", layer=3, head=1)
    path = tmp_path / "kept.attnviz"
    assert model.filing._save_in(path)
    again = start(str(path))
    assert again.view.tab == "matrix"
    np.testing.assert_array_equal(again.scene.trace.weights, model.scene.trace.weights)
    assert again.scene.trace.place == model.scene.trace.place


def test_files_dropped_together_are_layers(bank, tmp_path):
    for layer in range(3):
        np.save(tmp_path / f"layer_{layer}.npy", TRUTH["base"][layer])
    bank.filing.open_files(sorted(tmp_path.glob("*.npy")))
    assert not problem(bank)
    source = bank.session.document.source
    assert (source.n_layers, source.n_heads) == (3, 4)


def test_undo_brings_the_document_before_back(bank):
    before = bank.session.document
    bank.filing.open_files([sample("ok/LHnn_f32.npy")])
    bank.session.undo_stack.undo()
    assert bank.session.document is before
    assert bank.scene.document is before


def test_a_file_that_goes_away_while_open_is_said_in_a_sentence(bank, tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, TRUTH["base"])
    bank.filing.open_files([path])
    path.unlink()
    bank.look(tab="matrix", layer=2)
    assert "a.npy" in bank.window.statusBar().currentMessage()
    assert bank.scene is not None


def test_several_files_say_what_they_were_read_as(bank, tmp_path):
    A = softmax(np.random.default_rng(0).standard_normal((2, 3, 5, 5)))
    paths = [tmp_path / f"layer_{index}.npy" for index in range(2)]
    for path, layer in zip(paths, A, strict=True):
        np.save(path, layer)
    bank.filing.open_files(paths)
    bank.look(tab="matrix")
    assert "2 files read as 2 layers" in " ".join(_labels(strip(bank)))


def _labels(strip):
    return [label.text() for label in strip.findChildren(QLabel)]


@pytest.mark.parametrize("name", ["json_wrong_keys.json", "empty.npz"])
def test_a_file_of_neither_kind_is_told_the_names_of_both(bank, name):
    bank.filing.open_files([sample(f"bad/{name}")])
    said = problem(bank)
    assert "Q, K and, if wanted, V" in said
    assert "attention_weights" in said
    assert ("“foo”" in said) is (name == "json_wrong_keys.json")


def test_a_header_that_lies_is_said_to(bank):
    bank.filing.open_files([sample("bad/npz_lying_member.npz")])
    said = problem(bank)
    assert "promises" in said
    assert "Q" not in said


def test_a_sentence_typed_over_an_import_leaves_its_file_alone(bank, tmp_path):
    bank.filing.open_files([sample("ok/LHnn_f32.npy")])
    path = tmp_path / "gone.attnviz"
    assert bank.filing._save_in(path)
    kept, imported = path.read_bytes(), bank.session.document
    bank.look(tab="matrix")
    line = bank.window.matrix.sentence.line
    line.setText("another thing altogether")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert bank.session.path is None
    assert bank.session.dirty
    assert "gone" not in bank.window.windowTitle()
    assert path.read_bytes() == kept
    bank.session.undo_stack.undo()
    assert bank.session.document is imported
    assert bank.session.path == path
