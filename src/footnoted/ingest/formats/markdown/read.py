"""Reads one Markdown or MDX file into a title and sections. Knows what Docusaurus shows, not where it is published."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.endless import refuse_too_long
from footnoted.ingest.formats.markdown.alerts import alert_of
from footnoted.ingest.formats.markdown.data import described
from footnoted.ingest.formats.markdown.expressions import constants_in, unfilled, value_of, warnings_of
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.markdown.inline import explicit_id, inline_nodes, label_of, render, slug_text
from footnoted.ingest.formats.markdown.mdx import parser
from footnoted.ingest.formats.markdown.partials import IMPORT, partial_text
from footnoted.ingest.formats.markdown.slugs import Slugger
from footnoted.ingest.formats.markdown.tags import Tag
from footnoted.ingest.formats.page.builder import ADMONITIONS, PageBuilder, flat
from footnoted.ingest.formats.page.fences import fenced
from footnoted.ingest.formats.page.line import Line
from footnoted.ingest.manuscript import GAP, Block, Leaf, Reading, missing_files

_LONG_RUN = re.compile(r"(([*_~])\2{199})\2+")
"""Longer runs only nest: 200,000 asterisks around a word took 2 GB."""
_BOX_TAGS = frozenset({"Admonition", "Aside", "Callout"})
"""What Docusaurus, Starlight and Nextra call a box that is written as a tag."""
_NESTED_PARTIALS = 5
"""Imported files within each other; ends a file that imports itself."""


def read(leaf: Leaf, root: Path, kind: type[Page] | None = None) -> Reading:
    """The page as a reader sees it. Raises Unreadable."""
    front, body, warning = split_front_matter(text_of(leaf.path))
    page = (kind or Page)(root, leaf.mdx)
    page.include(body, leaf.path, depth=0)
    given = front.get("title")
    title = clean(str(given)).strip() if given not in (None, "") else page.title or leaf.name or leaf.path.stem
    sections = page.builder.finished()
    if page.title and page.title.casefold() != title.casefold():
        # The page shows its heading, whatever its title is elsewhere: both name the place.
        sections = tuple(replace(section, headings=(page.title, *section.headings)) for section in sections)
    warnings = (*((warning,) if warning else ()), *missing_files(page.gone), *warnings_of(page.unfilled))
    return Reading(title, sections, "\n".join(page.builder.visible), warnings, **page.builder.beside)


@dataclass(slots=True)
class File:
    """The state of one file: a partial has its own imports, constants and heading ids."""

    path: Path
    depth: int
    slugger: Slugger = field(default_factory=Slugger)
    partials: dict[str, str] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)


class Page:
    """A page while it is read. Readers of other generators override what these show differently."""

    def __init__(self, root: Path, mdx: bool) -> None:
        self.root, self.mdx = root, mdx
        self.title = ""
        self.builder = PageBuilder()
        self.unfilled: list[str] = []
        """Expressions that show what only running the site would tell."""
        self.gone: list[str] = []
        """Files that it imports and that are not in the book."""

    def include(self, body: str, path: Path, depth: int, given: Mapping[str, str] | None = None) -> None:
        refuse_too_long(body)
        tree = SyntaxTreeNode(self.parser(path).parse(_LONG_RUN.sub(r"\1", body)))
        file = File(path, depth, constants=dict(given or {}))
        self.walk(tree.children, file)
        self.unfilled += unfilled(tree, file.constants)

    def parser(self, path: Path) -> MarkdownIt:
        return parser(self.mdx or path.suffix == ".mdx")

    def walk(self, nodes: Iterable[SyntaxTreeNode], file: File) -> None:
        for node in nodes:
            self.block(node, file)

    def block(self, node: SyntaxTreeNode, file: File) -> None:
        match node.type:
            case "heading":
                self.heading(int(node.tag[1]), inline_nodes(node), file)
            case "paragraph":
                self.paragraph(inline_nodes(node), file)
            case "bullet_list" | "ordered_list":
                self.items(node, file)
            case "fence" if self.mdx and node.info.strip() == "mdx-code-block":
                self.walk(SyntaxTreeNode(parser(True).parse(node.content)).children, file)
            case "fence" | "code_block":
                self.code(node.content, node.info)
            case "math_block" | "math_block_label":
                self.builder.emit("math", f"$$\n{node.content.strip()}\n$$")
            case "table":
                self.table(node, file)
            case "footnote_block":
                self.footnotes(node, file)
            case _:
                self.added_by_mdx(node, file)

    def added_by_mdx(self, node: SyntaxTreeNode, file: File) -> None:
        match node.type:
            case "module":
                file.partials.update(IMPORT.findall(node.content))
                file.constants.update(constants_in(node.content))
            case "admonition":
                self.admonition(node.info, node.content, file)
            case "tag":
                self.tag(node.meta["tag"], file)
            case "expression":
                self.text(Line(value := value_of(node.content, file.constants), value))
            case _:  # blockquotes and whatever else only holds blocks
                self.walk(node.children, file)

    def heading(self, level: int, nodes: Sequence[SyntaxTreeNode], file: File, raw_id: str | None = None) -> None:
        anchor, rest, tail = explicit_id(nodes)
        if raw_id is not None:  # a heading written as a tag has the id in the tag, or none
            anchor = raw_id or self.builder.anchor
        elif not anchor:
            anchor = file.slugger(slug_text(nodes, self.mdx))
        line = render(rest, file.constants)
        text = flat(clean(line.text + tail)).replace("`", "")
        self.builder.show_heading(line.visible + tail)
        if level == 1 and not self.title and not self.builder.has_headings and file.depth == 0:
            self.title = text
            return
        # Docusaurus gives no id to a heading of the first level.
        self.builder.open_section(level, text, "" if level == 1 else anchor)

    def paragraph(self, nodes: Sequence[SyntaxTreeNode], file: File) -> None:
        first = nodes[0].meta.get("tag") if nodes and nodes[0].type == "tag" else None
        if isinstance(first, Tag) and re.fullmatch("h[1-6]", first.name) and not first.closes:
            self.heading(int(first.name[1]), nodes, file, raw_id=first.attributes.get("id", ""))
            return
        self.text(self.rendered(nodes, file))
        for node in nodes:
            if node.type == "tag" and node.meta["tag"].name in file.partials:
                self.tag(node.meta["tag"], file)

    def rendered(self, nodes: Sequence[SyntaxTreeNode], file: File) -> Line:
        return render(nodes, file.constants)

    def text(self, line: Line) -> None:
        self.builder.show(line.visible)
        self.builder.emit("text", "\n".join(flat(part) for part in line.text.split("\n") if part.strip()))

    def code(self, content: str, info: str) -> None:
        block = fenced(content, info)
        self.builder.show(f"{block.caption}\n{block.code}")
        self.builder.set_label(block.caption)
        self.builder.emit("code", block.text)

    def admonition(self, name: str, title: str, file: File) -> None:
        if not name:
            self.builder.drop_label()
            self.builder.close_box()
            return
        self.builder.open_box(name)
        if title:
            line = render(inline_nodes(SyntaxTreeNode(parser(self.mdx).parseInline(title))), file.constants)
            self.builder.show(line.visible)
            self.builder.set_label(line.text)
        elif name.lower() in ADMONITIONS:
            self.builder.show(name)
            self.builder.set_label(name.capitalize())

    def tag(self, tag: Tag, file: File) -> None:
        if tag.closes:
            if tag.name[:1].isupper():
                self.builder.drop_label()
            if tag.name in _BOX_TAGS:
                self.builder.close_box()
        elif tag.name in file.partials:
            self.partial(file.partials[tag.name], file, tag.attributes)
        elif tag.name.lower() == "img":
            self.builder.picture(tag.attributes.get("src", ""), html.unescape(tag.attributes.get("alt", "")))
        else:
            if tag.name in _BOX_TAGS:
                self.builder.open_box(tag.attributes.get("type", "note"))
            label = label_of(tag)
            self.builder.show(GAP if tag.closed else html.unescape(label))  # only running it would tell what it shows
            self.builder.set_label(label)
            if tag.closed and (words := html.unescape(tag.attributes.get("description", ""))):
                self.text(Line(words, words))
            self.builder.emit("list", described(tag.data) if tag.closed else "")

    def partial(self, name: str, file: File, given: Mapping[str, str]) -> None:
        found = partial_text(name, file.path, self.root) if file.depth < _NESTED_PARTIALS else None
        self.gone += [] if found else [name]
        path, body = found or (file.path, GAP)
        self.include(body, path, file.depth + 1, {f"props.{name}": value for name, value in given.items()})

    def items(self, node: SyntaxTreeNode, file: File) -> None:
        opens_sections = any(
            inner.type == "heading" or (inner.type == "tag" and inner.meta["tag"].name in file.partials)
            for inner in node.walk()
        )
        if opens_sections:
            for item in node.children:
                self.walk(item.children, file)
            return
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        markers = ("-" if start is None else f"{start + index}." for index in range(len(node.children)))
        marked = zip(markers, node.children, strict=True)
        self.builder.emit_items([(marker, self.aside(item, file)) for marker, item in marked])

    def aside(self, node: SyntaxTreeNode, file: File) -> list[Block]:
        return self.builder.aside(lambda: self.walk(node.children, file))

    def table(self, node: SyntaxTreeNode, file: File) -> None:
        rows: list[str] = []
        for row in (inner for inner in node.walk() if inner.type == "tr"):
            cells = [self.rendered(inline_nodes(cell), file) for cell in row.children]
            for cell in cells:
                self.builder.show(cell.visible)
            rows.append("| " + " | ".join(flat(clean(cell.text)).replace("|", "\\|") for cell in cells) + " |")
            if len(rows) == 1:
                rows.append("| " + " | ".join("---" for _ in cells) + " |")
        self.builder.emit("table", "\n".join(rows))

    def quotation(self, node: SyntaxTreeNode, file: File) -> None:
        """``> [!NOTE]`` makes a quotation an admonition, if the generator supports it as GitHub does."""
        alert = alert_of(node)
        if alert is None:
            self.walk(node.children, file)
            return
        self.builder.open_box(alert.kind)
        self.builder.show(alert.title or alert.kind)
        self.builder.set_label(alert.title or alert.kind.capitalize())
        if alert.rest.text.strip():
            self.text(alert.rest)
        self.walk(node.children[1:], file)
        self.builder.close_box()

    def footnotes(self, node: SyntaxTreeNode, file: File) -> None:
        """Docusaurus shows the notes at the foot of the page, under a heading of their own."""
        if file.depth == 0:
            self.builder.open_section(1, "Footnotes", "footnote-label")
        self.builder.emit_items([(f"{index}.", self.aside(note, file)) for index, note in enumerate(node.children, 1)])
