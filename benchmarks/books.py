"""`python -m benchmarks.books`: reads whole books that lie beside the repository; counts lost headings and leftovers.

Of the PDFs also: how often the page that a search cites is the one that the question's gold citation names.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from footnoted.domain.book import Passage
from footnoted.domain.question import Question
from footnoted.domain.text.sentences import sentences
from footnoted.ingest.discover import discover
from footnoted.ingest.formats.epub.archive import open_archive, read_entry
from footnoted.ingest.formats.html.view import decoded, opened_up, view
from footnoted.ingest.formats.pdf.apart import load
from footnoted.ingest.formats.pdf.headings import Headings
from footnoted.ingest.formats.pdf.layout import rows_of
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Leaf, Manuscript
from footnoted.ingest.passages.chunk import chunk
from footnoted.ingest.pipeline.verdict import headings_in, letters, template_marks

SHELF = Path(__file__).parents[2] / "shared" / "eval"
BOOKS = (
    "books/physical-ai-textbook/docs",
    "books/rust-book",
    "books/little-book-of-semaphores/TheLittleBookOfSemaphores.epub",
    "docs_questions/redux/book",
    "docs_questions/flask/book",
    "docs_questions/cargo-book/book",
    "docs_questions/fastapi/book",
    "openstax_psychology/book_md",
    "pdf_northwind/pdf",
)


@dataclass(frozen=True)
class Counts:
    pages: int
    passages: int
    headings: int
    lost: tuple[str, ...]
    leftovers: tuple[str, ...]
    skipped: int
    sentences: int
    """Sentences of prose long enough to be cited by themselves."""
    opened: int
    """Those whose own first words a link can name."""


def count(book: Manuscript) -> Counts:
    """Read the whole book; hold its headings and its markup against the passages."""
    passages: list[Passage] = []
    lost: list[str] = []
    headings = 0
    for order, leaf in enumerate(book.leaves):
        found = chunk(read(leaf, book.root), book="b", site=book.site, route=leaf.route, order=order)
        passages += found
        paths = {letters(step) for passage in found for step in passage.path}
        for heading in _headings(leaf):
            headings += 1
            if letters(heading) not in paths:
                lost.append(f"{leaf.source}: {heading}")
    leftovers = tuple(f"{link}: {mark!r}" for link, mark in template_marks(passages))
    opened = [bool(words) for passage in passages for words in _openings(passage)]
    counts = len(book.leaves), len(passages), headings, tuple(lost), leftovers, len(book.skipped)
    return Counts(*counts, len(opened), sum(opened))


def _openings(passage: Passage) -> Iterator[str]:
    """The link's words for each sentence of at least five words that is neither code nor a table's row."""
    if not passage.fragments or ".pdf" in passage.route:  # a heading alone, or where browsers search no words
        return
    for (_, words), sentence in zip(passage.fragments, sentences(passage.text), strict=True):
        if len(sentence.split()) >= 5 and not sentence.startswith(("|", "```", "~~~", "$$")):
            yield words


def _headings(leaf: Leaf) -> Iterator[str]:
    """Every heading of the source; those of a PDF are what its outline and its letters say."""
    if leaf.made_up is not None:
        return
    if leaf.path.suffix == ".pdf":
        pdf = load(leaf.path)
        rows = rows_of(pdf.pages)
        found = Headings(rows, pdf.outline)
        yield from (heading.words for page in rows for row in page if (heading := found.of(row)) and heading.words)
    elif leaf.entry:
        with open_archive(leaf.path) as archive:
            tree = view(opened_up(decoded(read_entry(archive, leaf.entry)))).tree
        yield from (node.text(deep=True) for node in tree.css("h1, h2, h3, h4, h5, h6"))
    else:
        yield from headings_in(leaf.path)


async def cited_pages(folder: Path) -> tuple[int, int]:
    """Of how many questions one of the top three passages is within a page of the gold page; on the real stack."""
    from footnoted.ingest.index import ingest
    from footnoted.settings import Settings
    from footnoted.wiring import open_parts

    with TemporaryDirectory() as data:
        async with open_parts(Settings(data_dir=Path(data)), ingesting=True) as parts:
            await ingest(folder / "pdf", "pdf", parts.embedder, parts.index, parts.catalogue)
            near = asked = 0
            for line in (folder / "queries.jsonl").read_text("utf-8").splitlines():
                case = json.loads(line)
                gold = {(cited["file"], cited["page"]) for cited in case.get("gold_citations", ())}
                if not gold:
                    continue
                asked += 1
                top = await parts.engine.search(Question(case["text"], uuid4(), limit=3, threshold=0.0))
                places = {
                    (source.passage.route.lstrip("/"), int(source.passage.anchor.removeprefix("page=")))
                    for source in top
                }
                near += any(file == name and abs(page - at) <= 1 for file, page in gold for name, at in places)
    return near, asked


def main() -> int:
    bad = 0
    for name in BOOKS:
        if not (SHELF / name).exists():
            print(f"{name}: not here ({SHELF} is absent or has no such book)")
            continue
        counts = count(discover(SHELF / name))
        bad += len(counts.lost) + len(counts.leftovers) + counts.skipped
        print(
            f"{name}: {counts.pages} pages, {counts.passages} passages, {counts.skipped} skipped; headings in no"
            f" passage's path {len(counts.lost)} of {counts.headings};"
            f" passages with leftover markup {len(counts.leftovers)};"
            f" sentences that a link opens at {counts.opened} of {counts.sentences}"
        )
        for fault in (*counts.lost, *counts.leftovers)[: 20 if "-v" in sys.argv else 5]:
            print(f"  {fault}")
    if (SHELF / "pdf_northwind").exists():
        near, asked = asyncio.run(cited_pages(SHELF / "pdf_northwind"))
        print(f"pdf_northwind: cited page within one of the gold page for {near} of {asked} questions' top three")
        bad += near < 0.9 * asked
    return 3 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
