"""Pictures come and go with the pages that show them, on both databases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from footnoted.domain.book import Page
from footnoted.domain.picture import Image, Picture, Place, PlacedPicture
from footnoted.providers.sql.backup.dump import SqlDump
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.books.pictures import SqlPictures
from footnoted.providers.sql.database import Database
from tests.fakes.pictures import png
from tests.providers.sql.test_catalogue_conformance import BOOK, page

CUP, POT = Image("image/png", 40, 20, png(grey=1)), Image("image/png", 40, 20, png(grey=2))


def pictured(route: str, *images: Image) -> Page:
    pictures = tuple(Picture(Place(0, number, f"Ø {number}"), image) for number, image in enumerate(images))
    return replace(page(route, 2), pictures=pictures)


@pytest.fixture
def catalogue(database: Database) -> SqlCatalogue:
    return SqlCatalogue(database)


async def test_a_page_has_its_pictures_in_order(database: Database, catalogue: SqlCatalogue) -> None:
    await catalogue.record(BOOK, [pictured("/a", CUP, POT, CUP), pictured("/b", POT)], [])
    kept = SqlPictures(database)
    assert await kept.of_page(BOOK.name, "/a") == [
        PlacedPicture(Place(0, number, f"Ø {number}"), image.name, 40, 20)
        for number, image in enumerate((CUP, POT, CUP))
    ]
    assert await kept.image(BOOK.name, POT.name) == POT
    assert await kept.of_page("another", "/a") == []
    assert await kept.image("another", POT.name) is None


async def test_a_picture_goes_with_the_last_page_that_shows_it(database: Database, catalogue: SqlCatalogue) -> None:
    kept = SqlPictures(database)
    await catalogue.record(BOOK, [pictured("/a", CUP, POT), pictured("/b", POT)], [])
    await catalogue.record(BOOK, [pictured("/a")], [])
    assert await kept.image(BOOK.name, CUP.name) is None
    assert await kept.image(BOOK.name, POT.name) == POT
    await catalogue.record(replace(BOOK, title="Only the title"), [], [])
    assert await kept.image(BOOK.name, POT.name) == POT
    await catalogue.record(BOOK, [], ["/b"])
    assert await kept.image(BOOK.name, POT.name) is None
    await catalogue.record(BOOK, [pictured("/a", CUP)], [])
    await catalogue.forget_book(BOOK.name)
    assert (await kept.of_page(BOOK.name, "/a"), await kept.image(BOOK.name, CUP.name)) == ([], None)


async def test_a_backup_has_them(database: Database, catalogue: SqlCatalogue, tmp_path: Path) -> None:
    await catalogue.record(BOOK, [pictured("/a", CUP)], [])
    await SqlDump(database).save(tmp_path / "backup.zip")
    other = await Database.open(f"sqlite:///{tmp_path / 'other.db'}")
    await SqlDump(other).load(tmp_path / "backup.zip")
    assert await SqlPictures(other).image(BOOK.name, CUP.name) == CUP
    assert len(await SqlPictures(other).of_page(BOOK.name, "/a")) == 1
    await other.close()
