"""Reading attention that others exported: .npy, .npz, .safetensors, .json, .csv, .tsv, .pt, and BertViz's pages.

Only headers are read where the format allows it; a head is read when it is looked at. Nothing in a file is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from attnviz.core.stack import stack_of
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_find import NoAttention, find_attention
from attnviz.io.attention_json import read_html, read_json
from attnviz.io.attention_labels import Labels, labels_of, placed, texts_of
from attnviz.io.attention_npy import read_npy
from attnviz.io.attention_npz import read_npz
from attnviz.io.attention_result import Answers, Imported, Note
from attnviz.io.attention_safetensors import read_safetensors
from attnviz.io.attention_shapes import arrange
from attnviz.io.attention_table import read_table
from attnviz.io.attention_torch import is_torch, read_torch, unsafe
from attnviz.io.attention_tree import Content, Node, Texts
from attnviz.io.files import decoded, opened, read_bytes
from attnviz.io.stored import MOST_FILE_BYTES
from attnviz.io.wording import shown_name
from attnviz.io.zip_members import open_members

SUFFIXES = (".npy", ".npz", ".safetensors", ".json", ".csv", ".tsv", ".pt", ".pth", ".html", ".htm")
MAX_TOKEN_BYTES = 4_000_000
MAX_FILES = 1024

_OLD_TORCH = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"
_MAGIC = (
    (b"\x93NUMPY", "npy"),
    (b"PK", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"\x89HDF", "hdf5"),
    (b"\x80", "pickle"),
)


def read_attention(paths: Sequence[Path], answers: Answers | None = None) -> Imported:
    """The attention in a file, or in several: layers in files of their own, and tokens in a second file.

    `answers` settles what `Imported.questions` of an earlier reading asked. Raises InputError with one sentence for
    what is no attention, is broken, or would take too much.
    """
    answers = answers or {}
    if not paths or len(paths) > MAX_FILES:
        raise InputError(translate("io", "Expected between 1 and {most} files.").format(most=MAX_FILES))
    contents = [read_content(path) for path in paths]
    tokens = [content for content in contents if _only_texts(content.tree)]
    rest = [content for content in contents if content not in tokens]
    if not rest:
        raise NoAttention(translate("io", "{name} holds texts, but no attention.").format(name=contents[0].name))
    content = rest[0] if len(rest) == 1 else _layers_of_files(rest)
    second = Labels()
    for extra in tokens:
        second = second.or_else(_labels(extra.tree))
    remarks = tuple(Note("file", text) for found in contents for text in found.remarks)
    found = imported(content.tree, content.name, content.path.stem, answers, labels=second, notes=remarks)
    if len(rest) == 1:
        return found
    said = translate("io", "{files} files read as {layers} layers, in the order of their names.").format(
        files=len(rest), layers=found.stack.n_layers
    )
    return replace(found, notes=(Note("file", said), *found.notes))


def imported(
    tree: Node,
    name: str,
    title: str,
    answers: Answers | None = None,
    *,
    labels: Labels | None = None,
    notes: tuple[Note, ...] = (),
) -> Imported:
    """Attention out of a tree of arrays (see `attention_tree`), which need not come from a file.

    `name` stands in sentences; `title` names the result; `labels` go before those in the tree.
    """
    answers = answers or {}
    found = find_attention(tree, name, answers)
    arranged = arrange(found.node, name, answers, heads=len(found.head_names or ()))
    stack = stack_of(arranged.layers)
    own = found.labels.or_else(labels or Labels())
    tokens_q, tokens_k, said, asked = placed(own, stack.n_q, stack.n_k, answers)
    names = found.head_names if found.head_names and len(found.head_names) == stack.n_heads else None
    return Imported(
        stack=stack,
        name=f"{title}: {found.name}" if found.name and found.questions else title,
        tokens_q=tokens_q,
        tokens_k=tokens_k,
        seams=arranged.seams,
        head_names=names,
        causal=True if arranged.seams else found.causal,
        notes=(*notes, *arranged.notes, *said),
        questions=(*found.questions, *arranged.questions, *asked),
    )


def read_content(path: Path) -> Content:
    """What a file holds, by its first bytes and, where they say nothing, by its suffix."""
    with opened(path, MOST_FILE_BYTES) as (file, size):
        head = file.read(16)
    suffix = path.suffix.lower()
    kind = next((kind for magic, kind in _MAGIC if head.startswith(magic)), "")
    if suffix == ".safetensors" or (not suffix and head[8:9] == b"{"):
        return read_safetensors(path)
    if kind == "npy":
        return read_npy(path)
    if kind == "zip":
        with open_members(path) as members:
            torch = is_torch(members.names)
        return read_torch(path) if torch else read_npz(path)
    if head.startswith(_OLD_TORCH):
        raise InputError(
            translate(
                "io",
                "{name} was saved in the form PyTorch had before version 1.6, which is not read; save it again with "
                "torch.save of a newer version.",
            ).format(name=shown_name(path))
        )
    if kind == "pickle" and suffix in (".pt", ".pth", ".pkl", ".pickle", ".bin"):
        raise unsafe(path)
    if kind:
        raise _other_kind(path, kind)
    by_suffix: dict[str, Callable[[Path], Content]] = {
        ".json": read_json,
        ".html": read_html,
        ".htm": read_html,
        ".csv": read_table,
        ".tsv": read_table,
        ".txt": _token_lines,
    }
    if suffix in by_suffix:
        return by_suffix[suffix](path)
    raise _not_its_kind(path, suffix, size)


def _only_texts(tree: Node) -> bool:
    if isinstance(tree, dict):
        return bool(tree) and all(isinstance(node, Texts) for node in tree.values())
    return isinstance(tree, Texts)


def _labels(tree: Node) -> Labels:
    if isinstance(tree, dict):
        found = labels_of(tree)
        if found == Labels() and len(tree) == 1:
            return _labels(next(iter(tree.values())))
        return found
    texts = texts_of(tree)
    return Labels(both=texts.items if texts else None)


def _token_lines(path: Path) -> Content:
    """A text with one token a line, or one line of tokens with blanks between them."""
    name = shown_name(path)
    text = decoded(read_bytes(path, MAX_TOKEN_BYTES), name).replace("\r\n", "\n").removesuffix("\n")
    items = text.split("\n") if "\n" in text else text.split()
    return Content(path, name, Texts(tuple(items)))


def _layers_of_files(contents: list[Content]) -> Content:
    """Files that each hold one array, as layers in the order of the numbers in their names."""
    ordered = sorted(contents, key=lambda content: _natural(content.path.name))
    return Content(ordered[0].path, ordered[0].name, [_single(content) for content in ordered])


def _single(content: Content) -> Node:
    if isinstance(content.tree, dict):
        return find_attention(content.tree, content.name, {}).node
    return content.tree


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(piece), "") if piece.isdigit() else (-1, piece) for piece in re.split(r"(\d{1,18})", name)]


def _other_kind(path: Path, kind: str) -> InputError:
    if kind == "gzip":
        return InputError(
            translate("io", "{name} is packed with gzip; unpack it and open what is inside.").format(
                name=shown_name(path)
            )
        )
    return InputError(
        translate("io", "{name} is a {kind} file, which is not read; save the attention as {expected}.").format(
            name=shown_name(path), kind=kind.upper() if kind == "hdf5" else kind, expected=".npz, .safetensors"
        )
    )


def _not_its_kind(path: Path, suffix: str, size: int) -> InputError:
    if suffix in (".npy", ".npz", ".pt", ".pth"):
        return InputError(
            translate("io", "{name} is no {suffix} file: its first bytes are those of something else.").format(
                name=shown_name(path), suffix=suffix
            )
            if size
            else translate("io", "{name} is empty.").format(name=shown_name(path))
        )
    return InputError(
        translate("io", "{name} is not of a kind that can be opened here; expected {kinds}.").format(
            name=shown_name(path), kinds=", ".join(SUFFIXES[:-1])
        )
    )
