"""The pages that a built site's sitemap lists, each with the file that a web server gives for it. Reads XML as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import opened
from footnoted.ingest.manuscript import Unreadable

_LOC = re.compile(r"<loc>\s*([^<\s]+)\s*</loc>")
_NAMES = ("sitemap.xml", "sitemap-index.xml", "sitemap_index.xml")
_MOST_SITEMAPS = 50


def listed_pages(folder: Path, files: frozenset[str]) -> Iterator[tuple[str, str]]:
    """File and address of the pages that a sitemap lists, or the sitemaps that it names."""
    waiting, seen = [folder / name for name in _NAMES], set[Path]()
    while waiting and len(seen) < _MOST_SITEMAPS:
        path = waiting.pop(0)
        seen.add(path)
        for url in _locations(path):
            parts = unquote(parts_of(url).path).strip("/").split("/")
            ends = ["/".join(parts[start:]) for start in range(len(parts) + 1)]
            if parts[-1].endswith(".xml"):
                inner = (folder / end for end in ends if end and ".." not in parts)
                waiting += [file for file in inner if file.is_file() and file not in seen][:1]
            elif found := next((file for end in ends if (file := file_at(end, files))), ""):
                yield found, url


def _locations(path: Path) -> list[str]:
    try:
        with opened(path) as file:
            return _LOC.findall(file.read().decode("utf-8", "replace"))
    except Unreadable:
        return []


def file_at(path: str, files: frozenset[str]) -> str:
    """The file that a web server gives for a path.

    >>> file_at("a/b", frozenset({"a/b/index.html"})), file_at("a/b/", frozenset({"a/b.html"}))
    ('a/b/index.html', 'a/b.html')
    """
    path = path.strip("/")
    stem = path.removesuffix(".html").removesuffix("/index")
    names = (path, f"{stem}.html", f"{stem}/index.html" if stem and stem != "index" else "index.html")
    return next((name for name in names if name in files and name), "")
