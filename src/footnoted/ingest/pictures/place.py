"""Where on a page its pictures are, found by the lines above them. Knows passages and letters, no markup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from footnoted.domain.book import Passage
from footnoted.domain.picture import Place
from footnoted.domain.text.clean import letters
from footnoted.ingest.manuscript import NamedPicture


def places(pictures: Sequence[NamedPicture], passages: Sequence[Passage]) -> list[Place]:
    """The place of each picture, in reading order; that of the picture before it if the lines above are not found."""
    spots = list(spots_of(passages))
    whole = "".join(letter for letter, _, _ in spots)
    found: list[Place] = []
    at = 0
    for picture in pictures:
        at = _end_of(picture.before, whole, at)
        position, after = spots[at - 1][1:] if at else (passages[0].position if passages else 0, 0)
        found.append(Place(position, after, picture.words))
    return found


def _end_of(lines: Sequence[str], whole: str, start: int) -> int:
    """Where these lines end in the text from ``start`` on; if they are not all found, where fewer of them end."""
    for first in range(len(lines)):
        sought = letters("".join(lines[first:]))
        # The picture before may be under the same lines.
        near = max(0, start - len(sought))
        if sought and (place := whole.find(sought, near)) >= 0:
            return max(start, place + len(sought))
    return start


Spot = tuple[str, int, int]
"""A letter, its passage's position, and the characters of the passage up to it; 0 in a heading, which has none."""


def spots_of(passages: Sequence[Passage]) -> Iterator[Spot]:
    """Each letter of the page in reading order; headings come before their passage."""
    path: tuple[str, ...] = ()
    for passage in passages:
        if passage.path != path:
            kept = sum(1 for old, new in zip(path, passage.path, strict=False) if old == new)
            path = passage.path
            yield from ((letter, passage.position, 0) for letter in letters("".join(path[kept:])))
        for count, sign in enumerate(passage.text, 1):
            yield from ((letter, passage.position, count) for letter in letters(sign))
