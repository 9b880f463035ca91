"""The floor: an ASGI app that passes a model's stream on as it comes, and does nothing else.

``python -m benchmarks.load.bare PORT MODEL_URL``: uvicorn and aiohttp, as the server has them, and no Footnoted.
"""

from __future__ import annotations

import sys
from typing import Any

import aiohttp
import uvicorn

_START = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]}


class Relay:
    """Asks the model for every request and sends its bytes on."""

    def __init__(self, model_url: str) -> None:
        self._url = f"{model_url}/chat/completions"
        self._session: aiohttp.ClientSession | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        await receive()
        if scope["path"] == "/live":
            await send(_START)
            await send({"type": "http.response.body", "body": b"ok", "more_body": False})
            return
        async with self._session.post(self._url, data=b"{}") as response:
            await send(_START)
            while data := await response.content.readany():
                await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


if __name__ == "__main__":
    uvicorn.run(
        Relay(sys.argv[2]), host="127.0.0.1", port=int(sys.argv[1]), log_level="error", lifespan="off", backlog=4096
    )
