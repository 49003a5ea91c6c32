"""Tokens that come with attention, and which query and which key each of them names."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.i18n import translate
from attnviz.io.attention_result import Answers, Choice, Note, Question, QuestionKind
from attnviz.io.attention_tree import MAX_TOKENS, Node, Texts
from attnviz.io.stored import Tensor

_BOTH = ("tokens", "token", "labels", "input_tokens", "words", "token_strings", "str_tokens", "text_tokens")
_QUERIES = ("tokens_q", "query_tokens", "q_tokens", "left_text", "tgt_tokens", "row_labels", "tokens_rows")
_KEYS = ("tokens_k", "key_tokens", "k_tokens", "right_text", "src_tokens", "column_labels", "tokens_columns")
_ENCODER = ("encoder_tokens", "source_tokens")
_DECODER = ("decoder_tokens", "target_tokens")

Row = tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Labels:
    """The rows of labels in a file, as far as they are there: of queries and keys alike, or of each."""

    both: Row = None
    queries: Row = None
    keys: Row = None
    encoder: Row = None
    decoder: Row = None

    def of_set(self, name: str) -> Labels:
        """The labels of one set of an encoder-decoder model: cross attention has decoder rows, encoder columns."""
        if name == "encoder" and self.encoder:
            return Labels(both=self.encoder)
        if name == "decoder" and self.decoder:
            return Labels(both=self.decoder)
        if name == "cross" and (self.encoder or self.decoder):
            return Labels(queries=self.decoder, keys=self.encoder)
        return Labels(self.both, self.queries, self.keys)

    def or_else(self, other: Labels) -> Labels:
        """The labels of a second file instead of these, where it has any."""
        return other if other.both or other.queries or other.keys else self


def labels_of(tree: dict[str, Node]) -> Labels:
    """The labels among the members of a file."""
    lower = {key.lower(): key for key in tree}

    def first(names: tuple[str, ...]) -> Row:
        for name in names:
            texts = texts_of(tree[lower[name]]) if name in lower else None
            if texts is not None:
                return texts.items
        return None

    return Labels(first(_BOTH), first(_QUERIES), first(_KEYS), first(_ENCODER), first(_DECODER))


def texts_of(node: Node) -> Texts | None:
    """A row of labels: texts, numbers (of tokens in a vocabulary), and the position where it is neither."""
    if isinstance(node, Texts):
        return Texts(tuple(map(_writable, node.items[:MAX_TOKENS])))
    if isinstance(node, Tensor) and node.axes == 1 and node.dtype.kind in "iuf" and node.shape[0] <= MAX_TOKENS:
        return Texts(tuple(_number(float(value)) for value in node.with_axis().matrix(0, 1)[0]))
    if isinstance(node, list) and node and not any(isinstance(item, (Tensor, list)) for item in node):
        return Texts(tuple(_label(item, index) for index, item in enumerate(node[:MAX_TOKENS])))
    return None


def _label(item: Node, index: int) -> str:
    if isinstance(item, str):
        return _writable(item)
    return _number(item) if isinstance(item, float) else str(index + 1)


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() else f"{value:g}"


def _writable(text: str) -> str:
    """`text` with half characters (lone surrogates) replaced, which no file and no clipboard could hold."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def placed(
    labels: Labels, n_q: int, n_k: int, answers: Answers
) -> tuple[Row, Row, tuple[Note, ...], tuple[Question, ...]]:
    """Labels of queries and of keys, and what has to be said and asked about them. Nothing is shifted silently."""
    if labels.queries or labels.keys:
        return _separate(labels, n_q, n_k, answers)
    both = labels.both
    if not both:
        return None, None, (), ()
    if len(both) == n_k and n_q <= n_k:
        if n_q == n_k:
            return both, both, (), ()
        text = translate("io", "Queries: {n_q}, labels: {n_k}. The queries are the last of these tokens.")
        return both[-n_q:], both, (Note("labels", text.format(n_q=n_q, n_k=n_k)),), ()
    if len(both) == n_q:
        text = translate(
            "io", "There are as many labels as queries ({n_q}), not as keys ({n_k}): they name the queries."
        )
        return both, None, (Note("labels", text.format(n_q=n_q, n_k=n_k)),), ()
    row, question = _asked("labels", both, n_k, answers)
    return (row[-n_q:] if row and n_q <= n_k else None), row, (), (question,)


def _separate(
    labels: Labels, n_q: int, n_k: int, answers: Answers
) -> tuple[Row, Row, tuple[Note, ...], tuple[Question, ...]]:
    questions: list[Question] = []
    queries, keys = labels.queries or labels.both, labels.keys or labels.both
    # A table with one heading only: its labels name both sides of a square.
    if n_q == n_k:
        queries, keys = queries or keys, keys or queries
    sides: tuple[tuple[QuestionKind, Row, int], ...] = (("labels-q", queries, n_q), ("labels-k", keys, n_k))
    fitted: list[Row] = []
    for kind, row, count in sides:
        if row and len(row) != count:
            row, question = _asked(kind, row, count, answers)
            questions.append(question)
        fitted.append(row or None)
    return fitted[0], fitted[1], (), tuple(questions)


def _asked(kind: QuestionKind, row: tuple[str, ...], count: int, answers: Answers) -> tuple[Row, Question]:
    """Labels of which there are too many or too few: positions, unless the person says which end they belong to."""
    if len(row) > count:
        choices = (
            Choice("none", translate("io", "positions instead of labels")),
            Choice("first", translate("io", "the first labels, up to {count}").format(count=count)),
            Choice("last", translate("io", "the last labels, up to {count}").format(count=count)),
        )
        fitted = {"first": row[:count], "last": row[-count:]}
    else:
        choices = (
            Choice("none", translate("io", "positions instead of labels")),
            Choice("first", translate("io", "labels from the first position on")),
            Choice("last", translate("io", "labels up to the last position")),
        )
        empty = ("?",) * (count - len(row))
        fitted = {"first": row + empty, "last": empty + row}
    chosen = answers.get(kind, "none")
    chosen = chosen if chosen in fitted else "none"
    text = {
        "labels": translate("io", "Labels: {found}, positions: {count}. A special token may be missing."),
        "labels-q": translate("io", "Labels of queries: {found}, queries: {count}. A special token may be missing."),
        "labels-k": translate("io", "Labels of keys: {found}, keys: {count}. A special token may be missing."),
    }[kind]
    return fitted.get(chosen), Question(kind, text.format(found=len(row), count=count), choices, chosen)
