"""The embedded index among processes: readers beside a writer, two writers, a writer that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from footnoted.domain.errors import IndexDown, Misconfigured
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.qdrant.embedded.shard import Shard
from footnoted.providers.qdrant.lexical import question_tokens
from tests.patience import PATIENCE
from tests.providers.qdrant.test_index_conformance import page, write

ROOT = Path(__file__).parents[3]
PROGRAM = """
import asyncio, sys
from pathlib import Path
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.qdrant.embedded.shard import Shard
from tests.providers.qdrant.test_index_conformance import DIMENSIONS, EVERY, page, texts, write

def book(word):
    return {k: v for n in range(20) for k, v in page(f"/docs/{n}", f"{word} light", f"{word} mirror").items()}

async def read(index, until):
    seen = set()
    while True:
        found = frozenset(text.split()[0] for text in await texts(index, EVERY))
        if not seen:
            print("reading", flush=True)
        seen.add(" ".join(sorted(found)))
        if until in found:
            return print(",".join(sorted(seen)))

async def revise(index, words):
    for word in words.split():
        await write(index, book(word), revision=word)

async def hang(index, word):
    async with index.revise("b", word) as draft:
        for route, entries in book(word).items():
            await draft.replace_page(route, [p for p, _ in entries], [v for _, v in entries])
        print("hanging", flush=True)
        await asyncio.sleep(600)

what, root, word = sys.argv[1:]
print("started", flush=True)
input()
asyncio.run(globals()[what](EdgeIndex(Path(root), DIMENSIONS), word))
"""


def start(what: str, root: Path, word: str) -> subprocess.Popen[str]:
    """A process that has started and waits until it is let go: none works while another is still starting."""
    command = [sys.executable, "-c", PROGRAM, what, str(root), word]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def let_go(process: subprocess.Popen[str]) -> str:
    """Its first words once it works."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline() == "started\n"
    return process.stdout.readline().strip()


def finish(process: subprocess.Popen[str]) -> str:
    """What it says last."""
    out, _ = process.communicate("\n", timeout=PATIENCE)
    assert process.returncode == 0
    return out.strip().splitlines()[-1]


async def state(root: Path) -> tuple[str | None, int]:
    index = EdgeIndex(root, 8)
    hits = await index.search(Search("", [1.0] * 8, 100, "b"))
    revision = await index.revision("b")
    await index.close()
    return revision, len(hits)


async def test_two_processes_read_while_a_third_revises(tmp_path: Path) -> None:
    finish(start("revise", tmp_path, "old"))
    writer = start("revise", tmp_path, "new newer last")
    readers = [start("read", tmp_path, "last") for _ in range(2)]
    try:
        assert {let_go(reader) for reader in readers} == {"reading"}
        finish(writer)
        for reader in readers:
            seen = finish(reader).split(",")
            assert {"old", "last"} <= set(seen)
            assert set(seen) <= {"old", "new", "newer", "last"}, "a reader saw a mixture"
    finally:
        for process in (writer, *readers):
            process.kill()
            process.wait()


async def test_a_writer_that_is_killed_leaves_the_old_state(tmp_path: Path) -> None:
    finish(start("revise", tmp_path, "old"))
    writer = start("hang", tmp_path, "new")
    assert let_go(writer) == "hanging"
    os.kill(writer.pid, signal.SIGKILL)
    writer.communicate()

    assert len([it for it in (tmp_path / "b").iterdir() if it.is_dir()]) == 2, "the kill came too late to test anything"
    assert await state(tmp_path) == ("old", 40)
    finish(start("revise", tmp_path, "newer"))
    assert await state(tmp_path) == ("newer", 40)
    directories = [it for it in (tmp_path / "b").iterdir() if it.is_dir()]
    assert len(directories) == 2, "the current one and the one before; the half-made one is gone"


async def test_a_second_writer_gets_an_error_that_says_to_wait(tmp_path: Path) -> None:
    writer = start("hang", tmp_path, "new")
    try:
        assert let_go(writer) == "hanging"
        index = EdgeIndex(tmp_path, 8)
        with pytest.raises(Misconfigured, match=r"Another ingest .* Wait"):
            async with index.revise("b", "mine"):
                pass
        with pytest.raises(Misconfigured, match="Another ingest"):
            await index.drop("b")
        async with index.revise("another", "mine"):
            pass
        await index.close()
    finally:
        writer.kill()
        writer.communicate()


async def test_two_writers_in_one_process_exclude_each_other_too(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path, 8)
    async with index.revise("b", "one"):
        with pytest.raises(Misconfigured, match="Another ingest"):
            async with index.revise("b", "two"):
                pass
    assert await index.revision("b") == "one"
    await index.close()


async def test_a_reader_keeps_its_files_when_they_are_removed(tmp_path: Path) -> None:
    index, writer = EdgeIndex(tmp_path, 8), EdgeIndex(tmp_path, 8)
    await write(writer, page("/docs", "old light", "old mirror"))
    shard = index._shard("b")
    assert shard is not None
    for word in ("new", "newer", "last"):
        await write(writer, page("/docs", f"{word} light", f"{word} mirror"))
    search = Search("old light", [1.0] * 8, 100, "b")
    hits = shard.search(search, question_tokens("old light"))
    assert {hit.passage.text for hit in hits} == {"old light", "old mirror"}
    assert {hit.passage.text for hit in await index.search(search)} == {"last light", "last mirror"}
    await index.close()
    await writer.close()


async def test_a_copy_keeps_the_holes(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path, 8)
    for word in ("old", "new"):
        await write(index, page("/docs", word))
    await index.close()
    files = [it for it in (tmp_path / "b").rglob("*") if it.is_file()]
    taken = sum(it.stat().st_blocks * 512 for it in files)
    assert taken < sum(it.stat().st_size for it in files) / 10


async def test_a_broken_index_is_an_error_of_ours(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path, 8)
    await write(index, page("/docs", "old"))
    for file in (tmp_path / "b").rglob("segment.json"):
        file.write_text("{")
    with pytest.raises(IndexDown):
        await index.search(Search("light", [1.0] * 8, 3, "b"))
    await index.close()


async def test_of_many_books_only_some_are_open_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footnoted.providers.qdrant.embedded.index._OPEN", 2)
    index = EdgeIndex(tmp_path, 8)
    for number in range(4):
        await write(index, page("/a", f"Light of {number}", book=f"book-{number}"), f"book-{number}")
    found = await index.search(Search("light", None, 5))
    assert sorted(hit.passage.text for hit in found) == [f"Light of {number}" for number in range(4)]
    for number in (0, 3, 0):
        (hit,) = await index.search(Search("light", None, 5, f"book-{number}"))
        assert hit.passage.text == f"Light of {number}"
    assert len(index._open) == 2
    await index.close()


def searching() -> set[str]:
    """The ids of embedded Qdrant's threads in this process."""
    tasks = list(Path("/proc/self/task").iterdir())
    return {task.name for task in tasks if (task / "comm").read_text().startswith("edge-search")}


async def test_small_books_have_no_crowd_of_threads(tmp_path: Path) -> None:
    index, before = EdgeIndex(tmp_path, 8), searching()
    for number in range(3):
        await write(index, page("/a", f"Light of {number}", book=f"book-{number}"), f"book-{number}")
    assert len(await index.search(Search("light", [1.0] * 8, 5))) == 3
    assert len(searching() - before) <= 3
    await index.close()


async def test_a_few_small_books_are_searched_without_another_thread(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path, 8, at_once=2)
    await write(index, page("/a", "Light of a", "Light of b"))
    search = Search("light", [1.0] * 8, 5)
    assert index._small(None) is None, "it is not open yet"
    first = await index.search(search)
    assert [shard.passages for shard in index._small(None) or []] == [2]
    assert await index.search(search) == first
    await write(index, page("/a", "Light of c"))
    assert index._small(None) is None, "it has changed"
    assert [hit.passage.text for hit in await index.search(search)] == ["Light of c"]
    await write(index, page("/b", "Light of d", "Light of e", book="c"), "c")
    assert len(await index.search(search)) == 3
    assert index._small(None) is None, "together they are too large"
    assert index._small("c") is not None
    await index.close()


async def test_health_of_many_books_opens_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footnoted.providers.qdrant.embedded.index._OPEN", 2)
    writer, reader, opened = EdgeIndex(tmp_path, 8), EdgeIndex(tmp_path, 8), list[str]()
    names = [f"book-{number}" for number in range(4)]
    for name in names:
        await write(writer, page("/a", "Light", book=name), name)
    load = Shard.load

    def noted(path: Path) -> Shard:
        opened.append(path.parent.name)
        return load(path)

    monkeypatch.setattr(Shard, "load", noted)
    for _ in range(2):
        await reader.ping()
        assert [await reader.count(name) for name in names] == [1, 1, 1, 1]
    assert opened == names
    await write(writer, page("/a", "Light", "Shade", book=names[0]), names[0])
    await writer.drop(names[1])
    opened.clear()
    await reader.ping()
    assert [await reader.count(name) for name in names] == [2, 0, 1, 1]
    assert opened == [names[0]]
    await reader.close()
    await writer.close()
