"""Reads a chat-completions stream: lines of bytes in, deltas out. Knows the protocol, nothing of connections."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import orjson


class CutOff(Exception):
    """The stream ended, or became unreadable, before the answer was whole."""


@dataclass(slots=True)
class ToolCall:
    """A call the model wants made; its arguments are JSON text that nobody has checked."""

    id: str = ""
    name: str = ""
    arguments: str = ""
    extra: dict[str, Any] = field(default_factory=dict)
    """What the vendor wants back with the call, such as Gemini's thought signatures."""


@dataclass(slots=True)
class Reply:
    """What one call of the model came to, filled while it streams."""

    text: str = ""
    tool_calls: dict[int, ToolCall] = field(default_factory=dict)
    finish: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def has_begun(self) -> bool:
        return bool(self.text or self.tool_calls)

    def add(self, chunk: dict[str, Any]) -> str:
        """Take one chunk in; returns the text it brings."""
        if chunk.get("error"):
            raise CutOff("the server sent an error inside the stream")
        usage = chunk.get("usage") or {}
        self.input_tokens = usage.get("prompt_tokens") or self.input_tokens
        self.output_tokens = usage.get("completion_tokens") or self.output_tokens
        text = ""
        for choice in chunk.get("choices") or ():
            delta = choice.get("delta") or {}
            text += delta.get("content") or ""
            for part in delta.get("tool_calls") or ():
                self._add_call(part)
            self.finish = choice.get("finish_reason") or self.finish
        self.text += text
        return text

    def _add_call(self, part: dict[str, Any]) -> None:
        # Some servers send no index; their calls come whole, one a part.
        call = self.tool_calls.setdefault(part.get("index") or 0, ToolCall())
        function = part.get("function") or {}
        call.id = part.get("id") or call.id
        call.name += function.get("name") or ""
        call.arguments += function.get("arguments") or ""
        call.extra.update(part.get("extra_content") or {})


async def read(lines: AsyncIterable[bytes], reply: Reply) -> AsyncIterator[str]:
    """The text as it comes, while the reply fills; empty pieces mark chunks without text."""
    async for line in lines:
        if not line.startswith(b"data:"):
            continue
        data = line[5:].strip()
        if data == b"[DONE]":
            reply.finish = reply.finish or "stop"
            return
        try:
            chunk = orjson.loads(data)
        except orjson.JSONDecodeError as error:  # also for bytes that are no UTF-8
            raise CutOff("the stream holds broken JSON") from error
        if not isinstance(chunk, dict):
            raise CutOff("the stream holds something else than objects")
        yield reply.add(chunk)
    if reply.finish is None:
        raise CutOff("the stream ended before the answer did")
