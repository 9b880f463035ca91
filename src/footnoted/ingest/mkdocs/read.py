"""Reads one MkDocs page: Python-Markdown makes it HTML as MkDocs does, and the HTML becomes sections.

Runs no extension but those of Python-Markdown and PyMdown that it knows to be harmless. Knows no routes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import markdown

from footnoted.domain.text import clean
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.endless import refuse_endless
from footnoted.ingest.formats.html.read import reading_of
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.page.sheet import flat
from footnoted.ingest.manuscript import Leaf, Reading, Unreadable, missing_files

_META_LINE = re.compile(r"[ ]{0,3}(?P<key>[A-Za-z0-9_-]+):\s*(?P<value>.*)")
_API_DOCS = re.compile(r"^:::[ \t]+\S.*\n?(?:(?:[ \t]+\S.*)?\n)*", re.MULTILINE)
_MACRO = re.compile(r"\{\{\s*(?P<name>[\w.]+)?[^{}]*\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_INCLUDED = re.compile(r"^[ \t]*\{\*[ \t]+(\S+)[^\n]*?\*\}[ \t]*$", re.MULTILINE)
"""``{* path ln[1:4] hl[2] *}``: a file's code, with lines chosen and marked."""
_ANNOTATION = re.compile(r'(?:<span class="w">\s*</span>|[ \t])*<span class="c[\w ]*">[^<\w]*\(\d+\)!?[^<\w]*</span>')
_TAB_LABEL = re.compile(r'<label for="__tabbed_[^"]*">(.*?)</label>', re.DOTALL)
_LONGEST = 2_000_000
"""Characters; Python-Markdown takes more than proportionally long for longer pages."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """What mkdocs.yml says about how pages look."""

    extensions: tuple[str, ...]
    configs: Mapping[str, Mapping[str, Any]] = field(repr=False)
    variables: Mapping[str, Any] | None = None
    """What ``{{ name }}`` stands for; None where no plugin replaces it."""
    has_api_docs: bool = False
    """Whether ``::: module`` asks for documentation made from code."""
    includes_code: bool = False
    """Whether ``{* path *}`` asks for a file's code, which lies outside of the pages and is not read."""


def read(leaf: Leaf, root: Path, rendering: Rendering) -> Reading:
    """The page as a reader sees it. Raises Unreadable."""
    text = text_of(leaf.path)
    if len(text) > _LONGEST:
        raise Unreadable("too long for one page")
    refuse_endless(text)
    front, body, warning = front_matter(text)
    if rendering.has_api_docs:
        body = _API_DOCS.sub("\n", body)
    if rendering.variables is not None:
        body = _MACRO.sub(lambda match: _variable(match["name"], rendering.variables or {}), body)
    missing: tuple[str, ...] = ()
    if rendering.includes_code:
        missing = missing_files(_INCLUDED.findall(body))
        body = _INCLUDED.sub("", body)
    converter = markdown.Markdown(
        extensions=list(rendering.extensions),
        extension_configs={name: dict(config) for name, config in rendering.configs.items()},
    )
    page = reading_of(_plainer(converter.convert(body)), leaf.name)
    front_title = front.get("title")
    title = flat(clean(str(front_title))) if front_title not in (None, "") else page.title
    return replace(page, title=title, warnings=(*((warning,) if warning else ()), *missing))


def _plainer(html: str) -> str:
    """Without what Material's scripts take away: code annotations; a tab's label leads in what is under it."""
    html = _ANNOTATION.sub("", html)
    return _TAB_LABEL.sub(r"<p>\1:</p>", html)


def front_matter(text: str) -> tuple[dict[str, Any], str, str]:
    """Like ``split_front_matter``; MkDocs also takes ``Key: value`` lines at the very top for it.

    >>> front_matter("Title: A\\nAuthors: B\\n    C\\n\\nWords")
    ({'title': 'A', 'authors': 'B C'}, 'Words', '')
    """
    if text.startswith("---"):
        return split_front_matter(text)
    meta: dict[str, Any] = {}
    lines = text.lstrip("\n").split("\n")
    key = ""
    while lines:
        match = _META_LINE.match(lines[0])
        if match:
            key = match["key"].lower().strip()
            meta[key] = match["value"].strip()
        elif key and lines[0].startswith("    ") and lines[0].strip():
            meta[key] = f"{meta[key]} {lines[0].strip()}"
        else:
            break
        lines.pop(0)
    if not meta:
        return {}, text, ""
    return meta, "\n".join(lines).lstrip("\n"), ""


def _variable(name: str | None, variables: Mapping[str, Any]) -> str:
    value: Any = variables
    for part in (name or "").split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return str(value) if isinstance(value, str | int | float) else ""
