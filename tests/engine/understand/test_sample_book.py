"""Conversations, requests and selections over the sample book, with the real embedder and index."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from footnoted.domain.answer import Answer, Outcome
from footnoted.domain.book import Passage
from footnoted.domain.question import Question, Turn
from footnoted.engine.ask import final
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts
from tests.engine.understand.forty_conversations import CONVERSATIONS, STRANGE_QUESTIONS

_IS_LONG = "LONG" in os.environ
_EACH = 6 if _IS_LONG else 3
"""Strange questions after each conversation: each follows ten of them. A normal run asks fewer, after a few of them."""
_SOME = slice(None, None, 1 if _IS_LONG else 8)


@asynccontextmanager
async def reading(library: Settings) -> AsyncIterator[Parts]:
    async with open_parts(library) as parts:
        yield parts


async def ask(parts: Parts, text: str, **given: object) -> Answer:
    return await final(parts.engine.ask(Question(text, uuid4(), **given)))  # type: ignore[arg-type]


async def passages_of(parts: Parts) -> list[Passage]:
    routes = await parts.catalogue.page_hashes("sample")
    return [passage for route in routes for passage in await parts.catalogue.page("sample", route)]


async def test_forty_conversations_answer_nothing_that_the_book_does_not_say(library: Settings) -> None:
    answered = []
    async with reading(library) as parts:
        for number, conversation in enumerate(CONVERSATIONS[_SOME]):
            earlier: list[Turn] = []
            for text in conversation:
                answer = await ask(parts, text, earlier=earlier)
                earlier = [*earlier, Turn(text, answer.text, datetime.now(UTC))]
            for step in range(_EACH):
                strange = STRANGE_QUESTIONS[(number * _EACH + step) % len(STRANGE_QUESTIONS)]
                answer = await ask(parts, strange, earlier=earlier)
                if not answer.declined:
                    answered.append((conversation, strange, answer.text))
    assert answered == []


async def test_what_the_book_says_about_a_heading_is_never_refused(library: Settings) -> None:
    async with reading(library) as parts:
        headings = {heading: passage for passage in await passages_of(parts) for heading in passage.headings}
        refused, elsewhere = [], []
        for heading in list(headings)[_SOME]:
            answer = await ask(parts, f"what does the book say about {heading.lower()}")
            if answer.declined or not answer.citations:
                refused.append(heading)
            elif not any(heading in source.passage.path for source in answer.sources):
                elsewhere.append(heading)
    assert len(headings) > 100
    assert (refused, elsewhere) == ([], [])


@pytest.mark.parametrize(
    ("text", "phrase", "outcome", "is_cited"),
    [
        ("hi there, how's it going", "Backyard Observatory", Outcome.UNCLEAR, False),
        ("thanks a lot!", "welcome", Outcome.UNCLEAR, False),
        ("what can you do", "Backyard Observatory", Outcome.ANSWERED, False),
        ("What is this book about?", "small telescope", Outcome.ANSWERED, True),
        ("hey, where should i start", "Start with", Outcome.ANSWERED, True),
        ("List the chapters, please", "- Eyepieces [", Outcome.ANSWERED, True),
    ],
)
async def test_requests_about_the_book_have_a_reply(
    library: Settings, text: str, phrase: str, outcome: Outcome, is_cited: bool
) -> None:
    """A greeting is greeted, which neither answers nor refuses anything."""
    async with reading(library) as parts:
        answer = await ask(parts, text)
    assert (answer.outcome, answer.declined) == (outcome, False)
    assert phrase in answer.text
    assert bool(answer.citations) == is_cited == bool(answer.sources)


@pytest.mark.parametrize(
    ("selection", "section", "told"),
    [
        ("Averted vision", "Averted vision", "look slightly to one side"),
        ("dark adaptation", "Dark adaptation", "20 to 30 minutes"),
        ("The pupil opens within seconds, but the chemistry of the retina is slow.", "Dark adaptation", "20 to 30 min"),
    ],
)
@pytest.mark.parametrize("way", ["about", "quoted", "both"])
async def test_a_selection_is_explained_by_what_stands_around_it(
    library: Settings, selection: str, section: str, told: str, way: str
) -> None:
    text = "Explain this" if way == "about" else f'Can you explain this: "{selection}"'
    async with reading(library) as parts:
        answer = await ask(parts, text, about=None if way == "quoted" else selection)
    assert told in answer.text
    assert section in {answer.sources[citation.source - 1].passage.section for citation in answer.citations}
    assert not answer.from_selection


async def test_a_question_about_a_selection_is_answered_by_the_book(library: Settings) -> None:
    async with reading(library) as parts:
        seen = "The pupil opens within seconds, but the chemistry of the retina is slow."
        answer = await ask(parts, "Which lamp should I use because of that?", about=seen)
        strange = await ask(parts, "What is the best pizza recipe?", about=seen)
        unknown = await ask(parts, "Explain this", about="Knead the dough for ten minutes and let it rise overnight.")
    assert "red lamp" in answer.text
    assert strange.declined
    assert unknown.declined
