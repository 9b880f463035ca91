"""Nextra: pages of a Next.js site in ``content``, ``pages`` or ``app``, in the order of its ``_meta`` files.

Its heading ids are GitHub's. https://nextra.site/docs/file-conventions
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.walk import folder_title
from footnoted.ingest.formats.code.javascript.literals import UNKNOWN, read_literals
from footnoted.ingest.formats.code.javascript.module import read_exports
from footnoted.ingest.formats.markdown.slugs import Slugger
from footnoted.ingest.formats.settings_file import string
from footnoted.ingest.generators.markdown_site.pages import Rendering, Source, Survey, files_in
from footnoted.ingest.manuscript import Manuscript, Unreadable

_CONFIGS = tuple(f"next.config.{end}" for end in ("mjs", "js", "ts", "mts", "cjs"))
_FOLDERS = ("content", "src/content", "pages", "src/pages", "app", "src/app")
_META = ("_meta.json", "_meta.js", "_meta.ts", "_meta.tsx", "_meta.jsx", "_meta.global.js")
_OWN_ID = re.compile(r"^(#{1,6} (?:.*[^ \t\n])?)[ \t]*\[#([\w-]+)\][ \t]*$", re.MULTILINE)


def find(folder: Path) -> Path | None:
    """Next.js' configuration, if it names Nextra and has pages beside it."""
    for name in _CONFIGS:
        path = folder / name
        if path.is_file() and "nextra" in _source(path) and _pages(folder):
            return path
    return None


def pages_folder(path: Path) -> Path:
    return _pages(path.parent) or path.parent


def manuscript(path: Path) -> Manuscript:
    """The site, folder by folder in the order of its ``_meta`` files."""
    settings, folder = _settings(path), pages_folder(path)
    base, within = (string(settings.get(name), "") for name in ("basePath", "contentDirBasePath"))
    slash = "/" if settings.get("trailingSlash") is True else ""
    survey = Survey(path.parent, Rendering(Slugger, _prepared, is_typographic=True))
    for place in dict.fromkeys((folder, *(path.parent / name for name in _FOLDERS if name.endswith("app")))):
        start = f"/{base.strip('/')}/{within.strip('/') if place == folder else ''}"
        for page in sorted(files_in(place, (".md", ".mdx")), key=lambda page: _place(page, place)):
            name = page.relative_to(place).as_posix()
            if "[" in name:
                survey.skip(page, "a dynamic route, whose pages only running the site gives")
            elif not page.name.startswith("_") and survey.front_matter(page) is not None:
                route = _route(name, place.name == "app")
                if route is not None:
                    survey.add(page, re.sub(r"/{2,}", "/", f"{start}/{route}").rstrip("/") + slash or "/")
    names = ("basePath", "trailingSlash", "contentDirBasePath", "...")
    assumed = [(name.replace("...", "what is spread in"), "none") for name in names if settings.get(name) is UNKNOWN]
    if not settings:
        assumed = [("the configuration", "Next.js' defaults")]
    return survey.manuscript("nextra", folder_title(path.parent), "", assumed=tuple(assumed))


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


def _settings(path: Path) -> Mapping[str, Any]:
    """The settings of Next.js, and those of Nextra."""
    try:
        exported, names = read_exports(path, path.parent)
    except (Unreadable, RecursionError):
        return {}
    nextra = next((value for name, value in names.items() if name.lower().endswith("nextra")), None)
    inner = nextra if isinstance(nextra, dict) else {}
    return {**inner, **exported} if isinstance(exported, dict) else {}


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
