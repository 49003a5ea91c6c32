"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.wording import shown_name


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file that becomes `path` when the block ends well; otherwise `path` stays as it was.

    Failures of the system (no folder, no permission, disk full) become an InputError naming the file.
    """
    asked = Path(path)
    temporary: Path | None = None
    try:
        target = _target(asked)
        # Beside the target: a rename is only atomic within one file system.
        temporary = target.with_name(f".attnviz-{secrets.token_hex(6)}.tmp")
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        temporary.replace(target)
        temporary = None
    except OSError as error:
        raise _problem(asked, error) from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _target(asked: Path) -> Path:
    """The file to replace: behind a link its target, never a folder or a device."""
    try:
        target = asked.resolve()
    except (RuntimeError, ValueError) as error:
        raise OSError(errno.ELOOP, str(error)) from error
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not target.is_file():
        raise InputError(
            translate("io", "{name} cannot be written: it is not an ordinary file.").format(name=shown_name(asked))
        )
    return target


def _problem(path: Path, error: OSError) -> InputError:
    name = shown_name(path)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        folder = shown_name(path.parent.resolve())
        return InputError(
            translate("io", "{name} cannot be written: there is no folder {folder}.").format(name=name, folder=folder)
        )
    if error.errno == errno.EISDIR:
        return InputError(translate("io", "{name} cannot be written: it is a folder.").format(name=name))
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return InputError(
            translate("io", "{name} cannot be written: you may not write in this folder or to this file.").format(
                name=name
            )
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return InputError(translate("io", "{name} cannot be written: the disk is full.").format(name=name))
    return InputError(
        translate("io", "{name} cannot be written: {reason}.").format(name=name, reason=error.strerror or str(error))
    )
