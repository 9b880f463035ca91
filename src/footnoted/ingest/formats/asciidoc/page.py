"""Reads a page of AsciiDoc, block by block, as Asciidoctor shows it. Knows neither files nor sites.

https://docs.asciidoctor.org/asciidoc/latest/
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from footnoted.domain.text.clean import clean
from footnoted.ingest.formats.asciidoc.inline import first_argument, render
from footnoted.ingest.formats.asciidoc.references import footnotes_in, with_titles
from footnoted.ingest.formats.asciidoc.source import ATTRIBUTE, lines_of, set_attribute
from footnoted.ingest.formats.asciidoc.syntax import (
    ATTRIBUTES,
    FENCE,
    HEADING,
    ITEM,
    MACRO,
    RULE,
    TERM,
    Pending,
    admonition_of,
    end_of,
    is_item,
    read_attributes,
    section_id,
    starts_block,
)
from footnoted.ingest.formats.asciidoc.text import AsciiDocText
from footnoted.ingest.formats.page.builder import flat

_MOST_INCLUDED = 5_000_000
"""Characters: more than any page has, little enough for memory."""


class AsciiDocPage(AsciiDocText):
    """A page while it is read."""

    def read(self, text: str) -> None:
        self.builder.is_typeset = True
        before, style = dict(self.attributes), self.id_style
        lines = list(lines_of(text, self.include_within_limit, self.attributes, self.missing))
        lines = with_titles(lines, self.title_of, *style)
        self.attributes.clear()  # attributes are set line by line, and may change further down
        self.attributes.update(before)
        self.blocks(lines)
        if notes := footnotes_in(lines):
            self.builder.open_section(1, "Footnotes", "_footnotedef_1")
            self.flush([f"{number}. {self.words(note)}" for number, note in enumerate(notes, 1)])

    @property
    def id_style(self) -> tuple[str, str]:
        """Prefix and separator of section ids."""
        return self.attributes.get("idprefix", "_"), self.attributes.get("idseparator", "_")

    def include_within_limit(self, name: str) -> str | None:
        """The file to include, unless the page is too long already: files may include each other."""
        text = self.include(name) if self.included_length < _MOST_INCLUDED else None
        self.included_length += len(text or "") + 1_000
        return text

    def blocks(self, lines: Sequence[str]) -> None:
        at, pending = 0, Pending()
        while at < len(lines):
            line = lines[at].rstrip()
            if not line or self.is_meta(line, pending):
                at += 1
                continue
            at = self.block(lines, at, line, pending)
            pending = Pending()

    def is_meta(self, line: str, pending: Pending) -> bool:
        """Whether the line is no text: a comment, a setting, or an attribute of the block below."""
        is_comment = line.startswith("//") and not line.startswith("////")
        if setting := ATTRIBUTE.fullmatch(line):
            set_attribute(setting, self.attributes)
        if is_comment or setting or RULE.fullmatch(line):
            return True
        if match := ATTRIBUTES.fullmatch(line):
            read_attributes(match["inner"], pending)
            return True
        if re.match(r"\.[^\s.]", line):
            pending.title = line[1:]
            return True
        return False

    def block(self, lines: Sequence[str], at: int, line: str, pending: Pending) -> int:
        """Read one block; returns where the next one may begin."""
        if heading := HEADING.fullmatch(line):
            self.heading(len(heading["marks"]) - 1, heading["words"], pending)
            return self.after_header(lines, at) if len(heading["marks"]) == 1 else at + 1
        if line.startswith(("|===", ",===", "!===")):
            end = end_of(lines, at, line)
            pending.is_csv = pending.is_csv or line.startswith(",")
            self.table(lines[at + 1 : end], pending)
            return end + 1
        if fence := FENCE.fullmatch(line):
            return self.fenced(lines, at, fence, pending)
        if macro := MACRO.fullmatch(line):
            if macro["name"] == "image":
                self.builder.picture(macro["target"], first_argument(macro["words"]))
            return at + 1
        self.caption(pending)
        if is_item(line):
            return self.items(lines, at)
        end = next((place for place in range(at, len(lines)) if not lines[place].strip()), len(lines))
        end = next((place for place in range(at + 1, end) if starts_block(lines[place])), end)
        self.paragraph([row.rstrip() for row in lines[at:end]], pending)
        return end

    def after_header(self, lines: Sequence[str], at: int) -> int:
        """Where the text begins below the title and its author and revision lines."""
        while at + 1 < len(lines) and lines[at + 1].strip():
            at += 1
            self.is_meta(lines[at].rstrip(), Pending())
        return at + 1

    def heading(self, level: int, words: str, pending: Pending) -> None:
        line = render(words, self.attributes)
        text = flat(clean(line.text)).replace("`", "")
        if level == 0 and not self.title:
            self.title = text
            return
        anchor = pending.anchor or section_id(text, *self.id_style, taken=self.ids)
        self.ids.add(anchor)
        self.builder.show(line.visible)
        self.builder.open_section(level + 1, text, anchor)

    def paragraph(self, lines: Sequence[str], pending: Pending) -> None:
        if pending.style in ("source", "listing", "literal") or all(line.startswith(" ") for line in lines):
            return self.code("\n".join(lines), pending)
        words = " ".join(line.strip() for line in lines if not line.startswith("//"))
        kind, text = admonition_of(pending.style, words)
        if not kind:
            return self.lines(text)
        return self.box(kind, lambda: self.lines(text))

    def fenced(self, lines: Sequence[str], at: int, fence: re.Match[str], pending: Pending) -> int:
        end = end_of(lines, at, fence["mark"])
        inner = lines[at + 1 : end]
        mark = fence["mark"][0]
        if mark in "/+":
            return self.raw("\n".join(inner) if mark == "+" else "", end + 1)
        self.caption(pending)
        if mark in "`." or (mark == "-" and fence["mark"] != "--") or pending.style == "source":
            pending.language = pending.language or fence["language"] or ""
            self.code("\n".join(inner), pending)
        elif pending.style in ("stem", "latexmath", "asciimath"):
            self.builder.emit("math", "$$\n" + "\n".join(inner) + "\n$$")
        else:
            self.box(admonition_of(pending.style, "")[0], lambda: self.blocks(inner))
            self.builder.emit("text", pending.quoted_from and f"— {pending.quoted_from}")
        return end + 1

    def items(self, lines: Sequence[str], at: int) -> int:
        """Read a whole list; a new marker opens a nested one. Returns where it ends."""
        stack: list[str] = []
        rows: list[str] = []
        counts: dict[int, int] = {}
        while at < len(lines):
            line = lines[at].rstrip()
            line = line.removesuffix(" +")  # a line break that the page shows
            item, term = ITEM.fullmatch(line), TERM.fullmatch(line)
            if item or term:
                marker = item["marker"] if item else "::"
                marker = "." if marker[0].isdigit() else marker
                marker = "<>" if marker[0] == "<" else marker
                if stack and (marker == "<>") != (stack[0] == "<>"):  # notes on code are a list of their own
                    break
                stack = stack[: stack.index(marker) + 1] if marker in stack else [*stack, marker]
                depth = len(stack) - 1
                counts = {level: count for level, count in counts.items() if level <= depth}
                counts[depth] = counts.get(depth, 0) + 1
                rows.append(self.row(item, term, depth, counts[depth], marker))
                at += 1
            elif not line:
                following = next((row for row in lines[at:] if row.strip()), "")
                if not is_item(following.rstrip()):
                    break
                at += 1
            elif line == "+":
                self.flush(rows)
                at = self.attached(lines, at + 1)
            elif starts_block(line) or line.startswith("//"):
                break
            else:
                last = rows.pop() if rows else ""
                rows.append(f"{last} {self.words(line.strip())}")
                at += 1
        self.flush(rows)
        return at

    def row(self, item: re.Match[str] | None, term: re.Match[str] | None, depth: int, count: int, marker: str) -> str:
        indent = "  " * depth
        if item:
            sign = f"{count}." if marker[0] in ".<" else "-"
            return f"{indent}{sign} {self.words(item['words'])}"
        assert term is not None
        return f"{indent}- {self.words(term['term'])}: {self.words(term['words'] or '')}".rstrip()

    def attached(self, lines: Sequence[str], at: int) -> int:
        """Read the block that a plus sign attaches to an item; returns where it ends."""
        pending = Pending()
        while at < len(lines) and lines[at].strip() and self.is_meta(lines[at].rstrip(), pending):
            at += 1
        if at >= len(lines) or not lines[at].strip():
            return at
        if not starts_block(lines[at]):  # a paragraph ends where the next item begins
            ends = (place for place in range(at + 1, len(lines)) if is_item(lines[place].rstrip()))
            lines = lines[: next(ends, len(lines))]
        return self.block(lines, at, lines[at].rstrip(), pending)
