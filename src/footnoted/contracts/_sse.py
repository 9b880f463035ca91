"""Server-sent events: how a contract's frames become a response. Knows no contract's frame format.

The first frame is awaited before the response starts, so that an early failure is still an HTTP status; a later one
becomes the contract's own error frame, and the stream always ends with a terminal frame.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse

from footnoted.domain.errors import AskError

_log = logging.getLogger("footnoted")

HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


def data(value: Any) -> str:
    """An unnamed event with one JSON object.

    >>> data({"delta": "Hi"})
    'data: {"delta": "Hi"}\\n\\n'
    """
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


def event(name: str, value: Any) -> str:
    """A named event with one JSON object."""
    return f"event: {name}\n{data(value)}"


async def stream(frames: AsyncGenerator[str, None], last_words: Callable[[Exception], str]) -> StreamingResponse:
    """Start streaming once there is something to stream; ``last_words`` makes the frame of a failure midway."""
    try:
        first = await anext(frames)
    except BaseException:
        await frames.aclose()
        raise
    return StreamingResponse(_all(first, frames, last_words), media_type="text/event-stream", headers=HEADERS)


async def _all(
    first: str, frames: AsyncGenerator[str, None], last_words: Callable[[Exception], str]
) -> AsyncIterator[str]:
    async with aclosing(frames):
        try:
            yield first
            async for frame in frames:
                yield frame
        except Exception as error:
            _log.warning("a stream failed midway", exc_info=error)
            yield last_words(error if isinstance(error, AskError) else RuntimeError("internal"))


DESCRIBED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Server-sent events; the stream always ends with a terminal event.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}
"""What a streaming endpoint's OpenAPI says of its success."""
