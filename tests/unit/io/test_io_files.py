"""Files of matrices, arrays and texts: what opens, and the sentence where one does not."""

import contextlib
import io
import os
import stat
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.errors import InputError
from attnviz.io.matrices import load_arrays, load_matrix, read_text

A = np.array([[0.5, 0.25, 0.25], [0.125, 0.5, 0.375]])


def refusal(function, path):
    """The sentence with which `function` refuses `path`; it names the file."""
    with pytest.raises(InputError) as caught:
        function(path)
    sentence = str(caught.value)
    assert Path(path).name in sentence
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


def put(path, data):
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    return path


def npy_bytes(array):
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=True)
    return buffer.getvalue()


def npy_header(text, data=b"", version=(1, 0), length=None):
    head = text.encode("latin1")
    size = struct.pack("<H" if version == (1, 0) else "<I", len(head) if length is None else length)
    return b"\x93NUMPY" + bytes(version) + size + head + data


# Matrices as text


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".txt", ".CSV"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_text_table_opens_with_or_without_a_byte_order_mark(tmp_path, suffix, mark):
    path = put(tmp_path / f"a{suffix}", mark + "\tsão\tnº\nx\t0,5\t1\n".encode())
    table = load_matrix(str(path))
    assert table.values.tolist() == [[0.5, 1.0]]
    assert (table.row_labels, table.column_labels) == (("x",), ("são", "nº"))


def test_the_decimal_sign_of_a_file_can_be_given(tmp_path):
    path = put(tmp_path / "a.csv", "1,000;2,000")
    assert "could be" in refusal(load_matrix, path)
    assert load_matrix(path, decimal=",").values.tolist() == [[1.0, 2.0]]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_refused(tmp_path, encoding):
    path = put(tmp_path / "a.csv", "1,2\n".encode(encoding))
    assert "UTF-16" in refusal(load_matrix, path) if encoding == "utf-16" else refusal(load_matrix, path)


@pytest.mark.parametrize(("mark", "position"), [(b"", 5), (b"\xef\xbb\xbf", 8)])
def test_latin1_is_refused_with_the_place_of_its_first_byte(tmp_path, mark, position):
    for function, name in ((load_matrix, "a.csv"), (read_text, "a.txt"), (load_arrays, "a.json")):
        path = put(tmp_path / name, mark + b"1;2;\xe3;3")
        assert f"byte {position} " in refusal(function, path)


# Matrices in NumPy's format


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "<i4", ">i8", "<f2", ">f4", "<f8", ">f8", "g"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_real_kind_and_byte_order_becomes_float64(tmp_path, dtype, order):
    array = np.array([[0, 1, 2], [1, 0, 1]]).astype(dtype, order=order)
    path = put(tmp_path / "a.npy", npy_bytes(array))
    values = load_matrix(path).values
    assert values.dtype == np.float64
    assert values.dtype.isnative
    assert values.flags.c_contiguous
    assert not values.flags.writeable
    assert values.tolist() == array.astype(float).tolist()


def test_one_axis_is_one_row(tmp_path):
    path = put(tmp_path / "a.npy", npy_bytes(np.array([1.0, 2.0])))
    assert load_matrix(path).values.tolist() == [[1.0, 2.0]]


class Payload:
    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return (os.mkdir, (str(self.marker),))


def test_pickled_objects_are_refused_and_never_run(tmp_path):
    marker = tmp_path / "ran"
    objects = np.array([[Payload(marker)]], dtype=object)
    assert "Python objects" in refusal(load_matrix, put(tmp_path / "a.npy", npy_bytes(objects)))
    archive = tmp_path / "a.npz"
    np.savez(archive, Q=objects, K=A)
    assert "Python objects" in refusal(load_arrays, archive)
    assert not marker.exists()


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (A * 1j, "complex"),
        (np.array([["a"]]), "str"),
        (np.array([[b"a"]]), "bytes"),
        (np.zeros((2, 2), dtype=[("x", "f8")]), "void"),
        (np.array([["2020-01-01"]], dtype="M8[D]"), "datetime"),
        (np.zeros((2, 2, 2)), "3 axes"),
        (np.zeros((1, 2, 2)), "3 axes"),
        (np.array(1.0), "0 axes"),
        (np.zeros((0, 3)), "empty"),
        (np.zeros(0), "empty"),
        (np.zeros((1, 4097)), "1 × 4097"),
        (np.array([[1, 2], [np.nan, np.inf]]), "row 2, column 1 holds nan"),
        (np.array([[1, 2], [3, -np.inf]], dtype="f2"), "row 2, column 2 holds -inf"),
        (np.array([[np.longdouble("1e4000")]]), "row 1, column 1 holds inf"),
    ],
)
def test_what_is_no_finite_real_matrix_is_refused(tmp_path, array, reason):
    if array.dtype == np.longdouble and np.finfo(np.longdouble).max < np.longdouble(1e308) * 10:
        pytest.skip("long double is double here")
    assert reason in refusal(load_matrix, put(tmp_path / "a.npy", npy_bytes(array)))


GOOD = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x93NUMPY",
        b"\x93NUMPY\x01\x00",
        b"\x93NUMPY\x09\x00\x10\x00",
        npy_header(GOOD),
        npy_header(GOOD, b"x" * 15),
        npy_header(GOOD, b"x" * 17),
        npy_header(GOOD, b"x" * 16, (2, 0), 2**32 - 1),
        npy_header(GOOD, b"x" * 16, (3, 0)),
        npy_header(GOOD.replace("1, 2", "10**12"), b"x" * 16),
        npy_header(GOOD.replace("1, 2", "1000000, 1000000"), b"x" * 16),
        npy_header(GOOD.replace("1, 2", f"{2**62}, {2**62}"), b"x" * 16),
        npy_header(GOOD.replace("1, 2", "-1, -2"), b"x" * 16),
        npy_header(GOOD.replace("1, 2", "1.5, 2"), b"x" * 16),
        npy_header(GOOD.replace("<f8", "<q9"), b"x" * 16),
        npy_header(GOOD.replace("'<f8'", "['<f8']"), b"x" * 16),
        npy_header(GOOD.replace("'<f8'", "__import__('os')"), b"x" * 16),
        npy_header("(" * 5000, b"x" * 16),
        npy_header("[" * 90 + "]" * 90, b"x" * 16),
        npy_header("{'descr': 1is", b"x" * 16),
        npy_header("'''", b"x" * 16),
        npy_header(" " * 20_000 + GOOD, b"x" * 16),
        npy_header("{}\n", b"x" * 16),
        npy_header("\xff\xfe\0", b"x" * 16),
    ],
)
def test_a_broken_or_lying_header_is_a_sentence(tmp_path, data):
    refusal(load_matrix, put(tmp_path / "a.npy", data))
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Q.npy", data)
        archive.writestr("K.npy", npy_bytes(A))
    assert ": Q " in refusal(load_arrays, path)


@given(position=st.integers(0, 140), value=st.integers(0, 255))
def test_one_changed_byte_never_gives_another_exception(tmp_path_factory, position, value):
    data = bytearray(npy_bytes(A))
    data[position] = value
    path = put(tmp_path_factory.getbasetemp() / "changed.npy", bytes(data))
    with contextlib.suppress(InputError):
        assert np.isfinite(load_matrix(path).values).all()


# Files that cannot be opened


@pytest.mark.parametrize(("function", "suffix"), [(load_matrix, ".npy"), (load_matrix, ".csv"), (read_text, ".txt")])
def test_a_missing_file_and_a_folder_are_named(tmp_path, function, suffix):
    assert "no such file" in refusal(function, tmp_path / f"none{suffix}")
    assert "no such file" in refusal(function, put(tmp_path / "file", "") / f"none{suffix}")
    (tmp_path / f"folder{suffix}").mkdir()
    assert "folder" in refusal(function, tmp_path / f"folder{suffix}")


@pytest.mark.parametrize("suffix", [".npz", ".json"])
def test_missing_arrays_are_named(tmp_path, suffix):
    assert "no such file" in refusal(load_arrays, tmp_path / f"none{suffix}")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind here")
def test_a_file_that_may_not_be_read_is_named(tmp_path):
    path = put(tmp_path / "a.csv", "1")
    path.chmod(0)
    assert "may not read" in refusal(load_matrix, path)


def test_a_refused_permission_is_a_sentence(tmp_path, monkeypatch):
    path = put(tmp_path / "a.csv", "1")

    def deny(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", deny)
    assert "may not read" in refusal(load_matrix, path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path):
    path = tmp_path / "a.csv"
    os.mkfifo(path)
    assert "ordinary file" in refusal(load_matrix, path)


def test_a_name_that_no_file_can_have_is_a_sentence():
    with pytest.raises(InputError):
        load_matrix("a\0.csv")
    with pytest.raises(InputError):
        load_matrix("a" * 5000 + ".csv")


def test_too_large_a_file_is_refused_by_its_size_alone(tmp_path):
    for function, name in (
        (load_matrix, "a.csv"),
        (load_matrix, "a.npy"),
        (load_arrays, "a.json"),
        (load_arrays, "a.npz"),
    ):
        path = tmp_path / name
        with path.open("wb") as file:
            file.truncate(2**31)
        if stat.S_ISREG(path.stat().st_mode):
            assert "too large" in refusal(function, path)


def test_other_kinds_of_files_are_refused_with_the_kinds_expected(tmp_path):
    assert ".npy" in refusal(load_matrix, put(tmp_path / "a.xlsx", ""))
    assert ".json" in refusal(load_arrays, put(tmp_path / "a.npy", ""))


# Texts


def test_a_text_is_read_with_every_newline_as_one_line_feed(tmp_path):
    assert read_text(put(tmp_path / "a.txt", b"\xef\xbb\xbfo gato\r\nsubiu\rno \xc3\xa9\n")) == "o gato\nsubiu\nno é\n"


def test_a_text_of_one_megabyte_is_read_and_one_byte_more_is_not(tmp_path):
    assert len(read_text(put(tmp_path / "a.txt", b"a" * 1_000_000))) == 1_000_000
    assert "1000001" in refusal(read_text, put(tmp_path / "a.txt", b"a" * 1_000_001))


def test_a_nul_is_no_text(tmp_path):
    assert "character 3 is a NUL" in refusal(read_text, put(tmp_path / "a.txt", b"ab\0"))
