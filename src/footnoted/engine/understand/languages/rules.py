"""The shape of a language's rules: what its readers write around a question, and how they lean on what was said.

Types only. english.py and german.py fill them in; patterns.py compiles them and says which are for a text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

NOTHING = r"(?!)"
"""Matches no text."""


class Request(StrEnum):
    """What can be asked about the book, or said to it."""

    GREETING = "greeting"
    THANKS = "thanks"
    FAREWELL = "farewell"
    ABILITIES = "abilities"
    OVERVIEW = "overview"
    START = "start"
    CONTENTS = "contents"
    TOPIC = "topic"
    """What the book says about something that is named: the pattern's group ``topic``."""

    @property
    def asks(self) -> bool:
        """Whether it asks for anything; a greeting does not."""
        return self not in (Request.GREETING, Request.THANKS, Request.FAREWELL)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A way to ask for something: a pattern for the whole of a plain text in lower case, and texts it is for."""

    request: Request
    pattern: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asking:
    """A pattern that is found in questions of a kind, with some of them and some of another kind."""

    pattern: str
    examples: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Leaning:
    """How a question leans on what was said before it."""

    pronoun: str = NOTHING
    not_a_pronoun: str = NOTHING
    """Where such a word stands for nothing that was said."""
    ellipsis: str = NOTHING
    """Begins a question that is none by itself."""
    goes_on: str = NOTHING
    """Ties a question to what was said; a pronoun in it is hardly about the question's own words then."""
    ordinal: str = NOTHING
    """Points at one of several things: its group names the place."""
    places: Mapping[str, int] = field(default_factory=dict)
    """What such a word counts from the first thing, or, negative, from the last."""
    antecedent: str = NOTHING
    """What a pronoun behind it may stand for, in the question itself."""
    many: str = NOTHING
    """The same for a pronoun of several things."""
    of_many: frozenset[str] = frozenset()
    """The pronouns of several things."""
    swap: str = NOTHING
    """Asks the last question of another thing: "and Uranus?"."""
    series: str = NOTHING
    """Things named in a row."""
    spells_out: str = NOTHING
    """Asks what an abbreviation means."""
    filler: str = ""
    """Words that hold no subject."""
    capital_nouns: bool = False
    """Whether every noun begins with a capital, not names alone."""


@dataclass(frozen=True, slots=True)
class BookWords:
    """What is said of a book itself."""

    replies: Mapping[Request, str]
    """In return to what is no question; ``title`` is the book's, or the books'."""
    also: str
    """Between two titles."""
    this_book: str
    pages: str
    a_page: str
    """The same of a book with one page."""
    start: str
    after_it: str
    its_pages: str
    more: str
    place: str
    """Stands in front of what is quoted from a place."""

    def quoted(self, title: str) -> str:
        """A title in the quotation marks of the language."""
        marks = re.search(r"\S\s?\{place\}\s?\S", self.place)
        return marks[0].format(place=title) if marks else title


@dataclass(frozen=True, slots=True)
class Rules:
    """All of a language. Patterns are for texts in any case, if nothing else is said."""

    code: str
    contractions: tuple[tuple[str, str], ...] = ()
    """Patterns and what they are short for."""
    requests: tuple[Phrase, ...] = ()
    named: Phrase = Phrase(Request.OVERVIEW, NOTHING)
    """An overview, if what it names is the book."""
    explain: Phrase = Phrase(Request.TOPIC, NOTHING)
    """Wants a selected text explained."""
    bare_pointer: str = NOTHING
    """Points at something that was said before; for a plain text in lower case."""
    next_clause: str = NOTHING
    """Where another request may begin."""
    common_words: str = ""
    """Content words so common that a question of nothing else names no subject: "how long does it take?"."""
    releases: Asking = Asking("")
    """Asks what a release brought, which is when its notes may answer; where there is no rule, they may answer all."""
    starting_points: str = NOTHING
    """Names of the page that a newcomer reads first; in lower case."""
    itself: str = NOTHING
    """A sentence in which a book speaks of itself begins so."""
    is_about: str = NOTHING
    """What follows the book's title in a sentence that says what its subject is."""
    book: BookWords | None = None
    leading: tuple[str, ...] = ()
    """What may stand in front of a question and is no part of it."""
    trailing: tuple[str, ...] = ()
    """What may stand behind it."""
    polite: tuple[tuple[str, str], ...] = ()
    """Questions and what is left of them: examples of the two above."""
    leaning: Leaning = Leaning()
