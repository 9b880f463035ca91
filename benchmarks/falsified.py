"""`python -m benchmarks.falsified [BOOK …]`: falsified and paraphrased sentences of books, and what a check costs.

Without an argument: the sample book, and those of ../shared where it is there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter

from benchmarks.sample import BOOK as SAMPLE
from footnoted.domain.text.sentences import sentences
from footnoted.domain.text.words import words
from footnoted.engine.check.support.verify import check
from footnoted.evaluate.support.falsified import Flagged, flagged, table
from footnoted.evaluate.support.falsify import changed
from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.passages.chunk import chunk

EVALUATION_BOOKS = Path(__file__).parents[2] / "shared" / "eval"
BOOKS = (
    "books/rust-book",
    "openstax_psychology/book_md",
    "docs_questions/cargo-book/book",
    "docs_questions/fastapi/book",
    "docs_questions/flask/book",
    "docs_questions/redux/book",
)
_EVERY = 7
"""Of a large book every seventh passage: some thousand sentences of each are enough."""


def passages(path: Path) -> list[str]:
    """The texts of a book's passages, as the engine would have them."""
    book = discover(path)
    found = [
        passage.text
        for order, leaf in enumerate(book.leaves)
        for passage in chunk(read(leaf, book.root), book="b", site=book.site, route=leaf.route, order=order)
    ]
    return found if len(found) < 500 else found[::_EVERY]


def main() -> None:
    books = [Path(name) for name in sys.argv[1:]] or [
        SAMPLE,
        *filter(Path.is_dir, (EVALUATION_BOOKS / name for name in BOOKS)),
    ]
    everything: list[Flagged] = []
    for path in books:
        rows = flagged(texts := passages(path))
        everything += rows
        print(f"{path.parent.name}/{path.name}: {len(texts)} passages\n{table(rows)}\n")
    print(f"All books\n{table(_together(everything))}\n")
    _cost(passages(books[0]))


def _together(rows: list[Flagged]) -> list[Flagged]:
    kinds = sorted({(row.is_true, row.kind) for row in rows})
    return [
        Flagged(
            kind,
            is_true,
            sum(row.made for row in rows if row.kind == kind),
            sum(row.flagged for row in rows if row.kind == kind),
            sum(row.contradicted for row in rows if row.kind == kind),
        )
        for is_true, kind in kinds
    ]


def _cost(texts: list[str]) -> None:
    """An answer of four sentences that are not exact, against sources that were not read before."""
    # The number makes each a source of its own: what was read is remembered.
    answers = [(claims, f"{text} {number}") for number, (claims, text) in enumerate(islice(_answers(texts), 200))]
    start = perf_counter()
    for claims, text in answers:
        for claim in claims:
            check(claim, text)
    spent = perf_counter() - start
    start = perf_counter()
    for claims, text in answers:
        for claim in claims:
            words(claim)
        sentences(text)
        words(text)
    floor = perf_counter() - start
    each = spent / len(answers) * 1000
    print(
        f"An answer of four sentences: {each:.2f} ms, {spent / floor:.1f} times splitting it and its source into words"
    )


def _answers(texts: list[str]) -> Iterator[tuple[list[str], str]]:
    for text in texts:
        claims = [case.text for case in changed([text]) if case.kind != "exact"]
        for at in range(0, len(claims) - 3, 4):
            yield claims[at : at + 4], text


if __name__ == "__main__":
    main()
