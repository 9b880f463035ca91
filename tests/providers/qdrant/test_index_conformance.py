"""One suite for every passage index: the fake, the embedded Qdrant and the server agree."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from footnoted.domain.book import Filters, Hit, Passage, Vector, passage_id
from footnoted.domain.errors import IndexDown, Misconfigured
from footnoted.domain.ports import PassageIndex, Search
from footnoted.domain.text.parts import Kind, Part
from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.qdrant.lexical import passage_tokens, question_tokens, scores
from tests.fakes.index import InMemoryIndex, cosine
from tests.patience import PATIENCE
from tests.servers import QdrantNode, running_cluster

DIMENSIONS = 8
SITE = "https://book.example"
Pages = dict[str, list[tuple[Passage, Vector]]]


SERVERS = ["server", "grpc", "shared", *(["cluster"] if "KILLS" in os.environ else [])]
STORES = ["fake", "edge", "edge in threads", *(pytest.param(name, marks=pytest.mark.real) for name in SERVERS)]
"""A cluster of which a node is stopped is long: `make test-long`."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[tuple[QdrantNode, QdrantNode]]:
    with running_cluster() as nodes:
        yield nodes


@pytest.fixture(params=STORES)
async def index(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[PassageIndex]:
    made: PassageIndex
    match request.param:
        case "fake":
            made = InMemoryIndex()
        case "edge":
            made = EdgeIndex(tmp_path / "index", DIMENSIONS)
        case "edge in threads":
            made = EdgeIndex(tmp_path / "index", DIMENSIONS, at_once=0)
        case "cluster":
            made = half_stopped(*request.getfixturevalue("cluster"))
        case _:
            made = on_server(request.param, request.getfixturevalue("qdrant"))
    yield made
    if request.param not in ("fake", "edge", "edge in threads"):  # a server is there for the next test too
        for book in ("b", "One Book", "one-book"):
            await made.drop(book)
    await made.close()


def on_server(how: str, node: QdrantNode) -> PassageIndex:
    """A collection a book; or by gRPC, with small vectors; or small books in one collection."""
    pytest.importorskip("qdrant_client", reason="needs qdrant-client")
    from footnoted.providers.qdrant.server.index import ServerIndex
    from footnoted.providers.qdrant.server.layout import Layout
    from footnoted.providers.qdrant.server.library import LibraryIndex

    prefix = f"test{uuid4().hex}"
    if how == "grpc":
        layout = Layout(quantisation="int8")
        return ServerIndex(
            node.url, None, DIMENSIONS, prefix=prefix, timeout=PATIENCE, layout=layout, grpc_port=node.grpc_port
        )
    own = ServerIndex(node.url, None, DIMENSIONS, prefix=prefix, timeout=PATIENCE)
    return LibraryIndex(own, small=100) if how == "shared" else own


def half_stopped(node: QdrantNode, other: QdrantNode) -> PassageIndex:
    """Over two nodes that hold everything twice, of which one stands still except while something is written."""
    pytest.importorskip("qdrant_client", reason="needs qdrant-client")
    from footnoted.providers.qdrant.server.index import ServerIndex, ServerRevision
    from footnoted.providers.qdrant.server.layout import Layout

    class HalfStopped(ServerIndex):
        @asynccontextmanager
        async def revise(
            self, book: str, revision: str, *, afresh: bool = False
        ) -> AsyncGenerator[ServerRevision, None]:
            other.signal(signal.SIGCONT)
            try:
                async with super().revise(book, revision, afresh=afresh) as draft:
                    yield draft
            finally:
                other.signal(signal.SIGSTOP)

        async def drop(self, book: str) -> None:
            other.signal(signal.SIGCONT)
            await super().drop(book)

    layout = Layout(shards=1, replicas=2)
    return HalfStopped(node.url, None, DIMENSIONS, prefix=f"test{uuid4().hex}", layout=layout)


def vector(seed: object, dimensions: int = DIMENSIONS) -> list[float]:
    chance = random.Random(ascii(seed))
    return [chance.gauss(0, 1) for _ in range(dimensions)]


def page(route: str, *texts: str, book: str = "b", title: str = "", site: str = SITE) -> Pages:
    """A page whose passages each have a heading of their own."""
    return {
        route: [
            (
                Passage(
                    id=passage_id(book, route, position),
                    book=book,
                    site=site,
                    route=route,
                    anchor=f"part-{position}",
                    title=title or route.rpartition("/")[2],
                    headings=("Parts", f"Part {position}"),
                    position=position,
                    order=3,
                    text=text,
                    fragment="words%20there",
                    fragments=((0, "words%20there"), (9, "")),
                    role="contents",
                    kept=(Part(Kind.ITEM, 0, 5, 0), Part(Kind.SENTENCE, 6, 9, 1)),  # unlike what the text would give
                ),
                vector(text),
            )
            for position, text in enumerate(texts)
        ]
    }


SKY = (
    page("/docs/sky/stars", "Stars burn hydrogen.", "A nova flares up for weeks.", title="Stars")
    | page("/docs/sky/moon", "The moon shows craters along the terminator.", title="Moon")
    | page("/docs/optics/mirrors", "A mirror gathers light.", "Call align_mirror() twice.", title="Mirrors")
    | page("/docs/optics", "Optics bend and gather light.", title="Optics")
)


async def write(index: PassageIndex, pages: Pages, book: str = "b", revision: str = "r1", afresh: bool = False) -> None:
    async with index.revise(book, revision, afresh=afresh) as draft:
        for route, entries in pages.items():
            await draft.replace_page(route, [p for p, _ in entries], [v for _, v in entries])
            await asyncio.sleep(0)


def look(text: str = "", like: str | None = None, limit: int = 3, **rest: object) -> Search:
    found = {"book": "b", "filters": Filters()} | rest
    return Search(text, None if like is None else vector(like), limit, **found)  # type: ignore[arg-type]


async def texts(index: PassageIndex, search: Search) -> set[str]:
    return {hit.passage.text for hit in await index.search(search)}


EVERY = look(like="anything", limit=10_000)


async def test_finds_by_words(index: PassageIndex) -> None:
    await write(index, SKY)
    assert await texts(index, look("a flaring nova", limit=1)) == {"A nova flares up for weeks."}


async def test_finds_by_meaning(index: PassageIndex) -> None:
    await write(index, SKY)
    assert await texts(index, look(like="Stars burn hydrogen.", limit=1)) == {"Stars burn hydrogen."}


async def test_both_arms_bring_candidates(index: PassageIndex) -> None:
    await write(index, SKY)
    found = await texts(index, look("craters", like="Stars burn hydrogen.", limit=1))
    assert found == {"Stars burn hydrogen.", "The moon shows craters along the terminator."}


async def test_finds_by_title_and_by_symbol(index: PassageIndex) -> None:
    await write(index, SKY)
    assert await texts(index, look("moon", limit=1)) == {"The moon shows craters along the terminator."}
    assert await texts(index, look("align_mirror", limit=1)) == {"Call align_mirror() twice."}


async def test_words_that_are_nowhere_find_nothing(index: PassageIndex) -> None:
    await write(index, SKY)
    assert await index.search(look("zymurgy")) == []
    assert await index.search(look("")) == []


def expected_scores(search: Search, pages: Pages) -> dict[str, tuple[float, float]]:
    entries = [entry for page in pages.values() for entry in page]
    lexical = scores(question_tokens(search.text, search.context), [passage_tokens(p) for p, _ in entries])
    return {p.id: (cosine(search.vector, v), score) for (p, v), score in zip(entries, lexical, strict=True)}


def assert_true_scores(hits: Sequence[Hit], search: Search, pages: Pages) -> None:
    right = expected_scores(search, pages)
    for hit in hits:
        assert (hit.similarity, hit.lexical) == pytest.approx(right[hit.passage.id], abs=1e-4)


async def test_every_candidate_carries_both_true_scores(index: PassageIndex) -> None:
    await write(index, SKY)
    for limit in (1, 2, 10):
        search = look("which mirror gathers the light", like="Stars burn hydrogen.", limit=limit)
        hits = await index.search(search)
        assert any(hit.lexical > 0 for hit in hits)
        assert_true_scores(hits, search, SKY)


async def test_scores_after_a_change_are_those_of_a_fresh_index(index: PassageIndex) -> None:
    await write(index, SKY | page("/docs/gone", "mirror light", "mirror light", "mirror"))
    await write(index, {"/docs/gone": []} | page("/docs/sky/moon", "Light from a mirror."), revision="r2")
    now = SKY | page("/docs/sky/moon", "Light from a mirror.")
    search = look("mirror light", like="x", limit=10)
    hits = await index.search(search)
    assert len(hits) == 6
    assert_true_scores(hits, search, now)


async def test_a_passage_comes_back_whole(index: PassageIndex) -> None:
    await write(index, SKY)
    expected, stored = SKY["/docs/sky/moon"][0]
    (hit,) = await index.search(look(like=expected.text, limit=1))
    assert hit.passage == expected
    assert hit.vector == () or cosine(hit.vector, stored) == pytest.approx(1)


@pytest.mark.parametrize(
    ("prefix", "routes"),
    [
        ("/docs/sky", {"/docs/sky/stars", "/docs/sky/moon"}),
        ("/docs/sky/", {"/docs/sky/stars", "/docs/sky/moon"}),
        ("/docs/sky/mo", {"/docs/sky/moon"}),
        ("/docs/optics", {"/docs/optics", "/docs/optics/mirrors"}),
        ("/", set(SKY)),
        (SITE, set(SKY)),
        (SITE + "/docs/sky/m", {"/docs/sky/moon"}),
        (SITE + "/docs/sky/moon#part-0", {"/docs/sky/moon"}),
        ("/docs/sky/moon#part-1", set()),
        ("https://other.example/docs/sky", set()),
        ("https://book.example.other/docs", set()),
        ("/nowhere", set()),
        ("/docs/\ud800", set()),
    ],
)
async def test_narrows_to_a_url_prefix(index: PassageIndex, prefix: str, routes: set[str]) -> None:
    await write(index, SKY)
    hits = await index.search(look("light", like="x", limit=10, filters=Filters(url_prefix=prefix)))
    assert {hit.passage.route for hit in hits} == routes


async def test_narrows_to_a_section(index: PassageIndex) -> None:
    await write(index, SKY)
    hits = await index.search(look("light", like="x", limit=10, filters=Filters(section="Part 1")))
    assert {hit.passage.text for hit in hits} == {"A nova flares up for weeks.", "Call align_mirror() twice."}
    both = Filters(section="Part 1", url_prefix="/docs/sky")
    assert await texts(index, look(like="x", limit=10, filters=both)) == {"A nova flares up for weeks."}
    assert await texts(index, look(like="x", filters=Filters(section="part 1"))) == set()


async def test_narrows_to_a_chapter(index: PassageIndex) -> None:
    await write(index, SKY)
    every = await texts(index, look("light", like="x", limit=20))
    assert await texts(index, look("light", like="x", limit=20, filters=Filters(chapter="Parts"))) == every
    first = await texts(index, look("light", like="x", limit=20, filters=Filters(chapter="Part 1")))
    assert first == {"A nova flares up for weeks.", "Call align_mirror() twice."}
    assert await texts(index, look("light", like="x", limit=20, filters=Filters(chapter="Part"))) == set()


async def test_filters_narrow_before_the_limit(index: PassageIndex) -> None:
    many = {k: v for n in range(30) for k, v in page(f"/docs/a{n}", "light light").items()}
    await write(index, many | page("/docs/b", "some light in a long row of other words"))
    hits = await index.search(look("light", limit=1, filters=Filters(url_prefix="/docs/b")))
    assert [hit.passage.route for hit in hits] == ["/docs/b"]


async def test_neighbours_are_in_reading_order(index: PassageIndex) -> None:
    pages = page("/docs/long", *(f"Piece {n}" for n in range(12))) | page("/docs/other", "Piece 3")
    await write(index, pages)
    middle = pages["/docs/long"][5][0]
    assert [it.position for it in await index.neighbours(middle)] == [4, 6]
    assert [it.position for it in await index.neighbours(middle, reach=3)] == [2, 3, 4, 6, 7, 8]
    assert [it.position for it in await index.neighbours(pages["/docs/long"][0][0])] == [1]
    assert await index.neighbours(middle, reach=0) == []


async def test_a_book_that_is_not_there(index: PassageIndex) -> None:
    assert await index.search(look("light", like="x")) == []
    assert await index.search(look("light", like="x", book=None)) == []
    assert await index.revision("b") is None
    assert await index.neighbours(SKY["/docs/sky/moon"][0][0]) == []
    await index.drop("b")
    await index.ping()


async def test_books_are_apart_and_together(index: PassageIndex) -> None:
    await write(index, page("/a", "Light of one", book="One Book"), "One Book", "r1")
    await write(index, page("/a", "Light of another", book="one-book"), "one-book", "r2")
    assert await texts(index, look("light", book="One Book")) == {"Light of one"}
    assert await texts(index, look("light", book="one-book")) == {"Light of another"}
    assert await texts(index, look("light", like="x", book=None)) == {"Light of one", "Light of another"}
    assert (await index.revision("One Book"), await index.revision("one-book")) == ("r1", "r2")
    await index.drop("One Book")
    assert await texts(index, look("light", book=None)) == {"Light of another"}


async def test_revising_replaces_adds_and_removes_pages(index: PassageIndex) -> None:
    await write(index, SKY)
    changes = page("/docs/sky/stars", "Stars are far.") | page("/docs/new", "New.") | {"/docs/optics": []}
    await write(index, changes, revision="r2")
    assert await index.revision("b") == "r2"
    assert await texts(index, EVERY) == {
        "Stars are far.",
        "New.",
        "The moon shows craters along the terminator.",
        "A mirror gathers light.",
        "Call align_mirror() twice.",
    }


async def test_writing_the_same_page_again_changes_nothing(index: PassageIndex) -> None:
    for revision in ("r1", "r2", "r3"):
        await write(index, SKY, revision=revision)
    assert len(await index.search(EVERY)) == 6


async def test_afresh_forgets_what_was_there(index: PassageIndex) -> None:
    await write(index, SKY)
    await write(index, page("/docs/new", "New."), revision="r2", afresh=True)
    assert await texts(index, EVERY) == {"New."}
    assert await texts(index, look("New", like="x", filters=Filters(url_prefix="/docs/"))) == {"New."}


async def test_a_dropped_book_is_gone_and_can_come_back(index: PassageIndex) -> None:
    await write(index, SKY)
    await index.drop("b")
    assert await index.search(EVERY) == []
    assert await index.revision("b") is None
    await write(index, page("/docs/new", "New."))
    assert await texts(index, EVERY) == {"New."}


@pytest.mark.parametrize("error", [ValueError("bad page"), asyncio.CancelledError()])
async def test_an_exception_leaves_readers_with_what_they_had(index: PassageIndex, error: BaseException) -> None:
    await write(index, page("/docs/old", "Old."))

    async def fail() -> None:
        async with index.revise("b", "r2") as draft:
            await draft.replace_page("/docs/old", [], [])
            raise error

    with pytest.raises(type(error)):
        await fail()
    assert await index.revision("b") == "r1"
    assert await texts(index, EVERY) == {"Old."}
    await write(index, page("/docs/new", "New."), revision="r3")
    assert await texts(index, EVERY) == {"Old.", "New."}


async def test_readers_see_the_old_state_or_the_new_one(index: PassageIndex) -> None:
    old = {k: v for n in range(12) for k, v in page(f"/docs/p{n}", "old light", "old mirror").items()}
    new = {k: v for n in range(12) for k, v in page(f"/docs/p{n}", "new light", "new mirror").items()}
    await write(index, old)
    seen: set[frozenset[str]] = set()
    done = asyncio.Event()

    async def read() -> None:
        while not done.is_set():
            seen.add(frozenset(await texts(index, look("light", like="x", limit=100))))
            await asyncio.sleep(0)

    reader = asyncio.create_task(read())
    for turn in range(3):
        await write(index, new if turn % 2 == 0 else old, revision=f"r{turn}")
    done.set()
    await reader
    assert await texts(index, EVERY) == {"new light", "new mirror"}
    assert seen <= {frozenset({"old light", "old mirror"}), frozenset({"new light", "new mirror"})}
    assert frozenset({"old light", "old mirror"}) in seen


async def test_nothing_shows_before_the_end(index: PassageIndex) -> None:
    await write(index, page("/docs/old", "Old."))
    async with index.revise("b", "r2", afresh=True) as draft:
        passage, vec = page("/docs/new", "New.")["/docs/new"][0]
        await draft.replace_page("/docs/new", [passage], [vec])
        assert await texts(index, EVERY) == {"Old."}
        assert await index.revision("b") == "r1"
    assert await texts(index, EVERY) == {"New."}


async def test_thousands_of_passages(index: PassageIndex) -> None:
    pages = {k: v for n in range(20) for k, v in page(f"/docs/{n}", *(f"piece {n}x{m}" for m in range(100))).items()}
    await write(index, pages)
    search = look("piece 7x42", like="piece 11x3", limit=20)
    hits = await index.search(search)
    assert {"piece 7x42", "piece 11x3"} <= {hit.passage.text for hit in hits}
    assert 20 <= len(hits) <= 40
    assert_true_scores(hits, search, pages)
    assert len(await index.search(EVERY)) == 2_000


@pytest.mark.parametrize("odd", ["nul \0 byte", "half \ud800 pair", "", "   ", "🔭 🌌", "​", "1" * 5_000, "المجرة"])
async def test_odd_text(index: PassageIndex, odd: str) -> None:
    await write(index, page("/docs/odd", odd, title=odd[:20]))
    hits = await index.search(look(odd, like=odd))
    assert len(hits) == 1
    kept = hits[0].passage.text
    assert kept.encode("utf-8", "replace") == odd.encode("utf-8", "replace")
    assert await index.search(look(odd, like="x", filters=Filters(section=odd))) == []


@pytest.fixture(params=["edge", pytest.param("server", marks=pytest.mark.real)])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[int], PassageIndex]:
    """Opens the same stored index again, for an embedder of so many dimensions."""
    if request.param == "edge":
        return lambda dimensions: EdgeIndex(tmp_path / "index", dimensions)
    server = pytest.importorskip("footnoted.providers.qdrant.server.index", reason="needs qdrant-client")
    url, prefix = request.getfixturevalue("qdrant").url, f"test{uuid4().hex}"
    return lambda dimensions: server.ServerIndex(url, None, dimensions, prefix=prefix, timeout=PATIENCE)


async def test_what_was_written_is_there_for_the_next_process(opened: Callable[[int], PassageIndex]) -> None:
    writer, reader = opened(DIMENSIONS), opened(DIMENSIONS)
    await write(writer, SKY)
    assert len(await reader.search(EVERY)) == 6
    assert await reader.revision("b") == "r1"
    await write(writer, page("/docs/new", "New."), revision="r2", afresh=True)
    assert await texts(reader, EVERY) == {"New."}
    await reader.ping()
    await writer.close()
    await reader.close()


async def test_another_embedders_size_is_named(opened: Callable[[int], PassageIndex]) -> None:
    index = opened(DIMENSIONS)
    await write(index, SKY)
    await index.close()
    other = opened(DIMENSIONS + 1)
    with pytest.raises(Misconfigured, match="ingest the book again"):
        await other.ping()
    with pytest.raises(Misconfigured, match="ingest the book again"):
        await other.search(Search("light", vector("x", DIMENSIONS + 1), 3, "b"))
    with pytest.raises(Misconfigured, match="ingest the book again"):
        await write(other, {}, revision="r2")
    entry, _ = page("/a", "text")["/a"][0]
    await write(other, {"/a": [(entry, vector("text", DIMENSIONS + 1))]}, revision="r2", afresh=True)
    await other.ping()
    await other.close()


async def test_a_vector_of_the_wrong_size_is_an_error_of_ours(opened: Callable[[int], PassageIndex]) -> None:
    index = opened(DIMENSIONS)
    await write(index, SKY)
    with pytest.raises(IndexDown):
        await index.search(Search("light", [1.0, 2.0], 3, "b"))
    await index.close()
