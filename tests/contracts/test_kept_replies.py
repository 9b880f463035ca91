"""Replies under a key, against a store that notes what it is asked: for whom, for how long, and how large."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any
from uuid import UUID

import pytest
from starlette.types import Message, Receive, Send

from footnoted.contracts.door.callers.caller import Caller
from footnoted.contracts.door.gate import Room
from footnoted.contracts.door.recording import Recording, packed
from footnoted.contracts.door.refusals import BadInput, KeyReused, ReaderLeft
from footnoted.contracts.door.repeats import Replies, _keep_a_place
from footnoted.contracts.door.state import DoorConfig, RequestState, Shared
from footnoted.domain.door.stores import StoredReply
from footnoted.domain.errors import DatabaseDown
from tests.scenes import PlayedEngine

ENGINE: Any = PlayedEngine()
READER = Caller("address a")


class Store:
    """Gives out what it is told to, and notes the rest."""

    def __init__(self, *claims: StoredReply | None, fails: Exception | None = None) -> None:
        self._claims, self._fails = list(claims), fails
        self.claimed: list[tuple[str, str, float]] = []
        self.kept: list[tuple[str, int, float]] = []
        self.released: list[str] = []

    async def claim(self, name: str, fingerprint: str, seconds: float, request: str = "") -> StoredReply | None:
        assert request == str(UUID(int=7))
        self.claimed.append((name, fingerprint, seconds))
        return self._claims.pop(0) if self._claims else None

    async def renew(self, name: str, fingerprint: str, seconds: float) -> bool:
        raise AssertionError("a request that takes longer than its time is over")

    async def keep(self, name: str, reply: bytes, seconds: float) -> None:
        if self._fails:
            raise self._fails
        self.kept.append((name, len(reply), seconds))

    async def release(self, name: str) -> None:
        self.released.append(name)

    async def drop_expired(self) -> None:
        raise AssertionError


def scope(caller: Caller = READER, room: Room | None = None, **given: Any) -> dict[str, Any]:
    headers = [(b"x-other", b"o"), (b"idempotency-key", b"k")]
    shared = Shared(ENGINE, door=DoorConfig(room=room, deadline_seconds=30))
    state = {"request": RequestState(shared, UUID(int=7), caller)}
    return {"method": "POST", "path": "/ask", "headers": headers, "state": state, **given}


async def reply_to(
    store: Store,
    asked: dict[str, Any],
    body: bytes = b"q",
    answer: str = "a",
    status: int = 200,
    replies: Replies | None = None,
) -> str:
    """The body of a reply; the work's own where it is done."""
    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    async def stays() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def work(receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": answer.encode()})

    await (replies or Replies(store)).once(asked, body, stays, send, work)
    assert told[0]["status"] == status
    return b"".join(message.get("body", b"") for message in told).decode()


async def test_a_reply_is_kept_for_a_day_and_the_work_has_its_deadline_and_a_little_more() -> None:
    store = Store()
    assert await reply_to(store, scope()) == "a"
    ((name, _, lease),) = store.claimed
    ((kept, _, seconds),) = store.kept
    assert (kept, lease, seconds, store.released) == (name, 35, 24 * 60 * 60, [])


async def test_a_key_counts_for_one_caller_and_endpoint() -> None:
    asked = [
        *(scope(), scope(), scope(Caller("address b")), scope(Caller("address a", "visitor")), scope(method="PUT")),
        *(
            scope(path="/chat"),
            scope(headers=[(b"idempotency-key", b"l")]),
            scope(headers=[(b"idempotency-key", b"kl")]),
        ),
    ]
    store = Store()
    for request in asked:
        await reply_to(store, request)
    names = [name for name, _, _ in store.claimed]
    assert names[0] == names[1]
    assert len(set(names)) == len(names) - 1


@pytest.mark.parametrize("headers", [[], [(b"idempotency-key", b"")], [(b"x-other", b"k")]])
async def test_without_a_key_nothing_is_kept(headers: list[tuple[bytes, bytes]]) -> None:
    store = Store()
    assert await reply_to(store, scope(headers=headers)) == "a"
    assert not store.claimed


async def test_a_key_has_at_most_255_characters() -> None:
    assert await reply_to(Store(), scope(headers=[(b"idempotency-key", b"k" * 255)])) == "a"
    with pytest.raises(BadInput) as refused:
        await reply_to(Store(), scope(headers=[(b"idempotency-key", b"k" * 256)]))
    assert (refused.value.field, refused.value.limit, refused.value.is_too_long) == ("Idempotency-Key", 255, True)


async def test_only_whole_answers_of_a_bearable_size_are_kept() -> None:
    around = len(packed(await recorded("")))
    for size, is_kept in ((1_000_000, True), (1_000_001, False)):
        store = Store()
        await reply_to(store, scope(), answer="x" * (size - around))
        assert ([length for _, length, _ in store.kept], len(store.released)) == (([size], 0) if is_kept else ([], 1))
    for status, is_kept in ((399, True), (400, False)):
        store = Store()
        await reply_to(store, scope(), status=status)
        assert (len(store.kept), len(store.released)) == (int(is_kept), int(not is_kept))


async def test_a_store_that_is_down_costs_no_answer() -> None:
    assert await reply_to(Store(fails=DatabaseDown("down")), scope()) == "a"


async def test_nobody_waits_for_ever_where_keeping_breaks() -> None:
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    assert await reply_to(Store(fails=RuntimeError("broken")), scope()) == "a"


async def test_what_another_worker_does_is_waited_for_and_another_body_refused() -> None:
    fingerprint = Store()
    await reply_to(fingerprint, scope())
    same = fingerprint.claimed[0][1]
    done = packed(await recorded("of another worker"))
    store = Store(StoredReply(same, None), StoredReply(same, None), StoredReply(same, done))
    assert await reply_to(store, scope()) == "of another worker"
    assert len(store.claimed) == 3
    for reply in (None, done):
        with pytest.raises(KeyReused):
            await reply_to(Store(StoredReply("other", reply)), scope())


@pytest.mark.parametrize("readers", [1, 30])
async def test_however_many_wait_for_another_worker_one_asks_the_database(readers: int) -> None:
    same = hashlib.sha256(b"q").hexdigest()
    store = Store(*[StoredReply(same, None)] * 3, StoredReply(same, packed(await recorded("of another worker"))))
    replies = Replies(store)
    told = await asyncio.gather(*(reply_to(store, scope(), replies=replies) for _ in range(readers)))
    assert set(told) == {"of another worker"}
    assert len(store.claimed) == 4
    assert not replies._asking


async def test_of_those_who_wait_for_a_worker_that_died_one_does_the_work() -> None:
    same = hashlib.sha256(b"q").hexdigest()
    store = Store(StoredReply(same, None), None)
    replies = Replies(store)
    told = await asyncio.gather(*(reply_to(store, scope(), answer=str(n), replies=replies) for n in range(30)))
    assert set(told) == {"0"}
    assert (len(store.claimed), len(store.kept)) == (2, 1)


async def test_who_waits_for_the_rest_of_a_lost_stream_begins_none() -> None:
    """Beside others who ask for the whole: neither gets what is the other's."""
    same = hashlib.sha256(b"q").hexdigest()
    headers = [(b"idempotency-key", b"k"), (b"last-event-id", b"0000-1")]
    store = Store(StoredReply(same, None), None, None, None)
    replies = Replies(store)
    asked = [reply_to(store, scope(headers=headers), replies=replies) for _ in range(3)]
    refused = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(error) for error in refused] == [BadInput] * 3
    assert len(store.released) == 3
    assert await reply_to(store, scope(), replies=replies) == "a"


async def test_only_who_disconnects_has_left_and_the_work_goes_on_without_them() -> None:
    """What else arrives on a connection, such as the end of a body, does not mean that its reader is gone."""
    arriving: asyncio.Queue[Message] = asyncio.Queue()
    goes_on, store, told = asyncio.Event(), Store(), list[Message]()

    async def send(message: Message) -> None:
        told.append(message)

    async def work(receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await goes_on.wait()
        await send({"type": "http.response.body", "body": b"second"})

    replies = Replies(store)
    asked = asyncio.create_task(replies.once(scope(), b"q", arriving.get, send, work))
    arriving.put_nowait({"type": "http.request", "body": b"", "more_body": False})
    for _ in range(20):
        await asyncio.sleep(0)
    assert not asked.done()
    arriving.put_nowait({"type": "http.disconnect"})
    with pytest.raises(ReaderLeft):
        await asked
    goes_on.set()
    assert await reply_to(store, scope(), replies=replies) == "firstsecond"
    assert len(store.claimed) == 1


@pytest.mark.parametrize(("taken", "left", "is_cancelled"), [(0, 1, False), (2, 3, False), (3, 3, True)])
async def test_work_for_one_who_left_counts_as_a_request_or_ends(taken: int, left: int, is_cancelled: bool) -> None:
    room, goes_on = Room(4, taken=taken), asyncio.Event()
    recording = Recording("f")
    recording.task = asyncio.create_task(_until(goes_on))
    _keep_a_place(recording, scope(room=room))
    assert (room.taken, recording.task.cancelling()) == (left, int(is_cancelled))
    goes_on.set()
    await asyncio.wait({recording.task})
    await asyncio.sleep(0)
    assert room.taken == taken
    _keep_a_place(recording, scope(room=room))
    assert room.taken == taken


async def _until(event: asyncio.Event) -> None:
    await event.wait()


async def recorded(answer: str) -> Recording:
    recording = Recording("f", tag="0" * 8)
    await recording.take({"type": "http.response.start", "status": 200, "headers": []})
    await recording.take({"type": "http.response.body", "body": answer.encode()})
    return recording
