"""Central differences: the slope of a loss measured by moving one parameter at a time, in float64.

∂L/∂p ≈ (L(p + h) - L(p - h)) / 2h        the error falls with h², rounding grows with 1/h
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats

Places = NDArray[np.intp]  # indices into a flattened matrix


def central_differences(
    loss: Callable[[dict[str, Floats]], Floats],
    parameters: dict[str, Floats],
    steps: dict[str, Floats],
    places: dict[str, Places],
    *,
    batch: int = 256,
) -> dict[str, Floats]:
    """The slopes at some places of every parameter.

    `loss` takes the parameters, one of them with an axis in front, and gives as many values; `steps` have the
    parameters' shapes; `places` says which entries to move. Returns (len(places),) for each. `batch` parameters are
    moved in one call.
    """
    slopes: dict[str, Floats] = {}
    for name, chosen in places.items():
        parts = [_slopes(loss, parameters, name, steps[name], part) for part in _chunks(chosen, batch)]
        slopes[name] = np.concatenate([np.zeros(0), *parts])
    return slopes


def _chunks(chosen: Places, batch: int) -> Iterator[Places]:
    for start in range(0, len(chosen), max(batch, 1)):
        yield chosen[start : start + max(batch, 1)]


def _slopes(
    loss: Callable[[dict[str, Floats]], Floats], parameters: dict[str, Floats], name: str, steps: Floats, part: Places
) -> Floats:
    parameter = parameters[name]
    h = steps.ravel()[part]
    each = np.arange(len(part))
    moved = np.repeat(parameter.reshape(1, -1), 2 * len(part), axis=0)
    up, down = moved[: len(part)], moved[len(part) :]
    up[each, part] += h
    down[each, part] -= h
    width = up[each, part] - down[each, part]  # 2h as the floats hold it
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # a slope that no float can hold is infinite
        values = loss({**parameters, name: moved.reshape(-1, *parameter.shape)})
        return np.asarray((values[: len(part)] - values[len(part) :]) / width)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far a computed gradient lies from the measured slopes."""

    absolute: float  # largest |∂ - slope|
    relative: float  # largest |∂ - slope|, as a share of the largest number in its own gradient
    where: str  # the parameter with the largest relative error
    passed: bool  # never where nothing was checked
    checked: int  # entries that were moved, and whose slope could be measured
    unmeasured: int  # entries that were moved for nothing: no float can hold their slope

    @property
    def moved(self) -> int:
        """How many entries were moved."""
        return self.checked + self.unmeasured


# Central differences with h = ∛ε are good to about ε^(2/3) = 4·10⁻¹¹ of what they measure; a wrong formula is off by
# a tenth or more. Anything between would do.
TOLERANCE = 1e-5


def compare(
    gradients: dict[str, Floats],
    slopes: dict[str, Floats],
    places: dict[str, Places],
    noise: dict[str, Floats],
    tolerance: float = TOLERANCE,
) -> Agreement:
    """Hold gradients against slopes. `noise` is what rounding alone may make of a slope, shaped like the gradient.

    The relative error is taken of the largest number of the same gradient: an entry that is 0 up to rounding has no
    relative error of its own. Where that largest number is itself below the noise, there is none either. A slope that
    no float can hold says nothing about its gradient: it is `unmeasured`, and where all are, nothing has passed. One
    that is not a number agrees with none.
    """
    absolute, relative, where, agrees, checked, unmeasured = 0.0, 0.0, "", True, 0, 0
    for name, measured in slopes.items():
        held = ~np.isinf(measured)
        slope, part = measured[held], places[name][held]
        checked, unmeasured = checked + slope.size, unmeasured + measured.size - slope.size
        if not slope.size:
            continue
        found = gradients[name].ravel()[part].astype(np.float64)
        error = np.abs(found - slope)
        rounding = noise[name].ravel()[part]
        largest = float(max(np.abs(gradients[name]).max(), np.abs(slope).max()))
        allowed = tolerance * largest + rounding
        agrees = agrees and bool((error <= allowed).all())
        absolute = max(absolute, float(error.max()))
        share = float(error.max()) / largest if largest > float(rounding.min()) else 0.0
        if share >= relative:
            relative, where = share, name
    return Agreement(
        absolute=absolute,
        relative=relative,
        where=where,
        passed=agrees and checked > 0,
        checked=checked,
        unmeasured=unmeasured,
    )


def sample(sizes: dict[str, int], most: int, seed: int = 0) -> dict[str, Places]:
    """Which entries to move: all while there are at most `most`, else as many at random, of each matrix its share."""
    total = sum(sizes.values())
    if total <= most:
        return {name: np.arange(size, dtype=np.intp) for name, size in sizes.items()}
    rng = np.random.default_rng(seed)
    return {
        name: np.sort(rng.choice(size, size=min(size, max(1, most * size // total)), replace=False)).astype(np.intp)
        for name, size in sizes.items()
    }
