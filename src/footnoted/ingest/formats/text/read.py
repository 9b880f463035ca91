"""Reads plain text: paragraphs between blank lines, and headings where they are plainly meant."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.page.builder import PageBuilder, flat
from footnoted.ingest.formats.page.fences import fenced
from footnoted.ingest.formats.text.outline import numbered_headings, outstanding
from footnoted.ingest.formats.text.paper import Paragraph, divided_words, indent, joined, measure, without_page_ends
from footnoted.ingest.formats.text.table import table_of
from footnoted.ingest.manuscript import Leaf, Reading

_UNDERLINE = re.compile(r"(=|-|~|\*)\1{2,}[ \t]*")
_NAMED = re.compile(r"(?:chapter|part|book|section|appendix|prologue|epilogue|preface)\b[^.!?]{0,80}\.?", re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*(?:[-*•+]|\d{1,3}[.)])[ \t]{1,3}\S")
_LONGEST_HEADING = 120
"""Characters: a line and a half of a terminal."""
_TERM = re.compile(r"\s*(\S(?:.{0,30}?\S)??)(\s{2,})\S")
_SIGN = re.compile(r"\s*(\S{1,12})\s{3,}(\S+ \S.*)")
_SENTENCE = re.compile(r"[.!?:][\"')\]]*$")
_BEFORE_ITEM = re.compile(r"[.!?:;,][\"')\]]*$|\b(?:and|or)$")
_RULE = re.compile(r"\s*([-_=*~])\1{9,}\s*")
"""A line drawn across the page."""
_LONGEST_TERM = 50
_LETTERS = 0.6
"""The share of letters and blanks that prose has at least."""
_FILLED = 0.7
"""The share of lines of a paragraph that have no room for the next line's first word."""
_OFF = 5
"""Characters by which a centred line may have more room on one side."""
_WIDE = 50
"""Characters that long lines have in a text that has centred or filled ones."""
_FRONT = 3
"""Paragraphs among which a title is."""


def read(leaf: Leaf, root: Path) -> Reading:
    """The page as a reader sees it. Raises Unreadable."""
    page = _Page(without_page_ends(_lines(text_of(leaf.path))))
    page.walk()
    return Reading(page.title or leaf.name or leaf.path.stem, page.builder.finished(), "\n".join(page.builder.visible))


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\f", "\n\n").expandtabs(8).split("\n")


class _Page:
    def __init__(self, paragraphs: list[Paragraph]) -> None:
        self.paragraphs = paragraphs
        self.measure = measure(paragraphs)
        self.numbered = numbered_headings(paragraphs)
        self.words: Collection[str] | None = divided_words(paragraphs)
        self.builder = PageBuilder()
        self.title = ""

    def walk(self) -> None:
        for number, lines in enumerate(self.paragraphs):
            heading, rest, level = self.heading(number, lines)
            if heading and level == 1 and not self.title and not self.builder.has_headings:
                self.title = heading
                self.builder.show(heading)
            elif heading:
                self.builder.show(heading)
                self.builder.open_section(max(level, 2), heading, "")
            self.emit(rest)

    def heading(self, number: int, lines: Paragraph) -> tuple[str, Paragraph, int]:
        """The paragraph's heading, what is left of it, and the heading's level; 1 if it may be the title."""
        first = lines[0].strip()
        if number in self.numbered:
            return flat(first), [], 1 + self.numbered[number]
        if len(first) <= _LONGEST_HEADING:
            if len(lines) > 1 and _UNDERLINE.fullmatch(lines[1]):
                return flat(first), lines[2:], 1
            if len(lines) == 1 and _NAMED.fullmatch(first):
                return flat(first), [], 1
        if number < _FRONT and not self.title and all(map(self.is_centred, lines)):
            return flat(first), lines[1:], 1
        if outstanding(lines, self.measure):
            return flat(first), lines[1:], 2 if indent(lines[0]) == self.measure.margin else 3
        return "", lines, 0

    def is_centred(self, line: str) -> bool:
        if self.measure.width < _WIDE or indent(line) < self.measure.body + 4:
            return False
        at = indent(line) + len(line)
        return any(abs(at - left - self.measure.width) <= _OFF for left in (self.measure.margin, self.measure.body))

    def emit(self, lines: Paragraph) -> None:
        for line in lines:
            self.builder.show(line)
        lines = [line for line in lines if not _RULE.fullmatch(line)]
        first_item = _first_item(lines)
        before, items = lines[:first_item], lines[first_item:]
        entry = _entry(before)
        if entry is not None:
            term, before = entry
            self.builder.set_label(term if any(map(str.isalnum, term)) else f"`{term}`")
        if table := table_of(before):
            self.builder.emit("table", table)
        elif entry is not None and self.is_prose(before, max(map(len, before))):
            self.builder.emit("text", joined(before, self.words))
        elif before:
            self.text_or_code(before)
        if items:
            self.items(items)

    def text_or_code(self, lines: Paragraph) -> None:
        least = min(map(indent, lines))
        is_set_off = least >= self.measure.body + 4 and not all(map(self.is_centred, lines))
        if is_set_off and not self.is_prose(lines):
            self.builder.emit("code", fenced("\n".join(line[least:] for line in lines), "").text)
        else:
            self.builder.emit("text", joined(lines, self.words))

    def is_prose(self, lines: Paragraph, width: int = 0) -> bool:
        """Whether lines that are set off are filled as a paragraph is, or one is a sentence."""
        text = " ".join(" ".join(lines).split())
        if sum(character.isalpha() or character == " " for character in text) < _LETTERS * len(text):
            return False
        if len(lines) == 1:
            return bool(_SENTENCE.search(text)) and (width > 0 or text.count(" ") > 2)
        width = width or max(self.measure.width, _WIDE)
        full = [len(line) + 1 + len(after.split(None, 1)[0]) > width for line, after in pairwise(lines)]
        return sum(full) >= _FILLED * len(full)

    def items(self, lines: Paragraph) -> None:
        items: list[Paragraph] = []
        for line in lines:
            if _ITEM.match(line) or not items:
                items.append([line])
            else:
                items[-1].append(line)
        self.builder.emit("list", "\n".join(joined(item, self.words) for item in items))


def _first_item(lines: Paragraph) -> int:
    """Where a list begins: with the paragraph, or where something ends before it."""
    starts = (
        number
        for number, line in enumerate(lines)
        if _ITEM.match(line) and (number == 0 or _BEFORE_ITEM.search(lines[number - 1]))
    )
    return next(starts, len(lines))


def _entry(lines: Paragraph) -> tuple[str, Paragraph] | None:
    """A term and what it means, where this is indented below the term or beside it."""
    if len(lines) < 2:
        sign = _SIGN.fullmatch(lines[0]) if lines else None
        return (sign[1], [sign[2]]) if sign else None
    hang = min(map(indent, lines[1:]))
    if hang < indent(lines[0]) + 2:
        return None
    if (beside := _TERM.match(lines[0])) and beside.end() - 1 == hang:
        return beside[1], [" " * hang + lines[0][hang:], *lines[1:]]
    first = lines[0].strip()
    if len(first) <= _LONGEST_TERM and not _SENTENCE.search(first):
        return flat(first), lines[1:]
    return None
