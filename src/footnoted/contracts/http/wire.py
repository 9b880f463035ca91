"""Types for the requests of every contract, and OpenAPI descriptions of errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any
from unicodedata import normalize

from pydantic import (
    UUID4,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, PydanticKnownError, core_schema

from footnoted.domain.text.clean import INVISIBLE, INVISIBLE_BEYOND, clean

_VISIBLE = rf"[^\s{INVISIBLE}{INVISIBLE_BEYOND}\u200c\u200d\u2028\u2029]"
"""A character that is left after cleaning and trimming; joiners alone do not count."""


_MOST_WRITTEN_OUT = 2
"""How much longer a text may get when it is normalised: Thai doubles a vowel; U+FDFA alone is eighteen letters, and
32,000 of it took 1.8 seconds of the processor."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string from a client, without the characters that databases and encoders reject.

    Its length is counted before these are removed; with ``least`` it is trimmed, and must have something to read.
    """

    longest: int
    least: int = 0
    pattern: str | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        text = core_schema.str_schema(
            strip_whitespace=self.least > 0,
            min_length=self.least,
            max_length=self.longest,
            pattern=self.pattern,
            metadata={"pydantic_js_extra": {"pattern": _VISIBLE}} if self.least else None,
        )
        return core_schema.no_info_before_validator_function(self._cleaned, text)

    def _cleaned(self, value: Any) -> Any:
        if not isinstance(value, str) or len(value.strip() if self.least else value) > self.longest:
            return value
        if not value.isascii() and len(normalize("NFKC", value)) > _MOST_WRITTEN_OUT * self.longest:
            raise PydanticKnownError("string_too_long", {"max_length": self.longest})
        return clean(value)


class WireRequest(BaseModel):
    """A request body: unknown fields are ignored, and an explicit null equals an absent field."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _null_equals_absent(cls, data: Any) -> Any:
        return {name: value for name, value in data.items() if value is not None} if isinstance(data, dict) else data

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Marks every optional field as nullable."""
        described = handler.resolve_ref_schema(handler(schema))
        for name, field in described["properties"].items():
            if name not in described.get("required", ()) and {"type": "null"} not in field.get("anyOf", ()):
                about = {key: field.pop(key) for key in ("default", "title", "description") if key in field}
                described["properties"][name] = {"anyOf": [field, {"type": "null"}], **about}
        return described


def _number(value: Any) -> Any:
    """Pydantic would accept "5" and true as numbers; a client that sends those means something else."""
    if isinstance(value, (str, bool)):
        raise PydanticCustomError("number_type", "not a number")
    return value


NUMBER = BeforeValidator(_number)
"""For every number in a body: accepts numbers only."""

_UUID4 = r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
_is_uuid4 = re.compile(_UUID4).fullmatch


def _uuid4(value: Any) -> Any:
    """Pydantic would also accept a UUID in braces, without hyphens or as a URN."""
    if isinstance(value, str) and not _is_uuid4(value):
        raise PydanticCustomError("uuid_parsing", "not a UUID of version 4")
    return value


SessionId = Annotated[
    UUID4, BeforeValidator(_uuid4), WithJsonSchema({"type": "string", "format": "uuid", "pattern": _UUID4})
]


def given(text: str | None) -> str | None:
    """A selection or context with something to read; None for a blank one."""
    return text if text and not text.isspace() else None


_WHAT = {
    400: "The request is not valid; the message says what to mend.",
    401: "The server has keys, and this request came without one.",
    404: "There is no such session.",
    413: "The request has more bytes than the server takes.",
    429: "Too many requests; try again after the seconds in `Retry-After`.",
    500: "Something went wrong on our side.",
    502: "The model or the embedder does not answer.",
    503: "A part does not answer; try again after the seconds in `Retry-After`.",
    504: "The answer took longer than the deadline.",
}
_RETRY_AFTER = {
    "headers": {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string", "pattern": r"^\d+$"}}}
}

Responses = dict[int | str, dict[str, Any]]


def error_responses(model: type[BaseModel], what: dict[int, str] | None = None) -> Callable[..., Responses]:
    """For a contract's OpenAPI: a function from statuses to descriptions with the contract's error body."""
    descriptions = _WHAT | (what or {})

    def describe(*statuses: int) -> Responses:
        return {
            status: {"model": model, "description": descriptions[status]}
            | (_RETRY_AFTER if status in (429, 502, 503) else {})
            for status in statuses
        }

    return describe
