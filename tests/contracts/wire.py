"""Sends a request to a contract whose engine plays a scene; gives back the exact bytes, less what a clock decides."""

from __future__ import annotations

import asyncio
import re
from typing import Any, cast
from uuid import UUID

from starlette.types import ASGIApp

from footnoted.contracts.door.callers.caller import Keys
from footnoted.contracts.door.gate import Room
from tests import scenes
from tests.client import client_of
from tests.scenes import PlayedEngine

REQUEST_ID = UUID("11111111-2222-4333-8444-555555555555")
_CLOCK = re.compile(r'("(?:query_time_ms|response_time_ms|processing_time|created|created_at)": ?)[\d.]+')
_SOME_TIME = '"<time>"'
_TIME = re.compile(r'"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)"')


NO_OBJECTS = {
    "no body": b"",
    "half an object": b"{",
    "a list": b"[]",
    "null alone": b"null",
    "not UTF-8": b'{"x": "\xff"}',
    "deeply nested": b"[" * 100_000,
}
"""Bodies that are no JSON object."""


async def every_bad_input(
    app: ASGIApp, path: str, good: dict[str, Any], bad: dict[str, dict[str, Any]]
) -> dict[str, str]:
    """The contract's reply to each bad field, to bodies that are not objects, and to a wrong path or method."""
    replies = {
        name: await exchange(app, PlayedEngine(), "POST", path, json=good | fields) for name, fields in bad.items()
    }
    headers = {"content-type": "application/json"}
    for name, body in NO_OBJECTS.items():
        replies[name] = await exchange(app, PlayedEngine(), "POST", path, content=body, headers=headers)
    replies["too large"] = await exchange(app, PlayedEngine(), "POST", path, content=b"x" * 200_001)
    replies["unknown path"] = await exchange(app, PlayedEngine(), "GET", "/nowhere")
    replies["wrong method"] = await exchange(app, PlayedEngine(), "PUT", path, json=good)
    return replies


async def at_the_door(app: ASGIApp, path: str, good: dict[str, Any]) -> dict[str, str]:
    """The contract's reply without a key, when the server is full, and when it is stopping."""
    state: dict[str, dict[str, Any]] = {"no key": {"keys": Keys(["right"])}, "full": {"room": Room(0)}}
    replies = {
        name: await exchange(app, PlayedEngine(), "POST", path, json=good, state=given) for name, given in state.items()
    }
    replies["wrong key"] = await exchange(
        app, PlayedEngine(), "POST", path, json=good, state=state["no key"], headers={"X-API-Key": "wrong"}
    )
    replies["server ends"] = await exchange(
        app, PlayedEngine(error=cast(Any, asyncio.CancelledError())), "POST", path, json=good
    )
    return replies


async def exchange(
    app: ASGIApp,
    engine: PlayedEngine,
    method: str,
    path: str,
    *,
    keep_times: bool = False,
    state: dict[str, Any] | None = None,
    **request: Any,
) -> str:
    """Status line, then body: as they go over the wire."""
    given: dict[str, Any] = {"engine": engine, "catalogue": scenes.catalogue()}
    given |= {"request_id": REQUEST_ID, "max_body_bytes": 200_000} | (state or {})
    async with client_of(app, given) as client:
        response = await client.request(method, path, **request)
    retry = response.headers.get("retry-after")
    head = f"{response.status_code}" + (f" Retry-After: {retry}" if retry else "")
    body = _CLOCK.sub(r"\g<1>0", response.text)
    return f"{head}\n{body if keep_times else _TIME.sub(_SOME_TIME, body)}"
