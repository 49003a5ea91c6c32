"""A chain and what is written about it, laid out for the shape of a page: in the layout that comes out largest."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from attnviz.export.chain_flow import Flow
from attnviz.export.figure import Figure, Text
from attnviz.export.tiles import ROOMY, Room
from attnviz.export.views import beside, stacked

# How dear a layout is against another in which the type is larger: its own bands say best what comes from what.
BANDS, LINES, SNUG_LINES, TINY_LINES = 1.0, 0.92, 0.86, 0.74
BELOW, INSIDE, ASIDE = 1.0, 0.985, 0.99
TIGHT = 0.93  # a type smaller than the one that is wanted
CUT, MOST_CUT = 0.98, 6  # each line that is cut short, and how many are counted
FEWER = {8: 0.9, 4: 0.82}  # only so many keys written out
SNUG = Room(
    cell_height=22.0, bare_height=16.0,
    least_width=28.0, pad=8.0, label_pad=6.0, widest_label=48.0, side=130.0, header=50.0,
    gap=30.0, row_gap=16.0,
)  # fmt: skip
TINY = replace(SNUG, cell_height=18.0, bare_height=13.0,
    least_width=24.0, pad=7.0, widest_label=46.0, side=90.0, header=34.0,
    captions=False, gap=24.0, row_gap=8.0)  # fmt: skip
ROOMS = ((ROOMY, LINES), (SNUG, SNUG_LINES), (TINY, TINY_LINES))
CLOSE = 1e-3
LEAST_SCALE = 0.02
ALIKE = 0.99  # scales that differ by less
HALVINGS = 9  # of an interval in which the scale is looked for


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """What is written about the chain, in one of its widths."""

    figure: Figure
    worth: float = 1.0


def weighed(figures: Sequence[Figure], worth: float) -> list[Words]:
    """The same words in several widths: the more of their lines are cut short, the less they are worth."""
    different = list({(figure.width, figure.height): figure for figure in figures}.values())
    cuts = [sum("…" in item.text for item in figure.items if isinstance(item, Text)) for figure in different]
    return [
        Words(figure, worth * CUT ** min(cut - min(cuts), MOST_CUT))
        for figure, cut in zip(different, cuts, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """`size` is what it takes of a page as wide as that, and `lay` the figure."""

    worth: float
    size: Callable[[float], tuple[float, float]]
    lay: Callable[[float], Figure]

    def fits(self, scale: float, width: float, height: float) -> bool:
        wide, high = self.size(width / scale)
        return wide <= width / scale + CLOSE and high <= height / scale + CLOSE


def best_arrangement(arrangements: Iterable[Arrangement], width: float, height: float) -> tuple[Arrangement, float]:
    """The best one on such a page, and its scale: the square of this times what the layout is worth is largest.

    A type larger than the natural one counts no more than that. On a page without end all scales that its width
    allows are alike, and the lower figure is better.
    """
    if math.isinf(height):
        return _lowest(list(arrangements), width)
    best: tuple[Arrangement, float] | None = None
    value = 0.0
    for arrangement in arrangements:
        least = min(math.sqrt(value / arrangement.worth) * (1 + CLOSE), 1.0)
        if value >= arrangement.worth or (least and not arrangement.fits(least, width, height)):
            continue
        scale = _largest_scale(arrangement, least or LEAST_SCALE, width, height)
        found = scale**2 * arrangement.worth * (1 if scale == 1 else TIGHT)
        if best is None or found > value:
            best, value = (arrangement, scale), found
    assert best is not None
    return best


def _lowest(arrangements: Sequence[Arrangement], width: float) -> tuple[Arrangement, float]:
    scales = [_largest_scale(arrangement, LEAST_SCALE, width, math.inf) for arrangement in arrangements]
    widest = [(a, scale) for a, scale in zip(arrangements, scales, strict=True) if scale >= max(scales) * ALIKE]
    return min(widest, key=lambda pair: pair[0].size(width / pair[1])[1] / pair[0].worth)


def _largest_scale(arrangement: Arrangement, low: float, width: float, height: float) -> float:
    if arrangement.fits(1.0, width, height):
        return 1.0
    high = 1.0
    for _ in range(HALVINGS):
        middle = math.sqrt(low * high)
        if arrangement.fits(middle, width, height):
            low = middle
        else:
            high = middle
    return low


def arrangements(
    bands: Figure, flow: Callable[[Room], Flow], words: Sequence[Words], *, endless: bool
) -> Iterator[Arrangement]:
    """All ways in which a page can hold the chain and the words; `bands` is the chain as the screen has it."""
    yield from _with_words(_whole(bands), words, BANDS, endless=endless)
    for room, worth in ROOMS:
        lines = flow(room)
        yield from _with_words(Arrangement(1.0, lines.size, lines.lay), words, worth, endless=endless)
        for said in words:
            more = lines.with_words(said.figure)
            yield Arrangement(worth * INSIDE * said.worth, more.size, more.lay)


def _whole(figure: Figure) -> Arrangement:
    return Arrangement(1.0, lambda _: (figure.width, figure.height), lambda _: figure)


def _with_words(chain: Arrangement, words: Sequence[Words], worth: float, *, endless: bool) -> Iterator[Arrangement]:
    """The words below the chain, or at its right."""
    if not words:
        yield replace(chain, worth=worth)
    for said in words:
        yield _below(chain, said.figure, worth * BELOW * said.worth)
        if not endless:
            yield _aside(chain, said.figure, worth * ASIDE * said.worth)


def _below(chain: Arrangement, words: Figure, worth: float) -> Arrangement:
    def size(width: float) -> tuple[float, float]:
        wide, high = chain.size(width)
        return max(wide, words.width), high + words.height

    return Arrangement(worth, size, lambda width: stacked(chain.lay(width), words))


def _aside(chain: Arrangement, words: Figure, worth: float) -> Arrangement:
    def size(width: float) -> tuple[float, float]:
        wide, high = chain.size(max(width - words.width, 1.0))
        return wide + words.width, max(high, words.height)

    return Arrangement(worth, size, lambda width: beside(chain.lay(max(width - words.width, 1.0)), words))
