"""The signed webhook: who may call, how often a call counts, and that one process at a time indexes a book."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from footnoted.domain.book import Book
from footnoted.server import hooks
from footnoted.server.hooks import Hook, is_signed
from tests import scenes
from tests.client import client_of
from tests.fakes.replies import FakeReplies
from tests.scenes import PlayedEngine
from tests.test_server import served as whole_server

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
        await self.may_end.wait()
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
