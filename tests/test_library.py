"""The door for Python: open, ingest, ask, stream, search; with and without an event loop."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

import footnoted

BEES = """# Bees

## Queens

A queen bee lays up to 2,000 eggs a day in early summer.

## Smoke

A smoker calms bees, because smoke makes them fill up with honey.
"""
QUESTION = "How many eggs does a queen bee lay a day?"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)  # no .env of whoever runs the tests
    folder = tmp_path / "bees"
    folder.mkdir()
    (folder / "bees.md").write_text(BEES, "utf-8")
    return folder


async def test_a_book_is_ingested_asked_and_removed(book: Path) -> None:
    async with footnoted.open(data_dir=book.parent / "data") as library:
        with pytest.raises(footnoted.Misconfigured, match="No book has been indexed yet"):
            await library.ask(QUESTION)
        indexed: list[int] = []
        summary = await library.ingest(book, on_indexed=lambda at: indexed.append(at.passages_done))
        assert (summary.added, indexed[-1]) == (1, summary.passages)
        assert [found.name for found in await library.books()] == ["bees"]

        answer = await library.ask(QUESTION)
        assert answer.outcome is footnoted.Outcome.ANSWERED
        assert "2,000 eggs a day" in answer.text
        assert answer.text.endswith("[1].")
        assert answer.sources[0].passage.section == "Queens"
        assert answer.citations[0].supported

        refused = await library.ask("How do I descale an espresso machine?")
        assert refused.declined

        (best, *_) = await library.search("why does smoke calm bees", limit=2)
        assert best.passage.section == "Smoke"
        assert all(part.is_up for part in (await library.health()).values())

        await library.remove("bees")
        assert await library.books() == []
        with pytest.raises(footnoted.BookUnknown):
            await library.remove("bees")


async def test_a_book_that_changed_is_answered_from_as_it_is_now(book: Path) -> None:
    async with footnoted.open(data_dir=book.parent / "data") as library:
        await library.ingest(book)
        assert "2,000" in (await library.ask(QUESTION)).text
        (book / "bees.md").write_text(BEES.replace("2,000", "1,500"), "utf-8")
        assert (await library.ingest(book)).changed == 1
        assert "1,500" in (await library.ask(QUESTION)).text


async def test_a_session_remembers_until_it_is_forgotten(book: Path) -> None:
    session = uuid4()
    async with footnoted.open(data_dir=book.parent / "data") as library:
        await library.ingest(book)
        await library.ask("What does a smoker do?", session=session)
        assert "honey" in (await library.ask("Why does it calm them?", session=session)).text
        assert await library.forget(session)
        assert not await library.forget(session)


async def test_bad_input_is_told_before_anything_is_asked(book: Path) -> None:
    with pytest.raises(footnoted.Misconfigured, match="Did you mean 'data_dir'"):
        async with footnoted.open(datadir="x"):
            pass
    async with footnoted.open(data_dir=book.parent / "data") as library:
        with pytest.raises(footnoted.BadQuestion, match="empty"):
            await library.ask("  ")
        with pytest.raises(footnoted.BadQuestion, match="too long"):
            await library.search("x" * 8001)
        with pytest.raises(footnoted.BadSource):
            await library.ingest(book / "nowhere")


def check_without_awaiting(book: Path) -> None:
    with footnoted.open_sync(data_dir=book.parent / "data") as library:
        library.ingest(book)
        assert "2,000" in library.ask(QUESTION).text
        assert library.search("smoke")[0].passage.section == "Smoke"
        events = list(library.stream(QUESTION))
        kinds = [type(event) for event in events]
        assert (kinds[0], kinds[1], kinds[-1]) == (footnoted.Retrieved, footnoted.Assessed, footnoted.Answered)
        text = "".join(event.text for event in events if isinstance(event, footnoted.TextDelta))
        assert isinstance(events[-1], footnoted.Answered)
        assert text.strip() == events[-1].answer.text
        for event in library.stream(QUESTION):
            assert isinstance(event, footnoted.Retrieved)
            break  # a reader who leaves
        with pytest.raises(footnoted.BadQuestion):
            library.ask("")
        assert [found.title for found in library.books()] == ["Bees"]


def test_the_same_without_awaiting(book: Path) -> None:
    check_without_awaiting(book)


async def test_the_same_without_awaiting_inside_a_running_loop_as_in_a_notebook(book: Path) -> None:
    assert asyncio.get_running_loop().is_running()
    check_without_awaiting(book)


def _examples() -> list[str]:
    page = Path(__file__).parent.parent / "docs" / "python.md"
    return re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", _examples())
def test_what_the_page_shows_runs(example: str, book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book.rename(book.parent / "my-book")
    exec(compile(example, "docs/python.md", "exec"), {"__name__": "example"})
    assert "[1]." in capsys.readouterr().out


def test_every_name_listed_is_there_and_nothing_else_is() -> None:
    for name in footnoted.__all__:
        assert getattr(footnoted, name) is not None
        assert name in dir(footnoted)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        footnoted.nothing  # noqa: B018


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import footnoted, sys; print([m for m in sys.modules if m.partition('.')[0] in sys.argv[1:]])"
    heavy = ["numpy", "pydantic", "sqlalchemy", "fastapi", "onnxruntime", "Stemmer", "asyncio", "click"]
    ran = subprocess.run([sys.executable, "-c", code, *heavy], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
