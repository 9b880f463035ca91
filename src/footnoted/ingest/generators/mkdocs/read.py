"""Reads one MkDocs page: Python-Markdown makes it HTML as MkDocs does, and the HTML becomes sections.

Runs no extension but those of Python-Markdown and PyMdown that it knows to be harmless. Knows no routes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import markdown

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.endless import refuse_endless
from footnoted.ingest.files.included import file_within, included_files
from footnoted.ingest.formats.html.read import reading_of
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.generators.mkdocs.api_docs import ApiDocs, with_api_docs, without_references
from footnoted.ingest.generators.mkdocs.extensions import absent_snippets
from footnoted.ingest.generators.mkdocs.include_markdown import Includes, with_included
from footnoted.ingest.generators.mkdocs.include_markdown import included_in as markdown_in
from footnoted.ingest.generators.mkdocs.macros import Macros, expand, included_in
from footnoted.ingest.generators.mkdocs.snippets import SafeSnippets
from footnoted.ingest.manuscript import GAP, Leaf, Reading, Unreadable, missing_files, unread_text

_META_LINE = re.compile(r"[ ]{0,3}(?P<key>[A-Za-z0-9_-]+):\s*(?P<value>.*)")
_INCLUDED = re.compile(
    r"^(?P<indent>[ \t]*+)\{\*[ \t]++(?P<path>(?:(?!\*\})\S)++)(?P<options>[^\n]*)\*\}[ \t]*$", re.MULTILINE
)
"""``{* path ln[1:4] hl[2] *}``: a file's code, with lines chosen and marked."""
_LINES = re.compile(r"\bln\[(\d+(?::\d+)?(?:,\d+(?::\d+)?)*)\]")
_ANNOTATION = re.compile(
    r'(?:<span class="w">\s*</span>|[ \t]){0,40}<span class="c[\w ]*+">[^<\w]*\(\d++\)!?[^<\w]*</span>'
)
_FENCE = re.compile(
    r"^(?P<head>[ \t]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]+)"
    r"(?P<options>(?:[ \t]+(?:\w+=(?:\"[^\"\n]*\"|'[^'\n]*')|[\w-]+(?!=)))+)(?=[ \t]*$)",
    re.MULTILINE,
)
_OPTION = re.compile(r"""(?<![ \t])[ \t]++(\w++)=(?:"[^"]*"|'[^']*')""")
_OPTIONS = frozenset({"title", "hl_lines", "linenums"})
_TERMINAL = re.compile(
    r"(?P<head>(?:<div[^<>\n]*\btermy[^<>\n]*>|<!--[ \t]*termynal[^<>\n]*-->)\s*^[ \t]*(?P<fence>`{3,}|~{3,})[^\n]*\n)"
    r"(?P<body>.*?)(?=^[ \t]*(?P=fence))",
    re.MULTILINE | re.DOTALL,
)
"""What Termynal plays as a terminal session: it takes tags in the code for colours."""
_COLOUR = re.compile(r"</?(?:span|font|b|i|u|a|em|strong)(?:\s[^<>\n]*)?>")
_TAB_LABEL = re.compile(r'<label for="__tabbed_[^"]*">((?:(?!<label).){0,2000}?)</label>', re.DOTALL)
_LONGEST = 2_000_000
"""Characters; Python-Markdown takes more than proportionally long for longer pages."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """What mkdocs.yml says about how pages look."""

    extensions: tuple[str, ...]
    configs: Mapping[str, Mapping[str, Any]] = field(repr=False)
    macros: Macros | None = None
    """The values of ``{{ name }}``; None without a plugin for it."""
    api_docs: ApiDocs | None = field(default=None, repr=False)
    """Where ``::: module`` takes its text from; None if that is ordinary text."""
    code_root: Path | None = None
    """The folder of paths in ``{* path *}``, which includes code; None if that is ordinary text."""
    within: Path = Path()
    """The folder that such a file must be in."""
    includes: Includes | None = None
    """Where ``{% include-markdown "path" %}`` looks; None without that plugin."""
    snippets: tuple[Path, ...] = ()
    """Where ``--8<-- "path"`` looks."""


def read(leaf: Leaf, root: Path, rendering: Rendering) -> Reading:
    """The page as a reader sees it. Raises Unreadable."""
    text = text_of(leaf.path)
    _refuse(text)
    front, body, warning = front_matter(text)
    missing: tuple[str, ...] = ()
    if rendering.api_docs is not None:
        body, unread = with_api_docs(body, rendering.api_docs)
        missing = unread_text(unread)
    if rendering.includes is not None:
        body, absent = with_included(body, leaf.path, rendering.includes)
        missing += absent
    if rendering.macros is not None:
        body, absent = expand(body, rendering.macros, front)
        missing += absent
    if rendering.code_root is not None:
        body, absent = _with_code(body, rendering)
        missing += absent
    _refuse(body)
    body = _TERMINAL.sub(_without_colours, _FENCE.sub(_known_options, body))
    converter = markdown.Markdown(
        extensions=[_safe(name, rendering) for name in rendering.extensions],
        extension_configs={name: dict(config) for name, config in rendering.configs.items()},
    )
    html = _without_annotations(converter.convert(body))
    page = reading_of(without_references(html) if rendering.api_docs is not None else html, "")
    missing += missing_files(absent_snippets(body, rendering.snippets))
    return replace(_titled(page, front, leaf), warnings=(*((warning,) if warning else ()), *missing))


def _refuse(text: str) -> None:
    if len(text) > _LONGEST:
        raise Unreadable("too long for one page")
    refuse_endless(text)


def _safe(name: str, rendering: Rendering) -> str | SafeSnippets:
    """The extension of this name; our own version of one that reads files."""
    if name != "pymdownx.snippets":
        return name
    return SafeSnippets(rendering.snippets, _LONGEST, **rendering.configs.get(name, {}))


def _titled(page: Reading, front: Mapping[str, Any], leaf: Leaf) -> Reading:
    """The page under its front matter's title; if its first heading differs, its sections are under that heading."""
    if front.get("title") in (None, ""):
        return replace(page, title=page.title or leaf.name)
    title = flat(clean(str(front["title"])))
    sections = page.sections
    if page.title and page.title.casefold() != title.casefold():
        sections = tuple(replace(section, headings=(page.title, *section.headings)) for section in sections)
    return replace(page, title=title, sections=sections)


def other_files(text: str, path: Path, rendering: Rendering) -> Iterator[Path]:
    """The files that template tags and ``{* path *}`` put into this page."""
    if rendering.includes is not None:
        yield from included_files(text, path, partial(markdown_in, includes=rendering.includes))
    if rendering.macros is not None:
        yield from included_in(text, rendering.macros)
    for match in _INCLUDED.finditer(text) if rendering.code_root else ():
        if code := _code_file(match["path"], rendering):
            yield code


def _known_options(fence: re.Match[str]) -> str:
    """A fence without options that only a site's own hook knows, which would keep it from being read as code."""
    return fence["head"] + "".join(match[0] for match in _OPTION.finditer(fence["options"]) if match[1] in _OPTIONS)


def _without_colours(match: re.Match[str]) -> str:
    """A terminal session without its colours."""
    return match["head"] + _COLOUR.sub("", match["body"])


def _code_file(name: str, rendering: Rendering) -> Path | None:
    return file_within((rendering.code_root or Path()) / name, rendering.within)


def _without_annotations(html: str) -> str:
    """The HTML without code annotations, which Material's scripts remove, and with each tab's label above its content.

    The real page shows all labels first, so no link's words may extend from a label to the text beside it here.
    """
    html = _ANNOTATION.sub("", html)
    return _TAB_LABEL.sub(rf"<p>{GAP}\1:{GAP}</p>", html)


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


def _with_code(body: str, rendering: Rendering) -> tuple[str, tuple[str, ...]]:
    """The files that ``{* path ln[1:4] hl[2] *}`` names as code, and a warning about those that are not there."""
    missing: list[str] = []

    def code(match: re.Match[str]) -> str:
        path = _code_file(match["path"], rendering)
        if path is None:
            missing.append(match["path"])
            return match["indent"] + GAP
        lines = text_of(path).splitlines()
        chosen = _LINES.search(match["options"])
        if chosen:
            ranges = [part.partition(":") for part in chosen[1].split(",")]
            spans = [range(int(first), int(last or first) + 1) for first, _, last in ranges]
            lines = [line for number, line in enumerate(lines, 1) if any(number in span for span in spans)]
        block = [f"```{path.suffix[1:]}", *lines, "```"]
        return "\n".join(match["indent"] + line for line in block)

    return _INCLUDED.sub(code, body), missing_files(missing)
