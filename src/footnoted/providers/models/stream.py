"""Parses a chat-completions stream: bytes in, text out. Knows the protocol, not connections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson


class CutOff(Exception):
    """The stream ended, or became unreadable, before the answer was complete."""


@dataclass(slots=True)
class ToolCall:
    """A call the model asks for; its arguments are unchecked JSON text."""

    id: str = ""
    name: str = ""
    arguments: str = ""
    extra: dict[str, Any] = field(default_factory=dict)
    """What the vendor wants back with the call, such as Gemini's thought signatures."""


@dataclass(slots=True)
class Reply:
    """The result of one model call, filled while it streams."""

    text: str = ""
    tool_calls: dict[int, ToolCall] = field(default_factory=dict)
    finish: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    is_done: bool = False
    _rest: bytes = field(default=b"", repr=False)
    """The beginning of an unfinished line."""

    @property
    def has_begun(self) -> bool:
        return bool(self.text or self.tool_calls)

    def feed(self, data: bytes) -> Iterator[str]:
        """Take bytes from the wire and return the text in them. Raises CutOff if they cannot be read."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"data:") and (text := self._line(line)):
                yield text

    def end(self) -> None:
        """The stream has ended; raises CutOff if that is too early."""
        if self._rest.startswith(b"data:"):
            self._line(self._rest)
        if self.finish is None:
            raise CutOff("the stream ended before the answer did")

    def _line(self, line: bytes) -> str:
        data = line[5:].strip()
        if data == b"[DONE]":
            self.finish, self.is_done = self.finish or "stop", True
            return ""
        try:
            chunk = orjson.loads(data)
        except orjson.JSONDecodeError as error:  # also for bytes that are not UTF-8
            raise CutOff("the stream has broken JSON") from error
        if not isinstance(chunk, dict):
            raise CutOff("the stream has something other than objects")
        return self._add(chunk)

    def _add(self, chunk: dict[str, Any]) -> str:
        if chunk.get("error"):
            raise CutOff("the server sent an error inside the stream")
        if usage := chunk.get("usage"):
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
        # Some servers send no index; their calls arrive whole, one a part.
        call = self.tool_calls.setdefault(part.get("index") or 0, ToolCall())
        function = part.get("function") or {}
        call.id = part.get("id") or call.id
        call.name += function.get("name") or ""
        call.arguments += function.get("arguments") or ""
        call.extra.update(part.get("extra_content") or {})
