"""The four heads that need no training: raw scores of a sentence, and words' vectors drawn as attnviz draws them."""

from __future__ import annotations

from attnviz.document.document import SentenceSource
from attnviz.export.code.dialect import Dialect
from attnviz.export.code.lines import Line
from attnviz.export.code.literals import number
from attnviz.i18n import translate

PARTS = ("content", "previous", "distance")  # of a mixture, in the order of its shares


def parts(source: SentenceSource) -> tuple[str, ...]:
    """Which of the simple heads the scores are made of; one without a share in the mixture is none of them."""
    if source.head != "mixed":
        return (source.head,)
    return tuple(part for part, share in zip(PARTS, source.mix, strict=True) if share)


def has_vectors(source: SentenceSource) -> bool:
    return "content" in parts(source)


def has_places(source: SentenceSource) -> bool:
    return parts(source) != ("content",)


def numbers_of(source: SentenceSource) -> list[tuple[str, float, str]]:
    """The settings that a script of this head needs: (name, value, what it is)."""
    rows = []
    if "previous" in parts(source):
        rows.append(("strength", source.previous, translate("code", "how much the token before counts")))
    if "distance" in parts(source):
        rows.append(("decay", source.decay, translate("code", "how much each token of distance costs")))
    return rows


def vector_function(source: SentenceSource) -> list[str]:
    """core.heads.component_vectors in four lines: the same word gets the same numbers, wherever it stands."""
    about = translate("code", "The numbers of a word: drawn at random, the same wherever the word stands.")
    return [
        "def vector(role, token):",
        f'    """{about}"""',
        f"    key = sha256(json.dumps([{source.seed}, role, token]).encode()).digest()",
        '    generator = np.random.default_rng(int.from_bytes(key, "big"))',
        "    return generator.standard_normal(d_k)",
    ]


def sentence_scores(source: SentenceSource, d: Dialect, letter: str) -> list[Line]:
    """Lines that compute `scores`."""
    lines = []
    if has_places(source):
        n = d.positions("n")
        lines.append(Line("n = len(tokens)"))
        lines.append(Line(f"i, j = {n}[:, None], {n}", translate("code", "places of query (row) and key (column)")))
    if source.head != "mixed":
        expression, comment = _part(source.head, d)
        return [*lines, Line(f"scores = {expression}", f"{letter}: {comment}")]
    for name in parts(source):
        expression, comment = _part(name, d)
        lines.append(Line(f"{name} = {expression}", comment))
    shares = " + ".join(
        f"{number(share)} * {name}" for share, name in zip(source.mix, PARTS, strict=True) if name in parts(source)
    )
    return [*lines, Line(f"scores = {shares}", translate("code", "{scores}: a mixture of them").format(scores=letter))]


def _part(name: str, d: Dialect) -> tuple[str, str]:
    """The expression of a simple head, and what it does."""
    if name == "content":
        keys = d.transposed("K", stacked=False)
        return f"Q @ {keys}", translate("code", "how well each query matches each key")
    if name == "previous":
        scores = f"{d.kept('strength')} * {d.root('d_k')} * (j == i - 1)"
        return scores, translate("code", "looks at the token before")
    return f"{d.kept('decay')} * {d.root('d_k')} * -abs(i - j)", translate("code", "the further away, the less")
