"""Scores for a picture with fewer pixels than cells, found while the trace was made: the counterpart of `reduced.py`.

Raw and scaled scores have one look in common: the latter are multiplied when they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.blocked import Fill
from attnviz.core.extremes import Extremes, Look, find_extremes
from attnviz.core.sight import Sight
from attnviz.document.reduced import UNDRAWN, Drawn, Reduced, Wish
from attnviz.document.unwritten import Unwritten, unwritten


def scores_found(
    wish: Wish, sight: Sight, before: Extremes | None, fill: Fill, prepare: Callable[[slice], None] | None
) -> Extremes | None:
    """What a new trace finds out about its raw scores, which `fill` gives; None where nobody draws scores.

    `before`: what is known of the same scores. `prepare` is called with every block first, if anything is looked at.
    """
    size = wish.size  # read once, as in `maxima_for`
    if wish.drawn not in ("scores", "scaled") or size is None:
        return None
    if wish.drawn == "scores":  # no mask hides them
        sight = replace(sight, causal=False, window=None, padding=0)
    blocks = UNDRAWN if size == (1, 1) else size
    # What was left out of a longer text may be none of this one's keys.
    left_out = wish.left_out if wish.left_out is not None and wish.left_out < sight.n_k else None
    look = Look(sight=sight, blocks=blocks, left_out=left_out, sample=wish.sample, window=wish.window)
    return before if before is not None and before.look == look else find_extremes(fill, look, prepare)


def weights_unseen(wish: Wish, scores: Extremes | None) -> bool:
    """Whether what is drawn needs no weights."""
    return not wish.whole and (scores is not None or wish.drawn == "nothing")


def unwritten_scores(
    shape: tuple[int, int], row: Callable[[int], Floats], make: Callable[[], Floats], wish: Wish
) -> Floats:
    """Raw scores, made when they are asked for: a row alone, or all."""

    def everything() -> Floats:
        wish.whole = True
        return make()

    return Unwritten(shape, row, everything).as_array()


def rescaled(raw: Floats, rescale: Callable[[Floats], Floats], *, lean: bool = False) -> Floats:
    """The scaled scores of raw ones; where these are not written down, or `lean`, neither before somebody asks."""
    if unwritten(raw) is None and not lean:
        return rescale(raw)
    return Unwritten(raw.shape, lambda query: rescale(raw[query]), lambda: rescale(np.asarray(raw))).as_array()


class ReducedScores:
    """What was found in a trace's scores, as they are `drawn`: raw, or scaled by `rescale`."""

    __slots__ = ("_drawn", "_found", "_rescale", "wish")

    def __init__(
        self, reduced: Reduced, drawn: Drawn, masked: bool, rescale: Callable[[Floats], Floats] | None
    ) -> None:
        """`masked`: whether a mask hides any of them; raw scores are not hidden."""
        self.wish, self._drawn, self._rescale = reduced.wish, drawn, rescale
        found = reduced.scores
        self._found = found if found is not None and found.look.sight.whole != masked else None

    def ask(self, *, ends: bool, left_out: int | None, sample: bool) -> None:
        """What is read from scores like these: see `Wish.ask`."""
        self.wish.ask(self._drawn, ends=ends, left_out=left_out, sample=sample)

    def ask_for(self, place: tuple[slice, slice], down: int, across: int) -> None:
        """That the next trace should have ready what `part` gives."""
        self.wish.size = (down, across)
        self.wish.window = place[0] if down == across == 1 else None

    def part(self, place: tuple[slice, slice], down: int, across: int) -> Floats | None:
        """The blocks of down × across scores in these rows and columns; single scores where both are 1, hidden ones
        too. None where they must be looked for."""
        self.ask_for(place, down, across)
        found = self._found
        if found is None:
            return None
        if self.wish.window is not None:
            made = found.window if found.look.window == self.wish.window else None
            return None if made is None else self._scaled(made[:, place[1]])
        if found.look.blocks != (down, across):
            return None
        rows, columns = (slice(p.start // s, -(-p.stop // s)) for p, s in zip(place, (down, across), strict=True))
        return self._scaled(found.values[rows, columns])

    @property
    def sample(self) -> Floats | None:
        """The scores at `sample_places`, (SIZE,), hidden ones as well; None where they must be looked up."""
        found = self._found
        return None if found is None or found.sample is None else self._scaled(found.sample.values)

    def range(self, left_out: int | None) -> tuple[float, float] | None:
        """The largest size, twice; None where it must be looked for."""
        sizes = self.row_ends(left_out)
        largest = 0.0 if sizes is None else float(sizes.max(initial=0.0))
        return (largest, largest) if largest > 0 else None

    def row_ends(self, left_out: int | None) -> Floats | None:
        """The largest size in every row, the key `left_out` not counted; None where it must be looked for."""
        found = self._found
        return None if found is None or found.look.left_out != left_out else self._scaled(found.sizes)

    def _scaled(self, raw: Floats) -> Floats:
        return raw if self._rescale is None else self._rescale(raw)
