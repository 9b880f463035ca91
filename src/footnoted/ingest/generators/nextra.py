"""Nextra: pages of a Next.js site in ``content``, ``pages`` or ``app``, in the order of its ``_meta`` files.

Its heading ids are GitHub's. https://nextra.site/docs/file-conventions
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.walk import folder_title
from footnoted.ingest.formats.code.javascript.literals import read_literals
from footnoted.ingest.formats.markdown.slugs import Slugger
from footnoted.ingest.generators.markdown_site.pages import Rendering, Source, Survey, files_in
from footnoted.ingest.manuscript import Manuscript, Unreadable

_CONFIGS = tuple(f"next.config.{end}" for end in ("mjs", "js", "ts", "mts", "cjs"))
_FOLDERS = ("content", "src/content", "pages", "src/pages", "app", "src/app")
_META = ("_meta.json", "_meta.js", "_meta.ts", "_meta.tsx", "_meta.jsx", "_meta.global.js")
_OWN_ID = re.compile(r"^(#{1,6} (?:.*[^ \t\n])?)[ \t]*\[#([\w-]+)\][ \t]*$", re.MULTILINE)
_SETTING = r"\b{}\s*:\s*(?:(['\"`])(?P<text>[^'\"`$]*)\1|(?P<word>true|false))"


def find(folder: Path) -> Path | None:
    """Next.js' configuration, if it speaks of Nextra and pages are beside it."""
    for name in _CONFIGS:
        path = folder / name
        if path.is_file() and "nextra" in _source(path) and _pages(folder):
            return path
    return None


def pages_folder(path: Path) -> Path:
    return _pages(path.parent) or path.parent


def manuscript(path: Path) -> Manuscript:
    """The site, folder by folder in the order of its ``_meta`` files."""
    source, folder = _source(path), pages_folder(path)
    base = _setting(source, "basePath") + _setting(source, "contentDirBasePath")
    slash = "/" if _setting(source, "trailingSlash") == "true" else ""
    survey = Survey(path.parent, Rendering(Slugger, _prepared))
    pages = sorted(files_in(folder, (".md", ".mdx")), key=lambda page: _place(page, folder))
    for page in pages:
        name = page.relative_to(folder).as_posix()
        if "[" in name:
            survey.skip(page, "a dynamic route, whose pages only running the site gives")
        elif not page.name.startswith("_") and survey.front_matter(page) is not None:
            route = _route(name, folder.name == "app")
            if route is not None:
                survey.add(page, f"/{base.strip('/')}/{route}".replace("//", "/").rstrip("/") + slash or "/")
    names = [name for name in ("basePath", "trailingSlash", "contentDirBasePath") if _is_computed(source, name)]
    assumed = tuple((name, "none") for name in names)
    return survey.manuscript("nextra", folder_title(path.parent), "", assumed=assumed)


def _pages(folder: Path) -> Path | None:
    for name in _FOLDERS:
        if (folder / name).is_dir() and any(True for _ in files_in(folder / name, (".md", ".mdx"))):
            return folder / name
    return None


def _source(path: Path) -> str:
    try:
        return text_of(path)
    except Unreadable:
        return ""


def _setting(source: str, name: str) -> str:
    match = re.search(_SETTING.format(name), source)
    return (match["text"] or match["word"] or "") if match else ""


def _is_computed(source: str, name: str) -> bool:
    return bool(re.search(rf"\b{name}\s*[:,]", source)) and not re.search(_SETTING.format(name), source)


def _route(name: str, is_app: bool) -> str | None:
    """
    >>> _route("docs/index.mdx", False), _route("docs/a.mdx", False), _route("docs/(group)/a/page.mdx", True)
    ('docs', 'docs/a', 'docs/a')
    """
    *folders, last = name.rsplit(".", 1)[0].split("/")
    if is_app:
        folders = [folder for folder in folders if not folder.startswith("(")]
        return "/".join(folders) if last == "page" else None
    return "/".join(folders if last == "index" else [*folders, last])


def _place(page: Path, folder: Path) -> tuple[tuple[int, str], ...]:
    """Where the ``_meta`` files on the way to a page put it."""
    key: list[tuple[int, str]] = []
    here = folder
    for part in page.relative_to(folder).parts:
        name = part.rsplit(".", 1)[0] if part == page.name else part
        listed = list(_listed(here))
        key.append((listed.index(name) if name in listed else len(listed) if name != "index" else -1, name))
        here = here / part
    return tuple(key)


def _listed(folder: Path) -> Iterator[str]:
    for name in _META:
        path = folder / name
        if path.is_file():
            try:
                text = text_of(path)
                found = json.loads(text) if name.endswith(".json") else read_literals(text)[0]
            except (Unreadable, ValueError, RecursionError):
                return
            yield from found if isinstance(found, dict) else ()
            return


def _prepared(source: Source, root: Path) -> Source:
    """``## Heading [#own-id]`` as an attribute."""
    return Source(_OWN_ID.sub(r"\1 {#\2}", source.body), source.front, source.path)
