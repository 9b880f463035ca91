"""Recognises requests about the book itself: greetings, its contents, a part of it by name.

Uses only the phrases of each language's rules; does not know whether the book has such a part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from footnoted.domain.text.language import ENGLISH
from footnoted.engine.understand.languages.patterns import EVERY, Patterns
from footnoted.engine.understand.languages.phrasebook import PHRASEBOOKS, phrasebook
from footnoted.engine.understand.languages.rules import Request
from footnoted.engine.understand.plain import folded

_QUOTE_OPENS, _QUOTE_CLOSES = re.compile('["“”„«]'), '"“”»'
_LONGEST_PHRASE = 400
"""Characters; a longer text is not a request."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and what it names."""

    request: Request
    topic: str = ""
    """As the reader wrote it. In an overview: the name of the thing, which must be the book's for this to be one."""
    language: str = ENGLISH
    """The language whose rules recognised it; the reply is in this language."""


def recognise(text: str, *, is_first: bool, expected: str = ENGLISH, written: str = "") -> Asked | None:
    """The request in a plain text; in a conversation "what is this?" points at what was said and is none.

    A phrase that several languages have is of the one that is expected: "ciao" greets in Italian. ``written`` is the
    text before it was made plain: "muchas gracias" is a phrase too.
    """
    if len(text) > _LONGEST_PHRASE:
        return None
    known = _phrases().get(folded(written[:_LONGEST_PHRASE])) or _phrases().get(folded(text), [])
    phrases = {asked.language: asked for asked, must_be_first in known if is_first or not must_be_first}
    found = (_recognise(text, patterns, is_first=is_first) for patterns in EVERY)
    return phrases.get(expected) or next(filter(None, (*found, *phrases.values())), None)


@cache
def _phrases() -> dict[str, list[tuple[Asked, bool]]]:
    """Every phrase of every phrasebook, and whether it must be the first of a conversation."""
    found: dict[str, list[tuple[Asked, bool]]] = {}
    for own in filter(None, map(phrasebook, PHRASEBOOKS)):
        for request, phrase, must_be_first in own.requests():
            found.setdefault(folded(phrase), []).append((Asked(request, language=own.code), must_be_first))
    return found


@cache
def _explains() -> frozenset[str]:
    books = filter(None, map(phrasebook, PHRASEBOOKS))
    return frozenset(folded(phrase) for own in books for phrase, _ in own.each(own.explain))


def _recognise(text: str, patterns: Patterns, *, is_first: bool) -> Asked | None:
    rules, whole = patterns.rules, folded(text)
    if not is_first and re.search(rules.bare_pointer, whole):
        return None
    if found := _request(whole, patterns):
        request, topic = found
        return Asked(request, _as_written(text, topic), patterns.code)
    names, kinds = [], set()
    for clause in filter(None, re.split(rules.next_clause, text, flags=re.I)):
        part = folded(clause)
        if named := re.fullmatch(rules.named.pattern, part):
            names.append(_as_written(clause, named["topic"]))
        elif part != whole and (found := _request(part, patterns)):
            kinds.add(found[0])
        else:
            return None
    kinds -= {Request.GREETING, Request.THANKS}
    if len(names) > 1 or not kinds <= {Request.OVERVIEW}:
        return Asked(kinds.pop(), language=patterns.code) if len(kinds) == 1 and not names else None
    return Asked(Request.OVERVIEW, names[0] if names else "", patterns.code) if names or kinds else None


def asks_to_explain(text: str) -> bool:
    """Whether it asks to explain a selection, and nothing in particular about it."""
    if len(text) > _LONGEST_PHRASE:
        return False
    whole = folded(text)
    return whole in _explains() or any(re.fullmatch(patterns.rules.explain.pattern, whole) for patterns in EVERY)


def quoted(text: str) -> tuple[str, str]:
    """A question and the text that it quotes: ``Can you explain this: "a finder"``; empty for other questions.

    >>> quoted('Can you explain this: "a finder"')
    ('Can you explain this: ', 'a finder')
    """
    opens = _QUOTE_OPENS.search(text)
    if not opens or not asks_to_explain(text[: opens.start()]):
        return text, ""
    inner = text[opens.end() :].rstrip("?.!").rstrip()
    inner = inner[:-1] if inner.endswith(tuple(_QUOTE_CLOSES)) else inner
    return (text[: opens.start()], inner) if len(inner) > 1 else (text, "")


def _request(whole: str, patterns: Patterns) -> tuple[Request, str] | None:
    for request, pattern in patterns.requests:
        if found := pattern.fullmatch(whole):
            return request, found.groupdict().get("topic") or ""
    return None


def _as_written(text: str, topic: str) -> str:
    """The end of the text that matches the topic, with its capitals and punctuation."""
    for start in re.finditer(r"\S+", text):
        rest = text[start.start() :]
        if folded(rest) == topic:
            return rest.strip(" ?!.,:;")
    return topic
