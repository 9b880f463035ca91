"""Reads one chapter of an mdBook into a title and sections. Knows what mdBook shows, not where it is published."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.markdown.attributes import split_attributes
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.markdown.inline import inline_nodes, render
from footnoted.ingest.formats.markdown.mdx import make_parser
from footnoted.ingest.formats.markdown.read import File, Page
from footnoted.ingest.formats.markdown.tags import Tag
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.page.line import Line, unmarked
from footnoted.ingest.formats.page.typography import typeset
from footnoted.ingest.generators.mdbook.includes import expand
from footnoted.ingest.manuscript import Leaf, Reading, missing_files

_ATTRIBUTES = re.compile(r"(?:(?<!\s)\s++)?\{(?P<words>(?:\s*+(?:[#.][^\s{}]++|[\w-]++=[^\s{}]++))++)\s*+\}\s*$")
_HIDDEN_RUST = re.compile(r"\s*#( .*)?$")


@dataclass(frozen=True, slots=True)
class Rendering:
    """What book.toml says about how chapters look."""

    smart_punctuation: bool | None = None
    """None when it does not say: versions differ in what they do then."""
    hidden_prefixes: tuple[tuple[str, str], ...] = ()
    """Language → prefix of lines that are hidden at first."""


def read(leaf: Leaf, root: Path, rendering: Rendering) -> Reading:
    """The chapter as a reader sees it. Raises Unreadable."""
    _, body, _ = split_front_matter(text_of(leaf.path))
    chapter = expand(body, leaf.path, root)
    page = _Chapter(root, rendering)
    page.include(chapter.text, leaf.path, depth=0)
    title = flat(clean(chapter.title)) or page.title or leaf.name or leaf.path.stem
    return Reading(
        title,
        page.builder.finished(),
        "\n".join(page.builder.visible),
        missing_files(chapter.missing),
        **page.builder.beside,
    )


@cache
def _parser() -> MarkdownIt:
    md = make_parser(False).disable(["admonition", "math_inline", "math_block"], ignoreInvalid=True)
    return md.use(deflist_plugin).use(tasklists_plugin)


class _Chapter(Page):
    def __init__(self, root: Path, rendering: Rendering) -> None:
        super().__init__(root, mdx=False)
        self.rendering = rendering
        self.ids: dict[str, int] = {}

    def parser(self, path: Path) -> MarkdownIt:
        return _parser()

    def block(self, node: SyntaxTreeNode, file: File) -> None:
        match node.type:
            case "dl":
                self.definitions(node, file)
            case "blockquote":
                self.quotation(node, file)
            case _:
                super().block(node, file)

    def heading(self, level: int, nodes: Sequence[SyntaxTreeNode], file: File, raw_id: str | None = None) -> None:
        line = self.rendered(nodes, file)
        text, anchor = split_attributes(line.text, _ATTRIBUTES)
        shown, _ = split_attributes(line.visible, _ATTRIBUTES)
        if raw_id is not None:
            anchor = raw_id or self.builder.anchor
        elif not anchor:
            anchor = self.new_id(unmarked(shown))
        text = flat(clean(text)).replace("`", "")
        self.builder.show(shown)
        if level == 1 and not self.title and not self.builder.has_headings:
            self.title = text
            return
        self.builder.open_section(level, text, anchor)

    def new_id(self, text: str) -> str:
        """Distinct on the page: ``same``, ``same-1``, ``same-2``."""
        made = first = heading_id(text)
        while made in self.ids:
            self.ids[first] += 1
            made = f"{first}-{self.ids[first]}"
        self.ids[made] = 0
        return made

    def rendered(self, nodes: Sequence[SyntaxTreeNode], file: File) -> Line:
        """Typography leaves code as it is, in headings' ids too."""
        is_plain = self.rendering.smart_punctuation is False
        return render(nodes, {}, str if is_plain else typeset)

    def code(self, content: str, info: str) -> None:
        super().code(self.without_hidden_lines(content, info), re.sub(r"[,\t]+", " ", info))

    def without_hidden_lines(self, content: str, info: str) -> str:
        words = [word for word in re.split(r"[,\s]+", info) if word]
        language = words[0] if words else ""
        if language == "rust":
            lines = (line for line in content.split("\n") if not _HIDDEN_RUST.match(line))
            return "\n".join(line.replace("##", "#", 1) for line in lines)
        prefix = next((word[10:] for word in words if word.startswith("hidelines=")), "")
        prefix = prefix or dict(self.rendering.hidden_prefixes).get(language, "")
        if not prefix:
            return content
        return "\n".join(line for line in content.split("\n") if not line.lstrip().startswith(prefix))

    def tag(self, tag: Tag, file: File) -> None:
        """The Rust book's ``<Listing>`` names its file, number and caption above the code."""
        if tag.name != "Listing" or tag.closes:
            super().tag(tag, file)
            return
        number, caption, name = (tag.attributes.get(key, "") for key in ("number", "caption", "file-name"))
        if name:
            self.builder.set_label(f"Filename: {name}")
        if number or caption:
            inside = inline_nodes(SyntaxTreeNode(_parser().parseInline(caption)))
            words = render(inside, {}).text
            self.builder.set_label(f"Listing {number}: {words}".rstrip(": ") if number else words)

    def footnotes(self, node: SyntaxTreeNode, file: File) -> None:
        self.builder.emit_items([(f"{index}.", self.aside(note, file)) for index, note in enumerate(node.children, 1)])

    def definitions(self, node: SyntaxTreeNode, file: File) -> None:
        """Terms have ids of their own, which headings must not take again."""
        for part in node.children:
            if part.type == "dt":
                line = self.rendered(inline_nodes(part), file)
                self.new_id(unmarked(line.visible))
                self.builder.show(line.visible)
                self.builder.set_label(line.text)
            else:
                self.walk(part.children, file)


def heading_id(text: str) -> str:
    """
    >>> heading_id(" The `match` Control Flow: a & b "), heading_id("Über_Größe 東京!")
    ('the-match-control-flow-a--b', 'über_größe-東京')
    """
    kept = (character for character in text.strip() if character.isalnum() or character in "_-" or character.isspace())
    return "".join("-" if character.isspace() else character.lower() for character in kept)
