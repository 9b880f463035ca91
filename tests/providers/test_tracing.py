"""OpenTelemetry through its own SDK: which spans a question makes, under whose, and that no text is in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from footnoted.domain.book import Vector
from footnoted.domain.errors import ModelDown
from footnoted.domain.ports import Lexicon, Polyglot
from footnoted.domain.reading import Readable, Reading
from footnoted.engine.ask import Engine
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.finder import Finder
from footnoted.engine.write.model_writer import ModelWriter
from footnoted.providers.tracing import Tracing
from footnoted.server import create_app
from footnoted.settings import Settings
from footnoted.wiring import Parts
from tests.client import client_of
from tests.engine.test_ask import AxisEmbedder, index_of_bees
from tests.engine.understand.test_slips import LexicalEmbedder
from tests.fakes.calibrations import GRANITE
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.history import FakeHistory
from tests.fakes.index import InMemoryIndex
from tests.fakes.model import FakeModel

QUESTION = "How many eggs does a queen bee lay a day?"


class Attentive:
    """A reader that finds the answer at the beginning of every page."""

    name = "fake:reader"

    async def read(self, question: str, pages: list[Readable]) -> list[Reading]:
        return [Reading(1.0, (1.0, *[0.0] * (len(page.units) - 1)) if page.units else ()) for page in pages]

    async def ping(self) -> None: ...

    async def close(self) -> None: ...


def talking(error: Exception | None = None) -> FakeModel:
    pieces = ("A queen bee lays ", "2000 eggs a day [1].")
    return FakeModel(*pieces, name="openai:fake-model", usage=(1, 120, 12), error=error)


@asynccontextmanager
async def asked(exporter: InMemorySpanExporter, model: FakeModel, path: str) -> AsyncIterator[str]:
    tracing = Tracing(exporter)
    embedder, index, _, reader = tracing.around(AxisEmbedder(), await index_of_bees(), None, cast(Any, Attentive()))
    writer = ModelWriter(tracing.model(model), len)
    history = tracing.history(FakeHistory())
    engine = Engine(Finder(embedder, index, GRANITE, None, reader), writer, history, ExtractiveWriter())

    @asynccontextmanager
    async def parts(_: Settings) -> AsyncIterator[Parts]:
        nothing = cast(Any, None)
        yield Parts(engine, nothing, nothing, FakeCatalogue(), nothing, tracer=tracing)

    async with client_of(create_app(Settings(_env_file=None), parts)) as client:
        exporter.clear()
        yield (await client.post(path, json={"query": QUESTION})).text
    tracing.close()


def by_name(exporter: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in exporter.get_finished_spans()}


@pytest.mark.parametrize("path", ["/chat", "/chat/stream"])
async def test_a_question_is_one_trace(path: str) -> None:
    exporter = InMemorySpanExporter()
    async with asked(exporter, talking(), path) as reply:
        assert "2000 eggs" in reply
    spans = by_name(exporter)
    stages = {"embeddings axes", "search", "read", "chat fake-model", "remember"}
    assert stages <= set(spans)
    request = spans["POST"]
    assert request.attributes == {
        "http.request.method": "POST",
        "url.path": path,
        "http.response.status_code": 200,
    }
    assert request.context is not None
    for stage in stages:
        parent = spans[stage].parent
        assert parent is not None
        assert parent.span_id == request.context.span_id, stage
    chat = dict(spans["chat fake-model"].attributes or {})
    assert chat == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "fake-model",
        "gen_ai.output.type": "text",
        "gen_ai.usage.input_tokens": 120,
        "gen_ai.usage.output_tokens": 12,
    }
    told = " ".join(span.to_json() for span in spans.values())
    assert "queen" not in told
    assert "eggs" not in told


async def test_a_model_that_is_down_is_marked() -> None:
    exporter = InMemorySpanExporter()
    async with asked(exporter, talking(ModelDown("no model")), "/chat"):
        pass
    chat = by_name(exporter)["chat fake-model"]
    assert chat.status.status_code is StatusCode.ERROR
    assert (chat.attributes or {})["error.type"] == "ModelDown"


def test_a_call_that_fails_is_marked_by_its_kind_and_its_words_are_not_told() -> None:
    exporter = InMemorySpanExporter()
    tracing = Tracing(exporter)
    with pytest.raises(ModelDown), tracing.call("search", {"db.operation.name": "search"}):
        raise ModelDown(QUESTION)
    with tracing.request("GET", "/") as answered:
        answered(200)
    tracing.close()
    search, after = exporter.get_finished_spans()
    assert search.status.status_code is StatusCode.ERROR
    assert dict(search.attributes or {}) == {"db.operation.name": "search", "error.type": "ModelDown"}
    assert "queen" not in search.to_json()
    assert after.parent is None  # what came before is over


class AxisPolyglot(AxisEmbedder):
    """One that knows other languages."""

    async def embed_across(self, text: str) -> Vector:
        return await self.embed_question(text)

    async def likeness(self, words: Sequence[str], others: Sequence[str]) -> Sequence[Sequence[float]]:
        return [[1.0 for _ in others] for _ in words]


def test_an_embedder_can_do_the_same_while_it_is_watched() -> None:
    tracing = Tracing(InMemorySpanExporter())
    for embedder in (AxisEmbedder(), AxisPolyglot(), LexicalEmbedder()):
        traced, *_ = tracing.around(embedder, InMemoryIndex(), None, None)
        assert isinstance(traced, Polyglot) == isinstance(embedder, Polyglot)
        assert isinstance(traced, Lexicon) == isinstance(embedder, Lexicon)
    tracing.close()
