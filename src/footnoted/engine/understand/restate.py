"""Lets a model restate a follow-up question in full, if the rules are unsure what it refers to.

Neither the conversation nor the model is trusted: its reply is only a text to search for, and only if every word of it
was used before. A late, long or foreign reply is ignored, and the rules' own result is used.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

from footnoted.domain.errors import AskError
from footnoted.domain.question import Turn
from footnoted.domain.text.clean import visible
from footnoted.domain.text.markers import markers
from footnoted.domain.text.words import words
from footnoted.domain.writing import ConversingModel
from footnoted.engine.understand.followup import Resolved, conversation_words
from footnoted.engine.write import prompt

_log = logging.getLogger("footnoted")

_LONGEST = 300
"""Characters; a longer reply is not a restated question."""


class Restater:
    """Calls the model once; ``seconds`` is all the time it gets."""

    def __init__(self, model: ConversingModel, *, seconds: float) -> None:
        self._model, self._seconds = model, seconds

    async def restate(self, question: str, resolved: Resolved, earlier: Sequence[Turn]) -> Resolved:
        """The question in full, or the rules' result; no model call if the rules are sure."""
        if resolved.is_sure or not earlier:
            return resolved
        try:
            async with asyncio.timeout(self._seconds):
                restated = await self._ask_model(question, earlier)
        except (AskError, TimeoutError) as error:
            _log.warning("the model did not restate a follow-up: %s", error)
            return resolved
        return replace(resolved, text=restated) if _is_of_the_conversation(restated, question, earlier) else resolved

    async def _ask_model(self, question: str, earlier: Sequence[Turn]) -> str:
        restated = ""
        asked = prompt.restating(question, earlier)
        async with aclosing(self._model.converse(*asked, None, self._seconds, lambda *_: None)) as pieces:
            async for piece in pieces:
                restated += visible(piece)
                if len(restated) > 2 * _LONGEST:
                    break
        return restated.strip().strip("\"'*").strip()


def _is_of_the_conversation(text: str, question: str, earlier: Sequence[Turn]) -> bool:
    """Whether this is one question in words that were used before."""
    if not text or len(text) > _LONGEST or "\n" in text or markers(text):
        return False
    restated = set(words(text))
    return bool(restated) and restated <= conversation_words(earlier).union(words(question))
