"""What of a model's shape the person is looking at: never undoable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Dtype = Literal["fp32", "bf16", "int8"]
DTYPES: tuple[Dtype, ...] = get_args(Dtype)
DTYPE_BYTES: dict[Dtype, int] = {"fp32": 4, "bf16": 2, "int8": 1}
Picture = Literal["layer", "heads", "gate", "stack", "growth", "ledger", "recurrence"]
PICTURES: tuple[Picture, ...] = get_args(Picture)
MAX_N = 1_048_576
MAX_BATCH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapesLook:
    n: int | None = None  # None: as many as the document has, or the model was made for (at most 1024)
    batch: int = 1
    dtype: Dtype = "bf16"
    picture: Picture = "layer"
    ask: bool = True  # a question comes before the matrices of another model
    guessed: bool = False  # the question was answered or skipped, so the picture is shown
