"""`python -m benchmarks.books [--built DIR]`: reads whole books beside the repository; counts lost headings and markup.

In DIR is what a builder made of a book, under the book's name (`rust-book`, `flask`): routes, anchors and links' words
are held against it. EPUB and PDF are what is published: they are held against themselves. Of the PDFs also: how often
the page that a search cites is the one that the question's gold citation names.
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

from benchmarks.published import links_of
from footnoted.domain.book import Passage
from footnoted.domain.question import Question
from footnoted.domain.text.sentences import sentences
from footnoted.ingest.discover import discover
from footnoted.ingest.formats.epub.archive import open_archive, read_entry
from footnoted.ingest.formats.html.encoding import decoded
from footnoted.ingest.formats.html.view import view, with_closing_tags
from footnoted.ingest.formats.pdf.headings import Headings
from footnoted.ingest.formats.pdf.layout import rows_of
from footnoted.ingest.formats.pdf.process import load
from footnoted.ingest.formats.read import read
from footnoted.ingest.links.check import check_links
from footnoted.ingest.manuscript import Leaf, Manuscript
from footnoted.ingest.passages.chunk import chunk
from footnoted.ingest.pipeline.verdict import letters, markdown_headings, template_marks

EVALUATION_BOOKS = Path(__file__).parents[2] / "shared" / "eval"
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
    links: frozenset[str]


def count(book: Manuscript) -> Counts:
    """Read the whole book; compare its headings and its markup with the passages."""
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
    links = frozenset(link for passage in passages for link in links_of(passage))
    return Counts(*counts, len(opened), sum(opened), links)


def held_against(build: Path, links: frozenset[str]) -> tuple[str, list[str]]:
    """How many routes, anchors and links' words the build has, and the links that are wrong."""
    checked = asyncio.run(check_links(links, str(build)))
    routes = {link.partition("#")[0] for link in links}
    places = {link.partition(":~:")[0] for link in links}
    anchors = {place for place in places if place.partition("#")[2]}
    wrong = {link for link, _ in checked.failures if ":~:" not in link}
    closed = {link.partition("#")[0] for link, reason in checked.failures if reason.startswith("no such page")}
    figures = f"routes {len(routes - closed)} of {len(routes)}, anchors {len(anchors - wrong)} of {len(anchors)}"
    words = f"links' words {checked.unique} of {checked.fragments}"
    return f"{figures}, {words}", [f"{link}: {reason}" for link, reason in checked.failures]


def build_of(name: str, built: Path | None) -> Path | None:
    """The folder or file that readers open."""
    source = EVALUATION_BOOKS / name
    if source.suffix == ".epub" or source.name == "pdf":
        return source
    folder = built / Path(name).parts[1] if built else None
    return folder if folder and folder.is_dir() else None


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
            tree = view(with_closing_tags(decoded(read_entry(archive, leaf.entry)))).tree
        yield from (node.text(deep=True) for node in tree.css("h1, h2, h3, h4, h5, h6"))
    else:
        yield from markdown_headings(leaf.path)


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


def main(*arguments: str) -> int:
    built = Path(arguments[arguments.index("--built") + 1]) if "--built" in arguments else None
    shown = 20 if "-v" in arguments else 5
    bad = 0
    for name in BOOKS:
        if not (EVALUATION_BOOKS / name).exists():
            print(f"{name}: not here ({EVALUATION_BOOKS} is absent or has no such book)")
            continue
        counts = count(discover(EVALUATION_BOOKS / name))
        bad += len(counts.lost) + len(counts.leftovers) + counts.skipped
        print(
            f"{name}: {counts.pages} pages, {counts.passages} passages, {counts.skipped} skipped; headings in no"
            f" passage's path {len(counts.lost)} of {counts.headings};"
            f" passages with leftover markup {len(counts.leftovers)};"
            f" sentences that a link opens at {counts.opened} of {counts.sentences}"
        )
        build = build_of(name, built)
        figures, astray = held_against(build, counts.links) if build else ("no build was given", [])
        print(f"  {figures}")
        bad += sum(":~:" not in fault for fault in astray)
        for fault in [*(*counts.lost, *counts.leftovers)[:shown], *astray[:shown]]:
            print(f"  {fault}")
    if (EVALUATION_BOOKS / "pdf_northwind").exists():
        near, asked = asyncio.run(cited_pages(EVALUATION_BOOKS / "pdf_northwind"))
        print(f"pdf_northwind: cited page within one of the gold page for {near} of {asked} questions' top three")
        bad += near < 0.9 * asked
    return 3 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
