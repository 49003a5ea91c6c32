"""What follows from a document: one named, labelled array a step. Frozen, derived, never saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from attnviz.core.measures import Measures, measure
from attnviz.document.place import Place
from attnviz.document.reduced import Reduced

Array = NDArray[np.floating[Any]]
T = TypeVar("T")


class Later(Generic[T]):
    """A step that is computed when it is first asked for. Two threads that ask at once may both compute it."""

    __slots__ = ("_found", "_make", "asked")

    def __init__(self, make: Callable[[], T] | None) -> None:
        self._make = make
        self._found: T | None = None
        self.asked = False  # whether anyone wanted to see it

    @classmethod
    def known(cls, value: T) -> Later[T]:
        """One that need not be computed."""
        later = cls(None)
        later._found = value
        return later

    @property
    def made(self) -> bool:
        """Whether asking for it costs nothing any more."""
        return self._make is None

    def __call__(self) -> T:
        self.asked = True
        return self.compute()

    def compute(self) -> T:
        """Have it ready for whoever will ask."""
        make = self._make
        if make is not None:
            self._found = make()
            self._make = None  # lets go of what it was computed from
        assert self._found is not None
        return self._found


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chain:
    """The steps around attention that projections have: before it from X to Q, K, V, after it from O to Y."""

    X: Array  # (n, d_model)
    u: Array  # (n, d_model), LayerNorm(X), or X itself
    normalised: bool
    constant: NDArray[np.bool_]  # (n,), rows that LayerNorm could not scale
    W_Q: Array
    W_K: Array
    W_V: Array
    gate: Array | None  # (n_heads, n, d_v), before the sigmoid
    gated: Array | None  # (n_heads, n, d_v), O ⊙ σ(gate)
    concat: Array  # (n, n_heads · d_v)
    W_O: Array | None
    Y: Array | None  # (n, d_out)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Trace:
    """Every step of one attention. A step that the source does not have is None.

    With several heads, arrays have a leading head axis, and `for_head` gives the trace of one of them without it.
    """

    tokens_q: tuple[str, ...]
    tokens_k: tuple[str, ...]
    d_k: int
    Q: Array | None  # (n_q, d_k)
    K: Array | None  # (n_k, d_k)
    V: Array | None  # (n_k, d_v)
    later_scores: Later[Array]
    later_scaled: Later[Array]
    masked: bool  # whether any cell may not be looked at
    visible: NDArray[np.bool_]  # (n_q, n_k), True = the query may look at the key
    # (n_q, n_k), rows sum to 1, or to 0 where nothing is visible; of a hasty trace perhaps `Unwritten`, as its output
    weights: Array
    output: Array | None  # (n_q, d_v)
    later_measures: Later[Measures]
    row_of: Callable[[int], Array] | None = None  # one row of the raw scores, where all of them are not kept
    rescale: Callable[[Array], Array] | None = None  # raw scores → scaled ones, of the same
    drifted: bool = False  # rounding of earlier changes is still in it; `derive(…, exact=True)` takes it out
    hasty: bool = False  # made while a hand drags: not all of it is written down, and a better one will follow
    measured: bool = True  # whether its measures cost nothing; else they would have to be computed first
    reduced: Reduced | None = None  # the weights in blocks, for a picture with fewer pixels than cells
    kept: object = None  # private to `derive`: what the next trace may build on
    chain: Chain | None = None
    n_heads: int = 1
    n_kv_heads: int = 1
    head: int = 0  # which head this is the trace of
    place: Place | None = None  # which matrix of imported attention, with its layer
    drawn: Array | None = None  # imported weights with their NaN and infinities, where there are any; 0 in `weights`
    allowed: NDArray[np.bool_] | None = None  # beside `drawn`: what is visible, and these cells, which no mask hides
    scored: bool = True  # whether there are scores; imported weights come without, and have only weights to show
    seconds: float = 0.0  # what computing it took

    @property
    def scores(self) -> Array:
        """The raw scores, (n_q, n_k)."""
        return self.later_scores()

    @property
    def scaled(self) -> Array:
        """The scores after √d_k and temperature, (n_q, n_k)."""
        return self.later_scaled()

    @property
    def measures(self) -> Measures:
        """How spread and how saturated the weights are."""
        return self.later_measures()

    @property
    def rough(self) -> bool:
        """Whether it is to be made anew when the hand rests."""
        return self.drifted or self.hasty

    def scores_of(self, query: int) -> Array:
        """One query's raw scores, (n_k,): cheap even where the matrix has not been computed."""
        if self.row_of is None or self.later_scores.made:
            row: Array = self.scores[query]
            return row
        return self.row_of(query)

    def scaled_of(self, query: int) -> Array:
        """One query's scaled scores, (n_k,), as cheap."""
        if self.rescale is None or self.later_scaled.made:
            row: Array = self.scaled[query]
            return row
        return self.rescale(self.scores_of(query))

    @property
    def written_weights(self) -> tuple[Array, NDArray[np.bool_] | None]:
        """The weights as they were given, with what is no number in its place; and which of them no mask hides."""
        return self.weights if self.drawn is None else self.drawn, self.unhidden if self.masked else None

    @property
    def unhidden(self) -> NDArray[np.bool_]:
        """Which cells no mask hides, (n_q, n_k): what is visible, and what is no number."""
        return self.visible if self.allowed is None else self.allowed

    def strange_in(self, query: int) -> int:
        """How many of a query's numbers are NaN or infinite; a query that may look at no key has none."""
        return 0 if self.allowed is None else int((self.allowed[query] & ~self.visible[query]).sum())

    def is_strange(self, query: int, key: int) -> bool:
        """Whether this number is NaN or infinite."""
        return self.allowed is not None and bool(self.allowed[query, key] & ~self.visible[query, key])

    @property
    def n_q(self) -> int:
        return len(self.tokens_q)

    @property
    def n_k(self) -> int:
        return len(self.tokens_k)

    @property
    def same_tokens(self) -> bool:
        """Whether queries and keys are the same tokens, so that one row can stand for both."""
        return self.tokens_q == self.tokens_k

    @property
    def kv_head(self) -> int:
        """Which key-value head this head reads: ⌊h · n_kv_heads / n_heads⌋."""
        return self.head // (self.n_heads // self.n_kv_heads)

    def took(self, seconds: float) -> None:
        """Note how long computing it took: by who has just done so, before anybody else knows it."""
        object.__setattr__(self, "seconds", seconds)  # a copy of so many fields takes as long as a small softmax

    def for_head(self, head: int) -> Trace:
        """The trace of one head, 0-based and kept inside what there is; this trace itself where it has no head axis."""
        if self.weights.ndim == 2:
            return self
        head = max(0, min(head, self.n_heads - 1))
        shared = head // (self.n_heads // self.n_kv_heads)

        def of(array: Array | None, index: int) -> Array | None:
            return None if array is None else array[index]

        scores, scaled, weights, visible = self.scores[head], self.later_scaled, self.weights[head], self.visible
        return replace(
            self,
            Q=of(self.Q, head),
            K=of(self.K, shared),
            V=of(self.V, shared),
            later_scores=Later.known(scores),
            later_scaled=Later(lambda: scaled()[head]),
            weights=weights,
            output=of(self.output, head),
            later_measures=Later(lambda: measure(scores, weights, visible.sum(axis=-1))),
            head=head,
        )

    def arrays(self) -> dict[str, Array | NDArray[np.bool_] | tuple[str, ...]]:
        """Every step by its name, as `attnviz compute` writes it; steps that the source does not have are left out.

        Imported weights keep their NaN and infinities.
        """
        steps: dict[str, Array | NDArray[np.bool_] | None] = {
            "Q": self.Q,
            "K": self.K,
            "V": self.V,
            "scores": self.scores if self.scored else None,
            "scaled": self.scaled if self.scored else None,
            "weights": self.written_weights[0],
            "output": self.output,
            "visible": self.unhidden,
        }
        if self.chain is not None:
            names = ("X", "u", "W_Q", "W_K", "W_V", "gate", "gated", "concat", "W_O", "Y")
            steps |= {name: getattr(self.chain, name) for name in names}
        return {"tokens_q": self.tokens_q, "tokens_k": self.tokens_k} | {
            name: step for name, step in steps.items() if step is not None
        }
