"""An .npy file as a tensor that is read when it is asked for, or as texts."""

from __future__ import annotations

import os
from pathlib import Path

from attnviz.io.attention_tree import Content, Texts, number_type
from attnviz.io.files import opened
from attnviz.io.npy import HEAD_BYTES, read_header, read_strings
from attnviz.io.stored import MOST_FILE_BYTES, InFile, Stamp, in_order
from attnviz.io.wording import shown_name


def read_npy(path: Path) -> Content:
    """The array in an .npy file. Only its header is read, and checked against the size of the file."""
    name = shown_name(path)
    with opened(path, MOST_FILE_BYTES) as (file, size):
        header = read_header(file.read(HEAD_BYTES), size, name)
        stamp = Stamp.of(os.fstat(file.fileno()))
        if header.dtype.kind == "U":
            file.seek(header.offset)
            return Content(path, name, Texts(read_strings(header, file.read, name)))
    number_type(header.dtype, name)
    source = InFile(path, stamp, header.offset, header.data_bytes)
    return Content(path, name, in_order(source, 0, header.shape, header.dtype, fortran=header.fortran_order))
