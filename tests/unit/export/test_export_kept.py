"""What was made from a matrix is used again only for that very matrix."""

from __future__ import annotations

import gc
import threading

import numpy as np

from attnviz.export.kept import Kept, same


def frozen(*shape):
    array = np.random.default_rng(1).random(shape)
    array.setflags(write=False)
    return array


def asked(kept, key, arrays):
    """Whether the result had to be made."""
    made = []
    kept.get(key, arrays, lambda: made.append(1) or "result")
    return bool(made)


def test_a_matrix_that_did_not_change_is_not_looked_at_again():
    kept, array = Kept(most=4), frozen(3, 3)
    assert asked(kept, same(array), (array,))
    assert not asked(kept, same(array), (array,))
    assert not asked(kept, same(array[:]), (array[:],)), "another look at the same memory"
    assert asked(kept, same(array[1:]), (array[1:],))
    assert asked(kept, same(array.T), (array.T,))


def test_an_address_that_returns_with_other_numbers_is_another_matrix():
    kept, array = Kept(most=4), frozen(3, 3)
    key = same(array)
    assert asked(kept, key, (array,))
    del array
    gc.collect()
    other = frozen(3, 3)
    assert asked(kept, key, (other,)), "the memory that the key names was given back"


def test_what_can_be_written_to_is_never_kept():
    kept, array = Kept(most=4), np.zeros((3, 3))
    locked = array[:]
    locked.setflags(write=False)
    for view in (array, locked):
        assert asked(kept, same(view), (view,))
        assert asked(kept, same(view), (view,))


def test_kept_results_do_not_keep_matrices_alive_and_are_few():
    kept, arrays = Kept(most=2, most_bytes=100, size=len), [frozen(2, k + 1) for k in range(4)]
    for array in arrays[:3]:
        kept.get(same(array), (array,), lambda: b"x" * 20)
    assert asked(kept, same(arrays[0]), (arrays[0],)), "the oldest of more than two was let go"
    kept.get("large", (arrays[3],), lambda: b"x" * 101)
    made = []
    kept.get("large", (arrays[3],), lambda: made.append(1) or b"")
    assert made, "what passes the limit alone is not kept"


def test_several_threads_may_ask_at_once():
    """Arrays come and go while another thread asks for what was made of others: nothing is lost, nobody is stopped."""
    kept, lasting, errors = Kept(most=3, most_bytes=40, size=lambda _: 9), frozen(4, 4), []

    def ask(seed: int) -> None:
        try:
            for turn in range(400):
                array = frozen(2, 2 + (seed + turn) % 3)
                assert kept.get((seed, turn % 5), (array,), lambda seed=seed: seed) == seed
                assert kept.get("lasting", (lasting,), lambda: "one") == "one"
        except Exception as error:  # noqa: BLE001 — told below, in the test's own thread
            errors.append(error)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    kept.clear()
    assert kept._bytes == 0
