"""Embeds a question with its context; the same whether it is typed with capitals and marks or without. No search."""

from __future__ import annotations

import logging

from footnoted.domain.book import Vector
from footnoted.domain.errors import EmbedderDown
from footnoted.domain.ports import Embedder
from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.engine.understand.plain import normalised

_log = logging.getLogger("footnoted")


async def question_vector(embedder: Embedder, text: str, context: str = "") -> Vector | None:
    """The vector of a question with its context; None if the embedder is down."""
    try:
        return await embedder.embed_question(as_asked(with_context(text, context)))
    except EmbedderDown as error:
        _log.warning("searching by words alone: %s", error.message)
        return None


def with_context(text: str, context: str) -> str:
    """The question, followed by what was talked about before."""
    return f"{text} {context}" if context else text


def as_asked(text: str) -> str:
    """A question as it is embedded and read: capitals, punctuation and contractions make no difference.

    >>> as_asked("What's Neptune's magnitude?")
    "what is neptune's magnitude"
    """
    return normalised(text) if language_of(text, ENGLISH) == ENGLISH else text
