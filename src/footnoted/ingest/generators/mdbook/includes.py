"""What mdBook puts into a chapter before it is Markdown: ``{{#include}}`` and the like. Reads within the book only.

https://rust-lang.github.io/mdBook/format/mdbook.html#including-files
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_of_repository
from footnoted.ingest.manuscript import GAP, Unreadable

_LINK = re.compile(
    r"(?P<escaped>\\\{\{\s*+#.{0,500}?\}\})|\{\{\s*+#(?P<kind>[a-zA-Z_]++)\s++(?P<rest>[^{}]++)\}\}"
    r"|(?P<unknown>\{\{\s*+#[^{}]*+\}\})"
)
_TARGET = re.compile(r'\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[^\s:]+))\s*(?::(?P<part>\S*))?')
_ANCHOR = re.compile(r"ANCHOR:\s*(?P<name>[\w_-]+)")
_ANCHOR_END = re.compile(r"ANCHOR_END:\s*(?P<name>[\w_-]+)")
_INCLUDES = ("include", "rustdoc_include", "playground", "playpen")
_DEEPEST = 10
"""Depth of nested includes, as in mdBook itself (MAX_LINK_NESTED_DEPTH)."""
_LONGEST = 4_000_000
"""Characters; large files that are included again and again would grow without end."""


@dataclass(slots=True)
class Expanded:
    """A chapter with all of its includes."""

    text: str = ""
    title: str = ""
    """What ``{{#title}}`` says, if anything."""
    missing: list[str] = field(default_factory=list)


def expand(text: str, path: Path, root: Path) -> Expanded:
    """The chapter with every link replaced; one that cannot be followed is reported and leaves a gap."""
    found = Expanded()
    found.text = _replaced(text, path, root, found, 0)
    return found


def named_files(text: str, path: Path, root: Path) -> Iterator[Path]:
    """The files within the book that the text names."""
    for match in _LINK.finditer(text):
        target = _target(match["rest"], path, root)[0] if match["kind"] in _INCLUDES else None
        if target is not None:
            yield target


def _replaced(text: str, path: Path, root: Path, found: Expanded, depth: int) -> str:
    parts: list[str] = []
    at = length = 0
    for match in _LINK.finditer(text):
        before = text[at : match.start()]
        put_in = _content(match, path, root, found, depth)
        # Within a quotation or a list, each further line gets the prefix of the first one.
        indent = (parts[-1] if parts and "\n" not in before else "") + before
        put_in = f"\n{indent.rsplit(chr(10), 1)[-1]}".join(put_in.splitlines())
        length += len(before) + len(put_in)
        if length > _LONGEST:
            raise Unreadable("includes too much text")
        parts += [before, put_in]
        at = match.end()
    return "".join((*parts, text[at:]))


def _content(match: re.Match[str], path: Path, root: Path, found: Expanded, depth: int) -> str:
    if match["escaped"]:
        return match["escaped"][1:]
    kind, rest = match["kind"], match["rest"] or ""
    if kind == "title":
        found.title = rest.strip()
    if kind not in _INCLUDES:  # a title, or a link for another preprocessor
        return ""
    target, part = _target(rest, path, root)
    if target is None or depth >= _DEEPEST:
        found.missing.append(rest.strip())
        return GAP
    try:
        text = text_of(target)
    except Unreadable:
        found.missing.append(rest.strip())
        return GAP
    # rustdoc_include keeps the rest of the file too, but hidden from the reader.
    taken = "\n".join(
        line for line in _part_of_file(text, part) if not _ANCHOR.search(line) and not _ANCHOR_END.search(line)
    )
    if kind in ("playground", "playpen"):
        return f"```rust\n{taken}\n```"
    return _replaced(taken, target, root, found, depth + 1)


def _target(rest: str, path: Path, root: Path) -> tuple[Path | None, str]:
    """The file that is named, if it is within the book, and which part of it."""
    match = _TARGET.match(rest or "")
    if match is None:
        return None, ""
    name = re.sub(r"\\(.)", r"\1", match["quoted"]) if match["quoted"] is not None else match["bare"]
    return file_of_repository(path.parent / name, root), match["part"] or ""


def _part_of_file(text: str, part: str) -> Iterator[str]:
    """The lines of a part: ``5``, ``5:``, ``:10``, ``5:10`` or the name of an anchor.

    >>> list(_part_of_file("a\\nb\\nc", "2:")), list(_part_of_file("a\\n// ANCHOR: x\\nb\\n// ANCHOR_END: x", "x"))
    (['b', 'c'], ['b'])
    """
    lines = text.splitlines()
    start, colon, end = part.partition(":")
    if start and not start.isdecimal():
        yield from _anchored(lines, start)
        return
    first = max(int(start) - 1, 0) if start else 0
    last = int(end) if end.isdecimal() else (first + 1 if start and not colon else len(lines))
    yield from lines[first:last]


def _anchored(lines: list[str], name: str) -> Iterator[str]:
    inside = False
    for line in lines:
        if (end := _ANCHOR_END.search(line)) and end["name"] == name:
            inside = False
        elif (start := _ANCHOR.search(line)) and start["name"] == name:
            inside = True
        elif inside:
            yield line
