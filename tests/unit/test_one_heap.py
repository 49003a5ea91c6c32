"""The threads of the window share one heap, where the C library would give each its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Several threads hold memory at once; then the C library tells how many heaps it has.
SCRIPT = """
import ctypes, sys, threading
from attnviz.cli import one_heap
if sys.argv[1] == "one":
    one_heap()
c = ctypes.CDLL(None)
c.malloc.restype = c.fopen.restype = ctypes.c_void_p
c.free.argtypes = c.fclose.argtypes = [ctypes.c_void_p]
c.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
together = threading.Barrier(4)
def hold():
    memory = c.malloc(5000)
    together.wait()
    c.free(memory)
threads = [threading.Thread(target=hold) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
file = c.fopen(sys.argv[2].encode(), b"w")
c.malloc_info(0, file)
c.fclose(file)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there does every thread get a heap")
@pytest.mark.parametrize("how", ["one", "as it comes"])
def test_threads_share_one_heap(tmp_path, how) -> None:
    told = tmp_path / "heaps.xml"
    subprocess.run([sys.executable, "-c", SCRIPT, how, str(told)], check=True)
    heaps = told.read_text().count("<heap nr=")
    assert heaps == 1 if how == "one" else heaps > 1
