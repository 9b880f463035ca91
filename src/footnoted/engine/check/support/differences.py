"""Counts how a claim differs from the sentence it is aligned with: negation, another number, name or amount.

Only where the two sentences run side by side; exchanged roles are in roles.py, the overall result in signals.py.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

from footnoted.engine.check.support.align import Alignment
from footnoted.engine.check.support.lexicon import english
from footnoted.engine.check.support.roles import are_exchanged
from footnoted.engine.check.support.tokens import Kind, Token

_EXACT = (Kind.NAME, Kind.NUMBER)
_SAME_NOT = 4
"""Tokens between two negations that count as one: "no plans, no agenda"."""
_ROUNDED = 0.1
"""How much of a number a rounded one may leave out: "over 180" for 181.7."""


@dataclass(slots=True)
class Differences:
    """How often each kind of difference occurs, and how much of the claim the source has."""

    turns: int = 0
    """Negations and opposites on one side only."""
    exchanged: bool = False
    """Two runs are in each other's place."""
    numbers: int = 0
    names: int = 0
    amounts: int = 0
    content: int = 0
    """The claim's words, names and numbers."""
    aligned: int = 0
    """Of these, those that the sentence has, or synonyms of them."""
    elsewhere: int = 0
    """Of the rest, those that another sentence of the source has."""
    replaced: int = 0
    """Words in the place of another word of the sentence, one for one."""
    missing_numbers: int = 0
    missing_names: int = 0

    @property
    def is_turned(self) -> bool:
        """Two opposites undo each other, and so do an opposite and exchanged roles: "A is above B", "B is below A"."""
        return (self.turns + self.exchanged) % 2 == 1

    @property
    def contradict(self) -> bool:
        return self.is_turned or bool(self.numbers or self.names or self.amounts)

    @property
    def is_one_word_off(self) -> bool:
        """Only one word differs: whether "brass" can replace "glass" is not known."""
        return self.replaced == 1 and self.aligned == self.content - 1

    def add(self, other: Differences) -> None:
        """Add the differences of a part of the claim; its words are already counted."""
        self.turns += other.turns
        self.exchanged = self.exchanged or other.exchanged
        self.numbers += other.numbers
        self.names += other.names
        self.amounts += other.amounts


def differences(alignment: Alignment, elsewhere: Set[str]) -> Differences:
    """What differs; ``elsewhere`` are the keys that the whole source has."""
    judge = _Comparison(alignment, elsewhere)
    for at in range(len(alignment.claim)):
        judge.token(at)
    judge.count_missing_negations()
    judge.found.exchanged = are_exchanged(alignment)
    return judge.found


class _Comparison:
    """Goes through the claim token by token; a token of the source counts for at most one of the claim."""

    def __init__(self, alignment: Alignment, elsewhere: Set[str]) -> None:
        self.alignment, self.elsewhere = alignment, elsewhere
        self.found = Differences()
        self.used: set[int] = set()

    def token(self, at: int) -> None:
        token, place = self.alignment.claim[at], self.alignment.places[at]
        self.found.content += token.is_content
        if place >= 0:
            self.found.aligned += token.is_content
            if token.kind is Kind.NUMBER:
                self._compare_bounds(at, place)
            if token.kind in _EXACT:
                self._displaced(at)
            return
        slot = self.alignment.slot(at)
        facing = [free for free in slot.places if free not in self.used] if slot.is_tight else []
        if any(self._opposes(token, place) for place in facing):
            self.found.aligned += token.is_content
        elif token.kind is Kind.NEGATION:
            self.found.turns += self._is_negation(self.alignment.claim, at, self._is_placed)
        elif token.kind is Kind.AMOUNT:
            self._amount(token, facing, is_tight=slot.is_tight)
        elif token.is_content and not any(self._replaces(at, place) for place in facing):
            self._unmatched(token, facing if slot.is_even else [])

    def _opposes(self, token: Token, place: int) -> bool:
        if not english().opposed(token.base, self.alignment.source[place].base):
            return False
        self.used.add(place)
        self.found.turns += 1
        return True

    def _amount(self, token: Token, facing: list[int], *, is_tight: bool) -> None:
        other = next((place for place in facing if self.alignment.source[place].kind is Kind.AMOUNT), None)
        if other is not None:
            self.used.add(other)
        self.found.amounts += other is not None or (is_tight and token.is_strong)

    def _replaces(self, at: int, place: int) -> bool:
        """Whether the source's token replaces the claim's: another number or name, or a synonym."""
        token, other = self.alignment.claim[at], self.alignment.source[place]
        if token.kind is Kind.WORD:
            if not (other.is_content and english().alike(token.base, other.base)):
                return False
            self.found.aligned += 1
        elif not self._is_of_kind(token.kind, place):
            return False
        elif token.kind is Kind.NAME:
            self.found.names += 1
        elif self._is_within(at, place):
            self.found.aligned += 1
        else:
            self.found.numbers += 1
        self.used.add(place)
        return True

    def _is_of_kind(self, kind: Kind, place: int) -> bool:
        """A sentence's first word may be a name that shows no capital of its own."""
        other = self.alignment.source[place].kind
        return other is kind or (kind is Kind.NAME and place == 0 and other is Kind.WORD)

    def _displaced(self, at: int) -> None:
        """A name or number from elsewhere in the sentence that is in the place of another."""
        if self.alignment.has_aligned_neighbour(at):
            return
        slot = self.alignment.slot(at)
        kind = self.alignment.claim[at].kind
        other = next((place for place in slot.places if place not in self.used and self._is_of_kind(kind, place)), None)
        if slot.is_tight and other is not None:
            self.used.add(other)
            self.found.names += kind is Kind.NAME
            self.found.numbers += kind is Kind.NUMBER

    def _unmatched(self, token: Token, facing: list[int]) -> None:
        if token.key in self.elsewhere:
            self.found.elsewhere += 1
        elif token.kind is Kind.NUMBER:
            self.found.missing_numbers += 1
        elif token.kind is Kind.NAME:
            self.found.missing_names += 1
        if token.kind is Kind.WORD:
            self.found.replaced += any(self.alignment.source[place].is_content for place in facing)

    def _compare_bounds(self, at: int, place: int) -> None:
        """The same number as a bound and as a figure: "more than 40" is not "40"."""
        sign = _sign(self.alignment.claim, at)
        if sign and sign != _sign(self.alignment.source, place):
            self.found.numbers += 1

    def _is_within(self, at: int, place: int) -> bool:
        """Whether the source's number is within the bound that the claim gives, and near it."""
        sign = _sign(self.alignment.claim, at)
        if not sign or _sign(self.alignment.source, place):
            return False
        try:
            bound, value = float(self.alignment.claim[at].key), float(self.alignment.source[place].key)
        except ValueError:
            return False
        is_beyond = value > bound if sign == ">" else value < bound
        return is_beyond and abs(value - bound) <= _ROUNDED * abs(value)

    def count_missing_negations(self) -> None:
        """Count a "not" among the source's aligned words that the claim lacks."""
        for place, token in enumerate(self.alignment.source):
            if token.kind is Kind.NEGATION and not self.alignment.taken[place] and place not in self.used:
                self.found.turns += self._is_negation(self.alignment.source, place, self.alignment.taken.__getitem__)

    def _is_placed(self, at: int) -> bool:
        return self.alignment.places[at] >= 0

    @staticmethod
    def _is_negation(tokens: tuple[Token, ...], at: int, is_aligned: Callable[[int], bool]) -> bool:
        """Whether a "not" is among aligned words; one more in a list, beside an aligned one, only repeats it."""
        near = range(max(0, at - _SAME_NOT), min(len(tokens), at + _SAME_NOT + 1))
        if tokens[at].in_list and any(tokens[it].kind is Kind.NEGATION and is_aligned(it) for it in near if it != at):
            return False
        around = [place for place in (at - 2, at - 1, at + 1, at + 2, at + 3) if 0 <= place < len(tokens)]
        return 2 * sum(map(is_aligned, around)) > len(around)


def _sign(tokens: tuple[Token, ...], at: int) -> str:
    """Whether the number is a lower bound, ">", an upper one, "<", or neither."""
    for before in range(at - 1, max(-1, at - 3), -1):
        if sign := english().bounds.get(tokens[before].base):
            return sign
        if tokens[before].key not in ("than", "the"):
            break
    return ""
