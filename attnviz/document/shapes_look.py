"""What of a model's shape the person is looking at: never undoable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Dtype = Literal["fp32", "bf16", "int8"]
DTYPES: tuple[Dtype, ...] = get_args(Dtype)
Picture = Literal["layer", "heads", "gate", "stack", "growth", "ledger", "recurrence"]
PICTURES: tuple[Picture, ...] = get_args(Picture)
MAX_N = 1_048_576
MAX_BATCH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapesLook:
    n: int = 1024
    batch: int = 1
    dtype: Dtype = "bf16"
    picture: Picture = "layer"
    guessed: bool = False  # the question was answered or skipped, so the picture is shown
