"""A collection that another program made, read with that program's own field names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from footnoted.domain.book import Filters
from footnoted.domain.errors import IndexDown, Misconfigured
from footnoted.domain.ports import Search
from tests.patience import PATIENCE
from tests.servers import free_port

pytest.importorskip("qdrant_client", reason="needs qdrant-client")

from qdrant_client import AsyncQdrantClient, models

from footnoted.providers.qdrant.foreign.index import ForeignIndex
from footnoted.providers.qdrant.server.index import ServerIndex

CHUNKS = [
    ("Stars burn hydrogen.", "https://book.example/docs/stars", "Stars", 0, [1.0, 0.0]),
    ("A nova flares for weeks.", "https://book.example/docs/stars", "Stars", 1, [0.8, 0.6]),
    ("The moon has craters.", "https://book.example/docs/moon#craters", "Moon", 0, [0.0, 1.0]),
]


@pytest.fixture
async def index(qdrant_url: str) -> AsyncIterator[ForeignIndex]:
    name = f"rag_embeddings_{uuid4().hex}"
    maker = AsyncQdrantClient(url=qdrant_url, check_compatibility=False, timeout=PATIENCE)
    await maker.create_collection(name, models.VectorParams(size=2, distance=models.Distance.COSINE))
    points = [
        models.PointStruct(
            id=number,
            vector=vector,
            payload={"text_content": text, "source_url": url, "page_title": title, "chunk_index": place},
        )
        for number, (text, url, title, place, vector) in enumerate(CHUNKS)
    ]
    points.append(models.PointStruct(id=99, vector=[-1.0, 0.0], payload={"text_content": "No place at all."}))
    await maker.upsert(name, points, wait=True)
    index = ForeignIndex(qdrant_url, None, 2, collection=name, book="b", timeout=PATIENCE)
    yield index
    await index.close()
    await maker.delete_collection(name)
    await maker.close()


pytestmark = pytest.mark.real


async def test_searches_with_both_scores(index: ForeignIndex) -> None:
    hits = await index.search(Search("flaring nova", [1.0, 0.0], 2, "b"))
    assert [hit.passage.text for hit in hits] == ["Stars burn hydrogen.", "A nova flares for weeks."]
    assert [hit.similarity for hit in hits] == pytest.approx([1.0, 0.8])
    assert hits[0].lexical == 0 < hits[1].lexical


async def test_places_are_read_from_the_url(index: ForeignIndex) -> None:
    (hit,) = await index.search(Search("", [0.0, 1.0], 1, "b"))
    moon = hit.passage
    assert (moon.site, moon.route, moon.anchor) == ("https://book.example", "/docs/moon", "craters")
    assert (moon.title, moon.section, moon.book) == ("Moon", "Moon", "b")


async def test_missing_fields_have_defaults(index: ForeignIndex) -> None:
    (hit,) = await index.search(Search("", [-1.0, 0.0], 1))
    assert (hit.passage.text, hit.passage.url, hit.passage.position) == ("No place at all.", "", 0)


async def test_searches_by_words_alone(index: ForeignIndex) -> None:
    hits = await index.search(Search("the craters", None, 5, "b"))
    assert [hit.passage.text for hit in hits] == ["The moon has craters."]
    assert hits[0].lexical > 0
    assert await index.search(Search("", None, 5, "b")) == []


@pytest.mark.parametrize(
    ("prefix", "count"),
    [
        ("/docs", 3),
        ("/docs/st", 2),
        ("/docs/moon#craters", 1),
        ("https://book.example/docs/moon", 1),
        ("https://other.example", 0),
    ],
)
async def test_narrows_to_a_url_prefix(index: ForeignIndex, prefix: str, count: int) -> None:
    assert len(await index.search(Search("", [1.0, 0.0], 9, "b", Filters(url_prefix=prefix)))) == count


async def test_neighbours(index: ForeignIndex) -> None:
    (hit,) = await index.search(Search("", [1.0, 0.0], 1, "b"))
    assert [it.text for it in await index.neighbours(hit.passage)] == ["A nova flares for weeks."]


async def test_is_never_changed(index: ForeignIndex) -> None:
    with pytest.raises(Misconfigured, match="only read"):
        index.revise("b", "r1")
    with pytest.raises(Misconfigured, match="not deleted"):
        await index.drop("b")
    assert await index.revision("b") == "4 points"
    assert await index.revision("other") is None
    assert await index.search(Search("", [1.0, 0.0], 9, "other")) == []


async def test_an_embedder_that_does_not_fit_is_named(index: ForeignIndex, qdrant_url: str) -> None:
    await index.ping()
    other = ForeignIndex(qdrant_url, None, 3, collection=index._collection, timeout=PATIENCE)
    with pytest.raises(Misconfigured, match="3 dimensions"):
        await other.ping()
    await other.close()


async def test_a_server_that_is_not_there_is_an_error_of_ours() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    foreign, own = ForeignIndex(url, None, 2, collection="c"), ServerIndex(url, None, 2)
    with pytest.raises(IndexDown):
        await foreign.ping()
    with pytest.raises(IndexDown):
        await foreign.search(Search("", [1.0, 0.0], 9))
    with pytest.raises(IndexDown):
        await own.ping()
    with pytest.raises(IndexDown):
        await own.search(Search("", [1.0, 0.0], 9, "b"))
    await foreign.close()
    await own.close()
