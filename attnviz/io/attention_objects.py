"""Attention that a Python program has in memory: arrays, tensors, lists of them, or what a model returned.

Tensors are known by what they can do, so that no library of theirs has to be imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention import imported
from attnviz.io.attention_find import SETS
from attnviz.io.attention_labels import Labels
from attnviz.io.attention_result import Answers, Imported
from attnviz.io.attention_tree import Node, Texts
from attnviz.io.stored import in_memory

PARTS = ("attentions", *SETS)  # of what a model returns
MAX_DEPTH = 6


def attention_of(
    attentions: object,
    tokens: Sequence[str] | None = None,
    *,
    keys: Sequence[str] | None = None,
    name: str = "",
    answers: Answers | None = None,
) -> Imported:
    """The attention in an object of a Python program.

    `attentions`: an array or tensor (n, n), (heads, n, n), (layers, heads, n, n) or with a batch axis of one; a list
    or tuple of one of these a layer, or a step of generation; a mapping of names to them; or an object with an
    attribute `attentions`, such as what a transformers model returns. `tokens` are the labels of queries and keys,
    with `keys` those of queries alone.

    Raises InputError with one sentence when it is none of these, or holds no attention.
    """
    called = translate("io", "what was given")
    tree = _node(_parts(attentions), 0)
    queries = None if tokens is None else tuple(map(str, tokens))
    labels = Labels(both=queries) if keys is None else Labels(queries=queries, keys=tuple(map(str, keys)))
    return imported(tree, called, name or translate("io", "attention"), answers, labels=labels)


def _parts(value: object) -> object:
    """The attention of what a model returned, under the names it gives them."""
    if isinstance(value, Mapping):
        return value
    if not hasattr(value, "detach") and not isinstance(value, (list, tuple, np.ndarray)):
        found = {name: getattr(value, name) for name in PARTS if getattr(value, name, None) is not None}
        if found or any(hasattr(value, name) for name in PARTS):
            return found or {"attentions": ()}
    return value


def _node(value: object, depth: int) -> Node:
    """Arrays as tensors, texts as texts, lists and mappings of them likewise."""
    if depth > MAX_DEPTH:
        raise _strange(value)
    if value is None or isinstance(value, (bool, float, str)):
        return value
    if isinstance(value, int):
        return float(value)
    if isinstance(value, Mapping):
        return {str(key): _node(item, depth + 1) for key, item in value.items()}
    array = _array(value)
    if array is not None:
        return in_memory(array)
    if isinstance(value, np.ndarray):
        return Texts(tuple(map(str, value.ravel().tolist())))
    if isinstance(value, (list, tuple)):
        return _list(value, depth)
    raise _strange(value)


def _list(value: list[object] | tuple[object, ...], depth: int) -> Node:
    """Numbers nested in lists as one array, where they fit one; texts; else item by item."""
    if value and all(isinstance(item, str) for item in value):
        return Texts(tuple(map(str, value)))
    if _numbers_inside(value):
        try:
            return in_memory(np.array(value, dtype=np.float64))
        except (ValueError, TypeError):  # ragged: steps of a generation, or wrong, which is said later
            return [_node(item, depth + 1) for item in value]
    return [_node(item, depth + 1) for item in value]


def _numbers_inside(value: object) -> bool:
    """Whether the first thing in nested lists is a number."""
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _array(value: object) -> np.ndarray | None:
    """An array of numbers of our own; None for what is none."""
    if hasattr(value, "detach"):  # a PyTorch tensor: off the graph, off the accelerator, of a type that NumPy has
        tensor: Any = value.detach().cpu()
        value = (tensor.float() if "bfloat16" in str(tensor.dtype) else tensor).numpy()
    elif not isinstance(value, np.ndarray) and hasattr(value, "__array__"):
        value = np.asarray(value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        return np.array(value)
    return None


def _strange(value: object) -> InputError:
    return InputError(
        translate(
            "io",
            "This is no attention: {found}. Give an array or tensor, a list of them with one a layer, or what a model "
            "returned with output_attentions=True.",
        ).format(found=type(value).__name__)
    )
