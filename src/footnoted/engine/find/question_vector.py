"""A question as a vector, in the language it is asked in. Knows no index."""

from __future__ import annotations

import logging

from footnoted.domain.book import Vector
from footnoted.domain.errors import EmbedderDown
from footnoted.domain.ports import Embedder, Polyglot
from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.engine.understand.plain import normalised

_log = logging.getLogger("footnoted")


async def question_vector(embedder: Embedder, text: str, context: str = "", language: str = "") -> Vector | None:
    """What the embedder makes of a question and its context; None where it is down: words are then all there is."""
    asked, language = with_context(text, context), language or language_of(text, ENGLISH)
    try:
        if language != ENGLISH and isinstance(embedder, Polyglot):
            return await embedder.embed_across(asked)
        return await embedder.embed_question(as_asked(asked, language))
    except EmbedderDown as error:
        _log.warning("searching by words alone: %s", error.message)
        return None


def with_context(text: str, context: str) -> str:
    """A text, and the earlier talk after it."""
    return f"{text} {context}" if context else text


def as_asked(text: str, language: str = "") -> str:
    """A question as it is embedded and read: in English, capitals, marks and contractions change nothing.

    >>> as_asked("What's Neptune's magnitude?")
    "what is neptune's magnitude"
    """
    return normalised(text) if (language or language_of(text, ENGLISH)) == ENGLISH else text
