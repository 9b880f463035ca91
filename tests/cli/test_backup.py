"""Restored on another machine: the same answers, the same history, from one file."""

from __future__ import annotations

import asyncio
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner, Result

import footnoted
from footnoted.cli import main
from footnoted.domain.errors import IndexDown
from tests.servers import running_qdrant

QUESTION = "How much water does a kettle hold?"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def asked() -> object:
    reply = json.loads(run("ask", QUESTION, "--json").stdout)
    return [reply[name] for name in sorted(reply) if name not in {"id", "request_id", "session", "latency_ms"}]


def test_a_restored_book_answers_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, file = tmp_path / "tea", tmp_path / "backup.zip"
    book.mkdir()
    (book / "kettle.md").write_text("# The kettle\n\nA kettle holds 1.7 litres of water.\n", "utf-8")
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "here"))
    assert run("ingest", str(book)).exit_code == 0
    before = asked()
    assert "1.7 litres" in str(before)
    made = run("backup", str(file))
    assert made.stdout == f"{file}: 1 book, 1 passage, 0 answers.\n"
    assert run("backup", str(file)).exit_code == 3
    assert run("backup", str(file), "--force").exit_code == 0

    (book / "kettle.md").unlink()
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "there"))
    restored = run("restore", str(file))
    assert restored.exit_code == 0, restored.output
    assert asked() == before
    again = run("restore", str(file))
    assert again.exit_code == 1
    assert "not empty" in again.stderr


def spoilt(file: Path, name: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """The backup with every row of one table changed."""
    with zipfile.ZipFile(file) as archive:
        entries = {entry: archive.read(entry) for entry in archive.namelist()}
    rows = [json.dumps(change(json.loads(line))) for line in entries[f"{name}.jsonl"].splitlines()]
    with zipfile.ZipFile(file, "w") as archive:
        for entry, data in (entries | {f"{name}.jsonl": "\n".join(rows).encode()}).items():
            archive.writestr(entry, data)


@pytest.fixture
def backed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, object]:
    """A backup of a small book, what the book answered, and an empty installation."""
    book, file = tmp_path / "tea", tmp_path / "backup.zip"
    book.mkdir()
    (book / "kettle.md").write_text("# The kettle\n\nA kettle holds 1.7 litres of water.\n", "utf-8")
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "here"))
    assert run("ingest", str(book)).exit_code == 0
    assert run("keys", "create", "ada").exit_code == 0
    assert run("backup", str(file)).exit_code == 0
    before = asked()
    monkeypatch.setenv("FOOTNOTED_DATA_DIR", str(tmp_path / "there"))
    return file, before


def test_a_vector_of_another_length_is_made_again(backed_up: tuple[Path, object]) -> None:
    file, before = backed_up
    spoilt(file, "embeddings", lambda row: row | {"vector": row["vector"][:16]})
    restored = run("restore", str(file))
    assert restored.exit_code == 0, restored.output
    assert "Its keys open this installation too: 1." in restored.stdout
    assert asked() == before


def test_where_the_index_cannot_be_made_it_is_said_what_is_there(
    backed_up: tuple[Path, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is filled by then, and would not be filled again."""
    file, before = backed_up
    spoilt(file, "embeddings", lambda row: row | {"embedder": "another"})
    with monkeypatch.context() as broken:
        broken.setattr("footnoted.providers.qdrant.embedded.revisions.Revisions.begin", _no_room)
        restored = run("restore", str(file))
    assert restored.exit_code == 2
    assert "The database is restored, the index is not" in restored.stderr
    assert run("repair", "--always").exit_code == 0
    assert asked() == before


def _no_room(*_: object, **__: object) -> Path:
    raise IndexDown("The index cannot be read or written.")


PAGES = {
    "kettle": "# The kettle\n\nA kettle holds 1.7 litres of water. Citric acid removes limescale.\n",
    "pot": "# The teapot\n\nThe teapot is made of cast iron. It is never washed with soap.\n",
    "leaves": "# Leaves\n\nGreen tea steeps for two minutes at eighty degrees.\n",
}
ASKED = (QUESTION, "What is the teapot made of?", "How long does green tea steep?", "Who won the race in 1908?")
SESSION = UUID(int=7)


@pytest.fixture
def machines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[dict[str, str]]]:
    """Two installations that share nothing: each holds everything itself, or has a PostgreSQL and a Qdrant."""
    with ExitStack() as stack:
        made = []
        for number, kind in enumerate(request.param):
            place = {"FOOTNOTED_DATA_DIR": str(tmp_path / f"machine-{number}")}
            if kind == "servers":
                postgres, name = request.getfixturevalue("postgres_server"), f"test_{uuid4().hex}"
                postgres.psql(f"CREATE DATABASE {name}")
                place["DATABASE_URL"] = str(postgres.get_uri(name))
                place["QDRANT_URL"] = stack.enter_context(running_qdrant()).url
            made.append(place)
        yield made


async def heard(*questions: str, session: UUID | None = None) -> list[tuple[str, list[tuple[str, float]]]]:
    """What a library answers, and from where; the environment says which."""
    async with footnoted.open() as library:
        answers = [await library.ask(text, session=session) for text in questions]
    return [(it.text, [(source.passage.url, round(source.score, 3)) for source in it.sources]) for it in answers]


def _ways() -> list[Any]:
    kinds = ("embedded", "servers")
    return [pytest.param(way, marks=pytest.mark.real, id=" to ".join(way)) for way in product(kinds, kinds)]


@pytest.mark.parametrize("machines", _ways(), indirect=True)
def test_another_machine_goes_on_where_this_one_was(
    machines: list[dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, file = tmp_path / "tea", tmp_path / "backup.zip"
    book.mkdir()
    for name, text in PAGES.items():
        (book / f"{name}.md").write_text(text, "utf-8")

    def at(machine: dict[str, str]) -> None:
        for name in ("DATABASE_URL", "QDRANT_URL"):
            monkeypatch.delenv(name, raising=False)
        for name, value in machine.items():
            monkeypatch.setenv(name, value)

    here, there = machines
    at(here)
    assert run("ingest", str(book)).exit_code == 0
    asyncio.run(heard("What is the teapot made of?", session=SESSION))
    assert run("backup", str(file)).stdout.endswith("1 book, 3 passages, 1 answer.\n")
    before = asyncio.run(heard(*ASKED)), asyncio.run(heard("And how is it washed?", session=SESSION))
    shutil.rmtree(book)
    at(there)
    restored = run("restore", str(file))
    assert restored.exit_code == 0, restored.output
    after = asyncio.run(heard(*ASKED)), asyncio.run(heard("And how is it washed?", session=SESSION))
    assert after == before
    assert "soap" in after[1][0][0]  # the question before it came along
