"""Whether two parts of a statement changed places, as in "A beats B" and "B beats A".

A clause that moves as a whole is no exchange: only two runs that are in each other's place are.
"""

from __future__ import annotations

from itertools import groupby, pairwise

from footnoted.engine.check.support.align import Alignment, Tile
from footnoted.engine.check.support.tokens import Kind, Token

_NEAR = 1
"""How many tokens may be between a run and the neighbours of the one whose place it took."""
_LIST_END = 3
"""Tokens between an item and the "and" of its list."""
_LINKS = frozenset(("and", "or"))
_SYMMETRIC = _LINKS | {"is", "are", "was", "were", "be", "the", "a", "an"}
"""What is on the two sides of these may change places."""


def are_exchanged(alignment: Alignment) -> bool:
    """Whether any two runs with content, or two names, are in each other's place."""
    return _names_are_exchanged(alignment) or _runs_are_exchanged(alignment)


def _names_are_exchanged(alignment: Alignment) -> bool:
    """Whether the same names are in another order and all else is the same; also "Redux" and "Redux Toolkit"."""
    rest = [
        place for token, place in zip(alignment.claim, alignment.places, strict=True) if token.kind is not Kind.NAME
    ]
    if -1 in rest or any(after < before for before, after in pairwise(rest)):
        return False
    claimed, known = _whole_names(alignment.claim), _whole_names(alignment.source)
    moved = [name for name, other in zip(claimed, known, strict=False) if _keys(name) != _keys(other)]
    same = sorted(map(_keys, claimed)) == sorted(map(_keys, known))
    return same and bool(moved) and not any(name[0].in_list for name in moved)


def _whole_names(tokens: tuple[Token, ...]) -> list[list[Token]]:
    return [list(run) for is_name, run in groupby(tokens, lambda token: token.kind is Kind.NAME) if is_name]


def _keys(name: list[Token]) -> list[str]:
    return [token.key for token in name]


def _runs_are_exchanged(alignment: Alignment) -> bool:
    tiles = alignment.tiles
    return any(
        tiles[second].source < tiles[first].source
        and _has_content(alignment, tiles[first])
        and _has_content(alignment, tiles[second])
        and _took_place_of(alignment, first, tiles[second])
        and _took_place_of(alignment, second, tiles[first])
        and not _may_change_places(alignment, tiles[second], tiles[first])
        for first in range(len(tiles))
        for second in range(first + 2, len(tiles))
    )


def _took_place_of(alignment: Alignment, number: int, other: Tile) -> bool:
    """Whether the other tile's place in the source is the one between the neighbours of this tile."""
    tiles, size = alignment.tiles, len(alignment.source)
    left = tiles[number - 1].source + tiles[number - 1].length if number else 0
    is_last = number + 1 == len(tiles)
    right = size if is_last else tiles[number + 1].source
    before, after = other.source - left, right - other.source - other.length
    return 0 <= before <= (_NEAR if number else size) and 0 <= after <= (size if is_last else _NEAR)


def _may_change_places(alignment: Alignment, first: Tile, second: Tile) -> bool:
    """Items of a list, the two sides of "is", and those of a verb that becomes passive; in the source's order."""
    between = alignment.source[first.source + first.length : second.source]
    if all(token.key in _SYMMETRIC for token in between):
        return True
    onwards = alignment.source[first.source + first.length : second.source + second.length + _LIST_END]
    if alignment.source[second.source].in_list and any(token.key in _LINKS for token in onwards):
        return True
    return any(
        token.key == "by" and place < 0 for token, place in zip(alignment.claim, alignment.places, strict=True)
    ) or any(token.key == "by" and not taken for token, taken in zip(alignment.source, alignment.taken, strict=True))


def _has_content(alignment: Alignment, tile: Tile) -> bool:
    return any(token.is_content for token in alignment.source[tile.source : tile.source + tile.length])
