"""Weighs what passages say against a question: shared words by their rarity, headings, the kind of answer wanted.

Knows no wording: which units become the answer, and in which order, is decided in extractive_writer.py.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from footnoted.domain.book import Source
from footnoted.domain.words import words
from footnoted.engine.extract.definitions import defines
from footnoted.engine.extract.features import Sign
from footnoted.engine.extract.read_question import Ask, Want
from footnoted.engine.extract.split_passage import SHORT, Kind, Parts, Unit, parts

Rarity = Callable[[str], float]

FREQUENT = frozenset(
    words(
        """able act area back bad become begin big bring call case change city come common consider country day describe
        different do end example fact feel find first form general good great group grow happen hand hard help high
        hold home important include involve keep kind large last late lead learn leave left less level life line live
        long look lose main man matter mean meet mention move need new next number occur old open order part people
        person place play point possible problem provide put question reach read reason refer result right run see
        seem set show side small start state story stop system take talk think time turn type way week win word work
        world write year young role function purpose significance importance aspect effect impact main kind sort"""
    )
)
"""Content words so common that a match on them tells little."""
_HEADING, _NEARBY, _PASSAGE = 0.7, 0.5, 0.2
"""What a word of the question is worth when only the heading, the sentence before, or the passage has it."""
_INSIDE, _LED, _OTHERWISE = 0.7, 0.9, 0.9
"""What a word is worth inside a whole list or table, which has many; in the words that introduce a block; and when
another word stands for it."""
_SOURCE, _PAIRS, _RANK = 0.3, 0.12, 0.04
"""What the source's own score and neighbouring words are worth, next to 1 for all words of the question; and what
each place that a source stands below the first costs."""
_COMMON, _CARRIED = 1.5, 0.7
"""What a word tells that every passage has, so that a question's subject counts beside its rarer words; and the share
of it that is left to a word which only the conversation brought."""

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
    Kind.ITEM: {Want.STEPS: -0.05, Want.DEFINITION: -0.1},
    Kind.LIST: {Want.LIST: 0.35, Want.STEPS: 0.4, Want.GIST: -0.1},
    Kind.ROW: {Want.COMPARISON: 0.15, Want.NUMBER: 0.05},
    Kind.TABLE: {Want.LIST: 0.3, Want.COMPARISON: 0.3},
    Kind.CODE: {Want.CODE: 0.5, Want.STEPS: 0.05},
    Kind.FORMULA: {Want.FORMULA: 0.5},
}
_TOLD, _SHOWN = 0.3, 0.4
"""What it is worth that a code block is introduced as what to enter, and what it costs that it is shown
as what came of it."""
_INSTRUCTS = re.compile(r"\b(?:run|enter|type|execute|add|use|write|create|install|command|like (?:so|this))\b", re.I)
_RESULTS = re.compile(
    r"\b(?:(?:we|you)(?:[’']ll| will| should| can)? (?:get|see)|outputs?|prints?|appears?|results?|errors?|"
    r"looks? (?:like|similar)|successful)\b",
    re.I,
)
_NONE: frozenset[str] = frozenset()
_KIND_OTHERWISE = {Kind.LIST: -0.15, Kind.TABLE: -0.25, Kind.CODE: -0.5, Kind.FORMULA: -0.2}


@dataclass(slots=True, eq=False)
class Weighed:
    """A unit with its worth to the question; equal to itself alone, so that finding its place is cheap.

    Not frozen, because there are dozens to a question and a frozen one takes three times as long to make.
    """

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


@dataclass(frozen=True, slots=True)
class Weighing:
    """Every unit of the sources, weighed, and what the question's words count for."""

    units: list[Weighed]
    """In reading order."""
    tells: dict[str, float]
    """How much each word of the question tells, summing to 1 unless there are none."""
    alike: dict[str, frozenset[str]]
    """For a word of the question, others that answer to it: of its meaning, or of its family in these passages."""
    known: frozenset[str]
    """Words of the question that some passage or its headings have."""


def weigh(ask: Ask, sources: Sequence[Source], idf: Rarity | None = None) -> Weighing:
    """Weigh every unit of the sources."""
    found = [parts_of(one) for one in sources]
    tells = _rarities(ask, found, idf)
    alike = {word: near for word in tells if (near := ask.alike.get(word, _NONE).union(_family(word, found)))}
    scale = _Scale(
        ask, tells, frozenset(tells), tuple(alike.items()), _NONE.union(*alike.values()), *_fitting(ask.want)
    )
    weighed = []
    known = _NONE
    for number, (source, group) in enumerate(zip(sources, found, strict=True), 1):
        vouched = _SOURCE * source.score - _RANK * (number - 1)
        held = scale.asked & group.words
        known = known.union(held, *(scale.asked & unit.heading for unit in group.units[:1]))
        weighed += [scale.weighed(unit, number, place, vouched, held) for place, unit in enumerate(group.units)]
    return Weighing(weighed, tells, alike, known)


def parts_of(source: Source) -> Parts:
    """The source's passage, taken apart."""
    return parts(source.passage.id, source.passage.path, source.passage.text)


def _family(word: str, found: Sequence[Parts]) -> set[str]:
    """Words of the passages that begin like a longer word: "exposures" for "expose"."""
    if len(word) < 5 or word.isdigit():
        return set()
    start = word[: max(5, len(word) - 2)]
    family: set[str] = set()
    for vocabulary in [group.vocabulary for group in found]:
        at = bisect_left(vocabulary, start)
        while at < len(vocabulary) and vocabulary[at].startswith(start):
            family.add(vocabulary[at])
            at += 1
    family.discard(word)
    return family


def _rarities(ask: Ask, found: Sequence[Parts], idf: Rarity | None) -> dict[str, float]:
    everything = [unit.words for group in found for unit in group.units]
    weights: dict[str, float] = {}
    for word in ask.words:
        if idf is not None:
            weights[word] = idf(word)
            continue
        held = sum([word in content for content in everything])
        rare = _COMMON + math.log(1 + (len(everything) + 1) / (held + 0.5))
        is_carried = word in ask.carried and word not in ask.names
        weights[word] = rare * (0.45 if word in FREQUENT else 1.0) * (_CARRIED if is_carried else 1.0)
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()} if total else {}


@lru_cache
def _fitting(want: Want) -> tuple[dict[Kind, float], frozenset[Kind], Sign | None, float]:
    """What each kind of unit is worth to such a question, the kinds that fit it, the sign that does, and its worth."""
    bonus = {kind: _KIND.get(kind, {}).get(want, _KIND_OTHERWISE.get(kind, 0.0)) for kind in Kind}
    fitting = frozenset(kind for kind, wants in _KIND.items() if want in wants)
    return bonus, fitting, *_SHOWS.get(want, (None, 0.0))


@dataclass(frozen=True, slots=True)
class _Scale:
    """All that weighing needs to know of a question, looked up once."""

    ask: Ask
    tells: dict[str, float]
    asked: frozenset[str]
    alike: tuple[tuple[str, frozenset[str]], ...]
    others: frozenset[str]
    """All the words that stand for one of the question's."""
    bonus: dict[Kind, float]
    fitting: frozenset[Kind]
    sign: Sign | None
    worth: float

    def weighed(self, unit: Unit, number: int, place: int, vouched: float, held: frozenset[str]) -> Weighed:
        """The unit on this scale; ``held`` are the asked words of its passage, ``vouched`` what the source adds."""
        tells, asked, kind = self.tells, self.asked, unit.kind
        said = asked & unit.words
        own = sum([tells[word] for word in said])
        carried = own * (_INSIDE if kind is Kind.LIST or kind is Kind.TABLE else 1.0)
        if not self.others.isdisjoint(unit.words):
            implied = self._implied(unit.words) - said
            more = sum([tells[word] for word in implied])
            own, carried, said = own + more, carried + _OTHERWISE * more, said | implied
        about = 0.0
        above, around = asked & unit.heading, asked & unit.nearby
        if above:
            around |= above
        if around:
            led, before = (_HEADING, _NEARBY) if kind in SHORT else (_LED, _LED)
            for word in around:
                worth = tells[word]
                about += worth
                if word not in said:
                    own += worth
                    carried += worth * (led if word in above else before)
        for word in held:
            if word not in said and word not in around:
                carried += _PASSAGE * tells[word]
        fits, bonus = self._fit(unit, about)
        pairs = self.ask.pairs
        if not pairs.isdisjoint(unit.pairs):
            bonus += _PAIRS * len(pairs & unit.pairs) / len(pairs)
        return Weighed(unit, number, place, carried + bonus + vouched - unit.drawback, own, fits)

    def _implied(self, said: frozenset[str]) -> set[str]:
        """The question's words that others stand for."""
        return {word for word, others in self.alike if not others.isdisjoint(said)}

    def _fit(self, unit: Unit, about: float) -> tuple[bool, float]:
        """Whether the unit shows what was asked for, and what that is worth."""
        kind = unit.kind
        bonus = self.bonus[kind]
        if bonus > 0 and (kind is Kind.LIST or kind is Kind.TABLE):
            # A list that merely mentions the subject is not the list of it.
            bonus = bonus * about - 0.2 * (1 - about)
        if kind is Kind.CODE and bonus > 0:
            bonus += _TOLD * bool(_INSTRUCTS.search(unit.lead)) - _SHOWN * bool(_RESULTS.search(unit.lead))
        if self.sign is not None:
            shows = self.sign in unit.signs
            return shows or kind in self.fitting, bonus + (self.worth if shows else 0.0)
        if self.ask.want is Want.DEFINITION or self.ask.want is Want.GIST:
            defined = defines(unit, self.ask.words)
            return defined > 0, bonus + defined
        return True, bonus


def alike(one: Unit, other: Unit) -> bool:
    """Whether two units say the same in nearly the same words."""
    least = min(len(one.words), len(other.words))
    return not least or len(one.words & other.words) / least > 0.8
