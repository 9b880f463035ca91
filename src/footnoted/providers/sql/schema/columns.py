"""Column types that remove what one of the databases would reject. Knows no table."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pydantic_core
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def storable(value: Any) -> Any:
    """The value with U+FFFD for each NUL (PostgreSQL rejects them) and lone surrogate (not valid in UTF-8).

    One character for one, so that offsets into the text stay valid.

    >>> storable({"a": ["x\\0y"]}) == {"a": ["x\\ufffdy"]}
    True
    """
    match value:
        case str():
            return _storable_text(value)
        case dict():
            return {storable(key): storable(item) for key, item in value.items()}
        case list() | tuple():
            return [storable(item) for item in value]
        case _:
            return value


def _storable_text(text: str) -> str:
    # Almost every text passes one of these checks; the regular expression alone would cost ten times as much.
    if "\0" not in text:
        if text.isascii():
            return text
        try:
            text.encode()
        except UnicodeEncodeError:
            pass
        else:
            return text
    return _UNSTORABLE.sub("\ufffd", text)


def as_json(value: Any) -> str:
    """The value as JSON that both databases accept.

    >>> as_json({"a": float("nan"), "b": "x\\0"}) == '{"a":null,"b":"x\ufffd"}'
    True
    """
    # Encoded first and cleaned only if needed: walking through every value costs three times as much.
    try:
        text = _write(value)
    except pydantic_core.PydanticSerializationError:
        return _write(storable(value))
    return _write(storable(value)) if "\\u0000" in text else text


def _write(value: Any) -> str:
    return pydantic_core.to_json(value, inf_nan_mode="null").decode()


class Text(TypeDecorator[str]):
    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else _storable_text(value)


class Moment(TypeDecorator[datetime]):
    """A point in time, always UTC; SQLite stores it without a zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else _in_utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else _in_utc(value)


def _in_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


Json = sa.JSON().with_variant(JSONB(), "postgresql")
