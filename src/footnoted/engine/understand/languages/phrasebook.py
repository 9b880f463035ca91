"""Rules of a language that has no patterns but whole phrases: a greeting, what asks about the book, what opens a follow-up.

Types, and how they become rules and one table of phrases; the phrases are in ``phrasebooks/``. Phrases are parted by
``|``; ``[book]`` stands for each name of a book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from footnoted.domain.text.script import SIGNS
from footnoted.engine.understand.languages.rules import BookWords, Leaning, Request, Rules

PHRASEBOOKS = ("ar", "es", "fa", "fr", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "ur", "zh")
_UNSPACED = frozenset({"ja", "zh"})
_BOOK = "[book]"
_MARKS = r"[\s,.:;!?…،؛؟。！？，、–—-]"


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The phrases of a language."""

    code: str
    books: str
    greeting: str
    thanks: str
    farewell: str
    abilities: str
    overview: str
    start: str
    contents: str
    explain: str
    before: str
    """What may stand in front of a question and is no part of it."""
    after: str
    """What may stand behind it."""
    goes_on: str
    """Opens a question that goes on from what was said."""
    pronouns: str
    """Stand for something that was said; patterns."""
    starting_points: str
    book: BookWords

    def each(self, phrases: str) -> Iterator[tuple[str, bool]]:
        """Every phrase, and whether it names the book."""
        for phrase in phrases.split("|"):
            if _BOOK in phrase:
                yield from ((phrase.replace(_BOOK, book), True) for book in self.books.split("|"))
            else:
                yield phrase, False

    def requests(self) -> Iterator[tuple[Request, str, bool]]:
        """Every request in its words, and whether it can only be the first of a conversation: it points at the book
        without naming it."""
        requests = {
            Request.GREETING: self.greeting,
            Request.THANKS: self.thanks,
            Request.FAREWELL: self.farewell,
            Request.ABILITIES: self.abilities,
            Request.OVERVIEW: self.overview,
            Request.START: self.start,
            Request.CONTENTS: self.contents,
        }
        for request, phrases in requests.items():
            for phrase, names_book in self.each(phrases):
                points = request in (Request.ABILITIES, Request.OVERVIEW) and not names_book
                yield request, phrase, points


@cache
def phrasebook(code: str) -> Phrasebook | None:
    """That of a language, if it has one."""
    if code not in PHRASEBOOKS:
        return None
    found: Phrasebook = import_module(f"footnoted.engine.understand.languages.phrasebooks.{code}").PHRASES
    return found


def rules_of(own: Phrasebook) -> Rules:
    """The same as rules."""
    edge = "" if own.code in _UNSPACED else rf"(?![\w{SIGNS}])"
    before, after = (_any(phrase for phrase, _ in own.each(phrases)) for phrases in (own.before, own.after))
    goes_on = rf"^\W*(?:{_any(own.goes_on.split('|'))}){edge}"
    start = "" if own.code in _UNSPACED else rf"(?<![\w{SIGNS}])"
    return Rules(
        code=own.code,
        itself=rf"\W*(?:{_any(own.books.split('|'))})",
        starting_points=rf"(?:{_any(own.starting_points.split('|'))}){edge}",
        book=own.book,
        leading=(rf"(?:{before}){edge}{_MARKS}*",),
        trailing=(rf"{_MARKS}{'*' if own.code in _UNSPACED else '+'}(?:{after}){edge}{_MARKS}*",),
        leaning=Leaning(pronoun=rf"{start}(?:{own.pronouns}){edge}", ellipsis=goes_on, goes_on=goes_on, swap=goes_on),
    )


def _any(phrases: Iterator[str] | list[str]) -> str:
    """A pattern for any of these, the longest first."""
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))
