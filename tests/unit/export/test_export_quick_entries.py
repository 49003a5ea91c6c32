"""Quick ways to entries and marks of float32: the same as each number by itself."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.export.cells import TOLERANCE, ColourScale, Mark
from tests.examples import examples

awkward = st.sampled_from(
    [float(np.float32(x)) for x in (np.nan, np.inf, -np.inf, 0, -0.0, 1e-45, -1e-45, -1e-3, 0.5, 1, 1.001, 3e38, -3e38)]
)


@given(
    hnp.arrays(np.float32, (2, 3), elements=st.one_of(st.floats(0, 1, width=32), awkward)),
    st.sampled_from([(0.0, 1.0), (0.0, 0.25), (-1.0, 1.0), (0.125, 1.0), (-2.0, 0.0)]),
    st.sampled_from(["linear", "sqrt"]),
)
@settings(max_examples=examples(300))
def test_every_number_that_has_no_colour_is_marked_and_no_other(values, ends, curve):
    """Whatever quick look is taken first: each number by itself says what it is."""
    low, high = ends
    found = ColourScale(map="viridis", low=low, high=high, curve=curve).marks(values)
    right = np.zeros(values.shape, dtype=np.uint8)
    for place, value in np.ndenumerate(values.astype(float)):
        slack = TOLERANCE * (high - low)
        if np.isnan(value):
            right[place] = Mark.NAN
        elif np.isinf(value):
            right[place] = Mark.INFINITE if value > 0 else Mark.MINUS_INFINITE
        elif value > high + slack:
            right[place] = Mark.ABOVE
        elif value < low - slack:
            right[place] = Mark.BELOW
    np.testing.assert_array_equal(np.zeros_like(right) if found is None else found, right)


@given(
    hnp.arrays(np.float32, (3, 4), elements=st.floats(0, 1, width=32)),
    st.sampled_from([(0.0, 1.0), (0.0, 0.25), (0.125, 1.0), (1e-20, 2e-20)]),
)
@settings(max_examples=examples(200))
def test_a_root_s_entries_are_those_of_its_formula(values, ends):
    low, high = ends
    scale = ColourScale(map="viridis", low=low, high=high, curve="sqrt")
    share = np.clip((values.astype(float) - low) / (high - low), 0, 1)
    exact = 255 * np.sqrt(share)
    assert (np.abs(scale.entries(values) - exact) <= 0.5 + 1e-2).all()
    inside = np.clip(values, np.float32(low), np.float32(high))
    np.testing.assert_array_equal(scale.entries(inside, within=True), scale.entries(inside))
