"""`python -m benchmarks.first_questions [NAME…]`: indexes books beside the repository, asks each its first questions.

Every question that a book offers must be answered with a citation that holds, by the server's own engine.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from benchmarks.books import SHELF
from footnoted import books
from footnoted.domain.answer import Outcome
from footnoted.domain.question import Question
from footnoted.engine.ask import final
from footnoted.ingest.discover import discover
from footnoted.settings import Settings
from footnoted.wiring import open_parts

BOOKS = {
    "sample": Path(__file__).parents[1] / "examples" / "backyard-observatory",
    "physical-ai": SHELF / "books/physical-ai-textbook/docs",
    "rust": SHELF / "books/rust-book",
    "semaphores": SHELF / "books/little-book-of-semaphores/TheLittleBookOfSemaphores.epub",
    "redux": SHELF / "docs_questions/redux/book",
    "flask": SHELF / "docs_questions/flask/book",
    "cargo": SHELF / "docs_questions/cargo-book/book",
    "fastapi": SHELF / "docs_questions/fastapi/book",
    "psychology": SHELF / "openstax_psychology/book_md",
    "northwind": SHELF / "pdf_northwind/pdf",
}


async def tried(source: Path, folder: Path) -> list[tuple[str, bool]]:
    """Each question that the book offers, and whether it is answered with a citation."""
    settings = Settings(_env_file=None, data_dir=folder)
    async with open_parts(settings, ingesting=True) as parts:
        await books.index(parts, discover(str(source)), "book", None, lambda _: None)
    async with open_parts(settings) as parts:
        offered = await books.offer_questions(parts, "book")
    async with open_parts(settings) as parts:
        rows = []
        for text in offered:
            answer = await final(parts.engine.ask(Question(text, uuid4(), earlier=())))
            holds = bool(answer.citations) and all(citation.supported for citation in answer.citations)
            rows.append((text, answer.outcome is Outcome.ANSWERED and holds))
        return rows


def main(names: list[str]) -> int:
    """Print a line for each question; the exit code says whether all were answered."""
    failed = 0
    for name, source in BOOKS.items():
        if names and name not in names:
            continue
        if not source.exists():
            print(f"{name:12} left out: there is no {source.name} beside the repository")
            continue
        with TemporaryDirectory() as folder:
            rows = asyncio.run(tried(source, Path(folder)))
        right = sum(is_right for _, is_right in rows)
        failed += len(rows) - right + (not rows)
        print(f"{name:12} {right} of {len(rows)} answered", flush=True)
        for text, is_right in rows:
            print(f"{'':12} {'+' if is_right else '-'} {text}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
