"""Undoes what setting a text for paper did to it: heads and feet of pages, margins, words divided at line ends.

RFCs, manual pages and manuals of nroff are such texts. Knows lines, no headings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

Paragraph = list[str]
"""The lines between two blank ones."""

_NUMBER = re.compile(r"\d+")
_FEWEST = 3
"""Times that a head or a foot must occur."""
_SHARE = 0.6
"""Of the distances between them, those that are a page long."""
_OFF = 3
"""Lines by which a page may be longer or shorter."""
_FULL = 0.75
"""The share of the width that a line has at least, if its sentence goes on in the next one."""
_ENDS = re.compile(r"[.!?:;][\"')\]]*$")
_DIVIDED = re.compile(r"(?<![^\W\d_])([^\W\d_]++)[-\u2010]$")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_DIVISIONS = 2
"""Divided words that the text also has whole: then it divides words."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How wide the lines are, and how far those that follow one another are indented."""

    width: int
    body: int
    margin: int


def measure(paragraphs: Sequence[Paragraph]) -> Measure:
    """The measure of most lines."""
    lines = sorted(len(line) for lines in paragraphs for line in lines)
    following = Counter(indent(line) for lines in paragraphs for line in lines[1:])
    margin = min((indent(line) for lines in paragraphs for line in lines), default=0)
    body = following.most_common(1)[0][0] if following else margin
    return Measure(lines[int(0.95 * (len(lines) - 1))] if lines else 0, body, margin)


def indent(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip())


def without_page_ends(lines: Sequence[str]) -> list[Paragraph]:
    """The paragraphs, those that a page's end divides put together."""
    placed = _paragraphs(lines)
    dropped = _page_ends(placed)
    wide = measure([lines for _, lines in placed]).width
    kept: list[Paragraph] = []
    was_cut = False
    for number, (_, found) in enumerate(placed):
        if number in dropped:
            was_cut = True
        elif was_cut and kept and _goes_on(kept[-1][-1], found[0], wide):
            kept[-1] += found
            was_cut = False
        else:
            kept.append(found)
            was_cut = False
    return kept


def joined(lines: Sequence[str], words: Collection[str] | None) -> str:
    """Lines as one; ``words`` are those of a text that divides words, None if it does not.

    >>> joined(["a strange", "recol-", "lection of two-", "weapon fights"], {"two-weapon"})
    'a strange recollection of two-weapon fights'
    """
    parts: list[str] = []
    for line in (" ".join(line.split()) for line in lines):
        begun = _DIVIDED.search(parts[-1]) if parts and line[:1].islower() else None
        if begun is None:
            parts += [" ", line] if parts else [line]
        elif words is None or _is_compound(begun[1], line, words):
            parts.append(line)
        else:
            parts[-1:] = [parts[-1][:-1], line]
    return "".join(parts)


def divided_words(paragraphs: Sequence[Paragraph]) -> Collection[str] | None:
    """The words of a text whose lines divide words; None if they do not."""
    words = {word.lower() for lines in paragraphs for line in lines for word in _WORD.findall(line)}
    divided = 0
    for lines in paragraphs:
        for line, after in pairwise(lines):
            begun, ended = _DIVIDED.search(line), _WORD.match(after.lstrip())
            divided += bool(begun and ended and f"{begun[1]}{ended[0]}".lower() in words)
    return words if divided >= _DIVISIONS else None


def _is_compound(begun: str, line: str, words: Collection[str]) -> bool:
    ended = _WORD.match(line)
    rest = ended[0] if ended else ""
    return f"{begun}{rest}".lower() not in words and f"{begun}-{rest}".lower() in words


def _paragraphs(lines: Sequence[str]) -> list[tuple[int, Paragraph]]:
    """Each with the number of its first line."""
    found: list[tuple[int, Paragraph]] = []
    is_open = False
    for number, line in enumerate(lines):
        if not line.strip():
            is_open = False
        elif is_open:
            found[-1][1].append(line.rstrip())
        else:
            found.append((number, [line.rstrip()]))
            is_open = True
    return found


def _page_ends(placed: Sequence[tuple[int, Paragraph]]) -> set[int]:
    """The lines by themselves that number the pages, and those beside them that are always the same."""
    alone = {number: (at, " ".join(lines[0].split())) for number, (at, lines) in enumerate(placed) if len(lines) == 1}
    by_words: dict[str, list[int]] = {}
    for number, (_, words) in alone.items():
        if _NUMBER.search(words):
            by_words.setdefault(_NUMBER.sub("#", words), []).append(number)
    counting = (numbers for numbers in by_words.values() if _count_pages([alone[number] for number in numbers]))
    ends = {number for numbers in counting for number in numbers}
    beside = {near for number in ends for near in (number - 1, number + 1) if near in alone and near not in ends}
    often = Counter(alone[number][1] for number in beside)
    return ends | {number for number, (_, words) in alone.items() if often[words] >= _FEWEST}


def _count_pages(lines: Sequence[tuple[int, str]]) -> bool:
    """Whether the lines count upwards, a page's length apart."""
    if len(lines) < _FEWEST:
        return False
    counts = [int(_NUMBER.findall(words)[-1][:9]) for _, words in lines]
    lengths = [after - before for (before, _), (after, _) in pairwise(lines)]
    page = median(lengths)
    steady = sum(
        after == before + 1 and abs(length - page) <= _OFF
        for (before, after), length in zip(pairwise(counts), lengths, strict=True)
    )
    return steady >= _SHARE * len(lengths)


def _goes_on(line: str, after: str, wide: int) -> bool:
    return indent(after) <= indent(line) and len(line) >= _FULL * wide and not _ENDS.search(line)
