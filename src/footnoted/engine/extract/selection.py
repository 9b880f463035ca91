"""Answers from a text that the reader selected: its key sentences, and whether it says what was asked.

Stricter than an answer from the whole book, because there is no score that vouches for the passage.
"""

from __future__ import annotations

from collections.abc import Sequence

from footnoted.domain.words import words
from footnoted.engine.extract.read_question import Ask, Want
from footnoted.engine.extract.score import FREQUENT, Weighed, Weighing, alike
from footnoted.engine.extract.split_passage import Kind

_LEAST = 0.4
"""Share of the question that the sentence, or what it leans on, must carry."""
_KEY_SENTENCES = 3
_POINTING = frozenset(words("accord according passage text selection selected paragraph sentence simply exactly"))
"""Words that point at the selection and are no part of what is asked."""


def asks_for_gist(ask: Ask) -> bool:
    """Whether the reader wants the selection explained, and nothing in particular."""
    return ask.want is Want.GIST or not ask.words


def gist(weighed: Sequence[Weighed]) -> list[Weighed]:
    """The selection's key sentences: the first, and those that share most words with the rest."""
    said = [one for one in weighed if one.unit.kind not in (Kind.LIST, Kind.TABLE) and not one.unit.says_nothing]
    said = said or list(weighed[:1])
    shared: dict[str, int] = {}
    for one in said:
        for word in one.unit.words:
            shared[word] = shared.get(word, 0) + 1

    def central(one: Weighed) -> float:
        echoed = sum(shared[word] - 1 for word in one.unit.words) / (8 + len(one.unit.words))
        return (one is said[0]) + echoed - 0.3 * one.unit.leans

    chosen: list[Weighed] = []
    for one in sorted(said, key=central, reverse=True):
        if len(chosen) < _KEY_SENTENCES and not any(alike(one.unit, other.unit) for other in chosen):
            chosen.append(one)
    return chosen


def says(ask: Ask, one: Weighed, weighing: Weighing) -> bool:
    """Whether a sentence of the selection holds the answer: the right kind of thing about the right words."""
    if not one.fits and ask.want is not Want.DEFINITION:
        return False
    if ask.want is Want.REASON:
        return True
    asked = {word: worth for word, worth in weighing.tells.items() if word not in _POINTING}
    if FREQUENT.issuperset(asked):
        return ask.want is not Want.ANYTHING
    near = one.unit.words | one.unit.nearby | one.unit.heading
    alike = weighing.alike
    held = sum(worth for word, worth in asked.items() if word in near or not near.isdisjoint(alike.get(word, ())))
    return held >= _LEAST * sum(asked.values())
