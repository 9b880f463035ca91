"""A book knows its language: by what it says, page by page, and its author hears what was never measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.cli.terminal.verdict import show_verdict
from footnoted.contracts.book_api.replies import health
from footnoted.domain.door.health import Health
from footnoted.ingest.index import Summary, ingest
from footnoted.report.as_page import ingestion_section
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex

PAGES = {
    "de": "Das Okular vergrößert das Bild, das der Spiegel des Teleskops entwirft, und man sieht mit dem Auge hinein.",
    "ar": "تكبر العدسة العينية الصورة التي ترسمها مرآة التلسكوب، وينظر المرء فيها بعينه.",
    "sw": "Kioo cha darubini kinakusanya mwanga wa nyota na kuonyesha picha ambayo mtu anaitazama kwa jicho lake.",
}


class English:
    """An embedder by the name of the one that reads English alone."""

    name = "local:granite-embedding-30m-english"
    dimensions = 2

    async def embed_passages(self, texts: list[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]

    async def embed_question(self, text: str) -> list[float]:
        return [1.0, 0.0]

    async def close(self) -> None: ...


async def ingested(folder: Path, catalogue: FakeCatalogue) -> Summary:
    return await ingest(folder, "book", English(), InMemoryIndex(), catalogue)  # type: ignore[arg-type]


@pytest.mark.parametrize("code", PAGES)
async def test_a_books_language_is_read_off_its_pages(tmp_path: Path, code: str) -> None:
    (tmp_path / "a.md").write_text(f"# 1\n\n{PAGES[code]}\n", "utf-8")
    (tmp_path / "b.md").write_text("# 2\n\nf/8\n", "utf-8")  # too short to tell
    catalogue = FakeCatalogue()
    await ingested(tmp_path, catalogue)
    (book,) = await catalogue.books()
    assert book.language == code
    assert {
        p.language for route in await catalogue.page_hashes("book") for p in await catalogue.page("book", route)
    } == {code}


async def test_each_page_has_a_language_of_its_own(tmp_path: Path) -> None:
    for code, text in PAGES.items():
        (tmp_path / f"{code}.md").write_text(f"# {code}\n\n{text}\n", "utf-8")
    catalogue = FakeCatalogue()
    await ingested(tmp_path, catalogue)
    found = {
        p.title: p.language
        for route in await catalogue.page_hashes("book")
        for p in await catalogue.page("book", route)
    }
    assert found == {code: code for code in PAGES}


async def test_the_author_hears_that_a_language_was_never_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text(f"# 1\n\n{PAGES['sw']}\n", "utf-8")
    show_verdict((await ingested(tmp_path, FakeCatalogue())).verdict)
    assert "sw: not measured in this language" in capsys.readouterr().err
    (tmp_path / "a.md").write_text(f"# 1\n\n{PAGES['de']}\n", "utf-8")
    show_verdict((await ingested(tmp_path, FakeCatalogue())).verdict)
    assert "Deutsch\n" in capsys.readouterr().err


@pytest.mark.parametrize(("code", "is_said"), [("sw", True), ("de", False)])
async def test_health_and_the_authors_page_say_what_nobody_measured(tmp_path: Path, code: str, is_said: bool) -> None:
    (tmp_path / "a.md").write_text(f"# 1\n\n{PAGES[code]}\n", "utf-8")
    catalogue = FakeCatalogue()
    await ingested(tmp_path, catalogue)
    (book,) = await catalogue.books()
    assert book.verdict is not None
    up = {"index": Health("index", is_up=True)}
    assert ("not measured in this language" in health(up, [book]).books["book"].findings) is is_said
    assert ("not measured in this language" in ingestion_section(book.title, book.verdict)) is is_said
