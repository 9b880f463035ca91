"""Reads AsciiDoc into a title and sections. Knows files; what they hold is read by the page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_within
from footnoted.ingest.formats.asciidoc.page import AsciiDocPage
from footnoted.ingest.formats.asciidoc.references import title_in
from footnoted.ingest.formats.asciidoc.source import Attributes, Include
from footnoted.ingest.manuscript import Leaf, Reading, Unreadable, missing_files


def read(leaf: Leaf, root: Path) -> Reading:
    """A file by itself. Raises Unreadable."""

    def include(name: str) -> str | None:
        path = file_within(leaf.path.parent / name, root)
        try:
            return text_of(path) if path else None
        except Unreadable:
            return None

    return read_page(leaf, include, {}, include)


def read_page(leaf: Leaf, include: Include, attributes: Mapping[str, str], other_page: Include) -> Reading:
    """The page with these attributes set, files included as ``include`` finds them. Raises Unreadable.

    ``other_page`` finds the text of a page that this one refers to.
    """
    fixed = attributes.fixed if isinstance(attributes, Attributes) else ()
    page = AsciiDocPage(include, Attributes(attributes, fixed), title_of=lambda name: title_in(other_page(name) or ""))
    page.read(text_of(leaf.path))
    title = page.title or leaf.name or leaf.path.stem
    visible = "\n".join((title, *page.builder.visible))
    return Reading(title, page.builder.finished(), visible, missing_files(page.missing), **page.builder.beside)
