"""The signed webhook: who may call, how often a call counts, and that one process at a time indexes a book."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from footnoted.cli.terminal import lifeline
from footnoted.domain.book import Book
from footnoted.domain.door.stores import StoredReply
from footnoted.domain.errors import DatabaseDown
from footnoted.server import hooks
from footnoted.server.hooks import Hook, is_signed
from tests import scenes
from tests.client import client_of
from tests.fakes.replies import FakeReplies
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine
from tests.test_server import served as whole_server
from tests.test_supervision import lives, until

SECRET = "whsec_" + base64.b64encode(b"a secret of 24 bytes....").decode()
NOW = 1_893_500_000.0
BODY = json.dumps({"book": "bees"}).encode()


def signed(body: bytes = BODY, *, secret: bytes = b"a secret of 24 bytes....", **given: str) -> dict[str, str]:
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(int(NOW))} | {
        name.replace("_", "-"): value for name, value in given.items()
    }
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    signature = base64.b64encode(hmac.new(secret, content, hashlib.sha256).digest()).decode()
    return {"webhook-signature": f"v1,{signature}"} | headers


@pytest.mark.parametrize(
    ("headers", "body", "now"),
    [
        ({}, BODY, NOW),
        (signed(), b'{"book": "tea"}', NOW),
        (signed(secret=b"another secret"), BODY, NOW),
        (signed(), BODY, NOW + 301),
        (signed(), BODY, NOW - 301),
        (signed() | {"webhook-id": "msg_2"}, BODY, NOW),
        (signed() | {"webhook-timestamp": str(int(NOW) + 1)}, BODY, NOW),
        (signed() | {"webhook-timestamp": "9" * 400}, BODY, NOW),
        (signed() | {"webhook-signature": signed()["webhook-signature"].replace("v1,", "v2,")}, BODY, NOW),
        (signed() | {"webhook-signature": "v1"}, BODY, NOW),
        (signed(webhook_id="x" * 201), BODY, NOW),
    ],
)
def test_a_call_without_a_recent_valid_signature_is_refused(headers: dict[str, str], body: bytes, now: float) -> None:
    assert is_signed(SECRET, signed(), BODY, NOW)
    assert not is_signed(SECRET, headers, body, now)


def test_during_a_change_of_the_secret_a_call_is_signed_with_both() -> None:
    new, old = signed(), signed(secret=b"another secret")
    both = new | {"webhook-signature": f"{old['webhook-signature']} {new['webhook-signature']}"}
    assert is_signed(SECRET, both, BODY, NOW)


class Press:
    """Indexes when it is let; knows how many ran at once."""

    def __init__(self) -> None:
        self.runs, self.at_once, self.most = 0, 0, 0
        self.may_end = asyncio.Event()
        self.began = asyncio.Semaphore(0)

    async def index(self, book: Book) -> bool:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.runs += 1
        self.began.release()
        try:
            await self.may_end.wait()
        finally:
            self.at_once -= 1
        return True


@asynccontextmanager
async def served(press: Press, store: FakeReplies) -> AsyncIterator[httpx.AsyncClient]:
    hook = Hook(SECRET, scenes.catalogue(), store, press.index, lambda: NOW)
    app = Starlette(routes=[Route("/hooks/ingest", hook.page, methods=["POST"])])
    async with client_of(app) as client:
        yield client
    await hook.close()


async def test_the_end_of_the_server_ends_every_run_and_the_next_server_may_begin() -> None:
    """A run that another was waiting for went on, and its book stayed locked for an hour."""
    press, store = Press(), FakeReplies()
    async with served(press, store) as client:
        for number in range(3):
            await client.post("/hooks/ingest", content=BODY, headers=signed(webhook_id=f"msg_{number}"))
            if number == 0:
                await press.began.acquire()
    assert await store.claim("indexing bees", "", 1) is None


async def test_a_worker_that_was_killed_locks_a_book_for_a_minute_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_POLL_SECONDS", 0.01)
    press, store = Press(), FakeReplies()
    async with served(press, store) as dead:
        await dead.post("/hooks/ingest", content=BODY, headers=signed())
        await press.began.acquire()
        monkeypatch.setattr(store, "renew", _never)  # nobody is there to do it
        store.now += 61
        async with served(press, store) as other:
            await other.post("/hooks/ingest", content=BODY, headers=signed(webhook_id="msg_2"))
            async with asyncio.timeout(PATIENCE):
                await press.began.acquire()


async def _never(*_: object) -> bool:
    return False


async def test_a_worker_that_lives_keeps_its_book_for_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_POLL_SECONDS", 0.01)
    monkeypatch.setattr(hooks, "_LEASE", 0.2)
    press, store = Press(), FakeReplies()
    renewed = asyncio.Semaphore(0)

    async def renew(name: str, fingerprint: str, seconds: float) -> bool:
        store.now += 0.05  # as long as it is since the last time
        renewed.release()
        return await FakeReplies.renew(store, name, fingerprint, seconds)

    monkeypatch.setattr(store, "renew", renew)
    async with served(press, store) as one, served(press, store) as other:
        for client, name in ((one, "msg_1"), (other, "msg_2")):
            await client.post("/hooks/ingest", content=BODY, headers=signed(webhook_id=name))
        await press.began.acquire()
        for _ in range(12):
            await renewed.acquire()
        assert press.runs == 1
        press.may_end.set()
        await press.began.acquire()
    assert press.most == 1


@pytest.mark.parametrize("how", ["taken", "down"])
async def test_a_run_that_lost_its_book_stops_before_another_has_it_and_comes_again(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a night of a sleeping machine, or while the database is away."""
    monkeypatch.setattr(hooks, "_POLL_SECONDS", 0.01)
    monkeypatch.setattr(hooks, "_LEASE", 0.2)
    press, store = Press(), FakeReplies()

    async def lost(*_: object) -> bool:
        if how == "down":
            raise DatabaseDown("away")
        return False

    async with served(press, store) as client:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(store, "renew", lost)
            await client.post("/hooks/ingest", content=BODY, headers=signed())
            await press.began.acquire()
            async with asyncio.timeout(PATIENCE):
                while press.at_once:  # noqa: ASYNC110 - nothing tells when a run is stopped
                    await asyncio.sleep(0.01)
        store.now += 1
        async with asyncio.timeout(PATIENCE):
            await press.began.acquire()
        assert press.most == 1


async def test_a_database_that_is_away_for_a_moment_loses_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book counted as waiting for ever, and no later call began a run."""
    monkeypatch.setattr(hooks, "_POLL_SECONDS", 0.01)
    press, store = Press(), FakeReplies()
    real, failures = store.claim, iter([True, True])

    async def claim(name: str, fingerprint: str, seconds: float, request: str = "") -> StoredReply | None:
        if name.startswith("indexing") and next(failures, False):
            raise DatabaseDown("away")
        return await real(name, fingerprint, seconds, request)

    monkeypatch.setattr(store, "claim", claim)
    async with served(press, store) as client:
        await client.post("/hooks/ingest", content=BODY, headers=signed())
        async with asyncio.timeout(PATIENCE):
            await press.began.acquire()


async def test_indexing_ends_with_the_worker_that_began_it(tmp_path: Path) -> None:
    """Killed at once: nothing is left that another run would meet. A source may look like an option."""
    seen = tmp_path / "seen"
    (tmp_path / "footnoted").mkdir()
    (tmp_path / "footnoted" / "__init__.py").touch()
    (tmp_path / "footnoted" / "__main__.py").write_text(
        "import importlib.util, os, pathlib, sys, time\n"
        f"spec = importlib.util.spec_from_file_location('lifeline', {lifeline.__file__!r})\n"
        "lifeline = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(lifeline)\n"
        "lifeline.hold_on(int(next(it for it in sys.argv if it.startswith('--inherited=')).partition('=')[2]))\n"
        f"pathlib.Path({str(seen)!r}).write_text(' '.join([str(os.getpid()), *sys.argv[1:]]))\n"
        "time.sleep(600)\n",
        "utf-8",
    )
    worker = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import asyncio, os, sys\n"
        "from footnoted.server.hooks import index_again\n"
        "from footnoted.domain.book import Book\n"
        f"os.environ['PYTHONPATH'] = {str(tmp_path)!r}\n"
        "asyncio.run(index_again(Book('bees', 'Bees', '--help', '', 'e', 'r')))\n",
    )
    try:
        await until(lambda: seen.exists() and seen.read_text() != "")
        pid, *arguments = seen.read_text().split()
        assert arguments[:2] == ["ingest", "--book=bees"]
        assert arguments[3:] == ["--", "--help"]
    finally:
        worker.kill()
        await worker.wait()
    await until(lambda: not lives(int(pid)))


async def test_a_call_that_could_not_be_accepted_may_come_again() -> None:
    """The book may be there by then, or the database."""
    press, store = Press(), FakeReplies()
    async with served(press, store) as client:
        unknown = b'{"book": "tea"}'
        for _ in range(2):
            reply = await client.post("/hooks/ingest", content=unknown, headers=signed(unknown))
            assert reply.status_code == 400
        assert await store.claim("webhook msg_1", "", 1) is None


async def test_a_call_counts_once_and_books_are_indexed_one_process_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hooks, "_POLL_SECONDS", 0.01)
    press, store = Press(), FakeReplies()
    async with served(press, store) as one, served(press, store) as other:

        async def call(client: httpx.AsyncClient, name: str = "msg_1") -> int:
            return (await client.post("/hooks/ingest", content=BODY, headers=signed(webhook_id=name))).status_code

        assert await call(one) == 202
        assert [await call(one), await call(other)] == [200, 200]  # came before, here or there
        await press.began.acquire()
        # While it runs, what changed meanwhile is indexed afterwards, once for each worker that was told.
        assert [await call(one, f"msg_{number}") for number in (2, 3, 4)] == [202] * 3
        assert await call(other, "msg_5") == 202
        await asyncio.sleep(0.05)
        assert press.runs == 1
        press.may_end.set()
        await press.began.acquire()
        await press.began.acquire()
        await asyncio.sleep(0.05)
        assert (press.runs, press.most) == (3, 1)


async def test_what_a_caller_is_told() -> None:
    press = Press()
    async with served(press, FakeReplies()) as client:
        unsigned = await client.post("/hooks/ingest", content=BODY)
        foreign = b'{"book": "tea"}'
        unknown = await client.post("/hooks/ingest", content=foreign, headers=signed(foreign))
        large = await client.post("/hooks/ingest", content=b"x" * 70_000, headers=signed())
        alone = await client.post("/hooks/ingest", content=b"", headers=signed(b"", webhook_id="msg_9"))
        assert [reply.status_code for reply in (unsigned, unknown, large, alone)] == [403, 400, 413, 202]
        assert '{"book": "bees"}' in unknown.json()["message"]


async def test_without_a_secret_there_is_no_such_page() -> None:
    async with whole_server(PlayedEngine()) as client:
        off = await client.post("/hooks/ingest", content=BODY, headers=signed())
        assert (off.status_code, "FOOTNOTED_WEBHOOK_SECRET" in off.text) == (404, True)
