"""Records a reply while it is made, for any number of readers: each gets all of it, or the part after a given event.

Knows no contract: a reply is a sequence of ASGI messages. The events of a recorded stream get ids that no other stream
has, so that the rest of a second answer is never appended to the beginning of the first.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from dataclasses import dataclass, field

from starlette.types import Message, Send


@dataclass
class Recording:
    """What has been sent so far, and what became of the work."""

    fingerprint: str
    parts: list[bytes] = field(default_factory=list)
    start: Message | None = None
    is_over: bool = False
    error: BaseException | None = None
    task: asyncio.Task[None] | None = None
    tag: str = field(default_factory=lambda: secrets.token_hex(4))
    """The beginning of its events' ids."""
    _is_whole: bool = False
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_stream(self) -> bool:
        headers = self.start["headers"] if self.start else []
        return any(name == b"content-type" and value.startswith(b"text/event-stream") for name, value in headers)

    @property
    def is_answer(self) -> bool:
        """Whether it is complete and not an error, so that it may be stored."""
        return self._is_whole and self.start is not None and self.start["status"] < 400

    async def take(self, message: Message) -> None:
        """Record the next message of the reply."""
        if message["type"] == "http.response.start":
            self.start = message
        else:
            body = message.get("body", b"")
            self.parts += self._events(body) if self.is_stream else [body]
            self._is_whole = not message.get("more_body", False)
        self._tell()

    def _events(self, body: bytes) -> list[bytes]:
        """The events of a piece of a stream, each with its id; comments only break a silence and are not kept."""
        events = [event for event in body.split(b"\n\n") if event and not event.startswith(b":")]
        tag, known = self.tag.encode(), len(self.parts)
        return [b"id: %b-%d\n%b\n\n" % (tag, known + number, event) for number, event in enumerate(events, 1)]

    def place_of(self, last_event: str) -> int | None:
        """The number of events up to the one with this id; None if no event has it."""
        found = re.fullmatch(rf"{re.escape(self.tag)}-([1-9][0-9]{{0,8}})", last_event)
        return int(found[1]) if found and int(found[1]) <= len(self.parts) else None

    def end(self) -> None:
        """The reply is complete, or has failed."""
        self.is_over = True
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def play(self, send: Send, after: int = 0) -> None:
        """Send everything after the first ``after`` events, each as soon as it is recorded."""
        sent, has_started = after, False
        while True:
            news = self._news
            # A reply in one piece is sent only after it is stored, so that a repeat gets the same.
            if self.start is not None and not has_started and (self.is_stream or self.is_over):
                await send({**self.start})
                has_started, sent = True, after if self.is_stream else 0
            while has_started and len(self.parts) > sent:
                sent += 1
                await send({"type": "http.response.body", "body": self.parts[sent - 1], "more_body": True})
            if self.is_over:
                break
            await news.wait()
        if not has_started:
            raise self.error or RuntimeError("the work ended without a reply")
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def packed(recording: Recording) -> bytes:
    """A finished recording as bytes."""
    assert recording.start is not None
    headers = [[str(name, "latin-1"), str(value, "latin-1")] for name, value in recording.start["headers"]]
    parts = [str(part, "utf-8") for part in recording.parts]
    kept = {"status": recording.start["status"], "headers": headers, "parts": parts, "tag": recording.tag}
    return json.dumps(kept).encode()


def unpacked(fingerprint: str, reply: bytes) -> Recording:
    """What ``packed`` made, to be played."""
    kept = json.loads(reply)
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in kept["headers"]]
    start = {"type": "http.response.start", "status": kept["status"], "headers": headers}
    parts = [part.encode() for part in kept["parts"]]
    return Recording(fingerprint, parts, start, is_over=True, tag=kept.get("tag", ""))
