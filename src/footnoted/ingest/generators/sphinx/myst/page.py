"""Reads one MyST Markdown file of a Sphinx project into a title and sections. Knows MyST, not where it is published.

Directives and roles show the same as in reStructuredText; docutils itself makes the ids, in its order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from docutils import nodes, utils
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.field_list import fieldlist_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.substitution import substitution_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from footnoted.domain.text.clean import clean
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.markdown.inline import inline_nodes, render
from footnoted.ingest.formats.markdown.mdx import make_parser
from footnoted.ingest.formats.markdown.read import File, Page
from footnoted.ingest.formats.notebook import cells_of
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.page.line import Line, raised, unmarked
from footnoted.ingest.formats.page.typography import typeset
from footnoted.ingest.formats.rst import words as sphinx_words
from footnoted.ingest.formats.rst.objects import node_id
from footnoted.ingest.formats.rst.read import Source
from footnoted.ingest.generators.sphinx.config import SphinxConfig
from footnoted.ingest.generators.sphinx.myst.directives import DEEPEST, show_directive
from footnoted.ingest.generators.sphinx.read import SphinxBook
from footnoted.ingest.generators.sphinx.scan import OPTION
from footnoted.ingest.manuscript import GAP, Leaf, Reading, missing_files, unread_text

_DIRECTIVE = re.compile(r"\{(?P<name>[\w+:.-]+)\}[ \t]*(?P<argument>.*)", re.DOTALL)


def read_page(leaf: Leaf, book: SphinxBook, kind: type[MystPage] | None = None) -> Reading:
    """A page of a Sphinx project, or of another program that reads MyST in its own way. Raises Unreadable."""
    text = book.text_of(leaf.path)
    if leaf.path.suffix == ".ipynb":
        text = "\n\n".join(cells_of(text))
    front, body, warning = split_front_matter(text)
    page = (kind or MystPage)(Source(leaf.path, book.name_of(leaf.path), book), book.config, front)
    page.include(body, leaf.path, depth=0)
    front_title = front.get("title")
    title = page.title or (flat(clean(str(front_title))) if front_title not in (None, "") else "") or leaf.name
    warnings = (*((warning,) if warning else ()), *missing_files(page.source.missing), *unread_text(page.source.unread))
    return Reading(title, page.builder.finished(), "\n".join(page.builder.visible), warnings, **page.builder.beside)


@lru_cache(maxsize=8)
def _parser(enabled: tuple[str, ...]) -> MarkdownIt:
    md = make_parser(False).disable("admonition").use(myst_block_plugin).use(myst_role_plugin)
    plugins = {
        "colon_fence": colon_fence_plugin,
        "deflist": deflist_plugin,
        "fieldlist": fieldlist_plugin,
        "tasklist": tasklists_plugin,
        "substitution": substitution_plugin,
        "attrs_inline": attrs_plugin,
        "attrs_block": attrs_block_plugin,
    }
    for name, plugin in plugins.items():
        if name in enabled:
            md.use(plugin, **({"spans": True} if name == "attrs_inline" else {}))
    if "dollarmath" not in enabled:
        md.disable(["math_inline", "math_block"], ignoreInvalid=True)
    return md


_REFERRING = ("project:", "inv:", "xref:")
"""Addresses that name a place in this book, or in another."""
_FENCES = (":::", "```", "~~~")


class MystPage(Page):
    """A page while it is read."""

    def __init__(self, source: Source, config: SphinxConfig, front: Mapping[str, object]) -> None:
        super().__init__(source.book.root, mdx=False)
        self.source, self.config = source, config
        self.document = utils.new_document("", get_default_settings(Parser))
        self.document.settings.auto_id_prefix = "id"
        own = front.get("myst")
        given = own.get("substitutions") if isinstance(own, dict) else None
        self.substitutions = {
            **dict(config.myst_substitutions),
            **({str(key): str(value) for key, value in given.items()} if isinstance(given, dict) else {}),
        }

    def parser(self, path: Path) -> MarkdownIt:
        return _parser(self.config.myst_extensions)

    def nested(self, text: str, file: File) -> None:
        if file.depth >= DEEPEST:
            return
        tree = SyntaxTreeNode(self.parser(file.path).parse(text))
        self.walk(tree.children, File(file.path, file.depth + 1))

    def block(self, node: SyntaxTreeNode, file: File) -> None:
        match node.type:
            case "fence" | "colon_fence" if match := _DIRECTIVE.fullmatch(node.info.strip()):
                options, body = _options(node.content)
                show_directive(self, match["name"].lower(), match["argument"].strip(), options, body, file)
            case "colon_fence":
                self.nested(node.content, file)
            case "myst_target":
                self.target(node.content)
            case "myst_line_comment" | "myst_block_break":
                return
            case "heading" if name := node.attrs.get("id"):
                self.heading(int(node.tag[1]), inline_nodes(node), file, raw_id=nodes.make_id(str(name)))
            case "dl" | "field_list":
                self.definitions(node, file)
            case "substitution_block":
                self.nested(self.substitutions.get(node.content.strip(), ""), file)
            case _:
                super().block(node, file)

    def target(self, name: str) -> None:
        node = nodes.target("", "", names=[nodes.fully_normalize_name(name)])
        self.document.note_explicit_target(node, node)

    def term_id(self, term: str) -> str:
        """The id of a glossary's entry."""
        return node_id(f"term-{term}")

    def heading(self, level: int, nodes_: Sequence[SyntaxTreeNode], file: File, raw_id: str | None = None) -> None:
        words = self.line(nodes_)
        text = flat(clean(words.text)).replace("`", "")
        section = nodes.section("", names=[nodes.fully_normalize_name(_plain(nodes_, self))])
        self.document.note_implicit_target(section, section)
        self.show(words.visible)
        anchor = raw_id if raw_id is not None else self.heading_id(section, _plain(nodes_, self))
        if level == 1 and not self.title and not self.builder.has_headings:
            self.title = text
            return
        self.builder.open_section(level, text, anchor or self.builder.anchor)

    def heading_id(self, section: nodes.section, words: str) -> str:
        """The id of a heading's section, which docutils has numbered already."""
        return str(section["ids"][0])

    def paragraph(self, nodes_: Sequence[SyntaxTreeNode], file: File) -> None:
        for node in nodes_:
            if node.type == "footnote_ref":  # takes the next of the ids that are mere numbers
                self.document.set_id(nodes.footnote_reference())
        self.text(self.line(nodes_))

    def text(self, line: Line) -> None:
        self.show(line.visible)
        self.builder.emit("text", "\n".join(flat(part) for part in line.text.split("\n") if part.strip()))

    def show(self, text: str) -> None:
        """Words that a link may be made of; those that typography may change are kept out."""
        self.builder.show(typeset(text) if self.config.smart_quotes else text)

    def line(self, nodes_: Sequence[SyntaxTreeNode]) -> Line:
        text: list[str] = []
        visible: list[str] = []
        for node in nodes_:
            shown, seen = self.inline(node)
            text.append(shown)
            visible.append(seen)
        return Line("".join(text), "".join(visible))

    def inline(self, node: SyntaxTreeNode) -> tuple[str, str]:
        if node.type == "myst_role":
            name = node.meta["name"]
            if name == "math":
                return f"${node.content}$", GAP
            if name in ("sup", "superscript"):
                return raised(node.content), node.content
            shown = sphinx_words.shown(name, node.content, self.source.name, self.source.book)
            return (f"`{shown.text}`" if shown.is_code else shown.text), (shown.text if shown.is_sure else GAP)
        if node.type == "substitution_inline":
            value = self.substitutions.get(node.content.strip())
            if value is None or value.lstrip().startswith(_FENCES):  # a sum, a filter, or a block in a line
                return "", GAP
            inside = render(inline_nodes(SyntaxTreeNode(self.parser(Path()).parseInline(value))), {})
            return inside.text, inside.visible
        href = str(node.attrs.get("href", "")) if node.type == "link" else ""
        if node.type == "link" and (not node.children or (href.startswith(_REFERRING) and node.markup == "autolink")):
            # [](target) and <project:#target>: the title of what it names; elsewhere, its name there
            is_elsewhere = href.startswith(_REFERRING[1:])
            target = href.rpartition("#")[2] if is_elsewhere else href.removeprefix("project:").removeprefix("#")
            title = self.source.book.title_of("any", target, self.source.name)
            return title or target, title or GAP
        if node.children and node.type not in ("image",):
            line = self.line(node.children)
            return line.text, line.visible
        line = render([node], {})
        return line.text, line.visible

    def definitions(self, node: SyntaxTreeNode, file: File) -> None:
        for part in node.children:
            if part.type in ("dt", "fieldlist_name"):
                line = self.line(inline_nodes(part))
                self.show(line.visible)
                self.builder.set_label(line.text)
            else:
                self.walk(part.children, file)

    def footnotes(self, node: SyntaxTreeNode, file: File) -> None:
        self.builder.emit_items([(f"{index}.", self.aside(note, file)) for index, note in enumerate(node.children, 1)])


def _plain(nodes_: Sequence[SyntaxTreeNode], page: MystPage) -> str:
    """A heading's words as docutils counts them towards its id."""
    words = unmarked(page.line(nodes_).visible).replace("\n", "")
    # In an id, typographic quotes are dropped, and plain ones become a hyphen.
    return re.sub("[\"']", "’", words) if "smartquotes" in page.config.myst_extensions else words


def _unquoted(value: str) -> str:
    """An option's value is YAML, which may have quotes around it.

    >>> _unquoted('"## Credits"'), _unquoted("a 'b'")
    ('## Credits', "a 'b'")
    """
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def _options(content: str) -> tuple[dict[str, str], str]:
    """A directive's options (``:name: value`` lines, or YAML between dashes) and its body.

    >>> _options(":class: x\\n\\nBody"), _options("---\\nclass: x\\n---\\nBody")
    (({'class': 'x'}, 'Body'), ({'class': 'x'}, 'Body'))
    """
    if content.startswith("---"):
        front, body, _ = split_front_matter(content)
        return {name: str(value) for name, value in front.items()}, body
    lines = content.split("\n")
    options: dict[str, str] = {}
    while lines and (match := OPTION.fullmatch(lines[0].strip())):
        options[match["name"]] = _unquoted(match["value"])
        lines.pop(0)
    return options, "\n".join(lines).lstrip("\n")
