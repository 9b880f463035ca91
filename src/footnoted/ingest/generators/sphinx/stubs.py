"""Pages that ``autosummary`` generates with ``:toctree:``, one for each name in its list. Knows its plain templates.

https://www.sphinx-doc.org/en/master/usage/extensions/autosummary.html
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.code.python.package import PythonSource
from footnoted.ingest.formats.rst.page import RstPage
from footnoted.ingest.formats.rst.read import Source, parse
from footnoted.ingest.generators.sphinx.config import SphinxConfig
from footnoted.ingest.generators.sphinx.read import SphinxBook
from footnoted.ingest.generators.sphinx.scan import OPTION
from footnoted.ingest.manuscript import Leaf, Reading, Unreadable, unread_text

_SUMMARY = re.compile(
    r"^(?P<indent>[ \t]*)\.\.[ \t]+(?P<name>autosummary|(?:current)?module)::"
    r"[ \t]*(?P<argument>\S*)[ \t]*$"
    r"(?P<body>(?:\n(?:(?P=indent)[ \t]+\S[^\n]*|[ \t]*))*)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Stub:
    """A page to be generated: its document, and the dotted name that it is about."""

    document: str
    target: str


def stubs(text: str, document: str, config: SphinxConfig, code: PythonSource) -> Iterator[Stub]:
    """The pages that a document's summaries ask for; only those whose code is in the book."""
    if "sphinx.ext.autosummary" not in config.extensions or not config.makes_stubs or "autosummary::" not in text:
        return
    module = ""
    for match in _SUMMARY.finditer(text):
        if match["name"] != "autosummary":
            module = "" if match["argument"] == "None" else match["argument"]
            continue
        lines = [line.strip() for line in match["body"].split("\n") if line.strip()]
        options = {found["name"]: found["value"] for line in lines if (found := OPTION.fullmatch(line))}
        if "toctree" not in options:
            continue
        folder = posixpath.normpath(posixpath.join(posixpath.dirname(document), options["toctree"]))
        for line in (line for line in lines if not line.startswith((":", ".."))):
            name = line.lstrip("~").split(" ")[0]
            target = name if not module or name.startswith(f"{module}.") else f"{module}.{name}"
            if code.has_package(target):  # the object itself is looked up when the page is read
                yield Stub(posixpath.join(folder, target), target)


def read_stub(leaf: Leaf, root: Path, stub: Stub, book: SphinxBook) -> Reading:
    """The page as Sphinx' own templates write it. Raises Unreadable."""
    found = book.code.find(stub.target) if book.code is not None else None
    if found is None:
        raise Unreadable(f"{stub.target} is not in the Python source")
    source = Source(leaf.path, stub.document, book)
    page = RstPage()
    page.walk(parse(_text(stub.target, found, book.config), source).children)
    return Reading(stub.target, page.builder.finished(), "\n".join(page.builder.visible), unread_text(source.unread))


def _text(target: str, found: Any, config: SphinxConfig) -> str:
    kind = "module" if found.is_module else "class" if found.is_class else "function" if found.is_function else "data"
    if kind in ("function", "data") and found.parent is not None and found.parent.is_class:
        kind = "method" if kind == "function" else "attribute"
    members = "   :members:\n" if _lists_members(kind, config) else ""
    return f"{target}\n{'=' * len(target)}\n\n.. auto{kind}:: {target}\n{members}"


def _lists_members(kind: str, config: SphinxConfig) -> bool:
    """Whether the project's own template for it asks for members."""
    for folder in config.templates if config.conf else ():
        path = (config.conf or Path()).parent / folder / "autosummary" / f"{kind}.rst"
        try:
            if path.is_file() and ":members:" in text_of(path):
                return True
        except Unreadable:
            continue
    return False
