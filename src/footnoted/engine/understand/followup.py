"""Completes a follow-up question so that it can be searched: adds the subject from the conversation.

Uses the rules of the question's language, no model. Knows nothing about the book; a question that stands alone is
not changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from footnoted.domain.question import Turn
from footnoted.domain.text.language import ENGLISH, WITH_FILE, language, language_of
from footnoted.domain.text.markers import without_markers
from footnoted.domain.text.script import SIGNS
from footnoted.domain.text.words import words
from footnoted.engine.understand.languages.patterns import Patterns, patterns_for
from footnoted.engine.understand.stands_alone import is_keywords, stands_alone


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question in the form that is searched."""

    text: str
    """The question, followed by the words it left out."""
    context: str
    """Other words of the conversation, to be searched with a lower weight."""
    stands_alone: bool
    is_sure: bool = True
    """Whether the rules know what it refers to: it stands alone, points into a list, or follows a plain question."""
    others: tuple[str, ...] = ()
    """Other ways to read a follow-up, each a complete text to search for."""


_MOST_CARRIED = 12
"""Most content words that a follow-up takes over; more would outweigh its own."""
_SHORT_ANSWER = 12
"""An answer with so few words is the thing itself, and likely what "it" or "he" refers to."""
_AT_ISSUE = 8
"""Words of an answer that a bare "Why?" takes up."""
_FEW_KEYWORDS = 4
"""Keywords say no "it": so few of them may lean on what was said, or be a new question. Both are searched for."""
_REMEMBERED = 3
"""Turns before the last one that still add context, besides the first."""

_LISTED = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+(.+)$", re.MULTILINE)
_TOKEN = re.compile(rf"[^\W_][\w{SIGNS}.+#'’/-]*[\w{SIGNS}+#]|[^\W_]")
_NAME = re.compile(r"\b[A-ZÄÖÜ][\w’'-]+(?: (?:of |the |de |von )?[A-ZÄÖÜ][\w’'-]+)*")
_ABBREVIATION = re.compile(r"\b[A-Z][A-Z0-9]+\b")
_REFUSAL = re.compile(
    r"\b(?:does not say|do(?:es)? not have|don't have|could not find|couldn't find|no information|not covered|"
    r"unknown|sorry)\b",
    re.I,
)


def resolve(question: str, earlier: Sequence[Turn], expected: str = ENGLISH) -> Resolved:
    """The question with its subject filled in; the last turns weigh most. It is expected in this language."""
    if not earlier:
        return Resolved(question, "", True)
    expected = language_of(earlier[-1].question, expected)
    return _FollowUp(question, earlier, patterns_for(question, expected)).resolved()


def conversation_words(earlier: Sequence[Turn], language: str = ENGLISH) -> set[str]:
    """The content words of a conversation, from questions and answers."""
    return {word for turn in earlier for word in words(f"{turn.question} {turn.answer}", language)}


@dataclass(frozen=True, slots=True)
class _FollowUp:
    """A question in a conversation, read by the rules of its language."""

    question: str
    earlier: Sequence[Turn]
    patterns: Patterns

    def resolved(self) -> Resolved:
        question, last = self.question, self.earlier[-1]
        context = self._context()
        is_whole = stands_alone(question, self.patterns.code)
        may_lean = is_whole and self._are_few_keywords()
        if is_whole and not may_lean:
            return Resolved(question, "" if self._is_new() else context, True)
        topic, recent = self._subject()
        listed = self._ordinal_item()
        carried = listed or ([] if self._words(question) else self._at_issue(last))
        if not carried:
            carried = [*recent, *topic, *self._surface(_short_answer(last))]
        if self._swap:
            carried = self._without_rivals(carried)
        is_sure = bool(listed) or self._is_plain(last)
        framed = self._framed(last.question)
        others = [framed, question if may_lean else ""]
        return Resolved(self._joined(carried), context, False, is_sure, tuple(filter(None, others)))

    def _are_few_keywords(self) -> bool:
        is_english = self.patterns.code == ENGLISH
        return is_english and is_keywords(self.question) and len(self._words(self.question)) <= _FEW_KEYWORDS

    def _words(self, text: str) -> list[str]:
        return words(text, self.patterns.code)

    @property
    def _swap(self) -> re.Match[str] | None:
        return re.match(self.patterns.rules.leaning.swap, self.question, re.I)

    @property
    def _ordinal(self) -> re.Match[str] | None:
        return re.search(self.patterns.rules.leaning.ordinal, self.question, re.I)

    def _is_plain(self, last: Turn) -> bool:
        """Whether it says what it wants, of the one thing that the question before it was about."""
        is_whole = stands_alone(last.question, self.patterns.code)
        return bool(self._words(self.question)) and not self._ordinal and is_whole

    def _is_new(self) -> bool:
        """Whether it asks about a new abbreviation: earlier words would only mislead the search."""
        if not re.search(self.patterns.rules.leaning.spells_out, self.question, re.I):
            return False
        short = {word for name in _ABBREVIATION.findall(self.question) for word in self._words(name)}
        return bool(short) and short.isdisjoint(conversation_words(self.earlier, self.patterns.code))

    def _subject(self) -> tuple[list[str], list[str]]:
        """The subject: words of the last question that stood alone, and of the last follow-up to it."""
        recent: list[str] = []
        for turn in reversed(self.earlier):
            found = self._surface(turn.question)
            if stands_alone(turn.question, self.patterns.code):
                return found, recent
            recent = recent or found
        return self._surface(self.earlier[0].question), recent

    def _context(self) -> str:
        """Earlier questions and short answers, newest first; long answers would outweigh them."""
        kept = [*reversed(self.earlier[-_REMEMBERED:])]
        if len(self.earlier) > _REMEMBERED:
            kept.append(self.earlier[0])
        tokens: list[str] = []
        for turn in kept:
            tokens.extend(self._surface(turn.question))
            tokens.extend(self._surface(_short_answer(turn)))
        return " ".join(self._once(tokens))

    def _ordinal_item(self) -> list[str]:
        """For "the second one": the words of the second item that the last answer, or the last question, lists."""
        found, leaning, last = self._ordinal, self.patterns.rules.leaning, self.earlier[-1]
        if not found:
            return []
        place = leaning.places[next(group for group in found.groups() if group).lower()]
        for text in (without_markers(last.answer), last.question):
            items = _LISTED.findall(text)
            if len(items) < 2 and (series := re.search(leaning.series, text)):
                items = [*re.split(r", ", series[1]), series[2]]
            if len(items) >= 2 and -len(items) <= place < len(items):
                return self._surface(items[place])[:6]
        return []

    def _at_issue(self, turn: Turn) -> list[str]:
        """What a bare "Why?" is about: the words that answer and question share, each with the one before it."""
        if _refuses(turn.answer):
            return []
        asked = set(self._words(turn.question)) - self.patterns.filler
        tokens = [token for token in _TOKEN.findall(without_markers(turn.answer)) if self._words(token)]
        pairs = [pair for pair in pairwise(["", *tokens]) if not asked.isdisjoint(self._words(pair[1]))]
        return self._once(token for pair in pairs for token in pair if token)[:_AT_ISSUE]

    def _framed(self, last: str) -> str:
        """The last question with another name in it: "And Uranus?" after "How bright is Neptune?"."""
        swap = self._swap
        names = [found for found in _NAME.finditer(last) if found.start()]
        if not swap or len(names) != 1:
            return ""
        other = self.question[swap.end() :].strip(" ,?.!")
        return last[: names[0].start()] + other + last[names[0].end() :] if _NAME.search(other) else ""

    def _without_rivals(self, carried: list[str]) -> list[str]:
        """The carried words without what it replaces: the Moon, in "and the Sun?" after "How far is the Moon?"."""
        if not _NAME.search(self.question[1:]):
            return carried
        if self.patterns.rules.leaning.capital_nouns:  # then the last noun is what was asked about
            rivals = _NAME.findall(self.earlier[-1].question)[-1:]
        else:
            rivals = [word for word in carried if word[0].isupper()]
        return [word for word in carried if word not in rivals]

    def _surface(self, text: str) -> list[str]:
        """The content words as written, without those that name no subject."""
        return [token for token in _TOKEN.findall(text) if not self.patterns.filler.issuperset(self._words(token))]

    def _joined(self, carried: Iterable[str]) -> str:
        own = set(self._words(self.question))
        new = [word for word in self._once(carried) if not own.issuperset(self._words(word))][:_MOST_CARRIED]
        return f"{self.question.strip()} {' '.join(new)}" if new else self.question

    def _once(self, tokens: Iterable[str]) -> list[str]:
        return list({tuple(self._words(word)): word for word in reversed(list(tokens))}.values())[::-1]


def _short_answer(turn: Turn) -> str:
    answer = without_markers(turn.answer).strip()
    if not answer or _refuses(answer):
        return ""
    return answer if len(answer.split()) <= _SHORT_ANSWER else ""


def _refuses(answer: str) -> bool:
    return bool(_REFUSAL.search(answer)) or answer.strip() in _refusals()


@cache
def _refusals() -> frozenset[str]:
    """The refusals of every language."""
    spoken = [messages for code in WITH_FILE if (messages := language(code).messages)]
    return frozenset(text for own in spoken for text in (own.refusal, own.selection_refusal, own.unclear))
