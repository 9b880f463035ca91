"""Which function reads which format: a new format is one module with a ``read`` and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from footnoted.ingest.manuscript import Block, Leaf, Reading, Section, Unreadable
from footnoted.ingest.read import read_epub, read_html, read_markdown, read_notebook, read_pdf, read_rst, read_text
from footnoted.ingest.read.clean import clean

READERS: Mapping[str, Callable[[Leaf, Path], Reading]] = {
    ".md": read_markdown.read,
    ".mdx": read_markdown.read,
    ".markdown": read_markdown.read,
    ".html": read_html.read,
    ".htm": read_html.read,
    ".xhtml": read_html.read,
    ".epub": read_epub.read,
    ".ipynb": read_notebook.read,
    ".pdf": read_pdf.read,
    ".rst": read_rst.read,
    ".txt": read_text.read,
}


def read(leaf: Leaf, root: Path) -> Reading:
    """The leaf as a reader sees it. Raises Unreadable."""
    if leaf.made_up is not None:
        title, text = (clean(part).strip() for part in leaf.made_up)
        return Reading(title, (Section((), "", (Block("text", text),)),) if text else (), text)
    reader = leaf.reader or READERS.get(leaf.path.suffix.lower())
    if reader is None:
        raise Unreadable(f"{leaf.path.suffix} files cannot be read")
    return reader(leaf, root)
