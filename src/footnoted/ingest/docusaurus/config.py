"""What docusaurus.config.js says, read without running it. Knows the file, not the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from footnoted.domain.errors import BadSource
from footnoted.domain.language import language_of_locale
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.javascript.literals import UNKNOWN, read_literals
from footnoted.ingest.manuscript import NO_ADDRESS, Unreadable

CONFIG_NAMES = tuple(f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "cjs", "mts", "cts"))
_DOCS = ("@docusaurus/plugin-content-docs", "content-docs")
_BLOG = ("@docusaurus/plugin-content-blog", "content-blog")
_PAGES = ("@docusaurus/plugin-content-pages", "content-pages")
_IMPORTED_JSON = re.compile(
    r"import\s+(?P<name>\w+)\s+from\s+['\"](?P<imported>\.[^'\"\n]+\.json)['\"]"
    r"|(?:const|let|var)\s+(?P<constant>\w+)\s*=\s*require\(['\"](?P<required>\.[^'\"\n]+\.json)['\"]\)"
)
_CLASSIC = ("classic", "@docusaurus/preset-classic")


@dataclass(frozen=True, slots=True)
class Content:
    """One instance of the docs, blog or pages plugin."""

    kind: Literal["docs", "blog", "pages"]
    folder: Path
    base: str
    """Base URL and route base path together, such as ``/docs/``."""
    sidebars: Path | None = None
    has_sidebar: bool = True
    """Without one there are no generated index pages."""
    numbered: bool = True
    """Whether number prefixes are stripped from names."""
    translated: Path | None = None
    """Where the files lie that take the place of the folder's own in another language."""


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """The part of the configuration that decides where pages are."""

    title: str
    site: str
    base_url: str
    trailing_slash: bool | None
    format: str
    """``mdx``, ``md`` or ``detect`` (by file ending)."""
    contents: tuple[Content, ...]
    assumed: tuple[tuple[str, str], ...] = ()
    """Settings that cannot be told without running the file, and what was taken instead."""
    language: str = ""


def find_config(folder: Path) -> Path | None:
    """The configuration file in this folder, if it is the root of a Docusaurus site."""
    return next((folder / name for name in CONFIG_NAMES if (folder / name).is_file()), None)


def read_config(path: Path, locale: str = "") -> SiteConfig:
    """The configuration in this file; what cannot be told without running it takes Docusaurus' default.

    With a locale, the site in that language; without one, in its own. Raises BadSource for one that it has not.
    """
    exported = _exported(path)
    config: Mapping[str, Any] = exported if isinstance(exported, dict) else {}
    base_url = _joined(_string(config.get("baseUrl"), "/"), "")
    translations = None
    i18n = _mapping(config.get("i18n"))
    if locale and locale != i18n.get("defaultLocale", "en"):
        own = _mapping(_mapping(i18n.get("localeConfigs")).get(locale))
        translations = path.parent / _string(i18n.get("path"), "i18n") / _string(own.get("path"), locale)
        if locale not in (i18n.get("locales") or ()) or not re.fullmatch(r"[\w-]+", locale):
            known = ", ".join(str(name) for name in i18n.get("locales") or ("no other",))
            raise BadSource(f"The site has no locale {locale}. Give one of these: {known}.")
        base_url = _joined(_string(own.get("baseUrl"), ""), "") if own.get("baseUrl") else _joined(base_url, locale)
    slash = config.get("trailingSlash")
    markdown = _mapping(config.get("markdown"))
    return SiteConfig(
        title=_string(config.get("title"), ""),
        site=_string(config.get("url"), "").rstrip("/"),
        base_url=base_url,
        trailing_slash=slash if isinstance(slash, bool) else None,
        format=_string(markdown.get("format"), "mdx"),
        contents=tuple(_contents(config, path.parent, base_url, translations)),
        assumed=tuple(_assumed(exported)),
        language=language_of_locale(locale or _string(i18n.get("defaultLocale"), "")),
    )


def bare_config(folder: Path) -> SiteConfig:
    """For a docs folder without its site: what a new site would do with it."""
    return SiteConfig("", "", "/", None, "mdx", (Content("docs", folder, "/docs/"),))


def _exported(path: Path) -> Any:
    try:
        source = path.read_text("utf-8", "replace")
        return read_literals(source, dict(_data_files(source, path.parent)))[0]
    except RecursionError:
        return UNKNOWN


def _data_files(source: str, folder: Path) -> Iterator[tuple[str, Any]]:
    """The JSON files that the configuration imports, by the name it gives them."""
    for match in _IMPORTED_JSON.finditer(source):
        path = (folder / (match["imported"] or match["required"])).resolve()
        if path.is_relative_to(folder.resolve().parent):
            try:
                yield match["name"] or match["constant"], json.loads(text_of(path))
            except (Unreadable, ValueError, RecursionError):
                continue


def _assumed(exported: Any) -> Iterator[tuple[str, str]]:
    """What decides routes and could not be read, with the default that stands in for it."""
    if not isinstance(exported, dict):
        yield "the configuration", "Docusaurus' defaults"
        return
    for name, default in (("url", NO_ADDRESS), ("baseUrl", "/"), ("trailingSlash", "none"), ("presets", "none")):
        if exported.get(name, default) is UNKNOWN:
            yield name, default
    for member in ("presets", "plugins"):
        for name, options in _entries(exported.get(member)):
            inner = _mapping(options.get("docs")) if name in _CLASSIC else options
            for key, default in (("routeBasePath", "docs"), ("path", "docs")):
                if name in (*_CLASSIC, *_DOCS) and inner.get(key) is UNKNOWN:
                    yield f"{member}: {key}", default
    if exported.get("...") is UNKNOWN:
        yield "what is spread into the configuration", "nothing"


def _contents(config: Mapping[str, Any], root: Path, base_url: str, translations: Path | None) -> Iterator[Content]:
    for content, plugin_id in _plugins(config, root, base_url):
        if translations is not None:
            name = f"docusaurus-plugin-content-{content.kind}" + (f"-{plugin_id}" if plugin_id != "default" else "")
            version = content.folder.name if content.folder.name.startswith("version-") else "current"
            inside = translations / name / version if content.kind == "docs" else translations / name
            content = replace(content, translated=inside)
        yield content


def _plugins(config: Mapping[str, Any], root: Path, base_url: str) -> Iterator[tuple[Content, str]]:
    """The instances of content plugins, each with its id."""
    for name, options in _entries(config.get("presets")):
        if name not in _CLASSIC:
            continue
        if options.get("docs") is not False:
            yield _docs(_mapping(options.get("docs")), root, base_url), "default"
        if options.get("blog") is not False:
            yield _other("blog", _mapping(options.get("blog")), root, base_url), "default"
        if options.get("pages") is not False:
            yield _other("pages", _mapping(options.get("pages")), root, base_url), "default"
    for name, options in _entries(config.get("plugins")):
        plugin_id = _string(options.get("id"), "default")
        if name in _DOCS:
            yield _docs(options, root, base_url), plugin_id
        elif name in _BLOG:
            yield _other("blog", options, root, base_url), plugin_id
        elif name in _PAGES:
            yield _other("pages", options, root, base_url), plugin_id


def _docs(options: Mapping[str, Any], root: Path, base_url: str) -> Content:
    folder = root / _string(options.get("path"), "docs")
    path = options.get("sidebarPath")
    sidebars = root / path if isinstance(path, str) and path else None
    # Of a versioned book, readers get the newest version that was cut; its siblings would only repeat it.
    prefix = "" if _string(options.get("id"), "default") == "default" else f"{options['id']}_"
    version = _string(options.get("lastVersion"), "") or _newest(root / f"{prefix}versions.json")
    if version and version != "current":
        folder = root / f"{prefix}versioned_docs" / f"version-{version}"
        sidebars = root / f"{prefix}versioned_sidebars" / f"version-{version}-sidebars.json"
    base = _joined(base_url, _string(options.get("routeBasePath"), "docs"))
    return Content("docs", folder, base, sidebars, path is not False, options.get("numberPrefixParser") is not False)


def _newest(versions: Path) -> str:
    try:
        names = json.loads(versions.read_text("utf-8"))
    except (OSError, ValueError):
        return ""
    return names[0] if isinstance(names, list) and names and isinstance(names[0], str) else ""


def _other(kind: Literal["blog", "pages"], options: Mapping[str, Any], root: Path, base_url: str) -> Content:
    path, base = ("blog", "blog") if kind == "blog" else ("src/pages", "/")
    folder = root / _string(options.get("path"), path)
    return Content(kind, folder, _joined(base_url, _string(options.get("routeBasePath"), base)))


def _entries(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Plugins and presets come as a name, or as a name with options."""
    for entry in value if isinstance(value, list) else ():
        parts = entry if isinstance(entry, list) else [entry]
        if parts and isinstance(parts[0], str):
            yield parts[0], _mapping(parts[1]) if len(parts) > 1 else {}


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _string(value: Any, otherwise: str) -> str:
    return value if isinstance(value, str) else otherwise


def _joined(base: str, path: str) -> str:
    inner = "/".join(part for part in (base.strip("/"), path.strip("/")) if part)
    return f"/{inner}/" if inner else "/"
