"""Types that requests of every contract are made of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from footnoted.domain.text import clean

CLEAN = BeforeValidator(lambda value: clean(value) if isinstance(value, str) else value)
"""Put last on every string from a client: drops the characters that databases and encoders choke on."""


class WireRequest(BaseModel):
    """A request body: fields we do not know are ignored, and an explicit null equals an absent field."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _null_equals_absent(cls, data: Any) -> Any:
        return {name: value for name, value in data.items() if value is not None} if isinstance(data, dict) else data


_MARKER = re.compile(r"[ \t]?\[\d{1,4}\]")


def without_markers(text: str) -> str:
    """The text for a contract that has no source to show for its markers.

    >>> without_markers("Warm air blurs the image [1].")
    'Warm air blurs the image.'
    """
    return _MARKER.sub("", text)


_WHAT = {
    400: "The request is not valid; the message says what to mend.",
    404: "There is no such session.",
    413: "The request has more bytes than the server takes.",
    429: "Too many requests; try again after the seconds in `Retry-After`.",
    500: "Something went wrong on our side.",
    502: "The model or the embedder does not answer.",
    503: "A part does not answer; try again after the seconds in `Retry-After`.",
    504: "The answer took longer than the deadline.",
}


def error_responses(model: type[BaseModel]) -> Callable[..., dict[int | str, dict[str, Any]]]:
    """For a contract's OpenAPI: a function from statuses to their descriptions, with the contract's error body."""

    def describe(*statuses: int) -> dict[int | str, dict[str, Any]]:
        return {status: {"model": model, "description": _WHAT[status]} for status in statuses}

    return describe
