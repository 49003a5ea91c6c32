"""Finding a command by a few letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.ui.command_match import Entry, best, find, fold

MENU = [
    Entry(text="New sentence", where="File"),
    Entry(text="Open…", where="File"),
    Entry(text="Save", where="File"),
    Entry(text="Save as…", where="File"),
    Entry(text="Save the numbers…", where="File"),
    Entry(text="Numbers in the cells", where="View"),
    Entry(text="Dark", where="View › Theme"),
    Entry(text="Light", where="View › Theme"),
    Entry(text="Divide by √dₖ", where="Head"),
    Entry(text="Gradient", where="View"),
    Entry(text="3 O gato subiu no", where="Lessons"),
]
PORTUGUESE = [
    Entry(text="Nova frase", where="Arquivo"),
    Entry(text="Lições à esquerda", where="Exibir"),
    Entry(text="Má­scara causal".replace("\u00ad", ""), where="Cabeça"),
    Entry(text="Próxima cabeça", where="Cabeça"),
    Entry(text="Rotação", where="Exibir"),
]


def first(typed: str, entries=MENU) -> str:
    return entries[best(typed, entries)[0].index].text


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("save", "Save"),
        ("SAVE A", "Save as…"),
        ("numbers", "Numbers in the cells"),
        ("num save", "Save the numbers…"),
        ("dark theme", "Dark"),
        ("theme li", "Light"),
        ("dk", "Divide by √dₖ"),
        ("gato", "3 O gato subiu no"),
        ("sa", "Save"),
        ("stn", "Save the numbers…"),
        ("nwsent", "New sentence"),
        ("graident", "Gradient"),  # swapped
        ("gradent", "Gradient"),  # missing: letter by letter
        ("gradiemt", "Gradient"),  # wrong
        ("gradiient", "Gradient"),  # too many
    ],
)
def test_the_first_found_is_what_was_meant(typed, found) -> None:
    assert first(typed) == found


@pytest.mark.parametrize(
    ("typed", "found"),
    [("licoes", "Lições à esquerda"), ("LIÇÕES", "Lições à esquerda"), ("mascara", "Máscara causal"),
     ("proxima", "Próxima cabeça"), ("cabeca prox", "Próxima cabeça"), ("rotacao", "Rotação")],
)  # fmt: skip
def test_accents_do_not_matter(typed, found) -> None:
    assert first(typed, PORTUGUESE) == found


def test_nothing_is_found_of_what_nothing_is_called() -> None:
    assert best("xylophone", MENU) == []
    assert best("save xylophone", MENU) == []


def test_with_nothing_typed_all_is_there_and_the_latest_used_first() -> None:
    entries = [*MENU[:3], Entry(text="Quit", lately=1), Entry(text="Heads", lately=2)]
    assert [entries[match.index].text for match in best("  ", entries)] == [
        "Heads", "Quit", "New sentence", "Open…", "Save",
    ]  # fmt: skip


def test_what_was_used_lately_decides_between_equals_only() -> None:
    assert first("o", [Entry(text="Oats"), Entry(text="Oboe", lately=3)]) == "Oboe"
    assert first("save", [Entry(text="Save"), Entry(text="Save as", lately=9)]) == "Save"


def test_the_typed_letters_are_marked_in_the_name_as_it_is_written() -> None:
    (match,) = best("licao", [Entry(text="A lição ﬁnal")])
    assert match.marks == (2, 3, 4, 5, 6)
    (match,) = best("final", [Entry(text="A lição ﬁnal")])
    assert "".join("A lição ﬁnal"[place] for place in match.marks) == "ﬁnal"


texts = st.text(st.characters(codec="utf-8"), max_size=30)
words = st.text("abcdefghij çãé", min_size=1, max_size=12)


@given(text=texts)
def test_folding_keeps_places(text) -> None:
    letters, places = fold(text)
    assert len(letters) == len(places)
    assert list(places) == sorted(places)
    assert all(0 <= place < len(text) for place in places)


@given(text=words)
def test_whatever_is_typed_whole_is_found_first(text) -> None:
    if not "".join(fold(text)[0]).split():
        return
    others = [Entry(text=text + " longer"), Entry(text="before " + text), Entry(text=text)]
    found = best(text, others)
    assert {match.index for match in found} == {0, 1, 2}
    assert found[0].index == 2


@given(word=st.text("abcd", min_size=4, max_size=8), place=st.integers(0, 7), data=st.data())
def test_one_slip_after_the_first_letter_is_forgiven(word, place, data) -> None:
    place = 1 + place % (len(word) - 1)
    kind = data.draw(st.sampled_from(("wrong", "missing", "many", "swapped")))
    slipped = {
        "wrong": word[:place] + "z" + word[place + 1 :],
        "missing": word[:place] + word[place + 1 :],
        "many": word[:place] + "z" + word[place:],
        "swapped": word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :],
    }[kind]
    if kind == "swapped" and place == 1:
        return  # the first letter counts
    if len(slipped) >= 4:
        assert find(slipped, word)[0] > 0


@given(typed=words, text=texts)
def test_marks_are_letters_of_the_name(typed, text) -> None:
    for match in best(typed, [Entry(text=text, where="somewhere")]):
        assert match.marks == tuple(sorted(set(match.marks)))
        assert all(0 <= mark < len(text) for mark in match.marks)


def test_another_name_finds_too_and_the_shown_one_goes_first() -> None:
    entries = [Entry(text="Last tokens that are padding", also="filling, last tokens"), Entry(text="Filling")]
    assert [match.index for match in best("filling", entries)] == [1, 0]
    assert best("filling last", entries)[0].index == 0
    assert best("filling", entries)[1].marks == ()  # nothing of what is shown was typed


def test_an_index_may_be_typed_with_a_line() -> None:
    entries = [Entry(text="dₖ"), Entry(text="d_model")]
    assert [match.index for match in best("d_k", entries)] == [0]
    assert [match.index for match in best("d_model", entries)] == [1]
