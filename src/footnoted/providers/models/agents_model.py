"""A conversation with a model through the OpenAI Agents SDK: an agent with one tool, which searches the book.

The SDK runs the loop from the first search on. A question without a search skips it, which saves a few milliseconds.
The model's words do not pass through the SDK: they go from the client straight to the reader. Knows no prompt; what the
model may do is decided in agents_speaker.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

from agents import (
    Agent,
    AgentsException,
    FunctionTool,
    RunConfig,
    RunContextWrapper,
    Runner,
    set_tracing_disabled,
)
from agents.models.chatcmpl_converter import Converter
from agents.tool_context import ToolContext

from footnoted.domain.door.stores import CallPermit
from footnoted.domain.errors import ModelDown
from footnoted.providers.models.agents_speaker import MOST_CALLS, Speaker, query
from footnoted.providers.models.client import ModelClient

set_tracing_disabled(True)  # else the SDK sends every conversation to OpenAI

Search = Callable[[str], Awaitable[str]]
"""Searches the book; returns what the model should read, as JSON."""
OnUsage = Callable[[int, int, int], None]
"""Called with the number of calls, tokens read and tokens written."""

_COALESCE_SECONDS = 0.025
"""Deltas closer together than this are sent as one piece: readers do not notice, and it halves a stream's cost."""


class AgentsModel:
    """A model through the Agents SDK; works with any chat-completions endpoint."""

    def __init__(self, client: ModelClient, *, name: str, tool_name: str, tool_purpose: str, nudge: str) -> None:
        self._client, self._name = client, name
        self._tool_name, self._nudge = tool_name, nudge
        # Made once, because making an agent takes milliseconds; what differs is in the run's context.
        tool = _tool(tool_name, tool_purpose)
        self._agent = Agent[_Run]("book", instructions=_instructions, tools=[tool])
        self._offer = Converter.tool_to_openai(tool)
        self._takes_tools: bool | None = None

    @property
    def name(self) -> str:
        return self._name

    async def converse(
        self,
        system: str,
        user: str,
        search: Search | None,
        seconds: float,
        on_usage: OnUsage,
        permit: CallPermit | None = None,
    ) -> AsyncGenerator[str, None]:
        """The model's answer as it arrives; all searches come before the first piece. Raises ModelDown."""
        texts = _Pieces()
        deadline = asyncio.get_running_loop().time() + seconds
        speaker = Speaker(self._client, texts.put, deadline, self._tool_name, self._nudge, permit)
        run = asyncio.create_task(self._run(_Run(system, search, speaker), user))
        run.add_done_callback(lambda _: texts.end())
        try:
            async with aclosing(texts.gathered()) as pieces:
                async for piece in pieces:
                    yield piece
            await run
        finally:
            run.cancel()
            try:
                await asyncio.wait({run})
            finally:
                if not run.cancelled() and run.done():
                    run.exception()  # raised above, or irrelevant to a reader who left
                on_usage(speaker.calls, speaker.tokens_read, speaker.tokens_written)

    async def ping(self) -> None:
        await self._client.ping()

    async def close(self) -> None:
        await self._client.close()

    async def _run(self, run: _Run, user: str) -> None:
        opening = [{"role": "system", "content": run.system}, {"role": "user", "content": user}]
        run.speaker.takes_tools = self._takes_tools
        may_search = run.search is not None and self._takes_tools is not False
        wants_search = await run.speaker.opens(opening, [self._offer] if may_search else [])
        if run.speaker.takes_tools is not None:
            self._takes_tools = run.speaker.takes_tools
        if wants_search:
            config = RunConfig(model=run.speaker, tracing_disabled=True, trace_include_sensitive_data=False)
            try:
                await Runner.run(self._agent, user, context=run, max_turns=MOST_CALLS, run_config=config)
            except AgentsException as error:
                raise ModelDown("The model did not finish its answer.") from error


@dataclass(slots=True)
class _Run:
    """What belongs to one question."""

    system: str
    search: Search | None
    speaker: Speaker


def _instructions(context: RunContextWrapper[_Run], _: Agent[_Run]) -> str:
    return context.context.system


def _tool(name: str, purpose: str) -> FunctionTool:
    async def invoke(context: ToolContext[_Run], arguments: str) -> str:
        run = context.context
        run.speaker.searches += 1
        return await run.search(query(arguments) or "") if run.search else ""

    schema = {
        "type": "object",
        "properties": {"query": {"type": "string", "description": "What to search the book for."}},
        "required": ["query"],
        "additionalProperties": False,
    }
    return FunctionTool(name, purpose, schema, invoke)


class _Pieces:
    """The model's words on the way from the task that calls it to the one that reads: the first piece is passed on at
    once, later ones are gathered for a moment."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._is_over = False
        self._news: asyncio.Future[None] | None = None

    def put(self, text: str) -> None:
        self._waiting.append(text)
        self._wake()

    def end(self) -> None:
        self._is_over = True
        self._wake()

    def _wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def gathered(self) -> AsyncGenerator[str, None]:
        loop = asyncio.get_running_loop()
        due = 0.0
        while True:
            if not self._waiting and not self._is_over:
                self._news = loop.create_future()
                await self._news
            if not self._is_over and (wait := due - loop.time()) > 0:
                await asyncio.sleep(wait)
            if not self._waiting:
                return
            pieces, self._waiting = self._waiting, []
            yield "".join(pieces)
            due = loop.time() + _COALESCE_SECONDS
