"""Attention the slow way, one number at a time, in plain Python: what the fast code is compared with."""

from __future__ import annotations

import math


def slow_attention(Q, K, V, *, divide=True, temperature=1.0, visible=None):
    """Weights and output of plain matrices (n_q, d_k), (n_k, d_k), (n_k, d_v) given as nested lists."""
    root = math.sqrt(len(K[0])) if divide else 1.0
    weights, output = [], []
    for i, query in enumerate(Q):
        scores = {}
        for j, key in enumerate(K):
            if visible is None or visible[i][j]:
                scores[j] = sum(a * b for a, b in zip(query, key, strict=True)) / root / temperature
        peak = max(scores.values(), default=0.0)
        total = sum(math.exp(score - peak) for score in scores.values())
        row = [math.exp(scores[j] - peak) / total if j in scores else 0.0 for j in range(len(K))]
        weights.append(row)
        output.append([sum(row[j] * V[j][c] for j in range(len(K))) for c in range(len(V[0]))])
    return weights, output
