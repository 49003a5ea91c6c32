"""Ways to spoil a file, and what must never happen when it is read."""

from __future__ import annotations

import io
import random
import struct
import warnings
import zipfile
import zlib
from pathlib import Path
from unittest import mock

from attnviz.core.diagnosis import diagnose, remedied
from attnviz.core.pieces import read_pieces
from attnviz.document.imported_source import Reading, imported
from attnviz.errors import InputError
from attnviz.export.finding_words import finding_sentence
from attnviz.export.notation import Notation
from attnviz.i18n import number_format
from attnviz.io import attention_json, json_faults
from attnviz.io.attention import read_attention
from attnviz.io.attention_kind import is_attention_file

FOLDERS = (Path(__file__).parents[1] / "unit" / "io" / "samples", Path(__file__).parents[1] / "data" / "exports")
LARGEST = 60_000  # bytes of a sample; larger ones would only be slow

NUMBERS = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 40, (1 << 63) - 1, (1 << 64) - 1)
WORDS = (
    b"[", b"]", b"{", b"}", b'"', b",", b":", b"null", b"NaN", b"-1", b"1e999", b"true", b"\\ud83d", b"\n", b"\t", b";",
    b"\0", b"attentions", b"tokens", b"F32", b"BF16", b"BOOL", b"'<f8'", b"'|O'", b"True", b"(", b")", b"1" * 400,
    b"PK\3\4", b"\x93NUMPY", b"\xef\xbb\xbf", b"\xff", b"layer_1", b"data_offsets", b"shape", b"h\0", b"R", b"Q", b".",
)  # fmt: skip


def samples() -> list[tuple[str, bytes]]:
    """Name and content of every sample that is not too large; good ones four times, as most faults are made in them."""
    paths = sorted(path for folder in FOLDERS for path in folder.glob("*/*") if path.is_file())
    small = [path for path in paths if path.stat().st_size <= LARGEST]
    return [(path.name, path.read_bytes()) for path in small for _ in range(1 if path.parent.name == "bad" else 4)]


def spoiled(chance: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """`data` with one to four faults, inside the members of an archive as well as in the archive itself."""
    if data.startswith(b"PK") and chance.random() < 0.6:
        inside = _inside(chance, data, others)
        if inside is not None:
            return inside
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        data = chance.choice(WAYS)(chance, data, others)
    return data


def _inside(chance: random.Random, data: bytes, others: list[bytes]) -> bytes | None:
    """The archive with one member spoiled and its checksums right again, so that readers look further."""
    out = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(info.filename, archive.read(info)) for info in archive.infolist()]
    except (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError):
        return None
    if not members:
        return None
    chosen = chance.randrange(len(members))
    if chance.random() < 0.4:
        named = [index for index, (name, _) in enumerate(members) if name.endswith("data.pkl")]
        chosen = named[0] if named else chosen
    way = zipfile.ZIP_DEFLATED if chance.random() < 0.3 else zipfile.ZIP_STORED
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", way) as archive:
        warnings.simplefilter("ignore")  # one sample holds a name twice
        for index, (name, content) in enumerate(members):
            if index == chosen:
                content = chance.choice(WAYS)(chance, content, others)
            if index == chosen and chance.random() < 0.1:
                continue
            archive.writestr(name, content)
    return out.getvalue()


def _flip(chance: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    spot = _spot(chance, data)
    return data[:spot] + bytes([chance.randrange(256)]) + data[spot + 1 :]


def _cut(chance: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    return data[: _spot(chance, data)]


def _drop(chance: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    spot = _spot(chance, data)
    return data[:spot] + data[spot + chance.randint(1, 64) :]


def _repeat(chance: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    spot = _spot(chance, data)
    part = data[spot : spot + chance.randint(1, 64)]
    return data[:spot] + part * chance.choice((2, 3, 40)) + data[spot + len(part) :]


def _number(chance: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    spot = _spot(chance, data)
    form, mask = chance.choice((("<B", 0xFF), ("<H", 0xFFFF), ("<I", 0xFFFFFFFF), ("<Q", (1 << 64) - 1)))
    written = struct.pack(form, chance.choice(NUMBERS) & mask)
    return data[:spot] + written + data[spot + len(written) :]


def _word(chance: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    spot = _spot(chance, data)
    taken = chance.choice((0, 1, 4))
    return data[:spot] + chance.choice(WORDS) + data[spot + taken :]


def _digits(chance: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    """Another number where one is written out in digits, as in headers."""
    places = [index for index in range(min(len(data), 4000)) if data[index : index + 1].isdigit()]
    if not places:
        return data
    spot = chance.choice(places)
    return data[:spot] + str(chance.choice(NUMBERS)).encode() + data[spot + 1 :]


def _splice(chance: random.Random, data: bytes, others: list[bytes]) -> bytes:
    other = chance.choice(others)
    return data[: _spot(chance, data)] + other[_spot(chance, other) :]


WAYS = (_flip, _flip, _cut, _drop, _repeat, _number, _word, _digits, _splice)


def _spot(chance: random.Random, data: bytes) -> int:
    """A place in the data, half of the time among the first bytes or the last, where headers are."""
    if not data:
        return 0
    near = min(len(data), 200)
    choice = chance.random()
    if choice < 0.4:
        return chance.randrange(near)
    return len(data) - 1 - chance.randrange(near) if choice < 0.5 else chance.randrange(len(data))


def try_file(path: Path) -> str:
    """Read a file as the program does: "opened" or "refused". Anything else than InputError comes through."""
    outcome = _tried(path)
    if path.suffix in (".json", ".html"):
        # As a large file, whose faults are looked for ahead of reading, and which goes through in small parts.
        with mock.patch.object(attention_json, "LARGE", 0), mock.patch.object(json_faults, "CHUNK", 512):
            assert _tried(path) == outcome
    return outcome


def _tried(path: Path) -> str:
    assert isinstance(is_attention_file(path), bool)
    try:
        _look_at(path)
        return "opened"
    except InputError as error:
        sentence = str(error)
    assert sentence
    assert "\n" not in sentence
    return "refused"


def _look_at(path: Path) -> None:
    """Everything that is done with attention after it was opened."""
    found = read_attention([path])
    stack = found.stack
    names_q, names_k = (
        tuple(map(str, range(count))) if labels is None else labels
        for labels, count in ((found.tokens_q, stack.n_q), (found.tokens_k, stack.n_k))
    )
    source = imported(Reading(stack=stack, tokens_q=names_q, tokens_k=names_k))
    for finding in diagnose(stack, causal=found.causal).findings:
        assert finding_sentence(finding, number_format("en"), source, Notation())
        better = remedied(stack, finding)
        layer, head = next(better.places())
        assert better.head(layer, head).shape == (better.n_q, better.n_k)
    layer, head = next(stack.places())
    assert stack.reduced(layer, head, 7, 7).size
    for labels, count in ((found.tokens_q, stack.n_q), (found.tokens_k, stack.n_k)):
        assert labels is None or len(labels) == count
        if labels is not None:
            "".join(labels).encode("utf-8")
            assert len(read_pieces(labels).texts) == count
    for question in found.questions:
        assert question.chosen in [choice.key for choice in question.choices] or len(question.choices) == 64
        read_attention([path], {question.kind: question.choices[-1].key})


def run(count: int, seed: int, folder: Path) -> dict[str, int]:
    """`count` spoiled files, each read; how many of them opened and how many were refused."""
    chance = random.Random(seed)
    all_samples = samples()
    others = [data for _, data in all_samples]
    outcome = {"opened": 0, "refused": 0}
    for case in range(count):
        name, data = chance.choice(all_samples)
        path = folder / f"case{Path(name).suffix}"
        if name.endswith(".npy.gz"):
            path = folder / "case.npy"
        path.write_bytes(spoiled(chance, data, others))
        try:
            outcome[try_file(path)] += 1
        except BaseException as error:
            kept = folder / f"fault-{seed}-{case}{path.suffix}"
            kept.write_bytes(path.read_bytes())
            error.add_note(f"{name}, seed {seed}, case {case}: {kept}")
            raise
    return outcome
