"""`attnviz.show` and `attnviz.save` as a script meets them: in a process of their own, without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import attnviz
from attnviz.core.softmax import softmax
from attnviz.errors import InputError
from attnviz.io.attention_objects import attention_of
from attnviz.io.document_file import load_document

A = softmax(np.random.default_rng(0).normal(size=(3, 4, 5, 5))).astype(np.float32)
TOKENS = list("abcde")


class Tensor:
    """What `show` may ask of a PyTorch tensor, and nothing else."""

    def __init__(self, array, dtype="torch.float32", detached=False):
        self._array, self.dtype, self._detached = array, dtype, detached

    def detach(self):
        return Tensor(self._array, self.dtype, detached=True)

    def cpu(self):
        return self

    def float(self):
        return Tensor(self._array, "torch.float32", self._detached)

    def numpy(self):
        if not self._detached or self.dtype == "torch.bfloat16":
            raise TypeError("as PyTorch does")
        return self._array


class Output:
    """What a transformers model returns."""

    def __init__(self, attentions):
        self.attentions = attentions
        self.last_hidden_state = Tensor(np.zeros((1, 5, 8)))


def per_layer(dtype="torch.float32"):
    return tuple(Tensor(layer[np.newaxis], dtype) for layer in A)


@pytest.mark.parametrize(
    "given",
    [
        A,
        A[:, np.newaxis],
        A.tolist(),
        [*A],
        per_layer(),
        per_layer("torch.bfloat16"),
        Output(per_layer()),
        {"attentions": A},
        {"layer_0": A[0], "layer_1": A[1], "layer_2": A[2]},
    ],
    ids=["array", "batch", "lists", "layers", "tensors", "bfloat16", "output", "dict", "names"],
)
def test_all_that_people_have_is_understood(given):
    stack = attention_of(given, TOKENS).stack
    assert (stack.n_layers, stack.n_heads) == (3, 4)
    np.testing.assert_array_equal(stack.head(2, 1), A[2, 1])


def test_a_single_matrix_is_one_head():
    assert attention_of(A[0, 0]).stack.n_matrices == 1


def test_the_steps_of_a_generation_are_stitched():
    steps = tuple(
        (Tensor(np.full((1, 2, rows, keys), 1 / keys, dtype=np.float32)),) for rows, keys in ((3, 3), (1, 4), (1, 5))
    )
    found = attention_of(steps)
    assert (found.stack.n_q, found.stack.n_k, found.seams) == (5, 5, (3, 4))


def test_queries_and_keys_may_have_labels_of_their_own():
    found = attention_of(A[:, :, :2], ["x", "y"], keys=TOKENS)
    assert (found.tokens_q, found.tokens_k) == (("x", "y"), tuple(TOKENS))


def test_later_changes_to_the_array_are_not_seen():
    mine = A.copy()
    stack = attention_of(mine).stack
    mine[:] = 0
    np.testing.assert_array_equal(stack.head(0, 0), A[0, 0])


@pytest.mark.parametrize(
    "given", [Output(None), Output(()), (), None, "text", object(), {"a": 1}, np.zeros(3), [[1, 2], [3]]]
)
def test_what_is_no_attention_is_refused_with_a_sentence(given):
    with pytest.raises(InputError) as refusal:
        attention_of(given)
    assert len(str(refusal.value)) > 20


def test_a_model_that_returned_nothing_is_told_what_to_do():
    with pytest.raises(InputError, match="eager"):
        attention_of(Output(()))


def test_save_writes_a_document_that_opens(tmp_path):
    path = attnviz.save(tmp_path / "mine", A, TOKENS)
    assert path == tmp_path / "mine.attnviz"
    document, view = load_document(path)
    assert document.source.tokens_k == tuple(TOKENS)
    assert document.name == "mine"
    assert view.tab == "heads"
    np.testing.assert_array_equal(document.source.stack.head(1, 3), A[1, 3])


def run(script: str, tmp_path: Path) -> str:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    head = (
        "import sys, numpy as np, attnviz\n"
        "assert 'PySide6' not in sys.modules and 'numpy' in sys.modules\n"
        "A = np.full((2, 3, 4, 4), .25)\n"
        "from PySide6.QtCore import QTimer\n"
        "from PySide6.QtWidgets import QApplication\n"
        "def close():\n"
        "    windows = [w for w in QApplication.topLevelWidgets() if w.isVisible() and 'attnviz' in w.windowTitle()]\n"
        "    for window in windows: print('closed', window.windowTitle(), flush=True); window.close()\n"
        "    if not windows: QTimer.singleShot(50, close)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", head + script], capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_script_waits_and_goes_on_and_may_ask_again(tmp_path):
    said = run(
        "q = QApplication([])\n"
        "for name in ('one', 'two'):\n"
        "    QTimer.singleShot(0, close)\n"
        "    assert attnviz.show(A, list('abcd'), name=name) is None\n"
        "    print('after', name)\n",
        tmp_path,
    )
    assert [line.split(" — ")[0] for line in said.splitlines()] == [
        "closed one",
        "after one",
        "closed two",
        "after two",
    ]


def test_with_a_loop_that_runs_it_returns_at_once(tmp_path):
    said = run(
        "q = QApplication([])\n"
        "q.setQuitOnLastWindowClosed(False)\n"
        "def inside():\n"
        "    shown = attnviz.show(A, theme='dark')\n"
        "    print('open', not shown.closed)\n"
        "    QTimer.singleShot(0, close)\n"
        "    def look():\n"
        "        if shown.closed: print('gone'); q.quit()\n"
        "        else: QTimer.singleShot(20, look)\n"
        "    look()\n"
        "QTimer.singleShot(0, inside)\n"
        "q.exec()\n",
        tmp_path,
    )
    assert [line.split(" — ")[0] for line in said.splitlines()] == ["open True", "closed attention", "gone"]
