"""Reads one chapter of an EPUB: its entry in the archive, through the HTML reader."""

from __future__ import annotations

from pathlib import Path

from footnoted.ingest.formats.epub.archive import open_archive, read_entry
from footnoted.ingest.formats.html.encoding import decoded
from footnoted.ingest.formats.html.read import reading_of
from footnoted.ingest.formats.html.view import with_closing_tags
from footnoted.ingest.manuscript import Leaf, Reading


def read(leaf: Leaf, root: Path) -> Reading:
    """The chapter as a reader sees it. Raises Unreadable."""
    with open_archive(leaf.path) as archive:
        data = read_entry(archive, leaf.entry)
    return reading_of(with_closing_tags(decoded(data)), leaf.name)
