"""Scores are looked at in a worker while whoever draws them may ask for something else."""

from __future__ import annotations

import numpy as np

from attnviz.core.sight import Sight
from attnviz.document.reduced import Wish
from attnviz.document.reduced_scores import scores_found


class Changing(Wish):
    """Whose size the window's thread takes back as soon as a worker has looked at it, as where lines are drawn now."""

    def __getattribute__(self, name):
        found = super().__getattribute__(name)
        if name == "size":
            self.size = None
        return found


def test_a_wish_that_changes_meanwhile_is_what_it_was_when_it_was_looked_at():
    S = np.arange(24, dtype=np.float32).reshape(4, 6)

    def fill(rows, columns, scale, out):
        np.multiply(S[rows, columns], np.float32(scale), out=out)

    found = scores_found(Changing(drawn="scores", size=(2, 3)), Sight(n_q=4, n_k=6), None, fill, None)
    assert found.look.blocks == (2, 3)
    assert found.values.tolist() == [[8, 11], [20, 23]]
