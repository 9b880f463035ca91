"""Answers in the book's own sentences, without a model: picks the units that answer and puts them in order.

Knows no passage beyond those it is given; how a unit is weighed is in score.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence

from footnoted.domain.ports import Brief, LookUp
from footnoted.engine.extract.compose import in_order, length_of, under_heading, written
from footnoted.engine.extract.definitions import is_entry
from footnoted.engine.extract.features import Sign
from footnoted.engine.extract.old_gate import CERTAIN, meets
from footnoted.engine.extract.quote import quoted
from footnoted.engine.extract.read_question import Ask, Want, asked_at_once
from footnoted.engine.extract.score import Rarity, Weighed, Weighing, alike, parts_of, weigh
from footnoted.engine.extract.selection import asks_for_gist, gist, says
from footnoted.engine.extract.split_passage import SHORT, Kind
from footnoted.engine.extract.superlatives import extreme

_CANDIDATES, _SERIOUS, _NAMED = 8, 0.55, 0.15
"""How many units may turn out to be the answer, the share of the best one's weight that each needs, and what it is
worth that one names the measure asked for, or the condition."""
_MOST_WORDS = 90
_LONGEST_LIST = 150
_NEWS = 0.15
"""Share of the question that a further sentence must add."""
_CLOSE = 0.88
_CLOSE_ELSEWHERE = 0.93
"""A rival with this share of the best weight may be the answer too; from another passage it needs more."""
_GOES_ON = frozenset((Want.REASON, Want.MANNER, Want.STEPS, Want.SEQUEL))
"""Questions whose answer often runs on into the next sentence."""
_SETTLED = frozenset((Want.NUMBER, Want.FORMULA, Want.YES_OR_NO, Want.LIST, Want.STEPS))
"""Questions that have one answer: once a sentence gives it, other passages are not asked."""
_ENOUGH = 0.95
_PLAIN = frozenset((Want.NUMBER, Want.TIME, Want.DEFINITION, Want.FORMULA, Want.CODE))
"""Questions whose answer shows on its surface, so that a unit that shows it goes first."""


class ExtractiveWriter:
    """A Writer that quotes; ``idf`` tells how rare a content word is in the whole book, where that is known."""

    quotes = True

    def __init__(self, idf: Rarity | None = None) -> None:
        self._idf = idf

    @property
    def name(self) -> str:
        """It is the only writer that needs no model."""
        return "extractive"

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        """One piece a sentence, list, table row, code block or formula; nothing when the passages do not answer."""
        pieces = answer(brief, self._idf) if brief.from_selection else quoted(brief.excerpts, brief.sources)
        for piece in pieces:
            yield piece

    async def ping(self) -> None:
        """There is nothing that could be down."""


def answer(brief: Brief, idf: Rarity | None = None) -> Iterator[str]:
    """The pieces of the answer, each with its marker; joined they are the text."""
    follows = brief.earlier and brief.resolved != brief.question
    asks = asked_at_once(brief.question, brief.resolved, brief.earlier[-1].question if follows else "")
    weighing = weigh(asks[0], brief.sources, idf)
    units = weighing.units
    if brief.from_selection and asks_for_gist(asks[0]):
        return written(in_order(gist(units), units))
    chosen = _choose(asks[0], weighing, brief)
    for ask in asks[1:]:
        same = {(one.source, one.place): one for one in units}
        chosen += [same[one.source, one.place] for one in _choose(ask, weigh(ask, brief.sources, idf), brief)]
    return written(in_order(chosen, units))


def _choose(ask: Ask, weighing: Weighing, brief: Brief) -> list[Weighed]:
    """The units that answer, best first; none when even the best does not."""
    ranked: Sequence[Weighed]
    ranked = sorted((w for w in weighing.units if w.weight > 0 and not w.unit.says_nothing), key=lambda w: -w.weight)
    if brief.from_selection:
        ranked = [one for one in ranked if says(ask, one, weighing)]
    else:
        ranked = _from_answer_on(ask, ranked, weighing, brief)
        if ranked and (row := extreme(brief.question, ask, weighing.units)):
            return [row]
    if ranked and ask.want is Want.DEFINITION and is_entry(ranked[0].unit, ask.words):
        return [under_heading(ranked[0])]
    if not ranked or ranked[0].unit.kind not in SHORT:
        return list(ranked[:1])
    return _as_list(ask, _with_more(ask, ranked, weighing), weighing.units)


def _with_more(ask: Ask, ranked: Sequence[Weighed], weighing: Weighing) -> list[Weighed]:
    """The best unit and those that add to it."""
    best, tells = ranked[0], weighing.tells
    chosen = [best]
    length = length_of(best, weighing.units)
    said = best.unit.words | best.unit.heading
    covered = {word for word in tells if word in said or not said.isdisjoint(weighing.alike.get(word, ()))}
    for other in ranked[1:12]:
        if len(chosen) >= _most(ask, best):
            break
        if other.unit.kind not in SHORT or Sign.ABOUT_THE_BOOK in other.unit.signs:
            continue
        news = sum([worth for word, worth in tells.items() if word in other.unit.words and word not in covered])
        if not _adds(ask, best, other, news) or not _same_subject(ask, best, other):
            continue
        added = length_of(other, weighing.units)
        if length + added <= _MOST_WORDS and not any(alike(other.unit, one.unit) for one in chosen):
            chosen.append(other)
            covered |= other.unit.words
            length += added
    return chosen


def _as_list(ask: Ask, chosen: list[Weighed], weighed: Sequence[Weighed]) -> list[Weighed]:
    """Steps are given whole: a list stands in for its items."""
    if ask.want not in (Want.STEPS, Want.LIST):
        return chosen
    items = Counter((one.source, one.unit.block) for one in chosen if one.unit.kind is Kind.ITEM)
    for one in weighed:
        count = items[(one.source, one.unit.block)]
        if count and one.unit.kind is Kind.LIST and one.unit.length <= _LONGEST_LIST:
            is_numbered = ask.want is Want.STEPS and Sign.STEP in one.unit.signs
            return [one] if count > 1 or is_numbered else chosen
    return chosen


def _most(ask: Ask, best: Weighed) -> int:
    many = ask.want in (Want.COMPARISON, Want.STEPS) or best.unit.kind is not Kind.SENTENCE
    return 4 if many else 3


def _from_answer_on(ask: Ask, ranked: Sequence[Weighed], weighing: Weighing, brief: Brief) -> list[Weighed]:
    """The units behind the best one that says what was asked; none if no serious candidate does, or what comes close.

    What comes close is said only when it is marked as such, and a passage was found that is certainly on the subject;
    a number is given or it is not.
    """
    serious = [one for one in ranked[:_CANDIDATES] if one.weight >= _SERIOUS * ranked[0].weight]
    for one in sorted(serious, key=lambda one: _order(ask, one)):
        source = brief.sources[one.source - 1]
        if meets(ask, one, weighing, source.score, parts_of(source).words):
            # Where a number is asked for, what ranks higher but does not give it is beside the point.
            heaviest = one.weight if ask.want is Want.NUMBER else ranked[0].weight
            return [one, *(other for other in ranked if other is not one and other.weight <= heaviest)]
    comes_close = brief.partly_covered and ask.want is not Want.NUMBER and brief.sources[0].score >= CERTAIN
    return list(ranked) if comes_close else []


def _order(ask: Ask, one: Weighed) -> tuple[bool, float]:
    """Candidates that show what was asked for go first, where it shows; one that names it is worth more."""
    unit = one.unit
    said = unit.words | unit.nearby if unit.kind is Kind.ROW else unit.words
    is_named = ask.measure is not None and not ask.measure.names.isdisjoint(said)
    is_condition = ask.want is Want.SEQUEL and Sign.CONDITION in unit.signs
    return ask.want in _PLAIN and not one.fits, -one.weight - _NAMED * (is_named or is_condition)


def _adds(ask: Ask, best: Weighed, other: Weighed, news: float) -> bool:
    """Whether a further sentence says something that the best one does not."""
    follows = other.source == best.source and other.unit.block == best.unit.block and other.place == best.place + 1
    if follows and ask.want in _GOES_ON and other.weight >= 0.4 * best.weight:
        return True
    if ask.want is Want.DEFINITION and best.fits:
        return False
    if ask.want is Want.STEPS and other.source == best.source and other.fits and other.weight >= 0.5 * best.weight:
        return True
    elsewhere = other.source != best.source
    if elsewhere and (other.own < 0.5 * best.own or (best.fits and best.own > _ENOUGH and ask.want in _SETTLED)):
        return False
    if ask.want is Want.COMPARISON and other.unit.heading != best.unit.heading:
        return other.weight >= 0.65 * best.weight
    if ask.want in (Want.COMPARISON, Want.LIST) and other.unit.kind is not Kind.SENTENCE:
        return other.weight >= 0.75 * best.weight
    if other.unit.kind is not Kind.ROW and other.weight >= (_CLOSE_ELSEWHERE if elsewhere else _CLOSE) * best.weight:
        return True
    if other.fits and not best.fits:
        return other.weight >= 0.7 * best.weight
    return news >= _NEWS and other.weight >= 0.6 * best.weight


def _same_subject(ask: Ask, best: Weighed, other: Weighed) -> bool:
    """Whether a row matches all that the best row does, and a unit of another passage has the best one's names."""
    one, two = best.unit, other.unit
    if one.kind is Kind.ROW and two.kind is Kind.ROW:
        return two.words.issuperset(one.words.intersection(ask.words)) or ask.want is Want.COMPARISON
    if best.source == other.source:
        return True
    names = ask.names.intersection(one.words | one.heading | one.nearby)
    return names.issubset(two.words | two.heading | two.nearby)
