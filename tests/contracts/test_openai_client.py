"""The official `openai` client, unmodified, with nothing but its base URL set."""

from __future__ import annotations

import asyncio
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI, OpenAI

from footnoted.settings import Settings
from tests import scenes
from tests.contracts.live import StuckEngine, house
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine

QUESTION, FACT = "How often should I clean a primary mirror?", "every two or three years"
FOLLOW_UP, NEXT_FACT = "What do I need for it?", "two litres of distilled water"
STRANGE = "How do I descale an espresso machine?"


def client(url: str, **options: Any) -> AsyncOpenAI:
    return AsyncOpenAI(base_url=f"{url}/v1", api_key="any", **options)


async def test_a_book_is_asked_by_chat_completions(library: Settings) -> None:
    async with house(data_dir=library.data_dir) as url, client(url) as ask:
        assert [model.id async for model in ask.models.list()] == ["sample"]
        messages: list[Any] = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": QUESTION}]
        answer = await ask.chat.completions.create(model="sample", messages=messages)
        message = answer.choices[0].message
        assert FACT in (message.content or "")
        cited = (message.annotations or [])[0].url_citation
        assert (message.content or "")[cited.start_index : cited.end_index] == "[1]"
        assert cited.url.startswith("https://backyard-observatory.example/docs/")
        extra: Any = answer.model_extra
        assert extra["citations"][0] == cited.url
        assert extra["footnotes"]["outcome"] == "answered"

        messages += [message.model_dump(), {"role": "user", "content": FOLLOW_UP}]
        stream = await ask.chat.completions.create(model="sample", messages=messages, stream=True)
        text, last = "", None
        async for chunk in stream:
            text += chunk.choices[0].delta.content or ""
            last = chunk
        assert NEXT_FACT in text
        assert last
        assert last.choices[0].finish_reason == "stop"
        assert (last.model_extra or {})["citations"]

        asked: list[Any] = [{"role": "user", "content": STRANGE}]
        refused = await ask.chat.completions.create(model="sample", messages=asked)
        assert (refused.model_extra or {})["footnotes"] == {"outcome": "declined", "sources": [], "citations": []}


async def test_a_book_is_asked_by_responses(library: Settings) -> None:
    async with house(data_dir=library.data_dir) as url, client(url) as ask:
        first = await ask.responses.create(model="sample", input=QUESTION, instructions="Be brief.")
        assert FACT in first.output_text
        cited: Any = first.output[0].content[0].annotations[0]  # type: ignore[union-attr, index]
        assert first.output_text[cited.start_index : cited.end_index] == "[1]"

        async with ask.responses.stream(model="sample", input=FOLLOW_UP, previous_response_id=first.id) as stream:
            kinds = [event.type async for event in stream]
            second = await stream.get_final_response()
        assert NEXT_FACT in second.output_text
        assert kinds[0] == "response.created"
        assert "response.output_text.delta" in kinds
        assert kinds[-1] == "response.completed"

        third = await ask.responses.create(
            model="sample", input="How many drops go in?", previous_response_id=second.id
        )
        assert "three drops" in third.output_text
        refused = await ask.responses.create(model="sample", input=STRANGE)
        assert (refused.model_extra or {})["footnotes"]["outcome"] == "declined"


async def test_without_async_too() -> None:
    def asks(url: str) -> tuple[str, list[str]]:
        ask = OpenAI(base_url=f"{url}/v1", api_key="any")
        with ask.responses.create(model="bees", input="How warm?", stream=True) as stream:
            kinds = [str(event.type) for event in stream]
        return ask.responses.create(model="bees", input="How warm?").output_text, kinds

    async with house(PlayedEngine(scenes.answered)) as url:
        text, kinds = await asyncio.to_thread(asks, url)
        assert text == scenes.TEXT
        assert kinds.count("response.output_text.delta") == 2


@pytest.mark.parametrize(
    ("engine", "given", "expected"),
    [
        (PlayedEngine(*scenes.store_down), {}, openai.InternalServerError),
        (PlayedEngine(error=ZeroDivisionError()), {}, openai.InternalServerError),
        (PlayedEngine(), {"api_keys": "another"}, openai.AuthenticationError),
        (PlayedEngine(), {"max_body_bytes": 1000}, openai.APIStatusError),
        (PlayedEngine(), {"rate_limits": "on", "address_limit": 1}, openai.RateLimitError),
    ],
)
async def test_errors_are_the_clients_own(
    engine: PlayedEngine, given: dict[str, Any], expected: type[Exception]
) -> None:
    messages: list[Any] = [{"role": "user", "content": "How warm? " * 200}]
    async with house(engine, **given) as url, client(url, max_retries=0) as ask:
        for stream in (False, True) if expected is not openai.RateLimitError else (False,):
            if expected is openai.RateLimitError:
                engine.scene = scenes.answered
                await ask.chat.completions.create(model="bees", messages=messages)
            with pytest.raises(expected):
                await ask.chat.completions.create(model="bees", messages=messages, stream=stream)


async def test_what_is_wrong_with_a_request_is_said() -> None:
    async with house(PlayedEngine()) as url, client(url) as ask:
        with pytest.raises(openai.NotFoundError, match="There are: bees, footnoted") as unknown:
            await ask.chat.completions.create(model="wasps", messages=[{"role": "user", "content": "How warm?"}])
        assert (unknown.value.code, unknown.value.param) == ("model_not_found", "model")
        with pytest.raises(openai.BadRequestError, match="holds no text of a user"):
            await ask.chat.completions.create(model="bees", messages=[{"role": "user", "content": ""}])
        with pytest.raises(openai.NotFoundError) as lost:
            await ask.responses.create(model="bees", input="How warm?", previous_response_id="resp_" + "0" * 64)
        assert lost.value.code == "previous_response_not_found"


async def test_a_stream_that_breaks_off_raises() -> None:
    async with house(PlayedEngine(*scenes.failed_midway)) as url, client(url) as ask:
        stream = await ask.chat.completions.create(
            model="bees", messages=[{"role": "user", "content": "How warm?"}], stream=True
        )
        with pytest.raises(openai.APIError, match="not available just now"):
            [chunk async for chunk in stream]
        events = await ask.responses.create(model="bees", input="How warm?", stream=True)
        assert [event.type async for event in events][-1] == "response.failed"


@pytest.mark.parametrize("path", ["chat", "responses"])
async def test_a_cancelled_stream_ends_the_work(path: str) -> None:
    engine = StuckEngine(3)
    async with house(engine) as url, client(url) as ask:
        if path == "chat":
            stream: Any = await ask.chat.completions.create(
                model="bees", messages=[{"role": "user", "content": "How warm?"}], stream=True
            )
        else:
            stream = await ask.responses.create(model="bees", input="How warm?", stream=True)
        await engine.stuck.wait()
        await stream.close()
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)
