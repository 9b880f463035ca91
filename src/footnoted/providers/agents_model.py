"""A conversation with a model through the OpenAI Agents SDK: an agent with one tool, which searches the book.

The SDK runs the agent's loop. The model's words go around it, straight from the client to the reader, so that they
cost no more than the client does. Decides what a model may do: at most three searches, none after its first word, no
tool but the one it was given, one second chance after a reply that is of no use. Knows no prompt.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from typing import Any

from agents import Agent, FunctionTool, ModelResponse, RunConfig, Runner, Usage, set_tracing_disabled
from agents.items import TResponseInputItem
from agents.models.chatcmpl_converter import Converter
from agents.models.interface import Model
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from footnoted.domain.errors import ModelDown
from footnoted.providers.model_client import ModelClient
from footnoted.providers.model_stream import Reply, ToolCall

set_tracing_disabled(True)  # the SDK would send every conversation to its maker

Search = Callable[[str], Awaitable[str]]
"""Searches the book; gives back what the model is to read, as JSON."""
OnUsage = Callable[[int, int, int], None]
"""Takes the calls made, the tokens read and the tokens written."""

_MOST_SEARCHES, _MOST_CALLS = 3, 6
_COALESCE_SECONDS = 0.025
"""Deltas closer together than this travel as one piece: readers do not see it, and it halves the cost of a stream."""
_NARRATION = re.compile(r"\s*(?:I\b|Let\b|Let['’]s\b|Searching|Looking|Sure|Okay|OK\b|One moment|To answer|First,)")
"""How models begin to tell that they will search; an answer from a book hardly ever begins so."""
_LONGEST_NARRATION = 240


class AgentsModel:
    """A model behind the Agents SDK; any endpoint that speaks chat completions will do."""

    def __init__(self, client: ModelClient, *, name: str, tool_name: str, tool_purpose: str, nudge: str) -> None:
        self._client, self._name = client, name
        self._tool_name, self._tool_purpose, self._nudge = tool_name, tool_purpose, nudge

    @property
    def name(self) -> str:
        return self._name

    async def converse(
        self, system: str, user: str, search: Search | None, seconds: float, on_usage: OnUsage
    ) -> AsyncGenerator[str, None]:
        """What the model answers, as it comes; all searching is done before the first piece. Raises ModelDown."""
        said: asyncio.Queue[str | None] = asyncio.Queue()
        deadline = asyncio.get_running_loop().time() + seconds
        speaker = _Speaker(self._client, said.put_nowait, deadline, self._tool_name, self._nudge)
        tools = [self._tool(search, speaker)] if search else []
        agent = Agent(name="book", instructions=system, model=speaker, tools=[*tools])
        config = RunConfig(tracing_disabled=True, trace_include_sensitive_data=False)
        run = asyncio.create_task(Runner.run(agent, user, max_turns=_MOST_CALLS, run_config=config))
        run.add_done_callback(lambda _: said.put_nowait(None))
        try:
            async with aclosing(_coalesced(said)) as pieces:
                async for piece in pieces:
                    yield piece
            await run
        finally:
            run.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await run
            on_usage(speaker.calls, speaker.tokens_read, speaker.tokens_written)

    async def ping(self) -> None:
        await self._client.ping()

    async def close(self) -> None:
        await self._client.close()

    def _tool(self, search: Search, speaker: _Speaker) -> FunctionTool:
        async def invoke(_: Any, arguments: str) -> str:
            speaker.searches += 1
            return await search(_query(arguments) or "")

        schema = {
            "type": "object",
            "properties": {"query": {"type": "string", "description": "What to search the book for."}},
            "required": ["query"],
            "additionalProperties": False,
        }
        return FunctionTool(self._tool_name, self._tool_purpose, schema, invoke)


async def _coalesced(said: asyncio.Queue[str | None]) -> AsyncGenerator[str, None]:
    """The first piece at once, later ones gathered for a moment."""
    clock = asyncio.get_running_loop().time
    due = 0.0
    while (piece := await said.get()) is not None:
        wait = due - clock()
        if wait > 0:
            await asyncio.sleep(wait)
        gathered = [piece]
        is_over = False
        while not said.empty() and not is_over:
            more = said.get_nowait()
            is_over = more is None
            gathered.append(more or "")
        yield "".join(gathered)
        if is_over:
            return
        due = clock() + _COALESCE_SECONDS


class _Speaker(Model):
    """The SDK's notion of a model, for one question: asks the client, passes words on, hands tool calls to the SDK."""

    def __init__(
        self, client: ModelClient, say: Callable[[str], None], deadline: float, tool_name: str, nudge: str
    ) -> None:
        self._client, self._say, self._deadline = client, say, deadline
        self._tool_name, self._nudge = tool_name, nudge
        self._extras: dict[str, dict[str, Any]] = {}
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
        messages: list[dict[str, Any]] = [{"role": "system", "content": system_instructions or ""}]
        messages += [dict(message) for message in Converter.items_to_messages(input)]
        self._give_back_extras(messages)
        offered = [Converter.tool_to_openai(tool) for tool in tools] if self.searches < _MOST_SEARCHES else []
        reply, has_spoken = await self._call(messages, offered)
        wanted = [] if has_spoken else self._usable(reply.tool_calls.values(), bool(offered))
        if not has_spoken and not wanted:
            # Nothing, or a call that cannot be made: one more chance, without the tool.
            again = [*messages, {"role": "user", "content": self._nudge}]
            reply, has_spoken = await self._call(again, [])
            if not has_spoken:
                raise ModelDown("The model gave no answer.")
        return ModelResponse(self._output(reply, wanted), Usage(requests=1), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError("the words go around the SDK")

    async def _call(self, messages: Sequence[dict[str, Any]], offered: Sequence[Any]) -> tuple[Reply, bool]:
        """One call of the model; whether it said something that a reader may see."""
        self.calls += 1
        if self.calls > _MOST_CALLS:
            raise ModelDown("The model did not come to an answer.")
        body: dict[str, Any] = {"messages": messages}
        if offered:
            body["tools"] = offered
        reply = Reply()
        held, has_spoken = "", False
        try:
            async with aclosing(self._client.stream(body, reply, self._deadline)) as pieces:
                async for piece in pieces:
                    held += piece
                    if not held.strip() or (offered and not has_spoken and _may_narrate(held)):
                        continue
                    self._say(held)
                    held, has_spoken = "", True
        finally:
            self.tokens_read += reply.input_tokens
            self.tokens_written += reply.output_tokens
        if held.strip() and not reply.tool_calls:
            self._say(held)
            has_spoken = True
        return reply, has_spoken

    def _usable(self, calls: Any, are_offered: bool) -> list[ToolCall]:
        """The calls that can be made: of the tool that was offered, readable, and no more than may be."""
        if not are_offered:
            return []
        good = [call for call in calls if call.name == self._tool_name and _query(call.arguments)]
        return good[: _MOST_SEARCHES - self.searches]

    def _output(self, reply: Reply, wanted: Sequence[ToolCall]) -> list[Any]:
        if not wanted:
            text = ResponseOutputText(text=reply.text, type="output_text", annotations=[])
            return [ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")]
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


def _query(arguments: str) -> str | None:
    """The query in a tool call's arguments; None when they are not what was asked for."""
    try:
        query = json.loads(arguments)["query"]
    except (ValueError, KeyError, TypeError):
        return None
    return query.strip()[:500] or None if isinstance(query, str) else None


def _may_narrate(text: str) -> bool:
    """Whether this beginning may be talk before a search, which no reader should see."""
    if len(text) > _LONGEST_NARRATION:
        return False
    begun = text.lstrip()
    return bool(_NARRATION.match(text)) or any(
        word.startswith(begun)
        for word in ("Let", "Searching", "Looking", "Sure", "Okay", "One moment", "To answer", "First,")
    )
