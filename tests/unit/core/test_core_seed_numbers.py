"""The worked numbers of the lessons (tests/data/seed_numbers.json): as printed, and at full precision."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from attnviz.core.attention import attend, attend_scores

NUMBERS = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))
BANK, QUERY, CAT, BACKWARD = (NUMBERS[part] for part in "abcd")
CHECKS = NUMBERS["checks"]

EXACT = {"rtol": 0, "atol": 1e-12}


def printed(name, value):
    """`value` shows the printed digits of check `name`."""
    check = CHECKS[name]
    np.testing.assert_array_equal(np.round(value, check["decimals"]), np.array(check["printed"], dtype=float))


def same(found, expected):
    np.testing.assert_allclose(found, expected, **EXACT)


def test_bank_by_hand_as_printed():
    row = attend([BANK["q"]], BANK["K"], BANK["V"])
    printed("a.scores", row.scores[0])
    printed("a.scaled", row.scaled[0])
    printed("a.weights", row.weights[0])
    printed("a.output", row.output[0])
    matrix = attend(BANK["matrix"]["Q"], BANK["K"], BANK["V"])
    printed("a.A", matrix.weights)
    printed("a.O", matrix.output)


def test_bank_by_hand_at_full_precision():
    row = attend([BANK["q"]], BANK["K"], BANK["V"])
    for step in ("scores", "scaled", "weights", "output"):
        same(getattr(row, step), [BANK[step]])
    same(attend([BANK["q"]], BANK["K"], divide=False).weights, [BANK["unscaled_weights"]])


@pytest.mark.parametrize("name", ["matrix", *BANK["variants"]])
def test_bank_variants(name):
    case = BANK["matrix"] if name == "matrix" else BANK["variants"][name]
    queries = {"q=[1,0]": [[1, 0]], "q=[0,0]": [[0, 0]], "V_row3=[0,1]": [BANK["q"]]}
    Q = queries.get(name, case.get("Q", BANK["matrix"]["Q"]))
    found = attend(Q, BANK["K"], case.get("V", BANK["V"]), causal=name.startswith("causal"))
    steps = [step for step in ("scores", "scaled", "weights", "output") if step in case]
    assert "weights" in steps
    for step in steps:
        same(getattr(found, step), np.atleast_2d(case[step]))


def test_one_query_three_keys():
    found = attend([QUERY["q"]], QUERY["K"], QUERY["V"])
    for step in ("scores", "scaled", "weights", "output"):
        same(getattr(found, step), [QUERY[step]])
    printed("b.output", found.output[0])
    # The text cuts the first weight (.455) where rounding gives .456, so that the row adds up to 1.
    np.testing.assert_allclose(found.weights[0], CHECKS["b.weights"]["printed"], rtol=0, atol=6e-4)


def test_the_cat_from_normalised_rows():
    q, k, v = (np.array(CAT[name]) for name in "qkv")
    scaled, unscaled = attend(q, k, v), attend(q, k, v, divide=False)
    for step in ("scores", "scaled", "weights", "output"):
        same(getattr(scaled, step), CAT[step])
    same(unscaled.weights, CAT["weights_unscaled"])
    printed("c.last.scaled", scaled.weights[-1])
    printed("c.last.unscaled", unscaled.weights[-1])
    printed("c.token1->sub", scaled.weights[0, 2])


def test_backward_example_goes_forward():
    found = attend(BACKWARD["Q"], BACKWARD["K"], BACKWARD["V"])
    same(found.scaled, BACKWARD["S"])  # that part calls S what is divided already
    same(found.weights, BACKWARD["A"])
    same(found.output, BACKWARD["O"])
    printed("d.A", found.weights)


def test_scores_alone_give_the_same_as_queries_and_keys():
    whole = attend(BANK["matrix"]["Q"], BANK["K"], BANK["V"], causal=True)
    part = attend_scores(BANK["matrix"]["scores"], BANK["V"], d_k=BANK["d_k"], causal=True)
    assert part.Q is None
    assert part.K is None
    for step in ("scores", "scaled", "visible", "weights", "output"):
        np.testing.assert_array_equal(getattr(part, step), getattr(whole, step))
