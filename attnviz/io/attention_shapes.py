"""Arrays and lists of arrays as layers of heads: which axis is which, and steps of generation stitched together."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from attnviz.core.layers import Heads, Layer, Stitched, seams
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_result import Answers, Choice, Note, NoteKind, Question
from attnviz.io.attention_tree import (
    MAX_HEADS,
    MAX_LAYERS,
    MAX_MATRICES,
    MAX_SIDE,
    Node,
    Texts,
    mask_instead,
    nothing_inside,
    number_type,
    shape_text,
    texts_instead,
)
from attnviz.io.stored import Tensor, TensorLayer

_BATCH_CHOICES = 64


@dataclass(slots=True)
class Arranged:
    """Layers in order, and what was concluded on the way."""

    layers: tuple[Layer | None, ...] = ()
    seams: tuple[int, ...] = ()
    notes: list[Note] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def arrange(node: Node, name: str, answers: Answers, *, heads: int = 0) -> Arranged:
    """The layers in an array, a list of layers, or the steps of a generation.

    `heads` is the number of heads that the file names, 0 where it names none. Raises InputError when the shapes are
    none of attention.
    """
    arranger = _Arranger(name, answers, heads)
    layers = arranger.whole(node)
    if not any(layer is not None for layer in layers):
        raise nothing_inside(name)
    found = arranger.found
    found.layers = tuple(layers)
    _check_counts(found.layers, name)
    return found


class _Arranger:
    def __init__(self, name: str, answers: Answers, heads: int) -> None:
        self._name = name
        self._answers = answers
        self._heads = heads
        self.found = Arranged()

    def whole(self, node: Node) -> list[Layer | None]:
        if isinstance(node, Tensor):
            if node.shape == (0,):  # JSON's empty list
                raise nothing_inside(self._name)
            return self._tensor(node)
        if isinstance(node, list):
            return self._list(node)
        raise self._strange(node)

    def _tensor(self, tensor: Tensor) -> list[Layer | None]:
        """One array: (n, n), (heads, n, n), (layers, heads, n, n), (layers, batch, heads, n, n)."""
        self._check(tensor)
        while tensor.axes > 5 and tensor.shape[0] == 1:
            tensor = tensor.at(0)
        if tensor.axes == 5 and tensor.shape[0] == 1 != tensor.shape[1]:
            tensor = tensor.at(0)
        if tensor.axes == 2:
            return [self._layer(tensor)]
        if tensor.axes == 3:
            return self._matrices([tensor.at(index) for index in range(tensor.shape[0])], tensor)
        if tensor.axes not in (4, 5):
            raise self._wrong_axes(tensor)
        if tensor.shape[0] > MAX_LAYERS:
            raise self._too_many()
        if tensor.axes == 4 and tensor.shape[0] > 1:
            self._say("reading", translate("io", "Read as layers: {layers}, heads in each: {heads}.")
                      .format(layers=tensor.shape[0], heads=tensor.shape[1]))  # fmt: skip
        return [self._layer(tensor.at(index)) for index in range(tensor.shape[0])]

    def _list(self, items: list[Node]) -> list[Layer | None]:
        """A list: of layers, of matrices, of layers each a list of heads, or of steps each a list of layers."""
        there = [item for item in items if item is not None and item != []]
        if not there:
            raise nothing_inside(self._name)
        if len(items) == 1 and isinstance(items[0], (list, Tensor)):
            return self.whole(items[0])
        if len(items) > MAX_LAYERS * 4:
            raise self._too_many()
        tensors = [item for item in there if isinstance(item, Tensor)]
        if len(tensors) == len(there):
            return self._tensors([item if isinstance(item, Tensor) else None for item in items])
        if all(isinstance(item, list) for item in there):
            return self._lists([item for item in items if isinstance(item, list)])
        raise self._strange(items)

    def _tensors(self, items: list[Tensor | None]) -> list[Layer | None]:
        there = [item for item in items if item is not None]
        for tensor in there:
            self._check(tensor)
        if len({tensor.shape[-2:] for tensor in there}) > 1 and len(there) == len(items):
            # Steps: of one layer, or of an array of all layers.
            if there[0].axes == 5 or (there[0].axes == 4 and there[0].shape[0] > 1):
                return self._steps([[step.at(index) for index in range(step.shape[0])] for step in there])
            return self._steps([[step] for step in there])
        if all(tensor.axes == 2 for tensor in there) and len(there) == len(items):
            return self._matrices(there, None)
        return [None if tensor is None else self._layer(tensor) for tensor in items]

    def _lists(self, items: list[list[Node]]) -> list[Layer | None]:
        """Layers that are lists of heads (matrices of one size), or steps that are lists of layers."""
        rows: list[list[Tensor]] = []
        for item in items:
            tensors = [entry for entry in item if isinstance(entry, Tensor)]
            if len(tensors) < len(item) or not tensors:
                if all(entry is None for entry in item):
                    raise nothing_inside(self._name)
                raise self._strange(item)
            for tensor in tensors:
                self._check(tensor)
            rows.append(tensors)
        if all(tensor.axes == 2 for row in rows for tensor in row) and len({t.shape for r in rows for t in r}) == 1:
            return [Heads(tuple(self._layer(tensor) for tensor in row)) for row in rows]
        if len({len(row) for row in rows}) > 1:
            raise self._strange(None)
        return self._steps(rows)

    def _steps(self, steps: list[list[Tensor]]) -> list[Layer | None]:
        """Steps of a generation, each with every layer, as layers that span all steps."""
        layers: list[Layer | None] = []
        for index in range(len(steps[0])):
            parts = tuple(self._layer(step[index]) for step in steps if index < len(step))
            if not _follow(parts) or len(parts) < len(steps):
                raise InputError(
                    translate(
                        "io", "{name}: the layers differ in size and are no steps of one generation: {found}."
                    ).format(name=self._name, found=", ".join(f"{part.n_q} × {part.n_k}" for part in parts[:5]))
                )
            layers.append(Stitched(parts))
            self.found.seams = seams(parts)
        self._say(
            "seam",
            translate("io", "Steps of a generation put together: {count}; queries in the first: {n_q}.").format(
                count=len(steps), n_q=steps[0][0].shape[-2]
            ),
        )
        return layers

    def _matrices(self, matrices: list[Tensor], whole: Tensor | None) -> list[Layer | None]:
        """(m, n, n): heads of one layer, or layers of one head, which only the person knows."""
        count = len(matrices)
        if count == 1:
            return [self._layer(matrices[0])]
        if count > MAX_HEADS:
            raise self._too_many()
        chosen = "heads"
        if self._heads != count:
            chosen = "layers" if self._answers.get("axis") == "layers" else "heads"
            self.found.questions.append(
                Question(
                    "axis",
                    translate(
                        "io", "The first of three axes may count heads or layers. It is read as {count} heads."
                    ).format(count=count)
                    if chosen == "heads"
                    else translate(
                        "io", "The first of three axes may count heads or layers. It is read as {count} layers."
                    ).format(count=count),
                    (
                        Choice("heads", translate("io", "{count} heads of one layer").format(count=count)),
                        Choice("layers", translate("io", "{count} layers, one head each").format(count=count)),
                    ),
                    chosen,
                )
            )
        if chosen == "layers":
            return [self._layer(matrix) for matrix in matrices]
        if whole is not None:
            return [self._layer(whole)]
        if len({(matrix.stored, matrix.shape) for matrix in matrices}) == 1:
            return [Heads(tuple(self._layer(matrix) for matrix in matrices))]
        raise self._strange(None)

    def _layer(self, tensor: Tensor) -> Layer:
        """One layer: (n, n), (heads, n, n), (batch, heads, n, n)."""
        self._check(tensor)
        while tensor.axes > 4 and tensor.shape[0] == 1:
            tensor = tensor.at(0)
        if tensor.axes > 4:
            raise self._wrong_axes(tensor)
        if tensor.axes == 4:
            tensor = tensor.at(self._sample(tensor.shape[0]))
        return TensorLayer(tensor.with_axis() if tensor.axes == 2 else tensor)

    def _sample(self, count: int) -> int:
        """Which sample of a batch is read; with more than one it is asked, once."""
        if count == 1:
            return 0
        answer = self._answers.get("batch", "0")
        chosen = int(answer) if answer.isascii() and answer.isdigit() and int(answer[:9]) < count else 0
        if not any(question.kind == "batch" for question in self.found.questions):
            self.found.questions.append(
                Question(
                    "batch",
                    translate("io", "The file holds {count} samples (a batch). Shown is number {chosen}.").format(
                        count=count, chosen=chosen + 1
                    ),
                    tuple(
                        Choice(str(index), translate("io", "sample {number}").format(number=index + 1))
                        for index in range(min(count, _BATCH_CHOICES))
                    ),
                    str(chosen),
                )
            )
        return chosen

    def _check(self, tensor: Tensor) -> None:
        number_type(tensor.dtype, self._name)
        if tensor.axes < 2 or tensor.axes > 16:
            raise self._wrong_axes(tensor)
        if 0 in tensor.shape:
            raise InputError(
                translate("io", "{name} is empty: its shape is {found}.").format(
                    name=self._name, found=shape_text(tensor.shape)
                )
            )
        if max(tensor.shape[-2:]) > MAX_SIDE:
            raise InputError(
                translate("io", "{name} is {found} large; at most {most} queries and keys are read.").format(
                    name=self._name, found=shape_text(tensor.shape), most=MAX_SIDE
                )
            )

    def _say(self, kind: NoteKind, text: str) -> None:
        if not any(note.text == text for note in self.found.notes):
            self.found.notes.append(Note(kind, text))

    def _wrong_axes(self, tensor: Tensor) -> InputError:
        return InputError(
            translate(
                "io", "{name} has shape {found}; expected queries × keys, with heads and layers before them."
            ).format(name=self._name, found=shape_text(tensor.shape) or "1")
        )

    def _strange(self, node: Node) -> InputError:
        while isinstance(node, list) and node:
            node = next((item for item in node if not isinstance(item, Tensor)), None)
        if isinstance(node, (Texts, str)):
            return texts_instead(self._name)
        if isinstance(node, bool):
            return mask_instead(self._name)
        return InputError(
            translate("io", "{name} holds no attention; expected a list or an array of matrices.").format(
                name=self._name
            )
        )

    def _too_many(self) -> InputError:
        return too_many(self._name)


def _follow(steps: tuple[Layer, ...]) -> bool:
    """Whether each step sees the keys of the one before and its own queries, with the same heads."""
    return all(step.n_k == before.n_k + step.n_q and step.n_heads == before.n_heads for before, step in pairwise(steps))


def too_many(name: str) -> InputError:
    """What to say of more layers and heads than anybody can look at."""
    return InputError(
        translate("io", "{name} has too many matrices; at most {layers} layers and {heads} heads are read.").format(
            name=name, layers=MAX_LAYERS, heads=MAX_HEADS
        )
    )


def _check_counts(layers: tuple[Layer | None, ...], name: str) -> None:
    heads = [layer.n_heads for layer in layers if layer is not None]
    if len(layers) > MAX_LAYERS or max(heads) > MAX_HEADS or sum(heads) > MAX_MATRICES:
        raise too_many(name)
