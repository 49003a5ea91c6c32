"""What is said about attention that is not quite what it should be, and what the remedies make of it."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.diagnosis import diagnose, remedied
from attnviz.core.layers import Layer
from attnviz.core.softmax import softmax
from attnviz.core.stack import stack_of, stack_of_arrays

ODD = Path(__file__).parents[2] / "data" / "exports" / "odd"


def weights(layers=3, heads=4, n=12, *, causal=True, seed=0, sharp=1.0, n_k=None):
    """Attention of made-up heads (layers, heads, n, n_k), float32."""
    rng = np.random.default_rng(seed)
    S = sharp * rng.standard_normal((layers, heads, n, n_k or n))
    return softmax(S, np.tri(n, dtype=bool) if causal else None).astype(np.float32)


def found(A, **known):
    return [finding.kind for finding in diagnose(stack_of_arrays(list(A)), **known).findings]


def only(A, kind, **known):
    """The one finding, which must be of this kind, and the stack its remedy gives."""
    stack = stack_of_arrays(list(A))
    (finding,) = diagnose(stack, **known).findings
    assert finding.kind == kind
    return finding, remedied(stack, finding)


def sums(stack):
    return np.array([stack.head(*place).sum(axis=1) for place in stack.places()])


@given(
    n=st.integers(2, 40), causal=st.booleans(), seed=st.integers(0, 50), stored=st.sampled_from(["f2", "f4", "f8"]),
    heads=st.integers(1, 4),
)  # fmt: skip
def test_good_attention_gives_no_finding(n, causal, seed, stored, heads):
    A = weights(2, heads, n, causal=causal, seed=seed)
    assert found(A.astype(stored)) == []


def test_rectangles_and_single_rows_give_no_finding():
    assert found(weights(n=5, n_k=9, causal=False)) == []
    assert found(np.ones((1, 1, 1, 1))) == []
    assert found(weights(n=1, n_k=9, causal=False)) == []


def test_scores_become_weights_by_the_softmax():
    S = np.random.default_rng(0).standard_normal((2, 2, 6, 6))
    finding, better = only(S, "scores")
    assert finding.low == S.min()
    assert finding.high == S.max()
    np.testing.assert_allclose(better.head(1, 1), softmax(S[1, 1]))
    assert diagnose(better).findings == ()
    only(np.abs(S) + 1.5, "scores")


def test_scores_with_a_mask_of_minus_infinity():
    S = np.where(np.tri(6, dtype=bool), np.random.default_rng(0).standard_normal((2, 2, 6, 6)), -np.inf)
    _, better = only(S, "scores")
    np.testing.assert_allclose(better.head(0, 0), softmax(S[0, 0], np.tri(6, dtype=bool)))


def test_negative_numbers_whose_rows_sum_to_one():
    A = np.array([[[[1.5, -0.5], [0.25, 0.75]]]])
    finding, same = only(A, "negative")
    assert finding.remedy is None
    np.testing.assert_array_equal(same.head(0, 0), A[0, 0])


@pytest.mark.parametrize("p", [0.05, 0.1, 0.2, 0.5])
@pytest.mark.parametrize("causal", [True, False])
def test_dropout_is_recognised_and_estimated(p, causal):
    rng = np.random.default_rng(1)
    A = weights(4, 4, 24, causal=causal)
    kept = rng.random(A.shape) >= p
    finding = diagnose(stack_of_arrays(list(A * kept / (1 - p)))).get("dropout")
    assert finding is not None
    assert finding.amount == pytest.approx(p, abs=1e-3 if causal else 0.05)
    better = remedied(stack_of_arrays(list(A * kept / (1 - p))), finding)
    if causal:
        np.testing.assert_allclose(better.head(2, 1), (A * kept)[2, 1], rtol=1e-3)


def test_rows_that_all_sum_to_what_dropout_leaves():
    finding, better = only(weights() / 0.9, "dropout")
    assert finding.amount == pytest.approx(0.1, abs=1e-4)
    np.testing.assert_allclose(sums(better), 1, rtol=1e-5)


def test_percentages_and_bytes_and_other_scales():
    _, better = only(100 * weights(), "percent")
    np.testing.assert_allclose(sums(better), 1, rtol=1e-5)
    whole = np.rint(255 * weights()).astype(np.uint8)
    _, better = only(whole, "bytes")
    np.testing.assert_allclose(better.head(0, 0), whole[0, 0] / 255, rtol=1e-6)
    finding, better = only(12 * weights(), "scaled")
    assert finding.amount == pytest.approx(12, rel=1e-5)
    np.testing.assert_allclose(sums(better), 1, rtol=1e-5)


def test_sums_below_one_and_rounded_numbers():
    finding, better = only(weights(n=12, causal=False)[:, :, :, :8], "sums")
    assert 0 < finding.low < finding.high < 1
    np.testing.assert_allclose(sums(better), 1, rtol=1e-5)
    finding, better = only(np.round(weights(), 3), "rounded")
    assert finding.amount == 3
    np.testing.assert_allclose(sums(better), 1, rtol=1e-5)


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("wrong", [1.2, 0.9, 5.0])
@pytest.mark.parametrize("n", [4, 8, 40])
def test_a_wrong_number_among_weights_makes_no_scores_of_the_others(n, wrong, causal):
    A = weights(1, 1, n, causal=causal)
    A[0, 0, n - 1, 1] = wrong
    finding, better = only(A, "odd-rows")
    assert (finding.count, finding.of) == (1, n)
    assert finding.amount == pytest.approx(A[0, 0, n - 1].sum(), rel=1e-5)
    np.testing.assert_allclose(sums(better), 1, rtol=1e-5)


def test_of_many_wrong_rows_nothing_is_called_weights():
    A = weights(1, 1, 8, causal=False)
    A[0, 0, :4] *= np.linspace(2, 7, 4, dtype=np.float32)[:, np.newaxis]
    A[0, 0, 4, 1] += 1.2
    assert found(A) == ["scores"]


def test_transposed_attention():
    A = weights()
    _, better = only(A.swapaxes(2, 3), "transposed")
    np.testing.assert_array_equal(better.head(2, 3), A[2, 3])


def test_zeros_and_rows_of_zeros():
    assert only(np.zeros((1, 2, 3, 3)), "all-zero")[0].remedy is None
    A = weights(1, 1, 6)
    A[0, 0, 2] = 0
    finding, _ = only(A, "empty-rows")
    assert (finding.count, finding.of) == (1, 6)


def test_numbers_that_are_none():
    A = weights(1, 2, 6)
    A[0, 1, 3] = np.nan
    finding, better = only(A, "nan-rows")
    assert (finding.count, finding.of) == (1, 12)
    assert (better.head(0, 1)[3] == 0).all()
    A = weights(1, 2, 6)
    A[0, 0, 3, 1] = np.nan
    assert found(A) == ["nan-cells"]
    A = weights(1, 2, 6)
    A[0, 0, 3, 1] = np.inf
    assert found(A) == ["infinite"]
    assert found(np.full((1, 1, 3, 3), np.nan)) == ["nan-rows"]


def test_a_mask_that_leaks():
    A = weights()
    A[1, 2] = weights(1, 1, 12, causal=False)[0, 0]
    finding, better = only(A, "future")
    assert (finding.count, finding.of) == (1, 12)
    assert finding.amount > 0.2
    assert np.triu(better.head(1, 2), 1).max() == 0
    np.testing.assert_allclose(sums(better), 1, rtol=1e-5)
    assert found(weights(causal=False)) == []
    assert found(weights(causal=False), causal=True) == ["future"]
    assert found(A, causal=False) == []


@pytest.mark.parametrize("left", [True, False])
def test_padding_at_either_end_is_left_out(left):
    seen = np.zeros((12, 12), dtype=bool)
    seen[:, 4:] = left
    seen[:, :8] |= not left
    A = softmax(np.random.default_rng(0).standard_normal((3, 4, 12, 12)), seen)
    finding, better = only(A, "padding")
    assert (finding.count, finding.of) == (4, 12)
    kept = slice(4, 12) if left else slice(0, 8)
    assert finding.crop.keys == finding.crop.rows == (kept.start, kept.stop)
    np.testing.assert_array_equal(better.head(1, 1), A[1, 1, kept, kept])


def test_padding_of_the_keys_of_a_rectangle_keeps_all_queries():
    A = weights(n=5, n_k=9, causal=False)
    A[:, :, :, 7:] = 0
    A /= A.sum(axis=-1, keepdims=True)
    _, better = only(A, "padding")
    assert (better.n_q, better.n_k) == (5, 7)


def test_a_batch_that_was_read_as_layers():
    lengths = (12, 7, 10)
    S = np.random.default_rng(0).standard_normal((3, 4, 12, 12))
    seen = [np.tile(np.arange(12) < length, (12, 1)) for length in lengths]
    A = np.array([softmax(scores, visible) for scores, visible in zip(S, seen, strict=True)])
    finding, better = only(A, "batch")
    assert finding.count == 3
    assert (better.n_layers, better.n_heads) == (1, 4)


def test_a_batch_that_was_read_as_heads():
    S = np.random.default_rng(0).standard_normal((3, 12, 12))
    seen = [np.tile(np.arange(12) < length, (12, 1)) for length in (7, 12, 10)]
    A = np.array([softmax(scores, visible) for scores, visible in zip(S, seen, strict=True)])
    finding, better = only(A[None], "batch")
    assert finding.count == 3
    assert (better.n_layers, better.n_heads) == (1, 1)
    np.testing.assert_array_equal(better.head(0, 0), A[0])
    _, best = only([A[:1]], "padding")
    assert (best.n_q, best.n_k) == (7, 7)


def test_layers_that_were_not_returned():
    stack = stack_of_arrays([None, weights()[0], None])
    (finding,) = diagnose(stack).findings
    assert (finding.kind, finding.count, finding.of) == ("not-returned", 2, 3)
    assert remedied(stack, finding) is stack


class Large(Layer):
    """A layer far larger than memory would be asked for, all rows uniform."""

    n_heads, n_q, n_k, stored = 4, 8192, 8192, "float32"

    def __init__(self):
        self.cells = 0

    def raw(self, head, first, last):
        self.cells += (last - first) * self.n_k
        return np.full((last - first, self.n_k), 1 / self.n_k, dtype=np.float32)


def test_of_a_large_stack_a_sample_is_looked_at_which_is_said():
    layers = [Large() for _ in range(30)]
    diagnosis = diagnose(stack_of(layers))
    assert diagnosis.findings == ()
    assert (diagnosis.heads, diagnosis.of, diagnosis.complete) == (2, 120, False)
    assert sum(layer.cells for layer in layers) <= 1 << 24
    assert layers[0].cells > 0
    assert layers[-1].cells > 0
    assert diagnose(stack_of_arrays(list(weights()))).complete


def test_a_remedied_half_precision_stack_is_judged_by_its_precision():
    stack = stack_of_arrays(list((100 * weights()).astype(np.float16)))
    (finding,) = diagnose(stack).findings
    assert diagnose(remedied(stack, finding)).findings == ()


def test_bytes_become_rounded_weights_not_dropout():
    """Numbers in steps of 1/255 have many zeros and sums around 1: that is rounding, and dropout leaves other sums."""
    stack = stack_of_arrays(list(np.load(ODD / "uint8.npy")))
    (finding,) = diagnose(stack).findings
    assert finding.kind == "bytes"
    rescaled = remedied(stack, finding)
    (rounded,) = diagnose(rescaled).findings
    assert (rounded.kind, rounded.of, rounded.remedy) == ("rounded", 255, "normalise")
    measured = sums(rescaled)
    assert (rounded.low, rounded.high) == pytest.approx((measured.min(), measured.max()), rel=1e-6)
    assert diagnose(remedied(rescaled, rounded)).findings == ()


def test_zeros_alone_are_no_dropout():
    """A tenth of the numbers is 0, but the rows differ from 1 far less than dropped weights would make them."""
    A = weights(2, 3, 24, causal=False)
    A[np.random.default_rng(2).random(A.shape) < 0.1] = 0
    A /= A.sum(axis=-1, keepdims=True)
    A *= np.random.default_rng(3).uniform(0.98, 1.02, (*A.shape[:3], 1)).astype(np.float32)
    assert found(A) == ["sums"]


def test_scores_are_said_to_go_from_the_least_number_to_the_largest():
    finding, _ = only(np.full((1, 1, 4, 4), 3e38, dtype=np.float32), "scores")
    assert (finding.low, finding.high) == (np.float32(3e38), np.float32(3e38))
    S = np.random.default_rng(0).uniform(1.5, 9, (1, 2, 6, 6))
    finding, _ = only(S, "scores")
    assert (finding.low, finding.high) == (S.min(), S.max())


@given(
    seed=st.integers(0, 50),
    n=st.integers(2, 24),
    causal=st.booleans(),
    spoil=st.sampled_from(["no", "bytes", "percent", "whole percent", "rounded", "scaled", "scores", "dropout", "cut"]),
)
def test_a_remedy_is_not_offered_twice_and_never_leaves_rows_further_from_one(seed, n, causal, spoil):
    A = weights(2, 2, n, causal=causal, seed=seed, sharp=2.0)
    kept = np.random.default_rng(seed).random(A.shape) >= 0.2
    spoilt = {
        "no": lambda: A,
        "bytes": lambda: np.rint(255 * A).astype(np.uint8),
        "percent": lambda: 100 * A,
        "whole percent": lambda: np.rint(100 * A),
        "rounded": lambda: np.round(A, 2),
        "scaled": lambda: 7 * A,
        "scores": lambda: np.log(A + 1e-3),
        "dropout": lambda: A * kept / 0.8,
        "cut": lambda: A[..., : max(1, n - 1)],
    }[spoil]()
    stack = stack_of_arrays(list(spoilt))
    done = set()
    while remedies := [finding for finding in diagnose(stack).findings if finding.remedy is not None]:
        finding = remedies[0]
        # Rows go with the keys of padding: those may have been the only ones that looked at other keys.
        assert finding.kind not in done or finding.kind == "padding"
        done.add(finding.kind)
        before, stack = far(stack), remedied(stack, finding)
        assert far(stack) <= before + 1e-3 or finding.kind in ("dropout", "padding", "batch")
    assert spoil != "no" or done <= {"padding", "batch"}


def far(stack):
    """How far the rows that sum to anything are from 1, on average."""
    found = sums(stack)
    return float(np.abs(found[found > 0] - 1).mean()) if (found > 0).any() else 0.0


@pytest.mark.parametrize("number", [-0.1, -1e-3, -40.0])
@pytest.mark.parametrize("others", [0.0, 0.3])
@pytest.mark.parametrize("n", [3, 8, 40])
def test_a_negative_number_among_weights_makes_no_scores_of_them(n, others, number):
    """Whether or not its row still sums to 1; rounding and rows of zeros among the others change nothing."""
    for spoil in (lambda A: A, lambda A: np.round(A, 3), lambda A: A * (np.arange(n) != 1)[:, np.newaxis]):
        A = spoil(weights(2, 3, n, causal=False).astype(np.float64))
        A[1, 2, n - 1, 0] = number
        A[1, 2, n - 1, 1] += others
        finding = diagnose(stack_of_arrays(list(A))).findings[0]
        assert (finding.kind, finding.remedy) == ("negative-rows", None)
        assert (finding.count, finding.of, finding.low) == (1, 6 * n, number)
        assert finding.place == (1, 2, n - 1)


def test_numbers_of_which_half_the_rows_are_negative_are_scores():
    A = weights(1, 1, 8, causal=False)
    A[0, 0, :4, 0] = -0.2
    assert found(A) == ["scores"]
    A = weights(1, 1, 8, causal=False)
    A[0, 0, 0, 0], A[0, 0, 5, 1] = -0.2, 4.0
    assert found(A) == ["scores"], "another row is no row of weights either"
