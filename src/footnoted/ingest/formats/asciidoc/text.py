"""Writes AsciiDoc's lines, code, tables and boxes onto a page's builder. Knows no order of blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from footnoted.ingest.formats.asciidoc.inline import first_argument, render, with_attributes, without_markup
from footnoted.ingest.formats.asciidoc.references import TitleOf
from footnoted.ingest.formats.asciidoc.source import Include
from footnoted.ingest.formats.asciidoc.syntax import MACRO, Pending, csv_rows, table_rows, without_callouts
from footnoted.ingest.formats.html.read import reading_of
from footnoted.ingest.formats.page.builder import PageBuilder, flat
from footnoted.ingest.formats.page.fences import fenced
from footnoted.ingest.formats.page.line import picture_mark


@dataclass(slots=True)
class AsciiDocText:
    """A page while it is built, and the state that all of its lines share."""

    include: Include
    attributes: dict[str, str] = field(default_factory=dict)
    builder: PageBuilder = field(default_factory=PageBuilder)
    title: str = ""
    missing: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    title_of: TitleOf = lambda name: ""
    """Gives the title of another page."""
    included_length: int = 0
    """Characters that came from other files."""

    def caption(self, pending: Pending) -> None:
        if pending.title:
            line = render(pending.title, self.attributes)
            self.builder.show(line.visible)
            self.builder.set_label(line.text)
            pending.title = ""

    def lines(self, text: str) -> None:
        for part in re.split(r" \+(?= |$)", text):
            line = render(part, self.attributes)
            self.builder.show(line.visible)
            self.builder.emit("text", flat(line.text))

    def raw(self, html: str, after: int) -> int:
        """The text of raw HTML; returns ``after``."""
        reading = reading_of(html, "")
        self.builder.show(reading.visible)
        for section in reading.sections:
            for block in section.blocks:
                self.builder.emit(block.kind, block.text)
        return after

    def box(self, kind: str, write: Callable[[], None]) -> None:
        self.builder.set_label(kind.capitalize())
        self.builder.boxed(kind, write)

    def code(self, content: str, pending: Pending) -> None:
        plain = without_callouts(content)
        plain = with_attributes(plain, self.attributes) if pending.substitutes else plain
        if pending.has_markup:
            plain = "\n".join(map(without_markup, plain.split("\n")))
        self.builder.show(plain)
        self.builder.emit("code", fenced(plain, pending.language).text)

    def words(self, text: str) -> str:
        line = render(text, self.attributes)
        self.builder.show(line.visible)
        return flat(line.text)

    def flush(self, rows: list[str]) -> None:
        self.builder.emit("list", "\n".join(rows))
        rows.clear()

    def cell(self, text: str) -> str:
        """A cell's words; none if a picture fills it."""
        if (macro := MACRO.fullmatch(text)) and macro["name"] == "image":
            words = first_argument(macro["words"])
            self.builder.show(picture_mark(macro["target"], words))
            return words
        return self.words(text)

    def table(self, lines: Sequence[str], pending: Pending) -> None:
        self.caption(pending)
        rows = csv_rows(lines) if pending.is_csv else table_rows(lines)
        width = len(rows[0]) if rows else 0
        text = ["| " + " | ".join(self.cell(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
        text[1:1] = ["| " + " | ".join("---" for _ in range(width)) + " |"] if text else []
        self.builder.emit("table", "\n".join(text))
