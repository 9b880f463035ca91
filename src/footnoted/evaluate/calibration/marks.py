"""Measures a book's marks once a revision and stores them in the catalogue. Reads golden files beside the book."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from footnoted.domain.book import Book, Marks
from footnoted.domain.errors import no_such_book
from footnoted.domain.ports import Catalogue
from footnoted.evaluate.calibration.calibrate import BookStore, Labelled, measure
from footnoted.evaluate.cases import Kind, read_cases


async def calibrate_book(store: BookStore, name: str, *, again: bool = False) -> Marks:
    """Measure a book and store its marks; does nothing if the book has not changed."""
    book = await book_named(store.catalogue, name)
    if book.marks and book.marks.revision == book.revision and not again:
        return book.marks
    marks = await measure(book, store, labelled_questions(book))
    await store.catalogue.record(dataclasses.replace(book, marks=marks), (), ())
    return marks


async def book_named(catalogue: Catalogue, name: str) -> Book:
    """The book of that name. Raises BookUnknown."""
    books = {book.name: book for book in await catalogue.books()}
    if name not in books:
        raise no_such_book(name, books)
    return books[name]


def golden_file_of(book: Book) -> Path | None:
    """The golden questions beside the book."""
    path = Path(book.source) / "golden.jsonl"
    return path if path.is_file() else None


def labelled_questions(book: Book) -> list[Labelled]:
    """The golden questions that need no conversation and no selection, labelled as answerable or not."""
    path = golden_file_of(book)
    alone = (Kind.ANSWERABLE, Kind.NOT_IN_BOOK)
    cases = [case for case in read_cases(path) if case.kind in alone] if path else []
    return [Labelled(case.question, case.is_answerable, is_golden=True) for case in cases]
