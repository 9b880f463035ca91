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

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.globs import Ignored
from footnoted.ingest.files.included import included_files
from footnoted.ingest.files.walk import ENDINGS, folder_title, place_below
from footnoted.ingest.formats.markdown.front_matter import yaml_of
from footnoted.ingest.formats.markdown.slugs import slug
from footnoted.ingest.formats.settings_file import string
from footnoted.ingest.generators.jekyll.page import Site, named_files, prepared
from footnoted.ingest.generators.markdown_site.pages import FrontMatter, Rendering, Survey, files_in, numbered
from footnoted.ingest.manuscript import NO_ADDRESS, Manuscript, Unreadable

_STYLES = {
    "date": "/:categories/:year/:month/:day/:title:output_ext",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "ordinal": "/:categories/:year/:y_day/:title:output_ext",
    "none": "/:categories/:title:output_ext",
}
_DATED = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})-(?P<title>.+)")
_PART = re.compile(r":([a-z_]+)")
_LEFT_OUT = ("node_modules", "vendor", "Gemfile", "_site", "README.md")


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
    site = Site(settings, config.parent, base.rstrip("/"))
    look = Rendering(
        numbered(_slug),
        partial(prepared, site=site),
        is_typographic=True,
        has_definitions=True,
        footnotes_id="fn:{label}",
    )
    survey = Survey(site.root, look)
    for kind, folder in _folders(site):
        hidden = "." if kind == "posts" or folder != site.root else "._"
        for path in files_in(folder, ENDINGS, hidden=hidden):
            _add(path, kind, folder, site, survey)
    assumed = [("url", NO_ADDRESS)] if "url" in settings and not isinstance(settings["url"], str) else []
    return survey.manuscript(
        "jekyll",
        string(settings.get("title"), "") or folder_title(site.root),
        string(settings.get("url"), ""),
        assumed=tuple(assumed if settings else [(config.name, "Jekyll's defaults")]),
        routes_are_known_by="" if site.gemfile else "without a Gemfile, as GitHub Pages builds it",
        settings=repr(settings),
    )


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
            yield name, site.root / string(site.settings.get("collections_dir"), "") / f"_{name}"
    yield "posts", site.root / string(site.settings.get("collections_dir"), "") / "_posts"


def _collections(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    written = settings.get("collections")
    return written if isinstance(written, dict) else {}


def _add(path: Path, kind: str, folder: Path, site: Site, survey: Survey) -> None:
    source = place_below(path, site.root)
    excluded = site.settings.get("exclude")
    patterns = [str(name) for name in excluded] if isinstance(excluded, list) else []
    if kind == "pages" and Ignored([*patterns, *_LEFT_OUT[:-1]]).match(source):
        return
    is_readme = path.stem.lower() == "readme" and site.every_file_is_a_page
    if is_readme and any((path.parent / f"index.{end}").is_file() for end in ("md", "html")):
        return  # GitHub Pages takes a readme for a folder's page only where it has no other
    front = survey.front_matter(path)
    if front is None or front.get("published") is False or (kind == "posts" and _is_future(path, site)):
        return
    if not text_of(path).startswith("---") and kind != "posts" and (kind != "pages" or not site.every_file_is_a_page):
        return
    place = site.root if kind == "pages" else folder
    route = _route(path.relative_to(place).as_posix(), kind, _with_defaults(source, kind, front, site), site)
    if route is not None:
        survey.add(path, site.base + route, parts=included_files(text_of(path), path, partial(named_files, site=site)))


def _is_future(path: Path, site: Site) -> bool:
    day = "-".join(path.name.split("-")[:3])
    return day > datetime.date.today().isoformat() and site.settings.get("future") is not True


def _slug(text: str) -> str:
    """Kramdown makes dashes and dots typographic before it makes an id.

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
        if (not below or f"{source}/".startswith(f"{below}/")) and scope.get("type", kind) == kind:
            values |= given
    return values | dict(front)


def _route(source: str, kind: str, front: FrontMatter, site: Site) -> str | None:
    """The page's address below the base; None for a post without a date."""
    folder, _, name = source.rpartition("/")
    stem = name.rsplit(".", 1)[0]
    style = string(site.settings.get("permalink"), "date")
    parts = {"path": f"{folder}/{stem}".strip("/"), "basename": stem, "name": slug(stem), "output_ext": ".html"}
    parts |= {"title": stem, "slug": stem, "collection": kind, "categories": _categories(front)}
    if kind == "posts":
        dated = _DATED.fullmatch(stem)
        if dated is None:
            return None
        parts |= dated.groupdict() | {"month": dated["month"].zfill(2), "day": dated["day"].zfill(2)}
        parts["title"] = string(front.get("slug"), dated["title"])
        pattern = string(front.get("permalink"), _STYLES.get(style, style))
    elif kind == "pages":
        pattern = string(front.get("permalink"), _page_pattern(stem, folder, style, site))
    else:
        options = _collections(site.settings).get(kind)
        own = options.get("permalink") if isinstance(options, dict) else None
        default = "/:collection/:path/" if style == "pretty" else "/:collection/:path:output_ext"
        pattern = string(front.get("permalink"), string(own, default))
    made = _PART.sub(lambda match: parts.get(match[1], match[0]), pattern)
    return "/" + re.sub(r"/{2,}", "/", made).lstrip("/").removesuffix("index.html")


def _page_pattern(stem: str, folder: str, style: str, site: Site) -> str:
    below = f"/{folder}/" if folder else "/"
    is_readme = stem.lower() == "readme" and site.every_file_is_a_page
    if stem == "index" or is_readme:
        return below
    if style == "pretty" or style.endswith("/"):
        return f"{below}:basename/"
    return f"{below}:basename:output_ext" if style in _STYLES or style.endswith(":output_ext") else f"{below}:basename"


def _categories(front: FrontMatter) -> str:
    written = front.get("categories", front.get("category"))
    names = written.split() if isinstance(written, str) else written if isinstance(written, list) else []
    return "/".join(str(name).lower() for name in names)
