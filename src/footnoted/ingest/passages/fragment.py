"""Words for links that make a browser scroll to a sentence. Knows the text-fragment syntax, not the book.

A sentence is looked up on its page by its first words, and the page's own words are taken from there until no other
place has the same; one that is there twice is told by what is before or after it (``before-,words,-after``).
https://wicg.github.io/scroll-to-text-fragment/
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from urllib.parse import quote

from footnoted.domain.text.sentences import sentences
from footnoted.ingest.manuscript import GAP

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
# Python's \w leaves out vowel signs and joiners: a link would end in the middle of an Arabic or Hindi word.
_SIGNS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff\u200c\u200d"
_UNIT = re.compile(rf"[{_UNSPACED}]|(?:[^\W{_UNSPACED}]|[{_SIGNS}])+")
"""A word, or a character of a script that writes no spaces."""
_CLAUSE = re.compile(rf"(?<=[{_UNSPACED}])[{_UNSPACED}]*")
"""The rest of what such a script writes together: a browser finds whole words only, and knows where theirs end."""
_MARK = re.compile(r"^\s*(?:(?:[-*+•]|\d{1,4}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?")
"""A list item's marker, and a task's box."""
_UNSEARCHABLE = re.compile(r"\$[^$\n]+\$")
_EDGE = "\n"
"""Stands between two blocks of the page, which a link's words cannot reach over."""
_KEY = 3
"""Words that a place is looked up by."""
_FEWEST, _MOST = 4, 16
"""Words of a fragment: fewer are easily missed by a browser, more make long links."""
_LABEL = 6
"""Words that may be before a sentence in our text and not on the page: ``Note:``, the words of a picture."""
_AFTER = 100
"""Characters after a sentence that may be needed to tell it from others."""
_LONG_PAGE = 200_000
"""Characters of a page from which on its words are not gone through again for every sentence."""
_MANY = 200
"""Places with the same words: a page that repeats itself so often has none to link to."""
_BESIDE = (3, 6, 12)
"""Words before or after that tell two places with the same words apart."""
_MOST_TOLD_APART = 1_000
"""Sentences of a page, each of which costs a few searches through all of it."""

Fragments = tuple[tuple[int, str], ...]
"""Where each sentence begins in its passage, and the words that open it there."""


class PageWords:
    """The words that a rendered page shows, block by block, and where each run of them stands."""

    def __init__(self, visible: str, headings: Collection[str] = ()) -> None:
        """``headings`` are blocks of the page that have marks behind them, such as ``¶``, which are not known here."""
        self._headings = frozenset(" ".join(heading.split()) for heading in headings)
        self._text = "\n".join(filter(None, (" ".join(line.split()) for line in visible.split("\n"))))
        self._folded = self._text.casefold()
        self._units: list[str] = []
        self._spans: list[tuple[int, int]] = []
        at = 0
        for line in self._text.split("\n"):
            for unit in _UNIT.finditer(line):
                self._units.append(unit[0].casefold())
                self._spans.append((at + unit.start(), at + unit.end()))
            self._units += [_EDGE]
            self._spans += [(at + len(line), at + len(line))]
            at += len(line) + 1
        self._places: dict[tuple[str, ...], list[int]] = {}
        for place in range(len(self._units)):
            self._places.setdefault(self._key(place), []).append(place)
        self._read_to = 0
        self._told = 0
        self._taken: set[int] = set()

    def fragments(self, text: str) -> Fragments:
        """For each sentence of the passage the link's words, empty where it has none; passages come in page order."""
        found: list[tuple[int, str]] = []
        at = 0
        for sentence in sentences(text):
            start = max(text.find(sentence, at), at)
            at = start + len(sentence)
            # A short sentence is told from others by what follows it in its block.
            block = sentence + text[at:].partition("\n")[0][:_AFTER]
            opening = next((words for units in _openings(block) if (words := self._opened_by(units))), "")
            found.append((start, opening))
        return tuple(found)

    def _key(self, place: int) -> tuple[str, ...]:
        key = self._units[place : place + _KEY]
        return tuple(key[: key.index(_EDGE) + 1] if _EDGE in key else key)

    def _opened_by(self, units: list[str]) -> str:
        """The shortest run of the page's words that begins with these and is there once."""
        places = self._places.get(tuple(units[:_KEY] if len(units) >= _KEY else [*units, _EDGE]), [])
        if not places or len(places) > _MANY:
            return ""
        # Of several places with the same words it is the one that agrees longest, and then the next to come: each
        # sentence of the page is in one of them.
        place = max(places, key=lambda it: (self._agreeing(it, units), it not in self._taken, it >= self._read_to, -it))
        self._taken.add(place)
        self._read_to = max(self._read_to, place) if place - self._read_to < len(self._units) // 4 else self._read_to
        alike, length = places, _KEY
        while length < _MOST and self._units[place + length - 1 : place + length] not in ([_EDGE], []):
            if length >= _FEWEST and len(places) == 1:
                break
            length += 1
            places = [it for it in places if self._units[it : it + length] == self._units[place : place + length]]
        run = self._run(place, length)
        if not run or (len(places) == 1 and self._stands_once(run, place, length, alike)):
            return _quoted(run)
        self._told += 1
        if self._told > _MOST_TOLD_APART or len(self._folded) > _LONG_PAGE:
            return ""
        return self._told_apart(self._spans[place][0], run)

    def _told_apart(self, start: int, run: str) -> str:
        """The run with words before it, or after it, that are beside it nowhere else on the page."""
        flat = self._folded.replace("\n", " ")
        before, (stop, after) = self._above(start), self._below(start + len(run))
        for count in _BESIDE:
            words = " ".join(before.split()[-count:])
            if words and _is_once(f"{words} {run}", flat):
                return f"{_quoted(words)}-,{_quoted(run)}"
        for count in _BESIDE if after else ():
            follows = re.match(rf"(?:\s*\S+){{1,{count}}}", after)
            words = follows[0] if follows else ""
            if words and _is_once((run + stop + words).replace("\n", " "), flat):
                return f"{_quoted(run + stop)},-{_quoted(words.strip())}"
        return ""

    def _above(self, start: int) -> str:
        """What stands right before: in the same block or, where it begins one, in the block above."""
        line = self._text.rfind("\n", 0, start) + 1
        if line < start:
            return self._text[line:start]
        above = self._text[: max(line - 1, 0)].rpartition("\n")[2]
        return "" if above in self._headings or above == GAP else above

    def _below(self, end: int) -> tuple[str, str]:
        """The marks that end the block if nothing else is left of it; and what follows, there or in the block below."""
        rest, edge, others = self._text[end:].partition("\n")
        if _UNIT.search(rest):
            return "", rest
        below = others.partition("\n")[0]
        return rest, "" if below == GAP else edge + below

    def _agreeing(self, place: int, units: list[str]) -> int:
        pairs = zip(self._units[place : place + _MOST], units, strict=False)
        return next((count for count, (left, right) in enumerate(pairs) if left != right), len(units))

    def _run(self, place: int, length: int) -> str:
        units = self._units[place : place + length]
        count = units.index(_EDGE) if _EDGE in units else len(units)
        if count < 2:  # a single word is hardly ever alone
            return ""
        start, end = self._spans[place][0], self._spans[place + count - 1][1]
        rest = _CLAUSE.match(self._text, end)
        return self._text[start : rest.end() if rest else end]

    def _stands_once(self, run: str, place: int, length: int, alike: list[int]) -> bool:
        """A block of a few words may stand within a longer one, which the look-up by first words does not see."""
        words = self._units[place : place + length]
        words = words[: words.index(_EDGE)] if _EDGE in words else words
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


def _is_once(words: str, folded: str) -> bool:
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
    return [unit.casefold() for unit in _UNIT.findall(text)][:_MOST]
