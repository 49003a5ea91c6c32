"""Edits of typed tables, whatever source they meet: undo may have put another in the place of the one typed into."""

from __future__ import annotations

from typing import get_args

import pytest

from attnviz.document import table
from attnviz.document.document import MatrixName, editable
from attnviz.document.lessons import load
from attnviz.errors import InputError

NAMES = get_args(MatrixName)
EDITS = {
    "set_cell": lambda document, name: table.set_cell(document, name, 0, 0, 9.0),
    "set_block": lambda document, name: table.set_block(document, name, 0, 0, [[9.0]]),
    "add_row": table.add_row,
    "remove_row": lambda document, name: table.remove_row(document, name, 0),
    "add_column": table.add_column,
    "remove_column": lambda document, name: table.remove_column(document, name, 0),
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lesson", ["bank", "gato", "sentence"])
def test_a_matrix_that_the_document_does_not_have_is_not_edited(lesson, name, edit):
    document = load(lesson, "en").document
    if name in editable(document.source):
        assert EDITS[edit](document, name) != document
        return
    with pytest.raises(InputError, match=r"does not belong to this document|only matrices typed by hand"):
        EDITS[edit](document, name)
