"""Long work says how far it is, and ends where it is told to."""

import numpy as np
import pytest

from attnviz.core import merged
from attnviz.core.patience import Cancelled, part_of, patiently, tell
from attnviz.core.stack import stack_of_arrays


@pytest.fixture
def stack():
    A = np.random.default_rng(0).random((5, 3, 6, 6))
    return stack_of_arrays(list(A / A.sum(axis=-1, keepdims=True)))


WAYS = {
    "heads": lambda stack: merged.mean_over_heads(stack, 1),
    "layers": lambda stack: merged.mean_over_layers(stack, 1),
    "all": merged.mean_of_all,
    "rollout": lambda stack: merged.rollout(stack, 4),
}


@pytest.mark.parametrize("way", WAYS)
def test_means_and_rollout_tell_how_far_they_are(stack, way):
    told = []
    with patiently(told.append):
        heard = WAYS[way](stack)
    assert len(told) >= 3
    assert told == sorted(told)
    assert told[0] == 0
    assert max(told) < 1
    np.testing.assert_array_equal(heard, WAYS[way](stack))


@pytest.mark.parametrize("way", WAYS)
def test_they_end_where_nobody_waits_any_more(stack, way):
    def enough(share):
        if share > 0.3:
            raise Cancelled

    with patiently(enough), pytest.raises(Cancelled):
        WAYS[way](stack)
    WAYS[way](stack)  # nobody listens now


def test_parts_of_work_are_shares_of_the_whole():
    told = []
    with patiently(told.append):
        for index in range(2):
            with part_of(index, 2):
                tell(0)
                tell(0.5)
        tell(1)
    assert told == [0, 0.25, 0.5, 0.75, 1]
    with part_of(0, 2):
        tell(0.5)
    assert len(told) == 5
