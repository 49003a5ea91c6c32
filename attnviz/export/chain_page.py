"""A chain and what is written about it on a page: all ways in which it can be laid out, and the best of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from attnviz.export.chain_fit import FEWER, Arrangement, Words, arrangements, best_arrangement, weighed
from attnviz.export.chain_flow import Flow
from attnviz.export.figure import Figure, Measure
from attnviz.export.scene import Scene
from attnviz.export.steps_page import MOST_TERMS, chain_flow, chain_of, written
from attnviz.export.tiles import Room

WIDTHS = (340.0, 480.0, 560.0, 640.0, 760.0, 900.0)  # in which words about a chain are tried
Way = tuple[int, float]  # which of the ways in which a chain can be laid out, and the width that it has


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """`bands` is the chain as the screen has it; `written` what is told of the followed row, in a width and with at
    most so many keys."""

    bands: Figure
    flow: Callable[[Room], Flow]
    written: Callable[[float, int], Figure]


def chain_page(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    """The chain of the visible tab, and what is written about it, in the layout that suits the room."""
    chain, said = _chain(scene, measure), []
    if scene.parts.row:
        said = _words(chain, scene.trace.n_k, (*WIDTHS, width) if math.isinf(height) else WIDTHS)
    ways = arrangements(chain.bands, chain.flow, said, endless=math.isinf(height))
    best, scale = best_arrangement(ways, width, height)
    told = " ".join([chain.bands.description, *(words.figure.description for words in said[:1])])
    return replace(best.lay(width / scale), title=chain.bands.title, description=told)


def best_way(scene: Scene, width: float, height: float, measure: Measure) -> Way:
    """The best way to lay the chain alone into a room."""
    ways = list(_ways(_chain(scene, measure)))
    best, scale = best_arrangement(ways, width, height)
    return ways.index(best), width / scale


def laid(scene: Scene, way: Way, measure: Measure) -> Figure:
    """The chain alone, laid out in a way that is known."""
    chain, (index, width) = _chain(scene, measure), way
    figure = next(itertools.islice(_ways(chain), index, None)).lay(width)
    return replace(figure, title=chain.bands.title, description=chain.bands.description)


def _ways(chain: _Chain) -> Iterator[Arrangement]:
    return arrangements(chain.bands, chain.flow, (), endless=False)


def _words(chain: _Chain, n_k: int, widths: tuple[float, ...]) -> list[Words]:
    fewer = {most: worth for most, worth in FEWER.items() if most < n_k}
    found: list[Words] = []
    for most, worth in {MOST_TERMS: 1.0, **fewer}.items():
        found += weighed([chain.written(width, most) for width in widths], worth)
    return found


def _chain(scene: Scene, measure: Measure) -> _Chain:
    if scene.view.tab == "gradient":
        return _back(scene, measure)
    return _Chain(
        bands=chain_of(scene, measure),
        flow=lambda room: chain_flow(scene, measure, room),
        written=lambda width, most: written(scene, measure, width, most),
    )


def _back(scene: Scene, measure: Measure) -> _Chain:
    from attnviz.export.gradient_figure import gradient_figure  # read when first asked for, as in views
    from attnviz.export.gradient_page import back_flow, below, with_gradient

    whole = with_gradient(scene)
    return _Chain(
        bands=gradient_figure(whole, measure),
        flow=lambda room: back_flow(whole, measure, room),
        written=lambda width, most: below(whole, measure, width, most),
    )
