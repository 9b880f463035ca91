"""Books with different embedders as one index: each is searched with a vector of its own."""

from __future__ import annotations

from collections.abc import Sequence

from footnoted.domain.book import Passage, Vector, passage_id
from footnoted.domain.ports import Search
from footnoted.engine.find.own_embedders import OwnEmbedders, embedder_for
from tests.fakes.index import InMemoryIndex


class Fixed:
    """Embeds every text as the same vector, and counts how often it is asked."""

    dimensions = 2

    def __init__(self, name: str, vector: Vector) -> None:
        self.name, self.vector, self.asked = name, vector, 0

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        return [self.vector for _ in texts]

    async def embed_question(self, text: str) -> Vector:
        self.asked += 1
        return self.vector

    async def close(self) -> None: ...


COMMON, OTHER = Fixed("common", [1.0, 0.0]), Fixed("other", [0.0, 1.0])


def passage(book: str) -> Passage:
    return Passage(passage_id(book, "/p", 0), book, "", "/p", "", book.title(), (), 0, 0, "Warm water is good.")


async def filled() -> tuple[OwnEmbedders, InMemoryIndex, InMemoryIndex]:
    common, other = InMemoryIndex(), InMemoryIndex()
    index = OwnEmbedders(common, {"tea": (OTHER, other)})
    for book, embedder in (("bees", COMMON), ("tea", OTHER)):
        async with index.revise(book, "1") as revision:
            await revision.replace_page("/p", [passage(book)], [embedder.vector])
    return index, common, other


def search(book: str | None, embedder: Fixed = COMMON) -> Search:
    return Search("warm", embedder.vector, 5, book, embedder=embedder.name)


async def test_each_book_is_in_its_own_index() -> None:
    index, common, other = await filled()
    assert (await common.revision("bees"), await common.revision("tea")) == ("1", None)
    assert (await other.revision("bees"), await other.revision("tea")) == (None, "1")
    assert (await index.count("bees"), await index.count("tea")) == (1, 1)


async def test_each_book_is_compared_by_its_own_embedder() -> None:
    index, _, _ = await filled()
    assert {hit.passage.book: hit.similarity for hit in await index.search(search(None))} == {"bees": 1.0, "tea": 1.0}
    (hit,) = await index.search(search("tea"))
    assert hit.similarity == 1.0


async def test_a_question_that_has_the_right_vector_is_not_embedded_again() -> None:
    index, _, _ = await filled()
    OTHER.asked = 0
    await index.search(search("tea", OTHER))
    await index.search(search("bees"))
    assert OTHER.asked == 0
    await index.search(search("tea"))
    assert OTHER.asked == 1


async def test_a_book_that_changes_its_embedder_leaves_the_old_index() -> None:
    _, common, other = await filled()
    async with OwnEmbedders(common, {"bees": (OTHER, other)}).revise("bees", "2") as revision:
        assert await common.revision("bees") == "1"
        await revision.replace_page("/p", [passage("bees")], [OTHER.vector])
    assert (await common.revision("bees"), await other.revision("bees")) == (None, "2")


def test_the_embedder_of_a_book() -> None:
    own = {"tea": (OTHER, InMemoryIndex())}
    assert [embedder_for(book, COMMON, own).name for book in ("bees", "tea")] == ["common", "other"]
