"""The long form of a table of attention: a header that names the columns, then one row for each weight."""

from __future__ import annotations

import csv
import io
import math
import re

import numpy as np
from numpy.typing import NDArray

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_tree import MAX_HEADS, MAX_LAYERS, Node, Texts
from attnviz.io.stored import in_memory

MAX_WEIGHTS = 400_000  # a row each
MAX_INDEX = 1_000_000

# Names of columns.
LAYER, HEAD = ("layer",), ("head",)
WEIGHT = ("weight", "attention", "attn", "value", "score")
QUERY, KEY = ("query", "q", "row", "dest", "from"), ("key", "k", "column", "src", "to")
_TOKENS = ("query_token", "token_q", "dest_token"), ("key_token", "token_k", "src_token")
_AT_ROW = re.compile(r"\brow (\d+)")

Numbers = NDArray[np.float64]


def columns_of(first: str, delimiter: str) -> list[str]:
    """The names in the first line of a table, in lower case."""
    return [cell.strip().strip('"').lower() for cell in first.removeprefix("\ufeff").split(delimiter)]


class LongTable:
    """Reads one: layer and head may be left out, and tokens may stand beside their numbers."""

    def __init__(self, name: str, delimiter: str) -> None:
        self._name = name
        self._delimiter = delimiter

    def read(self, text: str) -> dict[str, Node]:
        """The matrices and the tokens."""
        first, _, rest = text.partition("\n")
        if rest.count("\n") > MAX_WEIGHTS:
            raise InputError(translate("io", "{name} holds too many lists.").format(name=self._name))
        if not rest.strip():
            raise self._nothing()
        columns = columns_of(first, self._delimiter)
        places = [_place(columns, names) for names in (LAYER, HEAD, QUERY, KEY, WEIGHT)]
        numbers = self._numbers(rest, [place for place in places if place >= 0])
        index = np.zeros((len(numbers), 4), dtype=np.int64)
        given = [axis for axis, place in enumerate(places[:4]) if place >= 0]
        index[:, given] = self._indices(numbers[:, :-1])
        tree = self._tree(index, numbers[:, -1])
        for name, axis, names in (("tokens_q", 2, _TOKENS[0]), ("tokens_k", 3, _TOKENS[1])):
            place = _place(columns, names)
            if place >= 0:
                tree[name] = self._tokens(rest, place, len(columns), index[:, axis])
        return tree

    def _numbers(self, text: str, places: list[int]) -> Numbers:
        """The columns at `places`, (rows, columns)."""
        plain = text if self._delimiter == "," else text.replace(",", ".")
        try:
            return np.loadtxt(
                io.StringIO(plain), delimiter=self._delimiter, usecols=places, comments=None, quotechar='"', ndmin=2
            )
        except (ValueError, OverflowError) as error:
            at = _AT_ROW.search(str(error))
            raise self._wrong(int(at[1]) + 2 if at else 0) from error

    def _indices(self, numbers: Numbers) -> NDArray[np.int64]:
        """Whole numbers from 0 on; which row has something else is said."""
        good = (numbers >= 0) & (numbers < MAX_INDEX)
        good[good] = numbers[good] == np.floor(numbers[good])
        if not good.all():
            raise self._wrong(int(np.argmin(good.all(axis=1))) + 2)
        return numbers.astype(np.int64)

    def _tree(self, index: NDArray[np.int64], weights: Numbers) -> dict[str, Node]:
        index = index - index.min(axis=0)  # counted from 0 or from 1
        shape = tuple(int(most) + 1 for most in index.max(axis=0))
        if shape[0] > MAX_LAYERS or shape[1] > MAX_HEADS or math.prod(shape) > 4 * len(index) + 4096:
            raise InputError(
                translate("io", "{name} leaves out most weights of {shape} (layers, heads, queries, keys).").format(
                    name=self._name, shape=" × ".join(map(str, shape))
                )
            )
        values = np.zeros(shape)
        values[tuple(index.T)] = weights
        return {"attention": in_memory(values)}

    def _tokens(self, text: str, place: int, columns: int, index: NDArray[np.int64]) -> Texts:
        """The token in each index's first row."""
        _, firsts = np.unique(index, return_index=True)
        wanted, found = set(firsts.tolist()), {}
        at = 0
        try:
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=self._delimiter):
                if not row:
                    continue
                if len(row) != columns:
                    raise self._wrong(at + 2)
                if at in wanted:
                    found[at] = row[place]
                at += 1
        except csv.Error as error:
            raise self._wrong(at + 2) from error
        if len(found) < len(wanted):
            raise self._wrong(at + 1)
        return Texts(tuple(found[first] for first in firsts.tolist()))

    def _nothing(self) -> InputError:
        return InputError(translate("io", "{name} has column names, but no numbers.").format(name=self._name))

    def _wrong(self, line: int) -> InputError:
        return InputError(
            translate(
                "io",
                "{name}, line {line}: expected one weight a row, with whole numbers for layer, head, query and key.",
            ).format(name=self._name, line=line or "?")
        )


def _place(columns: list[str], names: tuple[str, ...]) -> int:
    return next((columns.index(name) for name in names if name in columns), -1)
