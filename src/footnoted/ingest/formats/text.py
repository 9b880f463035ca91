"""Reads plain text: paragraphs between blank lines, and headings where they are plainly meant."""

from __future__ import annotations

import re
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.page.builder import PageBuilder, flat
from footnoted.ingest.formats.page.fences import fenced
from footnoted.ingest.manuscript import Leaf, Reading

_UNDERLINE = re.compile(r"(=|-|~|\*)\1{2,}[ \t]*")
_NAMED = re.compile(r"(?:chapter|part|book|section|appendix|prologue|epilogue|preface)\b[^.!?]{0,80}\.?", re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*(?:[-*•+]|\d{1,3}[.)])[ \t]+\S")
_LONGEST_HEADING = 120
"""Characters: a line and a half of a terminal."""


def read(leaf: Leaf, root: Path) -> Reading:
    """The page as a reader sees it. Raises Unreadable."""
    builder = PageBuilder()
    title = ""
    for lines in _paragraphs(text_of(leaf.path)):
        heading, rest = _heading(lines)
        if heading and not title and not builder.has_headings:
            title = heading
            builder.show(heading)
        elif heading:
            builder.show(heading)
            builder.open_section(2, heading, "")
        _emit(rest, builder)
    return Reading(title or leaf.name or leaf.path.stem, builder.finished(), "\n".join(builder.visible))


def _paragraphs(text: str) -> list[list[str]]:
    groups = re.split(r"\n(?:[ \t\r\f]*\n)+", text.replace("\r\n", "\n").replace("\f", "\n\n").expandtabs(4))
    return [lines for group in groups if (lines := [line.rstrip() for line in group.split("\n") if line.strip()])]


def _heading(lines: list[str]) -> tuple[str, list[str]]:
    """The paragraph's heading, and what is left of it: a line that is underlined, or alone and called a chapter."""
    first = lines[0].strip()
    if len(first) <= _LONGEST_HEADING:
        if len(lines) > 1 and _UNDERLINE.fullmatch(lines[1]):
            return flat(first), lines[2:]
        if len(lines) == 1 and _NAMED.fullmatch(first):
            return flat(first), []
    return "", lines


def _emit(lines: list[str], builder: PageBuilder) -> None:
    if not lines:
        return
    for line in lines:
        builder.show(line)
    if all(line.startswith("    ") for line in lines):
        builder.emit("code", fenced("\n".join(line[4:] for line in lines), "").text)
    elif _ITEM.match(lines[0]):
        items: list[str] = []
        for line in lines:
            if _ITEM.match(line) or not items:
                items.append(line.strip())
            else:
                items[-1] += " " + line.strip()
        builder.emit("list", "\n".join(items))
    else:
        builder.emit("text", flat(" ".join(lines)))
