"""Reads one chapter of an EPUB: its entry in the archive, through the HTML reader."""

from __future__ import annotations

from pathlib import Path

from footnoted.ingest.manuscript import Leaf, Reading
from footnoted.ingest.read.archive import open_archive, read_entry
from footnoted.ingest.read.html_view import decoded, opened_up
from footnoted.ingest.read.read_html import reading_of


def read(leaf: Leaf, root: Path) -> Reading:
    """The chapter as a reader sees it. Raises Unreadable."""
    with open_archive(leaf.path) as archive:
        data = read_entry(archive, leaf.entry)
    return reading_of(opened_up(decoded(data)), leaf.name)
