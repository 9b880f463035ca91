"""Astro Starlight: where it publishes each page and in which order. Its heading ids are GitHub's.

https://starlight.astro.build/guides/pages/
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from footnoted.domain.text.language import language_of_locale
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.walk import ENDINGS, folder_title
from footnoted.ingest.formats.code.javascript.literals import UNKNOWN
from footnoted.ingest.formats.code.javascript.module import read_module
from footnoted.ingest.formats.markdown.slugs import Slugger, slug
from footnoted.ingest.formats.settings_file import mapping, string
from footnoted.ingest.generators.markdown_site.pages import FrontMatter, Rendering, Source, Survey, files_in, in_order
from footnoted.ingest.manuscript import NO_ADDRESS, Manuscript, Unreadable

_ENDINGS = ("mjs", "ts", "js", "mts")
_DOCS = Path("src/content/docs")
_PAGES = Path("src/pages")


def _slugger() -> Callable[[str], str]:
    """GitHub's ids, without a hyphen at the end, which Astro removes."""
    slugger = Slugger()
    return lambda text: slugger(text).removesuffix("-")


def _dashes(astro: Mapping[str, Any]) -> Callable[[str], str]:
    """The words with dashes for hyphens, which Astro inserts before it makes ids, unless that is turned off."""
    if mapping(astro.get("markdown")).get("smartypants") is False:
        return str
    return lambda text: re.sub("(?<!-)--(?!-)", "\N{EM DASH}", text)


def find(folder: Path) -> Path | None:
    """Astro's configuration file, if pages are where Starlight has them and the site names it."""
    config = next((file for end in _ENDINGS if (file := folder / f"astro.config.{end}").is_file()), None)
    is_there = config is not None and (folder / _DOCS).is_dir()
    return config if is_there and any(_names_starlight(file) for file in (config, *_named_in(folder))) else None


def _named_in(folder: Path) -> Iterator[Path]:
    """The other files of a site that name Starlight; its configuration may be assembled from several files."""
    yield folder / "package.json"
    yield from (
        folder / place for end in _ENDINGS for place in (f"src/content.config.{end}", f"src/content/config.{end}")
    )


def _names_starlight(file: Path | None) -> bool:
    try:
        return file is not None and file.is_file() and "starlight" in text_of(file).lower()
    except Unreadable:
        return False


def pages_folder(config: Path) -> Path:
    return config.parent / _DOCS


def manuscript(config: Path) -> Manuscript:
    """The site: pages of the sidebar first, then the others."""
    astro, starlight = _configuration(config)
    folder = pages_folder(config)
    rendering = Rendering(
        _slugger, _prepared, has_attributes=False, title_in_front=True, is_typographic=True, id_prose=_dashes(astro)
    )
    survey = Survey(config.parent, rendering)
    found: dict[str, tuple[Path, FrontMatter]] = {}
    for path in _docs(folder):
        front = survey.front_matter(path)
        if front is None or front.get("draft") is True:
            continue
        page = _page(path.relative_to(folder).as_posix(), front)
        if page != "404":
            found.setdefault(page, (path, front))
    for page in in_order(sorted(found), _by_language(starlight, found)):
        survey.add(found[page][0], _route(page, astro))
    for path in files_in(config.parent / _PAGES, ENDINGS, hidden="._"):  # beside the docs, at the names of their files
        front = survey.front_matter(path)
        if front is not None and front.get("draft") is not True and "[" not in path.as_posix():
            page = path.relative_to(config.parent / _PAGES).with_suffix("").as_posix()
            survey.add(path, _route("" if page == "index" else page.removesuffix("/index"), astro))
    title = starlight.get("title")
    if isinstance(title, dict):  # one for each language
        title = next(iter(title.values()), "")
    return survey.manuscript(
        "starlight",
        title if isinstance(title, str) and title else folder_title(config.parent),
        string(astro.get("site"), ""),
        assumed=tuple(_assumed(astro, starlight)),
        settings=str(astro.get("base")),
        language=language_of_locale(_language(starlight)),
    )


def _docs(folder: Path) -> Iterator[Path]:
    """The files that are pages. As loaded since Astro 5, an underscore hides a file and no longer a folder."""
    site = folder.parents[2]
    has_loader = any((site / f"src/content.config.{end}").is_file() for end in _ENDINGS)
    for path in files_in(folder, ENDINGS, hidden="." if has_loader else "._"):
        if not path.name.startswith("_"):
            yield path


def _configuration(path: Path) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Astro's configuration, and Starlight's within it."""
    try:
        exported = read_module(path, path.parent)
    except (Unreadable, RecursionError):
        exported = None
    astro = exported if isinstance(exported, dict) else {}
    integrations = astro.get("integrations")
    given = [entry for entry in integrations if isinstance(entry, dict)] if isinstance(integrations, list) else []
    return astro, next((entry for entry in given if "title" in entry), {})


def _assumed(astro: Mapping[str, Any], starlight: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if not astro:
        yield "the configuration", "Astro's defaults"
    elif not starlight:
        yield "what Starlight is told", "its defaults"
    for name, default in (("site", NO_ADDRESS), ("base", "/"), ("trailingSlash", "ignore"), ("build", "directory")):
        if name in astro and astro[name] is UNKNOWN:
            yield name, default


def _language(starlight: Mapping[str, Any]) -> str:
    """The language of pages outside of the other languages' folders."""
    locales = starlight.get("locales")
    default = string(starlight.get("defaultLocale"), "root")
    known = locales.get(default) if isinstance(locales, dict) else None
    return string(known.get("lang"), "" if default == "root" else default) if isinstance(known, dict) else ""


def _page(source: str, front: FrontMatter) -> str:
    """
    >>> _page("Reference Shelf/Cone Table.md", {}), _page("guides/index.mdx", {}), _page("a.md", {"slug": "b/c"})
    ('reference-shelf/cone-table', 'guides', 'b/c')
    """
    if isinstance(written := front.get("slug"), str):
        return written.strip("/")
    parts = [slug(part) for part in source.rsplit(".", 1)[0].split("/")]
    return "/".join(parts[:-1] if parts[-1] == "index" else parts)


def _route(page: str, astro: Mapping[str, Any]) -> str:
    base = "/" + string(astro.get("base"), "").strip("/")
    base = base if base == "/" else f"{base}/"
    build = astro.get("build")
    if isinstance(build, dict) and build.get("format") == "file" and page:
        return f"{base}{page}.html"
    slash = "" if astro.get("trailingSlash") == "never" or not page else "/"
    return f"{base}{page}{slash}"


def _by_language(starlight: Mapping[str, Any], found: Mapping[str, tuple[Path, FrontMatter]]) -> Iterator[str]:
    """The sidebar's pages in the site's own language, then in the others; the sidebar names them without a language."""
    default = string(starlight.get("defaultLocale"), "root")
    for locale in dict.fromkeys((default, *mapping(starlight.get("locales")))):
        start = "" if locale == "root" else f"{slug(locale)}/"
        inside = {f"{page}/"[len(start) :].rstrip("/"): found[page] for page in found if f"{page}/".startswith(start)}
        listed = list(_sidebar(starlight.get("sidebar"), inside))
        yield from (f"{start}{page}".rstrip("/") for page in (in_order(sorted(inside), listed) if start else listed))


def _sidebar(items: Any, found: Mapping[str, tuple[Path, FrontMatter]]) -> Iterator[str]:
    """The pages that the sidebar lists, in its order."""
    for item in items if isinstance(items, list) else ():
        if isinstance(item, str):
            yield _listed(item)
        elif isinstance(item, dict):
            for key in ("slug", "link"):
                if isinstance(target := item.get(key), str):
                    yield _listed(target)
            made = item.get("autogenerate")
            if isinstance(made, dict) and isinstance(directory := made.get("directory"), str):
                below = [page for page in found if f"{page}/".startswith(f"{directory.strip('/')}/")]
                yield from sorted(below, key=lambda page: (_place(found[page][1]), page))
            yield from _sidebar(item.get("items"), found)


def _listed(target: str) -> str:
    page = target.strip("/")
    return "" if page == "index" else page


def _place(front: FrontMatter) -> float:
    sidebar = front.get("sidebar")
    place = sidebar.get("order") if isinstance(sidebar, dict) else None
    return place if isinstance(place, int | float) else float("inf")


def _prepared(source: Source, root: Path) -> Source:
    """A splash page, with the words in its front matter first."""
    hero = source.front.get("hero")
    tagline = hero.get("tagline") if isinstance(hero, dict) else None
    body = f"{tagline}\n\n{source.body}" if isinstance(tagline, str) else source.body
    return Source(body, source.front, source.path)
