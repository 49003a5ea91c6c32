"""How much memory is free, as the operating system says; None where it does not."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_MEMINFO = Path("/proc/meminfo")


def free_bytes() -> int | None:
    """Bytes that a program may take without others having to give way; on macOS, half of what is built in."""
    if sys.platform == "win32":
        return _free_on_windows()
    try:
        lines = _MEMINFO.read_text(encoding="ascii").splitlines()
    except OSError:
        return _half_of_all()
    found = next((line.split() for line in lines if line.startswith("MemAvailable:")), [])
    return int(found[1]) * 1024 if len(found) > 1 and found[1].isdigit() else _half_of_all()


def _half_of_all() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, OSError, ValueError):
        return None


class _Status(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        ("total", ctypes.c_ulonglong),
        ("free", ctypes.c_ulonglong),
        ("total_page_file", ctypes.c_ulonglong),
        ("free_page_file", ctypes.c_ulonglong),
        ("total_virtual", ctypes.c_ulonglong),
        ("free_virtual", ctypes.c_ulonglong),
        ("free_extended", ctypes.c_ulonglong),
    )


def _free_on_windows() -> int | None:
    status = _Status(length=ctypes.sizeof(_Status))
    library = getattr(ctypes, "windll", None)
    if library is None or not library.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return int(status.free)
