"""Jekyll: where it publishes pages, posts and collections, and its heading ids.

Knows the configuration file, not what a theme or a plugin adds. https://jekyllrb.com/docs/permalinks/
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import Ignored, Patterns, glob
from footnoted.ingest.files.included import included_files
from footnoted.ingest.files.walk import folder_title, listed, place_below
from footnoted.ingest.formats.markdown.front_matter import yaml_of
from footnoted.ingest.formats.markdown.slugs import slug
from footnoted.ingest.formats.settings_file import mapping, string
from footnoted.ingest.generators.jekyll.page import Site, data_of, named_files, prepared
from footnoted.ingest.generators.jekyll.permalinks import (
    STYLES,
    categories_of,
    dated,
    filled,
    parts_of_day,
    parts_of_page,
    unknown_parts,
)
from footnoted.ingest.generators.markdown_site.pages import FrontMatter, Rendering, Survey, files_in, numbered
from footnoted.ingest.manuscript import NO_ADDRESS, Manuscript, Unreadable

_WITH_ZONE = re.compile(r"(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?)\s(?P<zone>[+-]\d{4})")
"""A time with a space before its zone, which YAML takes for a text."""
_LEFT_OUT = ("node_modules", "vendor", "Gemfile", "_site")
_MARKDOWN = "markdown,mkdown,mkdn,mkd,md"
# https://github.com/benbalter/jekyll-optional-front-matter
_NO_PAGES = frozenset(
    ["license", "licence", "copying", "code_of_conduct", "contributing", "issue_template", "pull_request_template"]
)
"""Files without front matter that GitHub Pages does not publish."""


def find(folder: Path) -> Path | None:
    """Jekyll's configuration file; Jupyter Book and Hexo have one of the same name."""
    if (folder / "_toc.yml").exists() or (folder / "scaffolds").exists():
        return None
    return next((file for name in ("_config.yml", "_config.yaml") if (file := folder / name).is_file()), None)


def pages_folder(config: Path) -> Path:
    return config.parent


def manuscript(config: Path) -> Manuscript:
    """The site: its pages, then its collections, then its posts."""
    settings = _settings(config)
    base = "/" + string(settings.get("baseurl"), "").strip("/")
    site = Site({**settings, "data": data_of(config.parent / "_data")}, config.parent, base.rstrip("/"))
    look = Rendering(
        numbered(_slug),
        partial(prepared, site=site),
        is_typographic=True,
        has_definitions=True,
        footnotes_id="fn:{label}",
    )
    survey = Survey(site.root, look, later_wins=True)
    endings = tuple(f".{ending.strip()}" for ending in string(settings.get("markdown_ext"), _MARKDOWN).split(","))
    for kind, folder in _folders(site):
        hidden = "." if kind == "posts" or folder != site.root else "._"
        for path in files_in(folder, endings, hidden=hidden):
            _add(path, kind, folder, site, survey)
    return survey.manuscript(
        "jekyll",
        string(settings.get("title"), "") or folder_title(site.root),
        string(settings.get("url"), ""),
        assumed=tuple(_assumed(settings) if settings else [(config.name, "Jekyll's defaults")]),
        routes_are_known_by="" if site.gemfile else "without a Gemfile, as GitHub Pages builds it",
        settings=repr(site.settings),
    )


def _assumed(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "url" in settings and not isinstance(settings["url"], str):
        yield "url", NO_ADDRESS
    if string(settings.get("markdown"), "kramdown").lower() not in ("kramdown", "gfm"):
        yield "markdown: ids of headings", "kramdown's"
    yield from unknown_parts(settings)


def _settings(path: Path) -> Mapping[str, Any]:
    try:
        values = yaml_of(text_of(path))
    except Unreadable:
        values = None
    return values if isinstance(values, dict) else {}


def _folders(site: Site) -> Iterator[tuple[str, Path]]:
    yield "pages", site.root
    included = site.settings.get("include")
    for name in included if isinstance(included, list) else ():
        if isinstance(name, str) and name.startswith("_") and ".." not in name:
            yield "pages", site.root / name
    for name, options in _collections(site.settings).items():
        if name != "posts" and isinstance(options, dict) and options.get("output") is True:
            yield name, site.root / _collections_dir(site) / f"_{name}"
    yield from (("posts", folder) for folder in _folders_of_posts(site.root / _collections_dir(site)))


def _folders_of_posts(root: Path) -> Iterator[Path]:
    """The folders called ``_posts``: the site's own, and those in folders that are their posts' categories."""
    for place, folders, _ in listed(root):
        if "_posts" in folders:
            yield Path(place, "_posts")
        folders[:] = sorted(name for name in folders if name[0] not in "._" and name not in _LEFT_OUT)


def _collections_dir(site: Site) -> str:
    return string(site.settings.get("collections_dir"), "")


def _collections(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    written = settings.get("collections")
    return written if isinstance(written, dict) else {}


def _add(path: Path, kind: str, folder: Path, site: Site, survey: Survey) -> None:
    source = place_below(path, site.root)
    excluded = site.settings.get("exclude")
    patterns = [str(name) for name in excluded] if isinstance(excluded, list) else []
    is_listed = kind == "pages" or folder.parent != site.root / _collections_dir(site)
    if is_listed and Ignored([*patterns, *_LEFT_OUT]).match(source):
        return
    is_readme = path.stem.lower() == "readme" and site.every_file_is_a_page
    if is_readme and any((path.parent / f"index.{end}").is_file() for end in ("md", "html")):
        return  # GitHub Pages takes a readme for a folder's page only where it has no other
    front = survey.front_matter(path)
    if front is None or front.get("published") is False or (kind == "posts" and _is_future(path, site)):
        return
    if not text_of(path).startswith("---") and kind != "posts" and not _is_page_of_github(path, kind, site):
        return
    place = site.root if kind == "pages" else site.root / _collections_dir(site) if kind == "posts" else folder
    route = _route(path.relative_to(place).as_posix(), kind, _with_defaults(source, kind, front, site), site)
    if route is not None:
        survey.add(path, site.base + route, parts=included_files(text_of(path), path, partial(named_files, site=site)))


def _is_page_of_github(path: Path, kind: str, site: Site) -> bool:
    """Whether a file without front matter becomes a page."""
    return kind == "pages" and site.every_file_is_a_page and path.stem.lower() not in _NO_PAGES


def _is_future(path: Path, site: Site) -> bool:
    day = "-".join(path.name.split("-")[:3])
    return day > datetime.date.today().isoformat() and site.settings.get("future") is not True


def _slug(text: str) -> str:
    """An id as kramdown makes it, after it has made dashes and dots typographic.

    >>> _slug("New -- in 2.0...")
    'new--in-20'
    """
    return slug(re.sub(r"-{2,3}|\.{3}", "–", text))


def _with_defaults(source: str, kind: str, front: FrontMatter, site: Site) -> FrontMatter:
    """The front matter, with the configuration's defaults for this path and kind."""
    values: dict[str, Any] = {}
    defaults = site.settings.get("defaults")
    for entry in defaults if isinstance(defaults, list) else ():
        scope = entry.get("scope") if isinstance(entry, dict) else None
        given = entry.get("values") if isinstance(entry, dict) else None
        if not isinstance(scope, dict) or not isinstance(given, dict):
            continue
        below = str(scope.get("path") or "").strip("/")
        reach = Patterns([re.compile(f"(?:{glob(below).pattern})(?:/|\\Z)")], "match")
        if (not below or reach.match(source)) and scope.get("type", kind) == kind:
            values |= given
    return values | dict(front)


def _route(source: str, kind: str, front: FrontMatter, site: Site) -> str | None:
    """The page's address below the base; None for a post without a date."""
    folder, _, name = source.rpartition("/")
    stem = name.rsplit(".", 1)[0]
    style = string(site.settings.get("permalink"), "date")
    own = mapping(_collections(site.settings).get(kind)).get("permalink")
    if kind == "pages":
        pattern = string(front.get("permalink"), _page_pattern(stem, folder, style, site))
        return filled(pattern, parts_of_page(source, kind))
    if kind != "posts":
        default = "/:collection/:path/" if style == "pretty" else "/:collection/:path:output_ext"
        parts = parts_of_page(source, kind, string(front.get("slug"), ""))
        return filled(string(front.get("permalink"), string(own, default)), parts)
    if (found := dated(stem)) is None:
        return None
    day, title = found
    parts = parts_of_page(source, kind, string(front.get("slug"), title))
    categories = categories_of(front, source.split("_posts/")[0].split("/")[:-1])
    parts |= parts_of_day(_day_of(front, site) or day)
    parts |= {"categories": "/".join(categories), "slugified_categories": "/".join(map(slug, categories))}
    return filled(string(front.get("permalink"), string(own, STYLES.get(style, style))), parts)


def _day_of(front: FrontMatter, site: Site) -> datetime.date | None:
    """The day in the front matter, which overrides the one in the file's name; in the site's time zone, if any."""
    value = front.get("date")
    try:
        zone = ZoneInfo(string(site.settings.get("timezone"), "UTC"))
        if isinstance(value, str) and (written := _WITH_ZONE.fullmatch(value)):
            value = datetime.datetime.fromisoformat(f"{written['time']}{written['zone']}")
        if isinstance(value, datetime.datetime):
            return (value if value.tzinfo else value.replace(tzinfo=datetime.UTC)).astimezone(zone).date()
        return datetime.date.fromisoformat(str(value)[:10]) if value else None
    except (ValueError, OSError):  # no such day, or no such place
        return None


def _page_pattern(stem: str, folder: str, style: str, site: Site) -> str:
    below = f"/{folder}/" if folder else "/"
    is_readme = stem.lower() == "readme" and site.every_file_is_a_page
    if stem == "index" or is_readme:
        return below
    if style == "pretty" or style.endswith("/"):
        return f"{below}:basename/"
    return f"{below}:basename:output_ext" if style in STYLES or style.endswith(":output_ext") else f"{below}:basename"
