"""Aligns one sentence with another: the longest common runs of tokens first, one to one, in any order.

Says which token matches which, and what is opposite the others. Does not judge.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from footnoted.engine.check.support.tokens import Kind, Token

_RUN = 5
"""How many tokens in a row may differ from the source and still have a place in it."""
_SLACK = 3
"""How many more tokens the source may have in that place."""
_MOST_PAIRS, _FEWEST_PLACES = 200_000, 20
"""How many places of the source all tokens of a claim are compared with together, and how many each at least: no two
sentences that anyone writes have as many words in common, and "7 7 7 …" would cost its square, and more."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A run of tokens that both sentences have."""

    claim: int
    source: int
    length: int


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a token of the claim would be in the source."""

    places: tuple[int, ...]
    """The free ones between its neighbours' places, where these are near."""
    is_tight: bool
    """Whether the neighbours are close and in order, so that what is in the slot is in the token's place."""
    is_even: bool
    """Whether claim and source have as many tokens there."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where each token of the claim is in the source, or -1; and which tokens of the source are taken."""

    claim: tuple[Token, ...]
    source: tuple[Token, ...]
    places: list[int]
    taken: list[bool]
    tiles: list[Tile]
    before: list[int]
    """For each token of the claim the nearest before it that has a place, or -1."""
    after: list[int]
    """The nearest after it; as many as the claim has tokens where there is none."""

    def has_aligned_neighbour(self, at: int) -> bool:
        """Whether one of the token's neighbours is also its neighbour in the source."""
        place = self.places[at]
        return (at > 0 and place > 0 and self.places[at - 1] == place - 1) or (
            at + 1 < len(self.places) and self.places[at + 1] == place + 1
        )

    def slot(self, at: int) -> Slot:
        before, after = self.before[at], self.after[at]
        left = self.places[before] if before >= 0 else -1
        right = self.places[after] if after < len(self.claim) else len(self.source)
        width = right - left - 1
        is_open = before < 0 or after == len(self.claim)  # at an end of the claim the source may go on
        run = after - before - 1
        is_near = (before >= 0 or after < len(self.claim)) and run <= _RUN and width >= 0
        is_tight = is_near and (is_open or width <= run + _SLACK)
        near = range(left + 1, right)
        if is_open:
            near = range(left + 1, left + 2 + run) if after == len(self.claim) else range(right - 1 - run, right)
        free = tuple(place for place in near if left < place < right and not self.taken[place]) if is_tight else ()
        return Slot(free, is_tight, width == run)


def align(claim: tuple[Token, ...], source: tuple[Token, ...]) -> Alignment:
    """The alignment of the claim with one sentence of the source."""
    places, taken = [-1] * len(claim), [False] * len(source)
    tiles: list[Tile] = []
    # Of tiles with the same rank the first found goes first.
    waiting = [
        (*_rank(tile, claim, len(source)), at, tile) for at, tile in enumerate(_meaningful(_runs(claim, source), claim))
    ]
    heapify(waiting)
    number = len(waiting)
    while waiting:
        tile = heappop(waiting)[-1]
        free = _free(tile, places, taken)
        if len(free) == 1 and free[0].length == tile.length:
            _take(tile, places, taken)
            tiles.append(tile)
            continue
        for part in _meaningful(free, claim):
            heappush(waiting, (*_rank(part, claim, len(source)), number, part))
            number += 1
    _take_lone_grammar(claim, source, places, taken, tiles)
    tiles.sort(key=lambda tile: tile.claim)
    return Alignment(claim, source, places, taken, tiles, *_nearest_placed(places))


def _nearest_placed(places: list[int]) -> tuple[list[int], list[int]]:
    """For each token the nearest before it and after it that has a place, in one pass each way.

    >>> _nearest_placed([-1, 4, -1, -1, 0])
    ([-1, -1, 1, 1, 1], [1, 4, 4, 4, 5])
    """
    before, after = [-1] * len(places), [len(places)] * len(places)
    for at in range(1, len(places)):
        before[at] = at - 1 if places[at - 1] >= 0 else before[at - 1]
    for at in range(len(places) - 2, -1, -1):
        after[at] = at + 1 if places[at + 1] >= 0 else after[at + 1]
    return before, after


def _runs(claim: tuple[Token, ...], source: tuple[Token, ...]) -> list[Tile]:
    """All common runs that cannot be made longer."""
    where: dict[str, list[int]] = {}
    most = max(_FEWEST_PLACES, _MOST_PAIRS // max(1, len(claim)))
    for place, token in enumerate(source):
        places = where.setdefault(token.key, [])
        if len(places) < most:
            places.append(place)
    found: list[Tile] = []
    open_: dict[int, int] = {}  # the source place a run goes on at → where in the claim it began
    for at, token in enumerate(claim):
        goes_on: dict[int, int] = {}
        for place in where.get(token.key, ()):
            goes_on[place + 1] = open_.pop(place, at)
        found += [Tile(began, place - (at - began), at - began) for place, began in open_.items()]
        open_ = goes_on
    found += [Tile(began, place - (len(claim) - began), len(claim) - began) for place, began in open_.items()]
    return found


def _rank(tile: Tile, claim: tuple[Token, ...], size: int) -> tuple[float, float]:
    """Content first, then length, then the place that fits best."""
    weight = tile.length + sum(2 for token in claim[tile.claim : tile.claim + tile.length] if token.is_content)
    return -weight, abs(tile.claim / max(1, len(claim)) - tile.source / max(1, size))


def _free(tile: Tile, places: list[int], taken: list[bool]) -> list[Tile]:
    """The parts of a tile that nothing has taken yet."""
    parts: list[Tile] = []
    began = -1
    for step in range(tile.length + 1):
        is_free = step < tile.length and places[tile.claim + step] < 0 and not taken[tile.source + step]
        if is_free and began < 0:
            began = step
        elif not is_free and began >= 0:
            parts.append(Tile(tile.claim + began, tile.source + began, step - began))
            began = -1
    return parts


def _meaningful(tiles: list[Tile], claim: tuple[Token, ...]) -> list[Tile]:
    """The runs that say something: those with a content word, or with three grammar words."""
    return [
        tile
        for tile in tiles
        if tile.length > 2
        or any(token.kind is not Kind.GRAMMAR for token in claim[tile.claim : tile.claim + tile.length])
    ]


def _take(tile: Tile, places: list[int], taken: list[bool]) -> None:
    for step in range(tile.length):
        places[tile.claim + step] = tile.source + step
        taken[tile.source + step] = True


def _take_lone_grammar(
    claim: tuple[Token, ...], source: tuple[Token, ...], places: list[int], taken: list[bool], tiles: list[Tile]
) -> None:
    """A grammar word that both have free just once is the same word."""
    free: dict[str, list[int]] = {}
    for place, token in enumerate(source):
        if not taken[place] and token.kind is Kind.GRAMMAR:
            free.setdefault(token.key, []).append(place)
    for at, token in enumerate(claim):
        if places[at] < 0 and token.kind is Kind.GRAMMAR and len(free.get(token.key, ())) == 1:
            tile = Tile(at, free.pop(token.key)[0], 1)
            _take(tile, places, taken)
            tiles.append(tile)
