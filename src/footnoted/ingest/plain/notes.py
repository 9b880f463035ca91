"""Pages of a wiki, or of notes, that link to each other by name: ``[[Green Tea]]``. Knows Markdown, no routes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from footnoted.ingest.formats.markdown.mdx import make_parser
from footnoted.ingest.formats.markdown.read import Page
from footnoted.ingest.formats.markdown.read import read as read_markdown
from footnoted.ingest.manuscript import Leaf, Reading

LINK = re.compile(
    r"(?P<embeds>!?)\[\[(?=[^\[\]|\n]*+[|\]])(?=[^\[\]\n]*[^\W\d])(?P<first>[^\s\[\]|][^\[\]|\n]*+)"
    r"(?:\|(?P<second>[^\[\]|\n]++))?\]\](?![(\[:])"
)
"""Not the words of an ordinary link, ``[[1]](x.md)``, and no test in a shell, ``[[ -f x ]]``."""


def is_wiki(root: Path) -> bool:
    """Whether the folder is a wiki of GitHub or GitLab, cloned."""
    beside = ("_Sidebar.md", "_sidebar.md", "_Footer.md")
    return any((root / home).is_file() for home in ("Home.md", "home.md")) and (
        root.name.endswith(".wiki") or any((root / name).is_file() for name in beside)
    )


def read_wiki(leaf: Leaf, root: Path) -> Reading:
    """A wiki's page: ``[[words|page]]``. Raises Unreadable."""
    return read_markdown(leaf, root, _WikiPage)


def read_notes(leaf: Leaf, root: Path) -> Reading:
    """A page of notes, as Obsidian and others have them: ``[[page|words]]``. Raises Unreadable."""
    return read_markdown(leaf, root, _NotesPage)


class _NotesPage(Page):
    words = "second"
    """Which part of a link its words are, if it has two."""

    def parser(self, path: Path) -> MarkdownIt:
        return _parser(self.words)


class _WikiPage(_NotesPage):
    words = "first"


@cache
def _parser(words: str) -> MarkdownIt:
    def link(state: StateInline, silent: bool) -> bool:
        match = LINK.match(state.src, state.pos)
        if match is None:
            return False
        if not silent:
            shown = "" if match["embeds"] else match[words] or match["first"]
            state.push("text", "", 0).content = shown.strip()
        state.pos = match.end()
        return True

    parser = make_parser(mdx=False)
    parser.inline.ruler.before("link", "link_by_name", link)
    return parser
