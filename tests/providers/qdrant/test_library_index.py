"""Small books share a collection and large ones do not; nobody who asks can tell."""

from __future__ import annotations

from uuid import uuid4

import pytest

from footnoted.domain.ports import Search
from footnoted.providers.qdrant.server.index import ServerIndex
from footnoted.providers.qdrant.server.library import LibraryIndex
from tests.patience import PATIENCE
from tests.providers.qdrant.test_index_conformance import (
    DIMENSIONS,
    SKY,
    Pages,
    assert_true_scores,
    look,
    page,
    texts,
    vector,
    write,
)

pytestmark = pytest.mark.real

SMALL = 10


def opened(url: str, prefix: str) -> tuple[LibraryIndex, ServerIndex]:
    own = ServerIndex(url, None, DIMENSIONS, prefix=prefix, timeout=PATIENCE)
    return LibraryIndex(own, small=SMALL), own


def long_book(passages: int, book: str = "b") -> Pages:
    return page("/docs/long", *(f"Long piece {number}" for number in range(passages)), book=book)


async def collections(own: ServerIndex) -> set[str]:
    """Names after the prefix: the shared collection, and books with one of their own."""
    found = (await own._client.get_collections()).collections
    return {it.name.removeprefix(own._prefix)[:7] for it in found if it.name.startswith(own._prefix)}


async def test_a_book_moves_out_when_it_grows_and_back_when_it_is_small_afresh(qdrant_url: str) -> None:
    library, own = opened(qdrant_url, f"test{uuid4().hex}")
    await write(library, SKY)
    assert await collections(own) == {".shared"}
    await write(library, long_book(SMALL), revision="r2")
    assert len({name for name in await collections(own) if name.startswith("-b.")}) == 1
    assert await library.count("b") == 6 + SMALL == len(await library.search(look(like="x", limit=100)))
    assert (await library.revision("b"), dict(await library._shared.cards.all())) == ("r2", {})
    await write(library, page("/docs/new", "New."), revision="r3")
    assert await library.count("b") == 7 + SMALL  # a change leaves it where it is
    await write(library, SKY, revision="r4", afresh=True)
    assert await collections(own) == {".shared"}
    assert (await library.count("b"), await library.revision("b")) == (6, "r4")
    await library.drop("b")
    await library.close()


async def test_asking_all_finds_the_best_of_all_each_scored_as_in_its_own_book(qdrant_url: str) -> None:
    library, _ = opened(qdrant_url, f"test{uuid4().hex}")
    books: dict[str, Pages] = {
        f"book-{number}": page("/a", f"Light of {number}", "A mirror gathers light", "Salt", book=f"book-{number}")
        for number in range(12)
    }
    books["large"] = long_book(SMALL + 5, "large")
    for name, pages in books.items():
        await write(library, pages, name)
    search = Search("mirror light of 7 piece", vector("Light of 7"), 5)
    hits = await library.search(search)
    assert {hit.passage.book for hit in hits} >= {"book-7", "large"}
    assert len([hit for hit in hits if hit.passage.book != "large"]) <= 10
    for name in {hit.passage.book for hit in hits}:
        assert_true_scores([hit for hit in hits if hit.passage.book == name], search, books[name])
    for name in books:
        await library.drop(name)
    assert await library.search(search) == []
    await library.close()


async def test_a_run_that_was_killed_leaves_nothing_behind_and_another_process_sees_the_change(
    qdrant_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = f"test{uuid4().hex}"
    library, own = opened(qdrant_url, prefix)
    elsewhere, _ = opened(qdrant_url, prefix)
    await write(library, page("/docs/old", "Old."))
    assert await texts(elsewhere, look(like="x")) == {"Old."}

    async def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(library._shared.cards, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            await write(library, page("/docs/new", "New."), revision="r2")
    assert await texts(library, look(like="x")) == {"Old."}
    for revision in ("r3", "r4", "r5"):
        await write(library, page("/docs/new", f"New in {revision}."), revision=revision)
    elsewhere._shared.cards.doubt()  # two seconds later
    assert await texts(elsewhere, look(like="x")) == {"Old.", "New in r5."}
    shared = f"{prefix}.shared-{DIMENSIONS}"
    # Two states of two passages, the card, and the point that says that a card changed.
    assert (await own._client.count(shared)).count == 6
    await library.drop("b")
    assert (await own._client.count(shared)).count == 1
    await library.close()
    await elsewhere.close()


async def test_writing_a_book_and_asking_one_reads_the_cards_of_no_others(
    qdrant_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, _ = opened(qdrant_url, f"test{uuid4().hex}")

    def every_card() -> None:
        raise AssertionError("all cards were read")

    with monkeypatch.context() as patched:
        patched.setattr(library._shared.cards, "_scroll", every_card)
        for book in ("b", "c"):
            await write(library, page("/docs/one", f"Only in {book}.", book=book), book)
        assert (await library.revision("b"), await library.revision("unknown")) == ("r1", None)
        assert await texts(library, look(like="x")) == {"Only in b."}
        await library.drop("b")
        assert await library.revision("b") is None
    assert set(await library._shared.cards.all()) == {"c"}
    await library.drop("c")
    await library.close()


async def test_a_book_is_written_in_small_segments_and_read_from_one(qdrant_url: str) -> None:
    own = ServerIndex(qdrant_url, None, DIMENSIONS, prefix=f"test{uuid4().hex}", timeout=PATIENCE)

    async def segment_kilobytes() -> list[int | None]:
        names = [it.name for it in (await own._client.get_collections()).collections if it.name.startswith(own._prefix)]
        found = [await own._client.get_collection(name) for name in names]
        return [it.config.optimizer_config.max_segment_size for it in found]

    async with own.revise("b", "r1") as draft:
        await draft.replace_page("/docs/a", [], [])
        assert await segment_kilobytes() == [10_000]
    assert await segment_kilobytes() == [4_000_000]
    await own.drop("b")
    await own.close()
