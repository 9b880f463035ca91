"""What a conversation was about, in a few key phrases: no model needed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from footnoted.domain.question import Turn
from footnoted.domain.words import words

_LONGEST = 200
_MOST_PHRASES = 6
_WORD = re.compile(r"[^\W_][\w'’-]*", re.UNICODE)


def topic_summary(turns: Sequence[Turn]) -> str:
    """The phrases that the questions keep coming back to, most frequent first, in at most 200 characters."""
    counts: Counter[tuple[str, ...]] = Counter()
    spelling: dict[tuple[str, ...], str] = {}
    for turn in turns:
        for phrase in _phrases(turn.question):
            key = tuple(words(phrase))
            if key:
                counts[key] += len(key) + sum(word in turn.answer.lower() for word in key)
                spelling.setdefault(key, phrase)
    chosen: list[str] = []
    for key, _ in counts.most_common():
        if len(chosen) < _MOST_PHRASES and not any(set(key) <= set(words(one)) for one in chosen):
            chosen.append(spelling[key])
    return _fitting("Discussion of ", chosen)


def _phrases(question: str) -> list[str]:
    """Runs of content words, at most three words each."""
    runs: list[list[str]] = [[]]
    for word in _WORD.findall(question):
        if words(word):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [" ".join(run[place : place + 3]) for run in runs for place in range(0, len(run), 3)]


def _fitting(lead: str, phrases: Sequence[str]) -> str:
    while phrases and len(lead + ", ".join(phrases)) > _LONGEST:
        phrases = phrases[:-1]
    return (lead + ", ".join(phrases))[:_LONGEST] if phrases else ""
