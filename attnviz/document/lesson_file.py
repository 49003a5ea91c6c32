"""A lesson from its file, shipped or a person's own: one JSON text, checked value by value; see docs/lessons.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from json import loads
from typing import Any

from attnviz.document import matrix_edits
from attnviz.document.blocks import MAX_NAME
from attnviz.document.document import Document, ProjectionSource
from attnviz.document.edits import sentence_document
from attnviz.document.experiments import MAX_EXPERIMENTS, MAX_TEXT, Experiment, read_experiment, read_view
from attnviz.document.json_place import MAX_SIDE, Place, read_places
from attnviz.document.model_file import change_model, read_model
from attnviz.document.projection_edits import MAX_HEADS, MAX_TOKENS_BY_HAND, projection_document
from attnviz.document.settings import SETTINGS, apply_setting
from attnviz.document.training_file import change_training, read_training, training_document
from attnviz.document.upstream_file import change_upstream, read_upstream
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES, translate

FORMAT = "attnviz lesson 1"
MAX_BYTES = 1_000_000

LESSON_KEYS = ("format", "id", "order", "title", "subtitle", "text", "document", "view", "experiments")
_MATRICES = ("Q", "K", "V", "tokens_q", "tokens_k", "value_names", "set", "upstream", "model", "training")
_PROJECTIONS = (
    *("tokens", "X", "W_Q", "W_K", "W_V", "W_O", "n_heads", "n_kv_heads", "gated", "normalise", "eps"),
    *("dimension_names", "value_names", "set", "upstream", "model", "training"),
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Lesson:
    id: str
    title: str
    subtitle: str
    text: str
    document: Document
    view: ViewState
    experiments: tuple[Experiment, ...]


def is_lesson(text: str) -> bool:
    """Whether a JSON text is meant as a lesson, and not as the arrays of one head."""
    if len(text) <= MAX_BYTES:
        try:
            content = loads(text)
        except (ValueError, RecursionError):
            content = None  # broken: own_lesson says where
        if content is not None:
            return isinstance(content, dict) and bool({"format", "document"} & content.keys()) and "Q" not in content
    return re.search(r'"document"\s*:\s*\{', text) is not None


def own_lesson(text: str, file: str, lesson_id: str, language: str) -> Lesson:
    """A person's lesson from the text of its file; `file` is its name as sentences show it.

    Every language in it is checked, and every experiment tried. Raises InputError naming file and line.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise InputError(
            translate(
                "lessons", "{file} is too large for a lesson: it has {found} bytes, at most {most} are read."
            ).format(file=file, found=size, most=MAX_BYTES)
        )
    place = read_places(text.replace("\r\n", "\n").replace("\r", "\n"), file)
    versions = {spoken: read_lesson(place, spoken, lesson_id) for spoken in LANGUAGES}
    return versions[language]


def read_lesson(place: Place, language: str, lesson_id: str) -> Lesson:
    """The lesson of a whole file, in one language."""
    given = place.members(LESSON_KEYS, ("format", "title", "document"))
    given["format"].choice((FORMAT,))
    title = given["title"].spoken(language).text(MAX_NAME)
    document = replace(_document(given["document"], language), name=title, lesson=lesson_id)
    experiments = given["experiments"].items(MAX_EXPERIMENTS) if "experiments" in given else []
    return Lesson(
        id=lesson_id,
        title=title,
        subtitle=_text(given, "subtitle", language, MAX_NAME),
        text=_text(given, "text", language, MAX_TEXT),
        document=document,
        view=ViewState(**read_view(given["view"], document)) if "view" in given else ViewState(),
        experiments=tuple(read_experiment(item, language, document) for item in experiments),
    )


def _text(given: dict[str, Place], key: str, language: str, most: int) -> str:
    return given[key].spoken(language).text(most) if key in given else ""


def _document(place: Place, language: str) -> Document:
    document = _kind(place)(place, language)
    if place.holds("set"):
        given = place.members((*_MATRICES, *_PROJECTIONS, "sentence"))["set"]
        for key, part in given.members(SETTINGS).items():
            value = part.spoken(language).setting()
            with _at(part):
                document = apply_setting(document, key, value)
    if place.holds("training"):
        part = place.members((*_MATRICES, *_PROJECTIONS, "sentence"))["training"]
        with _at(part):
            document = change_training(read_training(part), document)
    if place.holds("model"):
        part = place.members((*_MATRICES, *_PROJECTIONS, "sentence"))["model"]
        document = change_model(read_model(part), document)
    if place.holds("upstream"):
        part = place.members((*_MATRICES, *_PROJECTIONS, "sentence"))["upstream"]
        fields = read_upstream(part)
        with _at(part):
            document = change_upstream(fields, document)
    return document


def _kind(place: Place) -> Callable[[Place, str], Document]:
    if place.holds("sentence"):
        return _sentence
    if place.holds("Q") or place.holds("K"):
        return _by_hand
    if place.holds("X") or place.holds("tokens"):
        return _projections
    if place.holds("training"):
        return _training
    place.members((*_MATRICES, *_PROJECTIONS, "sentence"))
    raise place.fail(
        translate("lessons", "{path} needs sentence, or Q and K, or tokens, X, W_Q, W_K and W_V, or training.").format(
            path=place.path
        )
    )


def _sentence(place: Place, language: str) -> Document:
    sentence = place.members(("sentence", "set", "upstream", "model", "training"))["sentence"].spoken(language)
    text = sentence.text(MAX_BYTES)
    with _at(sentence):
        return sentence_document(text)


def _by_hand(place: Place, language: str) -> Document:
    given = place.members(_MATRICES, ("Q", "K"))
    matrices = {key: given[key].matrix(key) for key in ("Q", "K", "V") if key in given}
    names: dict[str, Any] = {
        key: _names(given, key, language) for key in ("tokens_q", "tokens_k", "value_names") if key in given
    }
    with _at(place):
        return matrix_edits.matrix_document(matrices["Q"], matrices["K"], matrices.get("V"), **names)


def _projections(place: Place, language: str) -> Document:
    given = place.members(_PROJECTIONS, ("tokens", "X", "W_Q", "W_K", "W_V"))
    tokens = _names(given, "tokens", language)
    matrices: dict[str, Any] = {
        name: given[name].matrix(name) for name in ("X", "W_Q", "W_K", "W_V", "W_O") if name in given
    }
    settings: dict[str, Any] = {key: given[key].switch() for key in ("gated", "normalise") if key in given}
    settings |= {key: given[key].integer(1, MAX_HEADS) for key in ("n_heads", "n_kv_heads") if key in given}
    settings.setdefault("n_kv_heads", settings.get("n_heads", 1))
    settings |= {key: _names(given, key, language) for key in ("dimension_names", "value_names") if key in given}
    if "eps" in given:
        settings["eps"] = given["eps"].number()
        if settings["eps"] < 0:
            found = given["eps"].found()
            raise given["eps"].fail(translate("lessons", "eps is {found}; expected at least 0.").format(found=found))
    with _at(place):
        document = projection_document(tokens, **matrices, **settings)
    source = document.source
    assert isinstance(source, ProjectionSource)
    _fits(given["tokens"], len(tokens), "X", source.X.shape, source.X.shape[0])
    if source.dimension_names:
        _fits(given["dimension_names"], len(source.dimension_names), "X", source.X.shape, source.d_model)
    if source.value_names:
        _fits(given["value_names"], len(source.value_names), "W_V", source.W_V.shape, source.d_v)
    return document


def _training(place: Place, _language: str) -> Document:
    part = place.members((*_MATRICES, *_PROJECTIONS))["training"]
    fields = read_training(part)
    with _at(part):
        return training_document(fields)


def _fits(place: Place, found: int, matrix: str, shape: tuple[int, ...], expected: int) -> None:
    if found != expected:
        problem = translate("lessons", "the length of {path} is {found}, but {matrix} is {shape}; expected {expected}.")
        text = " × ".join(map(str, shape))
        raise place.fail(problem.format(path=place.path, found=found, matrix=matrix, shape=text, expected=expected))


def _names(given: dict[str, Place], key: str, language: str) -> tuple[str, ...]:
    most = MAX_TOKENS_BY_HAND if key.startswith("tokens") else MAX_SIDE
    return given[key].spoken(language).texts(most, MAX_NAME)


@contextmanager
def _at(place: Place) -> Iterator[None]:
    """What goes wrong inside is at fault here."""
    try:
        yield
    except InputError as error:
        raise place.fail(error) from error
