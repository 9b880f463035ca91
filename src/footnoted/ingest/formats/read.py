"""Which function reads which format: a new format is one module with a ``read`` and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.included import including_from, while_reading_a_page
from footnoted.ingest.files.page_time import within_page_time
from footnoted.ingest.formats import notebook as read_notebook
from footnoted.ingest.formats.asciidoc import read as read_asciidoc
from footnoted.ingest.formats.epub import read as read_epub
from footnoted.ingest.formats.html import read as read_html
from footnoted.ingest.formats.markdown import read as read_markdown
from footnoted.ingest.formats.pdf import read as read_pdf
from footnoted.ingest.formats.rst import read as read_rst
from footnoted.ingest.formats.text import read as read_text
from footnoted.ingest.manuscript import Block, Leaf, Reading, Section, Unreadable

READERS: Mapping[str, Callable[[Leaf, Path], Reading]] = {
    ".md": read_markdown.read,
    ".mdx": read_markdown.read,
    ".markdown": read_markdown.read,
    ".adoc": read_asciidoc.read,
    ".asciidoc": read_asciidoc.read,
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
    size = leaf.path.stat().st_size if leaf.path.is_file() else 0
    with while_reading_a_page(), including_from(leaf.repository), within_page_time(size):
        return reader(leaf, root)
