"""The translations without Qt, for a machine on which Qt does not even load."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from attnviz import i18n
from attnviz.resources import resource


def speak_without_qt(language: str) -> bool:
    """Speak a language from the text of its catalog; whether that is there. English needs none."""
    path = resource("i18n", f"attnviz_{language}.ts")
    if language == "en" or not path.is_file():
        i18n.install(None)
        return language == "en"
    sentences = {
        (context.findtext("name", ""), message.findtext("source", "")): message.findtext("translation", "")
        for context in ET.parse(path).iter("context")
        for message in context.iter("message")
    }
    i18n.install(lambda context, text: sentences.get((context, text)) or text)
    return True
