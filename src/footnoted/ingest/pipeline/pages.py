"""Reads a book's leaves one after the other and cuts each into passages. Knows no index and no embedder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from footnoted.domain.book import Page
from footnoted.domain.ports import Embedder, TokenLimited
from footnoted.domain.text.clean import clean
from footnoted.domain.text.language import language_of
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable
from footnoted.ingest.passages.boxes import boxed
from footnoted.ingest.passages.chunk import chunk
from footnoted.ingest.pictures.gather import Album


@dataclass(frozen=True, slots=True)
class Task:
    """A leaf to be read, its place in the reading order, and the hash of its source."""

    leaf: Leaf
    order: int
    source_hash: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of reading a leaf."""

    leaf: Leaf
    page: Page | None
    """None when the leaf cannot be read; the warning says why."""
    warning: str
    language: str = ""
    """The language of the page, also assumed for the next one if that is too short to tell."""


def read_pages(
    todo: Sequence[Task], manuscript: Manuscript, book: str, embedder: Embedder, expected: str | None = None
) -> Iterator[Outcome]:
    """Read and cut each leaf. A page that is too short to detect gets the language of the book or of the page before.

    ``expected`` is the language of the page before the first one, if that was read elsewhere.
    """
    expected = manuscript.language if expected is None else expected
    album = Album(manuscript.root, manuscript.site)
    for task in todo:
        leaf = task.leaf
        try:
            reading = read(leaf, manuscript.root)
            language = expected = language_of(reading.visible, expected)
            cut = chunk(
                reading,
                book=book,
                site=manuscript.site,
                route=leaf.route,
                order=task.order,
                language=language,
                fits=embedder.reads_all if isinstance(embedder, TokenLimited) else lambda _: True,
            )
            passages = boxed(cut, reading.boxes)
            pictures = album.of_page(leaf, reading, passages)
        except Unreadable as reason:
            yield Outcome(leaf, None, clean(str(reason)), expected)
        except Exception as error:  # one page that breaks a parser must not stop the whole book
            yield Outcome(leaf, None, f"could not be parsed ({type(error).__name__})", expected)
        else:
            page = Page(leaf.source, leaf.route, reading.title, task.order, task.source_hash, passages, pictures)
            yield Outcome(leaf, page, clean("; ".join(reading.warnings)), expected)
