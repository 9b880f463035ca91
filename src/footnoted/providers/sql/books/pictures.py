"""Stores the pictures of a book's pages in SQL, each file once. Knows neither the database nor what they show."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from footnoted.domain.book import Page
from footnoted.domain.picture import Image, Place, PlacedPicture
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.tables import picture_places, pictures

# Written as SQL that both databases take; SQLAlchemy has a different form for each.
_KEEP = sa.text("""
    INSERT INTO pictures (book, name, kind, width, height, data) VALUES (:book, :name, :kind, :width, :height, :data)
    ON CONFLICT (book, name) DO NOTHING
""").bindparams(*(sa.bindparam(column.name, type_=column.type) for column in pictures.columns))

_OF_PAGE = (
    sa.select(picture_places, pictures.c.width, pictures.c.height)
    .join(pictures, sa.and_(pictures.c.book == picture_places.c.book, pictures.c.name == picture_places.c.name))
    .where(picture_places.c.book == sa.bindparam("of"), picture_places.c.route == sa.bindparam("at"))
    .order_by(picture_places.c.number)
)
_IMAGE = sa.select(pictures).where(pictures.c.book == sa.bindparam("of"), pictures.c.name == sa.bindparam("named"))
_DROP_UNPLACED = sa.delete(pictures).where(
    pictures.c.book == sa.bindparam("of"),
    ~sa.exists().where(picture_places.c.book == pictures.c.book, picture_places.c.name == pictures.c.name),
)


class SqlPictures:
    """The tables ``pictures`` and ``picture_places``; the catalogue fills them with its pages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_page(self, book: str, route: str) -> list[PlacedPicture]:
        rows = await self._database.read(lambda it: it.execute(_OF_PAGE, {"of": book, "at": route}).all())
        return [
            PlacedPicture(Place(row.position, row.after, row.words), row.name, width=row.width, height=row.height)
            for row in rows
        ]

    async def image(self, book: str, name: str) -> Image | None:
        row = await self._database.read(lambda it: it.execute(_IMAGE, {"of": book, "named": name}).one_or_none())
        return Image(row.kind, row.width, row.height, bytes(row.data)) if row else None


def keep_pictures(pages: Iterable[Page], book: str, connection: sa.Connection) -> None:
    """Store the pictures of pages that were just stored."""
    for page in pages:
        for number, picture in enumerate(page.pictures):
            image, place = picture.image, picture.place
            file = {"kind": image.kind, "width": image.width, "height": image.height, "data": image.data}
            connection.execute(_KEEP, {"book": book, "name": image.name, **file})
            row = {"book": book, "route": page.route, "number": number, "name": image.name}
            spot = {"position": place.position, "after": place.after, "words": place.words}
            connection.execute(sa.insert(picture_places), {**row, **spot})


def drop_unplaced(book: str, connection: sa.Connection) -> None:
    """Delete files that are on no page any more."""
    connection.execute(_DROP_UNPLACED, {"of": book})
