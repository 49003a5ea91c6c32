"""Results on disk: whole or untouched, and the same bits when read again."""

import errno
import json
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.errors import InputError
from attnviz.io.atomic import atomic_write
from attnviz.io.matrices import load_arrays
from attnviz.io.results import write_json, write_npz

Q = np.array([[0.1, 1e-300], [5e-324, -1.7976931348623157e308]])
ARRAYS = {"Q": Q, "K": Q[::-1], "V": Q.T, "tokens_q": ("são", "▁gato"), "tokens_k": ("", '"\n')}
writers = pytest.mark.parametrize(("write", "suffix"), [(write_npz, ".npz"), (write_json, ".json")])


def names(folder):
    return [path.name for path in folder.iterdir()]


@writers
def test_what_is_written_reads_back_bit_for_bit(tmp_path, write, suffix):
    path = tmp_path / f"out{suffix}"
    write(path, {**ARRAYS, "A": np.float32([[0.5]]), "visible": np.array([[True, False]])})
    read = load_arrays(path)
    assert list(read) == list(ARRAYS)
    for key in "QKV":
        assert read[key].tobytes() == np.ascontiguousarray(ARRAYS[key]).tobytes()
    assert read["tokens_q"] == ARRAYS["tokens_q"]
    assert read["tokens_k"] == ARRAYS["tokens_k"]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_any_finite_numbers_survive_both_kinds(tmp_path_factory, numbers):
    matrix = np.array([numbers])
    for write, name in ((write_npz, "any.npz"), (write_json, "any.json")):
        path = tmp_path_factory.getbasetemp() / name
        write(path, {"Q": matrix, "K": matrix})
        assert load_arrays(path)["Q"].tobytes() == matrix.tobytes()


def test_json_has_plain_words_and_readable_letters(tmp_path):
    path = tmp_path / "out.json"
    write_json(path, {"visible": np.array([[True, False]]), "n": np.array([1, 2]), "tokens": ("é",)})
    text = path.read_bytes().decode("utf-8")
    assert json.loads(text) == {"visible": [[True, False]], "n": [1, 2], "tokens": ["é"]}
    assert "é" in text
    assert "true" in text


def test_half_an_emoji_can_be_written(tmp_path):
    for write, name in ((write_npz, "out.npz"), (write_json, "out.json")):
        write(tmp_path / name, {"Q": Q, "K": Q, "tokens_q": ("\ud83d", "é")})
        assert load_arrays(tmp_path / name)["tokens_q"] == ("\ud83d", "é")


def test_npz_needs_no_pickle_and_keeps_infinity(tmp_path):
    path = tmp_path / "out.npz"
    write_npz(path, {"S": np.array([[-np.inf, np.nan]]), "tokens": ("a",), "none": ()})
    with np.load(path, allow_pickle=False) as file:
        assert file["S"].tobytes() == np.array([[-np.inf, np.nan]]).tobytes()
        assert file["tokens"].tolist() == ["a"]
        assert file["none"].dtype.kind == "U"
        assert file["none"].shape == (0,)


def test_the_same_results_are_the_same_bytes(tmp_path):
    write_npz(tmp_path / "a.npz", ARRAYS)
    write_npz(tmp_path / "b.npz", ARRAYS)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


@pytest.mark.parametrize(
    ("write", "arrays", "error", "reason"),
    [
        (write_json, {"S": np.array([[1.0], [-np.inf]])}, InputError, r"S\[1\]\[0\] is not finite"),
        (write_npz, {"tokens": ("a\0",)}, InputError, "tokens"),
        (write_npz, {"Q": np.array([None])}, TypeError, "Q"),
        (write_json, {"Q": np.array([1j])}, TypeError, "Q"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_the_old_file_stays(tmp_path, write, arrays, error, reason):
    path = tmp_path / "out"
    path.write_text("old")
    with pytest.raises(error, match=reason):
        write(path, arrays)
    assert path.read_text() == "old"
    assert names(tmp_path) == ["out"]


# Whole or not at all


def test_a_new_file_appears_only_when_it_is_whole(tmp_path):
    path = tmp_path / "out"
    with atomic_write(path) as file:
        file.write(b"new")
        file.flush()
        assert not path.exists()
        assert len(names(tmp_path)) == 1
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, InputError])
def test_a_failure_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path, error):
    path = tmp_path / "out"
    path.write_text("old")

    def fail_halfway():
        with atomic_write(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(error):
        fail_halfway()
    assert path.read_text() == "old"
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "reason"),
    [(errno.ENOSPC, "full"), (errno.EROFS, "may not write"), (errno.EACCES, "may not"), (errno.EIO, "error")],
)
def test_a_failure_of_the_system_is_a_sentence(tmp_path, monkeypatch, step, number, reason):
    def fail(*_args, **_kwargs):
        raise OSError(number, os.strerror(number))

    path = tmp_path / "out.npz"
    path.write_text("old")
    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else ("pathlib.Path.replace",)), fail)
    with pytest.raises(InputError, match=f"“out.npz” cannot be written: .*{reason}"):
        write_npz(path, ARRAYS)
    assert path.read_text() == "old"
    assert names(tmp_path) == ["out.npz"]


def test_the_content_is_on_disk_before_the_name_changes(tmp_path, monkeypatch):
    order = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda number: (order.append("fsync"), fsync(number)))
    monkeypatch.setattr(os, "replace", lambda *names: (order.append("replace"), replace(*names)))
    with atomic_write(tmp_path / "out") as file:
        file.write(b"x")
    assert order == ["fsync", "replace"]


@writers
def test_a_missing_folder_and_a_folder_in_the_way_are_named(tmp_path, write, suffix):
    with pytest.raises(InputError, match="no folder “none”"):
        write(tmp_path / "none" / f"out{suffix}", ARRAYS)
    (tmp_path / f"out{suffix}").mkdir()
    with pytest.raises(InputError, match="it is a folder"):
        write(tmp_path / f"out{suffix}", ARRAYS)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind here")
def test_a_folder_that_may_not_be_written_is_named(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(InputError, match="may not write"):
            write_npz(tmp_path / "out.npz", ARRAYS)
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.skipif(os.name == "nt", reason="POSIX")
def test_links_are_followed_permissions_kept_and_devices_spared(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    with atomic_write(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="ordinary file"), atomic_write(pipe):
        pass
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(InputError, match="loop"), atomic_write(loop):
        pass
    with pytest.raises(InputError), atomic_write("a\0b"):
        pass
