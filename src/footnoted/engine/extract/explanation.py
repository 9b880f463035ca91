"""Explains a selected text by its surroundings: its section, what comes before and after, and what defines it.

Uses the book's own sentences; repeats the selection itself only if there is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from footnoted.domain.book import Passage, Source
from footnoted.domain.text.sentences import sentences
from footnoted.domain.text.words import words
from footnoted.engine.extract.quote import cited

_MOST_WORDS = 90
_AFTER = 3
"""Sentences after the selection that may explain it."""
_LONG = 70
"""Words; a longer table or listing is not quoted."""
_PIECE = re.compile(r"[^\W_]+")
FROM_PLACE = "“{place}”:"
"""Precedes a quote, in languages without words for it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The pieces of a reply, and the passages that its markers refer to, from 1."""

    pieces: tuple[str, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence, item, row or block, and the passage it is from."""

    text: str
    passage: Passage
    is_selected: bool

    @property
    def length(self) -> int:
        return len(self.text.split())

    @property
    def is_row(self) -> bool:
        """Of a table; without the others it says nothing."""
        return self.text.startswith("|")


def shown(passages: Sequence[Passage], opening: str = "", from_place: str = FROM_PLACE) -> Explanation:
    """The beginning of a section, quoted: whole sentences up to a screenful, at least one."""
    lines = [_Line(text, passage, False) for passage in passages for text in sentences(passage.text)]
    return _written(opening or _stands_in(passages[0], from_place), _first(lines))


def explained(
    selection: str,
    place: Passage,
    around: Sequence[Passage],
    related: Sequence[Source] = (),
    from_place: str = FROM_PLACE,
) -> Explanation:
    """What the book says around the selection, or about it elsewhere."""
    own = _key(selection)
    related = [source for source in related if source.passage.is_text]
    page = [_line(text, passage, own) for passage in around for text in sentences(passage.text)]
    is_term = not any(line.is_selected for line in page if line.passage.id == place.id)
    if is_term:
        return _written(_stands_in(place, from_place), _of_term(selection, place, page, related))
    section = [line for line in page if line.passage.headings == place.headings]
    chosen = _around(section) or _around(page) or _elsewhere(own, place, related)
    return _written(_stands_in(place, from_place), chosen or _first([line for line in section if line.is_selected]))


def _line(text: str, passage: Passage, own: str) -> _Line:
    key = _key(text)
    return _Line(text, passage, bool(key.strip()) and (key in own or (own in key and len(own) > len(key) / 2)))


def _key(text: str) -> str:
    return f" {' '.join(_PIECE.findall(re.sub(r'[]][(][^])]*+[)]', ']', text).casefold()))} "


def _around(lines: Sequence[_Line]) -> list[_Line]:
    """The section's opening, the sentence before the selection, and what follows it."""
    selected = [at for at, line in enumerate(lines) if line.is_selected]
    if not selected:
        return []
    first, last = selected[0], selected[-1]
    wanted = {0, first - 1, *range(last + 1, last + 1 + _AFTER)}
    of_table = lines[first].is_row
    near = [
        at
        for at in sorted(wanted)
        if 0 <= at < len(lines) and not lines[at].is_selected and (of_table or not lines[at].is_row)
    ]
    return _first([lines[at] for at in near], skip_long=True)


def _of_term(selection: str, place: Passage, page: Sequence[_Line], related: Sequence[Source]) -> list[_Line]:
    """The sentence that defines the term and the next one; else sentences that use the term."""
    own = _key(selection)
    elsewhere = [source.passage for source in related if source.passage.id not in {line.passage.id for line in page}]
    lines = [*page, *(_Line(text, passage, False) for passage in elsewhere for text in sentences(passage.text))]
    using = [at for at, line in enumerate(lines) if own in _key(line.text)]
    if not using:
        return _first([line for line in page if line.passage.id == place.id])

    def rank(at: int) -> tuple[bool, bool]:
        return not _says_what(lines[at].text, own), lines[at].passage.id != place.id

    best = min(using, key=rank)
    behind = [line for line in lines[best + 1 : best + 2] if line.passage.id == lines[best].passage.id]
    return _first([lines[best], *behind])


def _says_what(text: str, own: str) -> bool:
    return (
        re.match(rf"\W*(?:an? |the )?\W*{own.strip()}(?: \w+)? (?:is|are|was|were|means?|a|an|the)\b", _key(text))
        is not None
    )


def _elsewhere(own: str, place: Passage, related: Sequence[Source]) -> list[_Line]:
    """For a selection that is a whole short page: the sentence elsewhere that shares most words with it."""
    asked = set(words(own))
    lines = [
        _Line(text, source.passage, False)
        for source in related[:5]
        if source.passage.id != place.id
        for text in sentences(source.passage.text)
        if _key(text) not in own
    ]
    lines = [line for line in lines if len(asked.intersection(words(line.text))) >= 3 and line.length <= _LONG]
    return sorted(lines, key=lambda line: -len(asked.intersection(words(line.text))))[:1]


def _first(lines: Sequence[_Line], *, skip_long: bool = False) -> list[_Line]:
    kept: list[_Line] = []
    length = 0
    for line in lines:
        if skip_long and line.length > _LONG:
            continue
        if kept and length + line.length > _MOST_WORDS:
            break
        kept.append(line)
        length += line.length
    return kept


def _stands_in(passage: Passage, from_place: str) -> str:
    return from_place.format(place=" › ".join(passage.path))


def _written(opening: str, lines: Sequence[_Line]) -> Explanation:
    passages: dict[str, Passage] = {}
    for line in lines:
        passages.setdefault(line.passage.id, line.passage)
    numbers = {id: number for number, id in enumerate(passages, 1)}
    return Explanation(tuple(_pieces(opening, lines, numbers)), tuple(passages.values()))


def _pieces(opening: str, lines: Sequence[_Line], numbers: dict[str, int]) -> Iterator[str]:
    yield opening
    before: _Line | None = None
    for line in lines:
        is_prose = line.text[:1] not in "-*+|`$0123456789" and "\n" not in line.text
        goes_on = before is not None and is_prose and before.text[:1] not in "-*+|`$"
        gap = " " if goes_on else "\n" if before and not is_prose and before.text[:1] == line.text[:1] else "\n\n"
        yield gap + cited(line.text, numbers[line.passage.id])
        before = line
