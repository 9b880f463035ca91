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
from footnoted.ingest.generators.markdown_site.pages import Source
from footnoted.ingest.generators.markdown_site.shortcodes import arguments, label, liquid_tags
from footnoted.ingest.manuscript import Unreadable

_ATTRIBUTES = re.compile(r"^([^\n]*)\n\{:\s*+([^}\n]*+)\}[ \t]*$", re.MULTILINE)
_ABBREVIATION = re.compile(r"^[ ]{0,3}\*\[[^\]\n]+\]:[^\n]*$", re.MULTILINE)
_UNSHOWN = re.compile(r"\{%-?\s*(?P<kind>comment|capture)\b.*?(?:\{%-?\s*end(?P=kind)\s*-?%\}|\Z)", re.DOTALL)
_ASSIGN = re.compile(r"\{%-?\s*assign\s+(?P<name>\w+)\s*=\s*[\"'](?P<value>[^\"']*)[\"']\s*-?%\}")
_INCLUDE = re.compile(r"\{%-?\s*+(?P<name>include\w*+)\s++(?P<rest>[^%]*+)%\}")
_INCLUDES = ("include", "include_relative", "include_cached")
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
        """GitHub Pages makes a page of a Markdown file without front matter too, and of a readme the folder's own."""
        return not self.gemfile or "github-pages" in self.gemfile

    @property
    def gemfile(self) -> str:
        """The names of the packages that build the site; empty where there is no such file."""
        try:
            return text_of(self.root / "Gemfile")
        except Unreadable:
            return ""


def prepared(source: Source, root: Path, site: Site) -> Source:
    """Without Liquid, and with the ids of kramdown's attribute lines."""
    cleaned = _without_liquid(source, site, {"site": site.settings, "page": source.front}, 0)
    body = _ABBREVIATION.sub("", _ATTRIBUTES.sub(_attributes, cleaned.body))
    return Source(body, source.front, source.path, cleaned.missing)


def _without_liquid(source: Source, site: Site, values: Mapping[str, Any], depth: int) -> Source:
    body = _UNSHOWN.sub("", source.body)
    values = {**values, **{match["name"]: match["value"] for match in _ASSIGN.finditer(body)}}

    def tag(name: str, rest: str) -> str | None:
        file = _included(name, rest, source.path, site) if depth < _NESTED else None
        if file is None:
            return _tag(name, rest)
        given = {**values, "include": arguments(rest)}
        return _without_liquid(Source(text_of(file), {}, file), site, given, depth + 1).body

    return liquid_tags(replace(source, body=body), tag, values)


def named_files(text: str, path: Path, site: Site) -> Iterator[Path]:
    found = (_included(match["name"], match["rest"].removesuffix("-"), path, site) for match in _INCLUDE.finditer(text))
    return (file for file in found if file)


def _included(name: str, rest: str, path: Path, site: Site) -> Path | None:
    """The Markdown or plain text file that a page includes, if it is within the site."""
    if name not in _INCLUDES or not rest.strip():
        return None
    folder = path.parent if name == "include_relative" else site.root / "_includes"
    file = file_within(folder / rest.split()[0].strip("\"'"), site.root)
    return file if file and file.suffix.lower() in (*ENDINGS, ".txt") else None


def _attributes(match: re.Match[str]) -> str:
    own = re.search(r"#([^\s}]+)", match[2])
    return f"{match[1]} {{#{own[1]}}}" if own and match[1].startswith("#") else match[1]


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
