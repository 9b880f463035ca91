"""A model as the Agents SDK sees it, for one question: calls the client, passes words on, gives tool calls to the SDK.

Decides what a model may do: at most three searches, none after its first word, no tool but the one offered, and one
second chance after an unusable reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from agents import ModelResponse, Usage
from agents.items import TResponseInputItem
from agents.models.chatcmpl_converter import Converter
from agents.models.interface import Model
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from footnoted.domain.door.stores import CallPermit
from footnoted.domain.errors import ModelDown
from footnoted.providers.models.client import ModelClient, RequestRefused
from footnoted.providers.models.stream import Reply, ToolCall

MOST_CALLS = 6
"""Three searches, an answer, and a second chance for two of them."""
_MOST_SEARCHES = 3
"""Each costs a reader a second or more."""
_NARRATION = re.compile(r"\s*(?:I\b|Let\b|Searching|Looking|Sure|Okay|OK\b|One moment|To answer|First,)")
"""How models announce a search; answers from a book hardly ever begin like this."""
_NARRATION_BEGUN = ("Searching", "Looking", "Okay", "One moment", "To answer", "First,", "Let", "Sure")
_LONGEST_NARRATION = 240
"""Longest announcement, in characters; a longer text is the answer."""
_CALL_OPENS = ("<tool_call>", "<|python_tag|>", "```json")
_WRITTEN_CALL = re.compile(r"\s*+(?:<tool_call>|<\|python_tag\|>|```(?:json)?)?\s*+(?P<json>\{.*\})", re.DOTALL)
_WRITTEN_CALL_BEGUN = re.compile(r"(?:<tool_call>|<\|python_tag\|>|```(?:json)?)?\s*(?:\{.*)?", re.DOTALL)
"""A tool call that a small model writes as text, and its server does not recognise."""
_LONGEST_CALL = 600
"""Longest such call, in characters: a query and the JSON around it."""


class Speaker(Model):
    """Made for one question; counts what it costs."""

    def __init__(
        self,
        client: ModelClient,
        on_text: Callable[[str], None],
        deadline: float,
        tool_name: str,
        nudge: str,
        permit: CallPermit | None = None,
    ) -> None:
        self._client, self._on_text, self._deadline = client, on_text, deadline
        self._tool_name, self._nudge, self._permit = tool_name, nudge, permit
        self._extras: dict[str, dict[str, Any]] = {}
        self._opening: list[Any] | None = None
        self.takes_tools: bool | None = None
        """Whether the model takes tools; None until a call has shown it."""
        self.searches = self.calls = self.tokens_read = self.tokens_written = 0

    async def get_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],
        model_settings: Any,
        tools: list[Any],
        *_: Any,
        **__: Any,
    ) -> ModelResponse:
        if self._opening is not None:
            output, self._opening = self._opening, None
        else:
            messages: list[dict[str, Any]] = [{"role": "system", "content": system_instructions or ""}]
            messages += [dict(message) for message in Converter.items_to_messages(input)]
            self._give_back_extras(messages)
            offered = [Converter.tool_to_openai(tool) for tool in tools] if self.searches < _MOST_SEARCHES else []
            reply, wanted = await self._ask(messages, offered)
            output = self._calls(wanted) if wanted else [_message(reply.text)]
        return ModelResponse(output, Usage(requests=1), response_id=None)

    async def opens(self, messages: Sequence[dict[str, Any]], offered: Sequence[Any]) -> bool:
        """The first call; True if the model wants to search, which the SDK then continues with."""
        _, wanted = await self._ask(messages, offered)
        self._opening = self._calls(wanted)
        return bool(wanted)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError("the words do not pass through the SDK")

    async def _ask(self, messages: Sequence[dict[str, Any]], offered: Sequence[Any]) -> tuple[Reply, list[ToolCall]]:
        """A usable reply: words that went to the reader, or searches to run."""
        try:
            reply, has_spoken = await self._call(messages, offered)
            self.takes_tools = True if offered else self.takes_tools
        except RequestRefused:
            if not offered or self.takes_tools:
                raise
            offered = []  # some models do not support tools
            reply, has_spoken = await self._call(messages, offered)
            self.takes_tools = False
        wanted = [] if has_spoken else self._usable(reply.tool_calls.values(), bool(offered))
        if not has_spoken and not wanted:
            # Nothing, or an unusable call: one more chance, without the tool.
            reply, has_spoken = await self._call([*messages, {"role": "user", "content": self._nudge}], [])
            if not has_spoken:
                raise ModelDown("The model gave no answer.")
        return reply, wanted

    async def _call(self, messages: Sequence[dict[str, Any]], offered: Sequence[Any]) -> tuple[Reply, bool]:
        """One call of the model; True if it wrote something that a reader may see."""
        if self.calls >= MOST_CALLS:
            raise ModelDown("The model did not finish its answer.")
        if self._permit:
            await self._permit.call()
        self.calls += 1
        body: dict[str, Any] = {"messages": messages}
        if offered:
            body["tools"] = offered
        reply = Reply()
        held, has_spoken = "", False

        def hold_back(text: str) -> None:
            nonlocal held, has_spoken
            held += text
            if has_spoken or (_has_words(held) and not (offered and (_may_narrate(held) or _may_call(held)))):
                self._on_text(held)
                held, has_spoken = "", True

        try:
            await self._client.call(body, reply, hold_back, self._deadline)
        finally:
            self.tokens_read += reply.input_tokens
            self.tokens_written += reply.output_tokens
        if held.strip() and not reply.tool_calls:
            if offered and (written := _written_call(held)):
                reply.tool_calls[0] = written
            elif _has_words(held):
                self._on_text(held)
                has_spoken = True
        return reply, has_spoken

    def _usable(self, calls: Any, are_offered: bool) -> list[ToolCall]:
        """The valid calls: of the offered tool, with readable arguments, and no more than allowed."""
        if not are_offered:
            return []
        good = [call for call in calls if call.name == self._tool_name and query(call.arguments)]
        return good[: _MOST_SEARCHES - self.searches]

    def _calls(self, wanted: Sequence[ToolCall]) -> list[Any]:
        """The calls in the SDK's types."""
        output = []
        for number, call in enumerate(wanted):
            # Ids must be unique within a conversation, and not every server sends any.
            identity = f"{call.id or 'call'}_{self.calls}_{number}"
            self._extras[identity] = call.extra
            output.append(
                ResponseFunctionToolCall(
                    arguments=call.arguments, call_id=identity, name=call.name, type="function_call"
                )
            )
        return output

    def _give_back_extras(self, messages: Sequence[dict[str, Any]]) -> None:
        for message in messages:
            for call in message.get("tool_calls") or ():
                if extra := self._extras.get(call["id"]):
                    call["extra_content"] = extra


def _message(text: str) -> ResponseOutputMessage:
    content = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(id="m", content=[content], role="assistant", status="completed", type="message")


def query(arguments: str) -> str | None:
    """The query in a tool call's arguments; None if they are not valid."""
    try:
        found = json.loads(arguments)["query"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return found.strip()[:500] or None if isinstance(found, str) else None


def _has_words(text: str) -> bool:
    """Whether there is anything to read; blanks and bare markers are not."""
    return bool(re.sub(r"\[\d*\]?|[^\w<]", "", text))


def _may_call(text: str) -> bool:
    """Whether this may be the beginning of a call written as text."""
    begun = text.lstrip()
    if len(begun) > _LONGEST_CALL:
        return False
    return bool(_WRITTEN_CALL_BEGUN.fullmatch(begun)) or any(opening.startswith(begun) for opening in _CALL_OPENS)


def _written_call(text: str) -> ToolCall | None:
    found = _WRITTEN_CALL.match(text)
    if found is None:
        return None
    try:
        call = json.loads(found["json"])
        arguments = call["arguments"] if "arguments" in call else call["parameters"]
        return ToolCall(name=str(call["name"]), arguments=json.dumps(arguments))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _may_narrate(text: str) -> bool:
    """Whether this may be the beginning of talk before a search, which readers should not see."""
    if len(text) > _LONGEST_NARRATION:
        return False
    begun = text.lstrip()
    return bool(_NARRATION.match(text)) or any(word.startswith(begun) for word in _NARRATION_BEGUN)
