"""Start values for weights that are to be learned.

    W_ij = b_ij / √rows        b_ij uniform in -1 … 1, rows = the number of inputs

The "commonly used heuristic" of Glorot and Bengio 2010, "Understanding the difficulty of training deep
feedforward neural networks" (AISTATS), eq. 1, which is also what torch.nn.Linear starts from. It is neither
their own proposal (eq. 16, which looks at rows + columns) nor He's (arXiv 1502.01852). The variance is
1 / (3 rows), so an input of variance 1 comes out with variance 1/3, however long it is.
"""

from __future__ import annotations

import json
from hashlib import sha256
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from attnviz.core.checks import positive_count


def initial_matrix(rows: int, columns: int, *, seed: int, name: str) -> NDArray[np.float64]:
    """Start values of the matrix `name` ("W_Q"): uniform in -1/√rows … 1/√rows.  (rows, columns)

    They depend on seed, name and place alone, not on what else was drawn. More columns are appended and
    leave the others as they are; more rows do too, but all shrink together by the new 1/√rows.
    """
    rows, columns = positive_count("rows", rows), positive_count("columns", columns)
    start = np.stack([_uniform(int(seed), name, row, columns) for row in range(rows)])  # (rows, columns)
    start /= sqrt(rows)
    return start


def _uniform(seed: int, name: str, row: int, columns: int) -> NDArray[np.float64]:
    """b for one row, from a generator of its own. JSON keeps (seed, name, row) apart beyond doubt."""
    digest = sha256(json.dumps([seed, name, row]).encode("ascii")).digest()
    generator = np.random.Generator(np.random.PCG64(int.from_bytes(digest, "big")))
    return 2 * generator.random(columns) - 1
