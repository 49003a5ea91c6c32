"""What a script starts from: matrices that a person typed, written out or, where they are many, read from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attnviz.document.derive import derive
from attnviz.document.document import Document, MatrixSource, ProjectionSource, SentenceSource, Source
from attnviz.document.imported_source import ImportedSource
from attnviz.document.trace import Array
from attnviz.export.code.lines import Line, laid_out
from attnviz.export.code.literals import commented, matrix, number, text, texts
from attnviz.export.code.sentence import has_vectors, numbers_of, parts
from attnviz.i18n import translate

MOST_NUMBERS = 768  # written into a script; more are read from a file beside it
MOST_ROWS = 200  # of all matrices together
MOST_TOKENS = 400


def matrices(source: Source) -> Mapping[str, Array]:
    """The matrices that the script is given, by name; none for a sentence."""
    if isinstance(source, MatrixSource):
        return {"Q": source.Q, "K": source.K, "V": source.V}
    if isinstance(source, ProjectionSource):
        given = {"X": source.X, "W_Q": source.W_Q, "W_K": source.W_K, "W_V": source.W_V}
        return given if source.W_O is None else {**given, "W_O": source.W_O}
    return {}


def beside(document: Document) -> dict[str, Array | tuple[str, ...]]:
    """What the script reads from a .npz file beside it; empty where everything stands in the script."""
    source = document.source
    given = matrices(source)
    numbers, rows = sum(values.size for values in given.values()), sum(map(len, given.values()))
    if numbers > MOST_NUMBERS or rows > MOST_ROWS:
        return dict(given)
    if isinstance(source, ImportedSource):
        trace = derive(document)
        return {"weights": trace.weights, "tokens_q": trace.tokens_q, "tokens_k": trace.tokens_k}
    if isinstance(source, SentenceSource) and len(source.tokens) > MOST_TOKENS:
        return {"tokens": source.tokens}
    return {}


def input_lines(document: Document, array: str, file_name: str) -> list[str]:
    """Assignments of all inputs. `array` makes an array of nested lists: np.array or torch.tensor."""
    source, outside = document.source, beside(document)
    lines = _from_file(outside, array, file_name) if outside else []
    if isinstance(source, (MatrixSource, ProjectionSource)):
        for name, values in matrices(source).items():
            if name not in outside:
                lines += _matrix(source, name, values, array)
    elif isinstance(source, SentenceSource) and not outside:
        first, *rest = texts(source.tokens)
        lines += [f"tokens = {first}", *rest]
    return lines + _constants(document)


def vector_lines(document: Document, array: str) -> list[str]:
    """Query and key of every word of a sentence, where its head has them."""
    source = document.source
    if not isinstance(source, SentenceSource) or not has_vectors(source):
        return []
    lines = []
    for name in ("Q", "K"):
        vectors = f'np.array([vector("{name.lower()}", token) for token in tokens])'
        lines.append(f"{name} = {vectors if array == 'np.array' else f'torch.from_numpy({vectors})'}")
    return lines


def _from_file(outside: dict[str, Array | tuple[str, ...]], array: str, file_name: str) -> list[str]:
    numbers = sum(values.size for values in outside.values() if not isinstance(values, tuple))
    if numbers:
        comment = translate(
            "code", "{count} numbers are too many to write here: attnviz saves this file beside the script."
        )
    else:
        comment = translate("code", "The tokens are too many to write here: attnviz saves this file beside the script.")
    lines = [f"# {comment.format(count=numbers)}", f"with np.load({text(file_name)}) as inputs:"]
    for name in outside:
        read = f'inputs["{name}"]'
        if name == "tokens":
            lines.append(f"    tokens = {read}.tolist()")
        else:
            lines.append(f"    {name} = {read if array == 'np.array' else f'torch.from_numpy({read})'}")
    return lines


def _matrix(source: MatrixSource | ProjectionSource, name: str, values: Array, array: str) -> list[str]:
    rows, columns = _row_names(source, name), _column_names(source, name)
    shape = " × ".join(map(str, values.shape))
    about = f"{shape}: {', '.join(map(commented, columns))}" if columns else shape
    return [f"{name} = {array}([  # {_short(about)}", *matrix(values, rows), "])"]


def _short(comment: str) -> str:
    return comment if len(comment) <= 76 else comment[:75] + "…"


def _row_names(source: MatrixSource | ProjectionSource, name: str) -> Sequence[str]:
    if isinstance(source, MatrixSource):
        return source.tokens_q if name == "Q" else source.tokens_k
    if name == "X":
        return source.tokens
    return () if name == "W_O" else source.dimension_names


def _column_names(source: MatrixSource | ProjectionSource, name: str) -> Sequence[str]:
    if isinstance(source, ProjectionSource) and name == "X":
        return source.dimension_names
    return source.value_names if name == "V" else ()


def _constants(document: Document) -> list[str]:
    """Sizes and settings that the steps name."""
    source, options = document.source, document.options
    lines: list[Line] = []
    if needs_d_k(document):
        lines.append(Line(f"d_k = {source.d_k}", translate("code", "numbers in a query and in a key")))
    if isinstance(source, ProjectionSource) and source.n_heads > 1:
        lines.append(Line(f"n_heads = {source.n_heads}"))
        if source.n_kv_heads < source.n_heads:
            lines.append(Line(f"n_kv_heads = {source.n_kv_heads}", translate("code", "heads of keys and values")))
    if isinstance(source, SentenceSource):
        lines += [Line(f"{name} = {number(value)}", about) for name, value, about in numbers_of(source)]
    if options.temperature != 1:
        lines.append(Line(f"temperature = {number(options.temperature)}"))
    if options.window is not None:
        lines.append(Line(f"window = {options.window}", translate("code", "keys that a query sees, its own the last")))
    if options.padding:
        lines.append(Line(f"padding = {options.padding}", translate("code", "keys at the end that are no tokens")))
    return laid_out(lines)


def needs_d_k(document: Document) -> bool:
    """Whether a step of the script names d_k."""
    source = document.source
    if document.options.divide:
        return True
    if isinstance(source, ProjectionSource):
        return source.gated
    return isinstance(source, SentenceSource) and (has_vectors(source) or parts(source) != ("content",))
