"""Reads one HTML page into a title and sections: main content only. Knows what browsers show, not where it is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from selectolax.lexbor import LexborNode

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import bytes_of
from footnoted.ingest.formats.html.code_lines import code_of, language_of
from footnoted.ingest.formats.html.doxygen import members
from footnoted.ingest.formats.html.elements import (
    INLINE,
    box_of,
    classes_of,
    heading_level,
    is_inline,
    leads_to_its_like,
    title_of,
)
from footnoted.ingest.formats.html.inline import children, is_display, is_math, is_picture, raw_text, render, tex_of
from footnoted.ingest.formats.html.layout_tables import laid_out
from footnoted.ingest.formats.html.templates import written_page
from footnoted.ingest.formats.html.untitled import titled
from footnoted.ingest.formats.html.view import View, head_title, view, with_closing_tags
from footnoted.ingest.formats.page.builder import PageBuilder, flat
from footnoted.ingest.formats.page.fences import fenced
from footnoted.ingest.formats.page.line import Line
from footnoted.ingest.manuscript import Block, Leaf, Reading


def read(leaf: Leaf, root: Path) -> Reading:
    """The page as a reader sees it. Raises Unreadable."""
    return titled(reading_of(written_page(bytes_of(leaf.path)), ""), leaf)


def reading_of(text: str, name: str) -> Reading:
    """The same for HTML that was already read; ``name`` is the title of a page without one."""
    if text.lstrip()[:5] == "<?xml":
        text = with_closing_tags(text)
    seen = view(text)
    page = _Page(seen)
    page.builder.show(seen.title)
    page.walk(children(seen.main))
    sections = page.builder.finished()
    title = page.title or name or head_title(seen.tree, next((step for part in sections for step in part.headings), ""))
    return Reading(title, sections, "\n".join(page.builder.visible), **page.builder.beside)


class _Page:
    def __init__(self, view: View) -> None:
        self.view = view
        self.title = view.title
        self.builder = PageBuilder()
        self.waiting_id = ""
        """Id of an element that was just opened and has shown nothing yet: a heading without an id takes it."""

    def walk(self, nodes: Iterable[LexborNode]) -> None:
        run: list[LexborNode] = []
        for node in nodes:
            if node.is_text_node or (is_inline(node) and not self.holds_blocks(node)):
                run.append(node)
                continue
            self.text(run)
            run = []
            self.block(node)
        self.text(run)

    def holds_blocks(self, node: LexborNode) -> bool:
        if is_math(node):
            return is_display(node)
        if node.tag != "a" and node.tag in INLINE:
            return False
        return node.css_first("h1, h2, h3, h4, h5, h6, p, pre, ul, ol, dl, table, div, section") is not None

    def block(self, node: LexborNode) -> None:
        if is_math(node):
            self.emit_math(tex_of(node))
        elif (level := heading_level(node)) and self.view.shows(node):
            self.heading(level, node)
        elif self.view.shows(node):
            self.note_id(node)
            self.content(node)

    def content(self, node: LexborNode) -> None:
        match node.tag:
            case "p" | "figcaption" | "caption":
                self.paragraph(node)
            case "pre":
                content = raw_text(node, self.view).replace("\xa0", " ").rstrip()
                self.code(Line(content, content), language_of(node))
            case "ul" | "ol" | "menu":
                self.items(node)
            case "dl":
                self.definitions(node)
            case "table":
                self.table(node)
            case "summary":
                self.label(node)
            case _:
                self.container(node)

    def container(self, node: LexborNode) -> None:
        classes = (node.attributes.get("class") or "").lower().split()
        if any("admonition" in name and "heading" in name for name in classes):
            self.label(node)
        elif code := code_of(node, self.view):
            self.code(code, "")
        elif kind := box_of(node):
            self.builder.boxed(kind, lambda: self.inside_box(node))
        elif node.tag == "section" and node.css_first("h2, h3, h4, h5, h6") is not None:
            self.builder.within(lambda: self.walk(children(node)))
        else:
            self.walk(children(node))

    def inside_box(self, node: LexborNode) -> None:
        title = title_of(node)
        if title is not None:
            self.label(title)
        self.walk(child for child in children(node) if title is None or child.mem_id != title.mem_id)

    def note_id(self, node: LexborNode) -> None:
        self.waiting_id = node.attributes.get("id") or self.waiting_id

    def heading(self, level: int, node: LexborNode) -> None:
        line = render(children(node), self.view)
        text = flat(clean(line.text)).replace("`", "")
        inner = node.css_first("[id], a[name]")
        own = node.attributes.get("id") or (inner and (inner.attributes.get("id") or inner.attributes.get("name")))
        anchor = own or self.waiting_id or self.builder.anchor
        self.waiting_id = ""
        if not text:
            return
        self.builder.show(line.visible)
        if leads_to_its_like(node, self.view.main):
            return
        if level == 1 and not self.title and not self.builder.has_headings:
            self.title = text
        else:
            self.builder.open_section(level, text, anchor)

    def paragraph(self, node: LexborNode) -> None:
        if "admonition-title" in (node.attributes.get("class") or "").split():
            self.label(node)
        else:
            self.walk(children(node))

    def label(self, node: LexborNode) -> None:
        line = render(children(node), self.view)
        self.builder.show(line.visible)
        self.builder.set_label(flat(line.text))

    def text(self, nodes: list[LexborNode]) -> None:
        if not nodes:
            return
        line = render(nodes, self.view)
        if not line.text.strip():
            for node in nodes:
                if node.is_element_node and (id := node.attributes.get("id") or node.attributes.get("name")):
                    self.waiting_id = id
            return
        if is_picture(nodes) and self.builder.ends_with(flat(line.text)):
            self.builder.show(line.visible)  # its description is the caption above it
        else:
            self.emit(line)

    def emit(self, line: Line) -> None:
        self.waiting_id = ""
        self.builder.show(line.visible)
        self.builder.emit("text", "\n".join(flat(part) for part in line.text.split("\n") if part.strip()))

    def emit_math(self, tex: str) -> None:
        self.waiting_id = ""
        self.builder.emit("math", f"$$\n{tex}\n$$" if tex else "")

    def code(self, code: Line, language: str) -> None:
        self.waiting_id = ""
        self.builder.show(code.visible)
        self.builder.emit("code", fenced(code.text, language).text)

    def members(self, parts: Iterable[LexborNode | str]) -> None:
        for part in parts:
            if isinstance(part, str):
                self.code(Line(part, part), "")
            else:
                self.walk(children(part))

    def items(self, node: LexborNode) -> None:
        items = [child for child in children(node) if child.is_element_node and self.view.shows(child)]
        if node.css_first("h1, h2, h3, h4, h5, h6") is not None:
            for item in items:
                self.note_id(item)
                self.walk(children(item))
            return
        start = node.attributes.get("start") or "1"
        first = int(start) if start.isascii() and start.isdigit() and len(start) < 6 else 1
        markers = (f"{first + n}." if node.tag == "ol" else "-" for n in range(len(items)))
        self.builder.emit_items([(marker, self.aside(item)) for marker, item in zip(markers, items, strict=True)])

    def aside(self, node: LexborNode) -> list[Block]:
        return self.builder.aside(lambda: self.walk(children(node)))

    def definitions(self, node: LexborNode) -> None:
        """Terms with what they mean; a term that has an id of its own, as in API pages, opens a section."""
        for child in children(node):
            if child.tag == "dt" and self.view.shows(child):
                line = render(children(child), self.view)
                words, id = flat(line.text), child.attributes.get("id")
                if id and words and node.css_first("dd") is not None:
                    self.builder.show(line.visible)
                    self.builder.open_section(7, words.replace("`", ""), id)
                elif words:
                    self.builder.show(line.visible)
                    self.builder.set_label(words)
            elif child.is_element_node:
                self.block(child)

    def table(self, node: LexborNode) -> None:
        self.waiting_id = ""
        if (parts := members(node, self.view.main)) is not None:
            self.members(parts)
            return
        if (cells := laid_out(node, self.view.shows)) is not None:
            for cell in cells:
                if cell.tag == "th" or "icon" in classes_of(cell):
                    self.label(cell)
                else:
                    self.walk(children(cell))
            return
        if (caption := node.css_first("caption")) is not None:
            self.block(caption)
        rows = [row for row in node.css("tr") if self.view.shows(row)]
        grid = [[cell for cell in children(row) if cell.tag in ("td", "th") and self.view.shows(cell)] for row in rows]
        width = max(map(len, grid), default=0)
        lines: list[str] = []
        for cells in filter(None, grid):
            shown = [render(children(cell), self.view) for cell in cells]
            for line in shown:
                self.builder.show(line.visible)
            words = [flat(clean(line.text)).replace("|", "\\|") for line in shown]
            lines.append("| " + " | ".join(words + [""] * (width - len(words))) + " |")
            if len(lines) == 1:
                lines.append("| " + " | ".join(["---"] * width) + " |")
        if any(character not in "|- \n" for line in lines for character in line):
            self.builder.emit("table", "\n".join(lines))
