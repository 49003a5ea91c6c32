"""One undo stack of whole documents: exact, one step a gesture, honest about what is saved."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QUndoCommand

from attnviz.document.document import Document
from attnviz.document.edits import sentence_document, with_options
from attnviz.document.view_state import ViewState
from attnviz.session.session import MOST_STEPS, Session

FIRST = sentence_document("the first")
FILE = Path("a.attnviz")
OTHERS = [sentence_document(f"sentence {i}") for i in range(6)]


@pytest.fixture
def session(qapp):
    session = Session(FIRST)
    session.heard = []
    session.document_changed.connect(session.heard.append)
    yield session
    session.close()


def test_an_edit_is_shown_once(session):
    session.edit("Edit", OTHERS[0])
    assert session.document is OTHERS[0]
    assert session.heard == [OTHERS[0]]
    assert session.undo_stack.undoText() == "Edit"


def test_the_same_object_is_no_step(session):
    session.edit("Edit", session.document)
    session.edit("Edit", with_options(FIRST, causal=False))
    assert session.heard == []
    assert session.undo_stack.count() == 0
    assert not session.dirty


def test_undo_and_redo_restore_the_identical_objects(session):
    for document in OTHERS:
        session.edit("Edit", document)
    for before in [*OTHERS[-2::-1], FIRST]:
        session.undo_stack.undo()
        assert session.document is before
    for after in OTHERS:
        session.undo_stack.redo()
        assert session.document is after
    assert session.heard[-1] is OTHERS[-1]


def test_a_gesture_is_one_step(session):
    for document in OTHERS[:4]:
        session.edit("Drag", document, merge_key="drag 1")
    assert session.undo_stack.count() == 1
    assert session.document is OTHERS[3]
    session.undo_stack.undo()
    assert session.document is FIRST
    session.undo_stack.redo()
    assert session.document is OTHERS[3]


def test_a_gesture_keeps_its_first_and_last_document_only(qapp):
    session = Session(FIRST)  # nobody listens who could keep one
    for number in range(20):
        session.edit("Drag", replace(FIRST, name=f"drag {number}"), merge_key="drag")
    gc.collect()
    kept = {thing.name for thing in gc.get_objects() if isinstance(thing, Document) and thing.name.startswith("drag ")}
    assert kept == {"drag 19"}
    session.close()


def test_of_a_gesture_whose_step_has_gone_no_document_stays(qapp):
    session = Session(FIRST)
    session.edit("Edit", replace(FIRST, name="drag from here"))
    for number in range(4):
        session.edit("Drag", replace(FIRST, name=f"drag {number}"), merge_key="drag")
    session.edit("Edit", FIRST)
    session.close()
    gc.collect()
    assert [thing.name for thing in gc.get_objects() if isinstance(thing, Document) and "drag" in thing.name] == []


def test_of_a_long_gesture_only_its_step_stays(session):
    """PySide lets go of no step that Qt deletes while it is being pushed."""

    def steps() -> int:
        gc.collect()
        return sum(isinstance(thing, QUndoCommand) for thing in gc.get_objects())

    before = steps()
    for number in range(20):
        session.edit("Drag", replace(FIRST, name=f"at {number}"), merge_key="drag")
    assert steps() == before + 1


def test_a_gesture_goes_on_where_a_step_was_undone(session):
    session.edit("Drag", OTHERS[0], merge_key="drag")
    session.edit("Edit", OTHERS[1])
    session.undo_stack.undo()
    session.edit("Drag", OTHERS[2], merge_key="drag")
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.document is FIRST
    session.undo_stack.redo()
    assert session.document is OTHERS[2]


def test_two_gestures_are_two_steps(session):
    session.edit("Drag", OTHERS[0], merge_key="drag 1")
    session.edit("Drag", OTHERS[1], merge_key="drag 1")
    session.edit("Drag", OTHERS[2], merge_key="drag 2")
    session.edit("Drag", OTHERS[3], merge_key="drag 2")
    assert session.undo_stack.count() == 2
    session.undo_stack.undo()
    assert session.document is OTHERS[1]


def test_edits_without_a_key_stay_apart(session):
    session.edit("Edit", OTHERS[0])
    session.edit("Edit", OTHERS[1])
    session.edit("Drag", OTHERS[2], merge_key="drag")
    session.edit("Edit", OTHERS[3])
    session.edit("Drag", OTHERS[4], merge_key="drag")
    assert session.undo_stack.count() == 5


def test_no_step_spans_the_saved_point(session):
    session.edit("Drag", OTHERS[0], merge_key="drag")
    session.saved(OTHERS[0], FILE)
    session.edit("Drag", OTHERS[1], merge_key="drag")
    assert session.undo_stack.count() == 2
    assert session.dirty
    session.undo_stack.undo()
    assert session.document is OTHERS[0]
    assert not session.dirty


def test_dirty_is_what_differs_from_the_file(session):
    assert not session.dirty
    session.edit("Edit", OTHERS[0])
    assert session.dirty
    session.undo_stack.undo()
    assert not session.dirty
    session.undo_stack.redo()
    session.saved(OTHERS[0], FILE)
    assert not session.dirty
    session.undo_stack.undo()
    assert session.dirty, "the file holds the later one"
    assert session.path == FILE, "but it is still this document's file"


def test_a_later_save_makes_the_earlier_state_unsaved(session):
    session.saved(FIRST, FILE)
    session.edit("Edit", OTHERS[0])
    session.saved(OTHERS[0], FILE)
    session.undo_stack.undo()
    assert session.dirty


def test_opening_is_a_step_that_brings_its_file_and_takes_it_away(session):
    session.edit("Edit", OTHERS[0])
    session.open("Open", OTHERS[1], FILE)
    assert (session.document, session.path, session.dirty) == (OTHERS[1], FILE, False)
    assert session.left_unsaved == [OTHERS[0]]
    session.edit("Edit", OTHERS[2])
    assert (session.path, session.dirty) == (FILE, True)
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert (session.document, session.path, session.dirty) == (OTHERS[0], None, True)
    assert session.left_unsaved == []
    session.saved(OTHERS[0], Path("b.attnviz"))
    session.undo_stack.redo()
    assert (session.document, session.path) == (OTHERS[1], FILE)
    assert session.left_unsaved == [], "it was saved before it was left again"


def test_what_was_made_here_lies_in_no_file(session):
    session.open("New", OTHERS[0], made=True)
    assert session.dirty
    assert session.path is None
    session.open("Lesson", OTHERS[1])
    assert not session.dirty
    assert session.left_unsaved == [OTHERS[0]]


def test_what_is_left_unsaved_is_named_once_and_as_it_was_left(session):
    session.open("New", OTHERS[0], made=True)
    for later in OTHERS[1:3]:
        session.open("Lesson", FIRST)
        session.undo_stack.undo()
        session.edit("Edit", later)
    session.open("Lesson", FIRST)
    assert session.left_unsaved == [OTHERS[2]]


def test_what_was_left_is_held_no_longer_than_it_can_be_undone_to(session):
    for k in range(MOST_STEPS + 30):
        session.open("New", OTHERS[k % 5], made=True)
    assert len(session.left_unsaved) == MOST_STEPS
    session.saved(session.document, FILE)
    session.open("Lesson", FIRST)
    assert len(session.left_unsaved) == MOST_STEPS


def test_the_oldest_steps_are_forgotten(session):
    for k in range(MOST_STEPS + 30):
        session.edit("Edit", OTHERS[k % 5])
    gc.collect()
    assert session.undo_stack.count() == MOST_STEPS
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.document is OTHERS[29 % 5]


def test_closing_tells_nobody(session):
    heard = []
    session.state_changed.connect(lambda: heard.append("state"))
    session.edit("Edit", OTHERS[0])
    heard.clear()
    session.close()
    assert heard == []
    assert session.undo_stack.count() == 0


def test_a_session_can_be_collected_with_its_steps(qapp):
    for _ in range(20):
        session = Session(FIRST)
        session.edit("Edit", OTHERS[0])
        session.edit("Edit", OTHERS[1], merge_key="k")
        del session
        gc.collect()


acts = st.sampled_from(["undo", "redo"]) | st.tuples(st.integers(0, 5), st.sampled_from([None, "a", "b"]))


@given(st.lists(acts, max_size=30))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undoing_everything_always_leads_back_to_the_start(qapp, sequence):
    session = Session(FIRST)
    for act in sequence:
        if isinstance(act, str):
            getattr(session.undo_stack, act)()
        else:
            session.edit("Edit", OTHERS[act[0]], merge_key=act[1])
    last = session.document
    steps = session.undo_stack.index()
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.document is FIRST
    for _ in range(steps):
        session.undo_stack.redo()
    assert session.document is last
    session.close()


def test_leaving_a_document_is_told_with_where_one_comes_and_edits_are_not(session, qtbot):
    told = []
    session.place_changed.connect(lambda left, came: told.append((left, came)))
    session.edit("Edit", OTHERS[0])
    assert told == []
    look = ViewState(tab="matrix")
    assert session.open("Open", OTHERS[1], FILE, look)
    assert not session.open("Open", OTHERS[1], FILE, look), "it is there already"
    ((left, came),) = told
    assert came.view is look
    assert came.path == FILE
    session.undo_stack.undo()
    assert told[1:] == [(came, left)]
