"""Where in a tree the attention is: by the names people give it, by numbered members, or because nothing else fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_labels import Labels, labels_of, texts_of
from attnviz.io.attention_result import Answers, Choice, Question
from attnviz.io.attention_tree import MAX_LAYERS, Node, nothing_inside
from attnviz.io.stored import Tensor
from attnviz.io.wording import listed, shown

# In order of trust. Everything is compared in lower case.
NAMES = (
    "attentions", "attention", "attn", "attns", "attention_weights", "attn_weights", "attention_probs", "attn_probs",
    "attention_patterns", "attention_pattern", "patterns", "pattern", "weights", "a",
)  # fmt: skip
SETS = {
    "encoder_attentions": "encoder", "decoder_attentions": "decoder", "cross_attentions": "cross",
    "encoder_attention": "encoder", "decoder_attention": "decoder", "cross_attention": "cross",
}  # fmt: skip
_LIKELY = ("pattern", "attention", "attn", "prob", "weight", "layer", "block", "head", "arr")
_UNLIKELY = ("score", "hidden", "logit", "embed", "mlp", "norm", "value", "query", "key", "mask", "bias")
_NUMBER = re.compile(r"(\d{1,6})")
MAX_DEPTH = 4
TOLD_NAMES = (  # of those, in docs/attention-files.md and where somebody has to be told how to call it
    "attentions", "attention", "attn", "attention_weights", "attn_weights", "attention_probs", "attention_patterns",
    "pattern", "weights",
)  # fmt: skip


class NoAttention(InputError):
    """What was read is whole, but nothing in it is attention."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A set of attention in a file."""

    node: Node
    labels: Labels
    name: str = ""
    head_names: tuple[str, ...] | None = None
    causal: bool | None = None
    array: str = ""  # the member's name, where it had to be chosen
    questions: tuple[Question, ...] = field(default=())


def find_attention(tree: Node, name: str, answers: Answers) -> Found:
    """The attention in `tree`. Raises InputError, naming what is there instead, when there is none."""
    sets = list(_sets(tree, name, answers, 0))
    if not sets:
        raise NoAttention(
            translate("io", "{name} holds no attention; expected a list or an array of matrices.").format(name=name)
        )
    if len(sets) == 1:
        return sets[0]
    keys = [found.name for found in sets]
    chosen = answers.get("set", keys[0])
    found = sets[keys.index(chosen) if chosen in keys else 0]
    question = Question(
        "set",
        translate("io", "The file holds {count} sets of attention: {names}. Shown is {chosen}.").format(
            count=len(sets), names=listed(keys), chosen=shown(found.name)
        ),
        tuple(Choice(key, key) for key in keys),
        found.name,
    )
    return replace(found, questions=(question, *found.questions))


def names_attention(tree: Node) -> bool:
    """Whether a member of the file says by its name that it is attention, or the file is one list or one array."""
    if isinstance(tree, dict):
        return any(key.lower() in NAMES[:-2] or key.lower() in SETS for key in tree)
    return isinstance(tree, (Tensor, list))


def _sets(tree: Node, name: str, answers: Answers, depth: int) -> Iterator[Found]:
    if isinstance(tree, (Tensor, list)):
        yield Found(tree, Labels())
        return
    if not isinstance(tree, dict):
        return
    lower = {key.lower(): key for key in tree}
    labels = labels_of(tree)
    known = [(short, tree[lower[key]]) for key, short in SETS.items() if key in lower and _is_there(tree[lower[key]])]
    if len(known) > 1 or (known and not any(key in lower for key in NAMES)):
        for short, node in known:
            yield Found(node, labels.of_set(short), name=short)
        return
    for key in NAMES:
        if key in lower:
            yield from _named(tree, lower[key], labels, name)
            return
    if {"Q", "K"} <= tree.keys():
        raise InputError(translate("io", "{name} holds Q and K, not attention; open it as matrices.").format(name=name))
    found = _numbered(tree, labels) or _only_array(tree, labels, answers)
    if found is not None:
        yield found
        return
    inner = [node for node in tree.values() if isinstance(node, dict)]
    if len(inner) == 1 and depth < MAX_DEPTH:
        yield from _sets(inner[0], name, answers, depth + 1)
        return
    raise NoAttention(
        translate("io", "{name} holds no attention; it has {found}, expected {expected}.").format(
            name=name, found=listed(list(tree)) or "{}", expected=shown(NAMES[0])
        )
    )


def _is_there(node: Node) -> bool:
    return isinstance(node, Tensor) or (isinstance(node, list) and bool(node))


def _named(tree: dict[str, Node], key: str, labels: Labels, name: str) -> Iterator[Found]:
    """What stands under a name for attention: matrices, or BertViz's list of parts."""
    node = tree[key]
    if isinstance(node, list) and any(isinstance(item, dict) for item in node):
        yield from _parts(node, key, name)
        return
    if node is None:
        raise nothing_inside(name)
    names = next((texts_of(tree[key]) for key in ("attentionHeadNames", "head_names") if key in tree), None)
    causal = tree.get("maskUpperTri", tree.get("causal"))
    if isinstance(node, dict):
        numbered = _numbered(node, labels)
        if numbered is None:
            raise InputError(
                translate("io", "{name}: {key} must be matrices of numbers, but it is something else.").format(
                    name=name, key=shown(key)
                )
            )
        node = numbered.node
    yield Found(
        node,
        labels,
        head_names=None if names is None else names.items,
        causal=causal if isinstance(causal, bool) and causal else None,
    )


def _parts(parts: list[Node], key: str, name: str) -> Iterator[Found]:
    """BertViz's parts: {"name", "attn", "left_text" (rows), "right_text" (columns)}."""
    for index, part in enumerate(parts):
        node = part.get("attn") if isinstance(part, dict) else None
        if not isinstance(part, dict) or not isinstance(node, (Tensor, list)):
            raise InputError(
                translate("io", "{name}: {key} must be matrices of numbers, but it is something else.").format(
                    name=name, key=shown(key)
                )
            )
        called = part.get("name")
        yield Found(node, labels_of(part), name=called if isinstance(called, str) and called else f"{index + 1}")


def _numbered(tree: dict[str, Node], labels: Labels) -> Found | None:
    """Members whose names differ in one number, a layer each, or in two, layer and head."""
    groups: dict[tuple[str, ...], dict[tuple[int, ...], Tensor]] = {}
    for key, node in tree.items():
        pieces = _NUMBER.split(key)
        numbers = tuple(int(piece) for piece in pieces[1::2])
        if isinstance(node, Tensor) and node.axes >= 2 and len(numbers) in (1, 2):
            groups.setdefault(tuple(piece.lower() for piece in pieces[::2]), {})[numbers] = node
    if not groups:
        return None
    best = max(groups, key=lambda words: (_likelihood("".join(words)), len(groups[words])))
    if _likelihood("".join(best)) < 0:
        return None
    members = groups[best]
    if len(next(iter(members))) == 1:
        return Found(_in_layers({key[0]: node for key, node in members.items()}), labels)
    rows: dict[int, dict[int, Tensor]] = {}
    for (layer, head), node in members.items():
        rows.setdefault(layer, {})[head] = node
    return Found(_in_layers({layer: [row[head] for head in sorted(row)] for layer, row in rows.items()}), labels)


def _likelihood(words: str) -> int:
    return sum(word in words for word in _LIKELY) - 3 * sum(word in words for word in _UNLIKELY)


def _in_layers(members: Mapping[int, Node]) -> list[Node]:
    """Members in the order of their numbers, None where a number is left out."""
    numbers = sorted(members)
    if numbers[-1] - numbers[0] < min(MAX_LAYERS, 8 * len(numbers)):
        return [members.get(number) for number in range(numbers[0], numbers[-1] + 1)]
    return [members[number] for number in numbers]


def _only_array(tree: dict[str, Node], labels: Labels, answers: Answers) -> Found | None:
    """The one member that may be matrices; where there are several, which one is asked."""
    arrays = [key for key, node in tree.items() if _may_be_attention(node)]
    if not arrays:
        return None
    chosen = answers.get("array", arrays[0])
    key = chosen if chosen in arrays else arrays[0]
    if len(arrays) == 1:
        return Found(tree[key], labels, array=key)
    question = Question(
        "array",
        translate("io", "The file does not say which array is attention: {names}. Shown is {chosen}.").format(
            names=listed(arrays), chosen=shown(key)
        ),
        tuple(Choice(name, name) for name in arrays[:64]),
        key,
    )
    return Found(tree[key], labels, array=key, questions=(question,))


def _may_be_attention(node: Node) -> bool:
    if isinstance(node, Tensor):
        return node.axes >= 2
    return isinstance(node, list) and bool(node) and all(isinstance(item, (Tensor, list)) for item in node)
