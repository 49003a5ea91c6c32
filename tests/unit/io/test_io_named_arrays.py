"""Arrays by name, in JSON and in archives; and archives that lie."""

import json
import zipfile

import numpy as np
import pytest

from attnviz.errors import InputError
from attnviz.io.matrices import load_arrays
from tests.unit.io.test_io_files import GOOD, A, npy_bytes, npy_header, put, refusal

# Arrays by name


def saved(path, arrays):
    """`arrays` in the kind of file that `path` names."""
    if path.suffix == ".npz":
        np.savez(path, **{key: np.array(value) for key, value in arrays.items()})
    else:
        path.write_text(json.dumps({k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in arrays.items()}))
    return path


kinds = pytest.mark.parametrize("suffix", [".npz", ".json"])


@kinds
def test_arrays_and_tokens_are_read_and_unknown_members_left(tmp_path, suffix):
    given = {"Q": A, "K": A[:1], "V": A[:, :1], "tokens_q": ["o", "gato"], "tokens_k": ["é"], "other": ["x"]}
    arrays = load_arrays(saved(tmp_path / f"a{suffix}", given))
    assert list(arrays) == ["Q", "K", "V", "tokens_q", "tokens_k"]
    assert arrays["tokens_q"] == ("o", "gato")
    assert arrays["tokens_k"] == ("é",)
    for key in "QKV":
        assert arrays[key].dtype == np.float64
        assert arrays[key].tolist() == given[key].tolist()
        assert not arrays[key].flags.writeable


@kinds
def test_v_and_tokens_may_be_left_out_but_not_k(tmp_path, suffix):
    assert list(load_arrays(saved(tmp_path / f"a{suffix}", {"Q": A, "K": A}))) == ["Q", "K"]
    assert "no K; it holds “Q”, “attentions”" in refusal(
        load_arrays, saved(tmp_path / f"b{suffix}", {"Q": A, "attentions": A})
    )
    assert "nothing" in refusal(load_arrays, saved(tmp_path / f"c{suffix}", {}))


@kinds
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"Q": np.stack([A, A])}, "2 heads"),
        ({"Q": np.zeros((0, 2))}, "empty"),
        ({"Q": np.zeros((1, 5000))}, "1 × 5000"),
        ({"Q": np.zeros((5000, 1))}, "5000 × 1"),
        ({"Q": np.zeros(3)}, "Q"),
        ({"Q": np.zeros((1, 1, 1, 1))}, "Q"),
        ({"Q": np.array([["a"]])}, "Q"),
        ({"Q": A, "tokens_q": ["o"]}, "tokens_q is 1"),
        ({"Q": A, "tokens_k": ["o"] * 5000}, "5000"),
        ({"Q": A, "tokens_q": [["o"], ["p"]]}, "tokens_q"),
        ({"Q": A, "tokens_q": [1, 2]}, "tokens_q"),
    ],
)
def test_arrays_that_are_no_head_are_refused(tmp_path, suffix, change, reason):
    assert reason in refusal(load_arrays, saved(tmp_path / f"a{suffix}", {"K": A, **change}))


@kinds
def test_a_leading_axis_of_one_head_is_dropped(tmp_path, suffix):
    arrays = load_arrays(saved(tmp_path / f"a{suffix}", {"Q": A[None], "K": A}))
    assert arrays["Q"].tolist() == A.tolist()


def test_non_finite_members_of_an_archive_are_refused(tmp_path):
    path = saved(tmp_path / "a.npz", {"Q": A, "K": np.array([[1.0, np.nan]])})
    assert "K: row 1, column 2 holds nan" in refusal(load_arrays, path)


JSON_FAULTS = [
    ('{"Q": [[1, 2], [3]], "K": [[1]]}', "length of Q[1] is 1"),
    ('{"Q": [[1, 2], 3], "K": [[1]]}', "Q[1] must be a list, but it is 3"),
    ('{"Q": [[1, true]], "K": [[1]]}', "Q[0][1] must be a finite number, but it is true"),
    ('{"Q": [[1, null]], "K": [[1]]}', "Q[0][1] must be a finite number, but it is null"),
    ('{"Q": [[1, "2"]], "K": [[1]]}', "Q[0][1] must be a finite number, but it is “2”"),
    ('{"Q": [[1, [2]]], "K": [[1]]}', "Q[0][1] must be a finite number, but it is […]"),
    ('{"Q": [[1, {}]], "K": [[1]]}', "Q[0][1] must be a finite number, but it is {…}"),
    ('{"Q": [[1, NaN]], "K": [[1]]}', "Q[0][1] must be a finite number, but it is nan"),
    ('{"Q": [[1], [-Infinity]], "K": [[1]]}', "Q[1][0] must be a finite number, but it is -inf"),
    ('{"Q": [[1e999]], "K": [[1]]}', "Q[0][0]"),
    ('{"Q": [[' + "9" * 9999 + ']], "K": [[1]]}', "Q[0][0]"),
    ('{"Q": [[[1, 2], [3]]], "K": [[1]]}', "Q[0][1]"),
    ('{"Q": {"0": 1}, "K": [[1]]}', "Q must be a list"),
    ('{"Q": [], "K": [[1]]}', "Q is empty"),
    ('{"Q": [[]], "K": [[1]]}', "Q"),
    ('{"Q": [[1]], "Q": [[2]], "K": [[1]]}', "“Q” twice"),
    ('{"Q": [[1]], "K": [[1]], "x": {"y": 1, "y": 2}}', "“y” twice"),
    ('{"Q": [[1]], "K": [[1]], "tokens_q": [null]}', "tokens_q[0] must be a text"),
    ('{"Q": [[1]], "K": [[1]], "tokens_q": "o"}', "tokens_q must be a list"),
    ('{"Q": [[1]], "K": [[1]]', "line 1, column 24"),
    ('{"Q": [[1]],\n "K": [[1,]]}', "line 2, column"),
    ("[[1]]", "one object"),
    ("", "not JSON"),
    ("[" * 100_000, "too deeply"),
    ('{"Q": ' * 50_000, "too deeply"),
    ("[" * 2_000_000, "too many lists"),
]


@pytest.mark.parametrize(("text", "reason"), JSON_FAULTS, ids=[reason for _text, reason in JSON_FAULTS])
def test_a_fault_in_json_is_named_by_its_path(tmp_path, text, reason):
    assert reason in refusal(load_arrays, put(tmp_path / "a.json", text))


def test_json_may_have_a_byte_order_mark_and_half_an_emoji(tmp_path):
    text = '{"Q": [[1]], "K": [[2]], "tokens_q": ["\\ud83d"]}'
    arrays = load_arrays(put(tmp_path / "a.json", b"\xef\xbb\xbf" + text.encode()))
    assert arrays["tokens_q"] == ("\ud83d",)


# Archives that lie


def archive_of(path, members, **kwargs):
    with zipfile.ZipFile(path, "w", **kwargs) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("names", [("Q.npy", "Q.npy"), ("Q.npy", "Q")])
def test_two_members_of_one_name_are_refused(tmp_path, names):
    path = archive_of(tmp_path / "a.npz", [(name, npy_bytes(A)) for name in (*names, "K.npy")])
    assert "two arrays of the name “Q”" in refusal(load_arrays, path)


def test_a_bomb_is_refused_before_it_unfolds(tmp_path):
    member = npy_header(GOOD) + bytes(300_000_000)
    path = archive_of(
        tmp_path / "a.npz", [("Q.npy", member), ("K.npy", npy_bytes(A))], compression=zipfile.ZIP_DEFLATED
    )
    assert "too large" in refusal(load_arrays, path)


def test_an_archive_of_very_many_members_is_refused_and_of_some_is_read(tmp_path):
    many = [(f"layer_{index}.npy", b"") for index in range(20_000)]
    assert "too many" in refusal(load_arrays, archive_of(tmp_path / "a.npz", many))
    few = [*many[:3000], ("Q.npy", npy_bytes(A)), ("K.npy", npy_bytes(A))]
    assert list(load_arrays(archive_of(tmp_path / "b.npz", few))) == ["Q", "K"]


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_rare_compressions_are_refused(tmp_path, compression):
    path = archive_of(tmp_path / "a.npz", [("Q.npy", npy_bytes(A)), ("K.npy", b"")], compression=compression)
    assert "compressed" in refusal(load_arrays, path)


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_damaged_archive_never_gives_another_exception(tmp_path, compression):
    path = archive_of(tmp_path / "a.npz", [("Q.npy", npy_bytes(A)), ("K.npy", npy_bytes(A))], compression=compression)
    data = path.read_bytes()
    refused = 0
    for position in range(len(data)):
        for value in (0, 0xFF, data[position] ^ 1):
            changed = bytearray(data)
            changed[position] = value
            path.write_bytes(changed)
            try:
                arrays = load_arrays(path)
            except InputError:
                refused += 1
            else:
                assert arrays["Q"].tolist() == A.tolist()
    assert refused > len(data) // 2
    for length in range(0, len(data), 7):
        path.write_bytes(data[:length])
        refusal(load_arrays, path)


def test_signs_that_are_no_unicode_are_refused(tmp_path):
    token = np.array([0x7FFFFFFF], dtype="<u4").view("<U1")
    head = npy_header("{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }\n", token.tobytes())
    members = [("Q.npy", npy_bytes(A[:1])), ("K.npy", npy_bytes(A)), ("tokens_q.npy", head)]
    assert "not Unicode" in refusal(load_arrays, archive_of(tmp_path / "a.npz", members))


def test_empty_tokens_are_tokens(tmp_path):
    arrays = load_arrays(saved(tmp_path / "a.npz", {"Q": A, "K": A, "tokens_q": ["", ""]}))
    assert arrays["tokens_q"] == ("", "")
