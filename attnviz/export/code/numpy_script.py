"""The document as a NumPy script: inputs, steps, and a loop that prints every matrix."""

from __future__ import annotations

from attnviz.document.document import Document, ProjectionSource, SentenceSource
from attnviz.document.trace import Trace
from attnviz.export.code.inputs import input_lines, vector_lines
from attnviz.export.code.lines import laid_out
from attnviz.export.code.numpy_dialect import NumpyDialect
from attnviz.export.code.page import Printing, imports, printed_table, sections
from attnviz.export.code.sentence import has_vectors, vector_function
from attnviz.export.code.steps import attention_steps, empty_rows, stable_sigmoid
from attnviz.export.notation import Notation
from attnviz.i18n import translate


def numpy_script(document: Document, trace: Trace, notation: Notation, printing: Printing, file_name: str) -> list[str]:
    """The lines of the script, without its heading."""
    dialect = NumpyDialect()
    steps = attention_steps(document, trace, dialect, notation)
    words = isinstance(document.source, SentenceSource) and has_vectors(document.source)
    return sections(
        [*imports(words=words, numpy=True), "", *printing.numpy()],
        _functions(document, trace),
        input_lines(document, dialect.array, file_name),
        vector_lines(document, dialect.array),
        laid_out(steps.lines),
        printed_table(steps.shown),
        ["for name, matrix in steps.items():", '    print(f"\\n{name} {matrix.shape}\\n{matrix}")'],
    )


def _functions(document: Document, trace: Trace) -> list[list[str]]:
    """The functions that NumPy lacks and this script needs."""
    source = document.source
    functions = [_softmax(empty_rows(document, trace))]
    if isinstance(source, ProjectionSource) and source.n_heads > 1:
        functions.append(
            [
                "def split_heads(x, count):",
                f'    """(n, {translate("code", "heads")} · d) → ({translate("code", "heads")}, n, d)"""',
                "    return x.reshape(len(x), count, -1).swapaxes(0, 1)",
            ]
        )
    if isinstance(source, ProjectionSource) and source.gated:
        # ln(1 + e^-x) neither overflows nor warns.
        body = "np.exp(-np.logaddexp(0, -x))" if stable_sigmoid(trace) else "1 / (1 + np.exp(-x))"
        functions.append(["def sigmoid(x):", f"    return {body}"])
    if isinstance(source, SentenceSource) and has_vectors(source):
        functions.append(vector_function(source))
    return functions


def _softmax(empty: bool) -> list[str]:
    about = translate("code", "Each row becomes shares of 1.")
    if not empty:
        return [
            "def softmax(x):",
            f'    """{about}"""',
            "    exp = np.exp(x - x.max(axis=-1, keepdims=True))",
            "    return exp / exp.sum(axis=-1, keepdims=True)",
        ]
    about = translate("code", "Each row becomes shares of 1; a row of −∞ alone becomes zeros.")
    return [
        "def softmax(x):",
        f'    """{about}"""',
        "    largest = x.max(axis=-1, keepdims=True)",
        "    exp = np.exp(x - np.where(np.isneginf(largest), 0, largest))",
        "    total = exp.sum(axis=-1, keepdims=True)",
        "    return exp / np.where(total == 0, 1, total)",
    ]
