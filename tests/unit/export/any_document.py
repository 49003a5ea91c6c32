"""Any document that a person could make, for Hypothesis to choose among."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.document import edits, projection_edits, table
from attnviz.document.document import HEADS
from attnviz.document.matrix_edits import matrix_document
from attnviz.export.notation import Notation
from attnviz.i18n import LANGUAGES, number_format

# Whatever a person may call a token: long, empty, of any script, in any direction.
ODD = [
    "",
    " ",
    "\n",
    "<b>",
    "a&b",
    "]]>",
    "👩‍👩‍👧‍👦",
    "🇧🇷",
    "שלום",
    "مرحبا",
    "W" * 60,
    "i" * 60,
    "praça",
    "日本語",
    "\u202eabc",
]
tokens = st.sampled_from(ODD) | st.text(max_size=12)
ordinary = st.floats(-9, 9).map(lambda x: round(x, 2))
huge = st.floats(-1e100, 1e100)


@st.composite
def matrices(draw):
    n_q, n_k, d_k, d_v = (draw(st.integers(1, most)) for most in (14, 14, 9, 9))
    numbers = draw(st.sampled_from([ordinary, huge, st.integers(-3, 3).map(float)]))
    document = matrix_document(
        draw(hnp.arrays(np.float64, (n_q, d_k), elements=numbers)),
        draw(hnp.arrays(np.float64, (n_k, d_k), elements=numbers)),
        draw(hnp.arrays(np.float64, (n_k, d_v), elements=numbers)),
        tokens_q=draw(st.lists(tokens, min_size=n_q, max_size=n_q)),
        tokens_k=draw(st.lists(tokens, min_size=n_k, max_size=n_k)),
        value_names=draw(st.just(()) | st.lists(tokens, min_size=d_v, max_size=d_v)),
        name=draw(tokens),
    )
    return with_random_options(draw, document)


@st.composite
def sentences(draw):
    words = draw(
        st.lists(st.sampled_from(["the", "gato", "a", "W" * 40, "🇧🇷", "שלום", "<b>", "."]), min_size=1, max_size=70)
    )
    document = edits.sentence_document(
        " ".join(words), head=draw(st.sampled_from(HEADS)), d_k=draw(st.integers(1, 512))
    )
    return with_random_options(draw, document)


@st.composite
def projected(draw):
    n = draw(st.integers(1, 8))
    document = projection_edits.embedded(
        draw(st.lists(tokens, min_size=n, max_size=n)),
        d_model=draw(st.integers(1, 6)),
        n_heads=draw(st.integers(1, 3)),
        d_k=draw(st.integers(1, 4)),
        seed=draw(st.integers(0, 9)),
    )
    if draw(st.booleans()):
        document = projection_edits.with_output_projection(document, True)
    if draw(st.booleans()):
        document = projection_edits.with_gate(document, True)
    if draw(st.booleans()):
        document = projection_edits.with_layer_norm(document, True)
    return with_random_options(draw, document)


@st.composite
def layers(draw):
    """Embeddings and projections with every switch either way."""
    n, n_kv = draw(st.integers(1, 7)), draw(st.integers(1, 2))
    document = projection_edits.embedded(
        draw(st.lists(tokens, min_size=n, max_size=n)),
        d_model=draw(st.integers(1, 5)),
        n_heads=1,
        d_k=draw(st.integers(1, 4)),
        seed=draw(st.integers(0, 9)),
    )
    document = projection_edits.with_heads(document, n_kv * draw(st.integers(1, 3)), n_kv)
    document = projection_edits.with_d_v(document, draw(st.integers(1, 4)))
    document = projection_edits.with_gate(document, draw(st.booleans()))
    document = projection_edits.with_output_projection(document, draw(st.booleans()))
    document = projection_edits.with_layer_norm(document, draw(st.booleans()))
    if draw(st.booleans()):
        document = table.rename(document, "V", "column", 0, draw(tokens))
        document = table.rename(document, "X", "column", 0, draw(tokens))
    return with_random_options(draw, document)


def with_random_options(draw, document):
    return edits.with_options(
        document,
        divide=draw(st.booleans()),
        temperature=draw(st.sampled_from([1.0, 0.05, 0.37, 20.0])),
        causal=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 5)),
        padding=draw(st.integers(0, document.source.n_k - 1)),
    )


documents = matrices() | sentences() | projected()
layered_documents = matrices() | sentences() | layers()
forms = st.sampled_from([number_format(language) for language in LANGUAGES])
notations = st.builds(
    Notation, letters=st.sampled_from(["SAO", "OmegaAC"]), first_head=st.integers(0, 1), transposed=st.booleans()
)
