"""VitePress: where it publishes each page, and its heading ids.

https://vitepress.dev/guide/routing
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import Ignored
from footnoted.ingest.files.included import included_files
from footnoted.ingest.files.walk import folder_title
from footnoted.ingest.formats.code.javascript.literals import UNKNOWN
from footnoted.ingest.formats.code.javascript.module import read_module
from footnoted.ingest.formats.settings_file import mapping, string, strings
from footnoted.ingest.generators.markdown_site.pages import Rendering, Survey, files_in, in_order, numbered
from footnoted.ingest.generators.vitepress.page import named_files, prepared
from footnoted.ingest.manuscript import Manuscript, Unreadable, unrun

_ENDINGS = ("ts", "mts", "js", "mjs")
_CHANGING = ("config", "preConfig")
"""Settings that are code, and change how pages read."""
_SPECIAL = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'“”‘’<>,.?/]+")
_DYNAMIC = re.compile(r"\[[^\[\]]+\]")


def slug(text: str) -> str:
    """
    >>> slug("2. Measure & cut"), slug("Größe – naïve")
    ('_2-measure-cut', 'große-–-naive')
    """
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not 0x300 <= ord(letter) <= 0x36F)
    made = _SPECIAL.sub("-", re.sub(r"[\x00-\x1f]", "", plain)).strip("-")
    return re.sub(r"^(\d)", r"_\1", re.sub(r"-{2,}", "-", made)).lower()


def find(folder: Path) -> Path | None:
    """The configuration file of the VitePress site in this folder, or in its folder docs."""
    places = (folder / ".vitepress", folder / "docs" / ".vitepress")
    files = (place / f"{name}.{end}" for place in places for name in ("config", "config/index") for end in _ENDINGS)
    return next((file for file in files if file.is_file()), None)


def _site_folder(config: Path) -> Path:
    """The folder that ``.vitepress`` is in."""
    return config.parents[2 if config.stem == "index" else 1]


def pages_folder(config: Path) -> Path:
    return _site_folder(config) / string(_configuration(config).get("srcDir"), ".")


def manuscript(config: Path) -> Manuscript:
    """The site: pages of the sidebar first, then the others."""
    settings = _configuration(config)
    folder = pages_folder(config)
    rendering = Rendering(
        numbered(slug),
        partial(prepared, folder=folder, slug=slug),
        has_alerts=True,
        makes_ids_first=True,
        levels_with_ids=_levels(mapping(mapping(settings.get("markdown")).get("anchor")).get("level")),
    )
    survey = Survey(_site_folder(config), rendering)
    base = "/" + string(settings.get("base"), "/").strip("/")
    base = base if base.endswith("/") else f"{base}/"
    rewrites = settings.get("rewrites")
    rules = rewrites if isinstance(rewrites, dict) else {}
    ignored = Ignored(strings(settings.get("srcExclude")))
    routes: dict[str, Path] = {}
    for path in files_in(folder, (".md",)):
        source = path.relative_to(folder).as_posix()
        if ignored.match(source):
            continue
        if _DYNAMIC.search(source):
            survey.skip(path, "a dynamic route, whose pages only running its loader gives")
            continue
        routes[_route(_rewritten(source, rules), settings.get("cleanUrls") is True)] = path
    theme = settings.get("themeConfig")
    listed = _links(theme.get("sidebar") if isinstance(theme, dict) else None)
    for route in in_order(routes, (_route(_page_of(link), settings.get("cleanUrls") is True) for link in listed)):
        front = survey.front_matter(routes[route])
        if front is not None:
            parts = included_files(text_of(routes[route]), routes[route], partial(named_files, folder=folder))
            survey.add(routes[route], base + route, parts=parts)
    sitemap = settings.get("sitemap")
    site = string(sitemap.get("hostname") if isinstance(sitemap, dict) else None, "")
    assumed = tuple(_assumed(settings))
    title = string(settings.get("title"), "") or folder_title(survey.root)
    changing = (name for name in _CHANGING if mapping(settings.get("markdown")).get(name) is not None)
    return survey.manuscript(
        "vitepress",
        title,
        "/".join(site.split("/")[:3]),
        assumed=assumed,
        settings=base,
        unread=unrun(config.name, (f"markdown.{name}" for name in changing)),
    )


def _assumed(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    defaults = (("base", "/"), ("cleanUrls", "false"), ("srcDir", "."), ("srcExclude", "none"), ("rewrites", "none"))
    if not settings:
        yield "the configuration", "VitePress' defaults"
    for name, default in defaults:
        if settings.get(name) is UNKNOWN and name in settings:
            yield name, default
    markdown = mapping(settings.get("markdown"))
    if any(options.get("slugify") is not None for options in (markdown, mapping(markdown.get("anchor")))):
        yield "markdown.anchor.slugify", "VitePress' own"
    if settings.get("...") is UNKNOWN:
        yield "what is spread into the configuration", "nothing"


def _levels(value: Any) -> frozenset[int]:
    """Headings that get ids: of a number, from it on; of a list, those in it.

    >>> sorted(_levels(2)), sorted(_levels([2, 3])), len(_levels(None))
    ([2, 3, 4, 5, 6], [2, 3], 6)
    """
    first = int(value) if isinstance(value, int | float) else 1
    return frozenset(value if isinstance(value, list) else range(first, 7))


def _configuration(path: Path) -> Mapping[str, Any]:
    try:
        exported = read_module(path, _site_folder(path))
    except (Unreadable, RecursionError):
        exported = None
    return exported if isinstance(exported, dict) else {}


def _route(source: str, clean: bool) -> str:
    """
    >>> _route("a/b.md", False), _route("a/b.md", True), _route("a/index.md", False), _route("index.md", True)
    ('a/b.html', 'a/b', 'a/', '')
    """
    stem = source.removesuffix(".md")
    if stem == "index" or stem.endswith("/index"):
        return stem.removesuffix("index")
    return stem if clean else f"{stem}.html"


_IN_ONE_PART = 2
"""Parameters between two slashes."""


def _rewritten(source: str, rules: Mapping[str, Any]) -> str:
    """
    >>> _rewritten("packages/a/src/b.md", {"packages/:pkg/src/:page.md": ":pkg/:page.md"})
    'a/b.md'
    """
    for pattern, target in rules.items():
        names = re.findall(r":(\w+)\*?", pattern)
        parts = re.split(r":\w+\*?(?:\([^()]*\))?", pattern)
        stars = [star == "*" for star in re.findall(r":\w+(\*?)", pattern)]
        if sum(stars) > 1 or any(part.count(":") > _IN_ONE_PART for part in pattern.split("/")):
            continue  # such a pattern may be written to take forever
        groups = [f"({'.*' if star else '[^/]+?'})" for star in stars]
        expression = "".join(re.escape(part) + group for part, group in zip(parts, [*groups, ""], strict=False))
        match = re.fullmatch(expression, source)
        if match and isinstance(target, str):
            for name, value in zip(names, match.groups(), strict=False):
                target = re.sub(rf":{name}\b\*?", value.replace("\\", r"\\"), target)
            return target
    return source


def _links(sidebar: Any, base: str = "") -> Iterator[str]:
    for item in sidebar if isinstance(sidebar, list) else ():
        if isinstance(item, dict):
            below = string(item.get("base"), base)
            if link := string(item.get("link"), ""):
                yield below + link
            yield from _links(item.get("items"), below)
    for items in sidebar.values() if isinstance(sidebar, dict) else ():
        yield from _links(items if isinstance(items, list) else [items])


def _page_of(link: str) -> str:
    path = link.partition("#")[0].strip("/").removesuffix(".html").removesuffix(".md")
    return f"{path}/index.md".lstrip("/") if link.endswith("/") else f"{path}.md"
