"""Running the scripts that a document is written as, and the numbers they have to come to."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.document import edits
from attnviz.document.document import HEADS, Options, ProjectionSource, SentenceSource
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.projection_edits import projection_document

NUMBER = re.compile(r"-?(?:inf|\d+\.?\d*(?:e[+-]?\d+)?)")

# tokens -------------------------------------------------------------------------------------------------------

HOSTILE = (
    "a b", "two\nlines", "\r", "\0", '"""', "'''", "\\", "\\'", "'\"", "#", "coding: latin-1", "{n}", "%s", "\u202e",
    "שלום", "👩‍👩‍👧", "\ud83d", "\u2028", "\x0c", "", "a" * 200, "x = 1\nraise SystemExit", "​", "\x85", "⟨U+0000⟩",
)  # fmt: skip
tokens = st.sampled_from(HOSTILE) | st.text(max_size=5)
numbers = st.floats(-8, 8, width=32) | st.sampled_from([0.0, -0.0, 0.1, 1e-9])


@st.composite
def options(draw, n_k):
    return Options(
        divide=draw(st.booleans()),
        temperature=draw(st.sampled_from([1.0, 0.5]) | st.floats(0.05, 20)),
        causal=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 6)),
        padding=draw(st.integers(0, n_k - 1)),
    )


def _matrix(draw, rows, columns):
    return draw(hnp.arrays(np.float64, (rows, columns), elements=numbers))


def _names(draw, count):
    return tuple(draw(tokens) for _ in range(count))


@st.composite
def typed(draw):
    """Q, K and V by hand, with as many queries as keys or not."""
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 5)) for _ in range(4))
    if draw(st.booleans()):
        n_q = n_k
    document = matrix_document(
        _matrix(draw, n_q, d_k),
        _matrix(draw, n_k, d_k),
        _matrix(draw, n_k, d_v),
        tokens_q=_names(draw, n_q),
        tokens_k=_names(draw, n_k),
        value_names=draw(st.sampled_from([(), _names(draw, d_v)])),
        name=draw(tokens),
    )
    return edits.replace(document, options=draw(options(n_k)))


@st.composite
def projected(draw):
    """Embeddings and projections; some rows of X hold one number only."""
    n, d_model, d_k, d_v, n_kv_heads, group = (draw(st.integers(1, 3)) for _ in range(6))
    n_heads, gated = n_kv_heads * group, draw(st.booleans())
    X = _matrix(draw, n, d_model).round(3)
    normalise, eps = draw(st.booleans()), draw(st.sampled_from([0.0, 1e-5]))
    document = projection_document(
        _names(draw, n),
        X,
        W_Q=_matrix(draw, d_model, n_heads * (d_k + d_v if gated else d_k)),
        W_K=_matrix(draw, d_model, n_kv_heads * d_k),
        W_V=_matrix(draw, d_model, n_kv_heads * d_v),
        W_O=_matrix(draw, n_heads * d_v, draw(st.integers(1, 3))) if draw(st.booleans()) else None,
        n_heads=n_heads,
        n_kv_heads=n_kv_heads,
        gated=gated,
        normalise=normalise,
        eps=eps if normalise else 0.0,
    )
    return edits.replace(document, options=draw(options(n)))


@st.composite
def sentences(draw):
    """A sentence under one of the four heads; a share of the mixture may be 0."""
    text = draw(st.sampled_from(["the cat saw the dog", "a", 'don\'t "stop" \\ \'"\' """', "猫が🐱👩‍👩‍👧 שלום"]))
    document = edits.sentence_document(text, head=draw(st.sampled_from(HEADS)), d_k=draw(st.integers(1, 9)))
    source = edits.replace(
        document.source,
        seed=draw(st.integers(0, 2**63 - 1)),
        decay=draw(st.floats(0, 3)),
        previous=draw(st.floats(0, 9)),
        mix=draw(st.sampled_from([(0.5, 0.3, 0.2), (1.0, 0.0, 0.0), (0.0, 0.25, 0.75), (0.3, 0.7, 0.0)])),
    )
    return edits.replace(document, source=source, options=draw(options(source.n_k)))


documents = typed() | projected() | sentences()


# running ------------------------------------------------------------------------------------------------------


def run(text, **given):
    """Execute a script; what it computed, every matrix by its printed name, and what it printed."""
    namespace = {"__name__": "__main__", **given}
    printed = io.StringIO()
    with np.printoptions(), redirect_stdout(printed):
        exec(compile(text, "script.py", "exec"), namespace)
    return {name: np.asarray(matrix) for name, matrix in namespace["steps"].items()}, printed.getvalue()


def expected(document, trace, scores="S", output="O"):
    """What a script has to come to: the trace's arrays under the names that the script prints."""
    source, chosen = document.source, document.options
    divisor = {(True, True): "(sqrt(d_k) * temperature)", (True, False): "sqrt(d_k)", (False, True): "temperature"}
    by = divisor.get((chosen.divide, chosen.temperature != 1))
    scaled = f"{scores} / {by}" if by else scores
    steps = {scores: trace.scores, scaled: trace.scaled, "A": trace.weights}
    if chosen.causal or chosen.window is not None or chosen.padding:
        steps[f"{scaled}, masked"] = np.where(trace.visible, trace.scaled, -np.inf)
    if not isinstance(source, SentenceSource):
        steps[output] = trace.output
    if isinstance(source, ProjectionSource):
        chain = trace.chain
        steps |= {"Q": trace.Q, "K": trace.K, "V": trace.V}
        if source.normalise:
            steps["u"] = chain.u
        if source.gated:
            steps |= {"sigmoid(gate)": 1 / (1 + np.exp(-chain.gate)), f"{output} * sigmoid(gate)": chain.gated}
        if source.n_heads > 1:
            steps["concat"] = chain.concat
        if source.W_O is not None:
            steps["Y"] = chain.Y
    return steps


def agrees(document, trace, steps, **letters):
    """Every matrix of the script is the trace's, to the last digits that the order of a sum leaves open."""
    wanted = expected(document, trace, **letters)
    assert steps.keys() == wanted.keys()
    for name, array in wanted.items():
        # With one head the script needs no axis for heads.
        np.testing.assert_allclose(steps[name], array.reshape(steps[name].shape), rtol=1e-9, atol=1e-9, err_msg=name)
        assert steps[name].size == array.size


def printed_matrices(text):
    """Every matrix by name as it was printed: shape and numbers."""
    found = {}
    for block in re.split(r"\n(?=[^\s\[(]+[^\n]* \([\d, ]+\)\n)", "\n" + text):
        if block.strip():
            heading, _, body = block.lstrip("\n").partition("\n")
            name, _, shape = heading.rpartition(" (")
            sizes = tuple(int(size) for size in shape.strip("(),").split(",") if size.strip())
            found[name] = (sizes, [float(number) for number in NUMBER.findall(body)])
    return found
