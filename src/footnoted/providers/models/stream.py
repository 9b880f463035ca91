"""Parses a chat-completions stream: bytes in, text out. Knows the protocol, not connections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

_LONGEST_LINE = 4_000_000
"""Bytes; the longest there are hold a vendor's signature of its thoughts."""
_LONGEST_TEXT = 500_000
"""Characters of an answer and its calls: more than any model writes that is asked for a few thousand tokens."""
_MOST_CALLS = 100


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

    tool_calls: dict[int, ToolCall] = field(default_factory=dict)
    finish: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    is_done: bool = False
    _texts: list[str] = field(default_factory=list)
    _length: int = 0
    """Characters of the text and of the calls so far."""
    _rest: list[bytes] = field(default_factory=list, repr=False)
    """The beginning of a line whose end has not come yet."""
    _rest_length: int = 0

    @property
    def text(self) -> str:
        return "".join(self._texts)

    @property
    def has_begun(self) -> bool:
        return bool(self._texts or self.tool_calls)

    def feed(self, data: bytes) -> Iterator[str]:
        """Take in what came over the wire and give out the text in it. Raises CutOff for what cannot be read."""
        if b"\n" not in data:
            self._keep(data)
            return
        *lines, rest = (b"".join([*self._rest, data]) if self._rest else data).split(b"\n")
        self._rest, self._rest_length = [], 0
        if rest:
            self._keep(rest)
        for line in lines:
            if line.startswith(b"data:") and (text := self._line(line)):
                yield text

    def _keep(self, data: bytes) -> None:
        """What is not a whole line yet; joined only once, however many pieces it comes in."""
        self._rest.append(data)
        self._rest_length += len(data)
        if self._rest_length > _LONGEST_LINE:
            raise CutOff("the stream holds a line without end")

    def end(self) -> None:
        """Nothing more will come; raises CutOff when that is too early."""
        rest = b"".join(self._rest)
        if rest.startswith(b"data:"):
            self._line(rest)
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
            raise CutOff("the stream holds something else than objects")
        try:
            return self._add(chunk)
        except (TypeError, AttributeError, ValueError, OverflowError) as error:
            raise CutOff("the stream holds objects of another kind") from error

    def _add(self, chunk: dict[str, Any]) -> str:
        if chunk.get("error"):
            raise CutOff("the server sent an error inside the stream")
        if usage := chunk.get("usage"):
            self.input_tokens = int(usage.get("prompt_tokens") or self.input_tokens)
            self.output_tokens = int(usage.get("completion_tokens") or self.output_tokens)
        text = ""
        for choice in chunk.get("choices") or ():
            delta = choice.get("delta") or {}
            text += delta.get("content") or ""
            for part in delta.get("tool_calls") or ():
                self._add_call(part)
            self.finish = choice.get("finish_reason") or self.finish
        if text:
            self._texts.append(text)
            self._count(len(text))
        return text

    def _count(self, characters: int) -> None:
        self._length += characters
        if self._length > _LONGEST_TEXT or len(self.tool_calls) > _MOST_CALLS:
            raise CutOff("the answer is longer than any that was asked for")

    def _add_call(self, part: dict[str, Any]) -> None:
        # Some servers send no index; their calls arrive whole, one a part.
        call = self.tool_calls.setdefault(part.get("index") or 0, ToolCall())
        function = part.get("function") or {}
        call.id = part.get("id") or call.id
        call.name += function.get("name") or ""
        arguments = function.get("arguments") or ""
        call.arguments += arguments
        self._count(len(arguments))
        call.extra.update(part.get("extra_content") or {})
