"""What a directive of MyST Markdown shows, which is the same as in reStructuredText. Knows no file of its own."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from markdown_it.tree import SyntaxTreeNode

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.markdown.inline import inline_nodes
from footnoted.ingest.formats.markdown.read import File
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.page.line import Line
from footnoted.ingest.formats.rst import words as sphinx_words
from footnoted.ingest.formats.rst.directives.web_only import shown_in_html
from footnoted.ingest.formats.rst.excerpts import excerpt
from footnoted.ingest.formats.rst.page import RstPage
from footnoted.ingest.formats.rst.read import parse
from footnoted.ingest.manuscript import Unreadable

if TYPE_CHECKING:
    from footnoted.ingest.generators.sphinx.myst.page import MystPage

_BELOW_SECTIONS = 100
"""The level of a term's heading: deeper than any section's."""
DEEPEST = 10
"""Files and directives within each other."""


def show_directive(page: MystPage, name: str, argument: str, options: Mapping[str, str], body: str, file: File) -> None:
    """Write what the directive shows onto the page."""
    if sphinx_words.shows_nothing(name):
        return
    match name:
        case "include" | "literalinclude":
            _included(page, name, argument, options, file)
        case _ if name == "eval-rst" or sphinx_words.in_python(name):
            text = body if name == "eval-rst" else _as_rst(name, argument, options, body)
            RstPage(page.builder).walk(parse(text, page.source).children, level=1)
        case "math":
            page.builder.emit("math", f"$$\n{(argument + chr(10) + body).strip()}\n$$")
        case "image":
            page.builder.picture(argument, options.get("alt", ""))
        case "list-table" | "csv-table":
            _listed(page, name, argument, body, file)
        case "only":
            page.nested(body if shown_in_html(argument) else "", file)
        case "glossary":
            _glossary(page, body, file)
        case _ if sphinx_words.is_code(name):
            _captioned(page, body, argument, options)
        case _:
            _labelled(page, name, argument, options, body, file)


def _as_rst(name: str, argument: str, options: Mapping[str, str], body: str) -> str:
    lines = [f".. {name}:: {argument}", *(f":{key}: {value}" for key, value in options.items()), "", *body.split("\n")]
    return "\n   ".join(lines)


def _labelled(page: MystPage, name: str, argument: str, options: Mapping[str, str], body: str, file: File) -> None:
    kind = "note" if name == "admonition" else name
    page.builder.boxed(kind, lambda: _content(page, name, argument, options, body, file))


def _content(page: MystPage, name: str, argument: str, options: Mapping[str, str], body: str, file: File) -> None:
    label, words = sphinx_words.label_of(name, argument)
    if name in sphinx_words.TITLED:
        _titled(page, label, file)
    elif sphinx_words.describes(name):
        page.builder.show(argument)
        page.builder.set_label(f"`{argument}`")
    else:
        if label:
            page.builder.gap()  # in the language of the site
        page.builder.set_label(label)
        body = f"{words}\n\n{body}"
    if name == "figure":
        page.builder.picture(argument, options.get("alt", ""))
    if name == "code-tab":
        _captioned(page, body, argument.split(" ")[0], options)
    else:
        page.nested(body, file)


def _titled(page: MystPage, title: str, file: File) -> None:
    line = page.line(inline_nodes(SyntaxTreeNode(page.parser(file.path).parseInline(title))))
    page.show(line.visible)
    page.builder.set_label(line.text)


def _captioned(page: MystPage, code: str, language: str, options: Mapping[str, str]) -> None:
    caption = options.get("caption", "")
    page.builder.show(caption)
    page.builder.set_label(caption)
    page.code(sphinx_words.without_flags(code), language)


def _included(page: MystPage, name: str, argument: str, options: Mapping[str, str], file: File) -> None:
    target = page.source.book.file(argument, file.path)
    try:
        if target is None or file.depth >= DEEPEST:
            raise Unreadable("not within the book")
        text = excerpt(text_of(target), options)
    except Unreadable:
        page.source.missing.append(argument)
        return
    if name == "literalinclude" or "literal" in options:
        _captioned(page, text, options.get("language", ""), options)
        return
    inner = File(target, file.depth + 1)
    page.walk(SyntaxTreeNode(page.parser(target).parse(split_front_matter(text)[1])).children, inner)


def _listed(page: MystPage, name: str, title: str, body: str, file: File) -> None:
    """A table written as a list of lists, or as comma-separated values."""
    if title:
        _titled(page, title, file)
        page.builder.gap()  # the link to the table
    cells: list[list[Line]] = []
    if name == "csv-table":
        for values in csv.reader(io.StringIO(body), skipinitialspace=True):
            tokens = (SyntaxTreeNode(page.parser(file.path).parseInline(cell)) for cell in values)
            cells.append([page.line(inline_nodes(cell)) for cell in tokens])
    else:
        tree = SyntaxTreeNode(page.parser(file.path).parse(body))
        for item in (item for table in tree.children for item in table.children):
            entries = (entry for inner in item.children for entry in inner.children)
            cells.append([_joined([page.line(inline_nodes(part)) for part in entry.children]) for entry in entries])
    rows = ["| " + " | ".join(flat(cell.text).replace("|", "\\|") for cell in row) + " |" for row in cells if row]
    for cell in (cell for line in cells for cell in line):
        page.show(cell.visible)
    if rows:
        rows.insert(1, "| " + " | ".join("---" for _ in cells[0]) + " |")
    page.builder.emit("table", "\n".join(rows))


def _glossary(page: MystPage, body: str, file: File) -> None:
    """Terms at the margin, what they mean indented below them; each has an id of its own."""
    for terms, meaning in _entries(body.split("\n")):

        def write(terms: list[str] = terms, meaning: list[str] = meaning) -> None:
            page.builder.open_section(_BELOW_SECTIONS, terms[0], page.term_id(terms[0]))
            for term in terms:
                _titled(page, term, file)
            page.nested("\n".join(meaning), file)
            page.builder.drop_label()

        page.builder.within(write)


def _entries(lines: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    """
    >>> _entries(["Tea", "  A drink.", "", "Cup", "Mug", "  A vessel."])
    [(['Tea'], ['A drink.', '']), (['Cup', 'Mug'], ['A vessel.'])]
    """
    entries: list[tuple[list[str], list[str]]] = []
    for line in lines:
        if line.startswith(": ") and entries:
            entries[-1][1].append(line[2:].strip())
        elif line[:1].strip():
            if not entries or entries[-1][1]:
                entries.append(([], []))
            entries[-1][0].append(line.split(" : ")[0].strip())
        elif entries:
            entries[-1][1].append(line.strip())
    return entries


def _joined(lines: Sequence[Line]) -> Line:
    return Line(" ".join(line.text for line in lines), "\n".join(line.visible for line in lines))
