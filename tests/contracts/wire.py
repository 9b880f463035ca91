"""Sends a request to a contract whose engine plays a scene; gives back the exact bytes, less what a clock decides."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from starlette.types import ASGIApp

from tests.client import client_of
from tests.scenes import PlayedEngine

REQUEST_ID = UUID("11111111-2222-4333-8444-555555555555")
_CLOCK = re.compile(r'("(?:query_time_ms|response_time_ms|processing_time)": ?)[\d.]+')
_SOME_TIME = '"<time>"'
_TIME = re.compile(r'"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)"')


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
    given = {"engine": engine, "request_id": REQUEST_ID, "max_body_bytes": 200_000} | (state or {})
    async with client_of(app, given) as client:
        response = await client.request(method, path, **request)
    retry = response.headers.get("retry-after")
    head = f"{response.status_code}" + (f" Retry-After: {retry}" if retry else "")
    body = _CLOCK.sub(r"\g<1>0", response.text)
    return f"{head}\n{body if keep_times else _TIME.sub(_SOME_TIME, body)}"
