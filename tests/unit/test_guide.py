"""The user guide: its words are the program's words, its keys are keys, its links and pictures are there, and so is
what it promises, in both languages."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QKeySequence, QUndoStack
from PySide6.QtWidgets import QMainWindow

from attnviz.document.json_place import read_places
from attnviz.document.lesson_file import read_lesson
from attnviz.document.lessons import headings
from attnviz.i18n import LANGUAGES
from attnviz.session.language import Language
from attnviz.ui.actions import Actions
from attnviz.ui.guide_window import pages
from attnviz.ui.keys import groups
from attnviz.ui.menu_walk import native
from tools.guide_pictures import PICTURES

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "resources" / "guide"
CATALOG = ROOT / "resources" / "i18n" / "attnviz_pt_BR.ts"
MOST_BYTES = 2_500_000
UNTRANSLATED = {"LayerNorm", "NumPy", "Slide, 16:9"}  # the program writes them alike in every language
PRESSED = re.compile(r"(?:(?:Ctrl|Alt|Shift)\+)*(?:Ctrl|Alt|Shift)\+\S+|F\d+|.")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = sorted(path.name for path in (GUIDE / "en").glob("*.md"))


def text(language: str, name: str) -> str:
    return (GUIDE / language / name).read_text(encoding="utf-8")


def prose(language: str, name: str) -> str:
    return FENCE.sub("", text(language, name))


def plain(words: str) -> str:
    return words.replace("&", "").rstrip("…").strip()


@pytest.fixture
def speak():
    speech = Language()
    yield speech.use
    speech.use("en")


@pytest.fixture
def program_words():
    """Every text of the program, by language, as a menu or a control shows it."""
    words = {"en": set(UNTRANSLATED), "pt_BR": set(UNTRANSLATED)}
    for message in ElementTree.parse(CATALOG).getroot().iter("message"):
        source, translation = message.findtext("source", ""), message.findtext("translation", "") or ""
        words["en"].add(plain(source))
        words["pt_BR"].add(plain(translation))
    for language, known in words.items():
        known |= {heading.title for heading in headings(language)}
    return words


def test_both_languages_have_the_same_pages_pictures_and_sections() -> None:
    assert sorted(path.name for path in (GUIDE / "pt_BR").glob("*.md")) == PAGES
    for name in PAGES:
        english, portuguese = (text(language, name) for language in ("en", "pt_BR"))
        for sign in ("\n# ", "\n## ", "![", "\n- ", "\n1. ", "\n| "):
            assert f"\n{english}".count(sign) == f"\n{portuguese}".count(sign), (name, sign)
        targets = [[target for _, _, target in LINK.findall(t)] for t in (english, portuguese)]
        assert targets[0] == targets[1], name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_bold_words_are_words_of_the_program(language, name, program_words) -> None:
    """A bold sentence, which ends in a full stop, is the beginning of a paragraph; all else in bold is on screen."""
    said = [plain(bold) for bold in BOLD.findall(prose(language, name)) if not bold.endswith(".")]
    assert [words for words in said if words not in program_words[language]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_keys_of_the_program(language, qapp, speak) -> None:
    speak(language)
    window = QMainWindow()
    actions = Actions(window, QUndoStack(window), headings(language))
    there = {native([keys]) for action in actions.all() for keys in action.shortcuts()}
    there |= {native([QKeySequence(keys)]) for group in groups() for line in group.lines for keys in line.keys}
    there |= {sign for group in groups() for line in group.lines for sign in line.shown.split() if not line.hand}
    window.deleteLater()
    said = {(name, code) for name in PAGES for code in CODE.findall(prose(language, name)) if PRESSED.fullmatch(code)}
    assert len(said) > 30
    assert {(name, code) for name, code in said if code not in there} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tab_is_told_of_with_its_key(language, qapp, speak) -> None:
    speak(language)
    everything = "".join(prose(language, name) for name in PAGES)
    window = QMainWindow()
    actions = Actions(window, QUndoStack(window), headings(language))
    for index, action in enumerate(actions.tabs.values(), 1):
        title = plain(action.text())
        assert re.search(rf"^##? .*\b{title}\b", everything, re.MULTILINE), title
        assert f"`Ctrl+{index}`." in everything
    window.deleteLater()


def markdown_files() -> list[Path]:
    return [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *GUIDE.rglob("*.md")]


@pytest.mark.parametrize("path", markdown_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path) -> None:
    for _, _, target in LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8"))):
        if not target.startswith(("https://", "http://", "#")):
            assert (path.parent / target.partition("#")[0]).exists(), target


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_those_that_the_script_makes(language) -> None:
    shown = {target for name in PAGES for picture, _, target in LINK.findall(text(language, name)) if picture}
    assert shown == {f"{name}.png" for name in PICTURES}
    assert {path.name for path in (GUIDE / language).glob("*.png")} == shown


def test_every_picture_says_what_it_shows_and_all_of_them_are_light() -> None:
    for language in LANGUAGES:
        for name in PAGES:
            for picture, words, _ in LINK.findall(text(language, name)):
                assert not picture or len(words) > 15
    assert sum(path.stat().st_size for path in GUIDE.rglob("*.png")) < MOST_BYTES


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_crisp_and_no_wider_than_a_page(language, qapp) -> None:
    for path in (GUIDE / language).glob("*.png"):
        image = QImage(str(path))
        assert 150 < image.width() <= 1280
        assert 150 < image.height() <= 900


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_has_every_page_once(language) -> None:
    found = pages(language)
    assert sorted(page.path.name for page in found) == PAGES
    assert len({page.title for page in found}) == len(PAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_in_the_guide_opens_and_does_what_it_says(language) -> None:
    (content,) = [code for kind, code in FENCE.findall(text(language, "lessons.md")) if kind == "json"]
    lesson = read_lesson(read_places(content, "lesson.json"), language, "lesson")
    assert lesson.title == json.loads(content)["title"]
    (experiment,) = lesson.experiments
    document = experiment.apply(lesson.document)
    np.testing.assert_array_equal(document.source.Q[0], [0, 0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_python_in_the_guide_runs(language, capsys) -> None:
    (script,) = [code for kind, code in FENCE.findall(text(language, "python.md")) if "np.array" in code]
    exec(compile(script, "guide", "exec"), {})
    assert "0.6199" in capsys.readouterr().out
