"""A real model, small enough for every machine: it invents freely, and what it says must still have valid markers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from footnoted.domain.answer import Usage
from footnoted.domain.book import Source
from footnoted.domain.text.markers import markers
from footnoted.domain.writing import Brief
from footnoted.engine.check.cite import renumbering, with_valid_markers
from footnoted.engine.check.support.verify import citations
from footnoted.engine.write import prompt
from footnoted.engine.write.model_writer import ModelWriter
from footnoted.providers.embedders.token_count import token_counter
from footnoted.providers.models.agents_model import AgentsModel
from footnoted.providers.models.client import ModelClient, Patience
from footnoted.providers.models.endpoint import endpoint
from footnoted.providers.models.local import LocalModel
from tests.model_servers import small_model
from tests.scenes import CLUSTER, HONEY, WEAK

__all__ = ["small_model"]

pytestmark = pytest.mark.real
SOURCES = (CLUSTER, HONEY, WEAK)
QUESTIONS = ["How warm is the cluster?", "How much honey does a colony eat in a winter?"]


async def look_up(query: str) -> tuple[Source, ...]:
    return SOURCES


@pytest.fixture
async def used() -> list[Usage]:
    return []


@pytest.fixture
async def writer(small_model: LocalModel) -> AsyncIterator[ModelWriter]:
    where = endpoint("llamacpp:smollm2", base_url=small_model.url, api_key=small_model.key, keys={})
    client = ModelClient([where], Patience(connect=600, first_token=600, idle=600), most_tokens=60)
    model = AgentsModel(client, name="llamacpp:smollm2", **prompt.CONVERSATION)
    yield ModelWriter(model, token_counter(), seconds=120)
    await model.close()


@pytest.mark.parametrize("question", QUESTIONS if "LONG" in os.environ else QUESTIONS[:1])
async def test_whatever_it_says_its_markers_are_honest(question: str, writer: ModelWriter, used: list[Usage]) -> None:
    pieces: list[str] = []
    async with aclosing(writer.write(Brief(question, question, SOURCES, on_usage=used.append), look_up)) as raw:
        async for piece in with_valid_markers(raw, lambda: renumbering(SOURCES)):
            pieces.append(piece)
    text = "".join(pieces)
    assert set(markers(text)) <= {1, 2, 3}
    assert all(1 <= citation.source <= 3 for citation in citations(text, SOURCES))
    assert used[0].tokens_read > 100
    assert used[0].tokens_written > 0


async def test_leaving_frees_the_model(writer: ModelWriter) -> None:
    brief = Brief("Tell me all about winter.", "winter", SOURCES)
    pieces = writer.write(brief, look_up)
    await anext(pieces, None)  # it may have nothing to say
    async with asyncio.timeout(30):  # far less than the model would go on for
        await pieces.aclose()
