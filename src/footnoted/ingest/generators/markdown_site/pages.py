"""What generators of Markdown sites share: pages are gathered, read and given heading ids. Knows no routes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.deflist import deflist_plugin

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.walk import LEADS_OUT, files_below, leads_out, place_below
from footnoted.ingest.formats.markdown.attributes import split_attributes
from footnoted.ingest.formats.markdown.expressions import warnings_of
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.formats.markdown.inline import explicit_id, inline_nodes, render, slug_text
from footnoted.ingest.formats.markdown.mdx import make_parser
from footnoted.ingest.formats.markdown.read import File, Page
from footnoted.ingest.formats.markdown.slugs import Slugger
from footnoted.ingest.formats.page.builder import HOLE, flat
from footnoted.ingest.formats.page.fences import CODE
from footnoted.ingest.manuscript import Kind, Leaf, Manuscript, Reading, Unreadable, missing_files

_PASSED_OVER = frozenset({"node_modules", "dist", "public", "_site", "build"})

_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t][^\n]*", re.MULTILINE)
KEPT_HOLE = f"\u200b{HOLE}\u200b"
"""A hole between invisible marks that are no spaces: a parser would strip a bare hole from the ends of a block."""

FrontMatter = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """A page's text before it is read, while its generator changes it."""

    body: str
    front: FrontMatter
    path: Path
    missing: tuple[str, ...] = ()
    """What cannot be known without running the generator, as warnings for the author."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """How a generator shows its pages."""

    slugger: Callable[[], Callable[[str], str]] = Slugger
    """Makes the ids of one page's headings."""
    prepared: Callable[[Source, Path], Source] = lambda source, root: source
    """Includes put in, and components and shortcodes cleaned to text."""
    has_attributes: bool = True
    """Whether ``{#id}`` behind a heading is its id."""
    title_in_front: bool = False
    """Whether the title comes only from front matter, so that a first-level heading is an ordinary heading."""
    has_alerts: bool = False
    """Whether ``> [!NOTE]`` is an admonition."""
    id_prose: Callable[[str], str] = str
    """What typography makes of a heading's words before its id is made of them; code aside."""
    is_typographic: bool = False
    """Whether typography changes quotes, dashes and dots, so that a link's words must not contain any."""
    has_definitions: bool = False
    """Whether ``: words`` below a line explain it."""
    levels_with_ids: frozenset[int] = frozenset(range(1, 7))
    """Headings of other levels have no id, unless one is written."""
    makes_ids_first: bool = False
    """Whether a heading's id is made before words are filled in that only a build knows."""
    footnotes_id: str = "footnote-label"
    """The id above the footnotes, or of the first; ``{number}`` and ``{label}`` are its own."""


@dataclass(slots=True)
class Survey:
    """Collects a site's pages, each address once, and the files that cannot be read, with the reason."""

    root: Path
    rendering: Rendering
    leaves: dict[str, Leaf] = field(default_factory=dict)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    later_wins: bool = False
    """Which of two pages with the same address is published."""

    def add(self, path: Path, route: str, name: str = "", parts: tuple[Path, ...] = ()) -> None:
        source = place_below(path, self.root)
        route = quote(route, safe="/:@!$&'()*+,;=~%")
        if taken := self.leaves.get(route):
            hidden, shown = (taken.path, source) if self.later_wins else (path, taken.source)
            self.skip(hidden, f"has the same address as {shown}")
            if not self.later_wins:
                return
            del self.leaves[route]
        reader = partial(read, rendering=self.rendering)
        mdx = path.suffix.lower() == ".mdx"
        self.leaves[route] = Leaf(path, source, route, name or path.stem, mdx=mdx, reader=reader, parts=parts)

    def skip(self, path: Path, reason: str) -> None:
        self.skipped.append((place_below(path, self.root), reason))

    def front_matter(self, path: Path) -> FrontMatter | None:
        """The page's front matter; None if the file cannot be read, which is recorded."""
        try:
            if leads_out(path, self.root):
                raise Unreadable(LEADS_OUT)
            return split_front_matter(text_of(path))[0]
        except Unreadable as reason:
            self.skip(path, str(reason))
            return None

    def manuscript(self, kind: Kind, title: str, site: str, **more: Any) -> Manuscript:
        """The book of these pages."""
        leaves, skipped = tuple(self.leaves.values()), tuple(self.skipped)
        return Manuscript(kind, title, site.rstrip("/"), self.root, leaves, skipped=skipped, **more)


def files_in(folder: Path, endings: tuple[str, ...], hidden: str = ".") -> Iterator[Path]:
    """The files of a site's folder in the order of their names; what a build put there is left out."""
    return files_below(folder, endings, hidden, _PASSED_OVER)


def in_order(found: Iterable[str], listed: Iterable[str]) -> list[str]:
    """The pages found: first those listed, in that order, then the others.

    >>> in_order(["a", "b", "c"], ["c", "x", "a"])
    ['c', 'a', 'b']
    """
    found = list(found)
    first = [name for name in dict.fromkeys(listed) if name in set(found)]
    return [*first, *(name for name in found if name not in set(first))]


def outside_code(pattern: str, text: str, change: Callable[[re.Match[str]], str]) -> str:
    """The text with every match outside of code changed."""

    def changed(match: re.Match[str]) -> str:
        return match[0] if match["code"] is not None else change(match)

    return re.sub(rf"{CODE}|{pattern}", changed, text, flags=re.MULTILINE | re.DOTALL)


def read(leaf: Leaf, root: Path, rendering: Rendering) -> Reading:
    """The page as a reader sees it. Raises Unreadable."""
    front, body, warning = split_front_matter(text_of(leaf.path))
    source = rendering.prepared(Source(body, front, leaf.path), root)
    page = _SitePage(root, leaf.mdx, rendering)
    page.include(_HEADING.sub(lambda line: line[0].replace(HOLE, KEPT_HOLE), source.body), leaf.path, depth=0)
    front_title = front.get("title")
    title = flat(clean(str(front_title))) if front_title not in (None, "") else page.title or leaf.name
    sections = page.builder.finished()
    if page.title and page.title.casefold() != title.casefold():
        sections = tuple(replace(section, headings=(page.title, *section.headings)) for section in sections)
    warnings = (
        *((warning,) if warning else ()),
        *source.missing,
        *missing_files(page.gone),
        *warnings_of(page.unfilled),
    )
    return Reading(title, sections, "\n".join((title, *page.builder.visible)), warnings, **page.builder.beside)


@cache
def _with_definitions(mdx: bool) -> MarkdownIt:
    return make_parser(mdx).use(deflist_plugin)


class _SitePage(Page):
    def __init__(self, root: Path, mdx: bool, rendering: Rendering) -> None:
        super().__init__(root, mdx)
        self.rendering = rendering
        self.slugger = rendering.slugger()
        if rendering.is_typographic:
            self.builder.is_typeset = True

    def parser(self, path: Path) -> MarkdownIt:
        return _with_definitions(self.mdx) if self.rendering.has_definitions else super().parser(path)

    def block(self, node: SyntaxTreeNode, file: File) -> None:
        if node.type == "blockquote" and self.rendering.has_alerts:
            self.quotation(node, file)
        elif node.type == "dt":
            line = render(inline_nodes(node), file.constants)
            self.builder.show(line.visible)
            self.builder.set_label(line.text)
        else:
            super().block(node, file)

    def footnotes(self, node: SyntaxTreeNode, file: File) -> None:
        label = node.children[0].meta.get("label", "1") if node.children else "1"
        self.builder.open_section(1, "Footnotes", self.rendering.footnotes_id.format(number=1, label=label))
        self.builder.emit_items([(f"{index}.", self.aside(note, file)) for index, note in enumerate(node.children, 1)])

    def heading(self, level: int, nodes: Sequence[SyntaxTreeNode], file: File, raw_id: str | None = None) -> None:
        anchor, tail = "", ""
        if self.rendering.has_attributes:
            anchor, nodes, tail = explicit_id(nodes)
            anchor = anchor.partition(" ")[0]  # classes may follow: {#id .big}
        line = render(nodes, file.constants)
        text, shown, named = (
            line.text + tail,
            line.visible + tail,
            slug_text(nodes, False, self.rendering.id_prose) + tail,
        )
        if self.rendering.has_attributes:
            text, own = split_attributes(text)
            shown, named, anchor = split_attributes(shown)[0], split_attributes(named)[0], anchor or own
        if raw_id is not None:
            anchor = raw_id or self.builder.anchor
        elif not anchor:  # an id is made of all words, also of those that only a build knows
            is_known = HOLE not in named or self.rendering.makes_ids_first
            has_id = is_known and level in self.rendering.levels_with_ids
            anchor = self.slugger(named.replace(KEPT_HOLE, HOLE)) if has_id else self.builder.anchor
        self.builder.show_heading(shown)
        text = flat(clean(text)).replace("`", "")
        is_title = level == 1 and not self.title and not self.builder.has_headings and file.depth == 0
        if is_title and not self.rendering.title_in_front:
            self.title = text
            return
        self.builder.open_section(level, text, anchor)


def numbered(slug: Callable[[str], str]) -> Callable[[], Callable[[str], str]]:
    """A slugger that counts the same words on one page: ``same``, ``same-1``, ``same-2``."""

    def slugger() -> Callable[[str], str]:
        seen: set[str] = set()

        def named(text: str) -> str:
            made = base = slug(text)
            count = 1
            while made in seen:
                made = f"{base}-{count}"
                count += 1
            seen.add(made)
            return made

        return named

    return slugger
