"""Decides how to read a question in a conversation: alone, or together with the subject of the conversation.

Each reading is searched, and the book decides, with a preference for the question alone: a conversation may give the
subject, but must not answer for the question. Uses the scores of the searches only; knows no English.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from footnoted.domain.book import Passage, Source
from footnoted.domain.question import Question, Turn, Verdict
from footnoted.domain.scores.cut import USUAL_CUT
from footnoted.domain.text.words import words
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.finder import Finder, Found
from footnoted.engine.find.question_vector import as_asked
from footnoted.engine.talk import Talk
from footnoted.engine.understand.followup import Resolved
from footnoted.engine.understand.ground import Ground, ground_of, nearest

# Measured on forty conversations about the sample book followed by 960 questions about other things, on 400 questions
# of abg_coqa, and on 152 questions about something else in the same book.
_KNOWN = 0.55
"""Share of a follow-up's own words, by weight, that the book or the conversation must have: "how do I bake it?" is not
a follow-up in a book without baking. From 0.5 to 0.9 none of the 960 was answered; at 0.4, 26 were."""
_TAKEN_UP = 0.7
"""Share of a complete question's words that the best passage needs before the conversation may decide."""
_ON_THE_GROUND = 0.25
"""Share of a complete question's words that the conversation's page needs for it to be about that page, in a book whose
pages are alike, such as one of stories: 14 of 39 questions below such a book's cut have it, and 3 of 94 that were put
after a conversation about another story."""
_MARGIN = 0.1
"""How much lower that share may be if the book also answers the question alone; beyond it the question alone counts."""
_ALIKE = 0.85
"""Similarity in spelling at which a word counts as the book's: a letter doubled, left out or swapped."""
_DEEP = 10
"""How many passages stand for what the book knows."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it was searched, and what was found."""

    text: str
    found: Found


async def best_reading(finder: Finder, question: Question, resolved: Resolved, earlier: Sequence[Turn]) -> Reading:
    """The reading that the book answers best; each reading costs a search."""
    if not earlier:
        return Reading(question.text, await finder.find(question, question.text))
    if resolved.stands_alone:
        return await _complete_question(finder, question, resolved.context, earlier)
    return await _follow_up(finder, question, resolved, earlier)


async def _complete_question(finder: Finder, question: Question, context: str, earlier: Sequence[Turn]) -> Reading:
    """A complete question: the conversation may only decide between several places."""
    text = question.text
    if not context:
        return Reading(text, await finder.find(question, text))
    alone, ground = await asyncio.gather(finder.find(question, text), ground_of(finder, question, earlier))
    talk = Talk(context, ground.pages, follows_up=_is_of(ground, finder, text))
    talked = await finder.find(question, text, talk)
    own = Coverage(text, [source.passage for source in (*alone.sources, *talked.sources)])
    held = _share_in_best(own, talked.sources)
    if _answers(question, alone):
        is_meant = held >= _share_in_best(own, alone.sources) - _MARGIN
    else:
        is_meant = talk.follows_up or held >= _TAKEN_UP or not _answers(question, talked)
    return Reading(text, talked if is_meant else alone)


async def _follow_up(finder: Finder, question: Question, resolved: Resolved, earlier: Sequence[Turn]) -> Reading:
    """A follow-up: its subject is the conversation's, unless the book does not know what is asked about it."""
    texts = [resolved.text, *resolved.others]
    talk = Talk(resolved.context, follows_up=True)
    known, found = await asyncio.gather(
        nearest(finder, question, question.text),
        asyncio.gather(*(finder.find(question, text, talk) for text in texts)),
    )
    passages = [candidate.hit.passage for candidate in known[:_DEEP]]
    passages += [source.passage for source in found[0].sources]
    if _is_known(question.text, passages, earlier):
        readings = [Reading(text, searched) for text, searched in zip(texts, found, strict=True)]
        return max(readings, key=lambda reading: reading.found.confidence.maximum)
    return await _complete_question(finder, question, resolved.context, earlier)


def _is_of(ground: Ground, finder: Finder, text: str) -> bool:
    """Whether a complete question is about the page that the conversation is about, and not about any like it."""
    owns = [finder.calibrations.of(book) for book, _ in ground.pages]
    is_one_of_many = any(own and own.cut > USUAL_CUT for own in owns)
    return is_one_of_many and ground.holds(text) >= _ON_THE_GROUND


def _answers(question: Question, found: Found) -> bool:
    return question.policy.judge(found.confidence) is not Verdict.DECLINE


def _share_in_best(own: Coverage, sources: Sequence[Source]) -> float:
    return own.by(sources[0].passage) if sources else 0.0


def _is_known(text: str, passages: Sequence[Passage], earlier: Sequence[Turn]) -> bool:
    """Whether the passages or the conversation have the most telling words of the question."""
    if not passages:
        return True
    texts = [passage.in_context for passage in passages] + [f"{turn.question} {turn.answer}" for turn in earlier]
    own = Coverage(as_asked(text), passages)
    vocabulary = {word for text in texts for word in words(text, passages[0].language)}
    misspelt = [word for word in own.words if len(word) > 4 and get_close_matches(word, vocabulary, 1, _ALIKE)]
    everything = replace(passages[0], id="all that is known", text="\n\n".join((*texts, *misspelt)))
    return not own.words or own.by(everything) >= _KNOWN
