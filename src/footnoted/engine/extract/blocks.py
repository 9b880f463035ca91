"""Takes Markdown apart into its blocks: paragraphs, lists, tables, code, formulas. Knows nothing of sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

_FENCE = re.compile(r"^\s*(```|~~~)")
ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?=\S)")
_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_QUOTE = re.compile(r"^\s*>\s?")
_ADMONITION = re.compile(r"^\s*(?::::\w*|\[!\w+\])")


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    text: str


@dataclass(frozen=True, slots=True)
class List:
    items: tuple[str, ...]
    """Each with its bullet or number."""


@dataclass(frozen=True, slots=True)
class Table:
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    text: str


Block = Heading | Prose | List | Table | Code | Formula


def blocks(text: str) -> Iterator[Block]:
    lines = [_QUOTE.sub("", line) for line in text.splitlines()]
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip() or _ADMONITION.match(line):
            at += 1
            continue
        start, at = at, _end(lines, at)
        yield _block(lines[start:at])


def _end(lines: Sequence[str], start: int) -> int:
    """The line after the block that starts here."""
    line = lines[start]
    if fence := _FENCE.match(line):
        return _after(lines, start, lambda other: other.strip().startswith(fence[1]))
    if line.strip().startswith("$$") and line.strip().count("$$") == 1:
        return _after(lines, start, lambda other: other.strip().endswith("$$"))
    if _HEADING.match(line):
        return start + 1
    end = _end_of_list if ITEM.match(line) else _end_of_lines
    return end(lines, start)


def _end_of_list(lines: Sequence[str], start: int) -> int:
    at = start + 1
    while at < len(lines) and not _starts_verbatim(lines[at]):
        if not lines[at].strip():
            # A blank line inside a list: it goes on if the next line is an item of its kind or an indented text.
            following = lines[at + 1] if at + 1 < len(lines) else ""
            is_next = ITEM.match(following) and following[:1].isdigit() == lines[start][:1].isdigit()
            if not (is_next or following.startswith("  ")):
                break
        at += 1
    return at


def _end_of_lines(lines: Sequence[str], start: int) -> int:
    """Where a paragraph or a table ends."""
    in_table = lines[start].lstrip().startswith("|")
    at = start + 1
    while at < len(lines) and lines[at].strip() and not _starts_verbatim(lines[at]) and not ITEM.match(lines[at]):
        if in_table != lines[at].lstrip().startswith("|"):
            break
        at += 1
    return at


def _starts_verbatim(line: str) -> bool:
    return bool(_FENCE.match(line) or _HEADING.match(line)) or line.strip().startswith("$$")


def _after(lines: Sequence[str], start: int, closes: Callable[[str], bool]) -> int:
    return next((at + 1 for at in range(start + 1, len(lines)) if closes(lines[at])), len(lines))


def _block(lines: Sequence[str]) -> Block:
    first = lines[0]
    if _FENCE.match(first):
        return Code("\n".join(lines))
    if first.strip().startswith("$$"):
        return Formula("\n".join(lines))
    if heading := _HEADING.match(first):
        return Heading(heading[1])
    if first.lstrip().startswith("|") and len(lines) > 1 and _RULE.match(lines[1]):
        return Table(tuple(lines))
    if ITEM.match(first):
        items: list[str] = []
        for line in lines:
            if ITEM.match(line):
                items.append(line.rstrip())
            elif line.strip():
                items[-1] += " " + line.strip()
        return List(tuple(items))
    return Prose(" ".join(line.strip() for line in lines))
