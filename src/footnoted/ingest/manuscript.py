"""What ingestion passes along: a book's leaves before they are read, and sections of blocks after. Plain data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Protocol

from footnoted.domain.text.clean import clean


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page before it is read: its file, the route it is published at, and how to read it."""

    path: Path
    """The file it is made from; of a page that the site generator makes up, the file that asks for it."""
    source: str
    """The same, relative to the book's root."""
    route: str
    name: str = ""
    """What the page is called when it does not say."""
    mdx: bool = False
    """Whether braces and capitalised tags are code (MDX) or text (Markdown)."""
    entry: str = ""
    """Which entry of the file it is, where the file is an archive."""
    made_up: tuple[str, str] | None = None
    """Title and text of a page that has no file of its own, such as a generated index."""
    reader: Callable[[Leaf, Path], Reading] | None = field(default=None, compare=False)
    """How its site generator reads it; without one, its format decides."""
    parts: tuple[Path, ...] = ()
    """Other files that it is made from."""
    is_made_from_code: bool = False
    """Whether a build puts text into it that is taken from code."""
    repository: Path | None = None
    """The folder that was given, if it is above the book's: what the page includes may be anywhere in it."""
    shaped_by: str = ""
    """What else decides how this page reads; a change here means that it is read again."""


Kind = Literal[
    "antora",
    "docusaurus",
    "gitbook",
    "hugo",
    "jekyll",
    "jupyter-book",
    "mdbook",
    "mkdocs",
    "myst",
    "nextra",
    "plain",
    "quarto",
    "sphinx",
    "starlight",
    "vitepress",
    "website",
    "zensical",
]
"""What made the book: a site generator, or the kind of file or folder."""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A book as it is on disk: its leaves in reading order."""

    kind: Kind
    title: str
    site: str
    root: Path
    leaves: tuple[Leaf, ...]
    source: str = ""
    """The folder or file that was asked for, as a whole path."""
    settings: str = ""
    """What else shapes every page; a change here means that all are read again."""
    skipped: tuple[tuple[str, str], ...] = ()
    """Files that cannot be read, each with the reason."""
    unread: tuple[tuple[str, str], ...] = ()
    """Text that pages show and that is not in the book's files, each page with what it is."""
    recognised_by: str = ""
    """How its kind was recognised: by a file, or by what the files look like."""
    assumed: tuple[tuple[str, str], ...] = ()
    """Settings that decide where pages are and could not be read, each with what was taken instead."""
    elsewhere: tuple[Path, ...] = ()
    """Folders with other versions and languages of the book, which are published and not read."""
    language: str = ""
    """The language that the book's configuration states; empty where it states none."""
    routes_are_known_by: str = ""
    """How the form of addresses was found out, if the configuration does not say; else empty."""
    proof: str = ""
    """How routes were compared with a build of the site; empty where there was none."""
    unproven: int = 0
    """Pages that the build does not have."""


class Generator(Protocol):
    """A site generator: how it is recognised, and the book that it makes of its pages."""

    def find(self, folder: Path) -> Path | None:
        """The file that says that this folder is the generator's."""

    def pages_folder(self, path: Path, /) -> Path: ...

    def manuscript(self, path: Path, /) -> Manuscript: ...


NO_ADDRESS = "no address"
"""What is assumed of a setting that says where the book is published."""


def published_at(manuscript: Manuscript, site: str) -> Manuscript:
    """The same book at this address, which overrides its configuration."""
    still = tuple((name, value) for name, value in manuscript.assumed if value != NO_ADDRESS)
    return replace(manuscript, site=site.rstrip("/"), assumed=still)


def plainly_named(manuscript: Manuscript) -> Manuscript:
    """The book without control characters and invisible ones in its names, which files and settings may have."""
    leaves = (replace(leaf, name=plain_name(leaf.name), source=plain_name(leaf.source)) for leaf in manuscript.leaves)
    return replace(
        manuscript,
        title=plain_name(manuscript.title),
        site=plain_name(manuscript.site),
        leaves=tuple(leaves),
        skipped=_plain_pairs(manuscript.skipped),
        unread=_plain_pairs(manuscript.unread),
        assumed=_plain_pairs(manuscript.assumed),
        recognised_by=plain_name(manuscript.recognised_by),
        proof=plain_name(manuscript.proof),
    )


_BREAKS = re.compile(r"[\n\t\v\f\r\x85\u2028\u2029]")


def _plain_pairs(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((plain_name(name), plain_name(what)) for name, what in pairs)


def plain_name(text: str) -> str:
    r"""A name on one line, with only visible characters.

    >>> plain_name("a\u202eb\x1b[2J.md")
    'ab[2J.md'
    """
    return text if text.isascii() and text.isprintable() else clean(_BREAKS.sub(" ", text))


GAP = "\ufffc"
"""Among the visible words: something unknown that a build puts there. A link's words cannot extend across it."""

BlockKind = Literal["text", "list", "table", "code", "math"]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list, table, code block or formula, as readable Markdown."""

    kind: BlockKind
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """What is between one heading and the next."""

    headings: tuple[str, ...]
    anchor: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class NamedPicture:
    """A picture that a page names."""

    address: str
    """As the page writes it."""
    words: str
    """What it shows, if the page says."""
    before: tuple[str, ...]
    """The last visible lines above it."""


@dataclass(frozen=True, slots=True)
class NamedBox:
    """A note, a tip or a warning in a box."""

    kind: str
    title: str
    begins: str
    """The letters that it begins with, those of its title among them."""
    ends: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A leaf, read."""

    title: str
    sections: tuple[Section, ...]
    visible: str
    """The words of the rendered page, one line a block; a text fragment needs words that are there once."""
    warnings: tuple[str, ...] = field(default=())
    on_paper: bool = False
    """Whether it has pages of its own, which its anchors open."""
    pictures: tuple[NamedPicture, ...] = ()
    boxes: tuple[NamedBox, ...] = ()


def missing_files(names: Sequence[str]) -> tuple[str, ...]:
    """The warning about files that a page asks for and that are not in the book.

    >>> missing_files(["a.rs", "b.rs"]), missing_files([])
    (('a.rs and 1 more cannot be included',), ())
    """
    if not names:
        return ()
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return (f"{names[0]}{more} cannot be included",)


def unread_text(names: Sequence[str]) -> tuple[str, ...]:
    """The warning about text that a build makes from code outside of the book, or by running something.

    >>> unread_text(["autoclass kettle.Lid", "click brew"]), unread_text([])
    (('the text of autoclass kettle.Lid and 1 more was not read',), ())
    """
    if not names:
        return ()
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return (f"the text of {names[0]}{more} was not read",)


def unrun(file: str, names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """For the verdict: code in a configuration that changes pages when the site is built.

    >>> unrun("mkdocs.yml", ["the hook tea.py"])
    (('mkdocs.yml', 'what the hook tea.py makes of pages was not read; it takes running code'),)
    """
    return tuple((file, f"what {name} makes of pages was not read; it takes running code") for name in names)


class Unreadable(Exception):
    """One file cannot be read; the rest of the book can. The message is the reason."""
