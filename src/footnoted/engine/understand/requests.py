"""Recognises requests about the book itself: greetings, its contents, a part of it by name.

Uses only the phrases of each language's rules; does not know whether the book has such a part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from footnoted.domain.text.language import ENGLISH
from footnoted.engine.understand.languages.patterns import EVERY, Patterns
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


def recognise(text: str, *, is_first: bool) -> Asked | None:
    """The request in a plain text; within a conversation "what is this?" refers to the conversation and is none."""
    if len(text) > _LONGEST_PHRASE:
        return None
    found = (_recognise(text, patterns, is_first=is_first) for patterns in EVERY)
    return next(filter(None, found), None)


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
        elif found := _request(part, patterns):
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
    return any(re.fullmatch(patterns.rules.explain.pattern, folded(text)) for patterns in EVERY)


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
