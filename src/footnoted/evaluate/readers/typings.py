"""The same question typed in six ways, and how often each way keeps the outcome and the first quote.

A question that a way of typing does not change is not counted. English rules; knows the engine, no file.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

from footnoted.domain.answer import Answer
from footnoted.domain.text.words import GRAMMAR
from footnoted.engine.ask import Engine
from footnoted.evaluate.readers.tiers import Reply, ask

LEAST = 0.97
"""Share that each way of typing should keep."""

_MARKS = re.compile(r"(?<![?!.,;:…\"“”()])[?!.,;:…\"“”()]++(?=\s|$)|(?<!\S)[\"“”(]+")
_CONTRACTED = (
    (r"\b(what|who|where|when|how|that|there|it) is\b", r"\1's"),
    (r"\b(is|are|was|were|do|does|did|would|could|should|has|have) not\b", r"\1n't"),
    (r"\b(?:cannot|can not)\b", "can't"),
    (r"\bI am\b", "I'm"),
    (r"\b(I|you|we|they) have\b(?! to)", r"\1've"),
    (r"\b(I|you|we|they|it) will\b", r"\1'll"),
)
_WORD = re.compile(r"[^\W\d_]{5,}")


def lower_case(text: str) -> str:
    return text.lower()


def without_marks(text: str) -> str:
    """
    >>> without_marks("In v1.2, how do I call `app.run()`?")
    'In v1.2 how do I call `app.run()`'
    """
    return _MARKS.sub("", text)


def polite(text: str) -> str:
    return f"Hi! Could you please tell me: {text}"


def contracted(text: str) -> str:
    """
    >>> contracted("What is a hook, and why does it not run?")
    "What's a hook, and why doesn't it run?"
    """
    text = re.sub(r"\b(do|does|did|is|are) (I|you|it|we|they) not\b", r"\1n't \2", text, flags=re.I)
    for pattern, short in _CONTRACTED:
        text = re.sub(pattern, short, text, flags=re.I)
    return text


def with_typo(text: str) -> str:
    """Two neighbouring letters of a long word are swapped; the same question always gets the same typo."""
    chance = random.Random(text)
    places = [
        at
        for word in _WORD.finditer(text)
        for at in range(word.start() + 1, word.end() - 2)
        if text[at].lower() != text[at + 1].lower()
    ]
    if not places:
        return text
    at = chance.choice(places)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def keywords(text: str) -> str:
    """
    >>> keywords("How do I set the port of the server?")
    'set port server'
    """
    kept = [word for word in without_marks(text).split() if word.lower().replace("’", "'") not in GRAMMAR]
    return " ".join(kept) or text


TYPINGS: dict[str, Callable[[str], str]] = {
    "lower case": lower_case,
    "no marks": without_marks,
    "politeness in front": polite,
    "contractions": contracted,
    "one typo": with_typo,
    "keywords": keywords,
}


@dataclass(frozen=True, slots=True)
class Typed:
    """How much one way of typing kept."""

    name: str
    asked: int
    kept: int
    changed: tuple[str, ...]
    """Questions with another outcome."""

    @property
    def share(self) -> float:
        return self.kept / self.asked if self.asked else 1.0


async def retype(
    engine: Engine, replies: Sequence[Reply], progress: Callable[[int], None] = lambda _: None
) -> list[Typed]:
    """Ask every question again in every way that changes it, after the same conversation."""
    rows, done = [], 0
    for name, typing in TYPINGS.items():
        asked, changed = 0, []
        for reply in replies:
            done += 1
            if (text := typing(reply.asked.text)) != reply.asked.text:
                asked += 1
                _, answer = await ask(engine, replace(reply.asked, text=text, request_id=uuid4()))
                if _first(answer) != _first(reply.answer):
                    changed.append(text)
            progress(done)
        rows.append(Typed(name, asked, asked - len(changed), tuple(changed)))
    return rows


def merged(rows: Sequence[Typed]) -> list[Typed]:
    """One row for each way of typing, summed over several books."""
    found = []
    for name in dict.fromkeys(row.name for row in rows):
        own = [row for row in rows if row.name == name]
        changed = tuple(text for row in own for text in row.changed)
        found.append(Typed(name, sum(row.asked for row in own), sum(row.kept for row in own), changed))
    return found


def table(rows: Sequence[Typed]) -> str:
    """The ways of typing as lines for a terminal."""
    lines = [f"{'typing':<22}{'asked':>7}{'kept':>9}"]
    for row in rows:
        mark = "✓" if row.share >= LEAST else "✗"
        lines.append(f"{mark} {row.name:<20}{row.asked:>7}{row.share:>9.1%}")
    return "\n".join(lines)


def _first(answer: Answer) -> tuple[str, str]:
    quote = answer.citations[0].quote if answer.citations else ""
    return answer.outcome.value, " ".join(quote.split())
