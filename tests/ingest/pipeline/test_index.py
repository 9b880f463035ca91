from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pytest

from footnoted.domain.book import Book, Page, Passage, Vector
from footnoted.domain.errors import EmbedderDown
from footnoted.domain.ports import Search
from footnoted.ingest.formats.read import read
from footnoted.ingest.index import Progress, Summary, ingest
from footnoted.ingest.manuscript import Leaf, Reading
from footnoted.ingest.pipeline.vectors import BATCH
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex


class CountingEmbedder:
    """Remembers what it was asked to embed."""

    dimensions = 2

    def __init__(self, name: str = "fake:one") -> None:
        self.name = name
        self.batches: list[list[str]] = []
        self.fails_after = -1

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        if len(self.batches) == self.fails_after:
            raise EmbedderDown("down")
        self.batches.append(list(texts))
        return [[float(len(text)), 1.0] for text in texts]

    async def embed_question(self, text: str) -> Vector:
        return [float(len(text)), 1.0]

    async def close(self) -> None:
        return

    @property
    def embedded(self) -> int:
        return sum(map(len, self.batches))


class Cache:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    async def cached_vectors(self, embedder: str, hashes: Sequence[str]) -> Mapping[str, bytes]:
        return {key: self.kept[embedder, key] for key in hashes if (embedder, key) in self.kept}

    async def keep_vectors(self, embedder: str, vectors: Mapping[str, bytes]) -> None:
        self.kept |= {(embedder, key): vector for key, vector in vectors.items()}


class CrashingCatalogue(FakeCatalogue):
    """Dies between the flip of the index and its own record, once."""

    crashes = True

    async def record(self, book: Book, changed: Collection[Page], removed: Sequence[str]) -> None:
        if self.crashes:
            self.crashes = False
            raise RuntimeError("crash")
        await super().record(book, changed, removed)


class Desk:
    """A book in a folder, and what ingestion needs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.embedder = CountingEmbedder()
        self.index = InMemoryIndex()
        self.catalogue = FakeCatalogue()
        self.cache: Cache | None = None

    def write(self, **pages: str) -> None:
        self.folder.mkdir(exist_ok=True)
        for name, text in pages.items():
            (self.folder / f"{name}.md").write_text(text, "utf-8")

    async def ingest(self) -> Summary:
        return await ingest(self.folder, "b", self.embedder, self.index, self.catalogue, cache=self.cache)

    async def passages(self) -> list[Passage]:
        hits = await self.index.search(Search("", [1.0, 1.0], limit=1000, book="b"))
        return sorted((hit.passage for hit in hits), key=lambda passage: (passage.order, passage.position))

    async def texts(self) -> list[str]:
        return [passage.text for passage in await self.passages()]

    async def routes(self) -> list[str]:
        return list(dict.fromkeys(passage.route for passage in await self.passages()))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "manual")
    desk.write(a="# A\n\nAlpha.\n\n## Two\n\nBeta.", b="# B\n\nGamma.", c="# C\n\nDelta.")
    return desk


def counts(summary: Summary) -> tuple[int, int, int, int]:
    return summary.added, summary.changed, summary.removed, summary.unchanged


async def test_a_new_book(desk: Desk) -> None:
    summary = await desk.ingest()
    assert (counts(summary), summary.passages, summary.skipped) == ((3, 0, 0, 0), 4, ())
    assert await desk.texts() == ["Alpha.", "Beta.", "Gamma.", "Delta."]
    (book,) = await desk.catalogue.books()
    assert (book.name, book.title, book.pages, book.passages) == ("b", "Manual", 3, 4)
    assert book.revision == await desk.index.revision("b")
    assert book.source == str(desk.folder.resolve())


async def test_nothing_is_written_when_nothing_changed(desk: Desk) -> None:
    await desk.ingest()
    before = await desk.index.revision("b"), dict(desk.catalogue.shelf), desk.embedder.embedded
    summary = await desk.ingest()
    assert (counts(summary), summary.passages) == ((0, 0, 0, 3), 4)
    assert (await desk.index.revision("b"), dict(desk.catalogue.shelf), desk.embedder.embedded) == before


async def test_only_what_changed_is_embedded(desk: Desk) -> None:
    await desk.ingest()
    desk.embedder.batches.clear()
    desk.write(b="# B\n\nNew.\n\n## More\n\nText.", d="# D\n\nAdded.")
    (desk.folder / "a.md").unlink()
    summary = await desk.ingest()
    assert (counts(summary), summary.passages) == ((1, 1, 1, 1), 4)
    assert desk.embedder.embedded == 3
    assert sorted(await desk.texts()) == ["Added.", "Delta.", "New.", "Text."]
    assert set(await desk.catalogue.page_hashes("b")) == {"/b", "/c", "/d"}


async def test_a_changed_partial_changes_the_pages_that_include_it(desk: Desk) -> None:
    (desk.folder / "_p.mdx").write_text("Old.")
    (desk.folder / "d.mdx").write_text("import P from './_p.mdx';\n\n<P />")
    await desk.ingest()
    (desk.folder / "_p.mdx").write_text("New.")
    assert counts(await desk.ingest()) == (0, 1, 0, 3)
    assert "New." in await desk.texts()


@pytest.mark.parametrize("cached", [True, False])
async def test_a_page_that_comes_anywhere_moves_no_other(desk: Desk, cached: bool) -> None:
    desk.cache = Cache() if cached else None
    await desk.ingest()
    for count, name in enumerate(["0", "aa", "ab", "bb", "zz"], 1):
        kept = dict(desk.catalogue.shelf["b"][1])
        desk.write(**{name: f"# New\n\nCame as {count}."})
        assert counts(await desk.ingest()) == (1, 0, 0, 2 + count)
        assert desk.embedder.embedded == 4 + count
        now = desk.catalogue.shelf["b"][1]
        assert all(now[route] is page for route, page in kept.items()), "none was written again"
    assert await desk.routes() == ["/0", "/a", "/aa", "/ab", "/b", "/bb", "/c", "/zz"]
    assert counts(await desk.ingest()) == (0, 0, 0, 8)


async def test_where_no_room_is_left_between_two_pages_all_are_numbered_anew(desk: Desk) -> None:
    desk.cache = Cache()
    await desk.ingest()
    names = ["a" + "m" * many for many in range(1, 15)]
    for name in names:
        desk.write(**{name: f"# {name}\n\nThe page {name}."})
        await desk.ingest()
        assert counts(await desk.ingest())[:3] == (0, 0, 0)
    assert await desk.routes() == ["/a", *(f"/{name}" for name in names), "/b", "/c"]
    assert desk.embedder.embedded == 4 + len(names)


async def test_only_the_page_that_moved_is_written_again(desk: Desk) -> None:
    desk.cache = Cache()
    summary = "# Summary\n\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n"
    desk.write(SUMMARY=summary)
    (desk.folder / "book.toml").write_text('[book]\ntitle = "Tea"\nsrc = "."\n')
    await desk.ingest()
    kept = dict(desk.catalogue.shelf["b"][1])
    desk.write(SUMMARY=summary.replace("- [A](a.md)\n", "") + "- [A](a.md)\n")
    assert counts(await desk.ingest()) == (0, 0, 0, 3)
    now = desk.catalogue.shelf["b"][1]
    assert [route for route, page in now.items() if page is not kept[route]] == ["/a.html"]
    assert await desk.routes() == ["/b.html", "/c.html", "/a.html"]
    assert desk.embedder.embedded == 4


async def test_a_page_that_goes_away_moves_no_other(desk: Desk) -> None:
    desk.cache = Cache()
    await desk.ingest()
    (desk.folder / "a.md").unlink()
    kept = dict(desk.catalogue.shelf["b"][1])
    assert counts(await desk.ingest()) == (0, 0, 1, 2)
    assert desk.embedder.embedded == 4
    assert await desk.routes() == ["/b", "/c"]
    assert all(page is kept[route] for route, page in desk.catalogue.shelf["b"][1].items()), "none was written again"
    desk.write(d="# D\n\nThe last.")
    assert counts(await desk.ingest()) == (1, 0, 0, 2)
    assert await desk.routes() == ["/b", "/c", "/d"]


async def test_equal_texts_are_embedded_once(desk: Desk) -> None:
    desk.write(b="# A\n\nAlpha.")
    await desk.ingest()
    assert desk.embedder.embedded == 3
    assert (await desk.texts()).count("Alpha.") == 2


async def test_another_embedder_starts_afresh(desk: Desk) -> None:
    await desk.ingest()
    desk.embedder = CountingEmbedder("fake:two")
    assert counts(await desk.ingest()) == (0, 3, 0, 0)
    assert desk.embedder.embedded == 4
    assert [book.embedder for book in await desk.catalogue.books()] == ["fake:two"]


async def test_a_lost_index_is_made_again(desk: Desk) -> None:
    await desk.ingest()
    desk.index = InMemoryIndex()
    (desk.folder / "a.md").unlink()
    summary = await desk.ingest()
    assert (summary.removed, summary.passages) == (1, 2)
    assert await desk.texts() == ["Gamma.", "Delta."]
    assert set(await desk.catalogue.page_hashes("b")) == {"/b", "/c"}


async def test_a_crash_between_index_and_catalogue_is_made_good_by_the_next_run(desk: Desk) -> None:
    desk.catalogue = CrashingCatalogue()
    with pytest.raises(RuntimeError):
        await desk.ingest()
    summary = await desk.ingest()
    assert (counts(summary), summary.passages) == ((3, 0, 0, 0), 4)
    assert await desk.texts() == ["Alpha.", "Beta.", "Gamma.", "Delta."]
    assert counts(await desk.ingest()) == (0, 0, 0, 3)


async def test_a_failing_embedder_leaves_readers_with_what_they_had(desk: Desk) -> None:
    await desk.ingest()
    before = await desk.index.revision("b")
    desk.write(a="# A\n\nOther.")
    desk.embedder.fails_after = len(desk.embedder.batches)
    with pytest.raises(EmbedderDown):
        await desk.ingest()
    assert await desk.index.revision("b") == before
    assert "Other." not in await desk.texts()


async def test_an_unreadable_file_is_skipped_and_leaves_the_index(desk: Desk) -> None:
    await desk.ingest()
    (desk.folder / "b.md").write_bytes(b"\xff\xfe\xfa")
    summary = await desk.ingest()
    assert summary.skipped == (("b.md", "not UTF-8 text (byte 0); save it as UTF-8"),)
    assert counts(summary) == (0, 0, 1, 2)
    assert await desk.texts() == ["Alpha.", "Beta.", "Delta."]


async def test_a_page_that_trips_the_parser_does_not_cost_the_book(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def trips(leaf: Leaf, root: Path) -> Reading:
        if leaf.source == "b.md":
            raise RecursionError
        return read(leaf, root)

    monkeypatch.setattr("footnoted.ingest.pipeline.pages.read", trips)
    summary = await desk.ingest()
    assert summary.skipped == (("b.md", "could not be parsed (RecursionError)"),)
    assert (counts(summary), summary.passages) == ((2, 0, 0, 0), 3)


async def test_warnings_and_a_new_title_are_passed_on(desk: Desk) -> None:
    desk.write(a="---\nx: : y\n---\n\n# A\n\nText.")
    summary = await desk.ingest()
    assert summary.warnings == (("a.md", "front matter is not valid YAML (line 2)"),)
    moved = desk.folder.parent / "renamed"
    shutil.move(desk.folder, moved)
    desk.folder = moved
    before = await desk.index.revision("b")
    assert counts(await desk.ingest()) == (0, 0, 0, 3)
    (book,) = await desk.catalogue.books()
    assert (book.title, book.source, book.revision) == ("Renamed", str(moved.resolve()), before)


async def test_batches_are_bounded_and_progress_is_told(desk: Desk) -> None:
    long = "\n\n".join(f"## S{n}\n\nSentence {n}." for n in range(BATCH * 2 + 10))
    desk.write(**{f"p{n:02}": f"# P{n}\n\n{long}" for n in range(3)})
    told: list[Progress] = []
    await ingest(desk.folder, "b", desk.embedder, desk.index, desk.catalogue, told.append)
    assert max(map(len, desk.embedder.batches)) <= BATCH
    assert told[-1].pages_done == told[-1].pages == 6
    assert told[-1].passages_done == desk.embedder.embedded == 3 * (BATCH * 2 + 10) + 4
    assert [event.pages_done for event in told] == sorted({event.pages_done for event in told})
