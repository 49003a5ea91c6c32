"""What is made beside a document's own trace does not stay rounded, nor longer than it is looked at."""

from __future__ import annotations

from attnviz.document import edits
from attnviz.document.comparison import Comparison

TOKENS = 700  # so many are traced the fast way, where changes add up rounding


def test_rounding_goes_from_the_other_weights_when_the_hand_rests(sentence, qtbot):
    long = " ".join(f"v{i % 40}" for i in range(TOKENS))
    sentence.look(tab="matrix", drawing="compare", compare=Comparison(kind="sentence", text=long))
    qtbot.waitUntil(lambda: sentence.scene.other is not None, timeout=10_000)
    for d_k in (60, 61, 62, 63):
        sentence.session.edit("d_k", edits.with_d_k(sentence.session.document, d_k))
        qtbot.waitUntil(lambda: sentence.scene.document is sentence.session.document, timeout=10_000)
    assert sentence.scene.other.drifted
    qtbot.waitUntil(lambda: not sentence.scene.other.drifted, timeout=3000)


def test_whoever_no_longer_compares_holds_no_other_weights(sentence):
    sentence.look(tab="matrix", drawing="compare", compare=Comparison(kind="divide"))
    assert sentence.scene.other is not None
    assert sentence.scene.difference is not None
    sentence.look(drawing="heatmap")
    assert sentence.scene.other is None
    assert sentence.scene.difference is None
