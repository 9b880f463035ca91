"""A backup file that is damaged, foreign or made to do harm: refused in plain words, in little memory, nothing kept."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa

from footnoted.contracts.book_api.replies import entry
from footnoted.contracts.rag_agent_api.threads import messages
from footnoted.domain.book import Book, Marks, Page, Passage
from footnoted.domain.errors import BadSource
from footnoted.domain.picture import Image, Picture, Place
from footnoted.domain.question import Turn
from footnoted.domain.text.box import Box
from footnoted.domain.verdict import Finding, KeptVerdict
from footnoted.providers.sql.backup.dump import SqlDump
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.books.pictures import SqlPictures
from footnoted.providers.sql.books.vectors import SqlVectors
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.door.access_keys import SqlAccessKeys, SqlCallBudget
from footnoted.providers.sql.door.guest_calls import GuestCalls
from footnoted.providers.sql.door.replies import SqlReplies
from footnoted.providers.sql.schema import tables
from footnoted.providers.sql.schema.migrate import HEAD
from footnoted.providers.sql.sessions.history import SqlHistory
from footnoted.providers.sql.sessions.question_log import SqlQuestionLog
from tests import scenes

NOW = datetime(2030, 1, 2, 12, tzinfo=UTC)
REQUEST = uuid4()
MEGABYTE = 1 << 20

PASSAGE = Passage(
    id="p1",
    book="bees",
    site="https://bees.example",
    route="/hive",
    anchor="warmth",
    title="The hive",
    headings=("Warmth",),
    position=0,
    order=0,
    text="A cluster of bees keeps its middle at 34 °C. It shivers.",
    fragment="A%20cluster",
    fragments=((0, "A%20cluster"),),
    boxes=(Box("note", 0, 10, 3),),
)
VERDICT = KeptVerdict("plain", "its files", True, "checked", False, (Finding("files not read", ("a: b",), 1, True),))
BOOK = Book(
    "bees", "Bees", "bees", "https://bees.example", "fake", "r1", 1, 1, Marks("r1", 0.2, risks=((0.5, 9, 1),)),
    ("How warm is it?",), "en", VERDICT,
)  # fmt: skip
ABOUT = {
    "request_id": str(REQUEST),
    "outcome": "answered",
    "verdict": "answer",
    "from_selection": False,
    "confidence": 0.9,
    "seconds": 0.25,
    "usage": {"model": "m", "cost": 0.01},
    "citations": [{"start": 0, "end": 3, "source": 1, "quote": "A cl", "support": "exact", "url": "https://b.example"}],
}


async def filled(database: Database) -> None:
    """Every table has a row, as the program itself writes it."""
    picture = Picture(Place(0, 3, "a hive"), Image("image/png", 1, 1, b"png"))
    page = Page("hive.md", "/hive", "The hive", 0, "h", (PASSAGE,), (picture,))
    await SqlCatalogue(database).record(BOOK, (page,), ())
    await SqlVectors(database).keep_vectors("fake", {"h": b"\0\0\0\0"})
    history = SqlHistory(database, lambda: NOW)
    await history.remember(scenes.SESSION, Turn("How warm?", "34 °C [1].", NOW, (scenes.CLUSTER,), ABOUT))
    await history.rate(REQUEST, True, "good")
    store = SqlAccessKeys(database, lambda: NOW)
    key, _ = await store.create("ada", books=("bees",), per_minute=5, expires=NOW + timedelta(days=9))
    budget = SqlCallBudget(database, lambda: NOW)
    await budget.spend(key.id, 9)
    await GuestCalls(database, budget, lambda: NOW).spend(UUID(int=0), 9)
    await SqlReplies(database, lambda: NOW).claim("a", "f", 60, str(REQUEST))


async def read_by_everybody(database: Database) -> None:
    """Whatever reads the tables reads all of it."""
    catalogue, pictures = SqlCatalogue(database), SqlPictures(database)
    for book in await catalogue.books():
        assert book.verdict is None or book.verdict.findings is not None
        assert await catalogue.sections(book.name) is not None
        for page in await catalogue.pages(book.name):
            for passage in await catalogue.page(book.name, page.route):
                assert isinstance(passage.url_at(passage.text[:9]) + passage.in_context, str)
            for placed in await pictures.of_page(book.name, page.route):
                assert (await pictures.image(book.name, placed.name)).kind.startswith("image/")  # type: ignore[union-attr]
    history = SqlHistory(database)
    for session in (scenes.SESSION, UUID(int=1)):
        turns = await history.turns(session, 9)
        assert len(messages(turns)) == 2 * len(turns)
        for turn in turns:
            assert entry(turn, "text").timestamp == turn.asked_at
            assert all(isinstance(source.passage.url, str) for source in turn.sources)
    await SqlQuestionLog(database).asked(NOW - timedelta(days=400))
    for key in await SqlAccessKeys(database).keys():
        assert not key.opens_with("", NOW) or key.digest == ""
        key.is_live(NOW)
    await SqlVectors(database).cached_vectors("fake", ["h"])
    await SqlReplies(database).drop_expired()


async def rows(database: Database) -> int:
    def work(connection: sa.Connection) -> int:
        counts = (sa.select(sa.func.count()).select_from(table) for table in tables.metadata.sorted_tables)
        return sum(connection.execute(counted).scalar() or 0 for counted in counts)

    return await database.read(work)


async def emptied(database: Database) -> None:
    def work(connection: sa.Connection) -> None:
        for table in reversed(tables.metadata.sorted_tables):
            connection.execute(sa.delete(table))

    await database.write(work)


async def honest(database: Database, file: Path) -> dict[str, bytes]:
    """The entries of a backup that has a row in each table; the database is empty afterwards."""
    await filled(database)
    await SqlDump(database).save(file)
    await emptied(database)
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(file: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return file


WRONG: list[Any] = [
    None, True, 0, 2**31, 2**80, 0.5, "", "x", "\0\ud800", "AAAA", "9999-12-31", "0001-01-01T00:00:00+23:00",
    "00000000-0000-0000-0000-000000000000", [], {},
]  # fmt: skip
WRONG_JSON: list[Any] = [
    [1], [[]], [["x", 1]], [[0, "x"]], [["sentence", 0, 3, 0]], [["nonsense", 0, 3, 0]], [{"source": 1}], [{}],
    {"a": 1}, {"request_id": 5}, {"request_id": "x"}, {"outcome": "x"}, {"outcome": "answered"}, {"seconds": 1e300},
    {"seconds": "x"}, {"confidence": "x"}, {"usage": 5}, {"usage": {"cost": "x"}}, {"citations": 5},
    {"citations": [{"start": 0, "end": 3, "source": 1}]}, {"citations": [{"start": "x"}]}, {"findings": 5},
    {"findings": [{"examples": 5}]}, {"risks": 5}, {"risks": [[1]]}, {"risks": [[0.5, 1, 1]], "unknown": 1},
]  # fmt: skip


@pytest.mark.parametrize("table", tables.metadata.sorted_tables, ids=lambda table: table.name)
async def test_a_wrong_value_is_refused_or_harmless(database: Database, tmp_path: Path, table: sa.Table) -> None:
    """In every column: what is taken, all who read it can read; of anything else nothing is kept."""
    file = tmp_path / "backup.zip"
    entries = await honest(database, file)
    name = f"{table.name}.jsonl"
    row = json.loads(entries[name])
    refused = 0
    for column in row:
        is_json = isinstance(table.columns[column].type, sa.JSON)
        for wrong in (*WRONG, *(WRONG_JSON if is_json else ()), ...):
            spoilt = row | {column: wrong} if wrong is not ... else {key: row[key] for key in row if key != column}
            packed(file, entries | {name: json.dumps(spoilt).encode() + b"\n"})
            try:
                await SqlDump(database).load(file)
            except BadSource:
                refused += 1
                assert await rows(database) == 0, (column, wrong)
            else:
                await read_by_everybody(database)
                await emptied(database)
    assert refused > 2 * len(row)


def _spoilt(make: Callable[[bytes], bytes], table: str = "sessions") -> Callable[[Path, dict[str, bytes]], None]:
    def spoil(file: Path, entries: dict[str, bytes]) -> None:
        packed(file, entries | {f"{table}.jsonl": make(entries[f"{table}.jsonl"])})

    return spoil


def _with_bytes(make: Callable[[bytes], bytes]) -> Callable[[Path, dict[str, bytes]], None]:
    def spoil(file: Path, entries: dict[str, bytes]) -> None:
        file.write_bytes(make(packed(file, entries).read_bytes()))

    return spoil


def _packed_otherwise(method: int) -> Callable[[Path, dict[str, bytes]], None]:
    def spoil(file: Path, entries: dict[str, bytes]) -> None:
        with zipfile.ZipFile(file, "w", method) as archive:
            for name, data in entries.items():
                archive.writestr(name, data)

    return spoil


def _twice(file: Path, entries: dict[str, bytes]) -> None:
    packed(file, entries)
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("books.jsonl", entries["books.jsonl"])


def _encrypted(file: Path, entries: dict[str, bytes]) -> None:
    """The bit that says so, in the entries' heads and in the table of contents."""
    data = bytearray(packed(file, entries).read_bytes())
    for mark, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + place] |= 1
            at = data.find(mark, at + 1)
    file.write_bytes(data)


def _many_entries(file: Path, entries: dict[str, bytes]) -> None:
    packed(file, entries | {f"{'x' * 60_000}{number}": b"" for number in range(40)})


def _manifest(**given: Any) -> Callable[[Path, dict[str, bytes]], None]:
    manifest = json.dumps({"footnoted-backup": 1, "tables": HEAD} | given).encode()
    return lambda file, entries: (packed(file, entries | {"manifest.json": manifest}), None)[1]


def _flipped(data: bytes) -> bytes:
    """One byte in the middle of the first entry that is packed."""
    at = data.find(b"sessions.jsonl") + 60
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


SPOILT: dict[str, Callable[[Path, dict[str, bytes]], None]] = {
    "empty": _with_bytes(lambda data: b""),
    "cut in the middle": _with_bytes(lambda data: data[: len(data) // 2]),
    "its end only": _with_bytes(lambda data: data[-200:]),
    "a byte changed": _with_bytes(_flipped),
    "a table gone": lambda file, entries: (entries.pop("passages.jsonl"), packed(file, entries), None)[2],
    "an entry twice": _twice,
    "encrypted": _encrypted,
    "another packing": _packed_otherwise(zipfile.ZIP_LZMA),
    "a table of contents without end": _many_entries,
    "a row twice": _spoilt(lambda line: line + line),
    "a row that belongs to nothing": _spoilt(lambda line: line.replace(b"bees", b"wasps"), "pages"),
    "a row that is a list": _spoilt(lambda line: b"[1]\n"),
    "a row that is no JSON": _spoilt(lambda line: b"{'a': 1}\n"),
    "an empty row": _spoilt(lambda line: b"\n" + line),
    "rows of different columns": _spoilt(lambda line: line.replace(b'"owner": null', b'"a": 1') + line),
    "bytes that are no text": _spoilt(lambda line: b"\xff" + line),
    "endless nesting": _spoilt(lambda line: b"[" * 100_000 + b"\n"),
    "a number without end": _spoilt(lambda line: b"1" * 100_000 + b"\n"),
    "a manifest of a list": lambda file, entries: (packed(file, entries | {"manifest.json": b"[]"}), None)[1],
    "a manifest without end": lambda file, entries: (
        packed(file, entries | {"manifest.json": b" " * 9 * MEGABYTE}), None)[1],
    "a manifest of other types": _manifest(**{"footnoted-backup": "1"}),
    "tables of another type": _manifest(tables=12),
}  # fmt: skip


@pytest.mark.parametrize("kind", SPOILT)
async def test_a_spoilt_file_is_refused_whole(database: Database, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "backup.zip"
    entries = await honest(database, file)
    SPOILT[kind](file, entries)
    with pytest.raises(BadSource, match=r"backup\.zip (?:is not a whole backup|has rows that)") as refused:
        await SqlDump(database).load(file)
    assert len(refused.value.message) < 600
    assert await rows(database) == 0


@pytest.fixture
def memory() -> Iterator[Callable[[], int]]:
    """The most memory that Python's objects took at once, in bytes."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("table", "line"),
    [("books", b"x" * 100 * MEGABYTE), ("pictures", b'{"book": "' + b"x" * 100 * MEGABYTE + b'"}\n')],
)
async def test_a_row_without_end_is_not_read_to_its_end(
    sqlite_url: str, tmp_path: Path, memory: Callable[[], int], table: str, line: bytes
) -> None:
    database = await Database.open(sqlite_url)
    file = tmp_path / "backup.zip"
    entries = await honest(database, file)
    packed(file, entries | {f"{table}.jsonl": line})
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    with pytest.raises(BadSource, match=f"a row of {table} has more than 16 MB"):
        await SqlDump(database).load(file)
    assert memory() - before < 48 * MEGABYTE
    assert await rows(database) == 0
    await database.close()


async def test_long_rows_are_taken_a_few_at_a_time(sqlite_url: str, tmp_path: Path, memory: Callable[[], int]) -> None:
    """Five hundred of them would be gigabytes."""
    database = await Database.open(sqlite_url)
    file = tmp_path / "backup.zip"
    entries = await honest(database, file)
    row = json.loads(entries["pictures.jsonl"])
    data = base64.b64encode(bytes(3 * MEGABYTE)).decode()
    lines = [json.dumps(row | {"name": f"{number}", "data": data}).encode() + b"\n" for number in range(30)]
    packed(file, entries | {"pictures.jsonl": entries["pictures.jsonl"] + b"".join(lines)})
    del lines
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    assert (await SqlDump(database).load(file))["pictures"] == 31
    assert memory() - before < 60 * MEGABYTE
    await database.close()


async def test_what_does_not_fit_on_the_disk_is_refused_before_it_fills_it(sqlite_url: str, tmp_path: Path) -> None:
    database = await Database.open(sqlite_url)
    file = tmp_path / "backup.zip"
    await honest(database, file)
    data = file.read_bytes()
    at = data.rfind(b"PK\1\2")  # the last entry's size, as its table of contents has it
    file.write_bytes(data[: at + 24] + b"\xfe\xff\xff\xff" + data[at + 28 :])
    with pytest.raises(BadSource, match="MB left") as refused:
        await _with_little_room(SqlDump(database), file)
    assert "FOOTNOTED_DATA_DIR" in refused.value.message
    assert await rows(database) == 0
    await database.close()


async def _with_little_room(dump: SqlDump, file: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 64 * MEGABYTE})())
        await dump.load(file)


async def test_a_pipe_is_no_backup(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    with pytest.raises(BadSource, match="it is no file"):
        await SqlDump(database).load(Path("/dev/zero"))
    await database.close()
