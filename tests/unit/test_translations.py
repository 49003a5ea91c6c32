"""The catalogs say all that the program says, in both languages, and the compiled ones are those of the texts."""

from __future__ import annotations

import ast
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

import re
import shutil
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QMainWindow, QMenu

from attnviz.core.tokens import split_sentence
from attnviz.document import lessons
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES
from attnviz.session.language import Language
from attnviz.ui.actions import Actions
from tools import translations
from tools.translations import CATALOGS, I18N, ROOT

PORTUGUESE = I18N / "attnviz_pt_BR.ts"
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%n|%L?\d")
MNEMONIC = re.compile(r"&(?=[^\s&])")

# Contexts whose texts with mnemonics are seen together; those of the menus are read from the menus themselves.
TOGETHER = (("ControlsPanel", "HeadSelector", "SentenceBar"), ("MatrixEditor",))


@dataclass(frozen=True, slots=True)
class Message:
    context: str
    source: str
    plural: bool
    forms: tuple[str, ...]

    @property
    def key(self) -> tuple[str, str, bool]:
        return self.context, self.source, self.plural


def messages(catalog: Path) -> list[Message]:
    found = []
    for context in ET.parse(catalog).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = tuple(form.text or "" for form in translation.iter("numerusform")) or (translation.text or "",)
            found.append(
                Message(
                    context=context.findtext("name") or "",
                    source=message.findtext("source") or "",
                    plural=message.get("numerus") == "yes",
                    forms=forms,
                )
            )
    return found


def portuguese() -> list[Message]:
    return messages(PORTUGUESE)


@pytest.fixture
def speech(qapp):
    """Speaks any language during a test, and English after it."""
    language = Language()
    yield language
    language.use("en")


# The catalogs and the source -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CATALOGS)
def test_nothing_is_left_untranslated(name):
    assert translations.unfinished(I18N / name) == []
    assert [message.key for message in messages(I18N / name) if not all(message.forms)] == []


def test_catalogs_are_up_to_date_with_the_source(tmp_path):
    for name in CATALOGS:
        shutil.copy(I18N / name, tmp_path)
    translations.update(tmp_path)
    for name in CATALOGS:
        kept, fresh = ({message.key for message in messages(folder / name)} for folder in (I18N, tmp_path))
        assert sorted(fresh - kept) == [], f"{name} lacks these: run tools/translations.py"
        assert sorted(kept - fresh) == [], f"{name} still has these: run tools/translations.py"


@pytest.mark.parametrize("name", CATALOGS)
def test_compiled_catalogs_are_those_of_the_texts(name, tmp_path):
    compiled = (tmp_path / name).with_suffix(".qm")
    translations.compile_catalog(I18N / name, compiled)
    assert compiled.read_bytes() == (I18N / name).with_suffix(".qm").read_bytes()


@pytest.mark.parametrize("name", CATALOGS)
def test_no_sentence_is_twice_in_a_catalog(name):
    counts = Counter(message.key for message in messages(I18N / name))
    assert [key for key, count in counts.items() if count > 1] == []


# What a translation keeps --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CATALOGS)
def test_translations_keep_the_placeholders(name):
    for message in messages(I18N / name):
        for form in message.forms:
            assert Counter(PLACEHOLDER.findall(form)) == Counter(PLACEHOLDER.findall(message.source)), message


def test_a_percentage_is_written_as_each_language_writes_it():
    """12 % in English, as everywhere here, and 12% in Portuguese: lessons and guide too."""
    found = [message.source for message in portuguese() if re.search(r"[}\d]%", message.source)]
    for message in portuguese():
        found += [form for form in message.forms if re.search(r"[}\d]\s%", form)]
    for path in (ROOT / "resources").rglob("*"):
        if path.suffix == ".json" and path.parent.name == "lessons":
            lines = [line for line in path.read_text(encoding="utf-8").splitlines() if '"pt_BR": "' in line]
        elif path.suffix == ".md" and path.parent.name == "pt_BR":
            lines = path.read_text(encoding="utf-8").splitlines()
        else:
            continue
        found += [line for line in lines if re.search(r"\d\s%", line)]
    assert found == []


def test_translations_keep_mnemonics_edges_and_quotation_marks():
    for message in portuguese():
        for form in message.forms:
            assert len(MNEMONIC.findall(form)) == len(MNEMONIC.findall(message.source)), message
            assert [form.startswith(" "), form.endswith(" ")] == [
                message.source.startswith(" "),
                message.source.endswith(" "),
            ], message
            assert [form.endswith(sign) for sign in ".:…"] == [message.source.endswith(sign) for sign in ".:…"], message
            assert form.count('"') in (0, message.source.count('"')), message  # those of code stay straight


@pytest.mark.parametrize("contexts", TOGETHER, ids=lambda contexts: contexts[0])
@pytest.mark.parametrize("language", LANGUAGES)
def test_mnemonics_of_a_panel_differ(contexts, language):
    found = [message for message in portuguese() if message.context in contexts]
    _assert_different([message.source if language == "en" else message.forms[0] for message in found])


@pytest.mark.parametrize("language", LANGUAGES)
def test_mnemonics_of_a_menu_differ(speech, qtbot, language):
    speech.use(language)
    window = QMainWindow()
    qtbot.addWidget(window)
    Actions(window, QUndoStack(window), tuple(lessons.load(name, language) for name in lessons.shipped()))
    menus = [window.menuBar(), *window.menuBar().findChildren(QMenu)]
    assert len(menus) >= 9
    for menu in menus:
        _assert_different([action.text() for action in menu.actions()])


def _assert_different(texts: list[str]) -> None:
    by_letter: dict[str, list[str]] = {}
    for text in texts:
        mark = MNEMONIC.search(text)
        if mark:
            by_letter.setdefault(text[mark.end()].lower(), []).append(text)
    assert by_letter or not any(texts), texts
    assert {letter: same for letter, same in by_letter.items() if len(same) > 1} == {}


# How the source calls for translations -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """One call of translate() or tr(); `texts` are its context and its sentence as the source writes them."""

    where: str
    texts: tuple[ast.expr, ...]

    @property
    def literals(self) -> tuple[str, ...] | None:
        values = [text.value for text in self.texts if isinstance(text, ast.Constant)]
        texts = tuple(value for value in values if isinstance(value, str))
        return texts if len(texts) == 2 else None


class Calls(ast.NodeVisitor):
    """Collects the calls of a module. The context of tr() is the class around it."""

    def __init__(self, path: Path) -> None:
        self.found: list[Call] = []
        self._path = path.relative_to(ROOT)
        self._classes: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_Call(self, node: ast.Call) -> None:
        where = f"{self._path}:{node.lineno}"
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        of = ""
        if isinstance(node.func, ast.Attribute):
            name = node.func.attr
            of = node.func.value.id if isinstance(node.func.value, ast.Name) else "?"
        if name == "tr":
            assert self._classes, f"{where}: tr() outside a class has no context"
            self.found.append(Call(where, (ast.Constant(self._classes[-1]), *node.args[:1])))
        elif name == "translate" and of in ("", "i18n", "QCoreApplication", "QApplication"):  # not a painter's
            self.found.append(Call(where, tuple(node.args[:2])))
        self.generic_visit(node)


def calls() -> Iterator[Call]:
    for path in sorted((ROOT / "attnviz").rglob("*.py")):
        visitor = Calls(path)
        visitor.visit(ast.parse(path.read_text(encoding="utf-8")))
        yield from visitor.found


def test_sentences_are_literals():
    """An f-string or a variable would be looked up as it comes out, and never found."""
    found = list(calls())
    assert len(found) > 300
    assert [call.where for call in found if call.literals is None] == []


def test_every_sentence_reaches_the_catalog():
    """lupdate passes over some calls in silence, such as translate(context, text, None, len(names))."""
    known = {(message.context, message.source) for message in portuguese()}
    assert [(call.where, call.literals) for call in calls() if call.literals not in known] == []


# Spoken --------------------------------------------------------------------------------------------------------


def test_errors_of_the_core_speak_the_language(speech):
    for language, sentence in (
        ("pt_BR", "A frase está vazia: digite pelo menos uma palavra."),
        ("en", "The sentence is empty: type at least one word."),
        ("pt_BR", "A frase está vazia: digite pelo menos uma palavra."),
        ("en", "The sentence is empty: type at least one word."),
    ):
        speech.use(language)
        with pytest.raises(InputError) as caught:
            split_sentence("  ")
        assert str(caught.value) == sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("count", "text"), [(1, "1 token"), (2, "2 tokens"), (4096, "4096 tokens")])
def test_counts_have_their_plural(speech, language, count, text):
    speech.use(language)
    for context in ("MainWindow", "SentenceBar"):
        assert QCoreApplication.translate(context, "%n token(s)", None, count) == text


def test_every_portuguese_sentence_is_spoken(speech):
    """What is compiled and found by Qt is what the catalog says."""
    speech.use("pt_BR")
    for message in portuguese():
        if not message.plural:
            assert QCoreApplication.translate(message.context, message.source) == message.forms[0]
    speech.use("en")
    for message in portuguese():
        if not message.plural:
            assert QCoreApplication.translate(message.context, message.source) == message.source
