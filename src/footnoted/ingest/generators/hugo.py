"""Hugo: where it publishes each page, its heading ids, and its Markdown without shortcodes.

Themes decide what a shortcode shows; its words are kept, and what it would only compute is told to the author.
https://gohugo.io/content-management/urls/
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from footnoted.domain.text.language import language_of_locale
from footnoted.ingest.files.walk import ENDINGS, folder_title
from footnoted.ingest.formats.markdown.slugs import slug
from footnoted.ingest.formats.settings_file import string, toml_file, yaml_file
from footnoted.ingest.generators.markdown_site.pages import (
    FrontMatter,
    Rendering,
    Source,
    Survey,
    files_in,
    numbered,
    outside_code,
)
from footnoted.ingest.generators.markdown_site.shortcodes import HOLE, hugo_shortcodes
from footnoted.ingest.manuscript import NO_ADDRESS, Manuscript

_NAMES = ("hugo", "config")
_ENDINGS = (".toml", ".yaml", ".yml", ".json")
_KNOWN_PARTS = ("year", "month", "monthname", "day", "slug", "slugorfilename", "filename", "title", "section")
_PART = re.compile(r":(\w+)")
_ATTRIBUTES = r"^\{[ \t]*+(?:[.#][\w-]++|[\w-]++=(?:\"[^\"\n]*+\"|[^\s{}\"]++))(?:[ \t][^{}\n]*+)?\}[ \t]*$"
"""On a line of their own below a block: ``{.lead}``."""
_EMOJI = r"(?<![\w:]):[a-z][a-z0-9_+-]+:(?![\w:])"


@dataclass(frozen=True, slots=True)
class _Site:
    settings: Mapping[str, Any]
    base: str
    language: str
    """The one whose pages are at the root."""
    languages: Mapping[str, Any]


def find(folder: Path) -> Path | None:
    """Hugo's configuration file, if there is a folder of content beside it."""
    if not (folder / "content").is_dir():
        return None
    places = (folder, folder / "config" / "_default")
    files = (place / f"{name}{end}" for place in places for name in _NAMES for end in _ENDINGS)
    return next((file for file in files if file.is_file()), None)


def _root(config: Path) -> Path:
    return config.parent if config.parent.name != "_default" else config.parents[2]


def pages_folder(config: Path) -> Path:
    return _root(config) / string(_settings(config).get("contentdir"), "content")


def manuscript(config: Path) -> Manuscript:
    """The site: section by section, in the order of the pages' weights."""
    settings = _settings(config)
    address = urlsplit(string(settings.get("baseurl"), ""))
    languages = settings.get("languages")
    site = _Site(
        settings,
        "/" + f"{address.path.strip('/')}/".lstrip("/"),
        string(settings.get("defaultcontentlanguage"), "en"),
        languages if isinstance(languages, dict) else {},
    )
    root, folder = _root(config), pages_folder(config)
    rendering = Rendering(
        numbered(slug),
        partial(_prepared, has_emoji=settings.get("enableemoji") is True),
        title_in_front=True,
        has_alerts=True,
        turns_smart=True,
        has_definitions=True,
        footnotes_id="fn:{number}",
    )
    survey = Survey(root, rendering)
    found: list[tuple[tuple[Any, ...], Path, str]] = []
    files = list(files_in(folder, ENDINGS))
    bundles = {path.parent for path in files if path.name.partition(".")[0] == "index" and path.parent != folder}
    for path in files:
        if any(above in bundles for above in (path.parents if path.stem[:5] != "index" else path.parent.parents)):
            continue  # what is beside an index page is the page's own, no page
        front = survey.front_matter(path)
        if front is None or _is_hidden(front):
            continue
        source = path.relative_to(folder).as_posix()
        found.append((_sort_key(source, front), path, _route(source, front, site)))
    for _, path, route in sorted(found, key=lambda page: page[0]):
        survey.add(path, route)
    origin = f"{address.scheme}://{address.netloc}" if address.scheme in ("http", "https") and address.netloc else ""
    return survey.manuscript(
        "hugo",
        string(settings.get("title"), "") or folder_title(root),
        origin,
        assumed=tuple(_assumed(settings, config)),
        settings=repr(site),
        language=language_of_locale(string(settings.get("languagecode"), site.language)),
    )


def _settings(path: Path) -> Mapping[str, Any]:
    """The settings, their names in lower case as Hugo takes them."""
    values = toml_file(path) if path.suffix == ".toml" else yaml_file(path)
    return {str(name).lower(): value for name, value in values.items()}


def _assumed(settings: Mapping[str, Any], path: Path) -> Iterator[tuple[str, str]]:
    if not settings:
        yield path.name, "Hugo's defaults"
    elif not urlsplit(string(settings.get("baseurl"), "")).netloc:
        yield "baseURL", NO_ADDRESS
    for section, pattern in _permalinks(settings).items():
        if any(part not in _KNOWN_PARTS for part in _PART.findall(pattern)):
            yield f"permalinks: {section}", "the files' names"


def _permalinks(settings: Mapping[str, Any]) -> dict[str, str]:
    written = settings.get("permalinks")
    written = written.get("page", written) if isinstance(written, dict) else {}
    return {name: pattern for name, pattern in written.items() if isinstance(pattern, str)}


def _is_hidden(front: FrontMatter) -> bool:
    front = {str(name).lower(): value for name, value in front.items()}
    build = front.get("build", front.get("_build"))
    is_rendered = not isinstance(build, dict) or build.get("render", "always") in ("always", True)
    today = datetime.date.today()
    begins, ends = (_day(front.get(name)) for name in ("publishdate", "expirydate"))
    begins = begins or _day(front.get("date"))
    is_out = (begins is None or begins <= today) and (ends is None or ends > today)
    return front.get("draft") is True or front.get("headless") is True or not is_rendered or not is_out


def _day(value: Any) -> datetime.date | None:
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, str) and (written := re.match(r"\d{4}-\d\d-\d\d", value)):
        try:
            return datetime.date.fromisoformat(written[0])
        except ValueError:
            return None
    return value if isinstance(value, datetime.date) else None


def _prepared(source: Source, root: Path, has_emoji: bool) -> Source:
    """Without shortcodes, attributes of blocks and, where the site turns them into pictures, names of emoji."""
    cleaned = hugo_shortcodes(source, root)
    body = outside_code(_ATTRIBUTES, cleaned.body, lambda _: "")
    if has_emoji:
        body = outside_code(_EMOJI, body, lambda _: HOLE)
    return replace(cleaned, body=body)


def _sort_key(source: str, front: FrontMatter) -> tuple[Any, ...]:
    *folders, name = source.split("/")
    weight = front.get("weight")
    is_list = name.startswith("_index.")
    return (*((1, 0.0, folder) for folder in folders), (0 if is_list else 1, _number(weight), name))


def _number(weight: Any) -> float:
    return float(weight) if isinstance(weight, int | float) and weight else float("inf")


def _route(source: str, front: FrontMatter, site: _Site) -> str:
    *folders, name = source.split("/")
    stem = name.rsplit(".", 1)[0]
    language = site.language
    if (suffix := stem.rpartition(".")[2]) in site.languages and "." in stem:
        language, stem = suffix, stem.rpartition(".")[0]
    in_folder = site.settings.get("defaultcontentlanguageinsubdir") is True
    prefix = f"{language}/" if language != site.language or in_folder else ""
    if isinstance(url := front.get("url"), str):
        return site.base + (url.lstrip("/") if url.startswith("/") else prefix + url)
    if stem == "index" and folders:
        stem = folders.pop()
    written = front.get("slug")
    path = "/".join(map(_path_part, folders))
    if stem == "_index" or (stem == "index" and not folders):
        return f"{site.base}{prefix}{path}/".replace("//", "/")
    last = _path_part(written if isinstance(written, str) and written else stem)
    pattern = _permalinks(site.settings).get(folders[0] if folders else "", "")
    if pattern and all(part in _KNOWN_PARTS for part in _PART.findall(pattern)):
        page = _filled(pattern, stem, folders, front).strip("/")
    else:
        page = f"{path}/{last}".lstrip("/")
    return f"{site.base}{prefix}{page}" + (".html" if site.settings.get("uglyurls") is True else "/")


def _filled(pattern: str, stem: str, folders: list[str], front: FrontMatter) -> str:
    day = _day(front.get("date"))
    title = _path_part(string(front.get("title"), stem))
    written = string(front.get("slug"), "")
    parts = {
        "slug": _path_part(written) if written else title,
        "slugorfilename": _path_part(written or stem),
        "filename": _path_part(stem),
        "title": title,
        "section": _path_part(folders[0]) if folders else "",
        "year": f"{day.year:04}" if day else "",
        "month": f"{day.month:02}" if day else "",
        "monthname": day.strftime("%B").lower() if day else "",
        "day": f"{day.day:02}" if day else "",
    }
    return _PART.sub(lambda match: parts[match[1]], pattern)


def _path_part(name: str) -> str:
    """
    >>> _path_part("First Steps"), _path_part("What's C++?")
    ('first-steps', 'whats-c++')
    """
    kept = (letter for letter in name if letter.isalnum() or letter in "._#+~-@ " or letter == " ")
    return re.sub(r"-{2,}", "-", re.sub(r"\s+", "-", "".join(kept).strip())).lower()
