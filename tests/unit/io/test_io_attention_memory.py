"""What a head takes in memory is known before it is read."""

import numpy as np
import pytest

from attnviz.core import memory
from attnviz.io import attention_memory
from attnviz.io.attention import read_attention
from attnviz.io.attention_memory import memory_needed, much


@pytest.fixture
def stack(tmp_path):
    """Two heads of 1 GB each, of which no byte is there: a hole in the file."""
    path = tmp_path / "large.npy"
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": "<f4", "fortran_order": False, "shape": (1, 2, 16_384, 16_384)}
        )
        file.truncate(file.tell() + 4 * 2 * 16_384**2)
    return read_attention([path]).stack


def test_a_head_takes_more_than_its_numbers_and_a_mean_more_than_a_head(stack):
    assert 1.5 * stack.head_bytes < memory_needed(stack) < 4 * stack.head_bytes
    assert memory_needed(stack, "all") > memory_needed(stack)


def test_it_is_much_where_it_is_more_than_a_quarter_of_what_is_free(stack, monkeypatch):
    needed = memory_needed(stack)
    monkeypatch.setattr(attention_memory, "free_bytes", lambda: 5 * needed)
    assert much(stack) is None
    monkeypatch.setattr(attention_memory, "free_bytes", lambda: 3 * needed)
    assert much(stack) == (needed, 3 * needed)
    monkeypatch.setattr(attention_memory, "free_bytes", lambda: None)
    assert much(stack) is None


def test_what_is_packed_counts_as_a_whole_and_once(tmp_path, monkeypatch):
    path = tmp_path / "packed.npz"
    A = np.random.default_rng(0).random((4, 3, 64, 64)).astype(np.float32)
    np.savez_compressed(path, **{f"layer_{index}": A[index] for index in range(4)})
    stack = read_attention([path]).stack
    assert memory_needed(stack) - memory_needed(read_attention([_stored(tmp_path, A)]).stack) > A.nbytes
    np.savez_compressed(tmp_path / "one.npz", attentions=A)
    assert memory_needed(read_attention([tmp_path / "one.npz"]).stack) < 2 * A.nbytes
    monkeypatch.setattr(attention_memory, "free_bytes", lambda: 0)
    assert much(stack) is None  # a little is never asked about
    np.testing.assert_array_equal(stack.head(3, 2), A[3, 2])


def _stored(folder, A):
    np.savez(folder / "stored.npz", attentions=A)
    return folder / "stored.npz"


def test_the_system_says_what_is_free(monkeypatch, tmp_path):
    assert (memory.free_bytes() or 0) > 10_000_000
    (tmp_path / "meminfo").write_text("MemTotal: 8 kB\nMemAvailable:    1234 kB\n")
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "meminfo")
    assert memory.free_bytes() == 1234 * 1024
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "none")
    assert memory.free_bytes() is None or memory.free_bytes() > 10_000_000
