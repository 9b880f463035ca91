"""Finds the file of a picture that a page names, within the book's folder or archive. Fetches nothing.

Generators resolve addresses from different folders, so each folder above the page is tried, the nearest first.
"""

from __future__ import annotations

import base64
import binascii
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import bytes_of
from footnoted.ingest.formats.epub.archive import leads_out, open_archive, read_entry
from footnoted.ingest.manuscript import Leaf, Unreadable
from footnoted.ingest.pictures.image import MOST_BYTES

_SERVED_AS_ROOT = ("", "static", "public", "images", "assets", "_static")
"""Folders whose files generators put at an address without the folder's name; Antora has ``images``."""
_EVERY = re.compile(rb"\.(?:png|jpe?g|gif|webp|svg)\b", re.IGNORECASE)
_ENDS_A_NAME = re.compile(rb"[\s\"'()<>\[\]{}|=:,]")
_LONGEST_NAME = 300
_IN_QUOTES = re.compile(r"""["'`]([^"'`]+)["'`]""")
_ENDINGS = (".svg", ".png", ".gif", ".jpg", ".jpeg", ".webp")
_IN_TEXT = re.compile(r"data:image/[\w.+-]+;base64,", re.IGNORECASE)


def image_bytes(address: str, leaf: Leaf, root: Path, site: str = "") -> bytes | None:
    """The bytes of the picture's file; None if the book has no such file."""
    if found := _IN_TEXT.match(address):
        return _decoded(address[found.end() :])
    path = _path_of(address, site)
    if not path:
        return None
    if leaf.entry:
        return _entry(leaf, path)
    for file in _candidates(path, leaf.path, root):
        try:
            if file.is_file() and file.resolve().is_relative_to(root.resolve()):
                return bytes_of(file, MOST_BYTES)
        except (OSError, RuntimeError, ValueError, Unreadable):
            continue
    return None


def named_images(data: bytes, leaf: Leaf, root: Path) -> Iterator[bytes]:
    """The bytes of the picture files that a page's source seems to name; the page is not parsed."""
    names = {
        _ENDS_A_NAME.split(data[max(0, found.start() - _LONGEST_NAME) : found.start()])[-1] + found[0]
        for found in _EVERY.finditer(data)
    }
    for name in sorted(names):
        image = image_bytes(name.decode("utf-8", "replace"), leaf, root)
        if image is not None:
            yield image


def _path_of(address: str, site: str) -> str:
    """The path in an address; empty where it leads to another site.

    >>> _path_of("https://tea.example/img/a%20b.png?v=2", "https://tea.example"), _path_of("//cdn.example/a.png", "")
    ('/img/a b.png', '')
    >>> _path_of("require('@site/static/a.png').default", "")
    '@site/static/a.png'
    """
    if quoted := _IN_QUOTES.search(address):
        address = quoted[1]
    if site and address.startswith(f"{site}/"):
        address = address[len(site) :]
    try:
        parts = parts_of(address.strip())
    except ValueError:
        return ""
    path = unquote(parts.path).replace("\\", "/")
    return "" if parts.netloc or (parts.scheme and "/" in parts.scheme) or "\0" in path else path


def _candidates(path: str, page: Path, root: Path) -> Iterator[Path]:
    if path.startswith("@site/"):
        yield root / path.removeprefix("@site/")
        return
    if not path.startswith("/"):
        yield from _any_ending(page.parent / path)
    steps = [step for step in path.split("/") if step not in ("", ".", "..")]
    above = [folder for folder in page.parents if folder == root or root in folder.parents]
    # A published address may begin with the site's base path, which is not a folder.
    for mounted in range(min(3, len(steps))):
        for folder in above:
            for served in _SERVED_AS_ROOT:
                yield from _any_ending(folder / served / "/".join(steps[mounted:]))


def _any_ending(path: Path) -> Iterator[Path]:
    """The path, with each possible ending of a picture for Sphinx's ``figure.*``."""
    if path.suffix == ".*":
        yield from (path.with_suffix(ending) for ending in _ENDINGS)
    else:
        yield path


def _entry(leaf: Leaf, path: str) -> bytes | None:
    name = posixpath.normpath(posixpath.join(posixpath.dirname(leaf.entry), path)).lstrip("/")
    if leads_out(name):
        return None
    try:
        with open_archive(leaf.path) as archive:
            return read_entry(archive, name)
    except Unreadable:
        return None


def _decoded(text: str) -> bytes | None:
    if len(text) > MOST_BYTES * 4 // 3 + 4:
        return None
    try:
        return base64.b64decode(unquote(text), validate=False)
    except (binascii.Error, ValueError):
        return None
