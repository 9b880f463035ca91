"""Words for links that make a browser scroll to a sentence. Knows the text-fragment syntax, not the book.

A sentence is looked up on its page by its first words, and the page's own words are taken from there until no other
place has the same; words that occur twice get their neighbours too (``before-,words,-after``).
https://wicg.github.io/scroll-to-text-fragment/
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from urllib.parse import quote

from footnoted.domain.text.sentences import sentences
from footnoted.ingest.formats.page.whole_words import UNIT, UNSPACED, WORD
from footnoted.ingest.manuscript import GAP

_CLAUSE = re.compile(rf"(?<=[{UNSPACED}])[{UNSPACED}]*")
"""The rest of what such a script writes together: a browser finds whole words only, and knows where theirs end."""
_MARK = re.compile(r"^\s*(?:(?:[-*+•]|\d{1,4}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?")
"""A list item's marker, and a task's box."""
_UNSEARCHABLE = re.compile(r"\$[^$\n]+\$")
_BLOCK_END = "\n"
"""Between two blocks of the page: a link's words cannot extend across it."""
_KEY = 3
"""Words that a place is looked up by."""
_FEWEST, _MOST = 4, 16
"""Words of a fragment: fewer are easily missed by a browser, more make long links."""
_FEWEST_IN_PART = 8
"""The same on a page of which a part is not known, where the words may be too.

Over FastAPI's documentation without its code, 13 links had words that the missing code repeats: at most four each.
"""
_LABEL = 6
"""Words that our text may have before a sentence and the page has not: ``Note:``, a picture's description."""
_AFTER = 100
"""Characters after a sentence that may be needed to distinguish it from others."""
_LONG_PAGE = 200_000
"""Characters; a longer page is not searched again for every sentence."""
_MANY = 200
"""Places with the same words: a page that repeats itself so often has none to link to."""
_NEIGHBOURS = (3, 6, 12)
"""Words before or after that may distinguish two places with the same words; tried in this order."""
_MOST_COMPARED = 1_000
"""Sentences of a page that get neighbours: each costs a few searches through the whole page."""

Fragments = tuple[tuple[int, str], ...]
"""Where each sentence begins in its passage, and the words that open it there."""


class PageWords:
    """The words that a rendered page shows, block by block, and an index of where they are."""

    def __init__(self, visible: str, headings: Collection[str] = (), *, is_whole: bool = True) -> None:
        """``headings`` are blocks of the page that have marks behind them, such as ``¶``, which are not known here."""
        self._fewest = _FEWEST if is_whole else _FEWEST_IN_PART
        self._headings = frozenset(" ".join(heading.split()) for heading in headings)
        self._text = "\n".join(filter(None, (" ".join(line.split()) for line in visible.split("\n"))))
        self._folded = self._text.casefold()
        self._units: list[str] = []
        self._spans: list[tuple[int, int]] = []
        at = 0
        for line in self._text.split("\n"):
            for unit in UNIT.finditer(line):
                self._units.append(_folded(unit[0]))
                self._spans.append((at + unit.start(), at + unit.end()))
            self._units += [_BLOCK_END]
            self._spans += [(at + len(line), at + len(line))]
            at += len(line) + 1
        self._places: dict[tuple[str, ...], list[int]] = {}
        for place in range(len(self._units)):
            self._places.setdefault(self._key(place), []).append(place)
        self._read_to = 0
        self._compared = 0
        self._taken: set[int] = set()

    def fragments(self, text: str) -> Fragments:
        """For each sentence of the passage the link's words, empty where it has none; passages come in page order."""
        found: list[tuple[int, str]] = []
        at = 0
        for sentence in sentences(text):
            start = max(text.find(sentence, at), at)
            at = start + len(sentence)
            # What follows in the same block distinguishes a short sentence from others.
            block = sentence + text[at:].partition("\n")[0][:_AFTER]
            opening = next((words for units in _openings(block) if (words := self._fragment_for(units))), "")
            found.append((start, opening))
        return tuple(found)

    def _key(self, place: int) -> tuple[str, ...]:
        key = self._units[place : place + _KEY]
        return tuple(key[: key.index(_BLOCK_END) + 1] if _BLOCK_END in key else key)

    def _fragment_for(self, units: list[str]) -> str:
        """The shortest run of the page's words that begins with these and occurs once."""
        places = self._places.get(tuple(units[:_KEY] if len(units) >= _KEY else [*units, _BLOCK_END]), [])
        if not places or len(places) > _MANY:
            return ""
        # Of several places with the same words, the one with the longest match, then the next one in reading order.
        place = max(
            places, key=lambda it: (self._words_in_common(it, units), it not in self._taken, it >= self._read_to, -it)
        )
        self._taken.add(place)
        self._read_to = max(self._read_to, place) if place - self._read_to < len(self._units) // 4 else self._read_to
        alike, length = places, _KEY
        while length < _MOST and self._units[place + length - 1 : place + length] not in ([_BLOCK_END], []):
            if length >= self._fewest and len(places) == 1:
                break
            length += 1
            places = [it for it in places if self._units[it : it + length] == self._units[place : place + length]]
        run = self._run(place, length)
        is_long = self._fewest == _FEWEST or len(UNIT.findall(run)) >= self._fewest
        if not run or (is_long and len(places) == 1 and self._is_unique(run, place, length, alike)):
            return _quoted(run)
        self._compared += 1
        if self._compared > _MOST_COMPARED or len(self._folded) > _LONG_PAGE:
            return ""
        return self._with_neighbours(self._spans[place][0], run)

    def _with_neighbours(self, start: int, run: str) -> str:
        """The run with words before or after it that make it unique on the page."""
        flat = self._folded.replace("\n", " ")
        before, (stop, after) = self._text_before(start), self._text_after(start + len(run))
        for count in _NEIGHBOURS:
            words = " ".join(before.split()[-count:])
            if words and _occurs_once(f"{words} {run}", flat):
                return f"{_quoted(words)}-,{_quoted(run)}"
        for count in _NEIGHBOURS if after else ():
            follows = re.match(rf"(?:\s*\S+){{1,{count}}}", after)
            words = follows[0] if follows else ""
            if words and _occurs_once((run + stop + words).replace("\n", " "), flat):
                return f"{_quoted(run + stop)},-{_quoted(words.strip())}"
        return ""

    def _text_before(self, start: int) -> str:
        """The text right before: in the same block or, at its start, the block above."""
        line = self._text.rfind("\n", 0, start) + 1
        if line < start:
            return self._text[line:start]
        above = self._text[: max(line - 1, 0)].rpartition("\n")[2]
        return "" if above in self._headings or above == GAP else above

    def _text_after(self, end: int) -> tuple[str, str]:
        """The punctuation that ends the block, if nothing else is left of it; and the text that follows."""
        rest, edge, others = self._text[end:].partition("\n")
        if UNIT.search(rest):
            return "", rest
        below = others.partition("\n")[0]
        return rest, "" if below == GAP else edge + below

    def _words_in_common(self, place: int, units: list[str]) -> int:
        pairs = zip(self._units[place : place + _MOST], units, strict=False)
        return next((count for count, (left, right) in enumerate(pairs) if left != right), len(units))

    def _run(self, place: int, length: int) -> str:
        units = self._units[place : place + length]
        count = units.index(_BLOCK_END) if _BLOCK_END in units else len(units)
        if not count:
            return ""
        start, end = self._spans[place][0], self._spans[place + count - 1][1]
        if re.fullmatch(WORD, self._text[start:end]):  # a single word is hardly ever alone
            return ""
        rest = _CLAUSE.match(self._text, end)
        return self._text[start : rest.end() if rest else end]

    def _is_unique(self, run: str, place: int, length: int, alike: list[int]) -> bool:
        """Whether the run occurs once; the index by first words misses a short block inside a longer one."""
        words = self._units[place : place + length]
        words = words[: words.index(_BLOCK_END)] if _BLOCK_END in words else words
        if len(self._folded) > _LONG_PAGE and len(words) >= _KEY:
            return sum(self._units[it : it + len(words)] == words for it in alike) == 1
        return self._folded.count(run.casefold()) == 1


def _openings(sentence: str) -> Iterator[list[str]]:
    """The words a sentence may begin with on the page, as written or behind a label; of a table's row, each cell's."""
    if sentence.startswith(("```", "~~~", "$$")):
        return
    plain = _UNSEARCHABLE.sub(" ", _MARK.sub("", sentence)).replace("`", "")
    if plain.startswith("|"):
        for cell in plain.split("\n")[-1].strip("| ").split("|"):
            yield _units(cell)
        return
    units = _units(plain)
    for skipped in range(min(_LABEL, len(units)) or 1):
        yield units[skipped:]


def _occurs_once(words: str, folded: str) -> bool:
    """Whether the words are in the text once, also where two places overlap."""
    first = folded.find(words.casefold())
    return first >= 0 and folded.find(words.casefold(), first + 1) < 0


def _quoted(words: str) -> str:
    """
    >>> _quoted("well-known, twice")
    'well%2Dknown%2C%20twice'
    """
    return quote(words, safe="").replace("-", "%2D")


def _units(text: str) -> list[str]:
    return [_folded(unit) for unit in UNIT.findall(text)][:_MOST]


def _folded(unit: str) -> str:
    """The same for every way to write it: letters of both cases, both apostrophes."""
    return unit.casefold().replace("’", "'")
