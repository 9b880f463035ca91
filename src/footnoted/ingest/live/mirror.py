"""What was last fetched of a site: its pages' main content and pictures, and validators to ask for changes with.

Stored in the data folder. A page is written before the list that names it; after a crash it is simply fetched again.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

_VERSION = 2
"""Of the file below; a mirror of another version is fetched again."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A page as it was last fetched."""

    digest: str
    title: str
    canonical: str = ""
    """The page's rel=canonical, if it is another address."""
    links: tuple[str, ...] = ()
    """Pages of the site that were first found on this one."""
    pictures: tuple[str, ...] = ()
    """Addresses of the site's own pictures on it."""
    etag: str = ""
    last_modified: str = ""


def mirror_folder(data: Path, book: str) -> Path:
    """Where the data folder has the mirror of a book; different names give different folders."""
    return data / "sites" / hashlib.sha256(book.encode("utf-8", "replace")).hexdigest()[:16]


def picture_file(url: str) -> str:
    """The file of a picture in the mirror. Its ending only marks a picture; the bytes tell which kind."""
    return f"pictures/{hashlib.sha256(url.encode('utf-8', 'replace')).hexdigest()[:32]}.png"


class Mirror:
    """The pages of one site, by address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._list = folder / "pages.json"
        self.pages: dict[str, Kept] = {}
        try:
            stored = json.loads(self._list.read_text("utf-8"))
        except (OSError, ValueError):
            return
        if isinstance(stored, dict) and stored.get("version") == _VERSION:
            self.pages = {url: _kept(page) for url, page in stored["pages"].items()}

    def known(self, url: str) -> Kept | None:
        """The page, if its file is there too."""
        kept = self.pages.get(url)
        return kept if kept and self.path(url).is_file() else None

    def path(self, url: str) -> Path:
        return self.folder / f"{hashlib.sha256(url.encode()).hexdigest()[:32]}.html"

    def keep(self, url: str, html: str) -> str:
        """Write a page; returns the hash of its content."""
        data = html.encode("utf-8", "replace")
        _write(self.path(url), data)
        return hashlib.sha256(data).hexdigest()

    def has_picture(self, url: str) -> bool:
        return (self.folder / picture_file(url)).is_file()

    def keep_picture(self, url: str, data: bytes) -> None:
        _write(self.folder / picture_file(url), data)

    def save(self, pages: dict[str, Kept]) -> None:
        """Make these the site's pages, and remove all other pages and pictures."""
        self.pages = pages
        stored = {"version": _VERSION, "pages": {url: asdict(kept) for url, kept in pages.items()}}
        _write(self._list, json.dumps(stored, ensure_ascii=False).encode("utf-8", "replace"))
        kept_files = {self.path(url) for url in pages}
        kept_files |= {self.folder / picture_file(url) for kept in pages.values() for url in kept.pictures}
        for path in (*self.folder.glob("*.html"), *self.folder.glob("pictures/*")):
            if path not in kept_files:
                path.unlink(missing_ok=True)


def _kept(page: dict[str, Any]) -> Kept:
    return Kept(**page | {name: tuple(page[name]) for name in ("links", "pictures")})


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.write_bytes(data)
    os.replace(draft, path)
