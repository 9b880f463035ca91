"""What docusaurus.config.js says, read without running it. Knows the file, not the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from footnoted.domain.errors import BadSource
from footnoted.domain.text.language import language_of_locale
from footnoted.ingest.formats.code.javascript.literals import UNKNOWN
from footnoted.ingest.formats.code.javascript.module import read_module
from footnoted.ingest.formats.settings_file import mapping, string
from footnoted.ingest.generators.docusaurus import versions
from footnoted.ingest.manuscript import NO_ADDRESS, Unreadable, unrun

CONFIG_NAMES = tuple(f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "cjs", "mts", "cts"))
_DOCS = ("@docusaurus/plugin-content-docs", "content-docs")
_BLOG = ("@docusaurus/plugin-content-blog", "content-blog")
_PAGES = ("@docusaurus/plugin-content-pages", "content-pages")
_PLACING = (("routeBasePath", "docs"), ("path", "docs"), ("numberPrefixParser", "Docusaurus' own"))
_CHANGING = ("preprocessor", "parseFrontMatter")
"""Settings that are code and change pages' text."""
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
    """Folder of the files that replace the folder's own in another language."""
    excluded: tuple[str, ...] | None = None
    """Patterns of files that are no pages; None for Docusaurus' default, names with a leading underscore."""
    included: tuple[str, ...] | None = None
    """Patterns of files that are pages; empty if all are."""


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
    unread: tuple[tuple[str, str], ...] = ()
    """Code in the file that changes pages."""
    language: str = ""
    other_versions: tuple[str, ...] = ()
    other_languages: tuple[str, ...] = ()
    elsewhere: tuple[Path, ...] = ()
    """Folders of those."""


def find_config(folder: Path) -> Path | None:
    """The configuration file in this folder, if it is the root of a Docusaurus site."""
    return next((folder / name for name in CONFIG_NAMES if (folder / name).is_file()), None)


def read_config(path: Path, locale: str = "", version: str = "") -> SiteConfig:
    """The configuration in this file; values that only running it would give get Docusaurus' defaults.

    With a locale, the site in that language, otherwise in its own. With a version, only the docs of that version,
    otherwise everything, with the docs of the default version. Raises BadSource if the site does not have them.
    """
    exported = _export(path)
    config = _with_preset(exported)
    base_url = _joined(string(config.get("baseUrl"), "/"), "")
    i18n, translations = mapping(config.get("i18n")), None
    locales = [name for name in i18n.get("locales") or () if isinstance(name, str)]
    if locale and locale != i18n.get("defaultLocale", "en"):
        own = mapping(mapping(i18n.get("localeConfigs")).get(locale))
        translations = path.parent / string(i18n.get("path"), "i18n") / string(own.get("path"), locale)
        if locale not in locales or not re.fullmatch(r"[\w-]+", locale):
            known = f"Give one of these: {', '.join(locales)}." if locales else "It has only one; leave out --locale."
            raise BadSource(f"The site has no locale {locale}. {known}")
        base_url = _joined(string(own.get("baseUrl"), ""), "") if own.get("baseUrl") else _joined(base_url, locale)
    contents = tuple(_contents(config, path.parent, base_url, translations, version))
    read = {content.folder for content in contents}
    others = [entry for entry in _versions(config, path.parent) if entry[1] not in read]
    slash = config.get("trailingSlash")
    markdown = mapping(config.get("markdown"))
    return SiteConfig(
        title=string(config.get("title"), ""),
        site=string(config.get("url"), "").rstrip("/"),
        base_url=base_url,
        trailing_slash=slash if isinstance(slash, bool) else None,
        format=string(markdown.get("format"), "mdx"),
        contents=contents,
        assumed=tuple(_assumed(exported)),
        unread=unrun(path.name, (f"markdown.{name}" for name in _CHANGING if markdown.get(name) is not None)),
        language=language_of_locale(locale or string(i18n.get("defaultLocale"), "")),
        other_versions=tuple(dict.fromkeys(name for name, _ in others)),
        elsewhere=(*(folder for _, folder in others), path.parent / string(i18n.get("path"), "i18n")),
        other_languages=tuple(name for name in locales if name != (locale or i18n.get("defaultLocale", "en"))),
    )


def bare_config(folder: Path) -> SiteConfig:
    """The configuration for a docs folder without its site: that of a new site."""
    return SiteConfig("", "", "/", None, "mdx", (Content("docs", folder, "/docs/"),))


def _export(path: Path) -> Any:
    """What the file exports, including what it imports from the site or beside it; UNKNOWN if that cannot be read."""
    try:
        return read_module(path, path.parent.parent)
    except (Unreadable, RecursionError):
        return UNKNOWN


def _with_preset(exported: Any) -> Mapping[str, Any]:
    """The configuration; with the classic preset if its own preset cannot be read or is not known."""
    config: Mapping[str, Any] = exported if isinstance(exported, dict) else {}
    presets = config.get("presets")
    is_open = UNKNOWN in (presets, config.get("...")) or (isinstance(presets, list) and presets)
    if any(_instances(config)) or not (is_open or not config):
        return config
    return {**config, "presets": [["classic", next((options for _, options in _entries(presets)), {})]]}


def _assumed(exported: Any) -> Iterator[tuple[str, str]]:
    """Settings that decide routes and could not be read, with the default that is used instead."""
    if not isinstance(exported, dict):
        yield "the configuration", "Docusaurus' defaults"
        return
    classic = "the classic preset"
    if _with_preset(exported) is not exported and isinstance(exported.get("presets"), list):
        yield "presets", classic
    for name, default in (("url", NO_ADDRESS), ("baseUrl", "/"), ("trailingSlash", "none"), ("presets", classic)):
        if exported.get(name, default) is UNKNOWN:
            yield name, default
    for member in ("presets", "plugins"):
        for name, options in _entries(exported.get(member)):
            inner = mapping(options.get("docs")) if name in _CLASSIC else options
            for key, default in _PLACING:
                if name in (*_CLASSIC, *_DOCS) and inner.get(key) is UNKNOWN:
                    yield f"{member}: {key}", default
    if exported.get("...") is UNKNOWN:
        yield "what is spread into the configuration", "nothing" if any(_instances(exported)) else classic


def _contents(
    config: Mapping[str, Any], root: Path, base_url: str, translations: Path | None, version: str
) -> Iterator[Content]:
    found = list(_plugins(config, root, base_url, version))
    if version and not found:
        known = ", ".join(dict.fromkeys(name for name, _ in _versions(config, root)))
        raise BadSource(f"The site has no version {version}. Give one of these: {known}.")
    for content, plugin_id in found:
        if translations is not None:
            name = f"docusaurus-plugin-content-{content.kind}" + (f"-{plugin_id}" if plugin_id != "default" else "")
            folder = content.folder.name if content.folder.name.startswith("version-") else "current"
            inside = translations / name / folder if content.kind == "docs" else translations / name
            content = replace(content, translated=inside)
        yield content


def _versions(config: Mapping[str, Any], root: Path) -> Iterator[tuple[str, Path]]:
    """Every version of every instance of the docs, with its folder."""
    for kind, options in _instances(config):
        if kind == "docs":
            yield from ((name, versions.folder_of(options, root, name)) for name in versions.published(options, root))


def _plugins(config: Mapping[str, Any], root: Path, base_url: str, version: str) -> Iterator[tuple[Content, str]]:
    """The instances of content plugins, each with its id; for a version, only those of the docs that have it."""
    for kind, options in _instances(config):
        plugin_id = string(options.get("id"), "default")
        if kind == "docs":
            if content := _docs(options, root, base_url, version):
                yield content, plugin_id
        elif not version:
            yield _other(kind, options, root, base_url), plugin_id


def _instances(config: Mapping[str, Any]) -> Iterator[tuple[Literal["docs", "blog", "pages"], Mapping[str, Any]]]:
    kinds: tuple[tuple[Literal["docs", "blog", "pages"], tuple[str, ...]], ...]
    kinds = (("docs", _DOCS), ("blog", _BLOG), ("pages", _PAGES))
    for name, options in _entries(config.get("presets")):
        if name in _CLASSIC:
            yield from ((kind, mapping(options.get(kind))) for kind, _ in kinds if options.get(kind) is not False)
    for name, options in _entries(config.get("plugins")):
        yield from ((kind, options) for kind, names in kinds if name in names)


def _docs(options: Mapping[str, Any], root: Path, base_url: str, wanted: str = "") -> Content | None:
    """One version of the docs: the one asked for (None if it does not exist), or the default one."""
    names = versions.published(options, root)
    first = versions.first(options, names)
    version = wanted or first
    if wanted and wanted not in names:
        return None
    folder = versions.folder_of(options, root, version)
    path = options.get("sidebarPath")
    sidebars = root / path if isinstance(path, str) and path else None
    if version != versions.CURRENT:
        sidebars = root / f"{versions.prefix(options)}versioned_sidebars" / f"version-{version}-sidebars.json"
    own = mapping(mapping(options.get("versions")).get(version))
    default = "" if version == first else "next" if version == versions.CURRENT else version
    base = _joined(_joined(base_url, string(options.get("routeBasePath"), "docs")), string(own.get("path"), default))
    numbered = options.get("numberPrefixParser") is not False
    patterns = (_patterns(options.get(name)) for name in ("exclude", "include"))
    return Content("docs", folder, base, sidebars, path is not False, numbered, None, *patterns)


def _other(kind: Literal["blog", "pages"], options: Mapping[str, Any], root: Path, base_url: str) -> Content:
    path, base = ("blog", "blog") if kind == "blog" else ("src/pages", "/")
    folder = root / string(options.get("path"), path)
    route = _joined(base_url, string(options.get("routeBasePath"), base))
    excluded, included = (_patterns(options.get(name)) for name in ("exclude", "include"))
    return Content(kind, folder, route, excluded=excluded, included=included)


def _patterns(value: Any) -> tuple[str, ...] | None:
    return tuple(entry for entry in value if isinstance(entry, str)) if isinstance(value, list) else None


def _entries(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Plugins and presets come as a name, or as a name with options."""
    for entry in value if isinstance(value, list) else ():
        parts = entry if isinstance(entry, list) else [entry]
        if parts and isinstance(parts[0], str):
            yield parts[0], mapping(parts[1]) if len(parts) > 1 else {}


def _joined(base: str, path: str) -> str:
    inner = "/".join(part for part in (base.strip("/"), path.strip("/")) if part)
    return f"/{inner}/" if inner else "/"
