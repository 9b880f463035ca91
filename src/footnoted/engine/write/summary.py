"""Summarises what a conversation was about in a few key phrases, without a model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from footnoted.domain.question import Turn
from footnoted.domain.text.markers import MARKER
from footnoted.domain.text.script import SIGNS
from footnoted.domain.text.words import words

_LONGEST = 200
_MOST_PHRASES = 6
_LONGEST_PHRASE = 4
_WORD = re.compile(rf"[^\W_](?:[\w{SIGNS}'’.+#/-]*[\w{SIGNS}+#])?")
# A run of marks is matched only from its beginning; trying each mark would take quadratic time.
_BREAK = re.compile(rf"(?<![,;:.!?()\[\]\"“”|\n])[,;:.!?()\[\]\"“”|\n]+(?=\s|$)|{MARKER}|[(\[\"“”|\n]|\s[-–—]\s")
_JOINS = frozenset({"of", "for"})
"""Words that may be inside a phrase: "focal length of the eyepiece"."""
_EMPTY = frozenset(
    words(
        "work mean need look see find happen explain describe example difference different best good better kind type "
        "sort way long much big small often first second third last book say help start begin take put keep try come "
        "think call ask question answer thing people time exactly really usually simply ok yes no"
    )
)
"""Words that occur in every conversation; a phrase of only these is not a topic."""


def topic_summary(turns: Sequence[Turn]) -> str:
    """The topics of the conversation, the most important first, in at most 200 characters.

    A phrase's weight is that of its words: a word counts for each question with it, and more if the answer has it too.
    """
    weights, spellings = _weights(turns), dict[tuple[str, ...], str]()
    order: list[tuple[str, ...]] = []
    for turn in turns:
        for phrase in list(_phrases(turn.question)) or _place(turn):
            key = tuple(word for word in words(phrase) if word not in _EMPTY)
            if key and key not in spellings:
                spellings[key] = phrase
                order.append(key)
    order.sort(key=lambda key: -(sum(weights[word] for word in key) / len(key) ** 0.5))
    chosen: list[tuple[str, ...]] = []
    for key in order:
        if not any(_overlap(key, other) for other in chosen):
            chosen.append(key)
    return _fitting("Discussion of ", [spellings[key] for key in chosen[:_MOST_PHRASES]])


def _weights(turns: Sequence[Turn]) -> Counter[str]:
    weights: Counter[str] = Counter()
    for turn in turns:
        asked, answered = {*words(turn.question), *words(" ".join(_place(turn)))}, Counter(words(turn.answer))
        for word in asked - _EMPTY:
            weights[word] += 2 + min(answered[word], 3)
    return weights


def _place(turn: Turn) -> list[str]:
    """The heading of the first source: what a bare "why?" was about."""
    return [turn.sources[0].passage.section] if turn.sources and turn.sources[0].passage.route else []


def _overlap(key: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the two phrases mean the same."""
    shared = len(set(key) & set(other))
    return shared * 2 > min(len(set(key)), len(set(other)))


def _phrases(question: str) -> Iterable[str]:
    """Runs of content words, with an "of" between two of them, without common words at the edges."""
    for clause in _BREAK.split(question):
        run: list[str] = []
        for word in [*_WORD.findall(clause or ""), ""]:
            if (words(word) and len(run) < _LONGEST_PHRASE) or (
                run and word.lower() in _JOINS and run[-1].lower() not in _JOINS and len(run) < _LONGEST_PHRASE - 1
            ):
                run.append(word)
            else:
                yield from _trimmed(run)
                run = [word] if words(word) else []


def _trimmed(run: list[str]) -> Iterable[str]:
    def is_edge(word: str) -> bool:
        return word.lower() in _JOINS or _EMPTY.issuperset(words(word))

    while run and is_edge(run[0]):
        run = run[1:]
    while run and is_edge(run[-1]):
        run = run[:-1]
    if run:
        yield " ".join(run)


def _fitting(lead: str, phrases: Sequence[str]) -> str:
    """As many of the phrases as fit, joined as in a sentence."""
    for count in range(len(phrases), 0, -1):
        *most, last = phrases[:count]
        summary = lead + (f"{', '.join(most)} and {last}" if most else last)
        if len(summary) <= _LONGEST:
            return summary
    return (lead + phrases[0])[:_LONGEST] if phrases else ""
