"""Hugo: where it publishes each page, in which order.

https://gohugo.io/content-management/urls/
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from footnoted.domain.text.clean import parts_of
from footnoted.domain.text.language import language_of_locale
from footnoted.ingest.files.globs import Patterns, expression
from footnoted.ingest.files.walk import ENDINGS, folder_title
from footnoted.ingest.formats.settings_file import mapping, string
from footnoted.ingest.generators.hugo.config import KNOWN_PARTS, PART, Content, Site, assumed, find, read_site
from footnoted.ingest.generators.hugo.page import prepared, slug
from footnoted.ingest.generators.markdown_site.pages import FrontMatter, Rendering, Survey, files_in, numbered
from footnoted.ingest.manuscript import Manuscript

__all__ = ["find", "manuscript", "pages_folder"]


@dataclass(frozen=True, slots=True)
class _Page:
    """A content file of one language, with its front matter and the values that its sections pass on."""

    path: Path
    source: str
    front: FrontMatter
    content: Content
    sections: tuple[str, ...]
    """The folders above it that are sections: the first, and those with an ``_index`` of their own."""


def pages_folder(config: Path) -> Path:
    site = read_site(config)
    return site.root / string(site.settings.get("contentdir"), "content")


def manuscript(config: Path) -> Manuscript:
    """The site: language by language and section by section, in the order of the pages' weights."""
    site = read_site(config)
    rendering = Rendering(
        numbered(partial(slug, kind=string(site.markup("parser").get("autoheadingidtype"), "github"))),
        partial(prepared, site=site),
        title_in_front=True,
        has_alerts=True,
        is_typographic=site.is_typographic,
        has_definitions=True,
        footnotes_id="fn:{number}",
    )
    survey = Survey(site.root, rendering)
    for content in site.contents:
        found = _pages(content, site, survey)
        for page in sorted(found, key=lambda page: _sort_key(page.source, page.front)):
            survey.add(page.path, _route(page, site))
    address = parts_of(string(site.settings.get("baseurl"), ""))
    origin = f"{address.scheme}://{address.netloc}" if address.scheme in ("http", "https") and address.netloc else ""
    return survey.manuscript(
        "hugo",
        string(site.settings.get("title"), "") or folder_title(site.root),
        origin,
        assumed=tuple(assumed(site, config)),
        settings=repr(site),
        language=language_of_locale(string(site.settings.get("languagecode"), site.language)),
    )


def _pages(content: Content, site: Site, survey: Survey) -> Iterator[_Page]:
    """The pages below a folder of content that the site publishes."""
    folder = content.folder
    inner = [other.folder for other in site.contents if folder in other.folder.parents]
    files = [path for path in files_in(folder, ENDINGS) if not any(below in path.parents for below in inner)]
    ignored = Patterns(map(expression, site.listed("ignorefiles")), "search")
    files = [path for path in files if not ignored.match(str(path))]
    bundles = {path.parent for path in files if path.name.partition(".")[0] == "index" and path.parent != folder}
    fronts: dict[Path, FrontMatter] = {}
    for path in files:
        if any(above in bundles for above in (path.parents if path.stem[:5] != "index" else path.parent.parents)):
            continue  # files beside an index page belong to it and are no pages
        if (front := survey.front_matter(path)) is not None:
            fronts[path] = front
    lists = {path.parent: front for path, front in fronts.items() if path.name.startswith("_index.")}
    for path, front in fronts.items():
        passed: dict[str, Any] = {}
        for above in reversed([place for place in path.parents if place.is_relative_to(folder)]):
            passed |= _cascade(lists.get(above, {})) if above != path.parent or path.stem[:6] != "_index" else {}
        whole = {**passed, **front}
        if not _is_hidden(whole):
            source = path.relative_to(folder).as_posix()
            places = [place for place in path.parents if place.is_relative_to(folder) and place != folder]
            sections = [place.name for place in reversed(places) if place in lists or place.parent == folder]
            yield _Page(path, source, whole, content, tuple(sections))


def _cascade(front: FrontMatter) -> FrontMatter:
    """The values that a section passes on to all pages below it."""
    value = front.get("cascade")
    entries = value if isinstance(value, list) else [value]
    whole = [mapping(entry) for entry in entries if not {"_target", "target"} & set(mapping(entry))]
    return {name: own for entry in whole for name, own in {**mapping(entry.get("params")), **entry}.items()}


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


def _sort_key(source: str, front: FrontMatter) -> tuple[Any, ...]:
    *folders, name = source.split("/")
    weight = front.get("weight")
    is_list = name.startswith("_index.")
    return (*((1, 0.0, folder) for folder in folders), (0 if is_list else 1, _number(weight), name))


def _number(weight: Any) -> float:
    return float(weight) if isinstance(weight, int | float) and weight else float("inf")


def _route(page: _Page, site: Site) -> str:
    *folders, name = page.source.split("/")
    stem = name.rsplit(".", 1)[0]
    language = page.content.language
    if (suffix := stem.rpartition(".")[2]) in site.languages and "." in stem:
        language, stem = suffix, stem.rpartition(".")[0]
    in_folder = site.settings.get("defaultcontentlanguageinsubdir") is True
    prefix = f"{language}/" if language != site.language or in_folder else ""
    if isinstance(url := page.front.get("url"), str):
        return site.base + (url.lstrip("/") if url.startswith("/") else prefix + url)
    if stem == "index" and folders:
        stem = folders.pop()
    path = "/".join(_file_part(folder, site) for folder in folders)
    section = folders[0] if folders else ""
    if stem == "_index" or (stem == "index" and not folders):
        pattern = site.permalinks("section").get(section, "") if len(folders) == 1 else ""
        path = _filled(pattern, folders[-1], page, site).strip("/") if _is_known(pattern) else path
        return f"{site.base}{prefix}{path}/".replace("//", "/")
    written = page.front.get("slug")
    last = _slug_part(written, site) if isinstance(written, str) and written else _file_part(stem, site)
    pattern = site.permalinks("page").get(section, "")
    at = _filled(pattern, stem, page, site).strip("/") if _is_known(pattern) else f"{path}/{last}".lstrip("/")
    return f"{site.base}{prefix}{at}" + (".html" if site.settings.get("uglyurls") is True else "/")


def _is_known(pattern: str) -> bool:
    return bool(pattern) and all(part in KNOWN_PARTS for part in PART.findall(pattern))


def _filled(pattern: str, stem: str, page: _Page, site: Site) -> str:
    day = _day(page.front.get("date"))
    title = _slug_part(string(page.front.get("title"), stem), site)
    written = _slug_part(string(page.front.get("slug"), ""), site)
    file = _file_part(stem, site)
    parts = {
        "slug": written or title,
        "slugorfilename": written or file,
        "slugorcontentbasename": written or file,
        "filename": file,
        "contentbasename": file,
        "title": title,
        "section": _file_part(page.sections[0], site) if page.sections else "",
        "sections": "/".join(_file_part(name, site) for name in page.sections),
        "year": f"{day.year:04}" if day else "",
        "month": f"{day.month:02}" if day else "",
        "monthname": day.strftime("%B").lower() if day else "",
        "day": f"{day.day:02}" if day else "",
    }
    return re.sub(r"/{2,}", "/", PART.sub(lambda match: parts[match[1]], pattern))


def _file_part(name: str, site: Site) -> str:
    """A file's or folder's name in an address: every space is a hyphen, signs are removed."""
    return _slug_part(name.replace(" ", "-"), site)


def _slug_part(text: str, site: Site) -> str:
    """Words in an address, with one hyphen for the spaces and signs between two of them."""
    if site.settings.get("removepathaccents") is True:
        plain = (letter for letter in unicodedata.normalize("NFD", text) if unicodedata.category(letter) != "Mn")
        text = unicodedata.normalize("NFC", "".join(plain))
    made, is_parted = "", False
    for letter in text.strip():
        if letter.isalnum() or letter in "._#+~-@/" or unicodedata.category(letter)[0] == "M":
            made += f"-{letter}" if is_parted and letter != "-" else letter
            is_parted = False
        elif letter.isspace() and made and not made.endswith("-"):
            is_parted = True
    return made if site.settings.get("disablepathtolower") is True else made.lower()
