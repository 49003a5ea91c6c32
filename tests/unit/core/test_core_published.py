"""Numbers other people published (design/PEERS.md, section 4: O1 to O5 and O16)."""

from __future__ import annotations

import numpy as np

from attnviz.core.attention import attend, attend_scores
from attnviz.core.heads import component_vectors, distance_scores
from attnviz.core.masks import causal_mask
from attnviz.core.measures import entropy_bits

# Sebastian Raschka, "Build a Large Language Model (From Scratch)", chapter 3.
JOURNEY = [
    [0.43, 0.15, 0.89],
    [0.55, 0.87, 0.66],
    [0.57, 0.85, 0.64],
    [0.22, 0.58, 0.33],
    [0.77, 0.25, 0.10],
    [0.05, 0.80, 0.55],
]


def close(found, expected, atol):
    np.testing.assert_allclose(found, expected, rtol=0, atol=atol)


def test_o1_illustrated_transformer():
    found = attend_scores([[112, 96]], d_k=64)
    close(found.scaled, [[14, 12]], 0)
    close(found.weights, [[0.8808, 0.1192]], 5e-5)
    close(attend_scores([[112, 96]], d_k=64, divide=False).weights, [[1 - 1.1e-7, 1.1e-7]], 5e-9)


def test_o2_uva_deep_learning_tutorial_6():
    Q = [[0.3367, 0.1288], [0.2345, 0.2303], [-1.1229, -0.1863]]
    K = [[2.2082, -0.6380], [0.4617, 0.2674], [0.5349, 0.8094]]
    V = [[1.1103, -1.6898], [-0.9890, 0.9580], [1.3221, 0.8172]]
    found = attend(Q, K, V)
    close(found.A, [[0.4028, 0.2886, 0.3086], [0.3538, 0.3069, 0.3393], [0.1303, 0.4630, 0.4067]], 1e-4)
    close(found.O, [[0.5698, -0.1520], [0.5379, -0.0265], [0.2246, 0.5556]], 1e-4)


def test_o3_journey_without_weights():
    found = attend(JOURNEY, JOURNEY, JOURNEY, divide=False)
    close(found.S[1], [0.9544, 1.4950, 1.4754, 0.8434, 0.7070, 1.0865], 5.1e-5)
    close(found.A[1], [0.1385, 0.2379, 0.2333, 0.1240, 0.1082, 0.1581], 5.1e-5)
    close(found.O[1], [0.4419, 0.6515, 0.5683], 5.1e-5)
    np.testing.assert_array_equal(found.S, found.S.T)
    assert np.abs(found.A - found.A.T).max() > 0.01


def test_o4_journey_with_weights():
    found = attend_scores([[1.2705, 1.8524, 1.8111, 1.0795, 0.5577, 1.5440]], d_k=2)
    close(found.A, [[0.1500, 0.2264, 0.2199, 0.1311, 0.0906, 0.1820]], 2e-4)


def test_o5_causal_rows():
    S = np.zeros((6, 6))
    S[1, :2] = 0.4656, 0.1723
    S[5] = 0.3408, 0.1270, 0.1290, 0.0198, 0.1290, 0.0078
    found = attend_scores(S, d_k=2, causal=True)
    close(found.A[1], [0.5517, 0.4483, 0, 0, 0, 0], 1e-4)
    close(found.A[5], [0.1935, 0.1663, 0.1666, 0.1542, 0.1666, 0.1529], 1e-4)


def test_o5_masking_before_softmax_is_renormalising_after():
    S = np.random.default_rng(5).normal(size=(6, 6))
    after = attend_scores(S, d_k=2).A * causal_mask(6, 6)
    after /= after.sum(axis=-1, keepdims=True)
    close(attend_scores(S, d_k=2, causal=True).A, after, 1e-15)


def test_o16_dot_products_spread_as_the_root_of_d_k():
    words = [str(i) for i in range(2000)]
    q, k = (component_vectors(role, words, seed=7, d=64) for role in "qk")
    spread = float(np.std((q * k).sum(axis=-1)))
    assert abs(spread - 8) < 0.4, "std of q · k for 64 components of variance 1 is 8, give or take 0.13"


def test_o16_uniform_causal_entropy():
    A = attend_scores(np.zeros((9, 9)), d_k=1, causal=True).A
    close(entropy_bits(A), np.log2(np.arange(1, 10)), 1e-12)


def test_o16_distance_decay_in_closed_form():
    n, slope = 12, 0.35
    A = attend_scores(distance_scores(n, d_k=64, decay=slope), d_k=64, causal=True).A
    i, j = np.arange(n)[:, np.newaxis], np.arange(n)
    expected = np.exp(-slope * (i - j)) * (1 - np.exp(-slope)) / (1 - np.exp(-slope * (i + 1)))
    close(A, np.where(j <= i, expected, 0), 1e-14)


def test_o16_float32_beyond_the_range_of_exp():
    A = attend_scores(np.array([[89.0, 0.0], [-200.0, -200.0]], dtype=np.float32), d_k=1).A
    np.testing.assert_array_equal(A[1], [0.5, 0.5])
    assert A[0, 0] == 1
