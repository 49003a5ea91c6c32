"""The gradient of the shown document: at once while small, in the background when large, and only while it is shown."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.edits import sentence_document
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.projection_edits import embedded
from attnviz.document.upstream_edits import with_upstream, with_values
from attnviz.document.view_state import ViewState
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat
from attnviz.session import gradients as module
from attnviz.session.gradients import Gradients

SMALL = matrix_document(np.eye(2), np.eye(2), np.eye(2))
LARGE = sentence_document(" ".join(f"w{i}" for i in range(200)))


def scene(document, head=0, **view):
    return Scene(
        document=document,
        trace=derive(document).for_head(head),
        view=ViewState(**({"tab": "gradient"} | view)),
        form=NumberFormat(),
    )


@pytest.fixture
def gradients(qapp):
    made = Gradients()
    yield made
    made.stop()


def test_a_small_document_has_its_gradient_and_check_at_once(gradients):
    found = gradients.complete(scene(SMALL))
    np.testing.assert_array_equal(found.gradient.dS, derive_gradient(SMALL, derive(SMALL)).dS)
    assert found.check.agreement.passed
    assert found.gradient_problem == ""


def test_a_scene_that_has_it_stays_the_same_scene(gradients, monkeypatch):
    found = gradients.complete(scene(SMALL))
    monkeypatch.setattr(module, "derive_gradient", None)
    assert gradients.complete(found) is found


def test_tabs_that_do_not_show_it_cost_nothing(gradients, monkeypatch):
    monkeypatch.setattr(module, "derive_gradient", None)
    for tab in ("steps", "matrix"):
        other = scene(SMALL, tab=tab)
        assert gradients.complete(other) is other


def test_the_matrix_tab_has_it_while_it_shows_the_gradient(gradients):
    assert gradients.complete(scene(SMALL, tab="matrix", quantity="gradient")).gradient is not None


def test_each_head_has_its_own(gradients):
    document = with_upstream(embedded(["a", "b", "c"]), preset="random")
    first, second = (gradients.complete(scene(document, head)) for head in range(2))
    whole = derive_gradient(document, derive(document))
    np.testing.assert_allclose(first.gradient.dS, whole.dS[0])
    np.testing.assert_allclose(second.gradient.dS, whole.dS[1])
    assert first.check is second.check


def test_a_large_document_is_worked_out_in_the_background(gradients, qtbot):
    with qtbot.waitSignal(gradients.completed):
        waiting = gradients.complete(scene(LARGE))
        assert waiting.gradient is None
        assert waiting.check is None
    found = gradients.complete(waiting)
    assert found.gradient.dS.shape == (200, 200)
    assert found.check is None
    with qtbot.waitSignal(gradients.completed):
        pass
    assert gradients.complete(found).check.agreement.passed


def test_only_the_newest_document_is_told_of(gradients, qtbot):
    documents = [with_upstream(LARGE, preset="random", seed=seed) for seed in range(4)]
    with qtbot.waitSignal(gradients.completed):
        for document in documents:
            gradients.complete(scene(document))
    found = gradients.complete(scene(documents[-1]))
    np.testing.assert_array_equal(found.gradient.dR, derive_gradient(documents[-1], derive(documents[-1])).dR)


def test_a_gradient_too_large_to_hold_is_a_sentence(gradients):
    document = with_values(matrix_document([[1.0]], [[1.0], [2.0]], [[1e200], [-1e200]]), [[1e200]])
    found = gradients.complete(scene(document))
    assert found.gradient is None
    assert "largest number" in found.gradient_problem
    assert gradients.complete(scene(SMALL)).gradient_problem == ""


def test_stopping_while_work_runs_says_nothing_more(gradients, qtbot):
    gradients.complete(scene(LARGE))
    gradients.stop()
    with qtbot.assertNotEmitted(gradients.completed, wait=300):
        pass


def test_a_check_ends_when_the_document_is_no_longer_shown(gradients, qtbot):
    with qtbot.waitSignal(gradients.completed):
        gradients.complete(scene(LARGE))
    qtbot.waitUntil(lambda: gradients._checking._running is not None)
    gradients.complete(scene(SMALL))
    qtbot.waitUntil(lambda: gradients._checking._running is None)
    assert gradients.complete(scene(SMALL)).check.parameters == 12


def test_another_tab_lets_go_of_what_is_no_more(gradients):
    gradients.complete(scene(SMALL))
    gradients.complete(scene(LARGE, tab="steps"))
    assert gradients._gradient is None


def test_what_would_not_fit_into_memory_is_not_checked(gradients, monkeypatch):
    monkeypatch.setattr("attnviz.document.gradient_check.MOST_CELLS", 3)
    found = gradients.complete(scene(SMALL))
    assert found.gradient is not None
    assert found.check is None
