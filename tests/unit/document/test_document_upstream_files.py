"""The loss of a lesson's document, and experiments that change it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.lesson_file import own_lesson
from attnviz.errors import InputError

BY_HAND = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [0, 1]]}
SENTENCE = {"sentence": "a rose"}
LAYER = {"tokens": ["a", "b"], **{name: [[1, 2], [3, 4]] for name in ("X", "W_Q", "W_K", "W_V")}}


def lesson(document, *steps, **more):
    experiments = [{"title": "t", "observe": "o", "do": list(steps)}] if steps else []
    content = {"format": "attnviz lesson 1", "title": "T", "document": document, "experiments": experiments, **more}
    return own_lesson(json.dumps(content), "“my.json”", "file:my.json", "en")


def dR(document):
    return derive_gradient(document, derive(document)).dR


@pytest.mark.parametrize("document", [BY_HAND, SENTENCE, LAYER], ids=["by hand", "sentence", "layer"])
def test_every_kind_of_document_may_have_a_loss(document):
    read = lesson({**document, "upstream": {"preset": "cell", "row": 1, "column": 2}}).document
    assert (read.upstream.row, read.upstream.column) == (0, 1)
    assert np.argwhere(dR(read)).tolist() == [[0, 1]]


def test_every_preset_and_its_keys():
    assert (dR(lesson({**BY_HAND, "upstream": {"preset": "ones"}}).document) == 1).all()
    drawn = lesson({**BY_HAND, "upstream": {"preset": "random", "seed": 3}}).document
    np.testing.assert_array_equal(dR(drawn), np.random.default_rng(3).normal(size=(2, 2)))
    squared = lesson({**BY_HAND, "upstream": {"preset": "squared", "row": 2, "target": [1, 0.5]}}).document
    assert squared.upstream.target == (1.0, 0.5)
    entropy = lesson({**BY_HAND, "upstream": {"preset": "cross_entropy", "row": 1, "column": 1}}).document
    assert dR(entropy)[0, 0] < 0 < dR(entropy)[0, 1]
    own = lesson({**BY_HAND, "upstream": {"preset": "custom", "values": [[1, 2], [3, 4]]}}).document
    np.testing.assert_array_equal(dR(own), [[1, 2], [3, 4]])
    assert not own.upstream.values.flags.writeable


def test_an_experiment_changes_the_loss_once():
    start = lesson(
        BY_HAND, {"upstream": {"preset": "custom", "values": [[1, 2], [3, 4]]}}, {"view": {"tab": "gradient"}}
    )
    (experiment,) = start.experiments
    once = experiment.apply(start.document)
    np.testing.assert_array_equal(dR(once), [[1, 2], [3, 4]])
    assert experiment.apply(once) is once
    assert experiment.look["tab"] == "gradient"


def test_what_stands_below_is_part_of_the_view():
    assert lesson(BY_HAND, view={"tab": "gradient", "inspector": "saturation"}).view.inspector == "saturation"


@pytest.mark.parametrize(
    ("upstream", "part"),
    [
        ({}, "preset"),
        ({"preset": "all"}, "all"),
        ({"preset": "cell", "row": 0}, "row"),
        ({"preset": "cell", "column": 1.5}, "column"),
        ({"preset": "random", "seed": -1}, "seed"),
        ({"preset": "squared", "target": ["x"]}, "target"),
        ({"preset": "custom", "values": [[1], [1, 2]]}, "values"),
        ({"preset": "ones", "colour": "red"}, "colour"),
        ([], "upstream"),
    ],
)
def test_a_mistake_is_named(upstream, part):
    with pytest.raises(InputError, match="line 1") as caught:
        lesson({**BY_HAND, "upstream": upstream})
    assert part in str(caught.value)
    with pytest.raises(InputError):
        lesson(BY_HAND, {"upstream": upstream})
