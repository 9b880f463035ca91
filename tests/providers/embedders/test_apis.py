"""Vendors' embedders against their public formats, played by a server on a real socket. No key is needed."""

from __future__ import annotations

import asyncio
import json
import math
import sys
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footnoted.domain.errors import EmbedderDown, Misconfigured
from footnoted.domain.ports import Embedder
from footnoted.providers.embedders.api import EmbeddingApi, Request
from footnoted.providers.embedders.cohere import CohereEmbedder
from footnoted.providers.embedders.fastembed import FastembedEmbedder
from footnoted.providers.embedders.gemini import GeminiEmbedder
from footnoted.providers.embedders.openai import OpenAIEmbedder
from footnoted.providers.remote import retry
from tests.model_servers import ENDLESS, Call, Play, ScriptedModel, fails, hangs
from tests.patience import PATIENCE

Vendor = Callable[[str], Embedder]


def openai(url: str) -> Embedder:
    return OpenAIEmbedder("text-embedding-3-small", api_key="key", base_url=f"{url}/v1", dimensions=4)


def compatible(url: str) -> Embedder:
    return OpenAIEmbedder("nomic", api_key=None, base_url=f"{url}/v1", dimensions=4, provider="compatible")


def cohere(url: str) -> Embedder:
    return CohereEmbedder("embed-v4.0", api_key="key", base_url=url, dimensions=4)


def gemini(url: str) -> Embedder:
    return GeminiEmbedder("gemini-embedding-001", api_key="key", base_url=f"{url}/v1beta", dimensions=4)


VENDORS: dict[str, Vendor] = {"openai": openai, "compatible": compatible, "cohere": cohere, "gemini": gemini}


def texts_of(call: Call) -> list[str]:
    body = call.body
    if "requests" in body:
        return [entry["content"]["parts"][0]["text"] for entry in body["requests"]]
    return list(body.get("texts") or body["input"])


def vector(text: str) -> list[float]:
    """Not of unit length, and different for different texts."""
    return [float(len(text)), 2.0, float(sum(map(ord, text)) % 97), 1.0]


def vectors(call: Call) -> dict[str, Any]:
    """The response in the format of the vendor whose path was called."""
    found = [vector(text) for text in texts_of(call)]
    if "batchEmbedContents" in call.path:
        return {"embeddings": [{"values": row} for row in found]}
    if call.path == "/v2/embed":
        meta = {"api_version": {"version": "2"}, "billed_units": {"input_tokens": 3}}
        return {"id": "1", "embeddings": {"float": found}, "texts": texts_of(call), "meta": meta}
    data = [{"object": "embedding", "index": index, "embedding": row} for index, row in enumerate(found)]
    usage = {"prompt_tokens": 3, "total_tokens": 3}
    return {"object": "list", "data": data[::-1], "model": call.body["model"], "usage": usage}


async def embeds(call: Call) -> None:
    await call.status(200, json.dumps(vectors(call)).encode())


def sends(body: bytes) -> Play:
    async def play(call: Call) -> None:
        await call.status(200, body)

    return play


def root(server: ScriptedModel) -> str:
    return f"http://127.0.0.1:{server.port}"


def direction(numbers: Sequence[float]) -> list[float]:
    length = math.hypot(*numbers)
    return [number / length for number in numbers]


@pytest.mark.parametrize("vendor", VENDORS)
async def test_every_text_gets_its_vector_in_order_and_of_unit_length(vendor: str) -> None:
    texts = [f"passage {number} " * (number % 5 + 1) for number in range(600)]
    async with ScriptedModel(embeds) as server:
        embedder = VENDORS[vendor](root(server))
        found = await embedder.embed_passages(texts)
        question = await embedder.embed_question("How warm?")
        await embedder.close()
    assert len(server.calls) > 3
    assert [pytest.approx(direction(vector(text.strip()))) for text in texts] == [list(row) for row in found]
    assert list(question) == pytest.approx(direction(vector("How warm?")))
    assert embedder.dimensions == 4
    assert embedder.name.startswith(f"{vendor}:")


@pytest.mark.parametrize("vendor", VENDORS)
async def test_a_question_asked_again_is_not_embedded_again(vendor: str) -> None:
    async with ScriptedModel(embeds, fails(400), embeds) as server:
        embedder = VENDORS[vendor](root(server))
        first = await embedder.embed_question("How warm?")
        assert await embedder.embed_question("How warm?") == first
        with pytest.raises(EmbedderDown):
            await embedder.embed_question("How cold?")
        cold = await embedder.embed_question("How cold?")  # what failed is tried again
        assert list(cold) == pytest.approx(direction(vector("How cold?")))
        await embedder.close()
    assert [texts_of(call) for call in server.calls] == [["How warm?"], ["How cold?"], ["How cold?"]]


async def test_only_the_latest_questions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footnoted.providers.embedders.api._KEPT", 2)
    monkeypatch.setattr("footnoted.providers.embedders.api._LONGEST_KEPT", 3)
    asked = ["a", "b", "a", "c", "b", "a", "long", "long"]
    async with ScriptedModel(embeds) as server:
        embedder = openai(root(server))
        for text in asked:
            await embedder.embed_question(text)
        await embedder.close()
    assert [texts_of(call)[0] for call in server.calls] == ["a", "b", "c", "b", "a", "long", "long"]


async def test_the_format_of_openai() -> None:
    """As in https://platform.openai.com/docs/api-reference/embeddings/create: at most 2,048 texts."""
    (call,) = await requests(openai, passages=["a", ""])
    assert call.path == "/v1/embeddings"
    assert call.headers["authorization"] == "Bearer key"
    assert call.body == {
        "model": "text-embedding-3-small",
        "input": ["a", " "],
        "encoding_format": "float",
        "dimensions": 4,
    }


async def test_the_format_of_a_compatible_server() -> None:
    (call,) = await requests(compatible, passages=["a"])
    assert "authorization" not in call.headers
    assert call.body == {"model": "nomic", "input": ["a"], "encoding_format": "float"}


async def test_the_format_of_cohere() -> None:
    """As in https://docs.cohere.com/reference/embed: /v2/embed, at most 96 texts a request."""
    passage, question = await requests(cohere, passages=["a"], question="q")
    assert passage.path == "/v2/embed"
    assert passage.headers["authorization"] == "Bearer key"
    shared = {"model": "embed-v4.0", "embedding_types": ["float"], "truncate": "END", "output_dimension": 4}
    assert passage.body == {**shared, "texts": ["a"], "input_type": "search_document"}
    assert question.body == {**shared, "texts": ["q"], "input_type": "search_query"}


async def test_the_format_of_gemini() -> None:
    """As in https://ai.google.dev/api/embeddings: models.batchEmbedContents, a request a text."""
    passage, question = await requests(gemini, passages=["a"], question="q")
    assert passage.path == "/v1beta/models/gemini-embedding-001:batchEmbedContents"
    assert passage.headers["x-goog-api-key"] == "key"
    shared = {"model": "models/gemini-embedding-001", "outputDimensionality": 4}
    document = {**shared, "content": {"parts": [{"text": "a"}]}, "taskType": "RETRIEVAL_DOCUMENT"}
    assert passage.body == {"requests": [document]}
    assert question.body["requests"][0]["taskType"] == "RETRIEVAL_QUERY"


async def requests(vendor: Vendor, *, passages: list[str], question: str = "") -> list[Call]:
    async with ScriptedModel(embeds) as server:
        embedder = vendor(root(server))
        await embedder.embed_passages(passages)
        if question:
            await embedder.embed_question(question)
        await embedder.close()
    return server.calls


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds between attempts, noted instead of waited."""
    noted: list[float] = []

    async def sleep(seconds: float) -> None:
        noted.append(seconds)

    monkeypatch.setattr(retry, "asyncio", SimpleNamespace(sleep=sleep))
    return noted


@pytest.mark.parametrize("vendor", VENDORS)
async def test_a_rate_limit_is_waited_out(vendor: str, waits: list[float]) -> None:
    async with ScriptedModel(fails(429, retry_after="0.4"), embeds) as server:
        embedder = VENDORS[vendor](root(server))
        assert len(await embedder.embed_passages(["a"])) == 1
        await embedder.close()
    assert len(server.calls) == 2
    (wait,) = waits
    assert 0.4 <= wait <= 0.65, "what the vendor asks for, and a little chance"


@pytest.mark.parametrize(
    ("play", "most"),
    [
        (fails(401), 1),
        (fails(400), 1),
        (fails(429, retry_after="30"), 1),
        (fails(500), 2),
        (sends(b"<html>"), 1),
        (sends(b"{}"), 1),
        (sends(b'{"data": [{"index": 0, "embedding": [1, 2]}]}'), 1),
        (sends(b'{"data": []}'), 1),
        (sends(b'{"data": [{"index": 0, "embedding": ["a", "b", "c", "d"]}]}'), 1),
        (sends(b'{"data": [{"index": 0, "embedding": [[1], [2], [3], [4]]}]}'), 1),
        (sends(b'{"data": [{"index": 0, "embedding": 4}]}'), 1),
        (sends(b'{"data": ["a"]}'), 1),
        (sends(b"[" * 100_000), 1),
        (fails(307, location="/elsewhere"), 1),
    ],
)
async def test_a_question_fails_soon_and_typed(play: Play, most: int, waits: list[float]) -> None:
    async with ScriptedModel(play) as server:
        embedder = openai(root(server))
        with pytest.raises(EmbedderDown) as caught:
            await embedder.embed_question("q")
        await embedder.close()
    assert len(server.calls) == most
    assert len(waits) == most - 1
    assert sum(waits) <= 1
    assert "key" not in caught.value.message.replace("refuses the key", "")


@pytest.mark.parametrize("reply", ENDLESS)
@pytest.mark.parametrize("vendor", VENDORS)
async def test_a_reply_without_end_is_not_read_to_its_end(vendor: str, reply: str, waits: list[float]) -> None:
    async with ScriptedModel(ENDLESS[reply]) as server:
        embedder = VENDORS[vendor](root(server))
        for embed in (lambda: embedder.embed_question("q"), lambda: embedder.embed_passages(["p", "q"])):
            with pytest.raises(EmbedderDown, match="sent more"):
                await embed()
        await embedder.close()
        for call in server.calls:
            await asyncio.wait_for(call.left.wait(), PATIENCE)
    assert len(waits) < 10


async def test_silence_ends(waits: list[float]) -> None:
    async with ScriptedModel(hangs()) as server:
        api = EmbeddingApi("It", 4, seconds=3600, urgent_seconds=0.2)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(EmbedderDown):
                await api.embed_question("q", lambda texts: Request(root(server), {}, list))
        await api.close()
    assert len(waits) == 1
    assert sum(waits) <= 1


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (lambda: OpenAIEmbedder(api_key=None), "OPENAI_API_KEY"),
        (lambda: CohereEmbedder(api_key=None), "COHERE_API_KEY"),
        (lambda: GeminiEmbedder(api_key=None), "GEMINI_API_KEY"),
        (lambda: OpenAIEmbedder("other", api_key="k"), "FOOTNOTED_EMBEDDER_DIMENSIONS"),
        (lambda: CohereEmbedder("other", api_key="k"), "FOOTNOTED_EMBEDDER_DIMENSIONS"),
    ],
)
def test_what_is_missing_is_named(make: Callable[[], Embedder], names: str) -> None:
    with pytest.raises(Misconfigured, match=names):
        make()


@pytest.mark.parametrize(
    ("embedder", "dimensions"),
    [
        (OpenAIEmbedder(api_key="k"), 1536),
        (OpenAIEmbedder("text-embedding-3-large", api_key="k"), 3072),
        (CohereEmbedder("embed-english-v3.0", api_key="k"), 1024),
        (CohereEmbedder(api_key="k"), 1536),
    ],
)
def test_known_models_know_their_length(embedder: Embedder, dimensions: int) -> None:
    assert embedder.dimensions == dimensions


def test_fastembed_says_what_to_install(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(Misconfigured, match=r"footnoted\[fastembed\]"):
        FastembedEmbedder("BAAI/bge-small-en-v1.5", tmp_path)


class StandIn:
    """fastembed's interface, without its models."""

    def __init__(self, model: str, cache_dir: str) -> None:
        if model == "unknown":
            raise ValueError(model)

    @staticmethod
    def get_embedding_size(model: str) -> int:
        return 2

    def passage_embed(self, texts: list[str]) -> Any:
        return (np.array([3.0, 4.0]) for _ in texts)

    def query_embed(self, text: str) -> Any:
        return iter([np.array([0.0, 2.0])])


async def test_fastembed(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastembed", SimpleNamespace(TextEmbedding=StandIn))
    embedder = FastembedEmbedder("small", tmp_path)
    assert await embedder.embed_passages(["a", "b"]) == [[0.6, 0.8], [0.6, 0.8]]
    assert await embedder.embed_question("q") == [0.0, 1.0]
    assert (embedder.name, embedder.dimensions) == ("fastembed:small", 2)
    await embedder.close()
    with pytest.raises(Misconfigured, match="hub"):
        FastembedEmbedder("unknown", tmp_path)
