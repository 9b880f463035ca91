"""A book answered from a collection that another program made, by settings alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from footnoted.domain.errors import Misconfigured
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.settings import Settings
from footnoted.wiring import open_parts

pytest.importorskip("qdrant_client", reason="needs qdrant-client")

from qdrant_client import AsyncQdrantClient, models

from footnoted.domain.answer import Answered
from footnoted.domain.question import Question
from tests.patience import PATIENCE

pytestmark = pytest.mark.real

FIELDS = "text=content,url=link,title=page,section=heading,position=number"
CHUNKS = [
    (
        "A kettle holds 1.7 litres of water. It switches itself off at 100 °C.",
        "https://tea.example/kettle",
        "The kettle",
    ),
    ("A teapot keeps tea warm for 40 minutes under a cosy.", "https://tea.example/teapot#warm", "The teapot"),
]


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture
async def collection(qdrant_url: str, models_dir: Path) -> AsyncIterator[str]:
    name = f"textbook_chunks_{uuid4().hex}"
    embedder = LocalEmbedder(models_dir)
    vectors = await embedder.embed_passages([text for text, _, _ in CHUNKS])
    await embedder.close()
    maker = AsyncQdrantClient(url=qdrant_url, check_compatibility=False, timeout=PATIENCE)
    await maker.create_collection(name, models.VectorParams(size=384, distance=models.Distance.COSINE))
    points = [
        models.PointStruct(id=n, vector=vector, payload={"content": text, "link": link, "page": page, "number": n})
        for n, ((text, link, page), vector) in enumerate(zip(CHUNKS, vectors, strict=True))
    ]
    await maker.upsert(name, points, wait=True)
    yield name
    await maker.delete_collection(name)
    await maker.close()


def settings(tmp_path: Path, models_dir: Path, **given: Any) -> Settings:
    return Settings(_env_file=None, data_dir=tmp_path, model_dir=models_dir, **given)


async def test_it_answers_with_the_makers_own_links(
    qdrant_url: str, collection: str, tmp_path: Path, models_dir: Path
) -> None:
    ours = settings(tmp_path, models_dir, QDRANT_URL=qdrant_url, collection=collection, collection_fields=FIELDS)
    async with open_parts(ours) as parts:
        question = Question("How much water does a kettle hold?", uuid4())
        events = [event async for event in parts.engine.ask(question)]
        health = await parts.engine.health()
        page = await parts.catalogue.page(collection, "/teapot")
        books = await parts.catalogue.books()
        with pytest.raises(Misconfigured, match="only read"):
            await parts.catalogue.record(books[0], (), ())
    assert isinstance(events[-1], Answered)
    answer = events[-1].answer
    assert "1.7 litres" in answer.text
    assert answer.sources[answer.citations[0].source - 1].passage.url == "https://tea.example/kettle"
    assert all(part.is_up for part in health.values())
    assert [passage.text for passage in page] == [CHUNKS[1][0]]
    assert [(book.name, book.passages) for book in books] == [(collection, 2)]


async def test_vectors_of_another_embedder_are_refused_before_anyone_asks(
    qdrant_url: str, tmp_path: Path, models_dir: Path
) -> None:
    name = f"book_vectors_{uuid4().hex}"
    maker = AsyncQdrantClient(url=qdrant_url, check_compatibility=False, timeout=PATIENCE)
    await maker.create_collection(name, models.VectorParams(size=1024, distance=models.Distance.COSINE))
    try:
        with pytest.raises(Misconfigured, match=r"384 dimensions.*it has 1024"):
            async with open_parts(settings(tmp_path, models_dir, QDRANT_URL=qdrant_url, collection=name)):
                pass
    finally:
        await maker.delete_collection(name)
        await maker.close()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"collection": "no_such"}, "has no collection no_such"),
        ({"collection": "x", "QDRANT_URL": None}, "Set QDRANT_URL"),
        ({"collection": "x", "collection_fields": "txt=content"}, "at 'txt'"),
        ({"collection": "x", "collection_fields": "text"}, "at 'text'"),
    ],
)
async def test_what_is_wrong_is_named(
    qdrant_url: str, tmp_path: Path, models_dir: Path, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(Misconfigured, match=words):
        async with open_parts(settings(tmp_path, models_dir, **({"QDRANT_URL": qdrant_url} | given))):
            pass
