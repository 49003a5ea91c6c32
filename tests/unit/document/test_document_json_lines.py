"""Reading JSON with the line of every value."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.document.json_text import MAX_DEPTH, read_json
from attnviz.errors import InputError
from tests.unit.document.test_document_lesson_refusals import refused, values


@given(values, st.sampled_from([None, 0, 2]), st.booleans())
def test_the_same_value_as_json_loads(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    read = read_json(text, "f").plain()
    assert repr(read) == repr(json.loads(text))  # repr tells 1 from 1.0 and 0.0 from -0.0


@given(st.text(alphabet='{}[]",:.eE+-0123456789 \n\\/ntfalsru', max_size=40))
def test_what_json_loads_refuses_is_refused(text):
    try:
        expected = json.loads(text, parse_constant=lambda name: pytest.fail(name))
    except ValueError:
        with pytest.raises(InputError):
            read_json(text, "f")
        return
    try:
        read = read_json(text, "f").plain()
    except InputError as error:
        sentence = str(error)
    else:
        assert repr(read) == repr(expected)
        return
    assert "twice" in sentence or "finite" in sentence, "JSON allows it, and so does a lesson"


@given(values)
def test_every_line_is_the_values_own(value):
    text = json.dumps(value, indent=1)

    def check(node):
        line = text.split("\n")[node.line - 1].strip()
        plain = node.plain()
        if isinstance(plain, (list, dict)):
            assert line.rstrip(",").endswith(("[", "{", "[]", "{}"))
        else:
            assert line.rstrip(",").endswith(json.dumps(plain))
        inner = node.value.values() if isinstance(node.value, dict) else node.value
        for item in inner if isinstance(node.value, (list, dict)) else ():
            check(item)

    check(read_json(text, "f"))


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 1, "the end of the file"),
        ("\n\n", 3, "the end of the file"),
        ('{"a": 1,\n}', 2, "“}”"),
        ("[1,\n2,\n]", 3, "“]”"),
        ("[1\n2]", 2, "“,” / “]”"),
        ('{"a"\n1}', 2, "“:”"),
        ("{a: 1}", 1, "“a: 1}”"),
        ('["a\nb"]', 1, "closing quotation mark"),
        ('[1,\n"a]', 2, "closing quotation mark"),
        ('["\\x"]', 1, "closing quotation mark"),
        ("[1] // note", 1, "“// note”"),
        ("[\n'a']", 2, "“'a']”"),
        ("[01]", 1, "“1]”"),
        ("[1.]", 1, "“.]”"),
        ("[+1]", 1, "“+1]”"),
        ("[True]", 1, "“True]”"),
        ("[1,\nNaN]", 2, "“NaN” is no finite number"),
        ("[-Infinity]", 1, "“-Infinity” is no finite number"),
        ("[\n\n1e999]", 3, "“1e999” is no finite number"),
        ("[" + "9" * 5000 + "]", 1, "is no finite number"),
        ('{"a": 1,\n"b": 2,\n"a": 3}', 3, "“a” stands twice"),
        ("[" * 100_000, 1, f"more than {MAX_DEPTH} levels"),
        ('{"a":\n' * 100, MAX_DEPTH + 1, f"more than {MAX_DEPTH} levels"),
        ('["\u202e\x7f\x00]', 1, "closing quotation mark"),
    ],
)
def test_broken_json_is_located(text, line, part):
    assert refused(text, part) == line


def test_line_ends_of_every_system_count_once():
    for end in ("\n", "\r\n", "\r"):
        assert refused(end.join(["{", "", '"format": 1,', '"format": 2}']), "twice") == 4
