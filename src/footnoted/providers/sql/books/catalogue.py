"""Stores books, pages and passages in SQL. Knows neither which database it is nor the index."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import asdict, astuple
from functools import partial
from itertools import islice
from typing import Any

import sqlalchemy as sa

from footnoted.domain.book import Book, Marks, Page, Passage, Section, sections_of
from footnoted.domain.text.box import Box
from footnoted.domain.text.parts import as_rows, from_rows
from footnoted.domain.verdict import verdict_of
from footnoted.providers.sql.books.pictures import drop_unplaced, keep_pictures
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.tables import books, pages, passages

# Written as SQL that both databases take; SQLAlchemy has a different upsert for each.
_RECORD_BOOK = sa.text("""
    INSERT INTO books (name, title, source, site, embedder, revision, pages, passages, marks, questions,
        language, verdict)
    VALUES (:name, :title, :source, :site, :embedder, :revision, :pages, :passages, :marks, :questions,
        :language, :verdict)
    ON CONFLICT (name) DO UPDATE SET title = excluded.title, source = excluded.source, site = excluded.site,
        embedder = excluded.embedder, revision = excluded.revision, pages = excluded.pages,
        passages = excluded.passages, marks = excluded.marks, questions = excluded.questions,
        language = excluded.language, verdict = excluded.verdict
""").bindparams(*(sa.bindparam(column.name, type_=column.type) for column in books.columns))

# Foreign keys cascade: passages are deleted with their page, pages with their book.
_FORGET_PAGE = sa.delete(pages).where(pages.c.book == sa.bindparam("of"), pages.c.route == sa.bindparam("at"))
_FORGET_BOOK = sa.delete(books).where(books.c.name == sa.bindparam("of"))
_BOOKS = sa.select(*(books.c[name] for name in Book.__dataclass_fields__)).order_by(books.c.name)
_HASHES = sa.select(pages.c.route, pages.c.source_hash).where(pages.c.book == sa.bindparam("of"))
_PAGES = sa.select(pages).where(pages.c.book == sa.bindparam("of")).order_by(pages.c.page_order, pages.c.route)
_PAGE = (
    sa.select(passages)
    .where(passages.c.book == sa.bindparam("of"), passages.c.route == sa.bindparam("at"))
    .order_by(passages.c.position)
)
_SOME = (
    sa.select(passages)
    .where(passages.c.book == sa.bindparam("of"), passages.c.route.in_(sa.bindparam("at", expanding=True)))
    .order_by(passages.c.position)
)
_OF_THE_TEXT = ("text", "fragment", "fragments", "parts", "boxes")
_PLACES = (
    sa.select(*(column for column in passages.columns if column.name not in _OF_THE_TEXT))
    .where(passages.c.book == sa.bindparam("of"))
    .order_by(passages.c.page_order, passages.c.route, passages.c.position)
)


_AT_ONCE = 50
"""Pages whose rows are made or read at a time: a book need not fit into memory as rows."""


class SqlCatalogue:
    """Books, pages and passages, in the tables of those names."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def books(self) -> list[Book]:
        rows = await self._database.read(lambda it: it.execute(_BOOKS).all())
        return [_book(row._mapping) for row in rows]

    async def page_hashes(self, book: str) -> dict[str, str]:
        rows = await self._database.read(lambda it: it.execute(_HASHES, {"of": book}).all())
        return {row.route: row.source_hash for row in rows}

    async def record(self, book: Book, changed: Collection[Page], removed: Sequence[str]) -> None:
        def work(connection: sa.Connection) -> None:
            connection.execute(_RECORD_BOOK, asdict(book))
            if removed:
                connection.execute(_FORGET_PAGE, [{"of": book.name, "at": route} for route in removed])
            waiting = iter(changed)
            while some := list(islice(waiting, _AT_ONCE)):
                _replace(some, book, connection)
            if changed or removed:
                drop_unplaced(book.name, connection)

        await self._database.write(work)

    async def pages(self, book: str) -> list[Page]:
        rows = await self._database.read(lambda it: it.execute(_PAGES, {"of": book}).all())
        return [Page(row.source, row.route, row.title, row.page_order, row.source_hash) for row in rows]

    async def page(self, book: str, route: str) -> list[Passage]:
        rows = await self._database.read(lambda it: it.execute(_PAGE, {"of": book, "at": route}).mappings().all())
        return [_passage({**row}) for row in rows]

    async def page_by_page(self, book: str, routes: Sequence[str]) -> AsyncIterator[tuple[str, list[Passage]]]:
        for start in range(0, len(routes), _AT_ONCE):
            some = list(routes[start : start + _AT_ONCE])
            rows = await self._database.read(partial(_read_some, book=book, routes=some))
            found: dict[str, list[Passage]] = {}
            for row in rows:
                found.setdefault(row["route"], []).append(_passage({**row}))
            for route in some:
                yield route, found.get(route, [])

    async def sections(self, book: str) -> list[Section]:
        rows = await self._database.read(lambda it: it.execute(_PLACES, {"of": book}).mappings().all())
        blank = dict.fromkeys(_OF_THE_TEXT, ()) | {"text": "", "fragment": ""}
        return sections_of(_passage({**row, **blank}) for row in rows)

    async def forget_book(self, book: str) -> None:
        await self._database.write(lambda it: it.execute(_FORGET_BOOK, {"of": book}))


def _read_some(connection: sa.Connection, book: str, routes: Sequence[str]) -> Sequence[sa.RowMapping]:
    return connection.execute(_SOME, {"of": book, "at": routes}).mappings().all()


def _replace(some: Sequence[Page], book: Book, connection: sa.Connection) -> None:
    connection.execute(_FORGET_PAGE, [{"of": book.name, "at": page.route} for page in some])
    connection.execute(sa.insert(pages), [_page_row(book, page) for page in some])
    if rows := [_passage_row(passage) for page in some for passage in page.passages]:
        connection.execute(sa.insert(passages), rows)
    keep_pictures(some, book.name, connection)


def _book(row: sa.RowMapping) -> Book:
    marks = _marks(row["marks"]) if row["marks"] else None
    verdict = verdict_of(row["verdict"]) if row["verdict"] else None
    return Book(**{**row, "marks": marks, "questions": tuple(row["questions"] or ()), "verdict": verdict})


def _marks(kept: dict[str, Any]) -> Marks:
    return Marks(**{**kept, "risks": tuple((cut, answered, wrong) for cut, answered, wrong in kept["risks"])})


def _page_row(book: Book, page: Page) -> dict[str, Any]:
    return {
        "book": book.name,
        "route": page.route,
        "source": page.source,
        "title": page.title,
        "page_order": page.order,
        "source_hash": page.source_hash,
    }


def _passage_row(passage: Passage) -> dict[str, Any]:
    return {
        "id": passage.id,
        "book": passage.book,
        "site": passage.site,
        "route": passage.route,
        "anchor": passage.anchor,
        "title": passage.title,
        "headings": passage.headings,
        "position": passage.position,
        "page_order": passage.order,
        "text": passage.text,
        "fragment": passage.fragment,
        "language": passage.language,
        "content_hash": passage.content_hash,
        "fragments": passage.fragments,
        "parts": as_rows(passage.parts),
        "boxes": [astuple(box) for box in passage.boxes],
        "role": passage.role,
    }


def _passage(row: dict[str, Any]) -> Passage:
    return Passage(
        id=row["id"],
        book=row["book"],
        site=row["site"],
        route=row["route"],
        anchor=row["anchor"],
        title=row["title"],
        headings=tuple(row["headings"]),
        position=row["position"],
        order=row["page_order"],
        text=row["text"],
        fragment=row["fragment"],
        fragments=tuple((start, words) for start, words in row["fragments"]),
        role=row["role"],
        language=row["language"],
        kept=from_rows(row["parts"]),
        boxes=tuple(Box(*box) for box in row["boxes"]),
    )
