"""Weighs what passages say against a question: shared words by their rarity, headings, the kind of answer wanted.

Knows no wording: which units become the answer, and in which order, is decided in extractive.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from footnoted.domain.book import Source
from footnoted.domain.words import words
from footnoted.engine.asks import Ask, Want
from footnoted.engine.signs import Sign
from footnoted.engine.units import Kind, Parts, Unit, parts

Rarity = Callable[[str], float]

FREQUENT = frozenset(
    words(
        """able act area back bad become begin big bring call case change city come common consider country day describe
        different do end example fact feel find first form general good great group grow happen hand hard help high
        hold home important include involve keep kind large last late lead learn leave left less level life line live
        long look lose main man matter mean meet mention move need new next number occur old open order part people
        person place play point possible problem provide put question reach read reason refer result right run see
        seem set show side small start state story stop system take talk think time turn type way week win word work
        world write year young"""
    )
)
"""Content words so common that a match on them tells little."""
_HEADING, _NEARBY, _PASSAGE = 0.7, 0.5, 0.2
"""What a word of the question is worth when only the heading, the sentence before, or the passage has it."""
_INSIDE, _LED = 0.7, 0.9
"""What a word is worth inside a whole list or table, which has many, and in the words that introduce a block."""
_SHORT = frozenset((Kind.SENTENCE, Kind.ITEM, Kind.ROW))
_SOURCE, _PAIRS = 0.3, 0.12
"""What the source's own score and neighbouring words are worth, next to 1 for all words of the question."""

_SHOWS = {
    Want.NUMBER: (Sign.NUMBER, 0.16),
    Want.TIME: (Sign.DATE, 0.14),
    Want.PERSON: (Sign.NAME, 0.08),
    Want.PLACE: (Sign.PLACE, 0.05),
    Want.REASON: (Sign.REASON, 0.12),
    Want.STEPS: (Sign.STEP, 0.12),
    Want.MANNER: (Sign.MANNER, 0.08),
    Want.CODE: (Sign.CODE, 0.12),
    Want.YES_OR_NO: (Sign.RULING, 0.06),
    Want.FORMULA: (Sign.FORMULA, 0.2),
}
_KIND = {
    Kind.ITEM: {Want.STEPS: -0.05},
    Kind.LIST: {Want.LIST: 0.35, Want.STEPS: 0.4, Want.GIST: -0.1},
    Kind.ROW: {Want.COMPARISON: 0.15, Want.NUMBER: 0.05},
    Kind.TABLE: {Want.LIST: 0.15, Want.COMPARISON: 0.3},
    Kind.CODE: {Want.CODE: 0.5, Want.STEPS: 0.05},
    Kind.FORMULA: {Want.FORMULA: 0.5},
}
_NONE: frozenset[str] = frozenset()
_KIND_OTHERWISE = {Kind.LIST: -0.15, Kind.TABLE: -0.25, Kind.CODE: -0.5, Kind.FORMULA: -0.2}


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A unit with its worth to the question; equal to itself alone, so that finding its place is cheap."""

    unit: Unit
    source: int
    """Number of its source, from 1."""
    place: int
    """Place among the units of its passage."""
    weight: float
    own: float
    """Share of the question's weight that the unit itself, its lead-in or heading carries; 0–1."""
    fits: bool
    """It shows the kind of thing that was asked for."""


def weigh(ask: Ask, sources: Sequence[Source], idf: Rarity | None = None) -> tuple[list[Weighed], dict[str, float]]:
    """Every unit of the sources with its weight, in reading order; and how much each word of the question tells."""
    found = [parts(one.passage.id, one.passage.path, one.passage.text) for one in sources]
    tells = _rarities(ask, found, idf)
    scale = _Scale.of(ask, tells)
    weighed = [
        scale.weighed(unit, number, place, _SOURCE * source.score, group.words)
        for number, (source, group) in enumerate(zip(sources, found, strict=True), 1)
        for place, unit in enumerate(group.units)
    ]
    return weighed, tells


def _rarities(ask: Ask, found: Sequence[Parts], idf: Rarity | None) -> dict[str, float]:
    """How much each word of the question tells, summing to 1 unless there are none."""
    everything = [unit.words for group in found for unit in group.units]
    weights: dict[str, float] = {}
    for word in ask.words:
        if idf is not None:
            weights[word] = idf(word)
            continue
        held = sum([word in content for content in everything])
        rare = math.log(1 + (len(everything) + 1) / (held + 0.5))
        weights[word] = rare * (0.45 if word in FREQUENT else 1.0)
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()} if total else {}


@dataclass(frozen=True, slots=True)
class _Scale:
    """All that weighing needs to know of a question, looked up once."""

    ask: Ask
    tells: tuple[tuple[str, float, frozenset[str]], ...]
    """Each word with its worth and the words that answer to it."""
    bonus: dict[Kind, float]
    fitting: frozenset[Kind]
    """Kinds that fit the question by themselves."""
    sign: Sign | None
    worth: float

    @classmethod
    def of(cls, ask: Ask, tells: dict[str, float]) -> _Scale:
        bonus = {kind: _KIND.get(kind, {}).get(ask.want, _KIND_OTHERWISE.get(kind, 0.0)) for kind in Kind}
        fitting = frozenset(kind for kind, wants in _KIND.items() if ask.want in wants)
        sign, worth = _SHOWS.get(ask.want, (None, 0.0))
        weighted = tuple((word, share, ask.alike.get(word, _NONE)) for word, share in tells.items())
        return cls(ask, weighted, bonus, fitting, sign, worth)

    def weighed(self, unit: Unit, number: int, place: int, vouched: float, held: frozenset[str]) -> Weighed:
        """The unit on this scale; ``held`` are the words of its passage, ``vouched`` what its source's score adds."""
        carried = own = about = 0.0
        kind, said, heading, nearby = unit.kind, unit.words, unit.heading, unit.nearby
        is_whole = kind is Kind.LIST or kind is Kind.TABLE
        inside = _INSIDE if is_whole else 1.0
        led, before = (_HEADING, _NEARBY) if kind in _SHORT else (_LED, _LED)
        for word, worth, alternatives in self.tells:
            above, near = word in heading, word in nearby
            if above or near:
                about += worth
            if word in said or (alternatives and not alternatives.isdisjoint(said)):
                carried += inside * worth
                own += worth
            elif above or near:
                carried += (led if above else before) * worth
                own += worth
            elif word in held:
                carried += _PASSAGE * worth
        fits, bonus = self._fit(unit, about)
        pairs = self.ask.pairs
        close = _PAIRS * len(pairs & unit.pairs) / len(pairs) if pairs else 0.0
        return Weighed(unit, number, place, carried + bonus + close + vouched - unit.drawback, own, fits)

    def _fit(self, unit: Unit, about: float) -> tuple[bool, float]:
        """Whether the unit shows what was asked for, and what that is worth."""
        kind = unit.kind
        bonus = self.bonus[kind]
        if bonus > 0 and (kind is Kind.LIST or kind is Kind.TABLE):
            # A list that merely mentions the subject is not the list of it.
            bonus = bonus * about - 0.2 * (1 - about)
        if self.sign is not None:
            shows = self.sign in unit.signs
            return shows or kind in self.fitting, bonus + (self.worth if shows else 0.0)
        if self.ask.want is Want.DEFINITION:
            fits = _defines(unit, self.ask.words)
            return fits, bonus + (0.25 if fits else 0.0)
        return True, bonus


def _defines(unit: Unit, asked: Sequence[str]) -> bool:
    """Whether the unit opens with the subject and says what it is."""
    if unit.kind not in (Kind.SENTENCE, Kind.ITEM, Kind.ROW) or not asked or not unit.words.issuperset(asked):
        return False
    opening = " ".join(unit.text.split()[: 5 + 2 * len(asked)])
    return set(words(opening)).issuperset(asked) and bool(_SAYS_WHAT.search(opening))


_SAYS_WHAT = re.compile(r"\b(?:is|are|was|were|means?|refers?|describes?|denotes?|called|stands? for)\b|[—–(:]|^\*\*")


def alike(one: Unit, other: Unit) -> bool:
    """Whether two units say the same in nearly the same words."""
    least = min(len(one.words), len(other.words))
    return not least or len(one.words & other.words) / least > 0.8
