"""Sections out of a docutils document tree. Knows the nodes, not the text that they were parsed from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docutils import nodes

from footnoted.domain.text.clean import clean
from footnoted.ingest.formats.page.builder import PageBuilder, flat
from footnoted.ingest.formats.page.fences import fenced
from footnoted.ingest.formats.page.line import Line
from footnoted.ingest.formats.rst.autodoc import described, unknown
from footnoted.ingest.formats.rst.inline import line, lines
from footnoted.ingest.formats.rst.words import field_label, without_flags
from footnoted.ingest.manuscript import GAP, Block

_SKIPPED = (
    nodes.comment,
    nodes.docinfo,
    nodes.meta,
    nodes.pending,
    nodes.raw,
    nodes.substitution_definition,
    nodes.system_message,
    nodes.target,
    nodes.transition,
)

_BELOW_SECTIONS = 100
"""The level of a description's heading: deeper than any section's."""


class RstPage:
    """A page while it is read."""

    def __init__(self, builder: PageBuilder | None = None) -> None:
        self.title = ""
        self.builder = builder or PageBuilder()
        self._depth = 0
        """Descriptions within each other."""
        self._is_aside = False

    def walk(self, children: Iterable[nodes.Node], level: int = 0) -> None:
        for child in children:
            self.block(child, level)

    def block(self, node: nodes.Node, level: int) -> None:
        match node:
            case nodes.section():
                self.section(node, level + 1)
            case nodes.paragraph() | nodes.rubric() | nodes.attribution() | nodes.caption():
                self.text(line(node))
            case nodes.bullet_list() | nodes.enumerated_list():
                self.items(node, level)
            case nodes.definition_list():
                self.definitions(node, level)
            case described():
                self.described(node, level)
            case nodes.field_list() | nodes.option_list():
                self.fields(node, level)
            case nodes.table():
                self.table(node)
            case nodes.line_block():
                self.text(lines(node))
            case _:
                self.leaf(node, level)

    def leaf(self, node: nodes.Node, level: int) -> None:
        match node:
            case nodes.literal_block() | nodes.doctest_block():
                self.code(node)
            case nodes.math_block():
                self.builder.emit("math", f"$$\n{node.astext().strip()}\n$$")
            case nodes.image():
                self.builder.picture(node.get("uri", ""), node.get("alt", ""))
            case unknown():
                self.builder.gap()
            case nodes.topic() if "contents" in node["classes"]:
                self.builder.gap()
            case nodes.footnote() | nodes.citation():
                self.note(node, level)
            case nodes.Element() if isinstance(node, nodes.Admonition | nodes.topic | nodes.sidebar | nodes.container):
                self.labelled(node, level)
            case nodes.Text() | nodes.Inline() if not isinstance(node, _SKIPPED):
                self.text(line(nodes.paragraph("", "", node.deepcopy())))
            case nodes.Element() if not isinstance(node, _SKIPPED):
                self.walk(node.children, level)
            case _:
                return

    def section(self, node: nodes.section, level: int) -> None:
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        words = line(title) if title is not None else Line("", "")
        text = flat(clean(words.text)).replace("`", "")
        self.builder.show(words.visible)
        if level == 1 and not self.title and not self.builder.has_headings:
            self.title = text
        else:
            self.builder.open_section(level, text, node["ids"][0] if node["ids"] else self.builder.anchor)
        self.walk((child for child in node.children if child is not title), level)

    def text(self, words: Line) -> None:
        self.builder.show(words.visible)
        self.builder.emit("text", "\n".join(flat(part) for part in words.text.split("\n") if part.strip()))

    def code(self, node: nodes.Element) -> None:
        content = without_flags(node.astext())
        classes = [str(name) for name in node["classes"] if name != "code"]
        caption = node.get("caption", "").replace("`", "")
        self.builder.show(caption + GAP if caption else "")  # themes put a link behind it
        self.builder.show(content)
        self.builder.set_label(caption)
        self.builder.emit("code", fenced(content, node.get("language", "") or (classes[0] if classes else "")).text)

    def labelled(self, node: nodes.Element, level: int) -> None:
        is_admonition = isinstance(node, nodes.Admonition)
        kind = str(node.tagname if is_admonition else node.get("directive", ""))
        kind = "note" if kind == "admonition" else kind
        self.builder.boxed(kind, lambda: self.labelled_content(node, level))

    def labelled_content(self, node: nodes.Element, level: int) -> None:
        title = self.title_as_label(node)
        if title is None and isinstance(node, nodes.Admonition):
            self.builder.gap()  # its title, in the book's language
            self.builder.set_label(node.tagname.capitalize())
        elif title is None and (label := node.get("label", "")):
            self.builder.show(label.replace("``", "") if node.get("is_titled") else GAP)
            self.builder.set_label(label.replace("``", "`"))
        self.walk((child for child in node.children if child is not title), level)

    def title_as_label(self, node: nodes.Element) -> nodes.title | None:
        """Show the node's title, if it has one, as the label of the next block."""
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        if title is not None:
            words = line(title)
            self.builder.show(words.visible)
            self.builder.set_label(words.text)
        return title

    def note(self, node: nodes.Element, level: int) -> None:
        label = next((child.astext() for child in node.children if isinstance(child, nodes.label)), "")
        body = [child for child in node.children if not isinstance(child, nodes.label)]
        self.builder.gap()
        self.builder.emit_items([(f"[{label}]", self.aside(body, level))])

    def items(self, node: nodes.Element, level: int) -> None:
        start = int(node.get("start", 1))
        is_numbered = isinstance(node, nodes.enumerated_list)
        self.builder.emit_items(
            [
                (f"{start + index}." if is_numbered else "-", self.aside(item.children, level))
                for index, item in enumerate(node.children)
                if isinstance(item, nodes.Element)
            ]
        )

    def aside(self, children: Sequence[nodes.Node], level: int) -> list[Block]:
        before, self._is_aside = self._is_aside, True
        inside = self.builder.aside(lambda: self.walk(children, level))
        self._is_aside = before
        return inside

    def described(self, node: nodes.Element, level: int) -> None:
        """The description of one object, under its own id; in a list or a table, under its signature."""
        if self._is_aside:
            self._under_signatures(node, level)
            return
        self._depth += 1
        self.builder.within(lambda: self._placed(node, level))
        self._depth -= 1

    def _placed(self, node: nodes.Element, level: int) -> None:
        self.builder.open_section(_BELOW_SECTIONS + self._depth, node["heading"], node["anchor"] or self.builder.anchor)
        self._under_signatures(node, level)

    def _under_signatures(self, node: nodes.Element, level: int) -> None:
        """The text below signatures, which themes show differently, with types and marks around them."""
        self.builder.gap()
        for signature in node["signatures"]:
            self.builder.show(signature if node.get("is_written") else "")
            self.builder.gap()
            self.builder.set_label(f"`{signature}`")
        self.walk(node.children, level)
        self.builder.gap()
        self.builder.drop_label()

    def definitions(self, node: nodes.Element, level: int) -> None:
        for item in node.children:
            for part in item.children:
                if isinstance(part, nodes.term):
                    words = line(part)
                    self.builder.show(words.visible + (GAP if isinstance(node.parent, described) else ""))
                    self.builder.set_label(words.text)
                elif isinstance(part, nodes.definition):
                    self.walk(part.children, level)
            self.builder.drop_label()

    def fields(self, node: nodes.Element, level: int) -> None:
        """Names with their descriptions; themes show names differently, so no link uses them."""
        for item in node.children:
            if not isinstance(item, nodes.Element) or len(item.children) < 2:
                continue
            name, body = item.children[0], item.children[1]
            self.builder.gap()
            self.builder.set_label(field_label(name.astext()))
            self.walk(body.children, level)
            self.builder.drop_label()
        self.builder.gap()

    def table(self, node: nodes.table) -> None:
        self.title_as_label(node)
        rows: list[str] = []
        for row in node.findall(nodes.row):
            cells = [self.cell(entry) for entry in row.children if isinstance(entry, nodes.Element)]
            rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
            if len(rows) == 1:
                rows.append("| " + " | ".join("---" for _ in cells) + " |")
        self.builder.emit("table", "\n".join(rows))

    def cell(self, entry: nodes.Element) -> str:
        blocks = self.aside(entry.children, 0)
        return " ".join(flat(block.text.strip("`") if block.kind == "code" else block.text) for block in blocks)
