"""Answers in the book's own sentences, without a model: picks the units that answer and puts them in order.

Knows no passage beyond those it is given; how a unit is weighed is in weigh.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence

from footnoted.domain.ports import Brief, LookUp
from footnoted.engine.asks import Ask, Want, read
from footnoted.engine.selected import asks_for_gist, gist, says
from footnoted.engine.signs import Sign
from footnoted.engine.units import Kind
from footnoted.engine.weigh import Rarity, Weighed, alike, weigh
from footnoted.engine.wording import in_order, length_of, written

_LEAST = 0.3
"""A unit that carries less than this share of the question, by itself and its heading, does not answer it."""
_TRUSTED = 0.6
"""From this score on the index found the passage by meaning, so that shared words are not needed."""
_MOST_WORDS = 90
_LONGEST_LIST = 150
_NEWS = 0.15
"""Share of the question that a further sentence must add."""
_CLOSE = 0.88
_CLOSE_ELSEWHERE = 0.93
"""A rival with this share of the best weight may be the answer too; from another passage it needs more."""
_SHORT = (Kind.SENTENCE, Kind.ITEM, Kind.ROW)
_GOES_ON = frozenset((Want.REASON, Want.MANNER, Want.STEPS, Want.SEQUEL))
"""Questions whose answer often runs on into the next sentence."""
_SETTLED = frozenset((Want.NUMBER, Want.FORMULA, Want.YES_OR_NO, Want.LIST, Want.STEPS))
"""Questions that have one answer: once a sentence gives it, other passages are not asked."""
_ENOUGH = 0.95


class ExtractiveWriter:
    """A Writer that quotes; ``idf`` tells how rare a content word is in the whole book, where that is known."""

    def __init__(self, idf: Rarity | None = None) -> None:
        self._idf = idf

    @property
    def name(self) -> str:
        """It is the only writer that needs no model."""
        return "extractive"

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        """One piece a sentence, list, table row, code block or formula; nothing when the passages do not answer."""
        for piece in answer(brief, self._idf):
            yield piece

    async def ping(self) -> None:
        """There is nothing that could be down."""


def answer(brief: Brief, idf: Rarity | None = None) -> Iterator[str]:
    """The pieces of the answer, each with its marker; joined they are the text."""
    follows = brief.earlier and brief.resolved != brief.question
    ask = read(brief.question, brief.resolved, brief.earlier[-1].question if follows else "")
    weighed, tells = weigh(ask, brief.sources, idf)
    wants_gist = brief.from_selection and asks_for_gist(ask)
    chosen = gist(weighed) if wants_gist else _choose(ask, weighed, tells, brief)
    return written(in_order(chosen, weighed))


def _choose(ask: Ask, weighed: Sequence[Weighed], tells: dict[str, float], brief: Brief) -> list[Weighed]:
    """The units that answer, best first; none when even the best does not."""
    ranked = sorted((w for w in weighed if w.weight > 0 and not w.unit.says_nothing), key=lambda w: -w.weight)
    if brief.from_selection:
        ranked = [one for one in ranked if says(ask, one, tells)]
    elif not ranked or not _answers(ranked[0], brief) or _strange(ask, weighed):
        return []
    if not ranked:
        return []
    best = ranked[0]
    chosen = [best]
    if best.unit.kind not in _SHORT:
        return chosen
    length = length_of(best, weighed)
    said = best.unit.words | best.unit.heading
    covered = {word for word in tells if word in said or said & ask.alike.get(word, frozenset())}
    for other in ranked[1:12]:
        if len(chosen) >= _most(ask, best) or other.unit.kind not in _SHORT:
            continue
        added = length_of(other, weighed)
        if length + added > _MOST_WORDS or any(alike(other.unit, one.unit) for one in chosen):
            continue
        news = sum(worth for word, worth in tells.items() if word in other.unit.words and word not in covered)
        if _adds(ask, best, other, news):
            chosen.append(other)
            covered |= other.unit.words
            length += added
    return _as_list(ask, chosen, weighed)


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


def _answers(best: Weighed, brief: Brief) -> bool:
    return best.own >= _LEAST or brief.sources[best.source - 1].score >= _TRUSTED


def _strange(ask: Ask, weighed: Sequence[Weighed]) -> bool:
    """Whether the question is about names that no passage has."""
    return bool(ask.names) and all(
        ask.names.isdisjoint(one.unit.words) and ask.names.isdisjoint(one.unit.heading) for one in weighed
    )


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
    if other.unit.kind is Kind.SENTENCE and other.weight >= (_CLOSE_ELSEWHERE if elsewhere else _CLOSE) * best.weight:
        return True
    if other.fits and not best.fits:
        return other.weight >= 0.7 * best.weight
    return news >= _NEWS and other.weight >= 0.6 * best.weight
