"""`python -m benchmarks.first_questions [NAME…]`: indexes books beside the repository, asks each its first questions.

The server must answer every question that a book offers with a supported citation, asked as its page asks.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from tests.client import client_of

from benchmarks.books import EVALUATION_BOOKS
from footnoted import books
from footnoted.ingest.discover import discover
from footnoted.server import create_app
from footnoted.settings import Settings
from footnoted.wiring import open_parts

BOOKS = {
    "sample": Path(__file__).parents[1] / "examples" / "backyard-observatory",
    "physical-ai": EVALUATION_BOOKS / "books/physical-ai-textbook/docs",
    "rust": EVALUATION_BOOKS / "books/rust-book",
    "semaphores": EVALUATION_BOOKS / "books/little-book-of-semaphores/TheLittleBookOfSemaphores.epub",
    "redux": EVALUATION_BOOKS / "docs_questions/redux/book",
    "flask": EVALUATION_BOOKS / "docs_questions/flask/book",
    "cargo": EVALUATION_BOOKS / "docs_questions/cargo-book/book",
    "fastapi": EVALUATION_BOOKS / "docs_questions/fastapi/book",
    "psychology": EVALUATION_BOOKS / "openstax_psychology/book_md",
    "northwind": EVALUATION_BOOKS / "pdf_northwind/pdf",
}


async def answered_questions(source: Path, folder: Path) -> list[tuple[str, bool]]:
    """Each question that the book offers, and whether it is answered with a citation."""
    settings = Settings(_env_file=None, data_dir=folder)
    async with open_parts(settings, ingesting=True) as parts:
        await books.index(parts, discover(str(source)), "book", None, lambda _: None)
    async with open_parts(settings) as parts:
        offered = await books.offer_questions(parts, "book")
    async with client_of(create_app(settings)) as client:
        welcome = (await client.get("/web/welcome")).json()
        assert tuple(welcome["books"][0]["questions"]) == offered
        return [(text, await is_answered(client, text)) for text in offered]


async def is_answered(client: httpx.AsyncClient, text: str) -> bool:
    """Whether the page would set the reply as an answer, with every footnote found in the book."""
    body = {"query": text, "format": "markdown", "book": "book", "language": "en"}
    reply = (await client.post("/contracts/005-rag-agent-api/chat", json=body, timeout=60)).json()
    is_sure = reply["outcome"] == "answered" and not reply["metadata"].get("low_confidence")
    return is_sure and bool(reply["citations"]) and all(citation["supported"] for citation in reply["citations"])


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
            rows = asyncio.run(answered_questions(source, Path(folder)))
        right = sum(is_right for _, is_right in rows)
        failed += len(rows) - right + (not rows)
        print(f"{name:12} {right} of {len(rows)} answered", flush=True)
        for text, is_right in rows:
            print(f"{'':12} {'+' if is_right else '-'} {text}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
