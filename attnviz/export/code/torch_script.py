"""The document as a PyTorch module, whose numbers are parameters or layers, so that they could be trained."""

from __future__ import annotations

from attnviz.document.document import Document, ProjectionSource, SentenceSource, Source
from attnviz.document.trace import Trace
from attnviz.export.code.inputs import beside, input_lines, matrices, vector_lines
from attnviz.export.code.lines import BLANK, Line, laid_out
from attnviz.export.code.page import Printing, imports, printed_table, sections
from attnviz.export.code.sentence import has_vectors, numbers_of, vector_function
from attnviz.export.code.steps import attention_steps
from attnviz.export.code.torch_dialect import TorchDialect
from attnviz.export.notation import Notation
from attnviz.i18n import translate

INIT = "    def __init__(self{}):"


def torch_script(
    document: Document, trace: Trace, notation: Notation, printing: Printing, file_name: str, *, linear: bool
) -> list[str]:
    """The lines of the script, without its heading."""
    source, dialect = document.source, TorchDialect(linear=linear)
    linear = linear and bool(_learned(source))
    steps = attention_steps(document, trace, dialect, notation)
    arguments = _arguments(source, linear)
    forward = [
        f"    def forward({', '.join(['self', *arguments])}):",
        *laid_out([*_own_vectors(source, arguments), *steps.lines], 2),
        *("        " + line for line in printed_table(steps.shown, "return {")),
    ]
    words = isinstance(source, SentenceSource) and has_vectors(source)
    name = translate("code", "Attention whose numbers can be trained.")
    given = [*_learned(source), *_scalars(source)]
    return sections(
        [*imports(words=words, numpy=words or bool(beside(document)), torch=True), "", *_setup(printing)],
        _functions(source, linear),
        input_lines(document, dialect.array, file_name),
        vector_lines(document, dialect.array),
        ["", "class Attention(nn.Module):", f'    """{name}"""', "", *_init(source, linear), "", *forward, ""],
        [
            *_inputs(source, arguments),
            f"attention = Attention({', '.join(given)})",
            "with torch.no_grad():  # " + translate("code", "to look, not to learn"),
            f"    steps = attention({', '.join(arguments)})",
        ],
        ["for name, matrix in steps.items():", '    print(f"\\n{name} {tuple(matrix.shape)}\\n{matrix}")'],
    )


def _setup(printing: Printing) -> list[str]:
    comment = translate("code", "as precise as attnviz computes")
    return [f"torch.set_default_dtype(torch.float64)  # {comment}", *printing.torch()]


def _learned(source: Source) -> list[str]:
    """The matrices that the module owns."""
    if isinstance(source, SentenceSource):
        return ["Q", "K"] if has_vectors(source) else []
    return [name for name in matrices(source) if name != "X"]


def _scalars(source: Source) -> list[str]:
    return [name for name, _, _ in numbers_of(source)] if isinstance(source, SentenceSource) else []


def _arguments(source: Source, linear: bool) -> list[str]:
    """What forward takes: X, or with layers the tokens as rows of an identity matrix."""
    if isinstance(source, ProjectionSource):
        return ["X"]
    if not linear:
        return []
    return ["tokens_q", "tokens_k"] if source.n_q != source.n_k else ["one_hot"]


def _inputs(source: Source, arguments: list[str]) -> list[str]:
    """Tokens as rows of an identity matrix, where layers make queries and keys of them."""
    if isinstance(source, ProjectionSource) or not arguments:
        return []
    comment = translate("code", "row i is 1 at token i and 0 elsewhere: x @ W then picks row i of W")
    sizes = (source.n_q, source.n_k) if len(arguments) == 2 else (source.n_q,)
    eyes = [f"{name} = torch.eye({size})" for name, size in zip(arguments, sizes, strict=True)]
    return [f"# {comment}", *eyes]


def _own_vectors(source: Source, arguments: list[str]) -> list[Line]:
    """Q, K and V of matrices that are the module's own."""
    names = _learned(source)
    if isinstance(source, ProjectionSource) or not names:
        return []
    if not arguments:
        return [Line(f"{', '.join(names)} = {', '.join(f'self.{name}' for name in names)}"), BLANK]
    tokens = {name: arguments[0 if name == "Q" else -1] for name in names}
    return [*(Line(f"{name} = self.{name}({tokens[name]})") for name in names), BLANK]


def _init(source: Source, linear: bool) -> list[str]:
    learned, scalars = _learned(source), _scalars(source)
    lines = [INIT.format("".join(f", {name}" for name in (*learned, *scalars))), "        super().__init__()"]
    for name in learned:
        lines.append(f"        self.{name} = {f'layer({name})' if linear else f'nn.Parameter({name})'}")
    for name in scalars:
        lines.append(f"        self.{name} = nn.Parameter(torch.tensor({name}))")
    return lines


def _functions(source: Source, linear: bool) -> list[list[str]]:
    functions = []
    if isinstance(source, ProjectionSource) and source.n_heads > 1:
        heads = translate("code", "heads")
        functions.append(
            [
                "def split_heads(x, count):",
                f'    """(n, {heads} · d) → ({heads}, n, d)"""',
                "    return x.view(len(x), count, -1).transpose(0, 1)",
            ]
        )
    if isinstance(source, SentenceSource) and has_vectors(source):
        functions.append(vector_function(source))
    if linear:
        about = translate("code", "A layer that computes x @ W: nn.Linear stores the transpose, W.T.")
        functions.append(
            [
                "def layer(W):",
                f'    """{about}"""',
                "    linear = nn.Linear(*W.shape, bias=False)",
                "    linear.weight = nn.Parameter(W.T)",
                "    return linear",
            ]
        )
    return functions
