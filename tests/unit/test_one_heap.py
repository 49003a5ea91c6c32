"""The threads of the window share one heap, where the C library would give each its own; what is large is no part of
it, and its end stays while there is work."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

GLIBC = sys.platform.startswith("linux") and hasattr(ctypes.CDLL(None), "mallinfo2")

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


# What the C library has taken from the system, in bytes: for a large block that had been let go of before, and for its
# heap after some megabytes at its end have been let go of.
TAKEN = """
import ctypes, sys
from attnviz.cli import one_heap
if sys.argv[1] == "one":
    one_heap()
class Told(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in
        ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]
c = ctypes.CDLL(None)
c.malloc.restype = ctypes.c_void_p
c.malloc.argtypes = [ctypes.c_size_t]
c.free.argtypes = [ctypes.c_void_p]
c.mallinfo2.restype = Told
for _ in range(2):
    before = c.mallinfo2()
    memory = c.malloc(8 << 20)
    large = c.mallinfo2().hblkhd - before.hblkhd
    c.free(memory)
pieces = [c.malloc(100_000) for _ in range(80)]
for piece in pieces[::-1]:
    c.free(piece)
print(large, c.mallinfo2().arena - before.arena)
"""


@pytest.mark.skipif(not GLIBC, reason="other C libraries manage what is large in their own ways")
@pytest.mark.parametrize("how", ["one", "as it comes"])
def test_what_is_large_is_no_part_of_the_heap_whose_end_stays(how) -> None:
    done = subprocess.run([sys.executable, "-c", TAKEN, how], check=True, capture_output=True, text=True)
    large, left = (int(number) for number in done.stdout.split())
    assert (large >= 8 << 20) == (how == "one")
    if how == "one":
        assert left > 4 << 20
