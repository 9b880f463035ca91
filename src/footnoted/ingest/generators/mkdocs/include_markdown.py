"""Files that mkdocs-include-markdown-plugin puts into a page: ``{% include-markdown "../README.md" %}``.

https://github.com/mondeja/mkdocs-include-markdown-plugin
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import files_matching
from footnoted.ingest.files.included import file_within
from footnoted.ingest.manuscript import GAP, missing_files

PLUGIN = "include-markdown"
_TAG = re.compile(
    r"(?P<indent>(?:^[ \t]+)?)\{%-?\s*include(?P<markdown>-markdown)?\s+"
    r"(?:\"(?P<double>[^\"\n]+)\"|'(?P<single>[^'\n]+)')"
    r"(?P<options>(?:[^%\"']|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')*?)-?%\}",
    re.MULTILINE,
)
_OPTION = re.compile(
    r"(?<![a-z-])(?P<name>[a-z-]++)\s*+=\s*+"
    r"(?:\"(?P<double>(?:\\.|[^\"\\])*+)\"|'(?P<single>(?:\\.|[^'\\])*+)'|(?P<bare>[\w+-]+))"
)
_HEADING = re.compile(r"^(?P<signs>#{1,6})(?=[ \t])", re.MULTILINE)
_NESTED = 5
"""Files that include each other; ends one that includes itself."""


@dataclass(frozen=True, slots=True)
class Includes:
    """Where paths begin, and the folder that such a file must be in."""

    docs: Path
    within: Path


def with_included(body: str, path: Path, includes: Includes, depth: int = 0) -> tuple[str, tuple[str, ...]]:
    """The page with these files inserted, and a warning about those that do not exist."""
    missing: list[str] = []

    def include(match: re.Match[str]) -> str:
        name = match["double"] or match["single"]
        files = _files(name, path, includes) if depth < _NESTED else []
        if not files:
            missing.append(name)
            return match["indent"] + GAP
        options = _options(match["options"])
        texts = []
        for file in files:
            text = _cut(text_of(file), options)
            if options.get("recursive", "true") != "false":
                text, _ = with_included(text, file, includes, depth + 1)
            texts.append(_moved(text, options) if match["markdown"] else text)
        return "\n".join(match["indent"] + line for line in "".join(texts).split("\n"))

    return _TAG.sub(include, body), missing_files(missing)


def included_in(text: str, path: Path, includes: Includes) -> Iterator[Path]:
    """The files that the text asks for."""
    for match in _TAG.finditer(text):
        yield from _files(match["double"] or match["single"], path, includes)


def _options(text: str) -> dict[str, str]:
    """
    >>> _options(' start="<!--a-->" heading-offset=1')
    {'start': '<!--a-->', 'heading-offset': '1'}
    """
    found = {}
    for match in _OPTION.finditer(text):
        quoted = match["double"] if match["double"] is not None else match["single"]
        found[match["name"]] = match["bare"] if quoted is None else re.sub(r"\\(.)", _escaped, quoted)
    return found


def _escaped(match: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t"}.get(match[1], match[1])


def _cut(text: str, options: dict[str, str]) -> str:
    """The text between the marks that the tag names; a mark that is not in the text is ignored."""
    start, end = options.get("start", ""), options.get("end", "")
    if start and start in text:
        text = text.partition(start)[2]
    if end and end in text:
        text = text.partition(end)[0]
    return dedent(text) if options.get("dedent") == "true" else text


def _moved(text: str, options: dict[str, str]) -> str:
    """The text with headings so many levels lower.

    >>> _moved("# A\\n\\n## B", {"heading-offset": "1"})
    '## A\\n\\n### B'
    """
    offset = options.get("heading-offset", "0")
    if not re.fullmatch(r"[+-]?\d+", offset):
        return text
    return _HEADING.sub(lambda match: "#" * min(6, max(1, len(match["signs"]) + int(offset))), text)


def _files(name: str, path: Path, includes: Includes) -> list[Path]:
    """The files that a path or pattern names, if they are within the book."""
    folder = includes.docs if name.startswith("/") else path.parent
    name = name.lstrip("/")
    if re.match(r"[a-z]+:", name):
        return []
    found = files_matching(folder, name) if "*" in name and not name.startswith("..") else [folder / name]
    return [file for file in (file_within(each, includes.within) for each in found) if file]
