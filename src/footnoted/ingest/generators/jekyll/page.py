"""A Jekyll page's Markdown without Liquid, with its includes. Knows the site's settings, no routes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_within
from footnoted.ingest.files.walk import ENDINGS
from footnoted.ingest.formats.markdown.front_matter import yaml_of
from footnoted.ingest.generators.markdown_site.pages import Source, outside_code
from footnoted.ingest.generators.markdown_site.shortcodes import arguments, label, liquid_tags
from footnoted.ingest.manuscript import Unreadable

_ABOVE = r"(?:\A|(?<=\n\n))\{:[ \t]*+(?P<above>[^}\n]*+)\}[ \t]*+\n(?P<heading>#{1,6}[^\n]*+)$"
"""Attributes on a line of their own above a heading."""
_UNDERLINED = r"^(?P<words>[^\n#]++)\n(?P<line>=++|-++)[ \t]*+\n(?=\{:)"
_BELOW = r"^(?P<block>[^\n]*)\n\{:[ \t]*+(?P<below>[^}\n]*+)\}[ \t]*$"
_CONTENTS = r"^(?:[*+-]|\d++\.)[ \t][^\n]*+\n\{:[ \t]*+toc\b[^}\n]*+\}[ \t]*$"
"""A list that is replaced by the page's contents."""
_IN_LINE = r"(?<=[)\]*_`>])\{:[^}\n]*+\}"
_TIGHT = re.compile(r"(?<!\s)\s++(?=\{%-\s*+include)|(?<=-%\})\s++")
"""The white space that an include within ``{%-`` and ``-%}`` removes around it."""
_NO_TEXT = re.compile(r"\{%-?\s*+(?!include|comment|endcomment)|<(?:script|style|iframe|form|nav|svg|template)\b")
"""An included file that computes what it shows, or shows no text."""
_ABBREVIATION = re.compile(r"^[ ]{0,3}\*\[[^\]\n]+\]:[^\n]*$", re.MULTILINE)
_UNSHOWN = re.compile(r"\{%-?\s*(?P<kind>comment|capture)\b.*?(?:\{%-?\s*end(?P=kind)\s*-?%\}|\Z)", re.DOTALL)
_ASSIGN = re.compile(r"\{%-?\s*assign\s+(?P<name>\w+)\s*=\s*[\"'](?P<value>[^\"']*)[\"']\s*-?%\}")
_INCLUDE = re.compile(r"\{%-?\s*+(?P<name>include\w*+)\s++(?P<rest>[^%]*+)%\}")
_INCLUDES = ("include", "include_relative", "include_cached")
_TEXTS = (*ENDINGS, ".txt")
_NESTED = 5
"""Files that include each other; ends one that includes itself."""
_CONTROL = ("if elsif else endif unless endunless for endfor assign capture endcapture case when endcase comment"
            " endcomment link post_url seo toc endhighlight break continue cycle")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Site:
    settings: Mapping[str, Any]
    root: Path
    base: str

    @property
    def every_file_is_a_page(self) -> bool:
        """Whether GitHub Pages builds it: Markdown files need no front matter, and a readme is its folder's page."""
        return not self.gemfile or "github-pages" in self.gemfile

    @property
    def gemfile(self) -> str:
        """The names of the packages that build the site; empty if there is no such file."""
        try:
            return text_of(self.root / "Gemfile")
        except Unreadable:
            return ""


def prepared(source: Source, root: Path, site: Site) -> Source:
    """The page without Liquid, and with the ids of kramdown's attribute lines."""
    cleaned = _without_liquid(source, site, {"site": site.settings, "page": source.front}, 0)
    body = outside_code(
        _UNDERLINED, cleaned.body, lambda it: f"{'#' if it['line'][0] == '=' else '##'} {it['words']}\n"
    )
    body = outside_code(_CONTENTS, body, lambda _: "")
    body = outside_code(_ABOVE, body, lambda it: _with_id(it["heading"], it["above"]))
    body = outside_code(_BELOW, body, lambda it: _with_id(it["block"], it["below"]))
    body = _ABBREVIATION.sub("", outside_code(_IN_LINE, body, lambda _: ""))
    return Source(body, source.front, source.path, cleaned.missing)


def data_of(folder: Path) -> dict[str, Any]:
    """The files in ``_data``, by their names; folders within each other."""
    found: dict[str, Any] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() and not folder.is_symlink() else ():
        if path.is_dir() and not path.is_symlink():
            found[path.name] = data_of(path)
        elif path.suffix in (".yml", ".yaml", ".json") and not path.is_symlink():
            try:
                found[path.stem] = yaml_of(text_of(path))
            except Unreadable:
                continue
    return found


def _without_liquid(source: Source, site: Site, values: Mapping[str, Any], depth: int) -> Source:
    body = _TIGHT.sub("", _UNSHOWN.sub("", source.body))
    values = {**values, **{match["name"]: match["value"] for match in _ASSIGN.finditer(body)}}

    def tag(name: str, rest: str) -> str | None:
        file = _included(name, rest, source.path, site) if depth < _NESTED else None
        if file is None:
            return _tag(name, rest)
        text = text_of(file)
        inner = _without_liquid(Source(text, {}, file), site, {**values, "include": arguments(rest)}, depth + 1)
        is_known = file.suffix.lower() in _TEXTS or not (inner.missing or _NO_TEXT.search(text))
        return inner.body if is_known else _tag(name, rest)

    return liquid_tags(replace(source, body=body), tag, values, in_code=True)


def named_files(text: str, path: Path, site: Site) -> Iterator[Path]:
    found = (_included(match["name"], match["rest"].removesuffix("-"), path, site) for match in _INCLUDE.finditer(text))
    return (file for file in found if file)


def _included(name: str, rest: str, path: Path, site: Site) -> Path | None:
    """The file that a page includes, if it is within the site."""
    if name not in _INCLUDES or not rest.strip():
        return None
    folder = path.parent if name == "include_relative" else site.root / "_includes"
    file = file_within(folder / rest.split()[0].strip("\"'"), site.root)
    return file if file and file.suffix.lower() in (*_TEXTS, ".html") else None


def _with_id(block: str, attributes: str) -> str:
    """A heading with the id that its attributes have; other blocks as they are."""
    own = re.search(r"#([^\s}]+)", attributes)
    return f"{block} {{#{own[1]}}}" if own and block.startswith("#") else block


def _tag(name: str, rest: str) -> str | None:
    if name == "highlight":
        return f"```{rest.split()[0] if rest else ''}"
    if name == "endhighlight":
        return "```"
    if name in _INCLUDES:
        given = arguments(rest)
        words = [given.get(key, "") for key in ("content", "text", "body", "message")]
        shown = label("", given) + "".join(words)
        return f"\n\n{shown.strip()}\n\n" if shown.strip() else None
    return "" if name in _CONTROL.split() else None
