"""Makes a follow-up question findable by itself: carries the subject over from the earlier questions and answers.

Rules for English, no model. Knows nothing of the book; a question that stands alone stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from footnoted.domain.question import Turn
from footnoted.domain.text.markers import without_markers
from footnoted.domain.text.words import words
from footnoted.engine.understand.stands_alone import ORDINAL, stands_alone


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question as it is to be searched for."""

    text: str
    """The question, followed by the words it left to the conversation."""
    context: str
    """What else was talked about: worth searching with a lower weight."""
    stands_alone: bool
    is_sure: bool = True
    """Whether the rules know what it refers to: it stands alone, points into a list, or follows a plain question."""
    others: tuple[str, ...] = ()
    """Other ways to read a follow-up, each a whole text to search for."""


_MOST_CARRIED = 12
"""Content words that a follow-up may take over; more would drown its own."""
_SHORT_ANSWER = 12
"""An answer of so few words is the thing itself, and likely what "it" or "he" refers to."""
_AT_ISSUE = 8
"""Words of an answer that a bare "Why?" takes up."""
_REMEMBERED = 3
"""Turns before the last one that still lend context, besides the first."""

_SWAP = re.compile(
    r"^\W*(?:(?:and|but|so|ok(?:ay)?),? )?(?:(?:what|how) about|and|but|or)\b(?!.*\b(?:is|are|was|were|do|does|"
    r"did|can|should|will|has|have)\b)",
    re.I,
)
_PLACES = {
    "first": 0,
    "former": 0,
    "second": 1,
    "latter": -1,
    "other": -1,
    "third": 2,
    "fourth": 3,
    "fifth": 4,
    "last": -1,
}
_LISTED = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+(.+)$", re.MULTILINE)
_SERIES = re.compile(r"([^,;:.()]+(?:, [^,;:.()]+)*),? (?:and|or) ([^,;:.()]+)")
_TOKEN = re.compile(r"[^\W_][\w.+#'’/-]*[\w+#]|[^\W_]")
_NAME = re.compile(r"\b[A-Z][\w’'-]+(?: (?:of |the |de |von )?[A-Z][\w’'-]+)*")
_ABBREVIATION = re.compile(r"\b[A-Z][A-Z0-9]+\b")
_SPELLS_OUT = re.compile(r"\b(?:stands? for|short for|abbreviat\w+|acronym|spelled out)\b", re.I)
_REFUSAL = re.compile(
    r"\b(?:does not say|do(?:es)? not have|don't have|could not find|couldn't find|no information|not covered|"
    r"unknown|sorry)\b",
    re.I,
)
_FILLER = frozenset(
    words("kind type sort way see look find need mean mention explain describe example different work happen")
)


def resolve(question: str, earlier: Sequence[Turn]) -> Resolved:
    """The question with its subject filled in; the last turns weigh most."""
    if not earlier:
        return Resolved(question, "", True)
    alone = stands_alone(question)
    topic, recent = _subject(earlier)
    context = _context(earlier)
    if alone:
        return Resolved(question, "" if _is_new(question, earlier) else context, True)
    listed = _ordinal_item(question, earlier)
    carried = listed or ([] if words(question) else _at_issue(earlier[-1]))
    if not carried:
        carried = [*recent, *topic, *_surface(_short_answer(earlier[-1]))]
    if _SWAP.match(question):
        carried = _without_rivals(carried, question)
    is_sure = bool(listed) or _is_plain(question, earlier[-1])
    framed = _framed(question, earlier[-1].question)
    return Resolved(_joined(question, carried), context, False, is_sure, (framed,) if framed else ())


def _is_plain(question: str, last: Turn) -> bool:
    """Whether a follow-up says what it wants, of the one thing that the question before it was about."""
    return bool(words(question)) and not ORDINAL.search(question) and stands_alone(last.question)


def _is_new(question: str, earlier: Sequence[Turn]) -> bool:
    """Whether it asks what an abbreviation means that nobody used before: what was said then would only drag it."""
    if not _SPELLS_OUT.search(question):
        return False
    short = {word for name in _ABBREVIATION.findall(question) for word in words(name)}
    return bool(short) and short.isdisjoint(said_before(earlier))


def said_before(earlier: Sequence[Turn]) -> set[str]:
    """The content words of a conversation, questions and answers alike."""
    return {word for turn in earlier for word in words(f"{turn.question} {turn.answer}")}


def _subject(earlier: Sequence[Turn]) -> tuple[list[str], list[str]]:
    """What the conversation is about: words of the last question that stood alone, and of the last follow-up to it."""
    recent: list[str] = []
    for turn in reversed(earlier):
        found = _surface(turn.question)
        if stands_alone(turn.question):
            return found, recent
        recent = recent or found
    return _surface(earlier[0].question), recent


def _context(earlier: Sequence[Turn]) -> str:
    """Earlier questions and short answers, newest first; long answers would drown them."""
    kept = [*reversed(earlier[-_REMEMBERED:])]
    if len(earlier) > _REMEMBERED:
        kept.append(earlier[0])
    tokens: list[str] = []
    for turn in kept:
        tokens.extend(_surface(turn.question))
        answer = _short_answer(turn)
        tokens.extend(_surface(answer))
    return " ".join(_once(tokens))


def _short_answer(turn: Turn) -> str:
    answer = without_markers(turn.answer).strip()
    if not answer or _REFUSAL.search(answer):
        return ""
    return answer if len(answer.split()) <= _SHORT_ANSWER else ""


def _ordinal_item(question: str, earlier: Sequence[Turn]) -> list[str]:
    """For "the second one": the words of the second thing that the last answer, or else the last question, lists."""
    found = ORDINAL.search(question)
    if not found:
        return []
    place = _PLACES[(found[1] or found[2]).lower()]
    for text in (without_markers(earlier[-1].answer), earlier[-1].question):
        items = _LISTED.findall(text)
        if len(items) < 2 and (series := _SERIES.search(text)):
            items = [*re.split(r", ", series[1]), series[2]]
        if len(items) >= 2 and -len(items) <= place < len(items):
            return _surface(items[place])[:6]
    return []


def _at_issue(turn: Turn) -> list[str]:
    """What a bare "Why?" is about: the words that answer and question share, each with the one before it."""
    if _REFUSAL.search(turn.answer):
        return []
    asked = set(words(turn.question)) - _FILLER
    tokens = [token for token in _TOKEN.findall(without_markers(turn.answer)) if words(token)]
    pairs = [pair for pair in pairwise(["", *tokens]) if not asked.isdisjoint(words(pair[1]))]
    return _once(token for pair in pairs for token in pair if token)[:_AT_ISSUE]


def _framed(question: str, last: str) -> str:
    """The last question with another name in it.

    >>> _framed("And Uranus?", "How bright is Neptune?")
    'How bright is Uranus?'
    """
    swap = _SWAP.match(question)
    names = [found for found in _NAME.finditer(last) if found.start()]
    if not swap or len(names) != 1:
        return ""
    other = question[swap.end() :].strip(" ,?.!")
    return last[: names[0].start()] + other + last[names[0].end() :] if _NAME.search(other) else ""


def _without_rivals(carried: list[str], question: str) -> list[str]:
    """In "and the Sun?" after "How far is the Moon?" the Moon gives way."""
    if not _NAME.search(question[1:]):
        return carried
    return [word for word in carried if not word[0].isupper()]


def _surface(text: str) -> list[str]:
    """The content words as they are written, without those that hold no subject."""
    return [token for token in _TOKEN.findall(text) if not _FILLER.issuperset(words(token))]


def _joined(question: str, carried: Iterable[str]) -> str:
    own = set(words(question))
    new = [word for word in _once(carried) if not own.issuperset(words(word))][:_MOST_CARRIED]
    return f"{question.strip()} {' '.join(new)}" if new else question


def _once(tokens: Iterable[str]) -> list[str]:
    return list({tuple(words(word)): word for word in reversed(list(tokens))}.values())[::-1]
