"""A stack of attention matrices: read head by head, reduced exactly, stitched, remedied lazily."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core import remedies
from attnviz.core.layers import ArrayLayer, Layer, Stitched, decoded, seams
from attnviz.core.stack import stack_of, stack_of_arrays
from attnviz.errors import InputError, ShapeError

RNG = np.random.default_rng(0)
FULL = RNG.random((3, 2, 7, 9)).astype(np.float32)


class Counted(Layer):
    """A layer that notes what was read of it."""

    n_heads, n_q, n_k, stored = 2, 4096, 4096, "float32"

    def __init__(self):
        self.read = []

    def raw(self, head, first, last):
        self.read.append((head, first, last))
        return np.full((last - first, self.n_k), head + 1, dtype=np.float32)


def bits_of_bfloat16(values):
    return (np.asarray(values, dtype=np.float32).view(np.uint32) >> 16).astype(np.uint16)


def test_a_stack_of_arrays_gives_its_heads():
    stack = stack_of_arrays(list(FULL))
    assert (stack.n_layers, stack.n_heads, stack.n_q, stack.n_k, stack.n_matrices) == (3, 2, 7, 9, 6)
    assert stack.uniform
    assert (stack.head_bytes, stack.total_bytes) == (7 * 9 * 4, FULL.nbytes)
    for layer, head in stack.places():
        found = stack.head(layer, head)
        np.testing.assert_array_equal(found, FULL[layer, head])
        assert not found.flags.writeable
        np.testing.assert_array_equal(stack.rows(layer, head, 2, 5), FULL[layer, head, 2:5])


def test_a_stack_keeps_its_own_numbers():
    array = FULL.copy()
    stack = stack_of_arrays(list(array))
    array[:] = 0
    np.testing.assert_array_equal(stack.head(1, 1), FULL[1, 1])


def test_layers_may_be_missing_and_differ_in_heads():
    stack = stack_of_arrays([None, FULL[0], FULL[1, :1]])
    assert (stack.n_layers, stack.n_heads, stack.n_matrices, stack.uniform) == (3, 2, 3, False)
    assert [stack.heads_of(layer) for layer in range(3)] == [0, 2, 1]
    assert list(stack.places()) == [(1, 0), (1, 1), (2, 0)]
    with pytest.raises(InputError, match="did not return the attention of layer 0"):
        stack.head(0, 0)
    with pytest.raises(IndexError):
        stack.head(2, 1)


def test_what_is_no_stack_is_refused():
    with pytest.raises(InputError, match="eager"):
        stack_of_arrays([None, None])
    with pytest.raises(ShapeError, match="7 × 9"):
        stack_of_arrays([FULL[0], FULL[0, :, :5]])
    with pytest.raises(ShapeError, match="Layer 1"):
        stack_of_arrays([FULL[0], FULL[0, 0]])
    with pytest.raises(InputError):
        stack_of_arrays([np.array([[["a"]]])])


def test_small_numbers_become_float32_and_wide_ones_float64():
    for given_type, stored, dtype in ((np.float16, "float16", np.float32), (np.float64, "float64", np.float64)):
        stack = stack_of_arrays([FULL[0].astype(given_type)])
        assert (stack.stored, stack.dtype, stack.head(0, 0).dtype) == (stored, dtype, dtype)
    assert stack_of_arrays([np.ones((1, 2, 2), dtype=int)]).dtype == np.float64
    values = [0.0, 1.0, 0.5, -2.0, np.inf]
    np.testing.assert_array_equal(decoded(bits_of_bfloat16(values), "bfloat16"), values)


@given(
    rows=st.integers(1, 40),
    columns=st.integers(1, 40),
    n_q=st.integers(1, 30),
    n_k=st.integers(1, 30),
    stored=st.sampled_from(["float16", "bfloat16", "float32", "float64"]),
    negative=st.booleans(),
    nan=st.booleans(),
    seed=st.integers(0, 99),
)
def test_reduction_is_the_maximum_of_every_block(rows, columns, n_q, n_k, stored, negative, nan, seed):
    rng = np.random.default_rng(seed)
    values = rng.random((1, n_q, n_k)) - (0.5 if negative else 0)
    if nan:
        values[0, rng.integers(n_q), rng.integers(n_k)] = np.nan
        values[0, rng.integers(n_q)] = np.nan
    if stored == "bfloat16":

        class Bits(ArrayLayer):
            stored = "bfloat16"

        stack = stack_of([Bits(bits_of_bfloat16(values))])
    else:
        stack = stack_of([ArrayLayer(values.astype(stored))])
    head = stack.head(0, 0)
    head = np.where(np.isnan(head).all(axis=1, keepdims=True), 0, head)  # such a row may look at no key
    tall, wide = -(-n_q // rows), -(-n_k // columns)
    found = stack.reduced(0, 0, rows, columns)
    assert found.shape == (-(-n_q // tall), -(-n_k // wide))
    assert found.shape[0] <= rows
    assert found.shape[1] <= columns
    assert found.dtype == head.dtype
    for row in range(found.shape[0]):
        for column in range(found.shape[1]):
            block = head[row * tall : (row + 1) * tall, column * wide : (column + 1) * wide]
            np.testing.assert_array_equal(found[row, column], block.max())


def test_reduction_reads_bands_and_only_the_head_that_is_asked_for():
    layer = Counted()
    stack = stack_of([layer])
    assert not layer.read
    np.testing.assert_array_equal(stack.reduced(0, 1, 64, 64), np.full((64, 64), 2))
    assert {head for head, _, _ in layer.read} == {1}
    assert len(layer.read) > 4
    assert [first for _, first, _ in layer.read[1:]] == [last for _, _, last in layer.read[:-1]]


def test_steps_of_a_generation_are_stitched_into_a_triangle():
    whole = np.tril(RNG.random((2, 8, 8)))
    steps = (ArrayLayer(whole[:, :6, :6]), ArrayLayer(whole[:, 6:7, :7]), ArrayLayer(whole[:, 7:, :]))
    stack = stack_of([Stitched(steps)])
    assert (stack.n_q, stack.n_k) == (8, 8)
    assert seams(steps) == (6, 7)
    for head in range(2):
        np.testing.assert_array_equal(stack.head(0, head), whole[head])
        np.testing.assert_array_equal(stack.rows(0, head, 5, 7), whole[head, 5:7])


def test_remedies_read_nothing_before_a_head_is_asked_for():
    layer = Counted()
    stack = stack_of([layer, layer])
    remedied = remedies.rescaled(remedies.transposed(remedies.softmaxed(remedies.normalised(stack))), 2.0)
    assert not layer.read
    remedied.rows(0, 1, 0, 2)
    assert {head for head, _, _ in layer.read} == {1}


def test_softmax_makes_rows_of_one_and_leaves_masked_keys_out():
    S = np.array([[[0.0, 1.0, -np.inf], [-np.inf] * 3, [np.nan] * 3]])
    A = remedies.softmaxed(stack_of_arrays([S])).head(0, 0)
    np.testing.assert_allclose(A, [[1 / (1 + np.e), np.e / (1 + np.e), 0], [0, 0, 0], [0, 0, 0]])


def test_the_other_remedies():
    stack = stack_of_arrays([FULL[0]])
    head = FULL[0, 1]
    np.testing.assert_array_equal(remedies.transposed(stack).head(0, 1), head.T)
    np.testing.assert_array_equal(remedies.transposed(stack).rows(0, 1, 3, 5), head.T[3:5])
    np.testing.assert_allclose(remedies.rescaled(stack, 0.25).head(0, 1), head / 4)
    np.testing.assert_allclose(remedies.normalised(stack).head(0, 1).sum(axis=1), 1, rtol=1e-6)
    np.testing.assert_array_equal(remedies.cropped(stack, remedies.Crop((1, 5), (2, 9))).head(0, 1), head[1:5, 2:9])
    masked = remedies.without_future(stack).head(0, 1)
    np.testing.assert_array_equal(masked == 0, ~np.tri(7, 9, 2, dtype=bool))
    np.testing.assert_allclose(masked.sum(axis=1), 1, rtol=1e-6)
    odd = stack_of_arrays([np.array([[[np.nan, np.inf], [-np.inf, 1.0]]])])
    np.testing.assert_array_equal(remedies.finite_only(odd).head(0, 0), [[0, 0], [0, 1]])
    assert remedies.first_of_batch(stack_of_arrays(list(FULL))).n_layers == 1


def test_reduction_of_a_remedied_stack_is_that_of_its_heads():
    stack = remedies.transposed(stack_of_arrays([FULL[0]]))
    np.testing.assert_array_equal(stack.reduced(0, 0, 3, 2), _blocks(stack.head(0, 0), 3, 4))


def _blocks(values, tall, wide):
    return np.array(
        [
            [values[row : row + tall, column : column + wide].max() for column in range(0, values.shape[1], wide)]
            for row in range(0, values.shape[0], tall)
        ]
    )
