"""Reads one reStructuredText file into a title and sections, with the section ids that docutils and Sphinx make.

Nothing is run and nothing outside the book is read. Knows what Sphinx shows, not where it is published.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Parser
from docutils.transforms import Transform
from docutils.transforms.universal import SmartQuotes

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.endless import refuse_endless
from footnoted.ingest.formats.rst.directives.register import register
from footnoted.ingest.formats.rst.objects import Scope
from footnoted.ingest.formats.rst.page import RstPage
from footnoted.ingest.formats.rst.project import RstBook, RstConfig
from footnoted.ingest.formats.rst.substitutions import refuse_laughs
from footnoted.ingest.formats.rst.translate import translate
from footnoted.ingest.manuscript import Leaf, Reading, Unreadable, missing_files, unread_text

_FIELDS = re.compile(r"\A(?:[ \t]*\n)*(?::[^:\n`]+:(?!`).*\n(?:[ \t]+\S.*\n)*)+")
_LONGEST_LINE = 100_000
"""Characters; docutils would show nothing of a page with a longer one."""
_SETTINGS: dict[str, Any] = {
    "_disable_config": True,
    "auto_id_prefix": "id",
    "doctitle_xform": False,
    "sectsubtitle_xform": False,
    "embed_stylesheet": False,
    "file_insertion_enabled": False,
    "halt_level": 5,
    "input_encoding": "unicode",
    "line_length_limit": _LONGEST_LINE,
    "raw_enabled": False,
    "report_level": 5,
    "syntax_highlight": "none",
    "warning_stream": False,
}


@dataclass(slots=True)
class Source:
    """The page being read, for the directives in it."""

    path: Path
    name: str
    book: RstBook
    included: int = 0
    above: dict[str, frozenset[str]] = field(default_factory=dict)
    """For each included file the files that include it, directly or not."""
    missing: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """Text that the page shows and that is made from code which is not in the book."""
    scope: Scope = field(default_factory=Scope)
    words: Mapping[str, str] = field(default_factory=dict)
    """The page's texts in another language, which it is to be read in."""


def read(leaf: Leaf, root: Path) -> Reading:
    """A file that belongs to no Sphinx project. Raises Unreadable."""
    return read_page(leaf, RstBook(RstConfig(root, smart_quotes=False), root))


def read_page(leaf: Leaf, book: RstBook) -> Reading:
    """A page of a Sphinx project. Raises Unreadable."""
    name = book.name_of(leaf.path)
    source = Source(leaf.path, name, book, words=book.words_of(name))
    page = RstPage()
    page.walk(parse(book.text_of(leaf.path), source).children)
    warnings = (*missing_files(source.missing), *unread_text(source.unread))
    return Reading(
        page.title or leaf.name,
        page.builder.finished(),
        "\n".join(page.builder.visible),
        warnings,
        **page.builder.beside,
    )


def parse(text: str, source: Source) -> nodes.document:
    """The document tree, with what the configuration puts before and after every page."""
    config = source.book.config
    if max(map(len, text.splitlines()), default=0) > _LONGEST_LINE:
        raise Unreadable(f"has a line of more than {_LONGEST_LINE:,} characters")
    refuse_endless(text)
    refuse_laughs(f"{config.prolog}\n{text}\n{config.epilog}")
    fields = _FIELDS.match(text)
    head, body = (fields[0], text[fields.end() :]) if fields else ("", text)
    role = f".. default-role:: {config.default_role}\n\n" if config.default_role else ""
    known = "".join(f".. |{name}| replace:: {value}\n" for name, value in config.substitutions if f"|{name}|" in text)
    whole = f"{head}\n{role}{config.prolog}\n\n{body}\n\n{config.epilog}\n\n{known}"
    register(whole + "".join(_texts(source, text)), config.default_role)
    document = _document(whole, source)
    if source.words:
        register("\n".join(source.words.values()))
        translate(
            document, source.words, lambda written: _document(f"{role}{written}\n\n{config.epilog}\n\n{known}", source)
        )
    return document


def _document(text: str, source: Source) -> nodes.document:
    settings = {**_SETTINGS, "footnoted_page": source, "smart_quotes": source.book.config.smart_quotes}
    parser = _Parser(source.book.config.smart_actions)
    document = publish_doctree(text, source_path=None, parser=parser, settings_overrides=settings)
    assert isinstance(document, nodes.document)
    return document


class _Parser(Parser):
    """docutils' parser, with the typography that the configuration asks for (Sphinx' ``smartquotes_action``)."""

    def __init__(self, actions: str) -> None:
        super().__init__()
        self._quotes = type("Quotes", (SmartQuotes,), {"smartquotes_action": actions})

    def get_transforms(self) -> list[type[Transform]]:
        return [self._quotes if transform is SmartQuotes else transform for transform in super().get_transforms()]


def _texts(source: Source, text: str) -> list[str]:
    """The texts that the page includes: their directives must be registered before it is parsed."""
    found: list[str] = []
    for path in source.book.included_in(text, source.path):
        try:
            found.append("\n" + text_of(path))
        except Unreadable:  # the directive reports it
            continue
    return found
