"""Which reading of a question to answer: the question alone, or with what the conversation was about.

Each reading is searched for, and the book decides, with a bias to the question alone: what was talked about may lend a
subject, but never answers for what is asked. Knows no scores but those of the searches, and no English.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from footnoted.domain.book import Source
from footnoted.domain.question import Question, Turn, Verdict
from footnoted.domain.text.words import words
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.finder import Finder, Found
from footnoted.engine.understand.followup import Resolved

# Measured on forty conversations over the sample book with 960 questions about other things after them, on 400
# questions of abg_coqa, and on 152 questions about something else in the same book.
_KNOWN = 0.55
"""Share of a follow-up's own words, by weight, that the book or the conversation must have: "how do I bake it?" is none
to a book without a word of baking. From 0.5 to 0.9 none of the 960 was answered; at 0.4, 26 were."""
_TAKEN_UP = 0.7
"""Share of a whole question's own words that the best passage must hold before the conversation may answer for it."""
_MARGIN = 0.1
"""How much less of them it may hold where the book answers the question alone too; beyond that the question alone
counts."""
_ALIKE = 0.85
"""How near in spelling a word must be to one of the book's to count as that: a letter doubled, left out or swapped."""
_DEEP = 10
"""How many passages stand for what the book knows."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it was searched for, and what was found."""

    text: str
    found: Found


async def best_reading(finder: Finder, question: Question, resolved: Resolved, earlier: Sequence[Turn]) -> Reading:
    """The reading that the book answers best; the question alone costs one search, every other one more."""
    if not earlier:
        return Reading(question.text, await finder.find(question, question.text))
    if resolved.stands_alone:
        return await _standing(finder, question, resolved.context)
    return await _leaning(finder, question, resolved, earlier)


async def _standing(finder: Finder, question: Question, context: str) -> Reading:
    """A whole question: the conversation may only say which of several places is meant."""
    text = question.text
    if not context:
        return Reading(text, await finder.find(question, text))
    alone, talked = await asyncio.gather(finder.find(question, text), finder.find(question, text, context))
    own = Coverage(text, [source.passage for source in (*alone.sources, *talked.sources)])
    held = _held(own, talked.sources)
    if _answers(question, alone):
        is_meant = held >= _held(own, alone.sources) - _MARGIN
    else:
        is_meant = held >= _TAKEN_UP or not _answers(question, talked)
    return Reading(text, talked if is_meant else alone)


async def _leaning(finder: Finder, question: Question, resolved: Resolved, earlier: Sequence[Turn]) -> Reading:
    """A follow-up: the subject is the conversation's, unless the book does not know what is asked about it."""
    deep = replace(question, limit=_DEEP, threshold=0.0)
    texts = [resolved.text, *resolved.others]
    known, *found = await asyncio.gather(
        finder.find(deep, question.text), *(finder.find(question, text, resolved.context) for text in texts)
    )
    if _is_known(question.text, (*known.sources, *found[0].sources), earlier):
        readings = [Reading(text, searched) for text, searched in zip(texts, found, strict=True)]
        return max(readings, key=lambda reading: reading.found.confidence.maximum)
    # Neither may answer, but where the book comes closest is better told with the conversation in mind.
    talked = await finder.find(question, question.text, resolved.context)
    if not _answers(question, talked):
        return Reading(question.text, talked)
    return Reading(question.text, await finder.find(question, question.text))


def _answers(question: Question, found: Found) -> bool:
    return question.policy.judge(found.confidence) is not Verdict.DECLINE


def _held(own: Coverage, sources: Sequence[Source]) -> float:
    return own.by(sources[0].passage) if sources else 0.0


def _is_known(text: str, sources: Sequence[Source], earlier: Sequence[Turn]) -> bool:
    """Whether the passages, or what was said so far, have what tells most in the question."""
    passages = [source.passage for source in sources]
    if not passages:
        return True
    texts = [passage.in_context for passage in passages] + [f"{turn.question} {turn.answer}" for turn in earlier]
    own = Coverage(text, passages)
    vocabulary = {word for text in texts for word in words(text)}
    misspelt = [word for word in own.words if len(word) > 4 and get_close_matches(word, vocabulary, 1, _ALIKE)]
    everything = replace(passages[0], id="all that is known", text="\n\n".join((*texts, *misspelt)))
    return not own.words or own.by(everything) >= _KNOWN
