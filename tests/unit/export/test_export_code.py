"""The current document as a script: what it prints is what the window shows, for whatever a person typed."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tokenize
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.document import edits, lessons
from attnviz.document.derive import derive
from attnviz.document.document import Options
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.projection_edits import embedded, projection_document
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.code.code_figure import code_figure
from attnviz.export.code.files import write_code
from attnviz.export.code.highlight import highlighted
from attnviz.export.code.inputs import beside
from attnviz.export.code.literals import texts
from attnviz.export.code.writer import code_text
from attnviz.export.figure import Text
from attnviz.export.fonts import mono_width, text_width
from attnviz.export.notation import Notation
from attnviz.export.scene import Scene
from attnviz.i18n import LANGUAGES, number_format
from tests.examples import examples
from tests.unit.export.scripts import HOSTILE, agrees, documents, printed_matrices, run

SCRIPTS = ("numpy", "torch-parameter", "torch-linear")
TORCH = SCRIPTS[1:]
BANK = lessons.load("bank", "en").document


def text_of(document, language="numpy", **more):
    return code_text(document, derive(document), language, **more)


def in_a_process(path, *, folder):
    """What a script prints that is run as a person runs it."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},  # not every terminal can write √ or Ω
    )
    assert done.returncode == 0, done.stderr.decode()
    assert not done.stderr
    return done.stdout.decode("ascii")


# the numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", lessons.shipped())
def test_every_lesson_prints_its_matrices(monkeypatch, tmp_path, name, language):
    monkeypatch.chdir(tmp_path)  # a lesson of many numbers reads them from a file
    document = lessons.load(name, language).document
    trace = derive(document)
    write_code(tmp_path / "lesson.py", document, trace, "numpy")
    steps, _ = run((tmp_path / "lesson.py").read_text(encoding="utf-8"))
    agrees(document, trace, steps)
    reads_as(steps, in_a_process("lesson.py", folder=tmp_path))


def reads_as(steps, printed):
    """The matrices were printed, rounded to three decimals; of a large one at least its name and its shape."""
    found = printed_matrices(printed)
    assert found.keys() == steps.keys()
    for name, (shape, numbers) in found.items():
        assert shape == steps[name].shape
        if steps[name].size <= 1000:  # larger ones are printed with "..."
            np.testing.assert_allclose(numbers, steps[name].ravel(), atol=0.0005001, err_msg=name)


@given(documents)
@settings(max_examples=examples(150))
def test_any_document_comes_to_the_same_numbers(document):
    trace = derive(document)
    steps, printed = run(code_text(document, trace, "numpy"))
    agrees(document, trace, steps)
    assert printed_matrices(printed).keys() == steps.keys()


@pytest.mark.parametrize("language", TORCH)
@pytest.mark.parametrize("name", lessons.shipped())
def test_every_lesson_in_pytorch(monkeypatch, tmp_path, name, language):
    monkeypatch.chdir(tmp_path)
    document = lessons.load(name, "en").document
    trace = derive(document)
    write_code(tmp_path / "lesson.py", document, trace, language)
    steps, printed = run_torch((tmp_path / "lesson.py").read_text(encoding="utf-8"))
    agrees(document, trace, steps)
    reads_as(steps, printed.replace("tensor(", "").replace(")\n\n", "\n\n"))


@pytest.mark.parametrize("language", TORCH)
@given(document=documents)
@settings(max_examples=examples(60))
def test_any_document_in_pytorch(document, language):
    trace = derive(document)
    steps, _ = run_torch(code_text(document, trace, language))
    agrees(document, trace, steps)


@pytest.mark.parametrize("language", TORCH)
def test_what_pytorch_could_train(language):
    """Every matrix of the layer is a parameter; a Linear's is the transpose."""
    document = embedded(("one", "two", "three"), seed=1)
    parameters = {}
    run_torch(text_of(document, language) + "\nparameters.update(attention.named_parameters())\n", parameters)
    for name in ("W_Q", "W_K", "W_V"):
        matrix = getattr(document.source, name)
        kept = parameters[f"{name}.weight"].T if language == "torch-linear" else parameters[name]
        assert kept.requires_grad
        np.testing.assert_array_equal(kept.detach().numpy(), matrix)


def run_torch(text, parameters=None):
    """`run`, and PyTorch's settings as they were."""
    torch = pytest.importorskip("torch")
    before = torch.get_default_dtype()
    try:
        return run(text, parameters=parameters)
    finally:
        torch.set_default_dtype(before)
        torch.set_printoptions(profile="default")


# odd numbers --------------------------------------------------------------------------------------------------


def test_numbers_read_back_to_the_last_bit():
    numbers = [0.1 + 0.2, 1 / 3, -0.0, 5e-324, 123456789.123456789, np.nextafter(1, 2)]
    document = matrix_document([numbers], [numbers], [numbers])
    namespace = {}
    with np.printoptions():
        exec(text_of(document).split("scores =")[0], namespace)
    np.testing.assert_array_equal(namespace["Q"].view(np.int64), document.source.Q.view(np.int64))


def test_a_row_that_sees_nothing_is_zeros():
    document = matrix_document(np.ones((3, 2)), np.ones((2, 2)), np.ones((2, 2)))
    document = replace(document, options=Options(causal=True, padding=1))
    trace = derive(document)
    assert not trace.visible[0].any()
    steps, printed = run(code_text(document, trace, "numpy"))
    assert not steps["A"][0].any()
    assert "nan" not in printed


def test_a_gate_far_below_zero_neither_warns_nor_fails():
    document = projection_document(
        ("a",), [[1.0]], W_Q=[[1.0, -2000.0]], W_K=[[1.0]], W_V=[[3.0]], gated=True, W_O=None
    )
    steps, _ = run(text_of(document))
    assert steps["sigmoid(gate)"] == [[0.0]]


def test_a_constant_row_is_normalised_to_zeros():
    document = projection_document(
        ("flat", "steep"), [[0.1, 0.1, 0.1], [1.0, 2.0, 4.0]], W_Q=np.eye(3), W_K=np.eye(3), W_V=np.eye(3),
        normalise=True,
    )  # fmt: skip
    trace = derive(document)
    steps, printed = run(code_text(document, trace, "numpy"))
    agrees(document, trace, steps)
    assert not steps["u"][0].any()
    assert "nan" not in printed


@pytest.mark.parametrize(
    "document",
    [
        matrix_document([[1e155]], [[1e150]], [[1.0]]),
        matrix_document([[1e155, -1e155]], [[1e152, 1e152]], [[1.0]]),
        matrix_document([[1.0]], [[1.0]], [[1e305]]),
        replace(matrix_document([[1.0]], [[1.0]], [[1.0]]), options=Options(temperature=1e-305)),
        projection_document(("a",), [[1e200, 2e200]], W_Q=np.eye(2), W_K=np.eye(2), W_V=np.eye(2), normalise=True),
        projection_document(("a",), [[1, 1 + 1e-12]], W_Q=np.eye(2), W_K=np.eye(2), W_V=np.eye(2), normalise=True),
    ],
)
def test_numbers_that_plain_arithmetic_would_lose_are_refused(document):
    with pytest.raises(InputError, match="more care"):
        text_of(document)


def test_large_numbers_are_printed_with_powers_of_ten():
    _, printed = run(text_of(matrix_document([[1e30, 0.0]], [[1.0, 0.0]], [[1.0]])))
    assert "1.e+30" in printed


# how it reads -------------------------------------------------------------------------------------------------


def test_a_plain_document_gives_a_plain_script():
    text = text_of(BANK)
    assert len(text.splitlines()) <= 50
    assert max(map(len, text.splitlines())) <= 100
    for step in ("visible", "masked", "temperature", "split_heads", "isneginf", "gate", "np.load", "W_Q"):
        assert step not in text
    bare = text_of(replace(BANK, options=Options(divide=False)))
    assert "d_k" not in bare
    assert "scaled" not in bare


@pytest.mark.parametrize(("letters", "scores", "output"), [("SAO", "S", "O"), ("OmegaAC", "Omega", "C")])
def test_letters_follow_the_chosen_notation(letters, scores, output):
    trace = derive(BANK)
    text = code_text(BANK, trace, "numpy", Notation(letters=letters))
    agrees(BANK, trace, run(text)[0], scores=scores, output=output)
    assert ("context = weights @ V" in text) == (letters == "OmegaAC")
    assert ("Ω" in text) == (letters == "OmegaAC")


@pytest.mark.parametrize("language", SCRIPTS)
@given(document=documents)
@settings(max_examples=examples(60))
def test_a_script_is_clean_python(document, language):
    text = text_of(document, language)
    tree = ast.parse(text)
    assert text.encode("utf-8").decode("utf-8") == text  # no half emoji
    assert text.isascii() or tokenize.detect_encoding(iter(text.encode().splitlines(True)).__next__)[0] == "utf-8"
    assert not any(sign in text for sign in "\0\r\x0c\x85\u2028\u202e")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(line == line.rstrip() for line in text.splitlines())
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = {alias.asname or alias.name for node in ast.walk(tree)
             if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}  # fmt: skip
    bound |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert bound <= used


def test_tokens_in_lists_are_the_tokens():
    assert eval("\n".join(texts(HOSTILE))) == list(HOSTILE)
    words = tuple(f"word{i}" for i in range(300))
    assert eval("\n".join(texts(words))) == list(words)
    assert texts(("a", "b.c")) == ['"a b.c".split()']


# as a figure --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("qapp")
@given(documents, st.sampled_from(SCRIPTS))
@settings(max_examples=examples(60))
def test_the_figure_holds_every_character_and_none_lies_on_another(document, language):
    trace = derive(document)
    scene = Scene(document=document, trace=trace, view=ViewState(code=language), form=number_format("en"))
    figure = code_figure(scene, text_width)
    texts = [item for item in figure.items if isinstance(item, Text)]
    script = code_text(document, trace, language)
    assert "".join("".join(item.text.split()) for item in texts) == "".join(script.split())
    for one, other in pairwise(texts):
        end = one.x + mono_width(one.text, one.size, one.bold)
        assert end <= figure.width
        assert one.y < other.y or end <= other.x + 0.01


def test_highlighting_finds_what_it_colours():
    lines = highlighted('def f(Q):\n    return Q @ W_K.T  # "Q"\n')
    assert [(span.start, span.length, span.colour, span.bold) for span in lines[0]] == [
        (0, 3, "ink", True), (4, 1, "ink", True), (6, 1, "Q", False),
    ]  # fmt: skip
    assert [(span.start, span.colour) for span in lines[1]] == [(4, "ink"), (11, "Q"), (15, "K"), (22, "muted")]


# many numbers -------------------------------------------------------------------------------------------------


def test_many_numbers_are_read_from_a_file_beside_the_script(tmp_path):
    random = np.random.default_rng(0)
    document = matrix_document(*(random.standard_normal((64, 16)) for _ in range(3)), name="big")
    trace = derive(document)
    written = write_code(tmp_path / "big.py", document, trace, "numpy")
    assert written == (tmp_path / "big.py", tmp_path / "big.npz")
    assert len((tmp_path / "big.py").read_text("utf-8").splitlines()) < 50
    printed = printed_matrices(in_a_process("big.py", folder=tmp_path))
    assert printed["A"][0] == (64, 64)
    assert printed["A"][1][0] == pytest.approx(trace.weights[0, 0], abs=0.0005001)


def test_long_sentences_are_read_from_a_file(tmp_path, monkeypatch):
    document = edits.sentence_document(" ".join(f"w{i % 50}" for i in range(500)), head="content", d_k=8)
    assert beside(document).keys() == {"tokens"}
    trace = derive(document)
    write_code(tmp_path / "long.py", document, trace, "numpy")
    monkeypatch.chdir(tmp_path)
    steps, _ = run((tmp_path / "long.py").read_text("utf-8"))
    np.testing.assert_allclose(steps["A"], trace.weights, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("language", TORCH)
def test_pytorch_reads_the_file_too(tmp_path, monkeypatch, language):
    random = np.random.default_rng(1)
    document = projection_document(
        tuple(map(str, range(40))),
        random.standard_normal((40, 24)),
        **{name: random.standard_normal((24, 24)) for name in ("W_Q", "W_K", "W_V", "W_O")},
        n_heads=3,
        n_kv_heads=3,
    )
    trace = derive(document)
    write_code(tmp_path / "layer.py", document, trace, language)
    monkeypatch.chdir(tmp_path)
    steps, _ = run_torch((tmp_path / "layer.py").read_text("utf-8"))
    agrees(document, trace, steps)


def test_a_few_numbers_leave_no_file(tmp_path):
    assert write_code(tmp_path / "bank.py", BANK, derive(BANK), "numpy") == (tmp_path / "bank.py",)
    assert [path.name for path in tmp_path.iterdir()] == ["bank.py"]


def test_a_script_of_one_head_is_that_of_all(tmp_path):
    """The window shows one head at a time; the script holds all of them."""
    document = lessons.load("gato", "en").document
    trace = derive(document)
    assert code_text(document, trace.for_head(1), "numpy") == code_text(document, trace, "numpy")


def test_the_largest_sentence_stays_a_page():
    document = edits.sentence_document(" ".join(["word"] * 4096))
    small = derive(edits.sentence_document("word word"))
    # The text does not depend on the numbers: no need to compute 16 million scores here.
    assert len(code_text(document, small, "numpy").splitlines()) < 60
