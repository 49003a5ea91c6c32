"""An .npz archive as named tensors and texts; pickles in it are never loaded."""

from __future__ import annotations

from pathlib import Path

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_tree import Content, Node, Texts
from attnviz.io.npy import HEAD_BYTES, MAX_TOKEN_BYTES, Header, read_header, read_strings
from attnviz.io.stored import in_order
from attnviz.io.wording import shown
from attnviz.io.zip_members import Members, open_members

MAX_ARRAYS = 4096
MUCH = 64_000_000  # bytes that are worth saying before they are taken


def read_npz(path: Path) -> Content:
    """The arrays of an .npz archive by name; their headers are checked against their sizes.

    Arrays of anything but real numbers and texts are left out, unless there is nothing else.
    """
    with open_members(path) as members:
        names = [name for name in members.names if name.endswith(".npy")]
        if not names:
            raise InputError(translate("io", "{name} holds no arrays.").format(name=members.called))
        if len(names) > MAX_ARRAYS:
            raise InputError(translate("io", "{name} holds too many arrays.").format(name=members.called))
        tree: dict[str, Node] = {}
        refused: list[InputError] = []
        for name in names:
            try:
                key = _base(name)
                tree[name if key in tree else key] = _member(members, name)
            except InputError as error:
                refused.append(error)
        if refused and all(isinstance(node, Texts) for node in tree.values()):
            raise refused[0]
        return Content(path, members.called, tree, tuple(map(str, refused[:3])) + _remarks(members))


def _member(members: Members, name: str) -> Node:
    called = f"{members.called}: {shown(_base(name))}"
    head = members.head(name, HEAD_BYTES)
    header: Header = read_header(head, members.size(name), called)
    if header.dtype.kind == "U":
        data = members.read(name, HEAD_BYTES + MAX_TOKEN_BYTES)
        return Texts(read_strings(header, lambda count: data[header.offset : header.offset + count], called))
    if header.dtype.kind not in "biuf":
        raise InputError(
            translate("io", "{name} holds {found} instead of real numbers.").format(
                name=called, found=str(header.dtype.name)[:40]
            )
        )
    return in_order(members.source(name), header.offset, header.shape, header.dtype, fortran=header.fortran_order)


def _remarks(members: Members) -> tuple[str, ...]:
    """What has to be said about the archive itself."""
    said: list[str] = []
    if members.repeated:
        said.append(
            translate("io", "{name} holds two arrays called {member}; the last one is read.").format(
                name=members.called, member=shown(_base(members.repeated))
            )
        )
    if members.packed > MUCH:
        said.append(
            translate("io", "{name} is compressed: once it is looked at, up to {found} MB of memory are taken.").format(
                name=members.called, found=members.packed // 1_000_000
            )
        )
    return tuple(said)


def _base(name: str) -> str:
    """The name of a member, without its ending and without folders, which never lead anywhere here."""
    return name.removesuffix(".npy").replace("\\", "/").rsplit("/", 1)[-1]
