"""Hugo's configuration: one file or a folder of files, merged as in a production build. Knows no page.

https://gohugo.io/configuration/introduction/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.formats.settings_file import mapping, string, toml_file, yaml_file
from footnoted.ingest.manuscript import NO_ADDRESS

NAMES = ("hugo", "config")
ENDINGS = (".toml", ".yaml", ".yml", ".json")
KNOWN_PARTS = frozenset(
    [
        *("year", "month", "monthname", "day", "slug", "slugorfilename", "filename", "title", "section", "sections"),
        *("contentbasename", "slugorcontentbasename"),
    ]
)
PART = re.compile(r":(\w+)")
_ENVIRONMENTS = ("_default", "production")
"""The folders that ``hugo build`` reads, the later over the earlier."""

Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Content:
    """The pages of one language, or of all that a folder has side by side."""

    folder: Path
    language: str


@dataclass(frozen=True, slots=True)
class Site:
    """The part of the configuration that decides where pages are."""

    settings: Settings
    root: Path
    base: str
    language: str
    """The one whose pages are at the root."""
    languages: Mapping[str, Any]

    @property
    def contents(self) -> tuple[Content, ...]:
        """Each folder of pages once: the site's own language first, the larger folder last."""
        folders: dict[Path, str] = {}
        for name in dict.fromkeys((self.language, *self.languages)):
            own = _lower(mapping(self.languages.get(name)))
            folder = string(own.get("contentdir"), string(self.settings.get("contentdir"), "content"))
            if own.get("disabled") is not True and name not in self.listed("disablelanguages"):
                folders.setdefault(self.root / folder, name)
        return tuple(Content(folder, name) for folder, name in folders.items())

    def listed(self, name: str) -> list[str]:
        value = self.settings.get(name)
        return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []

    def markup(self, part: str) -> Settings:
        """Goldmark's settings for a part; for an extension, False if it is turned off."""
        goldmark = _lower(mapping(_lower(mapping(self.settings.get("markup"))).get("goldmark")))
        found = _lower(mapping(goldmark.get(part)))
        if part == "extensions":
            return {name: own is not False and mapping(own).get("disable") is not True for name, own in found.items()}
        return found

    @property
    def is_typographic(self) -> bool:
        """Whether quotes, dashes and dots are changed."""
        return self.markup("extensions").get("typographer") is not False

    def permalinks(self, kind: str) -> dict[str, str]:
        """Patterns by section, of pages or of the sections themselves."""
        written = mapping(self.settings.get("permalinks"))
        plain = written if kind == "page" else {}
        return {
            name: pattern
            for name, pattern in {**plain, **mapping(written.get(kind))}.items()
            if isinstance(pattern, str)
        }


def find(folder: Path) -> Path | None:
    """Hugo's configuration file, if there is a folder of content beside it."""
    if not (folder / "content").is_dir():
        return None
    places = (folder, folder / "config" / "_default")
    files = (place / f"{name}{end}" for place in places for name in NAMES for end in ENDINGS)
    return next((file for file in files if file.is_file()), None)


def read_site(config: Path) -> Site:
    root = config.parents[2] if config.parent.name == "_default" else config.parent
    settings = _settings(config, root)
    address = parts_of(string(settings.get("baseurl"), ""))
    return Site(
        settings,
        root,
        "/" + f"{address.path.strip('/')}/".lstrip("/"),
        string(settings.get("defaultcontentlanguage"), "en"),
        {str(name).lower(): value for name, value in mapping(settings.get("languages")).items()},
    )


def _settings(config: Path, root: Path) -> Settings:
    """The settings by lower-case names, as Hugo reads them; those of ``config/production`` override the others."""
    found: dict[str, Any] = {} if config.parent != root else _lower(_values(config))
    for environment in _ENVIRONMENTS:
        folder = root / "config" / environment
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.suffix in ENDINGS:
                values = _lower(_values(path))
                named = values if path.stem in NAMES else {path.stem.lower(): values}
                found = _merged(found, named)
    return found


def _values(path: Path) -> Settings:
    return toml_file(path) if path.suffix == ".toml" else yaml_file(path)


def _lower(values: Settings) -> dict[str, Any]:
    return {str(name).lower(): value for name, value in values.items()}


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    both = {
        name: _merged(below[name], value)
        for name, value in above.items()
        if isinstance(value, dict) and isinstance(below.get(name), dict)
    }
    return {**below, **above, **both}


def assumed(site: Site, path: Path) -> Iterator[tuple[str, str]]:
    """Settings that could not be read or are not known here, with the value used instead."""
    if not site.settings:
        yield path.name, "Hugo's defaults"
    elif not parts_of(string(site.settings.get("baseurl"), "")).netloc:
        yield "baseURL", NO_ADDRESS
    for kind in ("page", "section"):
        for section, pattern in site.permalinks(kind).items():
            if any(part not in KNOWN_PARTS for part in PART.findall(pattern)):
                yield f"permalinks: {section}", "the files' names"
    for name, own in site.languages.items():
        if "baseurl" in _lower(mapping(own)):
            yield f"languages: {name}: baseURL", "the site's own"
    parser = site.markup("parser")
    if parser.get("autoheadingid") is False:
        yield "markup: ids of headings", "GitHub's"
    yield from _mounted(site)


def _mounted(site: Site) -> Iterator[tuple[str, str]]:
    mounts = mapping(site.settings.get("module")).get("mounts")
    known = {content.folder for content in site.contents}
    for mount in mounts if isinstance(mounts, list) else ():
        target, source = (string(mapping(mount).get(name), "") for name in ("target", "source"))
        if target.startswith("content") and site.root / source not in known:
            yield f"module: mounts: {source}", "not part of the book"
