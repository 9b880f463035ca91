"""Finds toctrees, labels and titles in Sphinx sources without parsing them. Knows the text, not what it renders to.

Fast enough to look at every page of a book each time, which the order of the whole book needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_ADORNMENT = re.compile(r"([!-/:-@[-`{-~])\1{2,}\s*")
_RST_TOCTREE = re.compile(r"(?P<indent>[ \t]*)\.\.[ \t]+toctree::")
_MYST_TOCTREE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,}|:{3,})\{toctree\}")
OPTION = re.compile(r":(?P<name>[\w-]+):[ \t]*+(?P<value>.*)")
"""A line ``:name: value`` below a directive."""
_ENTRY = re.compile(r"(?P<title>.*\S)\s*<(?P<target>[^<>]+)>")
_RST_LABEL = re.compile(r"\.\.[ \t]+_(?P<name>`[^`]+`|(?:\\.|[^:\\])+):[ \t]*")
_MYST_LABEL = re.compile(r"\((?P<name>[^()]+)\)=[ \t]*")
_MYST_HEADING = re.compile(
    r"#{1,6}[ \t]++(?P<title>[^ \t]++(?:[ \t]++(?!#*+[ \t]*+\Z)[^ \t]++)*+)(?:[ \t]++#*+)?[ \t]*"
)
_CAPTIONED = re.compile(
    r"\.\.[ \t]+(?:figure|image|table|code-block|literalinclude|list-table|csv-table)::(?P<rest>.*)"
)
_ROLE = re.compile(r"(?::[\w:.+-]{1,80}:|\{[\w:.+-]{1,80}\})`(?P<text>[^`]*)`")
_LINK = re.compile(r"`(?P<text>[^`<]*+)<[^`>]*+>`_{0,2}|\[(?P<words>[^\[\]]*+)\]\([^)\[]*+\)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class TocTree:
    """One toctree as written."""

    entries: tuple[str, ...]
    glob: bool = False
    reversed: bool = False


@dataclass(slots=True)
class Scan:
    """What one source file says about the book."""

    title: str = ""
    toctrees: list[TocTree] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    """Label → the title or caption that follows it."""


def scan(text: str, is_myst: bool) -> Scan:
    """The file's first title, its toctrees and its labels."""
    lines = text.splitlines()
    found = Scan(toctrees=list(_toctrees(lines)))
    waiting: list[str] = []
    for at, line in _outside_fences(lines) if is_myst else enumerate(lines):
        label = _MYST_LABEL.fullmatch(line) if is_myst else _RST_LABEL.fullmatch(line)
        if label:
            waiting.append(normal_label(label["name"].strip("`").replace("\\", "")))
            continue
        if not line.strip():
            continue
        title = _myst_title(line) if is_myst else _rst_title(lines, at)
        if title:
            found.title = found.title or title
        if waiting:
            if title := title or ("" if is_myst else _caption(lines, at)):
                found.labels.update(dict.fromkeys(waiting, title))
            waiting = []
    return found


def normal_label(name: str) -> str:
    """The name as docutils compares it: in lower case, with single spaces."""
    return " ".join(name.lower().split())


def _outside_fences(lines: list[str]) -> Iterator[tuple[int, str]]:
    fence = ""
    for at, line in enumerate(lines):
        match = _FENCE.match(line)
        if match and not fence:
            fence = match[1]
        elif match and fence and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        elif not fence:
            yield at, line


def _myst_title(line: str) -> str:
    match = _MYST_HEADING.fullmatch(line)
    return without_markup(match["title"]) if match else ""


def _rst_title(lines: list[str], at: int) -> str:
    """The title on this line, if it is under- or overlined."""
    line = lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    is_underlined = _ADORNMENT.fullmatch(below) and len(below.rstrip()) >= min(len(line.rstrip()), 4)
    if _ADORNMENT.fullmatch(line):  # an overline: the title is on the next line
        return without_markup(below.strip()) if at + 2 < len(lines) and lines[at + 2].rstrip() == line.rstrip() else ""
    return without_markup(line.strip()) if is_underlined and not line[0].isspace() else ""


def _caption(lines: list[str], at: int) -> str:
    """What a labelled figure or table is called."""
    match = _CAPTIONED.fullmatch(lines[at])
    if match is None:
        return ""
    if "table" in lines[at]:
        return without_markup(match["rest"].strip())
    words: list[str] = []
    for line in lines[at + 1 :]:
        if line.strip() and not line[0].isspace():
            break
        option = OPTION.fullmatch(line.strip())
        if option and option["name"] == "caption":
            return without_markup(option["value"])
        if words and not line.strip():
            break
        if line.strip() and not option:
            words.append(line.strip())
    return without_markup(" ".join(words))


def without_markup(text: str) -> str:
    """
    >>> without_markup("The ``make`` of :ref:`Words <here>` and *more*"), without_markup("{term}`Tea` `x <y>`_")
    ('The make of Words and more', 'Tea x')
    """
    text = _ROLE.sub(lambda match: re.sub(r"(?:(?<!\s)\s++)?<[^<>]*+>$", "", match["text"]), text)
    text = _LINK.sub(lambda match: (match["text"] or match["words"] or "").rstrip(), text)
    text = re.sub(r"``(.+?)``|`([^`]+)`_{0,2}", lambda match: match[1] or match[2], text)
    text = re.sub(r"\*{1,2}(\S(?:.*?\S)?)\*{1,2}", r"\1", text)
    return re.sub(r"\\(.)", r"\1", text)


def _toctrees(lines: list[str]) -> Iterator[TocTree]:
    at = 0
    while at < len(lines):
        rst, myst = _RST_TOCTREE.match(lines[at]), _MYST_TOCTREE.match(lines[at])
        at += 1
        if not rst and not myst:
            continue
        body: list[str] = []
        depth = len(rst["indent"].expandtabs()) if rst else 0
        while at < len(lines):
            line = lines[at].expandtabs()
            if rst and line.strip() and len(line) - len(line.lstrip()) <= depth:
                break
            if myst and line.strip().startswith(myst["fence"]):
                break
            body.append(line.strip())
            at += 1
        yield _toctree(body)


def _toctree(body: list[str]) -> TocTree:
    entries: list[str] = []
    options: dict[str, str] = {}
    in_yaml = False
    for line in body:
        option = OPTION.fullmatch(line)
        if line == "---":
            in_yaml = not in_yaml
        elif in_yaml:
            name, _, value = line.partition(":")
            options[name.strip()] = value.strip()
        elif option and not entries:
            options[option["name"]] = option["value"]
        elif line and not line.startswith(("..", "%")):
            titled = _ENTRY.fullmatch(line)
            entries.append(titled["target"] if titled else line)
    return TocTree(tuple(entries), "glob" in options, "reversed" in options)
