"""Reads the metadata of an EPUB, version 2 or 3: title, chapters in reading order. Knows no HTML."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.safe_xml import parse_xml
from footnoted.ingest.formats.epub.archive import open_archive, read_entry
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.manuscript import Unreadable

_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_CONTAINER = "META-INF/container.xml"
"""The file that names the book's package file, by the standard at the archive's root."""


@dataclass(frozen=True, slots=True)
class Chapter:
    entry: str
    """Its name in the archive."""
    title: str
    """What the table of contents calls it; empty if it is not listed."""


@dataclass(frozen=True, slots=True)
class Epub:
    title: str
    chapters: tuple[Chapter, ...]


def read_metadata(path: Path) -> Epub:
    """The book's metadata. Raises Unreadable."""
    with open_archive(path) as archive:
        opf = _package_path(archive)
        package = parse_xml(read_entry(archive, opf))
        items = {item.get("id", ""): item for item in package.iterfind("./manifest/item")}
        titles = _titles(archive, package, items, opf)
        chapters = []
        for reference in package.iterfind("./spine/itemref"):
            item = items.get(reference.get("idref", ""))
            if item is None or item.get("media-type") not in _PAGES:
                continue
            entry = _entry_name(item.get("href", ""), opf)
            if entry in archive.NameToInfo:
                chapters.append(Chapter(entry, titles.get(entry, "")))
        if not chapters:
            raise Unreadable("the EPUB lists no chapter")
        return Epub(_title(package), tuple(chapters))


def _package_path(archive: zipfile.ZipFile) -> str:
    folder = _folder(archive)
    container = parse_xml(read_entry(archive, folder + _CONTAINER))
    for rootfile in container.iter("rootfile"):
        if path := rootfile.get("full-path"):
            return folder + path
    raise Unreadable("the EPUB does not name its package file")


def _folder(archive: zipfile.ZipFile) -> str:
    """The folder that holds the book: the archive's root, or the one folder in which someone packed the whole book."""
    if _CONTAINER in archive.NameToInfo:
        return ""
    folders = {name.partition("/")[0] + "/" for name in archive.NameToInfo}
    return folders.pop() if len(folders) == 1 else ""


def _title(package: Element) -> str:
    titles = (flat(clean("".join(element.itertext()))) for element in package.iterfind("./metadata/title"))
    return next(filter(None, titles), "")


def _entry_name(href: str, relative_to: str) -> str:
    """The archive's name for what a link points to.

    >>> _entry_name("../Text/a%20b.xhtml#x", "OEBPS/nav/nav.xhtml")
    'OEBPS/Text/a b.xhtml'
    """
    path = unquote(href.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(relative_to), path)).lstrip("/")


def _titles(archive: zipfile.ZipFile, package: Element, items: dict[str, Element], opf: str) -> dict[str, str]:
    """Entry → title, from the navigation document or, in older books, the NCX; a broken one costs only the titles."""
    nav = next((item for item in items.values() if "nav" in item.get("properties", "").split()), None)
    spine = package.find("./spine")
    ncx = items.get(spine.get("toc", "")) if spine is not None else None
    titles: dict[str, str] = {}
    for item, labels in ((nav, _nav_labels), (ncx, _ncx_labels)):
        if item is None:
            continue
        entry = _entry_name(item.get("href", ""), opf)
        try:
            tree = parse_xml(read_entry(archive, entry))
        except Unreadable:
            continue
        for href, words in labels(tree):
            title = flat(clean(words))
            if title:
                titles.setdefault(_entry_name(href, entry), title)
    return titles


def _nav_labels(tree: Element) -> Iterator[tuple[str, str]]:
    for nav in tree.iter("nav"):
        if nav.get("type", "toc") == "toc":
            for link in nav.iter("a"):
                yield link.get("href", ""), "".join(link.itertext())


def _ncx_labels(tree: Element) -> Iterator[tuple[str, str]]:
    for point in tree.iter("navPoint"):
        content, label = point.find("content"), point.find("navLabel")
        if content is not None and label is not None:
            yield content.get("src", ""), "".join(label.itertext())
