"""Pages of a built manual that its program makes of the others, and sources beside the pages made of them.

Indexes, search forms, lists of classes and listings of code say nothing that the other pages do not say. Each program
is known by a file that it puts beside its pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from footnoted.ingest.files.disk import bytes_of
from footnoted.ingest.manuscript import Unreadable

_MADE = {
    ("searchindex.js", "objects.inv"): (  # Sphinx
        *("/genindex*.html", "/search.html", "/py-modindex.html", "/modindex.html"),
    ),
    ("element-list", "package-list"): (  # Javadoc
        *(f"*/{folder}/*" for folder in ("src-html", "class-use", "index-files")),
        *(f"*/{kind}-{part}.html" for kind in ("overview", "package") for part in ("tree", "use", "frame")),
        *(f"*/{name}.html" for name in ("index-all", "allclasses-*", "allpackages-*", "help-doc", "deprecated-list")),
        *("*/constant-values.html", "*/serialized-form.html"),
    ),
    ("doxygen.css",): (
        *("*_8*_source.html", "*-members.html", "*/search/*", "*/dir_*.html", "*/graph_legend.html"),
        *(f"*/{name}{more}.html" for name in ("functions", "globals", "namespacemembers") for more in ("", "_*")),
        *(f"*/{name}.html" for name in ("annotated", "classes", "hierarchy", "inherits", "files", "namespaces")),
    ),
    ("haddock-util.js",): ("*/doc-index*.html", "*/src/*"),
    ("*.devhelp2",): ("/api-index-*.html", "/annotation-glossary.html", "/ix[0-9]*.html"),  # GTK-Doc
}
"""A file in a manual's folder → pages that are made, by their path from there."""
_PAGES = frozenset({".html", ".htm", ".xhtml"})
_LEADS_ON = re.compile(rb"<meta\s[^>]*http-equiv=[\"']?refresh", re.IGNORECASE)
_SHORT = 4096
"""Bytes; a page that only leads on to another has little beside that."""
_SOURCES = frozenset({".txt", ".md", ".markdown", ".rst", ".adoc", ".asciidoc"})


def without_made_pages(files: Iterable[Path], root: Path) -> Iterator[Path]:
    """The files that an author wrote, as far as can be told, each once."""
    files = list(files)
    pages = {path.with_suffix("") for path in files if path.suffix.lower() in _PAGES}
    folders = {above for page in pages for above in page.parents if above.is_relative_to(root)}
    made = {folder: _made_in(folder) for folder in folders}
    for path in files:
        if path.suffix.lower() in _SOURCES and path.with_suffix("") in pages:
            continue
        names = ((f"/{path.relative_to(above).as_posix()}", made.get(above, ())) for above in path.parents)
        if path.suffix.lower() in _PAGES and _leads_on(path):
            continue
        if path.suffix.lower() in _PAGES and any(fnmatchcase(name, shape) for name, some in names for shape in some):
            continue
        yield path


def _leads_on(path: Path) -> bool:
    """Whether a page only leads on to another, as Texinfo writes one for each place within a page."""
    try:
        return path.stat().st_size <= _SHORT and bool(_LEADS_ON.search(bytes_of(path)))
    except (OSError, Unreadable):  # reading the page reports it
        return False


def _made_in(folder: Path) -> list[str]:
    return [name for marks, names in _MADE.items() if any(any(folder.glob(mark)) for mark in marks) for name in names]
