"""The values of a row as JSON, and back: each is checked for what its column and our own readers of it expect.

Knows no file. What the database itself refuses, such as a row twice, is left to it.
"""

from __future__ import annotations

import base64
import json
import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

import sqlalchemy as sa
from pydantic import Field, TypeAdapter

from footnoted.domain.answer import Outcome, Support
from footnoted.domain.book import Marks
from footnoted.domain.picture import PictureKind
from footnoted.domain.text.parts import Kind
from footnoted.domain.verdict import KeptVerdict
from footnoted.providers.sql.schema.columns import as_json

Check = Callable[[Any], Any]

_DAY = 86_400
_YEARS = 1970, 9000


@dataclass(frozen=True, slots=True)
class _Source:
    """A source of a stored answer, as the history writes it."""

    id: str
    book: str
    site: str
    route: str
    anchor: str
    title: str
    headings: list[str]
    position: int
    order: int
    text: str
    fragment: str
    score: float
    similarity: float


@dataclass(frozen=True, slots=True)
class _Cited:
    start: int
    end: int
    source: int
    quote: str = ""
    support: Support | None = None
    supported: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class _Usage:
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class _About:
    """What is read of the metadata of a stored answer; contracts may add more."""

    request_id: UUID | None = None
    mark: str = ""
    outcome: Outcome | None = None
    verdict: str = ""
    from_selection: bool = False
    confidence: float | None = None
    seconds: Annotated[float, Field(ge=0, le=_DAY)] = 0.0
    usage: _Usage | None = None
    citations: tuple[_Cited, ...] = ()


_BOXES = tuple[tuple[str, int, int] | tuple[str, int, int, int], ...]
_SHAPES: Mapping[str, Any] = {
    "books.marks": Marks | None,
    "books.questions": list[str] | None,
    "books.verdict": KeptVerdict | None,
    "passages.headings": list[str],
    "passages.fragments": list[tuple[int, str]],
    "passages.parts": list[tuple[Kind, int, int, int]],
    "passages.boxes": _BOXES,
    "pictures.kind": PictureKind,
    "conversations.sources": list[_Source],
    "access_keys.books": list[str],
}
"""Values of which our readers expect more than their column does."""


class Rows:
    """Reads the rows of one table."""

    def __init__(self, table: sa.Table) -> None:
        self._checks = {column.name: _check(column) for column in table.columns}
        self._nullable = {column.name for column in table.columns if column.nullable}
        optional = {column.name for column in table.columns if column.server_default is not None}
        self._needed = self._checks.keys() - self._nullable - optional
        self._names: set[str] | None = None

    def read(self, line: bytes) -> dict[str, Any]:
        """The row on this line. Raises ValueError that names the column."""
        try:
            given = json.loads(line)
        except RecursionError as error:
            raise ValueError("it is nested without end") from error
        if not isinstance(given, dict):
            raise ValueError("it is no object")
        row = {name: self._value(name, given[name]) for name in self._checks if name in given}
        self._names = self._names or {*row}
        if row.keys() != self._names or not row.keys() >= self._needed:
            other = min((row.keys() ^ self._names) | (self._needed - row.keys()))
            raise ValueError(f"{other} is missing")
        return row

    def _value(self, name: str, value: Any) -> Any:
        if value is None and name in self._nullable:
            return None
        try:
            return self._checks[name](value)
        except (ArithmeticError, TypeError, ValueError, struct.error) as error:
            raise ValueError(f"{name} is not what it should be") from error


def written(value: object) -> str:
    """A value that JSON has no type for."""
    match value:
        case UUID():
            return str(value)
        case bytes():
            return base64.b64encode(value).decode()
        case datetime():
            return value.isoformat()
    raise TypeError(f"a {type(value).__name__} cannot be written")


def _check(column: sa.Column[Any]) -> Check:
    name = f"{column.table.name}.{column.name}"
    if name in _CHECKS_BY_NAME:
        return _CHECKS_BY_NAME[name]
    if name in _SHAPES:
        return _of_shape(TypeAdapter(_SHAPES[name]))
    kind = _plain(column.type)
    if isinstance(kind, sa.BigInteger):
        return _whole_number(64)
    return _exactly(dict) if isinstance(kind, sa.JSON) else _CHECKS[kind.python_type]


def _plain(kind: sa.types.TypeEngine[Any]) -> sa.types.TypeEngine[Any]:
    """The type that a decorated column type wraps; only that one tells its values' type."""
    return kind.impl_instance if isinstance(kind, sa.types.TypeDecorator) else kind


def _of_shape(shape: TypeAdapter[Any]) -> Check:
    """A value of this shape; what is not part of it is left out, what is missing gets its default."""

    def check(value: Any) -> Any:
        return shape.dump_python(shape.validate_json(as_json(value), strict=True), mode="json")

    return check


def _whole_number(bits: int) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1):
            raise ValueError
        return value

    return check


def _exactly(kind: type) -> Check:
    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError
        return value

    return check


_ABOUT = TypeAdapter(_About)


def _about(value: Any) -> Any:
    _ABOUT.validate_json(as_json(_exactly(dict)(value)), strict=True)
    return value


def _from_text(read: Callable[[str], Any]) -> Check:
    text = _exactly(str)
    return lambda value: read(text(value))


def _vector(value: Any) -> bytes:
    """Numbers of four bytes each, as the embedding cache keeps them."""
    data = _CHECKS[bytes](value)
    numbers = struct.unpack(f"<{len(data) // 4}f", data)
    if not numbers or not all(map(math.isfinite, numbers)):
        raise ValueError
    return bytes(data)


_CHECKS_BY_NAME: Mapping[str, Check] = {"conversations.metadata": _about, "embeddings.vector": _vector}
_CHECKS: Mapping[type, Check] = {
    str: _exactly(str),
    bool: _exactly(bool),
    int: _whole_number(32),
    UUID: _from_text(UUID),
    bytes: _from_text(lambda text: base64.b64decode(text, validate=True)),
    datetime: _from_text(lambda text: _in_utc(datetime.fromisoformat(text))),
}
"""By the type of a column's values."""


def _in_utc(moment: datetime) -> datetime:
    if not _YEARS[0] <= moment.year < _YEARS[1]:  # the first and the last have moments that are in no other zone
        raise ValueError
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
