"""Puts a page's boxes, its notes and warnings, where they are in its passages. Knows letters, no markup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from footnoted.domain.book import Passage
from footnoted.domain.text.box import Box
from footnoted.domain.text.clean import letters
from footnoted.ingest.manuscript import NamedBox
from footnoted.ingest.pictures.place import Spot, spots_of


def boxed(passages: Sequence[Passage], boxes: Sequence[NamedBox]) -> tuple[Passage, ...]:
    """The passages with their boxes; a box inside another is not kept separately."""
    if not boxes:
        return tuple(passages)
    spots = list(spots_of(passages))
    whole = "".join(letter for letter, _, _ in spots)
    found: dict[int, list[Box]] = {}
    at = 0
    for box in boxes:
        start = whole.find(box.begins, at)
        if start < 0:
            continue
        last = whole.find(box.ends, start)
        at = max(last, start) + len(box.ends if last >= 0 else box.begins)
        for position, part in _parts(spots[start:at], box, passages):
            found.setdefault(position, []).append(part)
    return tuple(
        replace(passage, boxes=tuple(found[passage.position]), kept=passage.parts)
        if passage.position in found
        else passage
        for passage in passages
    )


def _parts(spots: Sequence[Spot], box: NamedBox, passages: Sequence[Passage]) -> Iterator[tuple[int, Box]]:
    """The part of the box in each passage, in whole blocks."""
    texts = {passage.position: passage.text for passage in passages}
    title = len(letters(box.title))
    for position in dict.fromkeys(position for _, position, _ in spots):
        counts = [count for _, place, count in spots if place == position and count]
        if not counts:
            continue
        text = texts[position]
        start = text.rfind("\n", 0, counts[0]) + 1
        end = text.find("\n\n", counts[-1])
        named = counts[title - 1] if 0 < title <= len(counts) else start
        # The sign that ends the title belongs to it.
        named += len(text[named:]) - len(text[named:].lstrip(":.!?"))
        yield position, Box(box.kind, start, end if end >= 0 else len(text), named - start if title else 0)
        title = 0
