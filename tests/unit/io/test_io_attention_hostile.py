"""Files made to harm: nothing in them runs, memory stays small, and the answer is one sentence."""

import io
import json
import os
import pickle
import struct
import subprocess
import sys
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest

from attnviz.errors import InputError
from attnviz.io.attention import read_attention
from attnviz.io.attention_kind import is_attention_file
from attnviz.io.attention_torch import SAVE_PLAINLY, UnsafeFileError

MOST_MEMORY = 200_000_000


def look_at_all(path):
    stack = read_attention([path]).stack
    for layer, head in stack.places():
        stack.head(layer, head)


def refused(path, *words):
    """The sentence with which a file is refused, after looking at memory."""
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as refusal:
            look_at_all(path)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
    sentence = str(refusal.value)
    assert "\n" not in sentence
    assert len(sentence) < 400
    for word in words:
        assert word in sentence
    assert isinstance(is_attention_file(path), bool)
    return refusal.value


def torch_file(path, pickled, storages=(), *, folder="archive"):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{folder}/data.pkl", pickled)
        for key, data in storages:
            archive.writestr(f"{folder}/data/{key}", data)
    return path


class Payload:
    def __init__(self, function, *arguments):
        self.call = (function, arguments)

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize("way", ["system", "eval", "open"])
def test_nothing_in_a_pickle_is_run(tmp_path, protocol, way):
    marker = tmp_path / "marker"
    payload = {
        "system": Payload(os.system, f"touch {marker}"),
        "eval": Payload(eval, f"open({str(marker)!r}, 'w')"),
        "open": Payload(open, str(marker), "w"),
    }[way]
    data = pickle.dumps([payload], protocol=protocol)
    refused(torch_file(tmp_path / "evil.pt", data), "is not opened")
    (tmp_path / "evil2.pt").write_bytes(data)
    refused(tmp_path / "evil2.pt")
    np.savez(tmp_path / "evil.npz", attentions=np.array([payload], dtype=object))
    refused(tmp_path / "evil.npz", "Python objects")
    np.save(tmp_path / "evil.npy", np.array([payload], dtype=object))
    refused(tmp_path / "evil.npy", "Python objects")
    assert not marker.exists()


@pytest.mark.parametrize("named", ["torch.hub load", "builtins eval", "torch._utils _import_dotted_name", "os system"])
def test_names_that_are_not_known_are_named(tmp_path, named):
    data = b"\x80\x02c" + named.replace(" ", "\n").encode() + b"\nX\x01\x00\x00\x00a\x85R."
    error = refused(torch_file(tmp_path / "evil.pt", data), named.replace(" ", "."))
    assert isinstance(error, UnsafeFileError)
    assert error.lines == SAVE_PLAINLY
    assert all(line in str(error) for line in error.lines)


HOSTILE_PICKLES = {
    "huge memo index": b"\x80\x02]r\xff\xff\xff\x7f.",
    "text longer than the file": b"\x80\x02X\xff\xff\xff\xff",
    "bytearray of a terabyte": b"\x80\x05\x96" + struct.pack("<Q", 1 << 40),
    "marks without end": b"\x80\x02" + b"(" * 900_000,
    "lists in lists": b"\x80\x02" + b"]" * 200_000 + b"a" * 199_999 + b".",
    "tuples in tuples as a key": b"\x80\x02})" + b"\x85" * 300_000 + b"Ns.",
    "a list that holds itself": b"\x80\x02]q\x00h\x00a.",
    "lists that hold each other ten times over": b"\x80\x02]q\x00"
    + b"".join(b"](" + b"h" + bytes([i]) + (b"h" + bytes([i])) * 9 + b"eq" + bytes([i + 1]) for i in range(20))
    + b".",
    "nothing to take": b"\x80\x02a.",
    "no end": b"\x80\x02]",
    "empty": b"",
    "persistent id of nothing": b"\x80\x02NQ.",
    "storage of another class": b"\x80\x02(X\x07\x00\x00\x00storageccollections\nOrderedDict\n"
    b"X\x01\x00\x00\x000X\x03\x00\x00\x00cpuK\x01tQ.",
}


@pytest.mark.parametrize("data", HOSTILE_PICKLES.values(), ids=HOSTILE_PICKLES.keys())
def test_hostile_pickles(tmp_path, data):
    refused(torch_file(tmp_path / "evil.pt", data))


def tensor_pickle(offset, shape, strides, kind=b"FloatStorage"):
    def number(value):
        return b"\x8a\x09" + int(value).to_bytes(9, "little", signed=True)

    def row(values):
        return b"(" + b"".join(map(number, values)) + b"t"

    storage = (
        b"(X\x07\x00\x00\x00storagectorch\n" + kind + b"\nX\x01\x00\x00\x000X\x03\x00\x00\x00cpu" + number(16) + b"tQ"
    )
    arguments = storage + number(offset) + row(shape) + row(strides) + b"\x89ccollections\nOrderedDict\n)Rt"
    return b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n(" + arguments + b"R."


@pytest.mark.parametrize(
    ("offset", "shape", "strides"),
    [
        (0, (4, 5), (5, 1)),
        (1, (4, 4), (4, 1)),
        (0, (4, 4), (1 << 40, 1)),
        (-1, (4, 4), (4, 1)),
        (0, (4, 4), (-4, 1)),
        (0, (1 << 60, 1 << 60), (0, 0)),
        (0, (4,), (1,)),
        (0, (4, 4), (4,)),
        (0, (0, 4), (4, 1)),
    ],
)
def test_tensors_that_reach_past_their_numbers(tmp_path, offset, shape, strides):
    path = torch_file(tmp_path / "t.pt", tensor_pickle(offset, shape, strides), [("0", bytes(64))])
    refused(path)


def test_a_tensor_within_its_numbers_is_read(tmp_path):
    values = np.arange(16, dtype=np.float32)
    path = torch_file(tmp_path / "t.pt", tensor_pickle(3, (2, 3), (4, 2)), [("0", values.tobytes())])
    head = read_attention([path]).stack.head(0, 0)
    np.testing.assert_array_equal(head, [[3, 5, 7], [7, 9, 11]])


def test_a_storage_that_is_missing(tmp_path):
    refused(torch_file(tmp_path / "t.pt", tensor_pickle(0, (4, 4), (4, 1))), "missing")


def zipped(path, members, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def npy(shape, descr="<f4", data=b""):
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": descr, "fortran_order": False, "shape": shape})
    return head.getvalue() + data


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    data = npy((4, 16, 1024, 1024)) + bytes(4 * 64 << 20)
    refused(zipped(tmp_path / "bomb.npz", [("attentions.npy", data)]), "packed so tightly")


def test_a_zip_bomb_in_a_torch_file_is_not_unpacked(tmp_path):
    path = zipped(tmp_path / "bomb.pt", [("a/data.pkl", bytes(300 << 20)), ("a/data/0", bytes(64))])
    refused(path)


def test_members_that_overlap_add_up(tmp_path):
    """A bomb whose many members share the same few packed bytes; each alone would be small enough."""
    data = npy((1900, 1900)) + np.random.default_rng(0).bytes(1000) + bytes(4 * 1900 * 1900 - 1000)
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packed.compress(data) + packed.flush()
    names = [f"layer_{index}.npy".encode() for index in range(60)]
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 8, 0, 33, zlib.crc32(data), len(body), len(data), 11, 0)
    content = local + names[0] + body
    directory = b"".join(
        struct.pack(
            "<4sHHHHHHIIIHHHHHII",
            b"PK\1\2", 20, 20, 0, 8, 0, 33, zlib.crc32(data), len(body), len(data), len(name), 0, 0, 0, 0, 0, 0,
        )
        + name
        for name in names
    )  # fmt: skip
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, len(names), len(names), len(directory), len(content), 0)
    (tmp_path / "overlap.npz").write_bytes(content + directory + end)
    refused(tmp_path / "overlap.npz")


def test_paths_in_an_archive_lead_nowhere(tmp_path):
    (tmp_path / "in").mkdir()
    data = npy((2, 2), data=np.eye(2, dtype="f4").tobytes())
    path = zipped(tmp_path / "in" / "up.npz", [("../../attentions.npy", data), ("/etc/x.npy", data)])
    before = sorted(tmp_path.rglob("*"))
    found = read_attention([path])
    np.testing.assert_array_equal(found.stack.head(0, 0), np.eye(2))
    assert sorted(tmp_path.rglob("*")) == before


def test_three_thousand_layers(tmp_path):
    data = npy((1, 1), data=bytes(4))
    refused(zipped(tmp_path / "many.npz", [(f"arr_{index}.npy", data) for index in range(3000)]), "too many")


def test_a_table_of_contents_that_would_fill_the_memory(tmp_path):
    (tmp_path / "end.npz").write_bytes(b"PK\3\4" + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 9, 9, 1 << 30, 0, 0))
    refused(tmp_path / "end.npz", "too many")


@pytest.mark.parametrize(
    "shape", [(10**9, 10**9), (1 << 62, 4), (10**18,), (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2), (20_000, 20_000)]
)
def test_headers_that_promise_the_world(tmp_path, shape):
    for name, data in (("a.npy", npy(shape)), ("b.npy", npy(shape, data=bytes(64)))):
        (tmp_path / name).write_bytes(data)
        refused(tmp_path / name)


def test_a_matrix_larger_than_can_be_looked_at_says_its_size(tmp_path):
    path = tmp_path / "wide.npy"
    with path.open("wb") as file:
        file.write(npy((20_000, 20_000)))
        file.truncate(len(npy((20_000, 20_000))) + 4 * 20_000 * 20_000)
    refused(path, "20000 × 20000", "16384")


@pytest.mark.parametrize("sign", ["[", '{"a":', '{"attentions":[['])
@pytest.mark.parametrize("depth", [10_000, 100_000, 1_000_000])
def test_json_nested_deeply(tmp_path, sign, depth):
    (tmp_path / "deep.json").write_text(sign * depth)
    refused(tmp_path / "deep.json")


@pytest.mark.parametrize(
    "text",
    [
        "[[" + "0," * 1_000_000 + "0]]",
        "[[" + "1" * 3_000_000 + "]]",
        "[" + "[]," * 1_000_000 + "[]]",
        '{"' + "a" * 2_000_000 + '": 1}',
        '{"attentions": "' + "a" * 2_000_000 + '"}',
        "[" + "[1]," * 300_000 + "[1]]",
        '{"attentions": [[' + "1," * 20_000 + "1]]}",
        "[[1e99999, 1]]x",
        "[[1,],[2]]",
        "[[NaNa]]",
        "[-]",
        '"',
        "",
        "null",
        "[[1, 2], [3",
        "[[1, 2], {}]",
        '{"attentions": {"0": 1}}',
        '{"attentions": [{"attn": 3}]}',
        '{"attentions": [[[[[[[1]]]]], 2]]}',
    ],
    ids=range(19),
)
def test_json_of_many_kinds(tmp_path, text):
    (tmp_path / "odd.json").write_text(text)
    refused(tmp_path / "odd.json")
    (tmp_path / "odd.html").write_text(f"<script>const params = {text}")
    refused(tmp_path / "odd.html")


@pytest.mark.parametrize("sign", [",", "\t", ";"])
def test_a_million_columns(tmp_path, sign):
    (tmp_path / "wide.csv").write_text(sign.join(["0.5"] * 1_000_000))
    refused(tmp_path / "wide.csv")
    (tmp_path / "later.csv").write_text("1\n" + sign.join(["0.5"] * 1_000_000))
    refused(tmp_path / "later.csv")


@pytest.mark.parametrize(
    "text",
    [
        "layer,head,query,key,weight\n1000000000,0,0,0,1\n",
        "layer,head,query,key,weight\n999999,0,0,0,1\n0,0,0,0,1\n",
        "layer,head,query,key,weight\n0,0,99999,99999,1\n0,0,0,0,1\n",
        "layer,head,query,key,weight\n0,0,0,0\n",
        "layer,head,query,key,weight\n0,0,0,0,x\n",
        "layer,head,query,key,weight\n0,0,-1,0,1\n",
        "layer,head,query,key,weight\n",
        'query,key,weight\n"0,0,1\n',
        "0.5," * 600 + "x\n" + "0.5," * 600 + "y\n",
        "0.5," * 600 + "0.5\n0.5,0.5\n",
    ],
    ids=range(10),
)
def test_tables_of_many_kinds(tmp_path, text):
    (tmp_path / "odd.csv").write_text(text)
    refused(tmp_path / "odd.csv")


def test_a_file_of_safetensors_whose_header_is_deep_or_repeats_itself(tmp_path):
    for header in (b"[" * 100_000, b'{"a":' * 100_000, b'{"a":1,"a":2}', b"{}", b'{"a":{"dtype":"F32","shape":[' +
                   b"9" * 5000 + b'],"data_offsets":[0,4]}}', b'{"__metadata__":{}}'):  # fmt: skip
        (tmp_path / "a.safetensors").write_bytes(struct.pack("<Q", len(header)) + header)
        refused(tmp_path / "a.safetensors")


def test_what_is_no_ordinary_file(tmp_path):
    (tmp_path / "folder.npy").mkdir()
    refused(tmp_path / "folder.npy", "folder")
    refused(tmp_path / "nothing.npy", "no such file")
    os.mkfifo(tmp_path / "pipe.json")
    refused(tmp_path / "pipe.json", "ordinary")
    (tmp_path / "empty.npz").write_bytes(b"")
    refused(tmp_path / "empty.npz", "empty")
    (tmp_path / "a.h5").write_bytes(b"\x89HDF\r\n\x1a\n")
    refused(tmp_path / "a.h5", "HDF5")
    (tmp_path / "a.xyz").write_bytes(b"hello")
    refused(tmp_path / "a.xyz", "kind")


def test_a_file_cut_short_after_it_was_opened(tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.full((2, 2, 8, 8), 0.125, dtype=np.float32))
    stack = read_attention([path]).stack
    os.truncate(path, 200)
    with pytest.raises(InputError, match="has changed on the disk"):
        stack.head(1, 1)
    path.unlink()
    with pytest.raises(InputError, match="no such file"):
        stack.head(0, 0)


def test_a_damaged_member_is_noticed_when_it_is_unpacked(tmp_path):
    path = tmp_path / "a.npz"
    np.savez_compressed(path, attentions=np.random.default_rng(0).random((4, 4, 32, 32)))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(InputError, match="archive is broken"):
        read_attention([path]).stack.head(0, 0)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not say what a process took")
def test_six_gigabytes_open_in_little_memory(tmp_path):
    """A sparse file of (24, 16, 2048, 2048) float32, in a process of its own that may not take more than 400 MB."""
    path = tmp_path / "large.npy"
    head = npy((24, 16, 2048, 2048))
    with path.open("wb") as file:
        file.write(head)
        file.truncate(len(head) + 4 * 24 * 16 * 2048 * 2048)
    code = (
        "import re; from pathlib import Path; from attnviz.io.attention import read_attention;"
        "from attnviz.core.diagnosis import diagnose;"
        f"stack = read_attention([Path({str(path)!r})]).stack; stack.head(23, 15); stack.reduced(3, 3, 64, 64);"
        "print(diagnose(stack).findings[0].kind, re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    kind, most = answer.stdout.split()
    assert kind == "all-zero"
    assert int(most) * 1024 < 400_000_000


def test_json_with_much_number_takes_memory_near_its_size(tmp_path):
    rows = np.full((8, 8, 100, 100), 0.01).tolist()
    (tmp_path / "large.json").write_text(json.dumps(rows))
    size = (tmp_path / "large.json").stat().st_size
    tracemalloc.start()
    try:
        read_attention([tmp_path / "large.json"])
        assert tracemalloc.get_traced_memory()[1] < 6 * size
    finally:
        tracemalloc.stop()
